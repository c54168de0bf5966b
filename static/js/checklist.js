// Keeps a checklist equal to the list that it is made of. Each row of the list has one
// line in it, in the same order; when the filter hides rows, their lines go, and with the
// last line its heading.
//
//   <details class="checklist" data-for="ID" data-rows="SELECTOR"> with a <pre>: headings
//     in elements, "# " to "### " by their level, lines in the text after them
//   <… id="ID"> holds the rows
(function (doc) {
  "use strict";

  function keep(box) {
    const list = doc.getElementById(box.dataset.for);
    const rows = [...list.querySelectorAll(box.dataset.rows)];
    const pre = box.querySelector("pre");
    const parts = [...pre.children].map((heading) => ({
      heading,
      level: heading.textContent.trim().indexOf(" "),
      lines: heading.nextSibling?.nodeType === 3 ? heading.nextSibling.data.match(/.*\n/g) || [] : [],
    }));
    let from = 0;
    for (const part of parts) {
      part.rows = rows.slice(from, (from += part.lines.length));
    }
    const show = () => {
      const out = [];
      let pending = [];
      for (const part of parts) {
        const lines = part.lines.filter((_, i) => !part.rows[i].hidden).join("");
        pending = pending.filter((p) => p.level < part.level);
        pending.push(part);
        if (lines || part.level === 1) {
          out.push(...pending.map((p) => p.heading), lines);
          pending = [];
        }
      }
      pre.replaceChildren(...out);
    };
    new MutationObserver(show).observe(list, { attributes: true, attributeFilter: ["hidden"], subtree: true });
    show();
  }

  doc.querySelectorAll(".checklist").forEach(keep);
})(document);
