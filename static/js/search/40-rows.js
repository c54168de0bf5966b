// Shared by the search dialog and the search page: queries and rows. Data from the index is
// inserted as text, never as markup. The page provides forms and words:
//
//   <template class="row"> with .name, .line and .text; links point to the document
//   <template class="group"> with .label, and .rows if the rows are not direct children
//   <template class="labels"> with an element [data-type="kep"], [data-kind="feature"],
//   [data-stage="beta"], [data-sig="node"], [data-lang="ja"] for each code
//   <template class="words"> with an element [data-say] for each word and each plural form
//   .said for the count, .trouble for errors, .answers for the rows

// ranges returns the places of the searched words in a text, as sorted [start, end]. Case and
// joining characters are ignored (node-ip for nodeip). Latin and Cyrillic words and numbers match
// at the start of a word or part. A mark that ends with $ is a whole word; 127 is not in 1.27. The
// match extends to the last letter of a word, but sidecars is not in "sidecar spec".
function ranges(text, marks) {
  const ways = marks.map((mark) => {
    const number = /^[\d.]+$/.test(mark);
    const letters = [...mark.replace(/[^\p{L}\p{N}\p{M}.]/gu, "")].join(number ? "" : "[-_./‐\\s]*");
    return letters.replace(/\\s(?=]\*.$)/, "").replace(/\.(?!\/)/g, "\\.").replaceAll("е", "[её]") + (number ? "(?!\\d)" : mark.endsWith("$") ? "(?!\\p{L})" : "");
  }).filter((way) => /^[^(]/.test(way));
  return Array.from(text.matchAll(new RegExp(ways.sort((a, b) => b.length - a.length).join("|") || "(?!)", "giu")), ({ 0: found, index }) => [index, index + found.length])
    .filter(([start]) => !start || /^[^\p{L}\p{N}]|^[\p{Ll}\d]\p{Lu}|[^\p{Script=Latin}\p{Script=Cyrillic}\d]$/u.test(text.slice(start - 1, start + 1)));
}

// parts returns descendants by selectors, separated by commas.
const parts = (box, list) => list.split(",").map((at) => box.querySelector(at));

// heed calls when the value of a field changes, except during composition.
const heed = (field, changed) => ["input", "compositionend"].forEach((type) => field.addEventListener(type, (e) => e.isComposing || changed()));

// apart reports whether a click or key has modifiers.
const apart = (e) => e.ctrlKey || e.metaKey || e.shiftKey || e.altKey;

// paint sets the text of an element, with <mark> around matches. If the first match is far behind,
// the text starts shortly before it.
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

// seeker reads the index of the site of the link to the search page. It returns a function that
// makes an element a search. home is the path of the page's language. The result has fill, which
// shows an answer, a message or an error. ask shows the results of a text, and resolves to them, or
// to nothing if it was superseded. list contains the rows.
const seeker = ({ href }, early) => {
  const home = new URL("../", href);
  const index = openIndex(new URL("../search/", home), early);
  return (box) => {
    const [row, group, labels, words] = parts(box, ".row,.group,.labels,.words").map((template) => template.content);
    const [said, help, trouble, list] = parts(box, ".said,.help,.trouble,.answers");
    const lang = home.pathname.split("/").at(-2);
    const tongue = document.documentElement.lang;
    const { release } = document.body.dataset;
    const label = (kind, code) => code && labels.querySelector(`[data-${kind}="${CSS.escape(code)}"]`);
    const say = (key, value) => words.querySelector(`[data-say="${key}"]`).textContent.replace(/\{.\}/, () => value);
    let stop; // ends the current answer

    // makeRow makes the row of a document, with a name that was typed, else one in the reader's
    // language (role 5). A term has always that in the reader's language. Of the other texts it shows the one with most words. It prefers the first word, if it
    // was typed and is not in the name; then sentences over names and code (roles 3 to 5); then the
    // reader's language.
    function makeRow([path, name, nameLang, texts = [], release, sigs = [], kind, stage, , type], marks, lacks) {
      const made = row.firstElementChild.cloneNode(true);
      const part = (name) => made.querySelector("." + name);
      const put = (name, text, code) => {
        paint(part(name), text, marks);
        if (code && code !== lang) part(name).lang = label("lang", code)?.lang || code;
      };
      const has = (text, mark) => ranges(text, [mark]).length;
      const own = ([code, text, role]) => role > 4 && 2 * (type !== "term" && has(text, marks[0] || "") > 0) + (code === lang);
      let [[titleLang, title], ...others] = [[nameLang, name, 5], ...texts].sort((a, b) => own(b) - own(a));
      const worth = ([code, text, role]) => marks.reduce((n, mark, i) => n + (has(text, mark) && (has(title, mark) ? 1 : 4) / (i + 1)), 2 * (role < 3)) + 2.5 * (code === lang);
      let [, code, text] = others.map((told) => [worth(told), ...told]).sort(([a], [b]) => b - a)[0] || [0, lang, ""];
      // A number alone says little: the first sentence follows it.
      if (/#\d+$/.test(title) && others[0]) {
        const [from, says] = others.find(([code]) => code === lang) || others[0];
        const [sentence] = says.match(/^.{0,90}?([。！？]|[.!?](?= |$)|$)|^.{0,60}(?= |$)|^.{0,40}/u);
        if (text === says) text = text.slice(sentence.length).trim();
        title += " " + sentence + (/[。！？.!?]$/.test(sentence) || sentence === says ? "" : "…");
        titleLang = from;
      }
      const url = new URL(path, home);
      const here = marks.filter((mark) => [title, ...others.map(([, text]) => text)].some((text) => has(text, mark)));
      for (const word of (here[0] ? here : marks).slice(0, 4)) url.searchParams.append("mark", word);
      (made.querySelector("a") || made).href = url;
      put("name", title, titleLang);
      put("text", text, code);
      for (const tag of [label("type", type), release, ...sigs.map((sig) => label("sig", sig)), label("kind", kind), label("stage", stage), code !== lang && label("lang", code)]) {
        if (tag) part("line").append(" ", tag.cloneNode?.(true) || tag);
      }
      part("lacks").textContent = lacks?.[0] ? say("lacks", lacks.join(" ")) : "";
      return made;
    }

    // fill shows rows in groups: the document of an id with its upstream page, then exact matches,
    // then matches of other forms, then of some of the words, each under a heading.
    function fill({ hits, jump = [], marks = [], nearest }, words = "", problem = "") {
      const groups = {};
      const last = {}; // row by group and note
      const put = (key, doc, marks = [], lacks) => {
        const own = (groups[key] ??= list.appendChild(group.firstElementChild.cloneNode(true)));
        own.dataset.tier = key;
        own.ariaLabel = own.querySelector(".label").textContent = say(key, nearest);
        const made = makeRow(doc, marks, lacks);
        // Rows of one note are grouped.
        const note = /^(entry|section|post|note)$/.test(doc[9]) && key + doc[0].split("#")[0];
        if (note && last[note]) {
          made.classList.add("under");
          last[note].after(made);
        } else (own.querySelector(".rows") || own).append(made);
        last[note] = made;
      };
      list.textContent = "";
      for (const { doc } of jump) {
        const out = doc[8]; // an address, or ""
        put("jump", doc, marks);
        if (out) put("jump", [out, say("upstream"), lang, [[lang, out.slice(8)]]]);
      }
      for (const hit of hits) if (!jump.includes(hit)) put(hit.tier, hit.doc, marks, hit.lacks);
      said.textContent = words;
      trouble.hidden = !problem;
      trouble.firstChild.textContent = problem;
      list.ariaBusy = false;
    }

    async function ask(text, options) {
      stop?.abort();
      help.hidden = true;
      if (!options) return;
      const { signal } = (stop = new AbortController());
      help.querySelector("a").search = new URLSearchParams({ type: "pullrequests", q: "org:kubernetes " + text });
      let answer = { hits: [] };
      let words;
      let problem;
      list.ariaBusy = true;
      try {
        answer = await search(index, text, { lang, release, signal, ...options });
        const { total, hits } = answer;
        words = total ? [hits[0]?.tier > 3 && say("inexact", text), say(new Intl.PluralRules(tongue).select(total), total.toLocaleString(tongue)), release && say("first", release)].filter(Boolean).join(" · ") : say("none", text);
      } catch (e) {
        problem = say(e === "offline" ? e : "failed");
      }
      if (signal.aborted) return;
      fill(answer, words, problem);
      help.hidden = answer.total !== 0;
      return answer;
    }
    return { list, fill, ask };
  };
};
