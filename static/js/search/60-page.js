// The page of the search. What is asked for stands in its address (?q=…&sig=…): a choice
// is a step to go back to, typing is one step however many letters. Beside a step is kept
// how many results were shown, how far the page was scrolled and which link had the focus,
// so that whoever comes back finds the page as it was left.
//
//   form.seek with the field; .found holds .chips, .facets with [data-facet="sig"] for each
//   dimension, .said, .trouble, .list, .further and the templates; .doors shows other ways

const portion = 20;

// page makes the page work; link leads to it, as on every page.
export function page(link) {
  const home = new URL("../", link.href);
  const index = openIndex(new URL("../search/", home));
  const main = document.querySelector("main");
  const [box, found, chips, panel, said, trouble, list, further, doors] = ["seek input", "found", "chips", "facets", "said", "trouble", "list", "further", "doors"].map((name) => main.querySelector("." + name));
  const context = speaker(found, home);
  const { label, sum, fault, lang } = context;
  const { title } = document;
  const { release } = document.body.dataset;
  const links = []; // of the facets: [dimension, value, link]
  let under; // ends the answer that is under way
  let busy; // until the page is as its address says
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
    for (const known of found.querySelector(".labels").content.querySelectorAll(`[data-${by}]`)) item(facet.lastChild, known.cloneNode(true)).dataset.value = known.dataset[by];
    for (const a of facet.querySelectorAll("a")) links.push([by, a.dataset.value, a]);
  }

  // at is the address with other values; an empty one goes.
  function at(change) {
    const url = new URL(location);
    for (const by in change) {
      if (change[by]) url.searchParams.set(by, change[by]);
      else url.searchParams.delete(by);
    }
    return url;
  }

  const keep = (more) => busy || history.replaceState({ ...history.state, ...more }, "");
  function go({ href }, step) {
    if (href === location.href) return;
    history[step ? "pushState" : "replaceState"]({}, "", href);
    read({});
  }

  // narrowed shows by what the search is narrowed, by operators in the query and in the
  // address: as chips, and among the facets, whose links lead on. It says if it is at all.
  function narrowed(query, params) {
    const named = (by) => by?.toLowerCase().replace(/^rel$/, "release");
    const to = (dimension, value) => at({ [dimension]: value, q: query.replace(operator, (text, space, dash, by) => (named(by) === dimension ? "" : text)).trim() }).href;
    const chosen = [];
    for (const [text, , dash, by, quoted, bare] of query.matchAll(operator)) if (by) chosen.push([named(by), dash || (quoted ?? bare), text]);
    for (const [by, value] of params) if (value && links.some(([known]) => known === by)) chosen.push([by, value, value]);
    const focus = chips.contains(document.activeElement);
    chips.textContent = "";
    for (const [by, value, text] of chosen) {
      const a = item(chips, label(by, value)?.cloneNode(true) || text);
      a.href = to(by);
      a.ariaLabel = found.dataset.remove.replace("{0}", () => a.textContent);
    }
    if (focus) (chips.querySelector("a") || box).focus();
    for (const [by, value, a] of links) {
      const is = chosen.some((one) => one[0] === by && one[1] === value);
      a.href = to(by, !is && value);
      a.ariaCurrent = is || null;
    }
    return chosen[0];
  }

  // read does what the address says; it is told how the page was left, if it was.
  async function read(left) {
    const { n = portion, y, focus } = left;
    under?.abort();
    const { signal } = (under = new AbortController());
    const params = new URLSearchParams(location.search);
    const q = params.get("q") || "";
    params.delete("q");
    if (box.value !== q) box.value = q;
    document.title = (q && q + " · ") + title;
    busy = list.ariaBusy = !!(narrowed(q.normalize("NFKC"), params) || q.trim());
    trouble.hidden = true;
    found.hidden = !busy;
    doors.hidden = busy;
    if (!busy) return;
    let answer;
    try {
      answer = await search(index, q, { lang, release, filters: Object.fromEntries(params), want: n, full: true, signal });
      if (signal.aborted) return;
      list.replaceChildren(makeList(answer, context));
      said.textContent = sum(answer, q, release);
      further.hidden = !answer.next;
      doors.hidden = answer.total;
      if (y >= 0) scrollTo({ top: y, behavior: "instant" });
      const counts = await facets(index, answer);
      if (signal.aborted) return;
      for (const [by, value, a] of links) {
        const n = counts[by][value] || 0;
        a.dataset.count = n.toLocaleString(document.documentElement.lang);
        a.parentNode.hidden = !n && !a.ariaCurrent;
      }
      main.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    } catch (e) {
      if (signal.aborted) return;
      if (e.kind === "replaced") return read(left);
      trouble.hidden = false;
      trouble.firstChild.textContent = fault(e);
      if (!answer) {
        list.textContent = said.textContent = "";
        doors.hidden = false;
        further.hidden = true;
      }
    }
    busy = list.ariaBusy = false;
  }

  const again = () => {
    typing = false;
    read(history.state || {});
  };
  const type = (e) => {
    if (e.isComposing) return;
    go(at({ q: box.value }), !typing);
    typing = true;
  };
  box.oninput = type;
  box.addEventListener("compositionend", type);
  box.onchange = () => { typing = false; };
  box.form.onsubmit = (e) => e.preventDefault();
  found.onclick = (e) => {
    const a = e.target.closest(".chips a, .facets a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    typing = false;
    go(a, true);
  };
  further.onclick = async () => {
    const before = list.querySelectorAll("a").length;
    keep({ n: before + portion });
    await read({ n: before + portion });
    list.querySelectorAll("a")[before]?.focus();
  };
  trouble.lastChild.onclick = again;
  main.addEventListener("focusin", (e) => keep({ focus: e.target.href }));
  addEventListener("scrollend", () => keep({ y: scrollY }));
  addEventListener("popstate", again);
  history.scrollRestoration = "manual";
  if (!location.search) box.focus({ preventScroll: true });
  if (box.value) history.replaceState(history.state, "", at({ q: box.value })); // typed before the script was there
  again();
}
