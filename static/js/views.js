// A note in two languages. The radios of the bar select the view without scripts. This script keeps
// the choice in the address and for the next page, keeps the reader's place, and copies pairs.
//
//   <fieldset class="views" data-copy="WORD"> the radios v-a, v-b and v-both; theme.js has
//     checked the right one
//   <div class="two"> blocks; <div class="pair"> contains the sides .a and .b, as does a heading
(function (doc) {
  "use strict";
  const views = doc.querySelector(".views");
  const note = doc.querySelector(".two");
  const words = kawaraban[doc.documentElement.lang] || {}; // from page.js
  if (!views || !note) return;

  // The block that the reader looks at stays at the same height. It is the first block that starts in
  // the upper half of the window, else the smallest one that reaches into it.
  let blocks;
  let seen = null;
  function look() {
    seen = null;
    if (scrollY === 0) return;
    const line = views.getBoundingClientRect().bottom;
    blocks ??= [...note.querySelectorAll(".entry, .pair, .remark, .prose, h2, h3, h4, h5, h6")];
    for (const block of blocks) {
      const { top, bottom, height } = block.getBoundingClientRect();
      if (!height || bottom <= line) continue;
      if (seen && top > innerHeight / 2) break;
      seen = { block, top };
      if (top >= line) break;
    }
  }
  function stay() {
    if (!seen) return;
    const style = doc.documentElement.style;
    style.overflowAnchor = "none"; // otherwise the browser does it again
    scrollBy({ top: seen.block.getBoundingClientRect().top - seen.top, behavior: "instant" });
    requestAnimationFrame(() => { style.overflowAnchor = ""; });
  }
  let waiting = false;
  const later = () => {
    if (!waiting) requestAnimationFrame(() => { waiting = false; look(); });
    waiting = true;
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  views.parentNode.addEventListener("pointerdown", look);
  views.parentNode.addEventListener("keydown", look);

  // If the reader views the page in its own language, the next page does the same.
  function keep(view) {
    const link = doc.querySelector(".langs [aria-current]");
    const own = link && (link.dataset.lang || link.lang);
    try {
      localStorage.setItem("kawaraban-view", view === own ? "own" : view);
    } catch {
      // The choice then lasts as long as the address.
    }
    address("view", view);
  }
  function address(name, value) {
    const url = new URL(location.href);
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
    try {
      history.replaceState(history.state, "", url);
    } catch {
      // A page opened as a file keeps its address.
    }
  }
  views.parentNode.addEventListener("change", (e) => {
    stay();
    if (e.target.name === "view") keep(e.target.value);
    if (e.target.name === "remarks") address("only", e.target.checked && "remarks");
  });

  // In the remarks view, headings without remarks are hidden, here and in the outline.
  const level = (at) => Number(at.querySelector("h2, h3, h4, h5, h6").nodeName[1]);
  function remarked(heading) {
    for (let next = heading.nextElementSibling; next; next = next.nextElementSibling) {
      if (next.matches(".plain, .kind") && level(next) <= level(heading)) return false;
      if (next.matches(".remark, :has(.remark)")) return true;
    }
    return false;
  }
  function bare() {
    const alone = Boolean(views.parentNode.querySelector(".only input")?.checked);
    if (!alone && !note.querySelector(".bare")) return;
    for (const heading of note.querySelectorAll(":scope > :is(.plain, .kind)")) {
      const gone = alone && !remarked(heading);
      heading.classList.toggle("bare", gone);
      const id = "#" + encodeURIComponent(heading.querySelector("[id]").id);
      for (const a of doc.querySelectorAll(".toc a")) {
        if (a.hash.toLowerCase() === id.toLowerCase()) a.parentNode.hidden = gone;
      }
    }
  }
  views.parentNode.addEventListener("change", (e) => e.target.matches(".only input") && bare());
  if (views.parentNode.querySelector(".only :checked")) bare();
  doc.addEventListener("kawaraban:patched", () => {
    blocks = null;
    if (views.isConnected) bare();
  });

  // Copied together: a pair; the pair of an entry with its title; a heading with the pairs of its
  // section.
  function unit(at) {
    const pair = at.closest(".pair");
    if (pair && !pair.parentNode.matches(".entry")) return { box: pair, holds: [pair] };
    const entry = at.closest(".entry");
    if (entry) {
      const holds = [...entry.querySelectorAll(":scope > :is(h2, h3, h4, h5, h6, .pair)")];
      return { box: holds.findLast((h) => h.matches(".pair")) || entry, holds };
    }
    const heading = at.closest(".plain, .kind");
    if (!heading) return null;
    const holds = [heading.querySelector("h2, h3, h4, h5, h6")];
    for (let next = heading.nextElementSibling; next && !next.matches(".plain, .kind, .entry"); next = next.nextElementSibling) {
      holds.push(...(next.matches(".pair") ? [next] : next.querySelectorAll(".pair")));
    }
    return { box: heading, holds };
  }
  const sides = (holds, side) => holds.flatMap((h) => h.matches(".table") ? [h] : [...h.querySelectorAll(":scope > " + side)]);
  // If a pair has only the other side, the entry's own text surrounds it.
  const first = (box, holds) => {
    const own = sides(holds, ".a");
    return own.length ? own : [...box.closest(".entry").querySelectorAll(":scope > :is(h2, h3, h4, h5, h6, .text, .details)")];
  };

  // Returns the text of a side, visible or not, with a line per paragraph and item. For a table with
  // both languages, the other one is left out.
  function lines(node, not) {
    if (node.nodeType === Node.TEXT_NODE) return node.parentNode.closest("pre") ? node.data : node.data.replace(/\s+/g, " ");
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(".cap, .remark, button") || node.matches(".table " + not)) return "";
    const text = [...node.childNodes].map((child) => lines(child, not)).join("");
    if (node.matches("li")) return "\n- " + text.trim() + "\n";
    if (node.matches("th, td")) return text.trim() + "\t";
    if (node.matches("pre")) return "\n" + text + "\n";
    return node.matches("p, div, ul, ol, dl, dt, dd, tr, table, blockquote, figure, br") ? "\n" + text.trim() + "\n" : text;
  }
  function named(side, which) {
    const own = views.querySelector(which === ".b" ? ".v-b" : ".v-a");
    const lang = side.lang || doc.documentElement.lang;
    const other = side.matches(".said") && !lang.startsWith(own.value);
    return other ? new Intl.DisplayNames([lang], { type: "language" }).of(lang) : own.parentNode.textContent.trim();
  }
  function both({ box, holds }) {
    const byName = new Map();
    for (const [which, not, of] of [[".a", ".b", first(box, holds)], [".b", ".a", sides(holds, ".b")]]) {
      for (const side of of) {
        const name = named(side, which);
        const text = lines(side, not).replace(/\s*\n/g, "\n").trim();
        byName.set(name, byName.has(name) ? byName.get(name) + "\n" + text : text);
      }
    }
    const url = new URL(location.href);
    url.search = "";
    url.hash = place(box);
    return [...byName].map(([name, text]) => name + "\n" + text + "\n\n").join("") + url + "\n";
  }
  // Returns the nearest anchor: of the block, its ancestors, or the heading above.
  function place(box) {
    const own = box.querySelector("h2[id], h3[id], h4[id], h5[id], h6[id], .a[id]") || box.closest(".two [id]");
    const above = [...note.querySelectorAll(".plain [id], .kind [id]")];
    return (own || above.findLast((h) => h.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING))?.id || "";
  }

  // One button for all pairs. It moves to the pair under the pointer or focus. With a keyboard it
  // comes after the text of the entry.
  const button = doc.createElement("button");
  let current = null;
  button.type = "button";
  button.className = "twin";
  button.setAttribute("aria-live", "polite");
  button.textContent = views.dataset.copy;
  function come(e) {
    if (e.target === button || button.matches(":focus-visible") || !views.isConnected) return;
    const next = unit(e.target);
    if (!next || !next.box || !sides(next.holds, ".b").length) return;
    if (current && current.box === next.box && button.isConnected) return;
    current = next;
    button.blur();
    button.textContent = views.dataset.copy;
    next.box.append(button);
  }
  function leave(e) {
    if (e.relatedTarget && note.contains(e.relatedTarget)) return;
    button.remove();
  }
  note.addEventListener("pointerover", come);
  note.addEventListener("focusin", come);
  note.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && !note.contains(doc.activeElement) && button.remove());
  note.addEventListener("focusout", leave);
  button.addEventListener("click", async () => {
    const copied = current;
    try {
      await navigator.clipboard.writeText(both(copied));
      button.textContent = words.copied;
    } catch {
      button.textContent = words.copyfailed;
      getSelection().selectAllChildren(copied.box);
    }
    setTimeout(() => { if (current === copied) button.textContent = views.dataset.copy; }, 2000);
  });
})(document);
