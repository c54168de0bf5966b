// The home page: the two fields that lead to an upgrade, the releases whose planned support has
// ended since the day of the data, and today in the chart.
//
//   <form class="pick" data-path="ADDRESS">: from and to are selects; data-to of an option of
//     from lists the releases with an upgrade from it.
//   <li data-end="20754" data-past="TEXT"> is a release that is over from that day on, counted from
//     1970; .state has its state.
//   <… data-today="TEXT" data-from="20201" data-days="800"> names the day that rect.day marks in the
//     chart. The marks move to today. data-from is the chart's first day.
(function (doc) {
  "use strict";
  const form = doc.querySelector(".pick");
  if (form) {
    const { from, to } = form.elements;
    const targets = () => from.selectedOptions[0].dataset.to.split(" ");
    const fit = () => {
      const open = targets();
      for (const option of to.options) option.disabled = !open.includes(option.value);
      if (!open.includes(to.value)) to.value = open[0];
    };
    from.addEventListener("change", fit);
    fit();
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      location.assign(`${form.dataset.path}${from.value}-${to.value}/`);
    });
  }
  const day = Math.floor(Date.now() / 864e5);
  const word = doc.querySelector("[data-today]");
  const at = word ? (day - word.dataset.from) / word.dataset.days : 1;
  if (at < 1) {
    for (const mark of doc.querySelectorAll("rect.day")) mark.setAttribute("x", at * 100 + "%");
    word.textContent = word.dataset.today;
  }
  for (const release of doc.querySelectorAll("[data-end]")) {
    if (day < release.dataset.end) continue;
    release.classList.add("over");
    release.querySelector(".state").textContent = release.dataset.past;
  }
})(document);
