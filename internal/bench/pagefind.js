// The least search that can be built on Pagefind: an input, and ten links in a list. It loads
// Pagefind at the key that opens it, as ours does, and shows each result as soon as it is there.
// No worker is started: its requests would not go through the browser's emulated network,
// and it is a file less to load. After a letter it waits as long for the next one as ours
// does (Pagefind's own interface waits longer).

const box = document.createElement("input");
const list = document.createElement("ol");
let pagefind;
let typed = "";
let ready = "";

const field = () => box;
const rows = () => [...list.querySelectorAll("a")];
const ended = (text) => ready === text;

function load() {
  pagefind ??= import("/pagefind/pagefind.js").then(async (module) => {
    await module.options({ noWorker: true });
    await module.init();
    return module;
  });
  return pagefind;
}

async function find(text) {
  const { results } = await (await load()).search(text);
  if (text !== box.value) return;
  list.replaceChildren();
  list.dataset.of = text;
  const items = results.slice(0, 10).map(() => list.appendChild(document.createElement("li")));
  await Promise.all(results.slice(0, 10).map(async (result, i) => {
    const { url, meta, excerpt } = await result.data();
    const link = Object.assign(document.createElement("a"), { href: url, textContent: meta.title });
    const words = document.createElement("p");
    words.innerHTML = excerpt;
    items[i].append(link, words);
  }));
  if (text !== box.value) return;
  ready = text;
  list.dataset.ready = text;
}

function later() {
  clearTimeout(later.timer);
  later.timer = setTimeout(() => find(box.value), 80);
}

box.addEventListener("input", later);
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && !box.isConnected) {
    document.body.append(box, list);
    load();
    return;
  }
  box.value = typed += e.key;
  clearTimeout(later.timer);
  later.timer = setTimeout(() => find(box.value));
});
