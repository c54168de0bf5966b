// The client of the preview. It tells the server which page is open and shows what the server sends.
// internal/preview/message.go describes the messages.
//
//   <script type="module" src="…/_kawaraban/preview.js" data-page="ja/1.27/index.html"
//     data-sum="…" data-boot="…">, before the scripts of the page
//
// Events on the document: "kawaraban:patching" before a patch, when scripts restore moved and cut
// content; "kawaraban:patched" after it, when they read the page again; "kawaraban:changed" when
// the site may differ.

import {begin, patch} from "./patch.js";
import {connected, learn, problems, stand, tell} from "./panel.js";
import {mark} from "./mark.js";
import {again as renewed, renew, renewAll} from "./renew.js";
import "./seek.js";

const doc = document;
const own = doc.querySelector("script[data-boot]");
const {page, boot} = own.dataset;
const url = new URL("ws", import.meta.url.replace(/^http/, "ws"));
const slowest = 5000; // ms between two attempts to connect
const height = "kawaraban-height"; // of a page that moved
const patience = 2000; // ms without a connection before the notice

let {sum} = own.dataset; // of the visible page
let socket;
let attempts = 0;
let again; // timer of the next attempt
let lost; // timer of the notice
let away; // its target
let owed; // scroll position to restore when the page is long enough
let since = performance.timeOrigin; // time of the load or the last message

const change = () => doc.dispatchEvent(new Event("kawaraban:changed"));

// heard handles a message.
const heard = {
  page({seq, sum: next, html, follow}) {
    const start = performance.now();
    const where = held();
    const touched = patched(html);
    if (!touched) return location.reload();
    renewed();
    stay(where);
    sum = next;
    performance.clearMeasures("kawaraban:patch");
    performance.measure("kawaraban:patch", {start});
    tell("gone");
    change();
    if (follow) mark(touched);
    painted(() => send({type: "patched", seq}));
  },
  same: () => tell("gone"),
  changed({files, all, follow}) {
    const touched = all ? renewAll() : renew(files);
    if (follow) mark(touched);
    change();
  },
  gone({to, draft, words}) {
    learn(words);
    if (to && !doc.hidden && !busy()) return move(to);
    tell("gone", to ? "moved" : draft ? "draft" : "gone", to);
  },
  goto({to, kept}) {
    const there = new URL(to, location);
    if (busy() || there.pathname === away) return;
    if (kept) move(to);
    else location.assign(there);
  },
  reload: () => location.reload(),
  problems(message) {
    learn(message.words);
    problems(message);
    connected(true);
    change();
  },
};

// patched patches the page. If that fails, the page is loaded again.
function patched(html) {
  try {
    return patch(html);
  } catch (e) {
    console.error(e);
    return null;
  }
}

// painted calls after the next frame is painted, or at once on a hidden page.
function painted(done) {
  if (doc.hidden) done();
  else requestAnimationFrame(() => setTimeout(done));
}

// busy reports whether the user is typing or looks at search results.
const busy = () => doc.querySelector("dialog[open]") || doc.activeElement?.value || found();
const found = () => /(^|\/)search\/index\.html$/.test(page) && new URLSearchParams(location.search).get("q")?.trim();

// move opens the new address of the page at the same height, without a history entry.
function move(to) {
  const there = new URL(to, location);
  there.search = location.search;
  there.hash = location.hash;
  away = there.pathname;
  try {
    sessionStorage[height] = JSON.stringify([away, Math.max(scrollY, owed ?? 0)]);
  } catch {
    // Then it starts at its top.
  }
  location.replace(there);
}
function arrive() {
  try {
    const [path, y] = JSON.parse(sessionStorage[height]);
    delete sessionStorage[height];
    if (path !== location.pathname || performance.getEntriesByType("navigation")[0]?.type !== "navigate") return;
    scrollTo({top: y, behavior: "instant"});
    if (own.dataset.sum.startsWith("404-")) owed = y; // the file was renamed again
  } catch {
    // It comes from another page.
  }
}

// held returns the topmost visible element if the browser does not anchor it; stay restores its
// height.
function held() {
  if (CSS.supports("overflow-anchor", "auto") || !scrollY) return null;
  for (const at of doc.querySelectorAll("main :is(p, li, h1, h2, h3, h4, h5, h6, pre, tr, dt, dd)")) {
    const {top, height} = at.getBoundingClientRect();
    if (height && top >= 0) return {at, top};
  }
  return null;
}
function stay(where) {
  if (where?.at.isConnected) scrollBy({top: where.at.getBoundingClientRect().top - where.top, behavior: "instant"});
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  clearTimeout(again);
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  socket = new WebSocket(url);
  socket.onopen = () => {
    attempts = 0;
    clearTimeout(lost);
    lost = 0;
    tell("lost");
    send({type: "hello", page, sum, boot, visible: !doc.hidden, since});
  };
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    since = Date.now();
    heard[message.type]?.(message);
  };
  socket.onclose = ({target}) => {
    if (target !== socket) return;
    connected(false);
    retry();
  };
}

// retry connects again, first at once, then with growing delays. A hidden page waits until it is
// visible.
function retry() {
  lost ||= setTimeout(() => tell("lost", "lost"), patience);
  if (doc.hidden && attempts > 5) return;
  again = setTimeout(connect, Math.min(slowest, 50 * 2 ** attempts++));
}

function hasten() {
  attempts = 0;
  if (socket?.readyState === WebSocket.OPEN) send({type: "visible", visible: !doc.hidden});
  else if (!doc.hidden) connect();
}

begin(own);
stand();
arrive();
doc.addEventListener("visibilitychange", hasten);
addEventListener("online", hasten);
addEventListener("pageshow", (e) => e.persisted && hasten());
addEventListener("pagehide", () => socket?.close());
connect();
