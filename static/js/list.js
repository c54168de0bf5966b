// Filter and sort a list. The whole list is in the page; what is chosen stands in
// the address (?sig=node&kind=bug&sort=-number), so it can be linked to and kept.
//
//   <form class="filter" data-for="ID"> selects and inputs, each named after the
//     data-… attribute of the rows that it filters (words in it are separated by
//     spaces); an input named q looks into the row's text; an <output> that counts
//   <… id="ID"> [data-row] elements; [data-group] holds rows and goes with its last
//   <th data-sort="KEY"> sorts the rows of its table by what its column says, numbers
//     by their value, words by the page's language; KEY stands in the address
(function (doc) {
  "use strict";
  const lang = doc.documentElement.lang;
  const collator = new Intl.Collator(lang, { numeric: true });
  const format = new Intl.NumberFormat(lang);

  function setAddress(change) {
    const url = new URL(location.href);
    for (const [key, value] of Object.entries(change)) {
      if (value) url.searchParams.set(key, value);
      else url.searchParams.delete(key);
    }
    history.replaceState(history.state, "", url);
  }

  function matches(row, name, value) {
    if (!value) return true;
    if (name === "q") {
      row.words ??= row.textContent.normalize("NFKC").toLocaleLowerCase(lang);
      return value.normalize("NFKC").toLocaleLowerCase(lang).split(/\s+/).every((w) => row.words.includes(w));
    }
    return (row.dataset[name] || "").split(" ").includes(value);
  }

  function filter(form) {
    const list = doc.getElementById(form.dataset.for);
    const rows = [...list.querySelectorAll("[data-row]")];
    const groups = [...list.querySelectorAll("[data-group]")];
    const output = form.querySelector("output");
    const fields = [...form.elements].filter((f) => f.name);
    const apply = () => {
      let shown = 0;
      for (const row of rows) {
        row.hidden = !fields.every((f) => matches(row, f.name, f.value.trim()));
        if (!row.hidden) shown++;
      }
      for (const group of groups) group.hidden = !group.querySelector("[data-row]:not([hidden])");
      if (output) output.textContent = output.dataset.words.replace("{0}", format.format(shown)).replace("{1}", format.format(rows.length));
      setAddress(Object.fromEntries(fields.map((f) => [f.name, f.value.trim()])));
    };
    const read = () => {
      const params = new URLSearchParams(location.search);
      for (const f of fields) {
        f.value = params.get(f.name) || "";
        if (f.selectedIndex === -1) f.value = "";
      }
      apply();
    };
    form.addEventListener("submit", (e) => e.preventDefault());
    form.addEventListener("input", apply);
    form.addEventListener("reset", () => requestAnimationFrame(apply));
    addEventListener("popstate", read);
    read();
  }

  function sortable(table) {
    const body = table.tBodies[0];
    const heads = [...table.querySelectorAll("th[data-sort]")];
    const sort = (head, down) => {
      const rows = [...body.rows].map((row) => [row.cells[head.cellIndex].textContent.trim(), row]);
      rows.sort(([a], [b]) => (down ? -1 : 1) * collator.compare(a, b));
      body.append(...rows.map(([, row]) => row));
      for (const h of heads) h.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
    };
    for (const head of heads) {
      const button = doc.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        sort(head, down);
        setAddress({ sort: (down ? "-" : "") + head.dataset.sort });
      });
    }
    const wanted = new URLSearchParams(location.search).get("sort") || "";
    const head = heads.find((h) => h.dataset.sort === wanted.replace(/^-/, ""));
    if (head) sort(head, wanted.startsWith("-"));
  }

  doc.querySelectorAll("form.filter").forEach(filter);
  doc.querySelectorAll("table.sortable").forEach(sortable);
})(document);
