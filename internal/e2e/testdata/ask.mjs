// Asks queries of the search script without a browser: node ask.mjs script address < queries.json
// The index of a tag is opened once, so that the next query of the same tag finds what the one
// before has fetched. Several tags are asked side by side.
import { readFileSync } from "node:fs";

const [, , script, base] = process.argv;
const asks = JSON.parse(readFileSync(0));
globalThis.location = base;
globalThis.document = { addEventListener() {} };
const { openIndex, search } = await import(script);
const tags = new Map();
asks.forEach(({ tag }, i) => tags.set(tag, [...(tags.get(tag) || []), i]));
const waiting = [...tags];
const out = [];
async function work() {
  for (let next; (next = waiting.shift()); ) {
    const index = openIndex(base + next[0] + "/search/");
    for (const i of next[1]) {
      const { text, lang, want } = asks[i];
      try {
        const { hits } = await search(index, text, { lang, want });
        out[i] = { hits: hits.map(({ doc: [path, name], tier, lacks }) => ({ path, name, tier, lacks })) };
      } catch (e) {
        out[i] = { hits: [], error: String(e.stack || e) };
      }
    }
  }
}
await Promise.all([work(), work(), work(), work()]);
process.stdout.write(JSON.stringify(out));
