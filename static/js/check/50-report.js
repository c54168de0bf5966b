// The worker: reads files, matches them and returns what the page shows. It sends no request.

const maxRows = 300; // of a list
const maxPlaces = 20; // of a row

// merged makes one row of what occurs in several places.
function merged(list, key) {
  const rows = new Map();
  for (const value of list) {
    const k = key(value);
    if (!rows.has(k)) rows.set(k, { ...value, places: [], count: 0 });
    const row = rows.get(k);
    row.count++;
    if (row.places.length < maxPlaces) row.places.push([value.file, value.line || 0]);
  }
  return [...rows.values()];
}

// shown decodes the first rows of a list.
function shown(rows) {
  const text = (value) => (typeof value === "string" ? decoded(value) : value);
  return rows.slice(0, maxRows).map((row) => ({
    ...row, name: text(row.name), value: text(row.value), component: text(row.component), what: text(row.what),
    places: row.places.map(([file, line]) => [text(file || ""), line]),
  }));
}

// report returns the result in rows, and the names to put into a link.
function report({ from, to, findings, unknown, not_checked: skipped, looked_at: seen }) {
  const named = (f) => [f.class, f.event, f.kind, f.name, f.value, f.component, f.release, f.how, f.expected].join("\0");
  const rows = merged(findings, (f) => (f.kind === "gate" || f.kind === "api" ? named(f) : named({ ...f, value: "" })));
  const lists = {
    unknown: merged(unknown, ({ kind, name, component }) => [kind, name, component].join("\0")),
    skipped: merged(skipped, ({ code, name }) => code + "\0" + (name || "")),
    seen: merged(seen, ({ what }) => what),
  };
  const out = { from, to, classes: {}, lists: {} };
  for (const kind of classes) {
    const own = rows.filter((row) => row.class === kind);
    out.classes[kind] = { rows: shown(own), total: own.length };
  }
  for (const [name, list] of Object.entries(lists)) out.lists[name] = { rows: shown(list), total: list.length };
  return out;
}

// check reads and matches files: {name, bytes}, or {name, code} of one that is skipped.
export function check({ base, steps, from, to, files }) {
  const reader = new Reader(base);
  const readings = files.map(({ name, bytes, code }) => {
    const file = encoded(name);
    return bytes ? reader.read(file, binary(bytes)) : { file, settings: [], seen: [], skipped: [{ code }] };
  });
  return report(match(base, steps, from, to, readings));
}

if (typeof document === "undefined") {
  onmessage = ({ data }) => postMessage(check(data));
}
