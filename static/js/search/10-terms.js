// How text is cut into terms, and a query into pieces that meet them: the twin of the Go
// package token, whose comment tells the rules. Both give the same for every text; the
// vectors of that package hold them together.

// The patterns are data: analyzer.Grammar, which the root of the index has and equip reads
// before anything is asked. Groups of rules say what to put in the place of what; each of
// the last group is a pattern by itself.
let hidden, unseen, folded, named, valued, plainly, spaced;
let token, slash, joint, pullName, address, kepName, operator, east, mistaken, windowed, stemmed, ending;
const equip = (grammar) => {
  [hidden, unseen, folded, named, valued, plainly, spaced, [[token], [slash], [joint], [pullName], [address], [kepName], [operator], [east], [mistaken], [windowed], [stemmed], [ending]]] =
    grammar.map((rules) => rules.map(([from, flags, to = ""]) => [new RegExp(from, flags), to]));
};
const rewrite = (text, rules) => rules.reduce((text, rule) => text.replace(...rule), text);

// upright takes away how text is written, but not its case: halves of characters, too many
// marks, forms of one letter, what is not seen, stress that no letter took up, the dot
// before katakana.
const upright = (text) => rewrite(rewrite(text, hidden).normalize("NFKC"), unseen);

// fold makes the same what is to be taken for the same.
const fold = (text) => rewrite(upright(upright(text).toLowerCase()), folded);

const isNumber = (part) => /^[\d.]+$/.test(part);
const cut = (term) => term.match(/^.{0,40}/su)[0];

// tokens cuts upright text: { text, script }, of a word also its parts, of a run of the
// East how wide its windows are. Where a run is parted from a neighbour by a blank or by
// nothing (tight), seam is the two characters that meet.
function tokens(text) {
  let before = {};
  text = rewrite(text, named);
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
  const query = upright(text).replace(address, (word) => {
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
