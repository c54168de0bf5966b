// The dialog of the search on every page: a combobox. The focus stays in its field, and
// aria-activedescendant says which row is chosen. Its markup, with every word, comes from
// dialog.html beside the page of the search.

let finder;

// dialog prepares the dialog for the link to the page of the search, and begins to read
// the index. It resolves to {show(text)}; where something does not come it is tried again
// the next time.
export function dialog({ href }) {
  finder ??= prepare(href);
  finder.catch(() => { finder = null; });
  return finder;
}

async function prepare(page) {
  const home = new URL("../", page);
  const index = openIndex(new URL("../search/", home));
  const markup = await (await fetch(page + "dialog.html")).text();
  const box = new DOMParser().parseFromString(markup, "text/html").querySelector("dialog");
  const seeking = seeker(box, home, index);
  document.body.append(box);
  return wire(box, page, seeking);
}

// recent returns what was searched for lately, newest first; a text goes before the others,
// clear forgets them. Where nothing can be kept there is nothing.
function recent(text, clear) {
  const key = "kawaraban-searches";
  let texts = [];
  try {
    texts = JSON.parse(localStorage[key]).filter((before) => before.trim());
  } catch {
    // Nothing yet, or nothing that was written here.
  }
  try {
    if (text || clear) localStorage[key] = JSON.stringify(text ? [text, ...texts.filter((before) => before !== text)].slice(0, 8) : []);
  } catch {
    // Then they are forgotten.
  }
  return texts;
}

function wire(box, page, { list, fill, ask }) {
  const [form, input, forget, all] = ["form", "input", ".forget", ".all"].map((at) => box.querySelector(at));
  const typed = () => input.value.trim();
  const leading = (text) => page + (text && "?" + new URLSearchParams({ q: text }));
  let rows = [];
  let chosen; // the row
  let timer;
  let eager; // Enter came before the answer

  function choose(row) {
    if (chosen) chosen.ariaSelected = false;
    chosen = row;
    if (row) {
      row.ariaSelected = true;
      row.scrollIntoView({ block: "nearest" });
    }
    input.setAttribute("aria-activedescendant", row?.id || "");
  }

  async function answer() {
    const text = typed();
    const before = text ? [] : recent();
    clearTimeout(timer);
    all.href = leading(text);
    forget.hidden = !before[0];
    const found = await ask(text, text && {});
    if (text && !found) return;
    if (!text) fill({ hits: before.map((name) => ({ tier: "recent", doc: { path: leading(name), name } })) });
    rows = [...list.querySelectorAll(".hit")];
    rows.forEach((row, i) => { row.id = "hit-" + i; });
    input.ariaExpanded = rows.length > 0;
    choose(rows[text ? 0 : -1]);
    if (eager && box.open) act();
  }

  // search for a text at once; who types is waited for until a word may be at its end.
  function seek(text) {
    eager = false;
    input.value = text;
    input.focus();
    answer();
  }

  // act opens the chosen row; where its answer is still under way, the first one of it.
  function act() {
    eager = list.ariaBusy === "true";
    if (!eager) chosen?.click();
  }

  input.onkeydown = (e) => {
    const { key } = e;
    const control = e.ctrlKey || e.metaKey;
    const i = rows.indexOf(chosen);
    const n = rows.length;
    const to = { ArrowDown: i + 1, ArrowUp: i < 1 ? n - 1 : i - 1, Home: 0, End: n - 1 }[key];
    if (e.isComposing || e.keyCode === 229) return;
    if (key === "Escape") input.value ? seek("") : box.close();
    else if (key === "Enter" && control) {
      if (chosen) {
        recent(typed());
        open(chosen.href, "_blank", "noopener");
      }
    } else if (n && to >= 0 && !control && !e.shiftKey && !e.altKey) choose(rows[to % n]);
    else return;
    e.preventDefault();
  };
  for (const type of ["input", "compositionend"]) input.addEventListener(type, (e) => {
    if (e.isComposing) return;
    eager = false;
    list.ariaBusy = true;
    clearTimeout(timer);
    timer = setTimeout(answer, 80);
  });
  form.onsubmit = (e) => {
    e.preventDefault();
    act();
  };
  list.onmousedown = (e) => e.preventDefault(); // the focus stays
  box.onclick = (e) => {
    const { target } = e;
    const row = target.closest(".hit");
    const apart = e.ctrlKey || e.metaKey || e.shiftKey;
    if (row && !apart && !typed()) {
      e.preventDefault();
      seek(row.querySelector(".name").textContent);
    } else if (row) {
      recent(typed());
      if (!apart) box.close();
    } else if (target.closest(".again")) seek(input.value);
    else if (target === forget) {
      recent("", true);
      seek("");
    } else if (target === box || target.closest(".close, .all")) box.close();
  };
  return {
    show(text) {
      if (!box.open) box.showModal();
      if (!text) input.select();
      seek(text || input.value);
    },
  };
}
