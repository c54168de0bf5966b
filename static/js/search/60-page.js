// The page of the search. What is asked for stands in its address (?q=…&sig=…): a choice
// is a step to go back to, typing is one step however many letters. Beside a step is kept
// how many results were shown, how far the page was scrolled and what had the focus, so
// that whoever comes back finds the page as it was left.
//
//   form.seek with the field q; .found holds .chips, .facets with [data-facet="sig"] for
//   each dimension, .said, .trouble, .list, .further and the templates; .doors shows
//   other ways

const portion = 20;

// page makes the page work; link leads to it, as on every page.
export function page(link) {
  const home = new URL("../", link.href);
  const index = openIndex(new URL("../search/", home));
  const main = document.querySelector("main");
  const box = main.querySelector(".seek").q;
  const [found, chips, panel, said, trouble, list, further, doors, labels] = ["found", "chips", "facets", "said", "trouble", "list", "further", "doors", "labels"].map((name) => main.querySelector("." + name));
  const context = speaker(found, home, home.pathname.split("/").at(-2));
  const { say, count, label, lang } = context;
  const { title } = document;
  const { release } = document.body.dataset;
  const links = []; // of the facets: [dimension, value, link]
  let under; // what the newest answer stops at: a newer question
  let busy; // until the page is as the address says
  let typing;

  function item(parent, content) {
    const a = document.createElement("a");
    const li = document.createElement("li");
    a.append(content);
    li.append(a);
    parent.append(li);
    return a;
  }
  for (const facet of panel.querySelectorAll("[data-facet]")) {
    const by = facet.dataset.facet;
    for (const known of labels.content.querySelectorAll(`[data-${by}]`)) item(facet.lastChild, known.cloneNode(true)).dataset.value = known.dataset[by];
    for (const a of facet.querySelectorAll("a")) links.push([by, a.dataset.value, a]);
  }
  const dimensions = [...new Set(links.map(([by]) => by))];
  const wide = matchMedia("(min-width: 60.01rem)");
  (wide.onchange = () => { panel.open = wide.matches; })();

  // at is the address with other values; an empty one goes.
  function at(change) {
    const url = new URL(location);
    url.hash = "";
    for (const [name, value] of Object.entries(change)) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    return url;
  }

  const keep = (more) => busy || history.replaceState({ ...history.state, ...more }, "");
  function go(url, step) {
    if (step) keep({ y: scrollY });
    history[step ? "pushState" : "replaceState"]({}, "", url);
    read({});
  }

  // narrowed shows by what the search is narrowed, in the address and by operators in the
  // field: as chips, and among the facets, whose links lead on.
  function narrowed(query, params) {
    const named = (by) => by?.toLowerCase().replace(/^rel$/, "release");
    const to = (dimension, value) => at({ [dimension]: value, q: query.replace(operator, (text, space, dash, by) => (named(by) === dimension ? "" : text)).trim() });
    const chosen = [
      ...[...query.matchAll(operator)].filter((m) => m[3]).map(([text, , dash, by, quoted, bare]) => [named(by), dash || (quoted ?? bare), text.trim()]),
      ...dimensions.map((by) => [by, params.get(by), params.get(by)]).filter(([, value]) => value),
    ];
    const focus = chips.contains(document.activeElement);
    chips.replaceChildren();
    for (const [by, value, text] of chosen) {
      const a = item(chips, label(by, value)?.cloneNode(true) || text);
      a.href = to(by);
      a.setAttribute("aria-label", found.dataset.remove.replace("{0}", () => a.textContent));
    }
    if (focus) (chips.querySelector("a") || box).focus();
    for (const [by, value, a] of links) {
      const is = chosen.some((one) => one[0] === by && one[1] === value);
      a.href = to(by, !is && value);
      a.ariaCurrent = is || null;
    }
    return chosen.length;
  }

  // read does what the address says; was is how the page was left, if it was.
  async function read({ n = portion, y, focus }) {
    under?.abort();
    const { signal } = (under = new AbortController());
    const params = new URLSearchParams(location.search);
    const q = params.get("q") || "";
    if (box.value !== q) box.value = q;
    document.title = (q && q + " · ") + title;
    const narrow = narrowed(q.normalize("NFKC"), params);
    const idle = !q.trim() && !narrow;
    trouble.hidden = true;
    found.hidden = idle;
    doors.hidden = !idle;
    busy = list.ariaBusy = !idle;
    if (idle) return;
    try {
      const answer = await search(index, q, { lang, release, filters: Object.fromEntries(dimensions.map((by) => [by, params.get(by)])), want: n, full: true, signal });
      const counts = await facets(index, answer);
      if (signal.aborted) return;
      const { hits, total, next, dropped } = answer;
      list.replaceChildren(makeList(answer, context));
      said.textContent = hits.length ? (dropped && say("dropped", dropped) + " · ") + count(total) : say("none", q);
      further.hidden = !next;
      doors.hidden = hits.length > 0;
      for (const [by, value, a] of links) {
        const n = counts[by][value];
        a.dataset.count = (n || 0).toLocaleString(document.documentElement.lang);
        a.parentNode.hidden = !n && !a.ariaCurrent;
      }
      if (y >= 0) scrollTo({ top: y, behavior: "instant" });
      if (focus) [...main.querySelectorAll("a, input, button")].find((one) => nameOf(one) === focus)?.focus({ preventScroll: true });
    } catch (e) {
      if (signal.aborted) return;
      list.replaceChildren();
      said.textContent = "";
      trouble.hidden = doors.hidden = false;
      trouble.firstChild.textContent = say(e.kind === "offline" ? "offline" : "failed");
    }
    busy = list.ariaBusy = false;
  }

  const nameOf = (one) => one.getAttribute("href") || one.className || one.name;
  const type = () => {
    go(at({ q: box.value }), !typing);
    typing = true;
  };
  const settle = () => { typing = false; };
  box.addEventListener("input", (e) => e.isComposing || type());
  box.addEventListener("compositionend", type);
  box.addEventListener("change", settle);
  box.form.addEventListener("submit", (e) => e.preventDefault());
  found.addEventListener("click", (e) => {
    const a = e.target.closest(".chips a, .facets a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    settle();
    go(a.href, true);
  });
  further.addEventListener("click", async () => {
    const before = list.querySelectorAll(".hit").length;
    keep({ n: before + portion });
    await read({ n: before + portion });
    list.querySelectorAll(".hit a")[before]?.focus();
  });
  trouble.lastChild.addEventListener("click", () => read({}));
  main.addEventListener("focusin", (e) => keep({ focus: nameOf(e.target) }));
  addEventListener("scrollend", () => keep({ y: scrollY }));
  addEventListener("popstate", (e) => {
    settle();
    read(e.state || {});
  });
  history.scrollRestoration = "manual";
  if (!location.search) box.focus({ preventScroll: true });
  read(history.state || {});
}
