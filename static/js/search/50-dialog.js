// The search dialog on every page: a combobox. The focus stays in the field;
// aria-activedescendant names the selected row. The markup with all words comes from dialog.html
// next to the search page.

let finder;

// dialog prepares the dialog for the link to the search page, and starts to read the index. It
// resolves to {show(text)}. Failed parts are tried again next time. early has answers with the index
// and the dialog, if they were requested before.
export const dialog = (link, early = []) => (finder ??= prepare(link, early).catch((e) => {
  finder = null;
  throw e;
}));

// recent returns recent queries, newest first. A text is added in front; clear deletes all. Without
// storage it returns nothing.
function recent(text, clear) {
  const key = "kawaraban-searches";
  let texts = [];
  try {
    texts = JSON.parse(localStorage[key]).filter((before) => before.trim());
  } catch {
    // Nothing stored yet, or invalid data.
  }
  try {
    if (text || clear) localStorage[key] = JSON.stringify(text ? [text, ...texts.filter((before) => before !== text)].slice(0, 8) : []);
  } catch {
    // Then they are not kept.
  }
  return texts;
}

// prepare fetches the dialog, inserts it and handles its keys, field and rows.
async function prepare(link, [root, markup]) {
  const within = seeker(link, root); // starts to read the index
  const page = link.href;
  const told = (await markup) || (await fetch(page + "dialog.html"));
  const box = new DOMParser().parseFromString(await told.text(), "text/html").querySelector("dialog");
  const { list, fill, ask } = within(box);
  const [form, input, forget, all] = parts(box, "form,input,.forget,.all");
  const typed = () => input.value.trim();
  const leading = (text) => page + (text && "?" + new URLSearchParams({ q: text }));
  let rows = [];
  let chosen; // the row
  let timer;
  let eager; // Enter came before the answer
  document.body.append(box);

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
    if (!text) fill({ hits: before.map((name) => ({ tier: "recent", doc: [leading(name), name] })) });
    rows = [...list.querySelectorAll(".hit")];
    rows.forEach((row, i) => { row.id = "hit'" + i; });
    input.ariaExpanded = rows.length > 0;
    choose(rows[text ? 0 : -1]);
    if (eager && box.open) act();
  }

  // seek asks for a text at once; after a typed letter it waits for the next one.
  function seek(text) {
    eager = false;
    input.value = text;
    input.focus();
    answer();
  }

  // act opens the selected row, or the first row of a pending answer.
  function act() {
    eager = list.ariaBusy === "true";
    if (!eager) chosen?.click();
  }

  input.onkeydown = (e) => {
    const { key } = e;
    const i = rows.indexOf(chosen);
    const n = rows.length;
    const to = { ArrowDown: i + 1, ArrowUp: i < 1 ? n - 1 : i - 1, Home: 0, End: n - 1 }[key];
    if (e.isComposing || e.keyCode === 229) return;
    if (key === "Escape") input.value ? seek("") : box.close();
    else if (key === "Enter" && (e.ctrlKey || e.metaKey)) {
      if (chosen) {
        recent(typed());
        open(chosen.href, "_blank", "noopener");
      }
    } else if (n && to >= 0 && !apart(e)) choose(rows[to % n]);
    else return;
    e.preventDefault();
  };
  heed(input, () => {
    eager = false;
    list.ariaBusy = true;
    clearTimeout(timer);
    timer = setTimeout(answer, 80);
  });
  form.onsubmit = (e) => {
    e.preventDefault();
    act();
  };
  list.onmousedown = (e) => e.preventDefault(); // keep the focus
  box.onclick = (e) => {
    const { target } = e;
    const row = target.closest(".hit");
    if (row && !apart(e) && !typed()) {
      e.preventDefault();
      seek(row.querySelector(".name").textContent);
    } else if (row) {
      recent(typed());
      if (!apart(e)) box.close();
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
