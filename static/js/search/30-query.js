// A query becomes pieces (words, numbers, runs of Chinese and Japanese characters), each
// piece the documents that it leads to, and those that all lead to are ranked:
//
//   tier 0  the piece itself
//        1  another form of the word, in Russian or English
//        2  a word that begins with it
//        3  another way to write it: a Han variant, another name of a concept
//        4  the nearest word, where the piece is found nowhere
//
// A document's tier is that of its worst piece. Per piece a byte for each document says
// how it is found, 0 for not at all: so pieces are joined by one run over the bytes.

const longest = 300; // characters of a query that are read
const mostPieces = 16;
const firstShards = 2; // of the words which begin with a piece, that are read at once
const mostShards = 8; // of those that are read where the first have too few

const operator = /(^|\s)(-?)(?:(kep|pr|sig|rel|release|kind|stage|lang|type):)?(?:["“”„«»]([^"“”„«»]*)["“”„«»]?|(\S+))/giu;

const east = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;

// tight is a text without what parts its words.
const tight = (text) => fold(text).replace(/[\s\-_./#]+/g, "");

// parse cuts a query: what is to be found, what is not, what a text must have letter for
// letter, and by what to narrow.
function parse(text) {
  const whole = text.normalize("NFKC");
  const asked = { wanted: [], unwanted: [], literal: [], filters: [], cut: whole.length > longest };
  let plain = "";
  const take = (minus, list) => {
    const to = minus ? asked.unwanted : asked.wanted;
    asked.cut ||= to.length + list.length > mostPieces;
    to.push(...list.slice(0, mostPieces - to.length));
  };
  const flush = () => {
    take(false, pieces(plain.replace(/=(true|false)\b|\b(kubernetes|k8s) (?=v?\d+\.\d)/gi, "")));
    plain = "";
  };
  for (const [, , dash, name, quoted, bare] of whole.slice(0, longest).matchAll(operator)) {
    const minus = dash && bare?.[0] !== "-";
    const words = quoted ?? bare;
    const by = name?.toLowerCase().replace(/^rel$/, "release");
    const digits = /^(kep|pr)$/.test(by) && words.match(/\d+$/);
    if (!minus && quoted === undefined) {
      if (!by && east.test(words)) asked.literal.push(tight(words));
      if (!by) {
        plain += " " + dash + words;
        continue;
      }
    }
    flush();
    if (digits) {
      const key = (by === "kep" ? by : "") + digits;
      take(minus, [{ text: key, keys: [key], script: "id", exact: true }]);
    } else if (!by || /^(kep|pr)$/.test(by)) {
      take(minus, pieces(words).map((piece) => ({ ...piece, exact: quoted !== undefined })));
      if (!minus) asked.literal.push(tight(words));
    } else asked.filters.push({ by, values: [words], not: !!minus });
  }
  flush();
  if (!asked.wanted.length && !asked.filters.length) [asked.wanted, asked.unwanted] = [asked.unwanted, []];
  return asked;
}

// Endings of one pattern of words each: two words are forms of one another where taking an
// ending from each leaves the same.
const split = (endings) => endings.split(" ");
const reflexive = (endings) => split(endings).flatMap((e) => [e, e + "ся", e + "сь"]);
const russian = [
  split(" а у ом е ы и ов ам ами ах о ой ою"),
  split(" ь я ю ем е и й ей ев ям ями ях ью"),
  split("ый ий ой ая яя ое ее ые ие ого его ому ему ым им ом ем ую юю ых их ыми ими ей"),
  reflexive("ть л ла ло ли ет ют ем ете я ющий ющая ющее ющие ющих"),
  reflexive("ить ил ила ило или ит ят им ите"),
  reflexive("овать овал овала овало овали ует уют уем уя ующий ующая ующее ующие ующих"),
];
const english = [split(" s es ed ing"), split("e es ed ing"), split("y ies ied")];

// formsOf lists the forms that a word could have besides itself. Few of them exist: the
// index tells which.
function formsOf(word) {
  const forms = new Set();
  const cyrillic = /^[а-я]+$/.test(word);
  if (!cyrillic && !/^[a-z]+$/.test(word)) return forms;
  (cyrillic ? russian : english).forEach((endings, i) => {
    const all = (base) => base.length > 2 && /[аеиоуыэюяaeiouy]/.test(base) && endings.forEach((ending) => forms.add(base + ending));
    for (const ending of endings) {
      if (!word.endsWith(ending)) continue;
      const base = word.slice(0, word.length - ending.length);
      all(base);
      const last = base.at(-1);
      if (!cyrillic && !i) {
        // running, run
        if (base.at(-2) === last) all(base.slice(0, -1));
        if (!ending) forms.add(base + last + "ed").add(base + last + "ing");
      } else if (cyrillic && i < 2) {
        // ошибка, ошибок; настройка, настроек
        if (ending && /[^аеиоуыэюя]{2}$/.test(base)) for (const vowel of "ое") forms.add(base.slice(0, -1).replace(/[йь]$/, "") + vowel + last);
        else if (!ending) all(base.replace(/(.)[ое]([^аеиоуыэюяйь])$/, (_, before, after) => before + (/[аеиоуыэюя]/.test(before) ? "й" : "") + after));
      }
    }
  });
  forms.delete(word);
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
function reach(all, start) {
  const first = shardAt(all, start);
  return Array.from({ length: shardAt(all, start + "\uffff") - first + 1 }, (_, i) => first + i);
}

// gather writes into found how each document is found by the keys that rate gives a tier,
// in the shards of those numbers, and returns how many postings there were of tier 0.
async function gather(all, found, numbers, rate) {
  let exact = 0;
  for (const shard of await Promise.all([...new Set(numbers)].map((n) => file(all, "t" + n, readTerms)))) {
    shard.keys.forEach((key, i) => {
      const tier = rate(key);
      if (tier === undefined) return;
      postings(shard, i, (field, doc) => {
        const code = tier * 4 + field + 1;
        if (!found[doc] || found[doc] > code) found[doc] = code;
        if (!tier) exact++;
      });
    });
  }
  return exact;
}

// lookUp finds the documents of a piece: those that all its keys lead to. An exact piece is
// found as it is; a whole one in all its forms, but not as the beginning of other words.
async function lookUp(all, piece) {
  piece.found = new Uint8Array(all.docs);
  piece.marks = new Set([piece.text]);
  piece.windows = [];
  await addWindows(all, piece, piece.keys);
}

async function addWindows(all, piece, keys) {
  const added = keys.map((key) => ({ key, found: new Uint8Array(all.docs) }));
  piece.windows.push(...added);
  await Promise.all(added.map((window) => (isRun(piece) ? lookUpRun : lookUpWord)(all, piece, window)));
  meet(piece);
}

// What is typed last may be the beginning of a word, so those that begin with it are found,
// too. But of a number and of a Russian word only where it is not found itself.
async function lookUpWord(all, { marks, exact, whole, script }, window) {
  const { key, found } = window;
  const forms = exact || script !== "word" ? new Set() : formsOf(key);
  const shy = script !== "word" || /[а-я]/.test(key);
  const range = exact || whole ? [shardAt(all, key)] : reach(all, key);
  const begins = (term) => (!exact && !whole && term.startsWith(key) ? 2 : undefined);
  const itself = await gather(all, found, [...range.slice(0, shy ? 1 : firstShards), ...Array.from(forms, (form) => shardAt(all, form))], (term) => {
    if (term === key) return 0;
    if (forms.has(term)) return marks.add(term + "$") && 1; // a whole word
    return shy ? (script === "number" && term.startsWith(key + ".") ? 2 : undefined) : begins(term);
  });
  window.more = shy ? (itself || found.some(Boolean) ? [] : range) : range.slice(firstShards);
  window.sharp = itself;
  window.rate = begins;
}

async function lookUpRun(all, piece, window) {
  const range = reach(all, window.key);
  window.more = range.slice(firstShards);
  window.rate = (term) => (term.startsWith(window.key) ? 0 : undefined);
  await gather(all, window.found, range.slice(0, firstShards), window.rate);
}

// deepen reads more of the shards of what begins with a piece.
async function deepen(all, piece) {
  const open = piece.windows.filter(({ more }) => more.length);
  await Promise.all(open.map((window) => gather(all, window.found, window.more.splice(0, mostShards), window.rate)));
  if (open.length) meet(piece);
}

// sharpen looks up all windows of a run, where those that cover it find what is not it.
function sharpen(all, piece) {
  const wide = piece.script === "kata" ? 4 : 2;
  const keys = windows({ ...piece, wide }).slice(0, 1 - wide);
  return addWindows(all, piece, keys.filter((key) => !piece.windows.some((window) => window.key === key)).slice(0, 8));
}

// meet says of a piece what is found by all its windows. Those of which there is more to be
// read do not count where others do.
function meet(piece) {
  const sharp = piece.windows.filter((window) => window.sharp || !window.more.length);
  piece.vague = !sharp.length;
  const [first, ...lists] = (piece.vague ? piece.windows : sharp).map(({ found }) => found);
  piece.found.set(first);
  for (const list of lists) {
    for (let doc = 0; doc < list.length; doc++) {
      piece.found[doc] = piece.found[doc] && list[doc] && Math.max(piece.found[doc], list[doc]);
    }
  }
}

// widen adds what is written in another way: Han variants, other names of concepts, the
// parts of a word apart.
async function widen(all, wanted) {
  const free = wanted.filter((piece) => !piece.exact);
  const runs = free.filter(({ script }) => script === "han");
  const han = runs.length ? await file(all, "h", readHan) : new Map();
  const whole = free.filter(({ parts, found }) => parts?.length > 1 && !count(found));
  await Promise.all([
    ...runs.map((piece) => addVariants(all, piece, han)),
    ...free.map((_, i) => addConcepts(all, free.slice(i))),
    ...whole.map((piece) => addOther(all, [piece], piece.parts.map((text) => ({ text, keys: [text], script: "word" })), 8)),
  ]);
}

async function addVariants(all, piece, han) {
  await Promise.all(piece.windows.map(({ key, found }) => {
    let ways = [""];
    for (const c of key) ways = ways.flatMap((way) => Array.from(han.get(c) || c, (other) => way + other)).slice(0, 9);
    return Promise.all(ways.filter((way) => way !== key).map((way) =>
      gather(all, found, [shardAt(all, way)], (term) => (term.startsWith(way) ? piece.marks.add(way) && 3 : undefined))));
  }));
  meet(piece);
}

// addConcepts looks for a concept that the first of some pieces name, alone or together.
async function addConcepts(all, list) {
  let joined = "";
  for (const [i, piece] of list.slice(0, 4).entries()) {
    joined += piece.text;
    const { names } = await file(all, "t" + shardAt(all, joined), readTerms);
    for (const name of names.get(joined)?.slice(0, 6) || []) await addOther(all, list.slice(0, i + 1), pieces(name), 12);
  }
}

// addOther lets other pieces, all of them, stand for some, as codes above a base.
async function addOther(all, list, others, base) {
  for (const other of others) other.whole = true;
  await Promise.all(others.map((other) => lookUp(all, other)));
  for (const { marks, found } of list) {
    marks.add(others.map(({ text }) => text).join(" "));
    for (let doc = 0; doc < found.length; doc++) {
      let worst = found[doc] ? 0 : 1;
      for (const other of others) worst = worst && other.found[doc] && Math.max(worst, other.found[doc]);
      if (worst) found[doc] = base + 1 + ((worst - 1) & 3);
    }
  }
}

const backward = (word) => [...word].reverse().join("");

// distance counts the letters that differ, are left out, put in or have changed places.
function distance(a, b) {
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      rows[i][j] = Math.min(rows[i - 1][j - 1] + !same, rows[i - 1][j] + 1, rows[i][j - 1] + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.length][b.length];
}

const ending = new RegExp(`(?<=.{3})(${russian.slice(0, 3).flat().filter(Boolean).join("|")})$`);
const stem = (word) => word.replace(ending, "");

// approach takes for a word that is found nowhere the nearest one. A slip leaves one half
// of it whole: words that begin with the first, and words that end with the second, which
// the index holds backward, too.
async function approach(all, piece) {
  const { text } = piece;
  if (text.length < 4 || !/^(\p{sc=Latin}+|\p{sc=Cyrillic}+|[ァ-ヺー]+)$/u.test(text)) return;
  const half = (word) => word.slice(0, (word.length - 1) >> 1);
  const most = text.length > 7 ? 2 : 1;
  const starts = [half(text), "\u0001" + half(backward(text)), "\u0001" + half(backward(stem(text)))];
  const numbers = new Set(starts.flatMap((start) => reach(all, start).slice(0, mostShards)));
  const words = new Set();
  for (const { keys } of await Promise.all([...numbers].map((n) => file(all, "t" + n, readTerms)))) {
    for (const key of keys) {
      // Keys of four katakana are mostly windows, and not words.
      if (!starts.some((start) => key.startsWith(start)) || (/^[ァ-ヺー]{1,4}$/.test(key) && text.length > 4)) continue;
      words.add(key[0] === "\u0001" ? backward(key.slice(1)) : key);
    }
  }
  const near = [[], [], []];
  for (const word of words) if (Math.abs(word.length - text.length) <= most) near[distance(word, text)]?.push(word);
  // Of a Russian word another form may be there.
  if (!near[1].length && ending.test(text)) {
    for (const word of words) {
      if (distance(stem(word), stem(text)) < 2 || [...formsOf(word)].some((form) => Math.abs(form.length - text.length) < 2 && distance(form, text) < 2)) near[1].push(word);
    }
  }
  const others = (near[1].length || most < 2 ? near[1] : near[2]).slice(0, 8).map((word) => ({ ...pieces(word)[0], whole: true }));
  await Promise.all(others.map((other) => lookUp(all, other)));
  const [best] = others.sort((a, b) => count(b.found) - count(a.found));
  if (!best || !count(best.found)) return;
  piece.near = best.text;
  piece.marks = best.marks;
  piece.found = best.found.map((code) => code && code + 16);
}

const count = (found) => found.reduce((n, code) => n + !!code, 0);

const weights = [8, 4, 2, 1]; // of fields

// rank puts the documents in order that all wanted pieces lead to: by tier, those of the
// page's release first, by how rare the pieces and how weighty their places are, those in
// the page's language first, newer ones first. tiers says which tier each is of, plus one,
// those that are filtered out, too.
function rank(all, { wanted, unwanted, fails }, { lang, release }) {
  const sharp = wanted.some((piece) => !piece.vague);
  const rare = wanted.map((piece) => Math.log(1 + all.docs / (1 + count(piece.found))));
  const best = 8 * rare.reduce((a, b) => a + b, 0) || 1;
  const own = 1 << all.langs.indexOf(lang);
  const here = all.releases.indexOf(release) + 1;
  const order = new Float64Array(all.docs);
  const tiers = new Uint8Array(all.docs);
  let total = 0;
  next: for (let doc = 0; doc < all.docs; doc++) {
    let tier = 0;
    let score = 0;
    for (let i = 0; i < wanted.length; i++) {
      const code = wanted[i].found[doc];
      if (code) {
        tier = Math.max(tier, (code - 1) >> 2);
        score += rare[i] * weights[(code - 1) & 3];
      } else if (!sharp || !wanted[i].vague) continue next;
    }
    for (const { found } of unwanted) if (found[doc]) continue next;
    tiers[doc] = tier + 1;
    if (fails[doc]) continue;
    const place = (tier * 2 + (here > 0 && all.release[doc] !== here)) * 4096 + Math.round(4095 * (1 - score / best));
    order[total++] = (place * 2 + !(all.lang[doc] & own)) * all.docs + all.docs - 1 - doc;
  }
  const ids = Array.from(order.subarray(0, total).sort(), (n) => all.docs - 1 - (n % all.docs));
  return { ids, tiers, found: tiers.some(Boolean) };
}

// scales says by what documents are counted and narrowed: the names, each document's
// code, and what names a code stands for.
async function scales(all) {
  const one = (names) => (code) => (code ? [names[code - 1]] : []);
  const { sigs, sets, kinds, stages, cells } = await file(all, "f", readFacets);
  return {
    type: [all.types, (doc) => all.type[doc] + 1, one(all.types)],
    release: [all.releases, (doc) => all.release[doc], one(all.releases)],
    lang: [all.langs, (doc) => all.lang[doc], (mask) => all.langs.filter((_, i) => (mask >> i) & 1)],
    sig: [sigs, (doc) => cells[doc], (set) => sets[set].map((i) => sigs[i])],
    kind: [kinds, (doc) => cells[all.docs + doc], one(kinds)],
    stage: [stages, (doc) => cells[2 * all.docs + doc], one(stages)],
  };
}

const plain = (value) => fold(value).replace(/^(sigs?[-/ ]|v(?=\d))/, "").replace(/[\s_]+/g, "-").replace(/^ga$/, "stable");

// narrow marks for each document by which filters it fails: a bit for each scale, in
// their order, and one for all that is not wanted.
async function narrow(all, filters) {
  const fails = new Uint8Array(all.docs);
  const known = filters.length ? await scales(all) : {};
  Object.entries(known).forEach(([by, [names, codeOf, namesOf]], bit) => {
    for (const not of [false, true]) {
      const values = filters.filter((f) => f.by === by && f.not === not).flatMap((f) => f.values).map(plain);
      if (!values.length) continue;
      const fits = (name) => values.some((v) => (names.some((n) => plain(n) === v) ? plain(name) === v : plain(name).startsWith(v)));
      const passes = [];
      for (let doc = 0; doc < all.docs; doc++) {
        const code = codeOf(doc);
        passes[code] ??= namesOf(code).some(fits) !== not;
        if (!passes[code]) fails[doc] |= not ? 128 : 1 << bit;
      }
    }
  });
  return fails;
}

// facets counts what a result could be narrowed to: by each scale, how many documents each
// name has among those that pass the filters of the other scales.
export async function facets(index, { all, tiers, fails }) {
  const counts = {};
  Object.entries(await scales(all)).forEach(([by, [, codeOf, namesOf]], bit) => {
    const codes = new Map();
    for (let doc = 0; doc < all.docs; doc++) {
      if (tiers[doc] && !(fails[doc] & ~(1 << bit))) codes.set(codeOf(doc), (codes.get(codeOf(doc)) || 0) + 1);
    }
    counts[by] = {};
    for (const [code, n] of codes) for (const name of namesOf(code)) counts[by][name] = (counts[by][name] || 0) + n;
  });
  return counts;
}

async function docAt(all, id) {
  const [path, name, nameLang, texts, release, sigs, kind, stage, out] = (await file(all, "d" + Math.floor(id / all.per), readDocs))[id % all.per];
  return { path, name, nameLang, texts, release, sigs, kind, stage, out, type: all.types[all.type[id]] };
}

// stands looks whether a document's texts have what they must have letter for letter: the
// index knows only the pieces. Where a text was cut, they may.
function stands({ name, texts }, literal) {
  if (!literal.length) return true;
  const all = [name, ...texts.map(([, words]) => words)].map(tight);
  return literal.every((words) => all.some((text) => text.includes(words))) || texts.some(([, words]) => words.endsWith("…"));
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

async function answer(all, text, options) {
  const { filters = {}, want = 10, from = 0, full, signal } = options;
  const asked = parse(text);
  for (const [by, values] of Object.entries(filters)) if (values?.length) asked.filters.push({ by, values: [values].flat(), not: false });
  const { wanted, unwanted } = asked;
  const dropped = [];
  let list;
  const again = () => {
    signal?.throwIfAborted();
    list = rank(all, asked, options);
    return list.found;
  };
  asked.fails = new Uint8Array(all.docs);
  if (wanted.length || asked.filters.length) {
    [asked.fails] = await Promise.all([narrow(all, asked.filters), lookUpJoined(all, wanted), ...unwanted.map((piece) => lookUp(all, Object.assign(piece, { whole: true })))]);
    again();
    if (full || list.ids.length <= from + want) {
      await Promise.all(wanted.map((piece) => deepen(all, piece)));
      await widen(all, wanted);
      again();
    }
  } else list = { ids: [], tiers: asked.fails };
  const free = wanted.filter((piece) => !piece.exact);
  const runs = wanted.filter(isRun);
  const look = () => show(all, list, asked, options);
  if (from) await Promise.all(runs.map((piece) => sharpen(all, piece)));
  let shown = await look();
  if (shown.wrong && !from) {
    await Promise.all(runs.map((piece) => sharpen(all, piece)));
    again();
    shown = await look();
  }
  if (!shown.hits.length && wanted.length) {
    // Nothing has it as it was typed: what is nearest, what has the words apart, what has most of them.
    await Promise.all(free.filter((piece) => list.found ? piece.windows.length > 1 : !count(piece.found)).map((piece) => approach(all, piece)));
    asked.literal = [];
    while (!again() && wanted.length > 1) dropped.push(drop(all, asked, options));
    shown = await look();
  }
  const marks = [...new Set(wanted.flatMap((piece) => [...piece.marks]))];
  return {
    hits: shown.hits.map((hit) => ({ ...hit, marks })), total: list.ids.length - shown.wrong, next: shown.next,
    jump: shown.hits.filter(({ id }) => wanted.length && wanted.every(({ found }) => found[id] === 1)).slice(0, 3).map((hit) => ({ ...hit, marks })),
    marks, dropped: dropped.join(" "), nearest: wanted.map((piece) => piece.near || "").join(" ").trim(),
    pieces: wanted.map((piece) => piece.text), cut: asked.cut, all, fails: asked.fails, tiers: list.tiers,
  };
}

// show fetches documents from a place of a list on, until there are hits enough, but not for
// ever: wrong says how many of them were none.
async function show(all, { ids, tiers }, { literal }, { from = 0, want = 10, signal }) {
  const hits = [];
  let next = from;
  let wrong = 0;
  for (let round = 0; round < 4 && hits.length < want && next < ids.length; round++) {
    signal?.throwIfAborted();
    const docs = await Promise.all(ids.slice(next, next + want - hits.length + (round && 4)).map((id) => docAt(all, id)));
    for (const doc of docs) {
      if (hits.length === want) break;
      const id = ids[next++];
      const tier = Math.min(tiers[id] - 1, 4);
      if (tier > 2 || stands(doc, literal)) hits.push({ id, tier, doc });
      else wrong++;
    }
  }
  return { hits, wrong, next: next < ids.length ? next : 0 };
}

// lookUpJoined looks up all pieces, and words of a query as one, too: what somebody writes
// apart (node ip) may stand together (nodeIP).
async function lookUpJoined(all, wanted) {
  const looks = wanted.map((piece) => lookUp(all, piece));
  const together = wanted.length > 1 && wanted.length < 5 && wanted.every((piece) => !isRun(piece) && !piece.exact);
  const text = wanted.map((piece) => piece.text).join("");
  const joined = { text, keys: [text], exact: true, script: "word" };
  if (together) looks.push(lookUp(all, joined));
  await Promise.all(looks);
  if (together) for (const { found } of wanted) joined.found.forEach((code, doc) => code && (found[doc] = code));
}

// drop takes out of a query the piece without which most is found.
function drop(all, asked, options) {
  const { wanted } = asked;
  const left = wanted.map((_, i) => rank(all, { ...asked, wanted: wanted.filter((_, j) => i !== j) }, options).ids.length - count(wanted[i].found) / all.docs);
  return wanted.splice(left.indexOf(Math.max(...left)), 1)[0].text;
}
