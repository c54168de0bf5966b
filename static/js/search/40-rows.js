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

// makeRow makes the row of a hit: {row, labels} are the templates, base the address that
// the paths of the index are below, lang the code of the page's language.
export function makeRow({ doc, marks = [] }, { row, labels, base, lang }) {
  const made = row.content.firstElementChild.cloneNode(true);
  const part = (name) => made.querySelector("." + name);
  const label = (kind, code) => labels.content.querySelector(`[data-${kind}="${CSS.escape(code)}"]`);
  const tag = (code) => label("lang", code)?.lang || code;
  const link = made.matches("a") ? made : made.querySelector("a");
  link.href = new URL(doc.path, base);
  if (doc.nameLang && doc.nameLang !== lang) part("name").lang = tag(doc.nameLang);
  paint(part("name"), doc.name, marks);
  const say = (kind, code) => {
    const known = code && label(kind, code);
    if (known) part("line").append(" ", known.cloneNode(true));
  };
  const [code, text] = tell(doc.texts, marks, lang) || [];
  say("type", doc.type);
  if (doc.release) part("line").append(" ", Object.assign(document.createElement("span"), { className: "n", textContent: doc.release }));
  for (const sig of doc.sigs) say("sig", sig);
  say("kind", doc.kind);
  say("stage", doc.stage);
  if (text) {
    paint(part("text"), text, marks, 90);
    if (code !== lang) {
      part("text").lang = tag(code);
      say("lang", code);
    }
  } else part("text").remove();
  return made;
}
