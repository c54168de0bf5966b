// A picture, or another file beside a note, that was replaced under the same address: what
// the page shows of it is fetched anew. The address gets a number for that, on the screen
// only; in what the server sent it stays what it is. What is shown stays until the new is there.

const doc = document;
const editions = new Map(); // of an address: the number that it has now
const single = "img[src], input[src], source[src], video[src], audio[src], embed[src], iframe[src], track[src], video[poster], object[data], link[rel~=icon][href], image[href]";
const names = ["src", "poster", "data", "href"];

// renew fetches what is shown of some addresses and returns the elements that show it.
export function renew(addresses) {
  for (const address of addresses) editions.set(plain(address), Date.now());
  return again();
}

// renewAll does so for all pictures, where nobody knows which have been replaced.
export function renewAll() {
  return renew(Array.from(doc.querySelectorAll("main img[src]"), (e) => e.src).filter((src) => src.startsWith(location.origin)));
}
// again gives the elements that have come meanwhile the numbers that their addresses have.
export function again() {
  const changed = new Set();
  if (!editions.size) return changed;
  for (const e of doc.querySelectorAll(single)) {
    for (const name of names) if (e.hasAttribute(name)) put(e, name, fresh(e.getAttribute(name)), changed);
  }
  for (const e of doc.querySelectorAll("[srcset]")) {
    put(e, "srcset", e.srcset.replace(/(^|,)(\s*)([^\s,]\S*[^\s,])/g, (_, comma, space, address) => comma + space + fresh(address)), changed);
  }
  return changed;
}

function put(e, name, value, changed) {
  if (e.getAttribute(name) === value) return;
  e.setAttribute(name, value);
  changed.add(e);
  if (e.localName === "source" || e.localName === "track") e.closest("video, audio")?.load();
}

// plain is an address without what may follow the path.
function plain(address) {
  if (!URL.canParse(address, doc.baseURI)) return "";
  const url = new URL(address, doc.baseURI);
  return url.origin + url.pathname;
}

// fresh is an address with its number; the same where it has none.
function fresh(address) {
  const edition = editions.get(plain(address));
  if (!edition) return address;
  const url = new URL(address, doc.baseURI);
  url.searchParams.set("edition", edition);
  return url.href;
}
