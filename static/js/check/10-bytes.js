// Scanning of bytes. Package affects of the command works on bytes. So texts are strings with one
// character per byte, and both find the same in any input.

// memo returns a function that keeps the results for up to 10,000 texts.
function memo(make) {
  const made = new Map();
  return (text) => {
    if (!made.has(text)) {
      if (made.size > 10_000) made.clear();
      made.set(text, make(text));
    }
    return made.get(text);
  };
}

// binary returns bytes as a string with one character per byte.
export function binary(bytes) {
  const parts = [];
  for (let i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode.apply(null, bytes.subarray(i, i + 8192)));
  return parts.join("");
}

const encoder = new TextEncoder();

// encoded returns a text as a string of its bytes in UTF-8.
export const encoded = (text) => binary(encoder.encode(text));

// decoded returns the text of a string of bytes in UTF-8.
export function decoded(bytes) {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  return new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
}

const blanks = " \t\n";

function trimLeft(text, set) {
  let i = 0;
  while (i < text.length && set.includes(text[i])) i++;
  return i ? text.slice(i) : text;
}

function trimRight(text, set) {
  let end = text.length;
  while (end > 0 && set.includes(text[end - 1])) end--;
  return end < text.length ? text.slice(0, end) : text;
}

const trim = (text, set = blanks) => trimRight(trimLeft(text, set), set);
const fields = (text) => text.split(/[ \t\n]+/).filter(Boolean);
const isBlank = (c) => c === " " || c === "\t";
const lower = (text) => text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());

// cut returns what is before and after a separator, and whether there is one.
function cut(text, separator) {
  const i = text.indexOf(separator);
  return i < 0 ? [text, "", false] : [text.slice(0, i), text.slice(i + separator.length), true];
}

const count = (text, part) => text.split(part).length - 1;

// indexAny returns where the first of some characters is; -1 without one.
function indexAny(text, set) {
  for (let i = 0; i < text.length; i++) if (set.includes(text[i])) return i;
  return -1;
}

// firsts keeps the first value of each key.
function firsts(list, key) {
  const seen = new Set();
  return list.filter((value) => {
    const k = key(value);
    return !seen.has(k) && seen.add(k);
  });
}
