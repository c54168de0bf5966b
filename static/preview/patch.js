// Updates the visible page to the version of the server, and changes nothing else.
//
// Scripts and readers change a page: a menu is open, a row is hidden, a heading has a button. So the
// server's version is kept as a separate tree, in which every node knows its node on the screen.
// Changes are found by comparing the new page with that tree, never with the screen. If the server
// sends the same content, the screen stays, with focus, selection and input.
//
// Texts, attributes, additions and removals are applied directly. If children are mixed, idiomorph
// matches old and new ones.

import {Idiomorph} from "./idiomorph.js";

const doc = document;
const live = new WeakMap(); // from a node of the server to its node on the screen
const sent = new WeakMap(); // the reverse
const old = new WeakMap(); // from a new style sheet to those it replaces

let shown; // the root element of the server's version
let touched; // nodes changed or added by a patch, on the screen
let ran; // addresses of the loaded scripts

// begin stores the current page. Only theme.js may have changed it before; its marks on the root
// element are not part of the server's version.
export function begin(own) {
  const {previousSibling: before, nextSibling: after} = own;
  own.remove();
  if (before?.nodeType === Node.TEXT_NODE && after?.nodeType === Node.TEXT_NODE) {
    before.data += after.data;
    after.remove();
  }
  shown = doc.documentElement.cloneNode(true);
  shown.classList.remove("js");
  if (!shown.className) shown.removeAttribute("class");
  delete shown.dataset.theme;
  join(shown, doc.documentElement);
  ran = new Set([...still(shown), ...later(shown)]);
}

// patch updates the page to html and returns the changed elements. It returns nothing if the page
// must be loaded again, because a loaded script has changed.
export function patch(html) {
  const next = new DOMParser().parseFromString(html, "text/html").documentElement;
  for (const e of next.querySelectorAll("noscript")) e.textContent = e.innerHTML; // parsed as with scripts enabled
  const scripts = still(next);
  if ([...scripts, ...later(next)].some(renewed)) return null;
  touched = new Set();
  doc.dispatchEvent(new Event("kawaraban:patching"));
  mend(shown, next);
  if (html.includes("<template")) templates(html);
  scripts.filter((src) => !ran.has(src)).forEach(load);
  doc.dispatchEvent(new Event("kawaraban:patched"));
  return touched;
}

// join links the nodes of two equal trees.
function join(was, at) {
  live.set(was, at);
  sent.set(at, was);
  for (let a = was.firstChild, b = at.firstChild; a && b; a = a.nextSibling, b = b.nextSibling) join(a, b);
}

const whole = (address) => new URL(address, doc.baseURI).href;

// later lists the addresses of scripts that are loaded on demand.
const later = (root) => Array.from(root.querySelectorAll("[data-search]"), (e) => whole(e.dataset.search));

// still replaces scripts by comments, so that none runs twice, and returns their addresses.
function still(root) {
  return Array.from(root.querySelectorAll("script[src]"), (script) => {
    const mark = doc.createComment("script");
    const at = live.get(script);
    if (at) {
      live.set(mark, at);
      sent.set(at, mark);
    }
    script.replaceWith(mark);
    return whole(script.getAttribute("src"));
  });
}

// renewed reports whether a script is a new version of a loaded one: page.1a2b3c4d.js for
// page.5e6f7a8b.js.
function renewed(src) {
  const name = (url) => url.replace(/\.[0-9a-f]+(?=\.js$)/, "");
  return !ran.has(src) && [...ran].some((one) => name(one) === name(src));
}

function load(src) {
  ran.add(src);
  const script = doc.createElement("script");
  script.src = src;
  script.async = false; // in order
  doc.head.append(script);
}

// mend updates an element.
function mend(was, now) {
  if (was.isEqualNode(now)) return;
  if (!was.tagName) return retype(was, now);
  if (isSheet(was) && isSheet(now)) {
    const next = now.cloneNode();
    join(next, restyle(was, now));
    return was.replaceWith(next);
  }
  attributes(was, now);
  const at = live.get(was);
  const before = [...was.childNodes];
  const after = [...now.childNodes];
  if (before.some((node) => !at.contains(live.get(node)))) return refill(was, now);
  if (/^(html|head)$/.test(was.localName)) return rehead(was, now);
  while (before.length && after.length && before.at(-1).isEqualNode(after.at(-1))) {
    before.pop();
    after.pop();
  }
  let same = 0;
  while (same < before.length && same < after.length && before[same].isEqualNode(after[same])) same++;
  before.splice(0, same);
  after.splice(0, same);
  if (!before.length) after.forEach(add(was, was.childNodes[same]));
  else if (!after.length) before.forEach(remove);
  else if (before.length === after.length && before.every((node, i) => alike(node, after[i]))) before.forEach((node, i) => mend(node, after[i]));
  else rework(was, now);
}

const isSheet = (node) => node.localName === "link" && node.relList.contains("stylesheet");
const alike = (a, b) => a.nodeName === b.nodeName && a.id === b.id;

// rehead updates the head, or the page around it. A link that changes its type would fetch its old
// address as the new type. So a link is either unchanged or replaced, except style sheets.
function rehead(was, now) {
  let rest = was.firstChild;
  for (const node of [...now.childNodes]) {
    const same = ahead(rest, (one) => one.isEqualNode(node)) || ahead(rest, (one) => replaces(node, one));
    if (!same) {
      add(was, rest)(node);
      continue;
    }
    while (rest !== same) rest = skipped(rest);
    rest = same.nextSibling;
    mend(same, node);
  }
  while (rest) rest = skipped(rest);
}
const onlyOnce = /^(head|title|body)$/;

// replaces reports whether a node of the head can be changed in place. The description follows the
// first entry of a note. Removing and adding it would recompute all styles.
function replaces(node, one) {
  if (isSheet(one)) return isSheet(node);
  return one.localName === node.localName && (onlyOnce.test(one.localName) || Boolean(one.name) && one.name === node.name);
}

// ahead finds a node among one and those after it. It stops at a style sheet, which stays until its
// replacement is loaded.
function ahead(node, fits) {
  while (node && !fits(node)) node = isSheet(node) ? null : node.nextSibling;
  return node;
}

// skipped removes a node and returns the next one.
function skipped(node) {
  const next = node.nextSibling;
  remove(node);
  return next;
}

// retype changes as few characters of a text as possible, so that a selection stays.
function retype(was, now) {
  const at = live.get(was);
  const [a, b] = [was.data, now.data];
  let start = 0;
  let end = 0;
  while (start < a.length && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  if (at.data === a) at.replaceData(start, a.length - start - end, b.slice(start, b.length - end));
  else if (at.nodeType === was.nodeType) at.data = b;
  was.data = b;
  touched.add(at.parentElement);
}

// attributes updates the changed attributes, and the changed names of a class.
function attributes(was, now) {
  const at = live.get(was);
  for (const name of new Set([...was.getAttributeNames(), ...now.getAttributeNames()])) {
    const value = now.getAttribute(name);
    if (was.getAttribute(name) === value) continue;
    touched.add(at);
    if (name === "class" && at.getAttribute(name) !== was.getAttribute(name)) {
      at.classList.remove(...was.classList);
      at.classList.add(...now.classList);
    } else if (value === null) at.removeAttribute(name);
    else at.setAttributeNode(now.getAttributeNode(name).cloneNode());
    if (value === null) was.removeAttribute(name);
    else was.setAttributeNode(now.getAttributeNode(name).cloneNode());
  }
}

// restyle inserts a style sheet next to the old one, which is removed when the new one is loaded.
// It returns the new one.
function restyle(was, now) {
  const before = live.get(was);
  const link = doc.importNode(now, true);
  old.set(link, [...(old.get(before) || []), before]);
  link.addEventListener("load", () => old.get(link).forEach((one) => one.remove()));
  before.before(link);
  return link;
}

// add returns a function that inserts a node before another child.
function add(parent, next) {
  return (node) => {
    const at = live.get(parent);
    const before = next ? within(at, next) : behind(at, parent.lastChild);
    const made = doc.importNode(node, true);
    at.insertBefore(made, before);
    parent.insertBefore(node, next || null);
    join(node, made);
    touched.add(made.tagName ? made : at);
  };
}

// within returns the child of an element that is a node, or that a script has wrapped around it.
function within(at, node) {
  let child = live.get(node);
  while (child && child.parentNode !== at) child = child.parentNode;
  return child;
}
const behind = (at, last) => (last ? within(at, last)?.nextSibling : at.firstChild) || null;

// remove removes a node and the wrappers that scripts put around it.
function remove(was) {
  const at = live.get(was);
  let box = at.parentNode;
  touched.add(box);
  was.remove();
  at.remove();
  while (box && !sent.has(box) && !holds(box)) {
    const empty = box;
    box = box.parentNode;
    empty.remove();
  }
}
const holds = (box) => sent.has(box) || [...box.childNodes].some(holds);

// refill replaces the children of an element, which now belong to a script.
function refill(was, now) {
  const at = live.get(was);
  const made = Array.from(now.childNodes, (node) => doc.importNode(node, true));
  at.replaceChildren(...made);
  was.replaceChildren(...now.childNodes);
  was.childNodes.forEach((node, i) => join(node, made[i]));
  touched.add(at);
}

// rework lets idiomorph match the children of an element. Unchanged nodes, properties and nodes of
// scripts are left alone.
function rework(was, now) {
  const joined = new Map(); // from new nodes to those on the screen
  const kept = [];
  const adding = [];
  let current;
  const next = [...now.childNodes];
  unwrap(live.get(was));
  Idiomorph.morph(live.get(was), next, {morphStyle: "innerHTML", callbacks: {
    beforeNodeMorphed(at, node) {
      const before = sent.get(at);
      joined.set(node, at);
      current = node;
      if (before?.isEqualNode(node)) {
        kept.push([before, node]);
        return false;
      }
      if (before && isSheet(before) && isSheet(node)) {
        joined.set(node, restyle(before, node));
        return false;
      }
      if (at.tagName) unwrap(at);
      if (before) touched.add(at.tagName ? at : at.parentElement);
      return true;
    },
    beforeNodeAdded: (node) => adding.push(node) > 0,
    afterNodeAdded(at) {
      joined.set(adding.pop(), at);
      touched.add(at.tagName ? at : at.parentElement);
    },
    beforeNodeRemoved: holds,
    beforeAttributeUpdated(name, at) {
      const before = sent.get(at);
      return !before || before.getAttribute(name) !== current.getAttribute(name);
    },
  }});
  const home = next[0].parentNode; // idiomorph has joined them
  for (const [before, node] of kept) node.replaceWith(before);
  was.replaceChildren(...home.childNodes);
  for (const node of was.childNodes) settle(node, joined);
}

// settle links new nodes with the nodes that idiomorph made or found.
function settle(node, joined) {
  const at = joined.get(node);
  if (!at) return; // kept with its content
  live.set(node, at);
  sent.set(at, node);
  const inside = [...node.childNodes];
  if (inside.length && inside.every((child) => !joined.has(child) && !live.has(child))) join(node, at);
  else for (const child of inside) settle(child, joined);
}

// unwrap removes wrappers that scripts put around children of an element.
function unwrap(at) {
  for (const box of [...at.children]) {
    if (sent.has(box) || !holds(box)) continue;
    unwrap(box);
    box.replaceWith(...[...box.childNodes].filter((node) => sent.has(node)));
  }
}

// templates updates the content of templates, which is not compared with other nodes.
function templates(html) {
  const now = new DOMParser().parseFromString(html, "text/html").querySelectorAll("template");
  shown.querySelectorAll("template").forEach((was, i) => {
    const at = live.get(was);
    if (at && at.innerHTML !== now[i].innerHTML) at.innerHTML = now[i].innerHTML;
  });
}
