// Cuts text into terms and queries into pieces: the twin of the Go package analyzer, whose
// comment describes the rules. Shared test vectors keep both equal.

// The patterns are data: analyzer.Grammar in the root of the index. equip reads them before the
// first query. Groups of rules are replacements; each rule of the last group is a pattern.
let hidden, unseen, folded, named, valued, plainly, spaced;
let token, slash, joint, pullName, address, kepName, operator, east, mistaken, windowed, stemmed, ending, common, joined;
const equip = (grammar) => {
  [hidden, unseen, folded, named, valued, plainly, spaced, [[token], [slash], [joint], [pullName], [address], [kepName], [operator], [east], [mistaken], [windowed], [stemmed], [ending], [common], [joined]]] =
    grammar.map((rules) => rules.map(([from, flags, to = ""]) => [new RegExp(from, flags), to]));
};
const rewrite = (text, rules) => rules.reduce((text, rule) => text.replace(...rule), text);

// upright normalizes the writing but not the case: half-width forms, extra marks, variants of
// letters, invisible characters, stress marks, the dot before katakana.
const upright = (text) => rewrite(rewrite(text, hidden).normalize("NFKC"), unseen);

// fold maps equivalent texts to the same form.
const fold = (text) => rewrite(upright(upright(text).toLowerCase()), folded);

const isNumber = (part) => /^[\d.]+$/.test(part);
const cut = (term) => term.match(/^.{0,40}/su)[0];

// tokens cuts normalized text: { text, typed, script }. Words have parts, East Asian runs the width of
// their windows. If a blank or nothing (tight) separates two runs, seam is the two characters at
// the border; of two words in a path it is the two parts at the slash.
function tokens(text) {
  let before = {};
  text = rewrite(text, named);
  return [...text.matchAll(token)].flatMap(({ 0: all, 1: version, 2: word, 3: run, index }) => {
    const characters = [...fold(all.replace(/^v(?=\d)/i, ""))];
    const wide = version || word ? 0 : run ? 4 : 2;
    const found = wide ? [{ text: characters.join(""), typed: all, script: run ? "kata" : /\p{sc=Han}/u.test(all) ? "han" : "kana", wide }] : [];
    let left;
    for (const name of version ? [version] : word?.split(slash) || []) {
      const parts = version ? [name] : name.split(joint).map(fold);
      const seam = left && !isNumber(parts[0]) && cut(left + "/" + parts[0]);
      while (isNumber(parts[0])) found.push({ text: cut(parts[0]), typed: parts.shift(), script: "number" });
      const text = parts.join("");
      if (text) found.push({ text, typed: name, script: /^kep\d+$/.test(text) ? "id" : "word", parts, seam, path: seam });
      left = text && parts.at(-1);
    }
    const gap = text.slice(before.end, index);
    if (before.last && (wide || before.wide) && /^ ?$/.test(gap)) Object.assign(found[0], { tight: !gap, seam: before.last + characters[0] });
    before = { end: index + all.length, wide, last: characters.at(-1) };
    return found;
  });
}

// windows returns the windows of a run, one from each character.
function windows({ text, wide }) {
  const characters = [...text];
  return characters.map((_, i) => characters.slice(i, i + wide).join(""));
}

// pieces cuts a query: { text, script, keys, parts }. A document must have all pieces, and for
// each key a term with that prefix. For the address of a pull request or KEP, only the number is
// searched.
function pieces(text) {
  const query = upright(text).replace(address, (word) => {
    const [kep] = word.matchAll(kepName);
    return kep ? `kep-${kep[1]} ` : word.match(pullName)?.[1] || word;
  });
  const found = tokens(query).map((token) => {
    const { text, wide } = token;
    if (!wide) return { ...token, keys: [cut(text)] };
    // Uses the fewest windows that cover all characters: adjacent ones, and the last.
    const all = windows(token);
    const last = Math.max(0, all.length - wide);
    return { ...token, keys: all.filter((_, i) => (i < last ? i % wide === 0 : i === last)) };
  });
  // Runs also have a seam if they were typed together with a neighbour, or if one of them is a
  // single character, which is searched in no other way.
  const single = ({ text, wide }) => wide && ![...text][1];
  found.forEach(({ seam, tight, wide, path }, i) => {
    if (path) found[i].keys.push(seam);
    else if (tight || (seam && (single(found[i]) || single(found[i - 1])))) found[wide ? i : i - 1].keys.push(seam);
  });
  for (const piece of found) if (single(piece) && piece.keys[1]) piece.keys.shift();
  return found;
}
