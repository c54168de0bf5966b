// A row of what was found, for the dialog and for the page of the search. Nothing that
// comes from the index becomes markup: it is set as text. Forms and words are the page's:
//
//   <template class="row"> with .name, .line and .text somewhere in it; what is a link
//   leads to the thing
//   <template class="group"> with .label, and .rows if the rows do not stand right in it
//   <template class="labels"> with an element [data-type="kep"], [data-kind="feature"],
//   [data-stage="beta"], [data-sig="node"], [data-lang="ja"] for each code
//   <template class="words"> with an element [data-say] for each word, and [data-form] for
//   each plural form of the count

// ranges says where in a text words stand that were looked for, as [start, end] in order:
// in any case, with or without what joins their parts (node-ip for nodeip), Latin and
// Cyrillic ones and numbers from the beginning of a word or of a part of one on; a mark that
// ends in $ is a whole word. The last letter goes on with a word: sidecars is not in
// "sidecar spec".
export function ranges(text, marks) {
  const ways = marks.map((mark) => [...mark.replace(/[^\p{L}\p{N}\p{M}.]/gu, "")].join("[-_./‐\\s]*").replace(/\\s(?=]\*.$)/, "").replace(/\.(?!\/)/g, "\\.").replaceAll("е", "[её]") + (mark.endsWith("$") ? "(?!\\p{L})" : "")).filter(Boolean);
  return Array.from(text.matchAll(new RegExp(ways.sort((a, b) => b.length - a.length).join("|") || "(?!)", "giu")), ({ 0: found, index }) => [index, index + found.length])
    .filter(([start]) => !start || /^[^\p{L}\p{N}]|^[\p{Ll}\d]\p{Lu}|[^\p{Script=Latin}\p{Script=Cyrillic}\d]$/u.test(text.slice(start - 1, start + 1)));
}

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

// speaker reads what rows are made of from the templates within an element; base is the
// address that the paths of the index are below, and ends in the code of the page's
// language. Its say returns words of the interface, sum says how many results an answer has
// (in the plural form that goes with it) and what was left out, fault what went wrong.
export function speaker(box, base) {
  const [row, group, labels, words] = ["row", "group", "labels", "words"].map((name) => box.querySelector("template." + name).content);
  const tongue = document.documentElement.lang;
  const word = (by) => words.querySelector(by)?.textContent;
  const say = (key, value) => word(`[data-say="${key}"]`).replace("{0}", () => value);
  const count = (n) => (word(`[data-form=${new Intl.PluralRules(tongue).select(n)}]`) || word("[data-form=other]")).replace("{n}", n.toLocaleString(tongue));
  return {
    row, group, base, say,
    lang: base.pathname.split("/").at(-2),
    label: (kind, code) => code && labels.querySelector(`[data-${kind}="${CSS.escape(code)}"]`),
    sum: ({ total, dropped }, text, release) => total ? [dropped && say("dropped", dropped), count(total), release && say("first", release)].filter(Boolean).join(" · ") : say("none", text),
    fault: ({ kind }) => say(kind === "offline" ? kind : "failed"),
  };
}

// makeRow makes the row of a hit: a context is what speaker returns. Of its texts it shows
// the one that has most of the words, before all the first, which was typed and is no other
// way to write it and does not stand in the name already; a sentence goes before a name
// (role 3), the reader's language before others.
export function makeRow({ doc, marks = [] }, { row, label, base, lang }) {
  const { path, name, nameLang, texts, type, release, sigs, kind, stage } = doc;
  const made = row.firstElementChild.cloneNode(true);
  const part = (name) => made.querySelector("." + name);
  const put = (name, text, code) => {
    paint(part(name), text, marks);
    if (code && code !== lang) part(name).lang = label("lang", code)?.lang || code;
  };
  const worth = ([code, text, role]) => marks.reduce((n, mark, i) => n + (ranges(text, [mark])[0] ? (ranges(name, [mark])[0] ? 1 : 4) / (i + 1) : 0), 2 * (role < 3)) + 2.5 * (code === lang);
  const [, code, text, role] = texts.map((told) => [worth(told), ...told]).sort(([a], [b]) => b - a)[0] || [0, lang, ""];
  const link = made.href === "" ? made : made.querySelector("a");
  link.href = marked(new URL(path, base), marks);
  put("name", name, nameLang);
  put("text", text, code);
  const tags = [label("type", type), release, ...sigs.map((sig) => label("sig", sig)), label("kind", kind), label("stage", stage), code !== lang && role < 3 && label("lang", code)];
  for (const tag of tags) if (tag) part("line").append(" ", tag.cloneNode?.(true) || tag);
  return made;
}

// makeList makes the rows of an answer in their groups: what an id names, with its place
// upstream; what has the words themselves; then what has them only in another form, each
// under a heading that says so.
export function makeList({ jump = [], hits, nearest }, context) {
  const { group, say, lang } = context;
  const list = document.createDocumentFragment();
  const groups = {};
  const entitle = (made, title) => {
    made.ariaLabel = made.querySelector(".label").textContent = title;
  };
  const put = (key, hit) => {
    const row = makeRow(hit, context);
    if (!groups[key]) {
      list.append(group.cloneNode(true));
      groups[key] = list.lastElementChild;
      entitle(groups[key], say(key, nearest));
      groups[key].dataset.tier = key;
    }
    (groups[key].querySelector(".rows") || groups[key]).append(row);
  };
  for (const hit of jump) {
    const { out } = hit.doc;
    put("jump", hit);
    if (out) put("jump", { doc: { path: out, name: say("upstream"), texts: [[lang, out.slice(8)]], sigs: [] } });
  }
  for (const hit of hits) jump.some(({ id }) => id === hit.id) || put(hit.tier, hit);
  const others = new Set(Array.from(groups[3]?.querySelectorAll("mark") || [], (mark) => fold(mark.textContent)));
  const names = [...others].sort().filter((name, i, [first]) => !i || !name.startsWith(first));
  if (names[0]) entitle(groups[3], say("also", names.slice(0, 3).join(", ")));
  return list;
}
