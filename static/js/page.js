// What every page does beyond being read: the switch of colours, menus that close,
// the outline that follows, code that can be copied. All of it can be missed.
(function (doc) {
  "use strict";
  const root = doc.documentElement;
  const words = doc.body.dataset;

  // The switch turns what is seen now into its opposite. Back at what the system
  // says, it forgets, so that the page follows the system again.
  function themeSwitch(button) {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.addEventListener("click", () => {
      const dark = !isDark();
      if (dark === system.matches) delete root.dataset.theme;
      else root.dataset.theme = dark ? "dark" : "light";
      try {
        if (root.dataset.theme) localStorage.setItem("kawaraban-theme", root.dataset.theme);
        else localStorage.removeItem("kawaraban-theme");
      } catch {
        // The choice then lasts as long as the page.
      }
      show();
    });
    system.addEventListener("change", show);
    show();
  }

  // A menu closes when it loses the focus, at a click beside it and at Escape.
  function menu(details) {
    const close = (back) => {
      if (!details.open) return;
      details.open = false;
      if (back) details.querySelector("summary").focus();
    };
    details.addEventListener("keydown", (e) => e.key === "Escape" && close(true));
    details.addEventListener("focusout", (e) => e.relatedTarget && !details.contains(e.relatedTarget) && close());
    details.addEventListener("click", (e) => e.target.closest("a") && close());
    doc.addEventListener("pointerdown", (e) => !details.contains(e.target) && close());
  }

  // Another language opens at the same place, in the same view and with the same rows. The
  // place is what the address names until the reader has scrolled away from it, then the
  // block with an anchor that is uppermost in the window.
  let left = false;
  const inWindow = (at) => at && at.getBoundingClientRect().bottom > 0 && at.getBoundingClientRect().top < innerHeight;
  const named = () => doc.querySelector(":target");
  addEventListener("hashchange", () => { left = false; });
  addEventListener("scrollend", () => { left = !inWindow(named()); });
  function place() {
    if (location.hash && !left) return location.hash;
    if (scrollY === 0) return "";
    const shown = [...doc.querySelectorAll("main [id]")].filter((at) => at.matches(".entry, h2, h3, h4, h5, h6") && inWindow(at));
    const first = shown.find((at) => at.getBoundingClientRect().top >= 0) || shown.at(-1);
    return first ? "#" + encodeURIComponent(first.id) : "";
  }

  // Who reads the language of the page goes on to read that of the next one.
  function keepView(link) {
    const radio = doc.querySelector(".views :checked");
    if (!radio || (radio.defaultChecked && !new URLSearchParams(location.search).has("view"))) return;
    const code = (tag) => tag.split("-")[0];
    const view = radio.value === code(root.lang) ? code(link.hreflang) : radio.value;
    const url = new URL(link.href);
    url.searchParams.set("view", view);
    link.search = url.search;
  }

  function otherLanguages(menu) {
    const links = [...menu.querySelectorAll("a")];
    const lead = () => {
      for (const link of links) {
        link.search = location.search;
        link.hash = place();
        keepView(link);
      }
    };
    menu.addEventListener("toggle", lead);
    menu.addEventListener("click", lead, true);
  }

  // The outline marks the last heading above the upper third of the window.
  function spy(outlines) {
    const links = new Map();
    for (const a of outlines) {
      const target = doc.getElementById(decodeURIComponent(a.hash.slice(1)));
      if (!target) continue;
      if (!links.has(target)) links.set(target, []);
      links.get(target).push(a);
    }
    const targets = [...links.keys()];
    let current = null;
    let waiting = false;
    const mark = () => {
      waiting = false;
      const line = innerHeight / 3;
      const atEnd = scrollY + innerHeight >= root.scrollHeight - 2;
      const above = targets.filter((t) => t.getBoundingClientRect().top <= line);
      const next = atEnd && scrollY > 0 ? targets.at(-1) : above.at(-1) || targets[0];
      if (next === current) return;
      for (const a of links.get(current) || []) a.removeAttribute("aria-current");
      for (const a of links.get(next) || []) a.setAttribute("aria-current", "true");
      current = next;
    };
    const later = () => { if (!waiting) { waiting = true; requestAnimationFrame(mark); } };
    if (!targets.length) return;
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    mark();
  }

  function copyButton(pre) {
    const box = doc.createElement("div");
    const button = doc.createElement("button");
    box.className = "code";
    button.type = "button";
    button.className = "copy";
    button.textContent = words.copy;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText((pre.querySelector("code") || pre).textContent);
        button.textContent = words.copied;
      } catch {
        button.textContent = words.copyfailed;
        getSelection().selectAllChildren(pre);
      }
      setTimeout(() => { button.textContent = words.copy; }, 2000);
    });
    button.setAttribute("aria-live", "polite");
    pre.replaceWith(box);
    box.append(pre, button);
  }

  doc.querySelectorAll(".theme").forEach(themeSwitch);
  doc.querySelectorAll("details.drop").forEach(menu);
  doc.querySelectorAll(".langs").forEach(otherLanguages);
  doc.querySelectorAll("main pre").forEach(copyButton);
  spy(doc.querySelectorAll(".toc a[href^='#']"));
})(document);
