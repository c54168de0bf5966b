// Keeps a Markdown checklist in sync with the list it is made from. Each row of the list has one
// line, in the same order. If the filter hides rows, their lines are removed. If a heading has no
// lines left, it is removed too.
//
//   <details class="checklist" data-for="ID" data-rows="SELECTOR"> with a <pre>: each
//     heading in a <b>, "# " to "### " by its level; lines after it, as text or, with a
//     language of their own, in an element
//   <… id="ID"> contains the rows
(function (doc) {
  "use strict";

  function keep(box) {
    const list = doc.getElementById(box.dataset.for);
    const pre = box.querySelector("pre");
    let parts;
    let whole;
    function read() {
      const rows = [...list.querySelectorAll(box.dataset.rows)];
      let from = 0;
      parts = [];
      whole = [...pre.childNodes];
      for (const node of whole) {
        if (node.nodeName === "B") {
          parts.push({ heading: node, level: node.textContent.trim().indexOf(" "), blocks: [] });
          continue;
        }
        const lines = node.textContent.match(/.*\n/g) || [];
        const text = node.firstChild || node;
        parts.at(-1)?.blocks.push({ node, text, lines, rows: rows.slice(from, (from += lines.length)) });
      }
    }
    const show = () => {
      const out = [];
      let pending = [];
      for (const { heading, level, blocks } of parts) {
        for (const { text, lines, rows } of blocks) {
          text.data = lines.filter((_, i) => !rows[i]?.hidden).join("");
        }
        const shown = blocks.filter((b) => b.text.data).map((b) => b.node);
        pending = pending.filter((p) => p.level < level);
        pending.push({ heading, level });
        if (shown.length || level === 1) {
          out.push(...pending.map((p) => p.heading), ...shown);
          pending = [];
        }
      }
      pre.replaceChildren(...out);
    };
    new MutationObserver(show).observe(list, { attributes: true, attributeFilter: ["hidden"], subtree: true });
    // The preview gets the whole checklist before it patches the page.
    doc.addEventListener("kawaraban:patching", () => {
      for (const { blocks } of parts) for (const { text, lines } of blocks) text.data = lines.join("");
      pre.replaceChildren(...whole);
    });
    doc.addEventListener("kawaraban:patched", () => {
      if (!box.isConnected) return;
      read();
      show();
    });
    read();
    show();
  }

  doc.querySelectorAll(".checklist").forEach(keep);
})(document);
