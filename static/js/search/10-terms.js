// How text is cut into terms, and a query into pieces that meet them: the twin of the Go
// package token, whose comment tells the rules. Both give the same for every text; the
// vectors of that package hold them together.

const kata = "\\p{sc=Kana}ー";
const cjk = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Hang}";
// A letter or digit of an alphabet, unless a number with dots begins with it; left open.
const letter = `(?![${kata}${cjk}]|(?:(?<!\\d)|\\b[vV])\\d+\\.\\d)[\\p{L}\\p{N}`;
const part = `${letter}](?:${letter}\\p{M}])*`;
const token = new RegExp(`[vV]?(\\d+(?:\\.\\d+)+)|(${part}(?:[-_.‐/]${part})*)|([${kata}][${kata}\\p{M}]*)|[${cjk}][${cjk}\\p{M}]*`, "gu");

// Words that a / parts: it joins the group and version of an API, a domain and its name.
const slash = /(?<!\.[^/]*)\/(?!v\d)/i;
// Where a word comes apart: at a joiner, and before a capital that begins a word.
const joint = /[-_.‐/]|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{Lu}\p{L})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}\p{L})/u;

const kepName = /\b(?:keps?[ \n#:-]{0,3}|enhancements#|(?:keps?(?:\.k8s\.io)?|enhancements)\/(?:[a-z][\w-]*\/){0,2})(\d+)/gi;
const sigName = /\bsig[ \n/-]([a-z\d]+)(?:[ \n-](machinery|lifecycle|provider|experience|infra)\b)?/gi;
const pullWord = /\bpr[ \n#-]*(?=\d)/gi;
const pullName = /(?:#|\b(?:pull|issues?|pr)(?:\.k8s\.io)?\/)(\d+)/i;

// upright takes away how text is written, but not its case: halves of characters, too many
// marks, forms of one letter, what is not seen, stress that no letter took up, the dot
// before katakana.
const upright = (text) =>
  text.replace(/\p{Cs}/gu, "\ufffd").replace(/([\p{M}ﾞﾟ]{9})[\p{M}ﾞﾟ]+/gu, "$1").normalize("NFKC").replace(/[\p{DI}\u0300\u0301\u0307]|・(?=[\p{sc=Kana}ー])/gu, "");

// fold makes the same what is to be taken for the same.
const fold = (text) => upright(upright(text).toLowerCase()).replace(/ё/g, "е").replace(/ς/g, "σ");

const isNumber = (part) => /^[\d.]+$/.test(part);
const cut = (term) => term.match(/^.{0,40}/su)[0];

// tokens cuts upright text: { text, script }, of a word also its parts, of a run of the
// East how wide its windows are. Where a run is parted from a neighbour by a blank or by
// nothing (tight), seam is the two characters that meet.
function tokens(text) {
  let before = {};
  text = text.replace(kepName, "kep-$1 ").replace(sigName, "sig-$1-$2 ").replace(pullWord, "");
  return [...text.matchAll(token)].flatMap(({ 0: all, 1: version, 2: word, 3: run, index }) => {
    const characters = [...fold(all.replace(/^v(?=\d)/i, ""))];
    const wide = version || word ? 0 : run ? 4 : 2;
    const found = wide ? [{ text: characters.join(""), script: run ? "kata" : /\p{sc=Han}/u.test(all) ? "han" : "kana", wide }] : [];
    for (const parts of version ? [[version]] : word?.split(slash).map((name) => name.split(joint).map(fold)) || []) {
      while (isNumber(parts[0])) found.push({ text: cut(parts.shift()), script: "number" });
      const text = parts.join("");
      if (text) found.push({ text, script: /^kep\d+$/.test(text) ? "id" : "word", parts });
    }
    const gap = text.slice(before.end, index);
    if (before.last && (wide || before.wide) && /^ ?$/.test(gap)) Object.assign(found[0], { tight: !gap, seam: before.last + characters[0] });
    before = { end: index + all.length, wide, last: characters.at(-1) };
    return found;
  });
}

// windows are the characters of a run from each one on, as many as are taken together.
function windows({ text, wide }) {
  const characters = [...text];
  return characters.map((_, i) => characters.slice(i, i + wide).join(""));
}

// pieces cuts a query: { text, script, keys, parts }. A document has to have all pieces,
// and for each key a term that begins with it. Of an address that names a pull request or
// a KEP only the number is looked for: a text may say it otherwise.
function pieces(text) {
  const query = upright(text).replace(/[\w./:#?=&%-]+/g, (word) => {
    const [kep] = word.matchAll(kepName);
    return kep ? `kep-${kep[1]} ` : word.match(pullName)?.[1] || word;
  });
  const found = tokens(query).map((token) => {
    const { text, wide } = token;
    if (!wide) return { ...token, keys: [cut(text)] };
    // As few windows as touch all characters: one beside the other, and the last.
    const all = windows(token);
    const last = Math.max(0, all.length - wide);
    return { ...token, keys: all.filter((_, i) => (i < last ? i % wide === 0 : i === last)) };
  });
  // Runs have a seam, too, where they were typed together with a neighbour, and where one of
  // the two is a single character, which is looked for in no other way.
  const single = ({ text, wide }) => wide && ![...text][1];
  found.forEach(({ seam, tight, wide }, i) => {
    if (tight || (seam && (single(found[i]) || single(found[i - 1])))) found[wide ? i : i - 1].keys.push(seam);
  });
  for (const piece of found) if (single(piece) && piece.keys[1]) piece.keys.shift();
  return found;
}
