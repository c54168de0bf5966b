// Loaded in the head, before the first paint: what the reader chose last time is on the
// page before anything is drawn, so nothing flashes and nothing shifts.
(function (doc, root) {
  "use strict";
  root.classList.add("js");

  function kept(name) {
    try {
      return localStorage.getItem("kawaraban-" + name);
    } catch {
      return null; // Storage may be forbidden: the system and the page decide.
    }
  }

  const theme = kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  // The view of a note in two languages: what the address asks for (?view=en), else what
  // was chosen last, where "own" is the language of the page. A language of the site that
  // this page has no column of shows the note itself; any other word is as good as none.
  const langOf = (link) => link && (link.dataset.lang || link.lang);
  function radio(view) {
    const radios = [...doc.querySelectorAll(".views input")];
    const known = [...doc.querySelectorAll(".langs a")].some((a) => langOf(a) === view);
    return radios.find((r) => r.value === view) || (known && radios[0]);
  }
  const asked = () => new URLSearchParams(location.search).get("view");
  const chosen = () => (kept("view") === "own" ? langOf(doc.querySelector(".langs [aria-current]")) : kept("view"));
  function applyView() {
    if (!doc.querySelector(".views [value=both]")) return false;
    const found = radio(asked()) || radio(chosen());
    if (found) found.checked = true;
    return true;
  }

  // The choice is made as soon as the parser has read the switch, before it is drawn.
  if (asked() || kept("view")) {
    const parsing = new MutationObserver(() => { if (applyView()) parsing.disconnect(); });
    parsing.observe(root, { childList: true, subtree: true });
    doc.addEventListener("DOMContentLoaded", () => { parsing.disconnect(); applyView(); });
  }
  addEventListener("popstate", applyView);
  doc.addEventListener("kawaraban:patched", applyView);
  addEventListener("pageshow", (e) => e.persisted && applyView());
})(document, document.documentElement);
