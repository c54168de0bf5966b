// A query is cut into pieces: words, numbers, runs of Chinese and Japanese characters. Each piece
// gives documents. Documents with all pieces are ranked:
//
//   tier 0  the piece itself
//        1  another form of the word, in Russian or English
//        2  a word with this prefix
//        3  another spelling: a Han variant, another name of a concept
//        4  the nearest word, if the piece is not found
//        5  only some of the pieces, see rank
//
// The tier of a document is that of its worst piece. For each piece, a byte per document holds the
// match: 0 for none, else 4 × tier + field + 1. So pieces are joined in one pass over the bytes.
//
// A query runs at up to three depths. The next depth runs only if there are too few hits, or if the
// texts do not match. Depth 1: words and their forms. Depth 2: more prefixes and other spellings.
// Depth 3: all windows of a run, also apart.

const all = (list, work) => Promise.all(list.map(work));
const tight = (text) => rewrite(fold(text), spaced);
const count = (found) => found.reduce((n, code) => n + !!code, 0);

// parse cuts a query into wanted, unwanted and literal text, and filters. Unwanted text counts as
// wanted if it is alone. It reads 300 characters, and of pieces 16.
function parse(text, filters) {
  const wanted = [];
  const unwanted = [];
  const literal = [];
  const typed = text.normalize("NFKC").slice(0, 300).replace(/[–—−‑]/g, "-").replace(/(\bkep\W?|#)0+(?=\d)/gi, "$1");
  const rest = typed.replace(operator, (whole, space, dash, name, quoted, bare) => {
    const words = quoted ?? bare;
    const not = dash && words[0] !== "-"; // -word, but not --flag
    const by = name?.toLowerCase().replace(/^rel$/, "release");
    const thing = /^(kep|pr)$/.test(by);
    if (by && !thing) filters.push([by, words, not]);
    else {
      if (!not && !thing && (quoted || east.test(words))) literal.push([tight(words), quoted && "quoted"]);
      if (!by && !not && quoted == null) {
        const text = rewrite(words, valued);
        if (joined.test(text)) literal.push([tight(text), "set"]);
        return whole;
      }
      (not ? unwanted : wanted).push(...pieces(by === "kep" ? words.replace(/^\D*/, "kep-") : words).map((piece) => ({ ...piece, exact: true })));
    }
    return " ";
  });
  // A gate is often copied with its value, a release with the project's name.
  wanted.unshift(...pieces(rewrite(rest, valued)));
  const alone = !wanted[0] && !filters[0];
  return [alone ? unwanted : wanted, alone ? [] : unwanted.slice(0, 16), filters, literal];
}

// formsOf lists possible forms of a word. The index knows which exist, and how words change.
function formsOf(word, { ru, en, bends }) {
  const forms = [];
  for (const row of /^[а-я]+$/.test(word) ? ru : /^[a-z]+$/.test(word) ? en : []) {
    const endings = row.split(" ");
    for (const ending of endings) {
      if (!word.endsWith(ending)) continue;
      const base = word.slice(0, word.length - ending.length);
      for (const [from, to] of [["$", ""], ...bends]) {
        const stem = base.replace(new RegExp(from), to);
        if (stemmed.test(stem + "-")) forms.push(...endings.map((other) => stem + other));
      }
    }
  }
  return forms;
}

// shardAt returns the shard of a key, if the key can exist; reach the shards of a prefix.
const shardAt = ({ terms }, key) => terms.findLastIndex((first) => first <= key);
const reach = (index, key) => [...index.terms.keys()].slice(shardAt(index, key), shardAt(index, key + "\uffff") + 1);

const termsIn = async (index, shards) => (await all([...new Set(shards)], (n) => held(index, "t", n, readTerms))).flat();
const termAt = async (index, key) => (await termsIn(index, [shardAt(index, key)])).find(([term]) => term === key) || [key, [], []];

// divided lists what is searched for of a missing piece: the parts of a name, a word without its
// neighbours, the windows of a run. at is the place in the piece. Windows that begin with hiragana
// are mostly endings and particles.
function divided({ text, wide, parts = [text], script }) {
  if (!wide) {
    let at = 0;
    return parts.map((part) => ({ text: part, keys: [cut(part)], script: isNumber(part) ? "number" : script, at: (at += part.length) - part.length }));
  }
  const all = windows({ text, wide }).map((part, at) => ({ text: part, keys: [part], wide, script, at }));
  const some = all.slice(0, Math.max(1, all.length - wide + 1));
  return some.filter(({ text }) => !/^\p{sc=Hira}/u.test(text));
}

// lacks lists the words that a document does not have, and of divided pieces what remains.
const lacks = (wanted, id) => wanted.flatMap(({ text, typed, found, apart }) => {
  if (!apart) return found?.[id] ? [] : typed;
  const rest = [...text].map((c) => (/\p{sc=Hira}/u.test(c) ? " " : c));
  for (const { text, found, at } of apart) if (found[id]) rest.fill(" ", at, at + [...text].length);
  return rest.join("").trim().split(/ +/).filter(Boolean);
});

// put records in found that the documents of a term match in a tier, unless they have a better one.
function put(found, docs, tier) {
  for (const n of docs) {
    const code = tier * 4 + (n & 3) + 1;
    found[n >> 2] = Math.min(found[n >> 2] || code, code);
  }
}

// lookUp finds the documents of a piece: those that match all its keys.
async function lookUp(index, piece, depth) {
  const { text, keys, wide, script, exact } = piece;
  const { releases, runs, run } = index;
  const marks = [];
  // The first and last windows are usually enough: one for katakana, two for others. If they give
  // nothing, all windows give nothing.
  const few = script === "kata" ? 1 : 2;
  const asked = depth > 1 && text[wide] && count(piece.found) ? windows(piece).slice(0, 1 - wide) : keys.filter((_, i) => i < few || !keys[i + few]);
  const founds = await all(asked, async (key) => {
    const found = new Uint8Array(index.docs);
    const ways = new Map(exact || script !== "word" ? [] : formsOf(key, index.forms).map((form) => [form, 1]));
    // The last word can be a prefix. Numbers and Russian words are prefixes only if they are not found
    // themselves.
    const shy = script !== "word" || /[а-я]/.test(key);
    const starts = wide || (!exact && (!shy || (depth && !piece.found?.some((code) => code && code < 5)))) ? [key] : /\./.test(key) ? [key + "."] : [];
    // More than four characters with the same form in both languages are rare. Their variants are
    // searched only at the last depth.
    if (depth > !!text[4] && script === "han" && !exact) {
      const han = await held(index, "h", -1, readVariants);
      let others = [""];
      for (const c of key) others = others.flatMap((way) => Array.from(han.find((group) => group.includes(c)) || c, (other) => way + other)).slice(0, 9);
      for (const other of others) ways.set(other, 3), starts.push(other);
    }
    ways.set(key, 0);
    const reached = starts.flatMap((start) => reach(index, start).slice(0, depth ? 8 : 2));
    // A release is also found in the metadata.
    const at = script === "number" && !exact ? releases.indexOf(text) + 1 : 0;
    if (at) put(found, [...found.keys()].filter((doc) => runs[1][run[doc]] === at).map((doc) => doc * 4 + 3), 0);
    for (const [term, docs] of await termsIn(index, [...reached, ...Array.from(ways.keys(), (way) => shardAt(index, way))])) {
      const start = starts.find((start) => term.startsWith(start));
      const tier = ways.get(term) ?? (start ? (wide ? ways.get(start) : 2) : -1);
      if (tier < 0 || !docs.length) continue;
      put(found, docs, tier);
      if (tier & 1) marks.push(tier > 1 ? term : term + "$");
    }
    return found;
  });
  // The document must match all keys; the worst tier counts.
  piece.found = founds.reduce((one, other) => one.map((code, doc) => code && other[doc] && Math.max(code, other[doc])));
  // A Russian word that is found is not a prefix.
  piece.marks = new Set([/[а-я]$/.test(text) && piece.found.some((code) => code && code < 5) ? text + "$" : text, ...marks]);
}

// relate adds synonyms: pieces, alone or joined, that name a concept get its other names. A word of
// metadata, as beta, gets the documents with this stage or kind. That alone is done at depth 0.
const relate = (index, wanted, depth) => all(wanted, async (_, i) => {
  let name = "";
  for (let n = i; n < i + (depth ? 4 : 1) && wanted[n] && !wanted[n].exact && !wanted[n].path; ) {
    name += wanted[n++].text;
    // A Russian word of several forms is a name in one of them.
    for (const [, , [concepts]] of await all([name, ...(n === i + 1 ? formsOf(name, index.forms) : [])], (name) => termAt(index, name))) {
      await all(concepts?.split("\n") || [], (concept) => (depth || concept[0] === "\u0003") && link(index, wanted.slice(i, n), concept));
    }
  }
});

// link adds the documents of a concept to pieces. If a piece was replaced by its nearest word, they
// come after the documents with that word: tier 7 is ranked last and shown as 4.
async function link(index, wanted, concept) {
  const [, docs, names] = await termAt(index, concept);
  for (const { found, marks, near } of wanted) {
    put(found, docs, concept[0] === "\u0003" ? 0 : near ? 7 : 3);
    for (const name of names) marks.add(name);
  }
}

// slips counts the typing errors between two words: letters changed, missing or added, neighbours
// swapped.
function slips(a, b) {
  let before;
  let last = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}

// approach replaces a missing word by the nearest one: with one typing error, in a word of eight
// letters with two. Errors leave one half intact. So it tries words that start with the first half and words that end with the second. The index holds words
// backward for that, Russian ones without endings.
async function approach(index, piece) {
  const { text } = piece;
  if (!mistaken.test(text)) return;
  const stem = (word) => word.replace(ending, "");
  const backward = (word) => [...word].reverse().join("");
  const starts = [text, "\u0001" + backward(stem(text))].map((word) => [word, word.slice(0, (word.length - 1) >> 1)]);
  // Of many shards, the nearest: a typo far from them is near those of the other half.
  const near = starts.flatMap(([word, half]) => reach(index, half).sort((a, b) => Math.abs(a - shardAt(index, word)) - Math.abs(b - shardAt(index, word))).slice(0, text[6] ? 5 : 8));
  const words = new Set((await termsIn(index, near)).map(([key]) => (key[0] === "\u0001" ? backward(key.slice(1)) + text.slice(stem(text).length) : key)));
  // Katakana keys of four characters are mostly windows, not words.
  const others = [];
  for (const word of words) {
    if (windowed.test(word) || Math.abs(word.length - text.length) > 3) continue;
    const errors = Math.min(slips(text, word), slips(stem(text), stem(word)));
    if (errors < (text[7] ? 3 : 2)) others.push([errors, word]);
  }
  const found = await all(others.sort(([a], [b]) => a - b).slice(0, 8), async ([errors, word]) => {
    const [other] = pieces(word);
    await lookUp(index, other, 0);
    return { ...other, errors };
  });
  const [best] = found.filter(({ found }) => count(found)).sort((a, b) => a.errors - b.errors || count(b.found) - count(a.found));
  if (best) Object.assign(piece, { near: best.text, marks: best.marks, found: best.found.map((code) => code && code + 16) });
}

// narrow returns for each document the filters it fails, one bit per dimension. It reads the
// dimensions if there are filters or if counts are wanted.
async function narrow(index, filters, counting) {
  const fails = new Uint8Array(index.docs);
  const scales = filters[0] || counting ? await held(index, "f", -2, readScales) : [];
  const plain = (name) => rewrite(fold(name), plainly);
  const not = (filter) => filter[2];
  scales.forEach(([by, lists, codeOf], bit) => {
    const own = filters.filter((filter) => filter[0] === by);
    const passes = lists.map((names) => {
      const hits = own.filter(([, value]) => names.some((name) => plain(name) === plain(value)));
      return !hits.some(not) && (hits[0] || own.every(not));
    });
    fails.forEach((_, doc) => { fails[doc] |= !passes[codeOf(doc)] << bit; });
  });
  return [fails, scales];
}

// tally counts the possible filters: {sig: {node: 12, …}, …}. Each dimension counts the documents
// that pass the filters of the others.
const tally = (scales, tiers, fails) => Object.fromEntries(scales.map(([by, lists, codeOf], bit) => {
  const counts = {};
  tiers.forEach((tier, doc) => {
    if (tier && !(fails[doc] & ~(1 << bit))) for (const name of lists[codeOf(doc)]) counts[name] = (counts[name] || 0) + 1;
  });
  return [by, counts];
}));

// rank orders the documents with all wanted pieces: by tier, by the page's release, by rarity of
// the pieces and weight of their fields, KEPs first, by language, newest first. It writes tier plus one into
// tiers, also for filtered documents.
//
// After these it puts some others: those with the most of the pieces, by the sum of their rarity, if
// this is at least half of the best. Names in camel case or with hyphens and digits count twice, words
// of sentences little. Quoted words, ids and versions are mandatory. If some is 2, no
// document matches exactly.
function rank({ docs, run, runs, langs, releases, glossary }, wanted, tiers, fails, { lang, release }, some) {
  const units = wanted.flatMap((piece) => piece.apart || piece);
  const rare = units.map(({ text, typed, found }) => Math.log(1 + docs / (1 + count(found))) * (!some ? 1 : common.test(text) ? 0.1 : /[a-z][-A-Z\d]/.test(typed) ? 2 : 1));
  const must = units.map(({ exact, script, text }) => !some || exact || script === "id" || (script === "number" && /\.|\d{4}/.test(text)));
  const whole = !(some > 1) && !wanted.some(({ apart }) => apart);
  const best = 8 * rare.reduce((a, b) => a + b, 0) || 1;
  const [keps, begin, end] = glossary;
  const own = 1 << langs.indexOf(lang);
  const here = releases.indexOf(release) + 1;
  const sums = [];
  let top = 0;
  const order = [];
  const places = [];
  tiers.fill(0);
  next: for (let doc = docs; doc--; ) {
    let worst = 0;
    let score = 0;
    let sum = 0;
    let all = whole;
    for (let i = 0; i < units.length; i++) {
      const code = units[i].found[doc];
      if (!code && must[i]) continue next;
      all &&= code;
      if (!code) continue;
      worst = Math.max(worst, code + 3);
      score += rare[i] * (8 >> ((code - 1) & 3));
      sum += rare[i] / (1 + ((code - 1) >> 2) / 8);
    }
    if (!all && !sum) continue;
    const tier = all ? worst >> 2 || 1 : 6;
    tiers[doc] = all ? Math.min(tier, 5) : tier;
    // Scores are between an eighth and one, so type and language only separate equal ones.
    places[doc] = tier * 2 + (all ? (here > 0 && runs[1][run[doc]] !== here) - score / best : 8 - (8 * sum + score / 4) / best) + (doc < keps ? -1 : !(runs[2][run[doc]] & own)) / 4096;
    if (!fails[doc]) top = Math.max(top, sum);
    sums[doc] = sum;
    order.push(doc);
  }
  for (const doc of order) if (tiers[doc] > 5 && sums[doc] < top / 2) tiers[doc] = 0;
  const sorted = order.filter((doc) => tiers[doc] && !fails[doc]).sort((a, b) => places[a] - places[b]);
  // A term of the glossary comes after two KEPs with one of its names in their title.
  if (sorted[0] < begin || sorted[0] >= end) return sorted;
  return [...new Set([...sorted.filter((doc) => doc < keps && wanted.every(({ found }) => ((found[doc] - 1) & 3) < 2)).slice(0, 2), ...sorted])];
}

// show fetches documents until there are enough hits, up to a limit. Their texts must contain the
// literal text, because the index knows only pieces. Documents with a cut text may match, and come
// last, but not for quoted text. wrong counts the mismatches. An impatient caller fetches no more if
// there are any. A document is an array, as in its file.
async function show(index, ids, tiers, literal, want, patient) {
  const hits = [];
  let sure = 0;
  let next = 0;
  for (let round = 0; round < 4 && sure < want && next < ids.length && (patient || next === hits.length); round++) {
    const some = ids.slice(next, next + want - sure + (round && 4));
    const docs = await all(some, (id) => held(index, "d", index.terms.length + id, readDocs));
    for (const doc of docs) {
      if (sure === want) break;
      const [, name, , texts] = doc;
      const id = ids[next++];
      const tier = tiers[id] - 1;
      const told = [name, ...texts.map(([, text]) => text)];
      const lost = literal.filter(([words, how]) => (how === "quoted" || tier < 3 || tier === 4) && !told.some((text) => tight(text).includes(words)));
      const has = !lost[0];
      if (has || (!lost.some(([, how]) => how === "quoted") && told.some((text) => text.endsWith("…")))) hits.push({ id, tier, doc, has });
      sure += has;
    }
  }
  return { hits: hits.sort((a, b) => b.has - a.has || 0).slice(0, want), wrong: next - hits.length, more: next < ids.length || hits.length > want };
}

// search finds the documents for a text:
//
//   lang, release  of the page; matching documents come first
//   filters        {release, sig, kind, stage, lang, type}: a value each
//   want           maximum number of hits; default 10
//   full           count other spellings too, and count by type, release, language, SIG, kind, stage
//   signal         an AbortSignal that ends the fetching
//
// It resolves to:
//
//   hits     [{id, tier, doc, has, lacks}], each with whether it certainly matches, and the words
//            that it lacks; wrong others were fetched
//   tiers    tier plus one by document, 0 for no match
//   marks    the words to mark in texts
//   total    the count, as far as files were read; more if there are others
//   jump     hits whose id is the query
//   nearest  the replacements of missing words
//   counts   {sig: {node: 12, …}, …}
//
// It rejects with "offline" without an answer, with another error for a bad answer, or with the
// reason of the signal. A bad file may belong to an older build, or be bad only in the cache. So
// everything is read once more without the cache.
export async function search(index, text, options = {}) {
  if (index.stale) {
    index.stale = false;
    index.cache = "no-cache";
    index.edition = readRoot(index);
  }
  try {
    return await answer(await index.edition, text, options);
  } catch {
    options.signal?.throwIfAborted();
    index.cache = "reload";
    index.edition = await readRoot(index);
    return answer(index.edition, text, options);
  }
}

// With fewer exact matches, others are shown after them.
const few = 4;

async function answer(index, text, options) {
  const { filters = {}, want = 10, full, signal } = options;
  let [words, unwanted, limits, literal] = parse(text, Object.entries(filters).filter(([, value]) => value));
  const wanted = words.slice(0, 16);
  const tiers = new Uint8Array(index.docs);
  const narrowing = narrow(index, limits, full);
  let fails;
  let scales;
  let ids;
  let shown;
  const order = (some) => {
    signal?.throwIfAborted();
    ids = wanted[0] || limits[0] ? rank(index, wanted, tiers, fails, options, some) : [];
  };
  const look = async (depth) => {
    [[fails, scales]] = await Promise.all([narrowing, ...[...wanted, ...unwanted].map((piece) => lookUp(index, piece, depth))]);
    if (depth || wanted[1]) await relate(index, wanted, depth);
    if (!depth) for (const { found } of unwanted) found.forEach((code, doc) => { fails[doc] |= !!code << 7; });
    order();
  };
  const take = async (patient) => (shown = await show(index, ids, tiers, literal, want, patient));
  await look(0);
  if (full || !ids[want]) await look(1);
  await take();
  if (shown.wrong || !shown.hits[0]) {
    await look(2);
    await take(true);
  }
  if (!shown.hits[0] && wanted[0]) {
    // No exact match: try the nearest words, then the words apart.
    await all(wanted.filter(({ exact, keys, found }) => !exact && (ids[0] ? keys[1] : !count(found))), (piece) => approach(index, piece));
    // The windows of a katakana word can be apart, also those of the nearest word.
    literal = [...literal.filter(([, how]) => how), ...wanted.flatMap(({ near, keys }) => (near && keys[1] ? [[near]] : []))];
    order();
    await take(true);
  }
  // A term of the glossary leads to its concept: its name can have any form there.
  const terms = shown.hits.filter(({ id, doc }) => doc[9] === "term" && wanted.every(({ found }) => (found[id] - 1 & 3) < 2));
  if (!ids[want] && terms[0]) {
    await all(terms, ({ doc }) => link(index, wanted, "\u0002" + decodeURIComponent(doc[0].split("#")[1])));
    order();
    await take(true);
  }
  const jump = shown.hits.filter(({ id }) => wanted[0] && wanted.every(({ found }) => found[id] === 1)).slice(0, 3);
  if (!shown.hits[few] && wanted[0] && !jump[0]) {
    // Few exact matches: add documents with most of the words.
    const missing = wanted.filter(({ exact, script, found }) => !exact && script !== "id" && !count(found));
    await all(missing, (piece) => all((piece.apart = divided(piece)), (part) => lookUp(index, part, 1)));
    order(shown.hits[0] ? 1 : 2);
    await take(true);
  }
  for (const hit of shown.hits) hit.lacks = hit.tier > 4 ? lacks(words, hit.id) : [];
  // Katakana can be typed as hiragana.
  const kata = text.replace(/(?<!\S)[ぁ-ゖー]{3,}(?!\S)/g, (word) => word.replace(/[ぁ-ゖ]/g, (c) => String.fromCharCode(c.charCodeAt() + 96)));
  if (!(shown.hits[0]?.tier < 5) && kata !== text) {
    const other = await answer(index, kata, options);
    return { ...other, hits: other.hits.map((hit) => ({ ...hit, tier: Math.max(hit.tier, 4) })), jump: [], nearest: kata };
  }
  return {
    ...shown, tiers,
    marks: [...new Set(wanted.filter(({ text }, _, all) => !all[1] || !common.test(text)).flatMap((piece) => (piece.apart || [piece]).flatMap(({ marks }) => [...marks])))],
    total: ids.length - shown.wrong,
    jump,
    nearest: wanted.flatMap(({ near }) => near || []).join(" "),
    counts: tally(scales, tiers, fails),
  };
}
