// Loaded in the head, before the first paint: what the reader chose last time is
// on the page before anything is drawn, so nothing flashes and nothing shifts.
(function (root) {
  "use strict";
  root.classList.add("js");
  try {
    var chosen = localStorage.getItem("kawaraban-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch (e) {
    // Storage may be forbidden: the system decides.
  }
})(document.documentElement);
