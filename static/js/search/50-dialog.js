// The dialog of the search on every page: a combobox. The focus stays in its field, and
// aria-activedescendant says which row is chosen. Its markup, with every word, comes from
// dialog.html beside the page of the search.

let finder;

// dialog prepares the dialog for the link to the page of the search, and begins to read
// the index. It resolves to {show(text)}; where something does not come it is tried again
// the next time.
export function dialog(link) {
  finder ??= prepare(link.href);
  finder.catch(() => { finder = null; });
  return finder;
}

async function prepare(page) {
  const home = new URL("../", page);
  const index = openIndex(new URL("../search/", home));
  const markup = await (await fetch(page + "dialog.html")).text();
  const box = new DOMParser().parseFromString(markup, "text/html").querySelector("dialog");
  const context = speaker(box, home);
  document.body.append(box);
  return wire(box, page, index, context);
}

// recent returns what was searched for lately, newest first; a text goes before the others,
// an empty one forgets them. Where nothing can be kept there is nothing.
function recent(text) {
  let texts = [];
  try {
    texts = JSON.parse(localStorage["kawaraban-searches"]).filter((before) => before.trim());
  } catch {
    // Nothing yet, or nothing that was written here.
  }
  try {
    if (text != null) localStorage["kawaraban-searches"] = JSON.stringify(text ? [text, ...texts.filter((before) => before !== text)].slice(0, 8) : []);
  } catch {
    // Then they are forgotten.
  }
  return texts;
}

function wire(box, page, index, context) {
  const [form, input, said, trouble, list, forget, all] = ["form", "input", ".said", ".trouble", ".answers", ".forget", ".all"].map((at) => box.querySelector(at));
  const { release } = document.body.dataset;
  let options;
  let chosen; // the row
  let stop; // ends the answer that is under way
  let timer;
  let waiting; // for an answer
  let eager; // Enter came before it

  const leading = (text) => page + (text && "?" + new URLSearchParams({ q: text }));

  function choose(row) {
    if (chosen) chosen.ariaSelected = false;
    chosen = row;
    if (row) {
      row.ariaSelected = true;
      row.scrollIntoView({ block: "nearest" });
    }
    input.setAttribute("aria-activedescendant", row?.id || "");
  }

  // fill shows rows, says a word about them, or what went wrong.
  function fill(answer, words, problem) {
    waiting = list.ariaBusy = false;
    list.replaceChildren(makeList(answer, context));
    options = [...list.querySelectorAll(".hit")];
    options.forEach((row, i) => { row.id = "hit-" + i; });
    input.ariaExpanded = options.length > 0;
    said.textContent = words;
    trouble.hidden = !problem;
    trouble.firstChild.textContent = problem;
    choose(words && options[0]);
  }

  async function answer() {
    const text = input.value.trim();
    clearTimeout(timer);
    stop?.abort();
    stop = new AbortController();
    const { signal } = stop;
    all.href = leading(text);
    const before = text ? [] : recent();
    forget.hidden = !before[0];
    if (!text) return fill({ hits: before.map((name) => ({ tier: "recent", doc: { path: leading(name), name, texts: [], sigs: [] } })) }, "");
    try {
      const found = await search(index, text, { lang: context.lang, release, signal });
      if (signal.aborted) return;
      fill(found, context.sum(found, text, release));
      if (eager) act();
    } catch (e) {
      if (!signal.aborted) fill({ hits: [] }, "", context.fault(e));
    }
  }

  // ask searches at once; who types is waited for until a word may be at its end.
  function ask(text) {
    input.value = text;
    input.focus();
    answer();
  }

  // act opens the chosen row; where its answer is still under way, the first one of it.
  function act(apart) {
    eager = waiting;
    if (waiting || !chosen) return;
    if (!apart) return chosen.click();
    recent(input.value.trim());
    open(chosen.href, "_blank", "noopener");
  }

  input.addEventListener("keydown", (e) => {
    const { key, ctrlKey, metaKey } = e;
    const control = ctrlKey || metaKey;
    const i = options.indexOf(chosen);
    const n = options.length;
    const to = { ArrowDown: i + 1, ArrowUp: i < 1 ? n - 1 : i - 1, Home: 0, End: n - 1 }[key];
    if (e.isComposing || e.keyCode === 229) return;
    if (key === "Escape") input.value ? ask("") : box.close();
    else if (key === "Enter" && control) act(true);
    else if (n && to >= 0 && !control && !e.shiftKey && !e.altKey) choose(options[to % n]);
    else return;
    e.preventDefault();
  });
  for (const type of ["input", "compositionend"]) input.addEventListener(type, (e) => {
    if (e.isComposing) return;
    eager = false;
    waiting = list.ariaBusy = true;
    clearTimeout(timer);
    timer = setTimeout(answer, 80);
  });
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    act();
  });
  list.addEventListener("mousedown", (e) => e.preventDefault()); // the focus stays
  box.addEventListener("click", (e) => {
    const { target } = e;
    const row = target.closest(".hit");
    const apart = e.ctrlKey || e.metaKey || e.shiftKey;
    if (row && !apart && !input.value.trim()) {
      e.preventDefault();
      ask(row.querySelector(".name").textContent);
    } else if (row) {
      recent(input.value.trim());
      if (!apart) box.close();
    } else if (target.closest(".again")) ask(input.value);
    else if (target === forget) {
      recent("");
      ask("");
    } else if (target === box || target.closest(".close, .all")) box.close();
  });
  return {
    show(text) {
      if (!box.open) box.showModal();
      if (!text) input.select();
      ask(text || input.value);
    },
  };
}
