// What every page does beyond being read: the switch of colours, menus that close, the
// outline that follows, code that can be copied, another language at the same place,
// cards for terms, the search. All of it can be missed.
//
// A build puts before it what scripts say: kawaraban, by the tag of each language.
(function (doc) {
  "use strict";
  const root = doc.documentElement;
  const words = kawaraban[root.lang] || {};
  const langOf = (link) => link.dataset.lang || link.lang; // as addresses spell it
  const patched = (then) => doc.addEventListener("kawaraban:patched", then);

  // The switch turns what is seen now into its opposite. Back at what the system
  // says, it forgets, so that the page follows the system again.
  function themeSwitch(button, signal) {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.ariaLabel = button.title = words.dark;
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
    system.addEventListener("change", show, { signal });
    show();
  }

  // The list of languages closes when it loses the focus, at a click beside it and at Escape;
  // so does the menu by itself, and here at a click that stays on the page.
  function menu(details, signal) {
    const close = (back) => {
      if (!details.open) return;
      details.open = false;
      if (back) details.querySelector("summary").focus();
    };
    details.addEventListener("keydown", (e) => e.key === "Escape" && close(true));
    details.addEventListener("focusout", (e) => e.relatedTarget && !details.contains(e.relatedTarget) && close());
    details.addEventListener("click", (e) => e.target.closest("a") && close());
    doc.addEventListener("pointerdown", (e) => !details.contains(e.target) && close(), { signal });
  }

  // Another language opens at the same place, in the same view and with the same rows. The
  // place is what the address names, else the uppermost block that has an anchor. A keyboard
  // jumps to the menu from the middle of a page: then what was read before the jump counts.
  const mast = doc.querySelector(".mast");
  let read = { top: 0, place: "" };
  let jumped = "";
  function uppermost() {
    if (scrollY === 0) return "";
    const tops = [...doc.querySelectorAll("main [id]:is(.entry, h2, h3, h4, h5, h6)")].map((at) => [at, at.getBoundingClientRect()]);
    const shown = tops.filter(([, box]) => box.height && box.bottom > 0 && box.top < innerHeight);
    const [first] = shown.find(([, box]) => box.top >= 0) || tops.findLast(([, box]) => box.height && box.top < 0) || [];
    return first ? "#" + encodeURIComponent(first.id) : "";
  }
  addEventListener("scrollend", () => { read = { top: scrollY, place: uppermost() }; });
  mast.addEventListener("focusin", (e) => {
    if (!mast.contains(e.relatedTarget)) jumped = read.top > mast.offsetHeight ? read.place : "";
  });
  const place = () => jumped || location.hash || uppermost();

  // Who reads the language of the page goes on to read that of the next one.
  function keepView(link) {
    const radio = doc.querySelector(".views :checked");
    if (!radio || (radio.defaultChecked && !new URLSearchParams(location.search).has("view"))) return;
    const own = doc.querySelector(".langs [aria-current]");
    const view = own && radio.value === langOf(own) ? langOf(link) : radio.value;
    const url = new URL(link.href);
    url.searchParams.set("view", view);
    link.search = url.search;
  }

  function otherLanguages(menu) {
    const lead = () => {
      for (const link of menu.querySelectorAll("a")) {
        link.search = location.search;
        link.hash = place();
        keepView(link);
      }
    };
    menu.addEventListener("toggle", lead);
    menu.addEventListener("click", lead, true);
  }

  // The outline marks the last heading above the upper third of the window.
  function spy() {
    let links;
    let targets;
    let current = null;
    let waiting = false;
    const read = () => {
      for (const a of links?.get(current) || []) a.removeAttribute("aria-current");
      current = null;
      links = new Map();
      for (const a of doc.querySelectorAll(".toc a[href^='#']")) {
        const target = doc.getElementById(decodeURIComponent(a.hash.slice(1)));
        if (!target) continue;
        if (!links.has(target)) links.set(target, []);
        links.get(target).push(a);
      }
      targets = [...links.keys()];
    };
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
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    patched(() => { read(); later(); });
    read();
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

  // A term of the glossary shows what it is on hover and on focus, in a card over its line:
  // what is read next stays free. The file is asked for when the first card is; where it
  // does not come, and by touch, the term is a link and nothing more.
  //
  //   <a class="term" href="…/glossary/#ID">; beside that page lies terms.json:
  //     {"ID": {"names": {"en": "…", …}, "about": "…", "lang": "en"}}, lang where the
  //     sentence is not in the page's language
  function cards() {
    const card = doc.createElement("div");
    card.className = "tip";
    card.id = "term-card";
    card.setAttribute("role", "tooltip");
    let file = null;
    let owner = null;
    let timer = 0;
    const load = (a) => (file ??= fetch(new URL("terms.json", a.href)).then((r) => (r.ok ? r.json() : {})).catch(() => ({})));

    function element(name, lang, text) {
      const made = doc.createElement(name);
      if (lang) made.lang = lang;
      made.textContent = text;
      return made;
    }
    function fill({ names, about, lang }) {
      const list = doc.createElement("dl");
      for (const [code, name] of Object.entries(names || {})) {
        const link = [...doc.querySelectorAll(".langs a")].find((a) => langOf(a) === code);
        list.append(element("dt", link?.lang || code, link?.firstChild.textContent.trim() || code), element("dd", link?.lang || code, name));
      }
      card.replaceChildren(list, ...(about ? [element("p", lang, about)] : []));
    }
    function stand(a) {
      const lines = a.getClientRects();
      const above = lines[0].top - card.offsetHeight - 6;
      const top = above >= 0 ? above : lines[lines.length - 1].bottom + 6;
      const start = Math.max(8, Math.min(lines[0].left, root.clientWidth - card.offsetWidth - 8));
      card.style.top = `${top + scrollY}px`;
      card.style.left = `${start + scrollX}px`;
    }
    async function show(a) {
      clearTimeout(timer);
      if (owner === a) return;
      hide();
      owner = a;
      const term = (await load(a))[decodeURIComponent(a.hash.slice(1))];
      if (!term || owner !== a) return;
      fill(term);
      doc.body.append(card);
      stand(a);
      a.setAttribute("aria-describedby", card.id);
    }
    function hide() {
      clearTimeout(timer);
      owner?.removeAttribute("aria-describedby");
      owner = null;
      card.remove();
    }
    const soon = (what, ms) => { clearTimeout(timer); timer = setTimeout(what, ms); };
    const term = (e) => e.target.closest?.("a.term");
    doc.addEventListener("pointerover", (e) => {
      if (e.pointerType === "touch") return;
      const a = term(e);
      if (a) soon(() => show(a), 250);
      else if (card.contains(e.target)) clearTimeout(timer);
      else if (owner && owner !== doc.activeElement) soon(hide, 250);
      else if (!owner) clearTimeout(timer);
    });
    doc.addEventListener("focusin", (e) => term(e)?.matches(":focus-visible") ? show(term(e)) : owner && hide());
    doc.addEventListener("focusout", (e) => term(e) && hide());
    doc.addEventListener("keydown", (e) => e.key === "Escape" && hide());
    patched(() => owner?.isConnected || hide());
  }

  // The search is a dialog on every page: a script of its own, which comes when somebody
  // goes for it. Letters typed before it is there are not lost. Where it does not come, the
  // link leads to the page of the search, as it does without any script.
  //
  //   <a class="find" href="…/search/" data-search="address of the script">
  //
  // On the page of the search its own field is where to search. A page that a search has
  // led to (?mark=WORD) marks what was found.
  function finder(link, signal) {
    const box = doc.querySelector(".seek input");
    let typed = null;
    // A bad answer for the script may be kept, by the browser or on the way: another address
    // goes past that.
    let module;
    const script = () => {
      const at = new URL(link.dataset.search, doc.baseURI);
      module ??= import(at).catch(() => import(at + "?" + Date.now()));
      module.catch(() => { module = undefined; });
      return module;
    };
    const load = () => script().then((search) => search.dialog(link));
    const ahead = () => box || load().catch(() => {});
    const keep = (e) => {
      if (e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key.length === 1) typed += e.key;
      else if (e.key === "Backspace") typed = typed.slice(0, -1);
      else return;
      e.preventDefault();
    };
    async function open() {
      if (box) return box.focus(), box.select();
      if (typed !== null) return;
      typed = "";
      addEventListener("keydown", keep, true);
      try {
        const { show } = await load();
        show(typed);
      } catch {
        location.assign(link.href + (typed && "?" + new URLSearchParams({ q: typed })));
      } finally {
        typed = null;
        removeEventListener("keydown", keep, true);
      }
    }
    link.setAttribute("aria-keyshortcuts", "Control+K Meta+K /");
    link.addEventListener("pointerenter", ahead);
    link.addEventListener("focus", ahead);
    link.addEventListener("click", (e) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
      e.preventDefault();
      open();
    });
    doc.addEventListener("keydown", (e) => {
      if (e.isComposing || e.keyCode === 229 || e.altKey || e.defaultPrevented) return;
      const control = e.ctrlKey || e.metaKey;
      const k = e.key.toLowerCase() === "k" || (e.code === "KeyK" && !/^[a-z]$/i.test(e.key)); // a keyboard of another script
      const field = e.target.closest?.("input, textarea, select, [contenteditable]");
      if (control ? !k || e.shiftKey : e.key !== "/" || field) return;
      e.preventDefault();
      open();
    }, { signal });
    if (box) script().then((search) => search.page(link)).catch(() => doc.querySelector(".unscripted").classList.remove("unscripted"));
    else if (/[?&]mark=/.test(location.search)) script().then((search) => search.mark()).catch(() => {});
  }

  // Under the preview a page changes while it is open: what is new is given its part then, with
  // a signal that ends what it does beside itself when it has gone.
  let parts = [];
  function each(selector, give) {
    for (const at of doc.querySelectorAll(selector)) {
      if (parts.some((part) => part.at === at && part.give === give)) continue;
      const over = new AbortController();
      parts.push({ at, give, over });
      give(at, over.signal);
    }
  }
  function start() {
    parts = parts.filter(({ at, over }) => at.isConnected || over.abort());
    each(".theme", themeSwitch);
    each("details.drop", menu);
    each("[popover]", (menu) => menu.addEventListener("click", (e) => e.target.closest("a") && menu.hidePopover?.()));
    each(".langs", otherLanguages);
    each("a.find", finder);
    doc.querySelectorAll("main pre:not(.code > pre)").forEach(copyButton);
  }
  start();
  patched(start);
  spy();
  cards();
})(document);
