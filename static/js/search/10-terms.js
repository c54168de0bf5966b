// How text is cut into terms, and a query into pieces that meet them: the twin of the Go
// package token, whose comment tells the rules. Both give the same for every text; the
// vectors of that package hold them together.

const kata = "\\p{sc=Kana}ー";
const cjk = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Hang}";
// A letter or digit of an alphabet, unless a number with dots begins with it; left open.
const letter = `(?![${kata}${cjk}]|(?<!\\d)\\d+\\.\\d)[\\p{L}\\p{N}`;
const part = `${letter}](?:${letter}\\p{M}])*`;
const token = new RegExp(`[vV]?(\\d+(?:\\.\\d+)+)|(${part}(?:[-_.‐]${part})*)|([${kata}][${kata}\\p{M}]*)|[${cjk}][${cjk}\\p{M}]*`, "gu");

// Where a word comes apart: at a joiner, and before a capital that begins a word.
const joint = /[-_.‐]|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{Lu}\p{L})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}\p{L})/u;

const kepName = /\b(?:keps?[ \n#:-]{0,3}|enhancements#|(?:keps?(?:\.k8s\.io)?|enhancements)\/(?:[a-z][\w-]*\/)?)(\d+)/gi;
const sigName = /\bsig[ \n/-]([a-z\d]+)(?:[ \n-](machinery|lifecycle|provider|experience|infra)\b)?/gi;
const pullName = /(?:#|\b(?:pull|issues?|pr)(?:\.k8s\.io)?\/)(\d+)/i;

// upright takes away how text is written, but not its case: too many marks, forms of one
// letter, what is not seen, stress that no letter took up, the dot before katakana.
const upright = (text) =>
  text.replace(/([\p{M}ﾞﾟ]{9})[\p{M}ﾞﾟ]+/gu, "$1").normalize("NFKC").replace(/[\p{DI}\u0300\u0301\u0307]|・(?=[\p{sc=Kana}ー])/gu, "");

// fold makes the same what is to be taken for the same.
export const fold = (text) => upright(upright(text).toLowerCase()).replace(/ё/g, "е").replace(/ς/g, "σ");

const isNumber = (part) => /^[\d.]+$/.test(part);
const cut = (term) => term.match(/^.{0,40}/su)[0];

// tokens cuts upright text: { text, script }, of a word also its parts, of a run of the
// East how wide its windows are. joined counts the words before a word that a / joins to
// it: the group and version of an API, a domain and its name.
function tokens(text) {
  let before = {};
  text = text.replace(kepName, "kep-$1 ").replace(sigName, "sig-$1-$2 ");
  return [...text.matchAll(token)].flatMap(({ 0: all, 1: version, 2: word, 3: kata, index }) => {
    if (!version && !word) return { text: fold(all), script: kata ? "kata" : /\p{sc=Han}/u.test(all) ? "han" : "kana", wide: kata ? 4 : 2 };
    const parts = version ? [version] : word.split(joint).map(fold);
    const found = [];
    while (isNumber(parts[0])) found.push({ text: cut(parts.shift()), script: "number" });
    if (!parts[0]) return found;
    const slash = !found[0] && before.end + 1 === index && text[before.end] === "/" && (before.dotted || /^v\d/i.test(word));
    const whole = parts.join("");
    before = { text: whole, script: /^kep\d+$/.test(whole) ? "id" : "word", parts, before, joined: slash ? before.joined + 1 : 0, end: index + word.length, dotted: /\./.test(word) };
    return [...found, before];
  });
}

// windows are the characters of a run from each one on, as many as are taken together.
function windows({ text, wide }) {
  const characters = [...text];
  return characters.map((_, i) => characters.slice(i, i + wide).join(""));
}

// tails joins to each part of a word what follows, and more; numbers stand alone.
const tails = (parts, more) =>
  parts.flatMap((part, i) => (!isNumber(part) ? cut(parts.slice(i).join("") + more) : more ? [] : cut(part)));

// terms returns what a text is found by, each by its beginning.
export const terms = (text) =>
  tokens(upright(text)).flatMap((token) => {
    const { parts, before, joined } = token;
    if (parts) return [...(joined ? tails(before.parts, token.text) : []), ...tails(parts, "")];
    return token.wide ? windows(token) : token.text;
  });

// pieces cuts a query: { text, script, keys, parts }. A document has to have all pieces,
// and for each key a term that begins with it. Of an address, and of what names a pull
// request, only the number is looked for: a text may say it otherwise.
export function pieces(text) {
  const query = upright(text).replace(/[\w./:#?=&%-]+/g, (word) => {
    const [kep] = word.matchAll(kepName);
    return kep ? `kep-${kep[1]} ` : word.match(pullName)?.[1] || word;
  });
  const found = [];
  for (const token of tokens(query.replace(/\bpr[ -]*(?=\d)/gi, ""))) {
    const { text, script, parts, before, joined, wide } = token;
    if (joined) {
      const piece = found.at(-1);
      piece.text += text;
      piece.parts.push(...parts);
      piece.keys[joined - 1] = cut(before.text + text);
    } else {
      // As few windows as touch all characters: one beside the other, and the last.
      const all = wide ? windows(token) : [cut(text)];
      const last = Math.max(0, all.length - wide);
      found.push({ text, script, keys: wide ? all.filter((_, i) => (i < last ? i % wide === 0 : i === last)) : all, parts: parts && [...parts] });
    }
  }
  return found;
}
