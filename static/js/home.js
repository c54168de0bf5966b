// The home page: the two fields that lead to an upgrade, and the releases whose planned support has
// ended since the day of the data.
//
//   <form class="pick" data-path="ADDRESS">: from and to are selects; data-to of an option of
//     from lists the releases with an upgrade from it.
//   <li data-end="2026-10-27" data-past="TEXT"> is a release; .state has its state.
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
  const today = new Date().toISOString().slice(0, 10);
  for (const release of doc.querySelectorAll("[data-end]")) {
    if (release.dataset.end >= today) continue;
    release.classList.add("over");
    release.querySelector(".state").textContent = release.dataset.past;
  }
})(document);
