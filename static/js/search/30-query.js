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

const longest = 300; // characters of a query that are read
const mostPieces = 16;
const firstShards = 2; // of what begins with a piece, that are read at once
const mostShards = 8; // that are read where the first have too little

const operator = /(^|\s)(-?)(?:(kep|pr|sig|rel|release|kind|stage|lang|type):)?(?:["“”„«»]([^"“”„«»]*)["“”„«»]?|(\S+))/giu;
const east = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

const all = (list, work) => Promise.all(list.map(work));
const tight = (text) => fold(text).replace(/[\s\-_./#]+/g, "");

// parse cuts a query: what is wanted and what is not, what texts must have letter for
// letter, and by what to narrow.
function parse(text) {
  const whole = text.normalize("NFKC");
  const asked = { wanted: [], unwanted: [], literal: [], filters: [], cut: whole.length > longest };
  let plain = "";
  const take = (to, list) => {
    asked.cut ||= to.length + list.length > mostPieces;
    to.push(...list.slice(0, mostPieces - to.length));
  };
  const flush = () => {
    // A gate is often copied with its value, a release with the project's name.
    take(asked.wanted, pieces(plain.replace(/=(true|false)\b|\b(kubernetes|k8s) (?=v?\d+\.\d)/gi, "")));
    plain = "";
  };
  for (const [, , dash, name, quoted, bare] of whole.slice(0, longest).matchAll(operator)) {
    const words = quoted ?? bare;
    const not = dash && words[0] !== "-"; // -word, but --flag
    const by = name?.toLowerCase().replace(/^rel$/, "release");
    const thing = /^(kep|pr)$/.test(by);
    if (by && !thing) asked.filters.push({ by, values: [words], not: !!not });
    else if (thing || not || quoted !== undefined) {
      flush();
      const exact = quoted !== undefined || thing;
      take(not ? asked.unwanted : asked.wanted, pieces(by === "kep" ? words.replace(/^\D*/, "kep-") : words).map((piece) => ({ ...piece, exact, whole: true })));
      if (!not && !thing) asked.literal.push(tight(words));
    } else {
      if (east.test(words)) asked.literal.push(tight(words));
      plain += " " + dash + words;
    }
  }
  flush();
  if (!asked.wanted[0] && !asked.filters[0]) [asked.wanted, asked.unwanted] = [asked.unwanted, []];
  return asked;
}

// formsOf lists the forms that a word could have. Few of them exist: the index tells which,
// and how words change.
function formsOf(word, { russian, english, bends }) {
  const forms = new Set();
  if (!/^([а-я]+|[a-z]+)$/.test(word)) return forms;
  for (const endings of word < "а" ? english : russian) {
    for (const ending of endings) {
      if (!word.endsWith(ending)) continue;
      const base = word.slice(0, word.length - ending.length);
      for (const stem of [base, ...bends.map(([from, to]) => base.replace(from, to))]) {
        if (/^(?=.*[аеиоуыэюяaeiouy])..../.test(stem + "-")) for (const other of endings) forms.add(stem + other);
      }
    }
  }
  return forms;
}

// shardAt says which shard holds a key, if there is such a key.
function shardAt({ terms }, key) {
  let from = 0;
  for (let to = terms.length; to - from > 1; ) {
    const middle = (from + to) >> 1;
    if (terms[middle] <= key) from = middle;
    else to = middle;
  }
  return from;
}

// reach lists the shards of the keys that begin with a string.
function reach(index, start) {
  const first = shardAt(index, start);
  return Array.from({ length: shardAt(index, start + "\uffff") - first + 1 }, (_, i) => first + i);
}

const shards = (index, numbers) => all([...new Set(numbers)], (n) => file(index, "t" + n, readTerms));

// gather writes into found how each document is found by the keys that rate gives a tier,
// and returns how many postings of tier 0 there were.
async function gather(index, found, numbers, rate) {
  let exact = 0;
  for (const shard of await shards(index, numbers)) {
    shard.keys.forEach((key, i) => {
      const tier = rate(key);
      if (tier >= 0) postings(shard, i, (field, doc) => {
        const code = tier * 4 + field + 1;
        if (!found[doc] || found[doc] > code) found[doc] = code;
        if (!tier) exact++;
      });
    });
  }
  return exact;
}

// lookUp finds the documents of a piece: those that all its keys lead to. A whole piece is
// not the beginning of other words, an exact one has no other forms either.
async function lookUp(index, piece, keys = piece.keys) {
  piece.found ??= new Uint8Array(index.docs);
  piece.marks ??= new Set([piece.text]);
  piece.windows ??= [];
  await all(keys, async (key) => piece.windows.push(await lookUpKey(index, piece, key)));
  meet(piece);
}

// What is typed last may be the beginning of a word, so those that begin with it are found,
// too; but of a number and a Russian word only where it is not found itself.
async function lookUpKey(index, piece, key) {
  const { script, exact, whole, marks } = piece;
  const found = new Uint8Array(index.docs);
  const word = script === "word";
  const shy = !isRun(piece) && (!word || /[а-я]/.test(key));
  const forms = word && !exact ? formsOf(key, index) : new Set();
  const range = whole ? [shardAt(index, key)] : reach(index, key);
  const begins = (term) => (!term.startsWith(key) ? -1 : isRun(piece) ? 0 : whole ? -1 : 2);
  const exactly = await gather(index, found, [...range.slice(0, shy ? 1 : firstShards), ...Array.from(forms, (form) => shardAt(index, form))], (term) => {
    if (term === key) return 0;
    if (forms.has(term)) return marks.add(term) && 1;
    return !shy || (/\./.test(key) && term.startsWith(key + ".")) ? begins(term) : -1;
  });
  const more = shy ? (found.some(Boolean) ? [] : range) : range.slice(firstShards);
  return { key, found, more, begins, vague: more[0] >= 0 && (isRun(piece) || !exactly) };
}

// meet says of a piece what is found by all its windows. Vague ones, of which there is more
// to be read, do not count where others do.
function meet(piece) {
  const sharp = piece.windows.filter(({ vague }) => !vague);
  piece.vague = !sharp[0];
  const [first, ...others] = (sharp[0] ? sharp : piece.windows).map(({ found }) => found);
  piece.found.set(first);
  for (const found of others) found.forEach((code, doc) => (piece.found[doc] = piece.found[doc] && code && Math.max(piece.found[doc], code)));
}

// deepen reads more of what begins with a piece.
async function deepen(index, piece) {
  await all(piece.windows, async (window) => {
    await gather(index, window.found, window.more.splice(0, window.vague ? mostShards : firstShards), window.begins);
    window.vague &&= window.more[0] >= 0;
  });
  meet(piece);
}

// sharpen looks up all windows of a run, where those that cover it find what is not it.
const sharpen = (index, piece) => lookUp(index, piece, windows(piece).slice(0, 1 - piece.wide).filter((key) => !piece.keys.includes(key)).slice(0, mostShards));

// widen adds what is written in another way: Han variants, the parts of a word apart, other
// names of the concepts that pieces name, alone or together.
async function widen(index, wanted) {
  const free = wanted.filter(({ exact }) => !exact);
  const runs = free.filter(({ script }) => script === "han");
  const han = runs[0] && (await file(index, "h", readHan));
  await all(runs, async (piece) => {
    await all(piece.windows, ({ key, found }) => {
      let ways = [""];
      for (const c of key) ways = ways.flatMap((way) => Array.from(han.get(c) || c, (other) => way + other)).slice(0, 9);
      return gather(index, found, ways.map((way) => shardAt(index, way)), (term) => (term !== key && ways.some((way) => way !== key && term.startsWith(way)) ? piece.marks.add(term) && 3 : -1));
    });
    meet(piece);
  });
  await all(free, async (piece, i) => {
    if (piece.parts?.[1] && !count(piece.found)) await addOther(index, [piece], piece.parts.map((text) => ({ text, keys: [text], script: "word" })), 8);
    let joined = "";
    for (let end = i; end < free.length && end < i + 4; ) {
      joined += free[end++].text;
      const [{ names }] = await shards(index, [shardAt(index, joined)]);
      await all(names.get(joined)?.slice(0, 6) || [], (name) => addOther(index, free.slice(i, end), pieces(name), 12));
    }
  });
}

// addOther lets other pieces, all of them, stand for some, in a tier whose codes begin above
// a number.
async function addOther(index, list, others, base) {
  await all(others, (other) => lookUp(index, Object.assign(other, { whole: true })));
  for (const { marks, found } of list) {
    marks.add(others.map(({ text }) => text).join(" "));
    found.forEach((code, doc) => {
      if (code || !others[0]?.found[doc]) return;
      const codes = others.map((other) => other.found[doc]);
      if (Math.min(...codes)) found[doc] = base + 1 + ((Math.max(...codes) - 1) & 3);
    });
  }
}

const backward = (word) => [...word].reverse().join("");

// distance counts the letters that differ, are left out, put in or have changed places.
function distance(a, b) {
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = (rows[i] = [i]);
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(rows[i - 1][j - 1] + (a[i - 1] !== b[j - 1]), rows[i - 1][j] + 1, row[j - 1] + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.length][b.length];
}

// approach takes for a word that is found nowhere the nearest one. A slip leaves one half
// of it whole: words that begin with the first, and words that end with the second, which
// the index holds backward, Russian ones without their endings.
async function approach(index, piece) {
  const { text } = piece;
  const stem = (word) => word.replace(index.ending, "");
  if (text.length < 4 || !/^(\p{sc=Latin}+|\p{sc=Cyrillic}+|[ァ-ヺー]+)$/u.test(text)) return;
  const half = (word) => word.slice(0, (word.length - 1) >> 1 || 1);
  const whole = [text, "\u0001" + backward(stem(text))];
  const starts = [half(text), "\u0001" + half(backward(stem(text)))];
  // Of many shards the nearest ones: a slip far from them is near to those of the other half.
  const around = (start, i) => reach(index, start).sort((a, b) => Math.abs(a - shardAt(index, whole[i])) - Math.abs(b - shardAt(index, whole[i]))).slice(0, text[6] ? 5 : mostShards);
  const near = [[], [], []];
  const words = new Set();
  for (const { keys } of await shards(index, starts.flatMap(around))) {
    for (const key of keys) {
      // Keys of four katakana are mostly windows, and not words.
      if (starts.some((start) => key.startsWith(start)) && !/^[ァ-ヺー]{1,4}$/.test(key)) words.add(key[0] === "\u0001" ? backward(key.slice(1)) : key);
    }
  }
  for (const word of words) if (Math.abs(word.length - text.length) < 3) near[distance(word, text)]?.push(word);
  // Of a Russian word another form may be there.
  if (!near[1][0] && /[а-я]/.test(text)) {
    near[1] = [...words].filter((word) => word[2] && [word, stem(word)].some((base) => distance(base, stem(text)) < 2) || [...formsOf(word, index)].some((form) => Math.abs(form.length - text.length) < 2 && distance(form, text) < 2));
  }
  const others = near[1][0] || !text[7] ? near[1] : near[2];
  const found = await all(others.slice(0, mostShards), async (word) => {
    const [other] = pieces(word);
    await lookUp(index, Object.assign(other, { whole: true }));
    return other;
  });
  const [best] = found.sort((a, b) => count(b.found) - count(a.found));
  if (!best || !count(best.found)) return;
  Object.assign(piece, { near: best.text, marks: best.marks, found: best.found.map((code) => code && code + 16) });
}

const count = (found) => found.reduce((n, code) => n + !!code, 0);

// rank puts the documents in order that all wanted pieces lead to: by tier, those of the
// page's release first, by how rare the pieces and how weighty their places are, those in
// the page's language first, newer ones first. tiers says which tier each is of, plus one,
// of those that filters take out, too.
function rank(index, { wanted, unwanted, fails }, { lang, release }) {
  const { docs } = index;
  const sharp = wanted.some(({ vague }) => !vague);
  const rare = wanted.map(({ found }) => Math.log(1 + docs / (1 + count(found))));
  const best = 8 * rare.reduce((a, b) => a + b, 0) || 1;
  const own = 1 << index.langs.indexOf(lang);
  const here = index.releases.indexOf(release) + 1;
  const order = new Float64Array(docs);
  const tiers = new Uint8Array(docs);
  let total = 0;
  next: for (let doc = 0; doc < docs; doc++) {
    let tier = 0;
    let score = 0;
    for (let i = 0; i < wanted.length; i++) {
      const code = wanted[i].found[doc] - 1;
      if (code >= 0) {
        tier = Math.max(tier, code >> 2);
        score += rare[i] * (8 >> (code & 3));
      } else if (!sharp || !wanted[i].vague) continue next;
    }
    for (const { found } of unwanted) if (found[doc]) continue next;
    tiers[doc] = tier + 1;
    if (fails[doc]) continue;
    const place = (tier * 2 + (here > 0 && index.release[doc] !== here)) * 4096 + Math.round(4095 * (1 - score / best));
    order[total++] = (place * 2 + !(index.lang[doc] & own)) * docs + docs - 1 - doc;
  }
  return { tiers, ids: Array.from(order.subarray(0, total).sort(), (n) => docs - 1 - (n % docs)) };
}

// scales lists by what documents are counted and narrowed: its name, a document's code, and
// the names that a code stands for.
async function scales(index) {
  const { docs, types, releases, langs } = index;
  const { sigs, sets, kinds, stages, cells } = await file(index, "f", readFacets);
  const one = (names) => (code) => (code ? [names[code - 1]] : []);
  return [
    ["type", (doc) => index.type[doc] + 1, one(types)],
    ["release", (doc) => index.release[doc], one(releases)],
    ["lang", (doc) => index.lang[doc], (mask) => langs.filter((_, i) => (mask >> i) & 1)],
    ["sig", (doc) => cells[doc], (set) => sets[set].map((i) => sigs[i])],
    ["kind", (doc) => cells[docs + doc], one(kinds)],
    ["stage", (doc) => cells[2 * docs + doc], one(stages)],
  ];
}

// narrow marks for each document by which filters it fails: a bit for each scale, and one
// for all that is not wanted.
async function narrow(index, filters) {
  const fails = new Uint8Array(index.docs);
  const plain = (name) => fold(name).replace(/^(sig[-/ ]|v(?=\d))/, "").replace(/[\s_]+/g, "-").replace(/^ga$/, "stable");
  for (const [bit, [by, codeOf, namesOf]] of (filters[0] ? await scales(index) : []).entries()) {
    for (const not of [false, true]) {
      const values = filters.filter((f) => f.by === by && f.not === not).flatMap((f) => f.values.map(plain));
      const passes = [];
      if (values[0] !== undefined) fails.forEach((_, doc) => {
        const code = codeOf(doc);
        passes[code] ??= namesOf(code).some((name) => values.includes(plain(name))) !== not;
        if (!passes[code]) fails[doc] |= not ? 128 : 1 << bit;
      });
    }
  }
  return fails;
}

// facets counts what a result could be narrowed to: {sig: {node: 12, …}, …}, on each scale
// among the documents that pass the filters of the others.
export async function facets(_, { edition, tiers, fails }) {
  const counts = {};
  for (const [bit, [by, codeOf, namesOf]] of (await scales(edition)).entries()) {
    counts[by] = {};
    tiers.forEach((tier, doc) => {
      if (tier && !(fails[doc] & ~(1 << bit))) for (const name of namesOf(codeOf(doc))) counts[by][name] = (counts[by][name] || 0) + 1;
    });
  }
  return counts;
}

// show fetches documents from a place of a list on, until there are hits enough, but not for
// ever. Their texts must have what was asked for letter for letter, since the index knows
// only pieces of it; those of which a text was cut may have it, and come last. wrong says how
// many have not.
async function show(index, { ids, tiers }, { literal }, { from = 0, want = 10, signal }) {
  const hits = [];
  const perhaps = [];
  let next = from;
  let wrong = 0;
  for (let round = 0; round < 4 && hits.length < want && next < ids.length; round++) {
    signal?.throwIfAborted();
    const docs = await all(ids.slice(next, next + want - hits.length + (round && 4)), async (id) => (await file(index, "d" + Math.floor(id / index.per), readDocs))[id % index.per]);
    for (const [path, name, nameLang, texts, release, sigs, kind, stage, out] of docs) {
      if (hits.length === want) break;
      const id = ids[next++];
      const tier = Math.min(tiers[id] - 1, 4);
      const hit = { id, tier, doc: { path, name, nameLang, texts, release, sigs, kind, stage, out, type: index.types[index.type[id]] } };
      const has = (words) => [["", name], ...texts].some(([, text]) => tight(text).includes(words));
      if (tier > 2 || literal.every(has)) hits.push(hit);
      else if (texts.some(([, text]) => text.endsWith("…"))) perhaps.push(hit);
      else wrong++;
    }
  }
  return { hits: [...hits, ...perhaps].slice(0, want), wrong, next: next < ids.length ? next : 0 };
}

// search finds what a text asks for:
//
//   lang, release  of the page: what is in that language, and of that release, comes first
//   filters        {release, sig, kind, stage, lang, type}: a name or a list of names each
//   from, want     where to begin, and how many hits at most; 0 and 10
//   full           count what is written in other ways, too, where there are hits enough
//   signal         an AbortSignal: no further file is fetched for an answer nobody awaits
//
// and resolves to
//
//   hits     [{id, tier, doc, marks}]; marks are the words to mark in texts
//   total    how many there are, as far as files were read
//   next     where the next hits begin, 0 for none
//   jump     hits that are the very thing asked for, by its id
//   pieces   the pieces of the query; cut says that it was too long to be read whole
//   nearest  the words that were taken for those found nowhere; dropped those left out
//
// It rejects with a Trouble, or as signal does.
export async function search(index, text, options = {}) {
  for (let again = false; ; again = true) {
    try {
      return await answer(await edition(index), text, options);
    } catch (e) {
      if (e.kind !== "replaced" || again) throw e;
    }
  }
}

async function answer(index, text, options) {
  const { filters = {}, want = 10, from = 0, full, signal } = options;
  const asked = parse(text);
  const { wanted, unwanted } = asked;
  for (const [by, values] of Object.entries(filters)) if (values?.length) asked.filters.push({ by, values: [values].flat(), not: false });
  [asked.fails] = await Promise.all([narrow(index, asked.filters), ...[...wanted, ...unwanted].map((piece) => lookUp(index, piece))]);
  const runs = wanted.filter(isRun);
  const dropped = [];
  let list;
  let shown;
  const order = () => {
    signal?.throwIfAborted();
    list = wanted[0] || asked.filters[0] ? rank(index, asked, options) : { ids: [], tiers: asked.fails };
    return list.tiers.some(Boolean);
  };
  const look = async () => (shown = await show(index, list, asked, options));
  order();
  if (full || list.ids.length <= from + want) {
    await all(wanted, (piece) => deepen(index, piece));
    await widen(index, wanted);
  }
  if (from) await all(runs, (piece) => sharpen(index, piece));
  order();
  await look();
  if (shown.wrong && !from) {
    await all(runs, (piece) => sharpen(index, piece));
    order();
    await look();
  }
  if (!shown.hits[0] && wanted[0]) {
    // Nothing has it as it was typed: what is nearest, what has the words apart, what has most of them.
    const some = order();
    await all(wanted.filter(({ exact, windows, found }) => !exact && (some ? windows[1] : !count(found))), (piece) => approach(index, piece));
    asked.literal = [];
    while (!order() && wanted[1]) {
      const left = wanted.map((piece) => rank(index, { ...asked, wanted: wanted.filter((other) => other !== piece) }, options).ids.length - count(piece.found) / index.docs);
      dropped.push(wanted.splice(left.indexOf(Math.max(...left)), 1)[0].text);
    }
    await look();
  }
  const marks = [...new Set(wanted.flatMap((piece) => [...piece.marks]))];
  const hits = shown.hits.map((hit) => ({ ...hit, marks }));
  return {
    hits, marks, total: list.ids.length - shown.wrong, next: shown.next,
    jump: hits.filter(({ id }) => wanted[0] && wanted.every(({ found }) => found[id] === 1)).slice(0, 3),
    pieces: wanted.map((piece) => piece.text), cut: asked.cut, dropped: dropped.join(" "),
    nearest: wanted.flatMap(({ near }) => near || []).join(" "), edition: index, tiers: list.tiers, fails: asked.fails,
  };
}
