// Keeps a Markdown checklist in sync with the list it is made from. Each row of the list has one
// line, in the same order. If the filter hides rows, their lines are removed. If a heading has no
// lines left, it is removed too. Rows can be ticked: ticks are kept in the browser, by release, so
// every page that has the row shows them, and the lines have them.
//
//   <details class="checklist" data-for="ID" data-rows="SELECTOR"> with a <pre>: each
//     heading in a <b>, "# " to "### " by its level; lines after it, as text or, with a
//     language of their own, in an element. data-done names a tick, data-progress says how
//     many rows are ticked, in a <small>
//   <… id="ID"> contains the rows
(function (doc) {
  "use strict";

  const store = "kawaraban:done";
  const kept = () => {
    try { return new Set(JSON.parse(localStorage.getItem(store) || "[]")); } catch { return new Set(); }
  };
  // A row is named by the group of its release and its anchor, or by what it links to first.
  const nameOf = (row) => row.closest("[data-group]").querySelector("[id]").id + "/" + (row.id || row.querySelector("a")?.textContent || "");

  function keep(box) {
    const list = doc.getElementById(box.dataset.for);
    const pre = box.querySelector("pre");
    const says = box.querySelector("summary small");
    const format = new Intl.NumberFormat(doc.documentElement.lang);
    let parts;
    let whole;
    let rows;
    const progress = () => {
      const done = rows.filter((row) => row.classList.contains("done")).length;
      says.textContent = done ? box.dataset.progress.replace("{0}", format.format(done)).replace("{1}", format.format(rows.length)) : "";
    };
    const tick = (row, done) => {
      row.classList.toggle("done", done);
      row.querySelector(".tick").checked = done;
    };
    function tickable(row) {
      if (row.querySelector(".tick")) return;
      const input = doc.createElement("input");
      input.type = "checkbox";
      input.className = "tick";
      input.setAttribute("aria-label", box.dataset.done + ": " + (row.querySelector("a")?.textContent || row.textContent.trim().slice(0, 60)));
      input.addEventListener("change", () => {
        const done = kept();
        done[input.checked ? "add" : "delete"](nameOf(row));
        try { localStorage.setItem(store, JSON.stringify([...done])); } catch { /* kept until the page is left */ }
        tick(row, input.checked);
        progress();
        show();
      });
      row.prepend(input);
    }
    const again = () => {
      const done = kept();
      for (const row of rows) tick(row, done.has(nameOf(row)));
      progress();
    };
    function read() {
      rows = [...list.querySelectorAll(box.dataset.rows)];
      rows.forEach(tickable);
      again();
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
          text.data = lines.map((line, i) => (rows[i]?.classList.contains("done") ? line.replace("[ ]", "[x]") : line))
            .filter((_, i) => !rows[i]?.hidden).join("");
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
    addEventListener("storage", (e) => {
      if (e.key !== store || !box.isConnected) return;
      again();
      show();
    });
    read();
    show();
  }

  doc.querySelectorAll(".checklist").forEach(keep);
})(document);
