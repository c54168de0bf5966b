// Reads the index in the browser. Files are fetched on demand, unpacked, decoded and cached. A
// file is never fetched twice. The comment of the Go package search describes the format.

const utf8 = new TextDecoder();
const readJSON = (bytes) => JSON.parse(utf8.decode(bytes));
const readScales = (bytes) => [Object.entries(readJSON(bytes)).map(([by, [lists, codes]]) => [by, lists, (doc) => codes.charCodeAt(doc) - 48])];
const readVariants = (bytes) => [utf8.decode(bytes).split("\n")];
const readDocs = (bytes) => readJSON(bytes).map((doc) => [...doc]);

// openIndex starts to read the index at the address base, the folder of root.bin. early is an answer
// with root.bin, if it was requested before.
export function openIndex(base, early) {
  const index = { base: new URL(base, location), kept: {}, early };
  index.edition = readRoot(index);
  index.edition.catch(() => {});
  // The preview announces changes. The next search then checks the root.
  document.addEventListener("kawaraban:changed", () => { index.stale = true; });
  return index;
}

async function load({ base, cache }, path, early) {
  const answer = (await early) || (await fetch(new URL(path, base), { cache }).catch(() => { throw "offline"; }));
  if (!answer.ok) throw path;
  return new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
}

// readRoot reads an edition of the index: the output of one build.
async function readRoot(index) {
  const { base, cache, kept, early } = index;
  index.early = null;
  const bytes = await load(index, "root.bin", early);
  let end = bytes.indexOf(10) + 1; // of a line of JSON
  const root = readJSON(bytes.subarray(0, end));
  const { terms, runs, at, grammar, names, sizes } = root;
  const within = {}; // a small index has all files in this one
  let key = ""; // start of a shard: length of the prefix shared with the previous one (0, 1 …), then the rest
  root.terms = terms.split("\n").map((rest) => (key = key.slice(0, rest.charCodeAt() - 48) + rest.slice(1)));
  let from = -2; // of a folder: facets and variants come before the term shards
  root.folders = names.match(/.{6}/g).map((name, i) => [from, name, (from += sizes.charCodeAt(i) - 48)]);
  let release = 0;
  runs[1] = runs[1].map((step) => (release += step));
  root.run = runs[0].flatMap((count, run) => Array(count).fill(run));
  for (const [path, length] of at || []) within[path] = bytes.subarray(end, (end += length));
  equip(grammar);
  return { ...root, base, cache, kept, within };
}

// held reads a file of an edition from its folder: the facets (f, -2), the variants (h, -1), a
// term shard (t, from 0) or a document (d, after these). read decodes the file. Failures are not
// cached.
async function held({ base, cache, kept, within, folders, per }, kind, n, read) {
  const [from, name] = folders.find(([, , end]) => n < end);
  const each = kind === "d" ? per : 1;
  const path = `${name}/${kind}${Math.floor((n - from) / each)}.bin`;
  const list = await (kept[path] ??= Promise.resolve(within[path] || load({ base, cache }, path)).then(read).catch((e) => {
    delete kept[path];
    throw e;
  }));
  return list[(n - from) % each];
}

// readTerms lists the terms of a shard with their documents, as numbers: four times the document
// plus the field (0 id, 1 name, 2 own words, 3 others). It also gives the names of a concept, or
// the concept of a name.
function readTerms(bytes) {
  let at = 0;
  const number = () => {
    let n = 0;
    for (let shift = 0, b = 128; b > 127; shift += 7) {
      if (at >= bytes.length) throw at;
      n |= ((b = bytes[at++]) & 127) << shift;
    }
    return n;
  };
  const take = (n = number()) => bytes.subarray(at, (at += n));
  const terms = [];
  let key = [];
  for (let n = number(); n > 0; n--) {
    key = [...key.slice(0, number()), ...take()];
    const mask = number();
    const names = Array.from({ length: mask & 32 ? number() : mask >> 4 }, () => utf8.decode(take()));
    const docs = [];
    for (let field = 0; field < 4; field++) {
      if (mask & (8 >> field)) for (let n = number(), doc = 0; n > 0; n--) docs.push((doc += number()) * 4 + field);
    }
    terms.push([utf8.decode(Uint8Array.from(key)), docs, names]);
  }
  if (at !== bytes.length) throw at;
  return [terms];
}
