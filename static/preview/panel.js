// The panel of the preview: problems of the content, as in the terminal, and notices. It is in a
// shadow root next to the body, so that styles and patches of the page do not affect it.
//
// Escape hides the problems; "!" and a badge at the edge show them again. Hidden problems stay
// hidden, also on the next page. New problems open the panel.

import {room, rules} from "./sheet.js";

const doc = document;
const host = doc.createElement("kawaraban-preview");
const key = "kawaraban-hidden-problems";
const severities = ["error", "warning", "info"]; // worst first

let words = {}; // interface texts in the language of the page
let list = [];
let more = 0;
let written = "en"; // the language of the texts in list
let hidden = new Set(kept()); // the hidden problems
let wanted = false; // the user opened the panel
let came; // the element with the focus before the panel

const make = (name, props = {}, ...children) => {
  const made = Object.assign(doc.createElement(name), props);
  made.append(...children);
  return made;
};

const title = make("h2", {id: "title"});
const hide = make("button", {type: "button", className: "hide"});
const items = make("ol", {tabIndex: 0});
const rest = make("p", {className: "more"});
const panel = make("section", {className: "panel", hidden: true}, make("header", {}, title, hide), items, rest);
const badge = make("button", {type: "button", className: "badge", hidden: true});
const notice = make("section", {className: "notice", hidden: true});
const voice = make("p", {className: "sr"});
const notices = new Map(); // by kind, newest last
const end = new CSSStyleSheet(); // room for the badge on the page

// stand inserts the panel next to the body.
export function stand() {
  const root = host.attachShadow({mode: "open"});
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [sheet];
  voice.setAttribute("role", "status");
  notice.setAttribute("role", "status");
  items.setAttribute("aria-labelledby", "title");
  badge.setAttribute("aria-keyshortcuts", "!");
  badge.setAttribute("aria-expanded", "false");
  end.replaceSync(room);
  end.disabled = true;
  doc.adoptedStyleSheets.push(end);
  root.append(notice, panel, badge, voice);
  doc.documentElement.append(host);
  hide.onclick = () => put(false);
  badge.onclick = () => put(true);
  addEventListener("keydown", pressed, true);
}

// learn takes the interface texts and updates the panel.
export function learn(all) {
  const before = JSON.stringify(words);
  words = {...words, ...all};
  if (JSON.stringify(words) === before) return;
  if (list.length) fill();
  announce();
}

// connected shows whether the connection is live.
export function connected(is) {
  if (is) host.dataset.live = "true";
  else delete host.dataset.live;
}

// language returns the page's language, or the browser's if that is unknown.
function language() {
  try {
    return Intl.getCanonicalLocales(doc.documentElement.lang)[0];
  } catch {
    return undefined;
  }
}

// say returns an interface text, or its plural form for a number.
function say(name, n) {
  const lang = language();
  const word = words[name] ?? "";
  const text = typeof word === "string" ? word : word[new Intl.PluralRules(lang).select(n)] ?? word.other ?? "";
  return text.replace("{n}", n?.toLocaleString(lang));
}

// problems shows the problems, worst first, or that none are left.
export function problems(message) {
  const before = list.length;
  const worst = message.list.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const same = JSON.stringify(worst) === JSON.stringify(list) && message.more === more;
  [list, more, written] = [worst, message.more || 0, message.lang || "en"];
  if (same && before) return;
  fill();
  if (list.length || before) voice.textContent = list.length ? title.textContent : say("none");
  const now = new Set(list.map(name));
  hidden = new Set([...hidden].filter((one) => now.has(one)));
  keep();
  wanted &&= list.length > 0;
  if (!list.length) put(false, true);
  else if (list.some((problem) => problem.severity !== "info" && !hidden.has(name(problem)))) put(true, true);
  else put(wanted, true);
}

// name identifies a problem while lines before it are added and removed.
const name = ({file, code, text}) => [file, code, text].join("\n");

function fill() {
  const scroll = items.scrollTop;
  const inside = items.contains(host.shadowRoot.activeElement);
  const count = say("problems", list.length + more);
  title.textContent = badge.textContent = count;
  title.dataset.worst = badge.dataset.worst = list[0]?.severity || "";
  panel.ariaLabel = say("title");
  hide.replaceChildren(say("hide"), " ", make("kbd", {textContent: "Esc"}));
  badge.title = say("show") + " (!)";
  const [first, others] = [list.filter((p) => p.severity === "error" || own(p.file)), list.filter((p) => p.severity !== "error" && !own(p.file))];
  first.sort((a, b) => own(b.file) - own(a.file));
  const open = items.querySelector("details")?.open || !first.length;
  items.replaceChildren(...first.map(item), ...(others.length ? [folded(others, open)] : []));
  items.scrollTop = scroll;
  if (inside) items.focus();
  rest.hidden = !more;
  rest.textContent = more ? say("more", more) : "";
}

// own reports whether a file is a version of the note on the page: content/1.29/sig-node.ja.md for
// /ja/1.29/sig-node/.
function own(file) {
  const id = /^content\/(.+?)(?:\.[A-Za-z-]+)?\.md$/.exec(file)?.[1];
  return Boolean(id) && decoded(location.pathname).includes("/" + id + "/");
}

function decoded(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

// folded makes a closed list of the warnings in other notes.
function folded(others, open) {
  const names = severities.filter((s) => others.some((p) => p.severity === s)).map(weight);
  return make("li", {}, make("details", {open}, make("summary", {}, say("others"), " (", others.length.toLocaleString(language()), "): ", names.join(", ")), make("ol", {}, ...others.map(item))));
}

// Texts of the problems. If the site's own language file lacks them, the terminal's are used.
const weight = (severity) => ({error: say("error"), warning: say("warning"), info: say("info")})[severity] || severity;

// item makes a problem as in the terminal, in the same language on every page.
function item({file, line, col, severity, code, text, hint, excerpt, caret, url}) {
  const at = [file, ...(line ? [line] : []), ...(line && col ? [col] : [])].join(":");
  const place = safe(url) ? make("a", {href: url, title: say("edit")}, at) : make("span", {}, at);
  if (/^https?:/.test(url)) Object.assign(place, {target: "_blank", rel: "noopener"});
  const made = make("li", {className: severity}, make("p", {className: "place"}, place, " ", make("b", {}, weight(severity)), " ", make("code", {}, code)));
  made.append(make("p", {className: "text", lang: written}, text));
  if (excerpt) made.append(quoted(excerpt, caret));
  if (hint) made.append(make("p", {className: "hint"}, say("hint") || "hint:", " ", make("span", {lang: written}, hint)));
  return made;
}

// safe rejects addresses that would run a script.
const safe = (url) => url && !/^\s*(javascript|data|vbscript|blob):/i.test(url);

// quoted shows a line with a caret under a character. The caret is attached to the character, so it
// is right in any font and after a line break.
function quoted(excerpt, caret) {
  const letters = [...excerpt];
  if (caret < 0) return make("pre", {}, excerpt);
  const [at = " "] = new Intl.Segmenter().segment(letters.slice(caret).join("") || " ");
  const mark = at.segment ?? at;
  return make("pre", {}, letters.slice(0, caret).join(""), make("mark", {}, mark), letters.slice(caret).join("").slice(mark.length));
}

// put shows or hides the problems, automatically or on request.
function put(open, alone) {
  const had = host.shadowRoot.activeElement;
  if (!alone) {
    wanted = open;
    hidden = new Set(open ? [] : list.map(name));
    keep();
    if (open) came = doc.activeElement === host ? came : doc.activeElement;
  }
  panel.hidden = !open;
  end.disabled = badge.hidden = open || !list.length;
  badge.setAttribute("aria-expanded", String(open));
  if (alone) return;
  if (open) items.focus();
  else if (had && came?.isConnected && came !== doc.body) came.focus();
  else if (had) badge.focus();
}

function kept() {
  try {
    return JSON.parse(sessionStorage[key]);
  } catch {
    return []; // nothing stored, or no storage
  }
}

function keep() {
  try {
    sessionStorage[key] = JSON.stringify([...hidden]);
  } catch {
    // Then they are hidden as long as the page is open.
  }
}

// pressed hides the panel on Escape, unless something else on the page uses the key. "!" shows or
// hides the problems.
function pressed(e) {
  if (e.isComposing || e.keyCode === 229 || e.ctrlKey || e.metaKey || e.altKey) return;
  const own = e.target === host;
  const taken = !own && (doc.querySelector("dialog[open], .drop[open], [popover]:popover-open") || CSS.highlights?.has("found"));
  const field = e.target.closest?.("input, textarea, select, [contenteditable]");
  if (e.key === "Escape" && !taken && (!field || field.value === "")) {
    if (!panel.hidden) put(false);
    else if (notices.has("gone")) tell("gone");
  } else if (e.key === "!" && !field && !taken && list.length) {
    e.preventDefault();
    put(panel.hidden);
  }
}

// tell shows a notice of a kind, with a link to an address if given, or removes it.
export function tell(kind, word, to) {
  notices.delete(kind);
  if (word && words[word]) notices.set(kind, [word, to]);
  announce();
}

// announce shows the newest notice.
function announce() {
  const [last, where] = [...notices.values()].at(-1) || [];
  notice.hidden = !last;
  if (!last) return notice.replaceChildren();
  notice.replaceChildren(make("p", {}, text(last)), ...(where ? [make("a", {href: where}, say("go"))] : []));
}

// text returns the sentence of a notice.
const text = (word) => ({lost: say("lost"), gone: say("gone"), draft: say("draft"), moved: say("moved")})[word];
