// All that a page does that has moved: leads on, with the place within the page and what else
// the address asked for. The rest of the page is not read, so that its refresh, which is for
// who runs no scripts, does not lead on once more and without them.
(function (to) {
  "use strict";
  const next = new URL(to, location.href);
  next.search = location.search;
  next.hash = location.hash;
  window.stop();
  location.replace(next);
})(document.currentScript.dataset.to);
