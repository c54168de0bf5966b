// Reloads a picture or other file that was replaced under the same address. The address on the
// screen gets a number; the server's version keeps its address. The old picture stays until the new
// one is loaded.

const doc = document;
const editions = new Map(); // the current number of an address
const single = "img[src], input[src], source[src], video[src], audio[src], embed[src], iframe[src], track[src], video[poster], object[data], link[rel~=icon][href], image[href]";
const names = ["src", "poster", "data", "href"];

// renew fetches the files of some addresses and returns the elements that show them.
export function renew(addresses) {
  for (const address of addresses) editions.set(plain(address), Date.now());
  return again();
}

// renewAll does so for all pictures, if the changed ones are unknown.
export function renewAll() {
  return renew(Array.from(doc.querySelectorAll("main img[src]"), (e) => e.src).filter((src) => src.startsWith(location.origin)));
}
// again applies the numbers to elements that were added meanwhile.
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

// plain returns an address without query and fragment.
function plain(address) {
  if (!URL.canParse(address, doc.baseURI)) return "";
  const url = new URL(address, doc.baseURI);
  return url.origin + url.pathname;
}

// fresh returns an address with its number, if it has one.
function fresh(address) {
  const edition = editions.get(plain(address));
  if (!edition) return address;
  const url = new URL(address, doc.baseURI);
  url.searchParams.set("edition", edition);
  return url.href;
}
