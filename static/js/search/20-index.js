// The index as a browser reads it: files are fetched when they are needed, unpacked,
// decoded and kept; one that is under way is waited for, and none is fetched twice. What
// the files hold is told by the comment of the Go package search.
//
// A failure is a Trouble with a kind that can be said to a reader. None is kept: the next
// search tries again.

// Trouble says why a file of the index cannot be read: "offline" when the network gives no
// answer, "missing" when the host does not have it, "broken" when it is not what was
// written. ("replaced" stays within: the index is another one now.)
export class Trouble extends Error {
  constructor(kind, file) {
    super(kind + ": " + file);
    this.kind = kind;
  }
}

// openIndex begins to read the index below the address base, the folder of root.bin.
export function openIndex(base) {
  const index = { base: new URL(base, location) };
  edition(index).catch(() => {});
  return index;
}

// edition is the index as one build has written it; with cache "reload" as the host has it now.
function edition(index, cache) {
  if (!index.edition || cache) {
    const before = index.edition;
    const opening = (index.edition = load(new URL("root.bin", index.base), cache || index.cache).then((bytes) => readRoot(bytes, index)));
    opening.catch(() => {
      index.cache = "reload";
      if (index.edition === opening) index.edition = before;
    });
  }
  return index.edition;
}

async function load(url, cache = "default") {
  const fail = (kind) => () => Promise.reject(new Trouble(kind, url.pathname));
  const answer = await fetch(url, { cache }).catch(fail("offline"));
  if (!answer.ok) await fail(answer.status < 500 ? "missing" : "offline")();
  const packed = await answer.blob().catch(fail("offline"));
  const unpacked = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer().catch(fail("broken")));
}

// decoded is what read makes of the bytes of a file; anything that it trips over is the file's fault.
function decoded(bytes, file, read) {
  try {
    return read(bytes);
  } catch {
    throw new Trouble("broken", file);
  }
}

const utf8 = new TextDecoder();

// splitJSON reads a JSON text with its length before it, and where it ends.
function splitJSON(bytes) {
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (end > bytes.length) throw 0;
  return [JSON.parse(utf8.decode(bytes.subarray(4, end))), end];
}

function readRoot(bytes, index) {
  return decoded(bytes, "root.bin", () => {
    const [root, start] = splitJSON(bytes);
    let key = ""; // where a shard begins: how much it has of the last one (0, 1 …), then the rest
    root.terms = root.terms.split("\n").map((rest) => (key = key.slice(0, rest.charCodeAt() - 48) + rest.slice(1)));
    const all = { ...root, index, kept: new Map(), type: new Uint8Array(root.docs), release: new Uint16Array(root.docs), lang: new Uint32Array(root.docs) };
    let doc = 0;
    for (let run = 0; run < root.runs[0].length; run++) {
      const [count, type, release, langs] = root.runs.map((column) => column[run]);
      all.type.fill(type, doc, doc + count);
      all.release.fill(release, doc, doc + count);
      all.lang.fill(langs, doc, (doc += count));
    }
    const { ru, en, bends } = root.forms;
    const rows = (list) => list.map((row) => row.split(" "));
    all.russian = rows(ru);
    all.english = rows(en);
    all.bends = bends.map(([from, to]) => [new RegExp(from), to]);
    all.ending = new RegExp(`(?<=.{3})(${ru.slice(0, 3).join(" ").trim().replace(/ +/g, "|")})$`);
    if (doc !== root.docs || root.v !== 1) throw 0;
    // A small index has all its files in this one.
    let at = start;
    const names = [...root.terms.map((_, i) => "t" + i), ...Array.from({ length: Math.ceil(root.docs / root.per) }, (_, i) => "d" + i), "f", "h"];
    if (root.at) all.within = new Map(names.map((name, i) => [name, bytes.subarray(at, (at += root.at[i]))]));
    return all;
  });
}

// file is what read makes of a file of an edition.
function file(all, name, read) {
  let got = all.kept.get(name);
  if (!got) {
    got = fetched(all, name, read);
    all.kept.set(name, got);
    got.catch(() => all.kept.delete(name));
  }
  return got;
}

// A file that cannot be had may be of a build that another has replaced: then the index
// begins anew. Else what is bad may be so only in the browser's cache, which keeps answers of
// every kind: from the first bad one on it is gone past.
async function fetched(all, name, read) {
  const url = new URL(all.gen + "/" + name + ".bin", all.index.base);
  const once = async () => decoded(all.within?.get(name) || (await load(url, all.index.cache)), name, read);
  try {
    return await once();
  } catch (e) {
    all.index.cache = "reload";
    if (e.kind === "offline") throw e;
    if ((await latest(all)).gen !== all.gen) throw new Trouble("replaced", name);
    return once();
  }
}

// latest asks the host for its edition, once for all files that an edition misses.
function latest(all) {
  return (all.latest ??= edition(all.index, "reload").finally(() => (all.latest = undefined)));
}

// reading reads varints and strings one after another; it throws at the end of the bytes.
function reading(bytes, at) {
  const number = () => {
    let n = 0;
    for (let shift = 0, b = 128; b > 127; shift += 7) {
      if (at >= bytes.length) throw 0;
      n |= ((b = bytes[at++]) & 127) << shift;
    }
    return n;
  };
  return { number, bytes: (n = number()) => bytes.subarray(at, (at += n)), at: () => at };
}

// readTerms lists the keys of a shard, and for each where its postings begin.
function readTerms(bytes) {
  const shard = { bytes, keys: [], places: [], names: new Map() };
  const from = reading(bytes, 0);
  const key = [];
  for (let n = from.number(); n > 0; n--) {
    key.length = from.number();
    key.push(...from.bytes());
    const word = utf8.decode(Uint8Array.from(key));
    shard.keys.push(word);
    shard.places.push(from.at());
    const names = eachPosting(from, () => {});
    if (names.length) shard.names.set(word, names);
  }
  if (from.at() !== bytes.length) throw 0;
  return shard;
}

// eachPosting tells see of each document that a term leads to, by the field that it stands
// in (0 the thing's id, 1 its name, 2 own words, 3 others), and returns the names of the
// concept that the term names.
function eachPosting({ number, bytes }, see) {
  const names = [];
  const mask = number();
  if (mask & 16) for (let n = number(); n > 0; n--) names.push(utf8.decode(bytes()));
  for (let field = 0; field < 4; field++) {
    if (mask & (8 >> field)) for (let n = number(), doc = 0; n > 0; n--) see(field, (doc += number()));
  }
  return names;
}

// postings is eachPosting for the term at place i of a shard.
const postings = (shard, i, see) => eachPosting(reading(shard.bytes, shard.places[i]), see);

// readFacets reads the names of SIGs, kinds and stages, and the cells: for each document
// its set of SIGs, then for each its kind, then its stage (plus one, 0 for none).
function readFacets(bytes) {
  const [facets, start] = splitJSON(bytes);
  const { number, at } = reading(bytes, start);
  const cells = [];
  while (at() < bytes.length) cells.push(number());
  return { ...facets, cells };
}

const readHan = (bytes) => new Map(utf8.decode(bytes).split("\n").flatMap((group) => Array.from(group, (c) => [c, group])));
const readDocs = (bytes) => JSON.parse(utf8.decode(bytes)).map(([...doc]) => doc);
