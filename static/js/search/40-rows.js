// A row of what was found, for the dialog and for the page of the search. Its form is a
// <template> of the page's language:
//
//   <template class="row"> with .name, .line and .text somewhere in it; what is a link
//   leads to the thing
//   <template class="labels"> with an element [data-type="kep"], [data-kind="feature"],
//   [data-stage="beta"], [data-sig="node"], [data-lang="ja"] for each code
//
// Nothing that comes from the index becomes markup: it is set as text.

const latin = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u;

// ranges says where in a text words stand that were looked for, as [start, end] in order:
// in any case, with or without what joins them (node-ip for nodeip), Latin and Cyrillic
// ones and numbers from the beginning of a word or of a part of one on.
export function ranges(text, marks) {
  let plain = "";
  const at = []; // for each letter of plain where it stands in the text
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*/gu)) {
    const folded = /[-_./]/.test(letter) ? "" : fold(letter);
    plain += folded;
    for (let i = 0; i < folded.length; i++) at.push([index, index + letter.length]);
  }
  const begins = (i) => {
    const [start] = at[i];
    const [before, first] = [text[start - 1] || "", text[start]];
    return !latin.test(before) || (first !== first.toLowerCase() && before === before.toLowerCase()) || /\d/.test(before) !== /\d/.test(first);
  };
  const found = [];
  for (const mark of marks) {
    const word = mark.replace(/[-_./]/g, "");
    for (let i = -1; word && (i = plain.indexOf(word, i + 1)) >= 0;) {
      if (!latin.test(word[0]) || begins(i)) found.push([at[i][0], at[i + word.length - 1][1]]);
    }
  }
  found.sort(([a], [b]) => a - b);
  return found.filter(([start, end], i) => found.every(([s, e], j) => i === j || end <= s || e <= start || end - start > e - s || (end - start === e - s && i < j)));
}

// paint sets the text of an element, with <mark> around what was looked for. Where that
// stands far behind, the text begins a little before it.
function paint(element, text, marks, far = Infinity) {
  const found = ranges(text, marks);
  let from = 0;
  if (found[0]?.[0] > far) {
    from = found[0][0] - far / 2;
    from = Math.min(text.slice(from).search(/[\s、。，]|$/) + from + 1, found[0][0]);
    element.append("…");
  }
  for (const [start, end] of found) {
    const mark = document.createElement("mark");
    mark.textContent = text.slice(start, end);
    element.append(text.slice(from, start), mark);
    from = end;
  }
  element.append(text.slice(from));
}

// tell chooses the text that shows best why something was found: the most words, then the
// reader's language, then the note's own words.
function tell(texts, marks, lang) {
  const worth = ([code, text]) => 2 * new Set(ranges(text, marks).map(([s, e]) => fold(text.slice(s, e)))).size + (code === lang);
  return texts.reduce((best, text) => (best && worth(best) >= worth(text) ? best : text), undefined);
}

// speaker reads what rows are made of from the templates within an element, as the
// partial "search" has them; base is the address that the paths of the index are below,
// lang the code of the page's language. Its say returns words of the interface, count how
// many results there are, in the plural form that goes with it.
export function speaker(box, base, lang) {
  const [row, group, labels, words] = ["row", "group", "labels", "words"].map((name) => box.querySelector("template." + name).content);
  const tongue = document.documentElement.lang;
  const word = (by) => words.querySelector(by)?.textContent;
  return {
    row, group, base, lang,
    label: (kind, code) => code && labels.querySelector(`[data-${kind}="${CSS.escape(code)}"]`),
    say: (key, value) => word(`[data-say="${key}"]`).replace("{0}", () => value),
    count: (n) => (word(`[data-form=${new Intl.PluralRules(tongue).select(n)}]`) || word("[data-form=other]")).replace("{n}", n.toLocaleString(tongue)),
  };
}

// makeRow makes the row of a hit: a context is what speaker returns.
export function makeRow({ doc, marks = [] }, { row, label, base, lang }) {
  const made = row.firstElementChild.cloneNode(true);
  const part = (name) => made.querySelector("." + name);
  const link = made.matches("a") ? made : made.querySelector("a");
  const speak = (element, code) => { if (code && code !== lang) element.lang = label("lang", code)?.lang || code; };
  const add = (known) => known && part("line").append(" ", known.cloneNode(true));
  link.href = marked(new URL(doc.path, base), marks);
  if (!/^https?:$/.test(link.protocol)) link.removeAttribute("href");
  speak(part("name"), doc.nameLang);
  paint(part("name"), doc.name, marks);
  add(label("type", doc.type));
  if (doc.release) add(Object.assign(document.createElement("span"), { textContent: doc.release }));
  for (const sig of doc.sigs) add(label("sig", sig));
  add(label("kind", doc.kind));
  add(label("stage", doc.stage));
  const [code, text] = tell(doc.texts, marks, lang) || [lang, ""];
  paint(part("text"), text, marks, 90);
  speak(part("text"), code);
  if (code !== lang) add(label("lang", code));
  return made;
}

// makeList makes the rows of an answer in their groups: what an id names, with its place
// upstream; what has the words themselves; then what has them only in another form, each
// under a heading that says so.
export function makeList({ jump = [], hits, nearest }, context) {
  const { group, say } = context;
  const list = document.createDocumentFragment();
  const groups = {};
  const entitle = (made, title) => {
    made.querySelector(".label").textContent = title;
    if (made.matches("[role]")) made.setAttribute("aria-label", title);
  };
  const put = (key, hit) => {
    if (!groups[key]) {
      const made = group.firstElementChild.cloneNode(true);
      entitle(made, say(key, nearest));
      made.dataset.tier = key;
      list.append((groups[key] = made));
    }
    const row = makeRow(hit, context);
    (groups[key].querySelector(".rows") || groups[key]).append(row);
    return row;
  };
  for (const hit of jump) {
    put("jump", hit);
    const { out } = hit.doc;
    if (out) put("jump", { doc: { path: out, name: say("upstream"), texts: [[context.lang, out.replace(/^https:\/\//, "")]], sigs: [] } }).classList.add("out");
  }
  for (const hit of hits) jump.some(({ id }) => id === hit.id) || put(hit.tier, hit);
  const others = new Set([...(groups[3]?.querySelectorAll("mark") || [])].map((mark) => fold(mark.textContent)));
  if (others.size) entitle(groups[3], say("also", [...others].slice(0, 3).join(", ")));
  return list;
}
