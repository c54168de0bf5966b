// The dialog of the search on every page: a combobox. The focus stays in its field, and
// aria-activedescendant says which row is chosen. Its markup, with every word, comes from
// dialog.html beside the page of the search.

let finder;

// dialog prepares the dialog for the link to the page of the search, and begins to read
// the index. It resolves to {show(text)}; where something does not come it is tried again
// the next time.
export function dialog(link) {
  finder ??= prepare(link).catch((e) => {
    finder = undefined;
    throw e;
  });
  return finder;
}

async function prepare(link) {
  const home = new URL("../", link.href);
  const index = openIndex(new URL("../search/", home));
  const answer = await fetch(new URL("dialog.html", link.href));
  if (!answer.ok) throw new Trouble("missing", answer.url);
  const box = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("dialog");
  document.body.append(box);
  return wire(box, link.href, index, speaker(box, home, home.pathname.split("/").at(-2)));
}

// What was searched for lately, newest first. Where nothing can be kept there is nothing.
const storeKey = "kawaraban-searches";

function recent() {
  try {
    return JSON.parse(localStorage.getItem(storeKey)).filter((text) => text.trim());
  } catch {
    return [];
  }
}

function keepRecent(texts) {
  try {
    localStorage.setItem(storeKey, JSON.stringify(texts.slice(0, 8)));
  } catch {
    // Then they are forgotten.
  }
}

function wire(box, page, index, context) {
  const [form, input, said, trouble, list, forget, all] = ["form", "input", ".said", ".trouble", ".answers", ".forget", ".all"].map((at) => box.querySelector(at));
  const { release } = document.body.dataset;
  const { say, count, lang } = context;
  let options = [];
  let chosen; // the row
  let turn = 0; // of the newest question: older answers are dropped
  let timer;
  let waiting = false; // for an answer
  let eager = false; // Enter came before the answer
  let composing = false;

  const leading = (text) => page + (text.trim() && "?" + new URLSearchParams({ q: text }));

  function choose(row) {
    chosen?.setAttribute("aria-selected", "false");
    chosen = row;
    if (row) {
      row.setAttribute("aria-selected", "true");
      row.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", row.id);
    } else input.removeAttribute("aria-activedescendant");
  }

  // fill shows rows; what is said of them is read out.
  function fill(rows, words, problem) {
    waiting = false;
    list.replaceChildren(rows);
    options = [...list.querySelectorAll("[role=option]")];
    options.forEach((row, i) => { row.id = "hit-" + i; });
    input.setAttribute("aria-expanded", options.length > 0);
    said.textContent = words;
    trouble.hidden = !problem;
    trouble.firstChild.textContent = problem;
    forget.hidden = true;
    list.scrollTop = 0;
    choose();
  }

  function showRecent() {
    const hits = recent().map((text) => ({ tier: "recent", doc: { path: leading(text), name: text, texts: [], sigs: [] } }));
    fill(makeList({ hits }, context), "", "");
    forget.hidden = !hits.length;
  }

  async function answer() {
    const mine = ++turn;
    const text = input.value;
    clearTimeout(timer);
    all.href = form.action = leading(text);
    if (!text.trim()) return showRecent();
    try {
      const found = await search(index, text, { lang, release });
      if (mine !== turn) return;
      const { hits, total, dropped } = found;
      const words = hits.length ? [dropped && say("dropped", dropped), count(total), release && say("first", release)] : [say("none", text.trim())];
      fill(makeList(found, context), words.filter(Boolean).join(" · "), "");
      choose(options[0]);
      if (eager) act();
    } catch (e) {
      if (mine === turn) fill("", "", say(e.kind === "offline" ? "offline" : "failed"));
    }
  }

  // later waits for the end of a word; ask does not.
  function later() {
    waiting = true;
    eager = false;
    clearTimeout(timer);
    timer = setTimeout(answer, 80);
  }

  function ask(text) {
    input.value = text;
    input.focus();
    answer();
  }

  function remember() {
    const text = input.value.trim();
    if (text) keepRecent([text, ...recent().filter((before) => before !== text)]);
  }

  // act opens the chosen row; where its answer is still under way, the first one of it.
  function act(apart) {
    eager = waiting;
    if (waiting || !chosen) return;
    if (!apart) return chosen.click();
    remember();
    open(chosen.href, "_blank", "noopener");
  }

  function key(e) {
    if (e.isComposing || composing || e.keyCode === 229) return;
    const i = options.indexOf(chosen);
    const n = options.length;
    const to = { ArrowDown: i + 1, ArrowUp: i < 1 ? n - 1 : i - 1, Home: 0, End: n - 1 }[e.key];
    if (e.key === "Escape") {
      if (input.value) ask("");
      else box.close();
    } else if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) act(true);
    else if (n && to !== undefined && !e.shiftKey && !e.ctrlKey && !e.metaKey && !e.altKey) choose(options[to % n]);
    else return;
    e.preventDefault();
  }

  input.addEventListener("keydown", key);
  input.addEventListener("input", () => composing || later());
  input.addEventListener("compositionstart", () => { composing = true; });
  input.addEventListener("compositionend", () => {
    composing = false;
    later();
  });
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    if (!composing) act();
  });
  box.addEventListener("cancel", (e) => composing && e.preventDefault());
  list.addEventListener("mousedown", (e) => e.preventDefault()); // the focus stays
  list.addEventListener("pointermove", (e) => {
    const row = e.target.closest(".hit");
    if (row && row !== chosen) choose(row);
  });
  box.addEventListener("click", (e) => {
    const row = e.target.closest(".hit");
    const apart = e.ctrlKey || e.metaKey || e.shiftKey;
    if (row && !apart && !input.value.trim()) {
      e.preventDefault();
      ask(row.querySelector(".name").textContent);
    } else if (row || e.target.closest(".all")) {
      remember();
      if (!apart) box.close();
    } else if (e.target === box || e.target.closest(".close")) box.close();
  });
  trouble.lastChild.addEventListener("click", () => ask(input.value));
  forget.addEventListener("click", () => {
    keepRecent([]);
    ask("");
  });
  return {
    show(text) {
      if (!box.open) box.showModal();
      if (text) ask(text);
      else {
        input.select();
        answer();
      }
    },
  };
}
