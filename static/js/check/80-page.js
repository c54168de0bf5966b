// The page /upgrade/check/: the fields, the list of files, the results.
//
//   <form class="check" data-facts="…/upgrade/facts/" data-home="…/en/" data-english="en"
//     data-own="114017 …" data-pull="https://…"> with the selects from and to, the field text,
//     inputs of files, a box keep; .files lists the files
//   <p class="tally" role="status">, #check-results
//   <template class="words">: an element for each text; <template class="sample">: an example, for the
//     upgrade of data-from and data-to

const storage = "kawaraban:check";

function page(form) {
  const { from, to, text, keep } = form.elements;
  const results = document.getElementById("check-results");
  const status = document.querySelector(".tally");
  const list = form.querySelector(".files");
  const tools = document.querySelector(".after");
  const sample = document.querySelector("template.sample");
  const say = wording(document.querySelector("template.words"));
  const phrases = new Phrases(say);
  const rows = new Rows({ phrases, ...form.dataset });
  const load = loader(form.dataset.facts);
  const ask = checker();
  let files = []; // {name, file}
  let current; // the report that is shown
  let timer;

  const kept = (value) => {
    try {
      if (value === undefined) return localStorage.getItem(storage);
      if (value === null) localStorage.removeItem(storage);
      else localStorage.setItem(storage, value);
    } catch {
      // Without storage nothing is kept.
    }
    return null;
  };

  function fit() {
    const open = from.selectedOptions[0].dataset.to.split(" ");
    for (const option of to.options) option.disabled = !open.includes(option.value);
    if (!open.includes(to.value)) [to.value] = open;
  }

  function show(report) {
    current = report;
    results.replaceChildren(...(report ? rows.all(report) : []));
    tools.hidden = !report;
  }

  // run checks the field and the files. A newer run replaces it.
  async function run() {
    clearTimeout(timer);
    kept(keep.checked && text.value ? text.value : null);
    if (!text.value.trim() && !files.length) {
      status.textContent = "";
      show();
      return;
    }
    const pair = { from: from.value, to: to.value };
    const field = text.value.trim() ? [{ name: "", file: new Blob([text.value]) }] : [];
    results.setAttribute("aria-busy", "true");
    try {
      const facts = await load(pair.from, pair.to);
      const report = await ask(async () => ({ ...facts, ...pair, files: await bytesOf([...field, ...files]) }));
      if (!report) return;
      show(report);
      status.textContent = phrases.counts(report);
    } catch (e) {
      show();
      status.textContent = say(e.message === "slow" ? "slow" : "failed");
    }
    results.removeAttribute("aria-busy");
  }

  // warmUp loads the facts and reads the example: the worker compiles its functions before they are
  // needed.
  async function warmUp() {
    const pair = { from: from.value, to: to.value };
    const facts = await load(pair.from, pair.to).catch(() => null);
    const bytes = encoder.encode(sample.content.textContent.repeat(200));
    if (facts && !current && !results.hasAttribute("aria-busy")) await ask(async () => ({ ...facts, ...pair, files: [{ name: "", bytes }] })).catch(() => {});
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(run, 150);
  }

  function listFiles() {
    const items = files.slice(0, 100).map(({ name }, i) => {
      const remove = make("button", { type: "button", "aria-label": say("remove", name) }, "×");
      remove.addEventListener("click", () => {
        files.splice(i, 1);
        listFiles();
        (list.querySelectorAll("button")[Math.min(i, files.length - 1)] || text).focus();
        run();
      });
      return make("li", {}, name, remove);
    });
    if (files.length > 100) items.push(make("li", {}, say("more", files.length - 100)));
    list.replaceChildren(...items);
  }

  function add(more) {
    const all = [...files, ...more];
    files = all.slice(0, maxFiles);
    listFiles();
    if (all.length > maxFiles) status.textContent = say("too_many", maxFiles);
    run();
  }

  function choose(pair) {
    for (const [select, value] of [[from, pair.from], [to, pair.to]]) {
      if ([...select.options].some((option) => option.value === value)) select.value = value;
    }
    fit();
  }

  // fill puts what the address carries into the fields: the page of an upgrade has its releases in the
  // query.
  function fill() {
    const link = fromFragment(location.hash);
    const query = new URLSearchParams(location.search);
    choose({ from: link.from || query.get("from"), to: link.to || query.get("to") });
    if (link.text) text.value = link.text;
  }

  function goTo(line) {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + lines[line - 1].length);
  }

  from.addEventListener("change", fit);
  for (const select of [from, to]) {
    select.addEventListener("change", () => {
      load(from.value, to.value).catch(() => {});
      run();
    });
  }
  text.addEventListener("input", later);
  text.addEventListener("paste", (e) => {
    const pasted = e.clipboardData.getData("text/plain");
    if (pasted.length < maxPaste) return;
    e.preventDefault();
    add([{ name: say("pasted"), file: new Blob([pasted]) }]);
  });
  keep.addEventListener("change", run);
  for (const input of form.querySelectorAll("input[type=file]")) {
    input.webkitdirectory = "folder" in input.dataset;
    input.addEventListener("change", () => {
      add(Array.from(input.files, (file) => ({ name: file.webkitRelativePath || file.name, file })).filter(({ name }) => !`/${name}`.includes("/.git/")));
      input.value = "";
    });
  }
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    run().then(() => status.focus());
  });
  form.addEventListener("reset", () => {
    files = [];
    listFiles();
    setTimeout(() => { // after the fields have their first values
      fill();
      text.value = "";
      run();
      text.focus();
    });
  });
  form.querySelector(".example").addEventListener("click", () => {
    choose(sample.dataset);
    text.value = sample.content.textContent.trimStart();
    run();
  });
  form.addEventListener("dragover", (e) => {
    e.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", (e) => form.contains(e.relatedTarget) || form.classList.remove("over"));
  form.addEventListener("drop", async (e) => {
    form.classList.remove("over");
    if (!e.dataTransfer.types.includes("Files")) return;
    e.preventDefault();
    add(await dropped(e.dataTransfer.items));
  });
  results.addEventListener("click", (e) => {
    const { line } = e.target.dataset;
    if (!line) return;
    e.preventDefault();
    goTo(+line);
  });
  tools.querySelector(".export").addEventListener("click", () => {
    const link = make("a", { href: URL.createObjectURL(new Blob([markdownOf(current, phrases)], { type: "text/markdown" })), download: `upgrade-${current.from}-${current.to}.md` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  tools.querySelector(".share").addEventListener("click", async ({ target }) => {
    const link = new URL(toFragment(current), location.href).href;
    const done = await navigator.clipboard.writeText(link).then(() => true, () => false);
    if (!done) history.replaceState(history.state, "", link);
    target.textContent = say(done ? "copied" : "in_address");
    setTimeout(() => { target.textContent = say("share"); }, 2000);
  });
  addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return;
    fill();
    run();
  });

  const before = kept();
  keep.checked = Boolean(before);
  if (before) text.value = before;
  fill();
  if (text.value) run();
  else warmUp();
}

if (typeof document !== "undefined") {
  const form = document.querySelector("form.check");
  if (form) page(form);
}
