// An open search is brought up to date where it stands: where the index is another one than
// that of the rows on screen, the search is made to ask again, from outside and by what the
// page has for that anyway. The row that was chosen is chosen still, or what stands in its
// place; the rows are scrolled as far, and the focus stays where it is. So a reader of the
// built site loads nothing of this.

const doc = document;
const pause = 150; // ms after the news: pages come first, and several edits are one
const root = doc.querySelector("a[data-search]") && new URL("../../search/root.bin", doc.querySelector("a[data-search]").href);

let known; // the sum of the index that an open search reads, on its way
let timer;

// sum asks for the sum of the index as it is now; "" where that cannot be told.
const sum = () => fetch(root, {method: "HEAD", cache: "no-store"}).then(({headers}) => headers.get("ETag") || "", () => "");

// shown is the open search in which something stands, if any.
function shown() {
  const dialog = doc.querySelector("dialog.finder[open]");
  const box = dialog || doc.querySelector(".found:not([hidden])");
  if (!box) return null;
  const field = (dialog || doc).querySelector(dialog ? "input" : ".seek input");
  const list = box.querySelector(".answers");
  return dialog && !field.value.trim() ? null : {dialog, box, field, list};
}

// settled says whether the rows answer what stands in the field; what is being typed is
// asked for soon.
function settled({dialog, field, list}) {
  const asked = new URL(dialog ? dialog.querySelector(".all").href : location).searchParams.get("q") || "";
  return list.ariaBusy !== "true" && asked === (dialog ? field.value.trim() : field.value);
}

function begin({target}) {
  if (target.closest?.(".finder, .seek")) known ??= sum();
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(look, pause);
}

// look makes an open search ask again where there is another index.
async function look() {
  if (!shown()) return void (known = null);
  const [before, now] = await Promise.all([known, sum()]);
  const search = shown();
  if (!now || before === now || !search) return;
  if (!settled(search)) return soon();
  known = Promise.resolve(now);
  if (search.dialog) askDialog(search);
  else askPage(search);
}

// askDialog makes the dialog ask as after a letter. It chooses its first row then: before
// anything is painted, the keys lead on to the one that was chosen when the rows went. Enter
// waits until then.
function askDialog({dialog, field, list}) {
  const {value, form} = field;
  const same = () => dialog.open && field.value === value;
  let was; // the place before
  let entered;
  const observer = new MutationObserver((records) => {
    const rows = records.find(({target}) => target === list);
    if (rows && same()) was ??= {...placeAmong(hits(rows.removedNodes), (row) => row.ariaSelected === "true"), y: list.scrollTop};
    if (same() && (list.ariaBusy === "true" || records.every(({target}) => target === list))) return;
    end();
    if (!same()) return;
    if (was?.i >= 0) choose(field, list, was);
    if (entered) form.requestSubmit();
  });
  const hold = (e) => {
    if (!same()) return end();
    entered = true;
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  function end() {
    observer.disconnect();
    form.removeEventListener("submit", hold, true);
  }
  observer.observe(list, {childList: true});
  observer.observe(field, {attributeFilter: ["aria-activedescendant"]}); // set as the last thing
  form.addEventListener("submit", hold, true);
  field.dispatchEvent(new Event("input"));
}

// choose goes from the first row to that of a place.
function choose(field, list, place) {
  for (let i = indexAt(hits([list]), place); i > 0; i--) {
    field.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", cancelable: true}));
  }
  list.scrollTop = place.y;
}

// askPage makes the page of the search ask as its button does after something went wrong.
function askPage({box, field, list}) {
  const place = placeAmong(links([list]), (a) => a === doc.activeElement);
  if (place.i >= 0) {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      if (doc.activeElement !== doc.body) return;
      const now = links([list]);
      (now[indexAt(now, place)] || field).focus({preventScroll: true});
    });
    observer.observe(list, {childList: true});
  }
  history.replaceState({y: scrollY}, ""); // it goes there when the rows have come
  box.querySelector(".trouble button").dispatchEvent(new Event("click"));
}

const within = (elements, selector) => [...elements].flatMap((e) => [...e.querySelectorAll(selector)]);
const hits = (elements) => within(elements, ".hit");
const links = (elements) => within(elements, "a");

// placeAmong is where one of some links stands; indexAt finds it, or what stands there now.
function placeAmong(rows, is) {
  const i = rows.findIndex(is);
  return {i, href: rows[i]?.href};
}
function indexAt(rows, {i, href}) {
  const at = rows.findIndex((row) => row.href === href);
  return at >= 0 ? at : Math.min(i, rows.length - 1);
}

if (root) {
  if (doc.querySelector(".seek")) known = sum();
  doc.addEventListener("focusin", begin);
  doc.addEventListener("input", begin);
  doc.addEventListener("kawaraban:changed", soon);
}
