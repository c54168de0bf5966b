// Loaded in the head, before the first paint. It applies the reader's last choices, so that nothing
// flashes or moves.
(function (doc, root) {
  "use strict";
  root.classList.add("js");

  function kept(name) {
    try {
      return localStorage.getItem("kawaraban-" + name);
    } catch {
      return null; // Storage may be blocked: use the system and the page.
    }
  }

  const theme = kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  // The view of a two-language note: from the address (?view=en), else the last choice, where "own"
  // is the language of the page. A language that the page does not have shows the note itself. Other
  // values are ignored. ?only=remarks shows the remarks alone.
  const langOf = (link) => link && (link.dataset.lang || link.lang);
  function radio(view) {
    const radios = [...doc.querySelectorAll(".views input")];
    const known = [...doc.querySelectorAll(".langs a")].some((a) => langOf(a) === view);
    return radios.find((r) => r.value === view) || (known && radios[0]);
  }
  const parameter = (name) => new URLSearchParams(location.search).get(name);
  const asked = () => parameter("view");
  const chosen = () => (kept("view") === "own" ? langOf(doc.querySelector(".langs [aria-current]")) : kept("view"));
  function applyView() {
    if (!doc.querySelector(".views [value=tap]")) return false;
    const found = radio(asked()) || radio(chosen());
    if (found) found.checked = true;
    const only = doc.querySelector(".only input");
    if (only) only.checked = parameter("only") === "remarks";
    return only || !parameter("only");
  }

  // The choice is applied as soon as the switch is parsed, before it is painted.
  if (asked() || parameter("only") || kept("view")) {
    const parsing = new MutationObserver(() => { if (applyView()) parsing.disconnect(); });
    parsing.observe(root, { childList: true, subtree: true });
    doc.addEventListener("DOMContentLoaded", () => { parsing.disconnect(); applyView(); });
  }
  addEventListener("popstate", applyView);
  doc.addEventListener("kawaraban:patched", applyView);
  addEventListener("pageshow", (e) => e.persisted && applyView());
})(document, document.documentElement);
