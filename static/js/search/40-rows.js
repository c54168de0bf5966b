// What the dialog and the page of the search have in common: they ask, and show rows.
// Nothing that comes from the index becomes markup: it is set as text. Forms and words
// are the page's:
//
//   <template class="row"> with .name, .line and .text somewhere in it; what is a link
//   leads to the thing
//   <template class="group"> with .label, and .rows if the rows do not stand right in it
//   <template class="labels"> with an element [data-type="kep"], [data-kind="feature"],
//   [data-stage="beta"], [data-sig="node"], [data-lang="ja"] for each code
//   <template class="words"> with an element [data-say] for each word, and for each plural
//   form of the count, by its name
//   .said for how many there are, .trouble for what went wrong, .answers for the rows

// ranges says where in a text words stand that were looked for, as [start, end] in order:
// in any case, with or without what joins their parts (node-ip for nodeip), Latin and
// Cyrillic ones and numbers from the beginning of a word or of a part of one on; a mark that
// ends in $ is a whole word, and 127 is not in 1.27. The last letter goes on with a word:
// sidecars is not in "sidecar spec".
function ranges(text, marks) {
  const ways = marks.map((mark) => {
    const number = /^[\d.]+$/.test(mark);
    const letters = [...mark.replace(/[^\p{L}\p{N}\p{M}.]/gu, "")].join(number ? "" : "[-_./‐\\s]*");
    return letters.replace(/\\s(?=]\*.$)/, "").replace(/\.(?!\/)/g, "\\.").replaceAll("е", "[её]") + (number ? "(?!\\d)" : mark.endsWith("$") ? "(?!\\p{L})" : "");
  }).filter((way) => /^[^(]/.test(way));
  return Array.from(text.matchAll(new RegExp(ways.sort((a, b) => b.length - a.length).join("|") || "(?!)", "giu")), ({ 0: found, index }) => [index, index + found.length])
    .filter(([start]) => !start || /^[^\p{L}\p{N}]|^[\p{Ll}\d]\p{Lu}|[^\p{Script=Latin}\p{Script=Cyrillic}\d]$/u.test(text.slice(start - 1, start + 1)));
}

// parts are elements within another, by selectors with commas between.
const parts = (box, list) => list.split(",").map((at) => box.querySelector(at));

// heed calls when what stands in a field has changed, but not while it is composed.
const heed = (field, changed) => ["input", "compositionend"].forEach((type) => field.addEventListener(type, (e) => e.isComposing || changed()));

// apart says of a click or a key that it is not only that.
const apart = (e) => e.ctrlKey || e.metaKey || e.shiftKey || e.altKey;

// paint sets the text of an element, with <mark> around what was looked for. Where that
// stands far behind, the text begins a little before it.
function paint(element, text, marks) {
  let from = 0;
  for (const [start, end] of ranges(text, marks)) {
    if (!from && start > 90) {
      from = Math.max(text.lastIndexOf(" ", start - 30), start - 60);
      element.append("…");
    }
    const mark = document.createElement("mark");
    mark.append(text.slice(start, end));
    element.append(text.slice(from, start), mark);
    from = end;
  }
  element.append(text.slice(from));
}

// seeker begins to read the index of the site, to whose page of the search the link leads,
// and returns what makes an element a search of it. Pages are below home, which ends in the
// code of the page's language. Of the search, fill shows an answer, words about it, or what
// went wrong; ask fills in what a text finds and resolves to it, or to nothing where something
// else was asked for in the meantime; list is where the rows stand.
const seeker = ({ href }) => {
  const home = new URL("../", href);
  const index = openIndex(new URL("../search/", home));
  return (box) => {
    const [row, group, labels, words] = parts(box, ".row,.group,.labels,.words").map((template) => template.content);
    const [said, trouble, list] = parts(box, ".said,.trouble,.answers");
    const lang = home.pathname.split("/").at(-2);
    const tongue = document.documentElement.lang;
    const { release } = document.body.dataset;
    const label = (kind, code) => code && labels.querySelector(`[data-${kind}="${CSS.escape(code)}"]`);
    const say = (key, value) => words.querySelector(`[data-say="${key}"]`).textContent.replace(/\{.\}/, () => value);
    let stop; // ends the answer that is under way

    // makeRow makes the row of a document, under its name in the reader's language where it has
    // one (role 5). Of the other texts it shows the one that has most of the words, before all
    // the first, which was typed and is no other way to write it and does not stand in the name
    // already; a sentence goes before names and code (roles 3 to 5), the reader's language
    // before others.
    function makeRow([path, name, nameLang, texts = [], release, sigs = [], kind, stage, , type], marks) {
      const made = row.firstElementChild.cloneNode(true);
      const part = (name) => made.querySelector("." + name);
      const put = (name, text, code) => {
        paint(part(name), text, marks);
        if (code && code !== lang) part(name).lang = label("lang", code)?.lang || code;
      };
      const own = ([code, , role]) => code === lang && role > 4;
      const [[titleLang, title], ...others] = [[nameLang, name, 5], ...texts].sort((a, b) => own(b) - own(a));
      const has = (text, mark) => ranges(text, [mark]).length;
      const worth = ([code, text, role]) => marks.reduce((n, mark, i) => n + (has(text, mark) && (has(title, mark) ? 1 : 4) / (i + 1)), 2 * (role < 3)) + 2.5 * (code === lang);
      const [, code, text] = others.map((told) => [worth(told), ...told]).sort(([a], [b]) => b - a)[0] || [0, lang, ""];
      const url = new URL(path, home);
      for (const word of marks) url.searchParams.append("mark", word);
      (made.querySelector("a") || made).href = url;
      put("name", title, titleLang);
      put("text", text, code);
      for (const tag of [label("type", type), release, ...sigs.map((sig) => label("sig", sig)), label("kind", kind), label("stage", stage), code !== lang && label("lang", code)]) {
        if (tag) part("line").append(" ", tag.cloneNode?.(true) || tag);
      }
      return made;
    }

    // fill shows rows in their groups: what an id names, with its place upstream; what has the
    // words themselves; then what has them only in another form, each under a heading that says so.
    function fill({ hits, jump = [], marks = [], nearest }, words = "", problem = "") {
      const groups = {};
      const put = (key, doc, marks = []) => {
        const own = (groups[key] ??= list.appendChild(group.firstElementChild.cloneNode(true)));
        own.dataset.tier = key;
        own.ariaLabel = own.querySelector(".label").textContent = say(key, nearest);
        (own.querySelector(".rows") || own).append(makeRow(doc, marks));
      };
      list.textContent = "";
      for (const { doc } of jump) {
        const out = doc[8]; // an address, or ""
        put("jump", doc, marks);
        if (out) put("jump", [out, say("upstream"), lang, [[lang, out.slice(8)]]]);
      }
      for (const hit of hits) if (!jump.includes(hit)) put(hit.tier, hit.doc, marks);
      said.textContent = words;
      trouble.hidden = !problem;
      trouble.firstChild.textContent = problem;
      list.ariaBusy = false;
    }

    async function ask(text, options) {
      stop?.abort();
      if (!options) return;
      const { signal } = (stop = new AbortController());
      let answer = { hits: [] };
      let words;
      let problem;
      list.ariaBusy = true;
      try {
        answer = await search(index, text, { lang, release, signal, ...options });
        const { total, dropped } = answer;
        words = total ? [dropped && say("dropped", dropped), say(new Intl.PluralRules(tongue).select(total), total.toLocaleString(tongue)), release && say("first", release)].filter(Boolean).join(" · ") : say("none", text);
      } catch (e) {
        problem = say(e === "offline" ? e : "failed");
      }
      if (signal.aborted) return;
      fill(answer, words, problem);
      return answer;
    }
    return { list, fill, ask };
  };
};
