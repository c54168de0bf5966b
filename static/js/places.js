// A month of the log with more than one page holds has its later days on pages of their own. An
// address that was written down before leads to the page where the entry stood then: this leads
// on to where it stands now. It is only asked for where the page itself has no such place.
//
//   <script data-places="places.json">, the address of a file
//     {"": ["pr-1", …], "d-13/": ["pr-2", …]}: the places on each part, by its address from there
(function (doc, at) {
  "use strict";
  const from = new URL(at, location.href);
  async function lead() {
    let id;
    try {
      id = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    if (!id || doc.getElementById(id)) return;
    const answer = await fetch(from).catch(() => null);
    const parts = answer?.ok ? await answer.json() : {};
    const part = Object.keys(parts).find((name) => parts[name].includes(id));
    if (part === undefined) return;
    const to = new URL("./" + part, from);
    to.search = location.search;
    to.hash = location.hash;
    location.replace(to);
  }
  addEventListener("hashchange", lead);
  lead();
})(document, document.currentScript.dataset.places);
