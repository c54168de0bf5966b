// A query becomes pieces (words, numbers, runs of Chinese and Japanese characters), each
// piece the documents that it leads to, and those that all lead to are ranked:
//
//   tier 0  the piece itself
//        1  another form of the word, in Russian or English
//        2  a word that begins with it
//        3  another way to write it: a Han variant, another name of a concept
//        4  the nearest word, where the piece is found nowhere
//
// A document's tier is that of its worst piece. For each piece a byte per document says how
// it is found: 0 not at all, else 4 × tier + field + 1. So pieces are joined by one run over
// the bytes, however many documents they lead to.
//
// A query is looked up in up to three depths, each only where the one before does not fill
// what is to be shown, or leads to texts that do not have it: the words and their forms; more of
// what begins with them, and what is written in another way; all windows of a run, where its
// characters stand, but apart.

const all = (list, work) => Promise.all(list.map(work));
const tight = (text) => rewrite(fold(text), spaced);
const count = (found) => found.reduce((n, code) => n + !!code, 0);

// parse cuts a query: what is wanted and what is not, what texts must have letter for
// letter, and by what to narrow, beside what does so already. What is not wanted is taken for
// wanted where it stands alone. It reads 300 characters and 16 pieces.
function parse(text, filters) {
  const wanted = [];
  const unwanted = [];
  const literal = [];
  const rest = text.normalize("NFKC").slice(0, 300).replace(operator, (whole, space, dash, name, quoted, bare) => {
    const words = quoted ?? bare;
    const not = dash && words[0] !== "-"; // -word, but --flag
    const by = name?.toLowerCase().replace(/^rel$/, "release");
    const thing = /^(kep|pr)$/.test(by);
    if (by && !thing) filters.push([by, words, not]);
    else {
      if (!not && !thing && (quoted || east.test(words))) literal.push(tight(words));
      if (!by && !not && quoted == null) return whole;
      (not ? unwanted : wanted).push(...pieces(by === "kep" ? words.replace(/^\D*/, "kep-") : words).map((piece) => ({ ...piece, exact: true })));
    }
    return " ";
  });
  // A gate is often copied with its value, a release with the project's name.
  wanted.unshift(...pieces(rewrite(rest, valued)));
  const alone = !wanted[0] && !filters[0];
  return [(alone ? unwanted : wanted).slice(0, 16), alone ? [] : unwanted.slice(0, 16), filters, literal];
}

// formsOf lists the forms that a word could have. Few of them exist: the index tells which,
// and how words change.
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

// shardAt says which shard holds a key, if there is such a key, and reach which ones hold
// those that begin with it.
const shardAt = ({ terms }, key) => terms.findLastIndex((first) => first <= key);
const reach = (index, key) => [...index.terms.keys()].slice(shardAt(index, key), shardAt(index, key + "\uffff") + 1);

const termsIn = async (index, shards) => (await all([...new Set(shards)], (n) => held(index, "t", n, readTerms))).flat();
const termAt = async (index, key) => (await termsIn(index, [shardAt(index, key)])).find(([term]) => term === key) || [key, [], []];

// put writes into found that the documents of a term are found in a tier, unless they are
// in a better one.
function put(found, docs, tier) {
  for (const n of docs) {
    const code = tier * 4 + (n & 3) + 1;
    found[n >> 2] = Math.min(found[n >> 2] || code, code);
  }
}

// lookUp finds the documents of a piece: those that all its keys lead to.
async function lookUp(index, piece, depth) {
  const { text, keys, wide, script, exact } = piece;
  const marks = [];
  // The first windows and the last say nearly all, one of katakana, two of others. Where they
  // lead to nothing, all windows do not lead to more.
  const few = script === "kata" ? 1 : 2;
  const asked = depth > 1 && text[wide] && count(piece.found) ? windows(piece).slice(0, 1 - wide) : keys.filter((_, i) => i < few || !keys[i + few]);
  const founds = await all(asked, async (key) => {
    const found = new Uint8Array(index.docs);
    const ways = new Map(exact || script !== "word" ? [] : formsOf(key, index.forms).map((form) => [form, 1]));
    // What is typed last may be the beginning of a word, but a number and a Russian word are
    // that only where they are not found themselves.
    const shy = script !== "word" || /[а-я]/.test(key);
    const starts = wide || (!exact && (!shy || (depth && !piece.found?.some(Boolean)))) ? [key] : /\./.test(key) ? [key + "."] : [];
    // More than four characters that two languages write alike are rare: they are looked for
    // in their variants only by the last depth.
    if (depth > !!text[4] && script === "han" && !exact) {
      const han = await held(index, "h", -1, readVariants);
      let others = [""];
      for (const c of key) others = others.flatMap((way) => Array.from(han.find((group) => group.includes(c)) || c, (other) => way + other)).slice(0, 9);
      for (const other of others) ways.set(other, 3), starts.push(other);
    }
    ways.set(key, 0);
    const reached = starts.flatMap((start) => reach(index, start).slice(0, depth ? 8 : 2));
    for (const [term, docs] of await termsIn(index, [...reached, ...Array.from(ways.keys(), (way) => shardAt(index, way))])) {
      const start = starts.find((start) => term.startsWith(start));
      const tier = ways.get(term) ?? (start ? (wide ? ways.get(start) : 2) : -1);
      if (tier < 0 || !docs.length) continue;
      put(found, docs, tier);
      if (tier & 1) marks.push(tier > 1 ? term : term + "$");
    }
    return found;
  });
  // In all of them, and in the tier of the worst.
  piece.found = founds.reduce((one, other) => one.map((code, doc) => code && other[doc] && Math.max(code, other[doc])));
  // A Russian word that is found itself is not the beginning of others.
  piece.marks = new Set([/[а-я]$/.test(text) && piece.found.some((code) => code && code < 5) ? text + "$" : text, ...marks]);
}

// relate adds to pieces what says the same in other words, where one of them, or some
// together, name a concept.
const relate = (index, wanted) => all(wanted, async (_, i) => {
  let name = "";
  for (let n = i; n < i + 4 && wanted[n] && !wanted[n].exact; ) {
    name += wanted[n++].text;
    const [, , [concepts]] = await termAt(index, name);
    for (const concept of concepts?.split("\n") || []) {
      const [, docs, names] = await termAt(index, concept);
      for (const { found, marks } of wanted.slice(i, n)) {
        put(found, docs, 3);
        for (const name of names) marks.add(name);
      }
    }
  }
});

// approach takes for a word that is found nowhere the nearest one. A slip leaves one half
// of it whole: words that begin with the first, and words that end with the second, which
// the index holds backward, Russian ones without their endings.
async function approach(index, piece) {
  const { text } = piece;
  if (!mistaken.test(text)) return;
  const stem = (word) => word.replace(ending, "");
  const backward = (word) => [...word].reverse().join("");
  // One letter another, left out, put in, or two that have changed places.
  const slip = (word) => new RegExp("^(" + Array.from(word, (c, i) => {
    const [before, after] = [word.slice(0, i), word.slice(i + 1)];
    return `${before}(.?${after}|.${c}${after}|${after[0]}${c}${after.slice(1)})`;
  }).join("|") + "|" + word + ".)$", "u");
  const slips = [text, stem(text)].map(slip);
  const starts = [text, "\u0001" + backward(stem(text))].map((word) => [word, word.slice(0, (word.length - 1) >> 1)]);
  // Of many shards the nearest ones: a slip far from them is near to those of the other half.
  const near = starts.flatMap(([word, half]) => reach(index, half).sort((a, b) => Math.abs(a - shardAt(index, word)) - Math.abs(b - shardAt(index, word))).slice(0, text[6] ? 5 : 8));
  const words = new Set((await termsIn(index, near)).map(([key]) => (key[0] === "\u0001" ? backward(key.slice(1)) + text.slice(stem(text).length) : key)));
  // Keys of four katakana are mostly windows, and not words.
  const others = [...words].filter((word) => !windowed.test(word) && (slips[0].test(word) || slips[1].test(stem(word))));
  const found = await all(others.slice(0, 8), async (word) => {
    const [other] = pieces(word);
    await lookUp(index, other, 0);
    return other;
  });
  const [best] = found.sort((a, b) => count(b.found) - count(a.found));
  if (best && count(best.found)) Object.assign(piece, { near: best.text, marks: best.marks, found: best.found.map((code) => code && code + 16) });
}

// narrow says for each document which filters it fails, by a bit for each scale, and reads
// the scales, where there are filters or somebody wants to count.
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

// tally counts what a result could be narrowed to: {sig: {node: 12, …}, …}, on each scale
// among the documents that pass the filters of the others.
const tally = (scales, tiers, fails) => Object.fromEntries(scales.map(([by, lists, codeOf], bit) => {
  const counts = {};
  tiers.forEach((tier, doc) => {
    if (tier && !(fails[doc] & ~(1 << bit))) for (const name of lists[codeOf(doc)]) counts[name] = (counts[name] || 0) + 1;
  });
  return [by, counts];
}));

// rank puts the documents in order that all wanted pieces lead to: by tier, those of the
// page's release first, by how rare the pieces and how weighty their places are, those in
// the page's language first, newer ones first. It writes into tiers which tier each is of,
// plus one, of those that filters take out, too.
function rank({ docs, run, runs, langs, releases }, wanted, tiers, fails, { lang, release }) {
  const rare = wanted.map(({ found }) => Math.log(1 + docs / (1 + count(found))));
  const best = 8 * rare.reduce((a, b) => a + b, 0) || 1;
  const own = 1 << langs.indexOf(lang);
  const here = releases.indexOf(release) + 1;
  const order = [];
  const places = [];
  tiers.fill(0);
  next: for (let doc = docs; doc--; ) {
    let worst = 0;
    let score = 0;
    for (let i = 0; i < wanted.length; i++) {
      const code = wanted[i].found[doc];
      if (!code) continue next;
      worst = Math.max(worst, code + 3);
      score += rare[i] * (8 >> ((code - 1) & 3));
    }
    const tier = (tiers[doc] = (worst >> 2) || 1);
    // A score is a whole at most and an eighth at least, so the language only parts what is alike.
    places[doc] = tier * 2 + (here > 0 && runs[1][run[doc]] !== here) - score / best + !(runs[2][run[doc]] & own) / 4096;
    if (!fails[doc]) order.push(doc);
  }
  return order.sort((a, b) => places[a] - places[b]);
}

// show fetches documents, until there are hits enough, but not for ever. Their texts must
// have what was asked for letter for letter, since the index knows only pieces of it; those of
// which a text was cut may have it, and come last. wrong says how many have not: who is not
// patient has no more fetched where there are such. A document is an array, as its file has it.
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
      const tier = Math.min(tiers[id] - 1, 4);
      const told = [name, ...texts.map(([, text]) => text)];
      const has = tier === 3 || literal.every((words) => told.some((text) => tight(text).includes(words)));
      if (has || told.some((text) => text.endsWith("…"))) hits.push({ id, tier, doc, has });
      sure += has;
    }
  }
  return { hits: hits.sort((a, b) => b.has - a.has).slice(0, want), wrong: next - hits.length, more: next < ids.length || hits.length > want };
}

// search finds what a text asks for:
//
//   lang, release  of the page: what is in that language, and of that release, comes first
//   filters        {release, sig, kind, stage, lang, type}: a name each
//   want           how many hits at most; 10
//   full           count what is written in other ways, too, where there are hits enough,
//                  and count by type, release, language, SIG, kind and stage
//   signal         an AbortSignal: no further file is fetched for an answer nobody awaits
//
// and resolves to
//
//   hits     [{id, tier, doc}], each with whether it surely has the words; wrong others
//            were fetched
//   tiers    by document its tier plus one, 0 where it is not found
//   marks    the words to mark in texts
//   total    how many there are, as far as files were read; more says if others follow
//   jump     hits that are the very thing asked for, by its id
//   nearest  the words that were taken for those found nowhere; dropped those left out
//   counts   {sig: {node: 12, …}, …}
//
// It rejects with "offline" where the host gives no answer, with something else where it
// gives no good one, or as signal does. A file that is bad may be of a build that another
// has replaced, or bad only in the browser's cache: past that all is read anew, once.
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

async function answer(index, text, options) {
  const { filters = {}, want = 10, full, signal } = options;
  let [wanted, unwanted, limits, literal] = parse(text, Object.entries(filters).filter(([, value]) => value));
  const tiers = new Uint8Array(index.docs);
  const dropped = [];
  const narrowing = narrow(index, limits, full);
  let fails;
  let scales;
  let ids;
  let shown;
  const order = () => {
    signal?.throwIfAborted();
    ids = wanted[0] || limits[0] ? rank(index, wanted, tiers, fails, options) : [];
  };
  const look = async (depth) => {
    [[fails, scales]] = await Promise.all([narrowing, ...[...wanted, ...unwanted].map((piece) => lookUp(index, piece, depth))]);
    if (depth) await relate(index, wanted);
    else for (const { found } of unwanted) found.forEach((code, doc) => { fails[doc] |= !!code << 7; });
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
    // Nothing has it as it was typed: what is nearest, what has the words apart, what has most of them.
    await all(wanted.filter(({ exact, keys, found }) => !exact && (ids[0] ? keys[1] : !count(found))), (piece) => approach(index, piece));
    for (const [i, { parts, found }] of [...wanted.entries()].reverse()) {
      if (parts?.[1] && !count(found)) wanted.splice(i, 1, ...pieces(parts.join(" ")));
    }
    await all(wanted, (piece) => piece.found || lookUp(index, piece, 1));
    // The windows of a katakana word may stand apart, those of the nearest word as well.
    literal = wanted.flatMap(({ near, keys }) => (near && keys[1] ? near : []));
    for (order(); !ids[0] && wanted[1]; order()) {
      const counts = wanted.map(({ found }) => count(found));
      dropped.push(wanted.splice(counts.indexOf(Math.min(...counts)), 1)[0].text);
    }
    await take(true);
  }
  return {
    ...shown, tiers,
    marks: [...new Set(wanted.flatMap((piece) => [...piece.marks]))],
    total: ids.length - shown.wrong,
    jump: shown.hits.filter(({ id }) => wanted[0] && wanted.every(({ found }) => found[id] === 1)).slice(0, 3),
    dropped: dropped.join(" "),
    nearest: wanted.flatMap(({ near }) => near || []).join(" "),
    counts: tally(scales, tiers, fails),
  };
}
