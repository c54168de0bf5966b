// The error page, which a host shows at any address. It uses the language of the address, else
// of the reader. It links to the nearest existing page and searches for the words of the address.
// An address without a language redirects to the page in the reader's language, if it exists.
// Without scripts the page shows all languages.
(function (doc, rootAddress) {
  "use strict";
  const parts = [...doc.querySelectorAll(".lost")];
  const root = new URL(rootAddress, location.href).pathname;
  const plain = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // invalid UTF-8: keep as written
    }
  };
  const below = (path) => (path.startsWith(root) ? path.slice(root.length) : path.slice(1));
  const steps = (path) => below(path).split("/").filter(Boolean).map(plain).filter((step) => step !== "index.html");

  // Returns the primary language of a tag: zh for zh-TW.
  const speaks = (tag = "") => {
    const code = tag.toLowerCase();
    return parts.find((p) => p.id === code || p.lang.toLowerCase() === code) || (code.includes("-") ? speaks(code.slice(0, code.lastIndexOf("-"))) : undefined);
  };
  const path = steps(location.pathname);
  const named = speaks(path[0]);
  const rest = named || /^[a-z]{2,3}(-[a-z]{2,4})?$/i.test(path[0] || "") ? path.slice(1) : path;
  function cameFrom() {
    try {
      const from = new URL(doc.referrer);
      return from.origin === location.origin ? speaks(steps(from.pathname)[0]) : undefined;
    } catch {
      return undefined; // typed, or without a referrer
    }
  }
  const own = () => named || cameFrom() || navigator.languages.map(speaks).find(Boolean) || parts[0];

  // Returns the nearest page above the address.
  function nearest(part) {
    const doors = [...part.querySelectorAll(".doors a")].map((a) => [a, steps(a.pathname).slice(1)]);
    const above = ([, at]) => at.length > 0 && at.every((step, i) => step.toLowerCase() === rest[i]?.toLowerCase());
    const best = doors.filter(above).sort(([, a], [, b]) => b.length - a.length)[0];
    const line = part.querySelector(".nearest");
    if (!line || !best) return;
    const [door] = best;
    const list = door.closest(".doors > ul > li").querySelector("a");
    const link = line.querySelector("a");
    link.href = door.href;
    link.textContent = /^\d+\.\d+$/.test(best[1].join()) ? "Kubernetes " + door.textContent : door === list ? list.textContent : list.textContent + " · " + door.textContent;
    line.hidden = false;
  }

  function show(part) {
    for (const p of parts) p.hidden = p !== part;
    doc.documentElement.lang = part.lang;
    doc.documentElement.dir = part.dir;
    doc.title = part.dataset.title;
    for (const a of doc.querySelectorAll(".others a")) a.parentElement.hidden = a.hash === "#" + part.id;
  }

  const words = (rest.at(-1) || "").replace(/\.[a-z]{2,5}$/, "").replace(/[-_.+\s]+/g, " ").trim();
  for (const p of parts) {
    nearest(p);
    const field = p.querySelector("input");
    if (field) field.value = words;
  }
  show(speaks(location.hash.slice(1)) || own());
  addEventListener("hashchange", () => {
    const asked = speaks(location.hash.slice(1));
    if (asked) show(asked);
  });

  // Handles addresses without a language, or with an unknown one.
  if (!named && rest.length > 0 && rest[0] !== "404.html" && own().querySelector(".doors")) {
    const to = new URL(root + own().id + "/" + rest.map(encodeURIComponent).join("/") + "/", location.href);
    to.search = location.search;
    to.hash = location.hash;
    fetch(to, { method: "HEAD" }).then((answer) => answer.ok && location.replace(to)).catch(() => {});
  }
})(document, document.currentScript.dataset.root);
