// How text is cut into terms, and a query into pieces that meet them: the twin of the Go
// package token, whose comment tells the rules. Both give the same for every text; the
// vectors of that package hold them together.

const markRuns = /([\p{M}ﾞﾟ]{10})[\p{M}ﾞﾟ]+/gu;
// What is not seen, and stress that no letter took up; the dot between two katakana.
const unseen = /[\xad\u0300\u0301\u0307\u034f\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}]|(?<=[ァ-ヺー-ヿㇰ-ㇿ])・(?=[ァ-ヺー-ヿㇰ-ㇿ])/gu;
const hanClass = "々-〇㐀-䶿一-鿿豈-\ufaff\u{20000}-\u{3ffff}";
const anyHan = new RegExp(`[${hanClass}]`, "u");

// A token: a number with dots, a word, a run of katakana, a run of other characters of
// the East.
const token = ((kata, cjk) => {
  const part = `(?:(?![${kata}${cjk}]|(?<!\\d)\\d+\\.\\d)[\\p{L}\\p{N}])(?:(?![${kata}${cjk}]|(?<!\\d)\\d+\\.\\d)[\\p{L}\\p{N}\\p{M}])*`;
  return new RegExp(`[vV]?(\\d+(?:\\.\\d+)+)|(${part}(?:[-_.‐]${part})*)|([${kata}][${kata}\\p{M}]*)|[${cjk}][${cjk}\\p{M}]*`, "gu");
})("ァ-ヺー-ヿㇰ-ㇿ", `${hanClass}ぁ-ゖゝ-ゟ가-힣\u1100-\u11ff`);

// Where a word comes apart: at a joiner, and before a capital that begins a word.
const joint = /[-_.‐]|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{Lu}\p{L})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}\p{L})/u;

const kepName = /\b(?:keps?(?:[ \n#:-]{0,3}|\/(?:[a-z][\w-]*\/){0,2})|enhancements(?:#|\/issues\/)|kep\.k8s\.io\/)(\d+)/gi;
const sigName = /\bsig[ \n/-]([a-z\d]+)(?:[ \n-](machinery|lifecycle|provider|experience|infra)\b)?/gi;

// What a query may say around the number of a KEP or a pull request.
const addressIn = /[\w./:#?=&%-]+/g;
const pullName = /(?:#|\b(?:pull|issues?|pr)(?:\.k8s\.io)?\/)(\d+)/i;

const upright = (text) => text.replace(markRuns, "$1").normalize("NFKC").replace(unseen, "");
const lower = (text) => text.toLowerCase().replace(/\u0307/g, "").normalize("NFC").replace(/ё/g, "е").replace(/ς/g, "σ");
const cut = (term) => term.match(/^.{0,40}/su)[0];
const isNumber = (part) => /^\d+$/.test(part);

// isThing tells KEP 127 and SIG Node by their parts.
const isThing = (parts) => parts?.[1] && (parts[0] === "sig" || (parts[0] === "kep" && isNumber(parts[1]) && !parts[2]));

// fold makes the same what is to be taken for the same.
export const fold = (text) => lower(upright(text));

// tokens cuts upright text: { text, script }, of a word also its parts, else characters and
// how many of them are a window. joined counts the words before a word that a / joins to
// it: the group and version of an API, a domain and its name.
function tokens(text) {
  let before = {};
  text = text.replace(kepName, "kep-$1 ").replace(sigName, "sig-$1-$2 ");
  return Array.from(text.matchAll(token), ({ 0: all, 1: version, 2: word, 3: kata, index }) => {
    if (version) return number(version);
    if (!word) {
      const characters = [...lower(all)];
      return { text: characters.join(""), script: kata ? "kata" : anyHan.test(all) ? "han" : "kana", characters, wide: kata ? 4 : 2 };
    }
    const parts = word.split(joint).map(lower);
    const first = parts.findIndex((part) => !isNumber(part));
    const numbers = parts.splice(0, first < 0 ? parts.length : first).map(number);
    if (first < 0) return numbers;
    const slash = !first && before.end + 1 === index && text[before.end] === "/" && (before.dotted || /^v\d/i.test(word));
    before = { text: parts.join(""), script: "word", parts, before, joined: slash ? before.joined + 1 : 0, end: index + word.length, dotted: /\./.test(word) };
    return [...numbers, before];
  }).flat();
}

const number = (text) => ({ text: cut(text), script: "number" });
const window = ({ characters, wide }) => (start) => characters.slice(start, start + wide).join("");

// tails joins what follows in a word, and more, to each of its parts; put has the numbers.
const tails = (parts, more, put) => parts.flatMap((part, i) => (isNumber(part) ? put(part) : cut(parts.slice(i).join("") + more)));

// terms returns what a text is found by, each by its beginning.
export const terms = (text) =>
  tokens(upright(text)).flatMap((token) => {
    const { parts, before, joined, characters } = token;
    if (parts) return [...(joined ? tails(before.parts, token.text, () => []) : []), ...tails(parts, "", cut)];
    return characters ? characters.map((_, i) => window(token)(i)) : token.text;
  });

// pieces cuts a query: { text, script, keys, parts }. A document has to have all pieces,
// and for each key a term that begins with it.
export function pieces(text) {
  const query = upright(text).replace(addressIn, (word) => {
    const [kep] = word.matchAll(kepName);
    return kep ? `kep-${kep[1]} ` : word.match(pullName)?.[1] || word;
  });
  const found = [];
  for (const token of tokens(query.replace(/\bpr[ #-]*(?=\d)/gi, ""))) {
    const { text, script, parts, joined, characters, wide } = token;
    if (joined) {
      const piece = found.at(-1);
      piece.text += text;
      piece.parts.push(...parts);
      piece.keys[joined - 1] = cut(token.before.text + text);
    } else {
      const last = characters && Math.max(0, characters.length - wide);
      const starts = characters?.flatMap((_, i) => (i === last || (i < last && i % wide === 0) ? i : []));
      found.push({ text, script: isThing(parts) ? "id" : script, keys: starts?.map(window(token)) || [cut(text)], parts: parts && [...parts] });
    }
  }
  return found;
}
