// The search of a site of Kawaraban: the dialog that every page opens. It shows all that it has
// found at once, and says the query where it has found nothing. A row that leads to where a thing
// stands upstream is no result of its own.

const finder = () => document.querySelector("dialog.finder[open]");
const field = () => finder().querySelector("[role=combobox]");
const rows = () => [...(finder()?.querySelectorAll("a[role=option]") ?? [])].filter((a) => a.origin === location.origin);
const ended = (text) => fresh() || Boolean(finder()?.querySelector("[role=status]").textContent.includes(text));
