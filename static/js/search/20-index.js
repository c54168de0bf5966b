// The index as a browser reads it: files are fetched when they are needed, unpacked,
// decoded and kept; one that is under way is waited for, and none is fetched twice. What
// the files hold is told by the comment of the Go package search.

const utf8 = new TextDecoder();
const readJSON = (bytes) => JSON.parse(utf8.decode(bytes));
const readScales = (bytes) => [Object.entries(readJSON(bytes)).map(([by, [lists, codes]]) => [by, lists, (doc) => codes.charCodeAt(doc) - 48])];
const readVariants = (bytes) => [utf8.decode(bytes).split("\n")];
const readDocs = (bytes) => readJSON(bytes).map((doc) => [...doc]);

// openIndex begins to read the index below the address base, the folder of root.bin.
export function openIndex(base) {
  const index = { base: new URL(base, location), kept: {} };
  index.edition = readRoot(index);
  index.edition.catch(() => {});
  // The preview tells when the site may be another one: that is asked for with the next search.
  document.addEventListener("kawaraban:changed", () => { index.stale = true; });
  return index;
}

async function load({ base, cache }, path) {
  const answer = await fetch(new URL(path, base), { cache }).catch(() => { throw "offline"; });
  if (!answer.ok) throw path;
  return new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
}

// readRoot reads an edition of the index: what one build has written.
async function readRoot({ base, cache, kept }) {
  const bytes = await load({ base, cache }, "root.bin");
  let end = bytes.indexOf(10) + 1; // of a line of JSON
  const root = readJSON(bytes.subarray(0, end));
  const { terms, runs, at, grammar, names, sizes } = root;
  const within = {}; // A small index has all its files in this one.
  let key = ""; // where a shard begins: how much it has of the last one (0, 1 …), then the rest
  root.terms = terms.split("\n").map((rest) => (key = key.slice(0, rest.charCodeAt() - 48) + rest.slice(1)));
  let from = -2; // of a folder: before the shards of terms stand the facets and the variants
  root.folders = names.match(/.{6}/g).map((name, i) => [from, name, (from += sizes.charCodeAt(i) - 48)]);
  let release = 0;
  runs[1] = runs[1].map((step) => (release += step));
  root.run = runs[0].flatMap((count, run) => Array(count).fill(run));
  for (const [path, length] of at || []) within[path] = bytes.subarray(end, (end += length));
  equip(grammar);
  return { ...root, base, cache, kept, within };
}

// held is what stands in a file of an edition, each in a folder with those around it: the
// facets (f, -2), the variants (h, -1), a shard of terms (t, from 0 on), a document (d, from
// behind these on). read makes of a file what stands in it; what fails is not kept.
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

// readTerms lists the terms of a shard, each with its documents, as numbers of four times
// the document and the field that it stands in (0 the thing's id, 1 its name, 2 own words,
// 3 others), and with the names of a concept or the concept that it is a name of.
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
