// The search page. The address contains the query (?q=…&sig=…&n=40). A choice is one step of the
// history; typing is one step, however many letters. Each step stores the scroll position.
//
//   form.seek with the field; .found contains .chips, .facets with [data-facet="sig"] per
//   dimension and a link [data-value] per value, .further and the parts of a seeker;
//   .doors links to the lists

const portion = 20;

// page initializes the page at the target of link.
export function page(link) {
  const [box, found, chips, trouble, further, doors] = parts(document, ".seek input,.found,.chips,.trouble,.further,.doors");
  const { list, fill, ask } = seeker(link)(found);
  const { title } = document;
  let links;
  let busy; // until the page matches its address
  let typing;

  // at returns the address with another value; an empty value is removed.
  function at(by, value) {
    const url = new URL(location);
    url.searchParams.delete("n");
    if (value) url.searchParams.set(by, value);
    else url.searchParams.delete(by);
    return url.href;
  }
  function go(to, step) {
    if (to === location.href) return;
    history[step ? "pushState" : "replaceState"]({}, "", to);
    return read();
  }

  // read applies the address.
  async function read() {
    links = Array.from(found.querySelectorAll(".facets a"), (a) => [a.closest("[data-facet]").dataset.facet, a.dataset.value, a]);
    const params = new URLSearchParams(location.search);
    const q = params.get("q") || "";
    const want = +params.get("n") || portion;
    const { y } = history.state || {};
    const filters = {};
    const focus = chips.contains(document.activeElement);
    chips.textContent = "";
    for (const [by, value, a] of links) {
      filters[by] = params.get(by);
      const is = filters[by] === value;
      a.href = at(by, is ? "" : value);
      a.ariaCurrent = is || null;
      if (!is) continue;
      const chip = a.parentNode.cloneNode(true);
      chip.hidden = false;
      chip.firstChild.ariaLabel = found.dataset.remove.replace("{0}", () => a.textContent);
      chips.append(chip);
    }
    if (focus) (chips.querySelector("a") || box).focus();
    if (box.value !== q) box.value = q;
    document.title = (q && q + " · ") + title;
    const asks = q.trim() || Object.values(filters).some(Boolean);
    found.hidden = !asks;
    doors.hidden = busy = asks;
    const answer = await ask(q, asks && { filters, want, full: true });
    if (asks && !answer) return;
    if (!asks) fill({ hits: [] });
    const { total, more, counts } = answer || {};
    doors.hidden = total;
    further.hidden = !more;
    if (counts) for (const [by, value, a] of links) {
      const n = counts[by][value] || 0;
      a.dataset.count = n.toLocaleString(document.documentElement.lang);
      a.parentNode.hidden = !n && !a.ariaCurrent;
    }
    if (y >= 0) scrollTo({ top: y, behavior: "instant" });
    busy = false;
  }

  const again = () => {
    typing = false;
    read();
  };
  heed(box, () => {
    go(at("q", box.value), !typing);
    typing = true;
  });
  box.onchange = () => { typing = false; };
  box.form.onsubmit = (e) => e.preventDefault();
  found.onclick = (e) => {
    const a = e.target.closest(".chips a, .facets a");
    if (!a || apart(e)) return;
    e.preventDefault();
    typing = false;
    go(a.href, true);
  };
  further.onclick = async () => {
    const before = list.querySelectorAll("a").length;
    await go(at("n", before + portion));
    list.querySelectorAll("a")[before]?.focus();
  };
  trouble.lastChild.onclick = again;
  addEventListener("scrollend", () => busy || history.replaceState({ y: scrollY }, ""));
  addEventListener("popstate", again);
  history.scrollRestoration = "manual";
  if (!location.search) box.focus({ preventScroll: true });
  if (box.value) history.replaceState(history.state, "", at("q", box.value)); // typed before the script was ready
  again();
}
