// Optional functions of every page: theme switch, menus, outline, copying of code, language
// switch at the same place, cards of terms and references, search, prefetching.
//
// The build puts the texts for scripts before it: kawaraban, by language tag.
(function (doc) {
  "use strict";
  const root = doc.documentElement;
  const words = kawaraban[root.lang] || {};
  const langOf = (link) => link.dataset.lang || link.lang; // as in addresses
  const patched = (then) => doc.addEventListener("kawaraban:patched", then);

  // The switch selects the opposite of the current theme. If that is the system theme, the choice
  // is deleted, so that the page follows the system again.
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

  // The language menu closes when it loses focus, on a click outside and on Escape. The page menu
  // does so natively; here it also closes on a link within the page.
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

  // Another language opens at the same place, with the same view and rows. The place is the
  // fragment, else the first visible block with an anchor. If the keyboard moved the focus to the
  // menu, the position before that counts.
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

  // If the reader views the page in its own language, the next page does the same.
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

  // Pages that were fetched for a card, by address.
  const fetched = new Map();
  function page(a) {
    const address = a.href.split("#")[0];
    if (!fetched.has(address)) fetched.set(address, fetch(address).then((r) => (r.ok ? r.text() : "")).catch(() => ""));
    return fetched.get(address);
  }

  // A glossary term and a reference to a KEP, a pull request or a gate show a card above their line
  // on hover and focus. The data is loaded for the first card: of terms from a file, of the others
  // from their page. If that fails, and on touch screens, they are plain links.
  //
  //   <a class="term" href="…/glossary/#ID">; next to that page is terms.json:
  //     {"ID": {"names": {"en": "…", …}, "about": "…", "lang": "en"}}, with lang if the
  //     definition is not in the page's language
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
    function term({ names, about, lang }) {
      const list = doc.createElement("dl");
      for (const [code, name] of Object.entries(names || {})) {
        const link = [...doc.querySelectorAll(".langs a")].find((a) => langOf(a) === code);
        list.append(element("dt", link?.lang || code, link?.firstChild.textContent.trim() || code), element("dd", link?.lang || code, name));
      }
      return [list, ...(about ? [element("p", lang, about)] : [])];
    }
    // The title, the first sentence, the stages and the SIGs of a page. Nodes are copied as text.
    function reference(html) {
      const at = new DOMParser().parseFromString(html, "text/html");
      const title = at.querySelector("main h1");
      if (!title) return null;
      const copy = (name, of) => of && element(name, of.closest("[lang]").lang, of.textContent.replace(/\s+/g, " ").trim());
      const text = copy("p", at.querySelector("main .sum > span, main .change > .text p"));
      if (text && text.textContent.length > 240) text.textContent = text.textContent.slice(0, 240).replace(/\s*\S*$/, "…");
      const marks = element("p", "", "");
      marks.className = "marks";
      for (const step of at.querySelectorAll(".steps > li")) {
        const mark = element("span", "", `${step.firstChild.textContent} `);
        const stage = step.querySelector(".stage");
        mark.append(Object.assign(element("b", "", stage.textContent), { className: stage.className }));
        marks.append(mark);
      }
      for (const sig of at.querySelectorAll(".crumbs a[href*='/sigs/']")) marks.append(element("span", "", sig.textContent));
      return [copy("strong", title), text, marks.firstChild && marks].filter(Boolean);
    }
    const isTerm = (a) => a.matches(".term");
    async function fill(a) {
      if (!isTerm(a)) return reference(await page(a));
      const data = (await load(a))[decodeURIComponent(a.hash.slice(1))];
      return data && term(data);
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
      const content = await fill(a);
      if (!content || owner !== a) return;
      card.replaceChildren(...content);
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
    const carded = (e) => {
      const a = e.target.closest?.("a.term, main a[href]");
      if (!a || isTerm(a)) return a;
      return a.origin === location.origin && !a.hash && a.pathname !== location.pathname && /\/(keps|gates|prs)\/[^/-]+\/$/.test(a.pathname) ? a : null;
    };
    doc.addEventListener("pointerover", (e) => {
      if (e.pointerType === "touch") return;
      const a = carded(e);
      if (a) soon(() => show(a), 250);
      else if (card.contains(e.target)) clearTimeout(timer);
      else if (owner && owner !== doc.activeElement) soon(hide, 250);
      else if (!owner) clearTimeout(timer);
    });
    doc.addEventListener("focusin", (e) => carded(e)?.matches(":focus-visible") ? show(carded(e)) : owner && hide());
    doc.addEventListener("focusout", (e) => carded(e) && hide());
    doc.addEventListener("keydown", (e) => e.key === "Escape" && hide());
    patched(() => owner?.isConnected || hide());
  }

  // A button next to the link to the Markdown version copies it.
  function copyPage(link) {
    const button = link.nextElementSibling;
    if (button.dataset.ready) return;
    button.dataset.ready = true;
    button.addEventListener("click", async () => {
      const text = await page(link);
      const done = text && navigator.clipboard?.writeText(text).then(() => true).catch(() => false);
      button.textContent = (await done) ? words.copied : words.copymarkdown;
      setTimeout(() => { button.textContent = words.copymarkdown; }, 2000);
    });
  }

  // A note can be shown as slides. The script is loaded on demand.
  //
  //   <button class="present" data-js="address of the script">
  function presenter(button) {
    const start = () => import(new URL(button.dataset.js, doc.baseURI)).then((m) => m.present(button));
    button.addEventListener("click", start);
    if (location.hash.startsWith("#present") && !doc.querySelector(".deck")) start();
  }

  // The search is a dialog on every page. Its script is loaded on demand. Letters typed before it
  // is ready are kept. If loading fails, the link opens the search page, as without scripts.
  //
  //   <a class="find" href="…/search/" data-search="address of the script">
  //
  // On the search page, its own field is used. A page opened from a result (?mark=WORD) marks the
  // words.
  function finder(link, signal) {
    const box = doc.querySelector(".p-search .seek input");
    let typed = null;
    // A bad response may be cached. Another address bypasses the cache.
    let module;
    const script = () => {
      const at = new URL(link.dataset.search, doc.baseURI);
      module ??= import(at).catch(() => import(at + "?" + Date.now()));
      module.catch(() => { module = undefined; });
      return module;
    };
    // The index and the dialog are requested at the same time as the script.
    let early;
    const load = () => {
      early ??= ["../../search/root.bin", "dialog.html"].map((path) => fetch(new URL(path, link.href)).catch(() => {}));
      return script().then((search) => search.dialog(link, early)).catch((e) => {
        early = undefined;
        throw e;
      });
    };
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
      const k = e.key.toLowerCase() === "k" || (e.code === "KeyK" && !/^[a-z]$/i.test(e.key)); // a keyboard with another script
      const field = e.target.closest?.("input, textarea, select, [contenteditable]");
      if (control ? !k || e.shiftKey : e.key !== "/" || field) return;
      e.preventDefault();
      open();
    }, { signal });
    if (box) script().then((search) => search.page(link)).catch(() => doc.querySelector(".unscripted").classList.remove("unscripted"));
    else if (/[?&]mark=/.test(location.search)) script().then((search) => search.mark()).catch(() => {});
  }

  // The preview changes open pages. New elements are initialized with a signal that ends their
  // listeners when they are removed.
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
    each(".present", presenter);
    doc.querySelectorAll("a.md").forEach(copyPage);
    doc.querySelectorAll("main pre:not(.code > pre)").forEach(copyButton);
  }

  // A page is fetched when the pointer rests on a link to it, in browsers with speculation rules. The
  // preview keeps its own pages up to date. The policy of pages has the hash of the rules.
  function prefetch() {
    if (!HTMLScriptElement.supports?.("speculationrules") || doc.querySelector("kawaraban-preview")) return;
    const rules = doc.createElement("script");
    rules.type = "speculationrules";
    rules.textContent = '{"prefetch":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}';
    doc.head.append(rules);
  }

  start();
  patched(start);
  spy();
  // On the page that checks the reader's files, links follow from them: nothing is fetched for one
  // before a click.
  if (!doc.querySelector(".p-check")) {
    prefetch();
    cards();
  }
})(document);
