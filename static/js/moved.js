// The only script of a redirect page. It keeps the fragment and the query. It stops reading the
// page, so that the refresh for readers without scripts does not run too.
(function (to) {
  "use strict";
  const next = new URL(to, location.href);
  next.search = location.search;
  next.hash = location.hash;
  window.stop();
  location.replace(next);
})(document.currentScript.dataset.to);
