// The page of the search. What is asked for stands in its address (?q=…&sig=…): a choice
// is a step to go back to, typing is one step however many letters. Beside a step is kept
// how many results were shown, how far the page was scrolled and what had the focus, so
// that whoever comes back finds the page as it was left.
//
//   form.seek with the field q; .found holds .chips, .facets with [data-facet="sig"] for
//   each dimension, .said, .trouble, .list, .further and the templates; .doors shows other ways

const dimensions = ["release", "type", "kind", "stage", "lang", "sig"];
const portion = 20;

// page makes the page work; link leads to it, as on every page.
export function page(link) {
  const home = new URL("../", link.href);
  const index = openIndex(new URL("../search/", home));
  const main = document.querySelector("main");
  const box = main.querySelector(".seek").q;
  const [found, chips, facets, said, trouble, list, further, doors] = ["found", "chips", "facets", "said", "trouble", "list", "further", "doors"].map((name) => main.querySelector("." + name));
  const context = speaker(found, home, home.pathname.split("/").at(-2));
  const { say, count, label, lang } = context;
  const { title } = document;
  const { release } = document.body.dataset;
  const make = (name, parent, ...nodes) => {
    const made = document.createElement(name);
    made.append(...nodes);
    parent.append(made);
    return made;
  };
  let turn = 0; // of the newest question: older answers are dropped
  let busy = false;
  let typing = false;
  let shown = 0;

  for (const facet of facets.querySelectorAll("[data-facet]")) {
    const name = facet.dataset.facet;
    for (const known of found.querySelector(".labels").content.querySelectorAll(`[data-${name}]`)) {
      make("a", make("li", facet.lastChild), known.cloneNode(true)).dataset.value = known.dataset[name];
    }
  }
  const wide = matchMedia("(min-width: 60.01rem)");
  const fit = () => { facets.open = wide.matches; };
  wide.addEventListener("change", fit);
  fit();

  // What narrows the search: operators in the field, and what the address says beside it.
  const nameOf = (by) => by?.toLowerCase().replace(/^rel$/, "release");
  function chosen(params) {
    const typed = [...box.value.normalize("NFKC").matchAll(operator)].filter(([, , , by]) => by);
    return [
      ...typed.map(([text, , dash, by, quoted, bare]) => ({ name: nameOf(by), value: dash ? "" : quoted ?? bare, text: text.trim() })),
      ...dimensions.map((name) => ({ name, value: params.get(name) })).filter(({ value }) => value),
    ];
  }

  // to is the address with another value for a dimension, or none.
  function to(change, q = box.value) {
    const url = new URL(location);
    url.hash = "";
    const kept = q.normalize("NFKC").replace(operator, (text, space, dash, by) => (nameOf(by) in change ? "" : text)).trim();
    for (const [name, value] of Object.entries({ ...change, q: kept === q.normalize("NFKC").trim() ? q : kept })) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    return url;
  }

  const keep = (more) => busy || history.replaceState({ ...history.state, ...more }, "");
  function go(url, step) {
    if (step) {
      keep({ y: scrollY });
      history.pushState({}, "", url);
    } else history.replaceState({}, "", url);
    read();
  }

  // narrowed shows what is chosen, as chips and among the facets.
  function narrowed(params) {
    const all = chosen(params);
    const back = chips.contains(document.activeElement);
    chips.replaceChildren();
    for (const { name, value, text } of all) {
      const known = label(name, value);
      const chip = make("a", make("li", chips), known ? known.cloneNode(true) : text || value);
      chip.href = to({ [name]: "" });
      chip.setAttribute("aria-label", found.dataset.remove.replace("{0}", () => chip.textContent));
    }
    if (back) (chips.querySelector("a") || box).focus();
    for (const a of facets.querySelectorAll("a")) {
      const name = a.closest("[data-facet]").dataset.facet;
      const is = all.some((one) => one.name === name && one.value === a.dataset.value);
      a.href = to({ [name]: is ? "" : a.dataset.value });
      if (is) a.setAttribute("aria-current", "true");
      else a.removeAttribute("aria-current");
    }
    return all.length;
  }

  function counted(counts) {
    for (const facet of facets.querySelectorAll("[data-facet]")) {
      let any = false;
      for (const a of facet.querySelectorAll("a")) {
        const n = counts[facet.dataset.facet]?.[a.dataset.value] || 0;
        a.dataset.count = n.toLocaleString(document.documentElement.lang);
        a.parentNode.hidden = !n && !a.matches("[aria-current]");
        any ||= !a.parentNode.hidden;
      }
      facet.hidden = !any;
    }
  }

  function draw(answer, q) {
    const { hits, total, dropped } = answer;
    shown = hits.length;
    list.replaceChildren(makeList(answer, context));
    said.textContent = (hits.length ? [dropped && say("dropped", dropped), count(total)] : [say("none", q)]).filter(Boolean).join(" · ");
    further.hidden = hits.length >= total;
    doors.hidden = hits.length > 0;
  }

  // read does what the address says; was is how the page was left, want how many results are wanted.
  async function read(was, want = was?.n || portion) {
    const mine = ++turn;
    const params = new URLSearchParams(location.search);
    const q = params.get("q") || "";
    if (box.value !== q) box.value = q;
    document.title = (q.trim() && q.trim() + " · ") + title;
    const narrow = narrowed(params);
    const filters = Object.fromEntries(dimensions.map((name) => [name, params.get(name)]).filter(([, value]) => value));
    trouble.hidden = true;
    found.hidden = !q.trim() && !narrow;
    doors.hidden = !found.hidden;
    busy = !found.hidden;
    if (!busy) return;
    const asked = { lang, release, filters };
    try {
      const answer = await search(index, q, { ...asked, want });
      if (mine !== turn) return;
      draw(answer, q);
      if (was?.y !== undefined) scrollTo({ top: was.y, behavior: "instant" });
      if (was?.at) [...main.querySelectorAll("a, input, button")].find((one) => nameIn(one) === was.at)?.focus({ preventScroll: true });
      const counts = await countFacets(index, q, asked);
      if (mine === turn) counted(counts);
    } catch (e) {
      if (mine !== turn) return;
      list.replaceChildren();
      said.textContent = "";
      trouble.hidden = doors.hidden = false;
      trouble.firstChild.textContent = say(e.kind === "offline" ? "offline" : "failed");
    }
    busy = false;
  }

  const nameIn = (one) => one.getAttribute("href") || one.name || one.className;
  const type = () => {
    go(to({}), !typing);
    typing = true;
  };
  box.addEventListener("input", (e) => e.isComposing || type());
  box.addEventListener("compositionend", type);
  box.addEventListener("change", () => { typing = false; });
  box.form.addEventListener("submit", (e) => e.preventDefault());
  found.addEventListener("click", (e) => {
    const a = e.target.closest(".chips a, .facets a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    typing = false;
    go(a.href, true);
  });
  further.addEventListener("click", async () => {
    const before = shown;
    await read(null, before + portion);
    keep({ n: shown });
    list.querySelectorAll(".hit a")[before]?.focus();
  });
  trouble.lastChild.addEventListener("click", () => read(history.state));
  main.addEventListener("focusin", (e) => keep({ at: nameIn(e.target) }));
  addEventListener("scrollend", () => keep({ y: scrollY }));
  addEventListener("popstate", (e) => {
    typing = false;
    read(e.state);
  });
  history.scrollRestoration = "manual";
  if (!location.search) box.focus({ preventScroll: true });
  read(history.state);
}
