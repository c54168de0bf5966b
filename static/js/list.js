// Filters and sorts a list. The whole list is in the page. The address contains the choice
// (?sig=node&kind=bug&sort=-number), so users can link to it and go back.
//
//   <form class="filter" data-for="ID" data-rows="SELECTOR">: selects and inputs. Each name is
//     a data-… attribute of the rows, their parents or their content, with values separated
//     by spaces ("none" without the attribute), else a column KEY. An input named q filters
//     by text. A select named sort orders rows within their parents by data-…, else by a
//     class. An <output> shows the count. An option or a radio button with data-any="sig:node
//     part:kubelet" matches rows with one of these values, and rows with none of these names.
//     A [data-tally] after a radio button shows how many rows it would leave.
//   <… id="ID"> contains the rows. A [data-group] in it is hidden with its last row. A
//     [data-count] in that shows the number of visible rows, and so does a link from a
//     [data-live] to the heading of a group.
//   <th data-sort="KEY"> sorts the rows of its table: dates and numbers by value, words by the
//     page's language, values of a select named KEY in the order of its options. The address
//     contains KEY.
(function (doc) {
  "use strict";
  const lang = doc.documentElement.lang;
  const collator = new Intl.Collator(lang, { numeric: true });
  const format = new Intl.NumberFormat(lang);
  const fold = (s) => s.normalize("NFKC").toLocaleLowerCase(lang);
  const params = () => new URLSearchParams(location.search);

  // A choice is one step of the history. Typing is one step, however many letters.
  function setAddress(change, step) {
    const url = new URL(location.href);
    for (const [key, value] of Object.entries(change)) {
      if (value) url.searchParams.set(key, value);
      else url.searchParams.delete(key);
    }
    if (url.href === location.href) return;
    history[step ? "pushState" : "replaceState"](history.state, "", url);
  }

  function said(row, name) {
    const at = row.closest(`[data-${name}]`) || row.querySelector(`[data-${name}]`);
    if (at) return at.dataset[name];
    const head = row.cells && row.closest("table").querySelector(`th[data-sort="${name}"]`);
    return head ? row.cells[head.cellIndex].textContent.trim() : "";
  }

  function matchesAny(row, pairs) {
    const codes = pairs.map((pair) => [said(row, pair[0]), pair[1]]).filter(([own]) => own);
    return !codes.length || codes.some(([own, value]) => own.split(" ").includes(value));
  }

  function matches(row, name, value, any) {
    if (!value) return true;
    if (any) return matchesAny(row, any);
    if (name === "q") {
      row.words ??= fold(row.textContent);
      return fold(value).split(/\s+/).every((w) => row.words.includes(w));
    }
    return (said(row, name) || "none").split(" ").includes(value);
  }

  // Rows are sorted within their parent. Rows without a value come last.
  function arrange(rows, key, down) {
    const keyed = rows.map((row, i) => [key ? key(row) : "", row, i]);
    keyed.sort(([a, , i], [b, , j]) => {
      const order = !a - !b || (down ? -1 : 1) * collator.compare(a, b);
      return order || i - j;
    });
    for (const [, row] of keyed) row.parentNode.append(row);
  }

  // The preview changes open lists. Before a patch, the list returns to its original order and
  // text. After it, everything is read and applied again. The signal ends this when the list is
  // removed.
  const change = (signal, before, after) => {
    doc.addEventListener("kawaraban:patching", before, { signal });
    doc.addEventListener("kawaraban:patched", after, { signal });
  };

  function filter(form, signal) {
    let list, rows, groups, counts, live, tallies, names, any, output, order, sorted;
    const field = (name) => form.elements.namedItem(name); // a control, or the radio buttons of a name
    const value = (name) => field(name).value.trim();
    function look() {
      list = doc.getElementById(form.dataset.for);
      rows = [...list.querySelectorAll(form.dataset.rows)];
      groups = [...list.querySelectorAll("[data-group]")];
      counts = [...list.querySelectorAll("[data-count]")].map((at) => {
        const group = at.closest("[data-group]") || list;
        return { at: at.firstChild ?? at, whole: at.textContent, rows: rows.filter((row) => group.contains(row)) };
      });
      names = [...new Set([...form.elements].map((f) => f.name).filter(Boolean))];
      any = new Map([...form.elements].filter((f) => f.dataset.any)
        .map((f) => [f.name + "=" + f.value, f.dataset.any.split(" ").map((pair) => pair.split(":"))]));
      live = [...doc.querySelectorAll("[data-live] a[href^='#']")].map((at) => {
        const group = doc.getElementById(at.hash.slice(1))?.closest("[data-group]");
        return { at: at.firstChild, whole: at.textContent, rows: rows.filter((row) => group?.contains(row)) };
      }).filter(({ whole }) => /^\d/.test(whole));
      tallies = [...form.elements].map((f) => ({ name: f.name, value: f.value, at: f.parentNode.querySelector("[data-tally]") }))
        .filter(({ at }) => at).map((t) => ({ ...t, whole: t.at.textContent }));
      output = form.querySelector("output");
      order = form.elements.sort;
      sorted = "";
    }
    const fits = (row, name, v) => matches(row, name, v, any.get(name + "=" + v));
    const show = () => {
      let shown = 0;
      const chosen = names.filter((name) => name !== "sort").map((name) => [name, value(name)]);
      const tally = new Map(tallies.map((t) => [t, 0]));
      for (const row of rows) {
        const misses = chosen.filter(([name, v]) => !fits(row, name, v)).map(([name]) => name);
        row.hidden = misses.length > 0;
        if (!row.hidden) shown++;
        for (const t of tallies) {
          if (misses.every((name) => name === t.name) && fits(row, t.name, t.value)) tally.set(t, tally.get(t) + 1);
        }
      }
      for (const [t, n] of tally) t.at.textContent = format.format(n);
      for (const group of groups) group.hidden = !rows.some((row) => !row.hidden && group.contains(row));
      for (const { at, whole, rows } of [...counts, ...live]) {
        const left = rows.filter((row) => !row.hidden).length;
        at.data = left < rows.length ? format.format(left) : whole;
      }
      // Hidden rows cannot be link targets.
      for (const a of doc.querySelectorAll(".toc a[href^='#']")) {
        a.parentNode.hidden = Boolean(doc.getElementById(decodeURIComponent(a.hash.slice(1)))?.closest("[data-group][hidden]"));
      }
      if (output) output.textContent = output.dataset.words.replace("{0}", format.format(shown)).replace("{1}", format.format(rows.length));
      if (!order || order.value === sorted) return;
      sorted = order.value;
      const name = sorted.replace(/^-/, "");
      arrange(rows, name && ((row) => said(row, name) || row.querySelector("." + name)?.textContent.trim() || ""), sorted !== name);
    };
    // A select may have another default than its first value, which stands for all rows.
    const usual = (f) => [...(f.options || [])].find((o) => o.defaultSelected)?.value || "";
    const chosen = (name) => (value(name) === usual(field(name)) ? "" : value(name));
    const keep = (step) => setAddress(Object.fromEntries(names.map((name) => [name, chosen(name)])), step);
    const read = () => {
      for (const name of names) {
        const f = field(name);
        const v = params().get(name) || usual(f);
        if (f instanceof RadioNodeList) {
          const known = [...f].some((radio) => radio.value === v); // Chrome does not set the value ""
          for (const radio of f) radio.checked = radio.value === (known ? v : "");
          continue;
        }
        f.value = v;
        if (f.selectedIndex === -1) f.value = usual(f);
      }
      show();
    };
    form.addEventListener("submit", (e) => e.preventDefault());
    // Some controls of the form are elsewhere on the page.
    doc.addEventListener("input", (e) => {
      if (e.target.form !== form) return;
      show();
      keep(e.target.type !== "search");
    }, { signal });
    form.addEventListener("reset", () => requestAnimationFrame(() => {
      show();
      setAddress({ ...Object.fromEntries(names.map((name) => [name, ""])), sort: "" }, true);
    }));
    addEventListener("popstate", read, { signal });
    addEventListener("pageshow", read, { signal });
    change(signal, () => {
      for (const { at, whole } of [...counts, ...live]) at.data = whole;
      for (const { at, whole } of tallies) at.textContent = whole;
      for (const row of rows) delete row.words;
      if (sorted) arrange(rows);
    }, () => {
      look();
      show();
    });
    look();
    read();
  }

  function sortable(table, signal) {
    let rows, heads;
    const form = doc.querySelector("form.filter");
    const keyOf = (head) => {
      const options = form && form.elements[head.dataset.sort]?.options;
      const rank = options && new Map([...options].map((o, i) => [o.value, o.value && String(i)]));
      return (row) => {
        if (rank) return rank.get(said(row, head.dataset.sort)) || "";
        const cell = row.cells[head.cellIndex];
        // The collator would read 1,234 as two numbers.
        return cell.querySelector("time")?.dateTime || cell.textContent.trim().replace(/(\d)[\s,.](?=\d{3}(?!\d))/g, "$1");
      };
    };
    const sort = (wanted) => {
      const head = heads.find((h) => h.dataset.sort === wanted.replace(/^-/, ""));
      const down = wanted.startsWith("-");
      for (const h of heads) h.removeAttribute("aria-sort");
      if (head) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      arrange(rows, head && keyOf(head), down);
    };
    const read = () => sort(params().get("sort") || "");
    const dress = (head) => {
      if (head.querySelector("button")) return;
      const button = doc.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      const steps = head.classList.contains("n") ? ["-", ""] : ["", "-"]; // counts: largest first
      const both = steps.map((s) => s + head.dataset.sort);
      button.addEventListener("click", () => {
        const next = both[both.indexOf(params().get("sort") || "") + 1] || "";
        sort(next);
        setAddress({ sort: next }, true);
      });
    };
    const look = () => {
      rows = [...table.tBodies[0].rows];
      heads = [...table.querySelectorAll("th[data-sort]")];
      heads.forEach(dress);
    };
    look();
    if (form) form.addEventListener("reset", () => sort(""));
    addEventListener("popstate", read, { signal });
    change(signal, () => params().has("sort") && arrange(rows), () => {
      look();
      if (params().has("sort")) read();
    });
    if (params().has("sort")) read();
  }

  const lists = new Map(); // with the function that ends each
  function start() {
    for (const at of doc.querySelectorAll("form.filter, table.sortable")) {
      if (lists.has(at)) continue;
      const over = new AbortController();
      lists.set(at, over);
      (at.tHead ? sortable : filter)(at, over.signal);
    }
  }
  function end() {
    for (const [at, over] of lists) if (!at.isConnected && lists.delete(at)) over.abort();
  }
  doc.addEventListener("kawaraban:patched", end); // before the lists react
  start();
  doc.addEventListener("kawaraban:patched", start);
})(document);
