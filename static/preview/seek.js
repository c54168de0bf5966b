// Updates an open search. If the index differs from that of the visible rows, the search is asked
// again through its normal interface. Selection, scroll position and focus stay. So the script of
// the built site needs no code for this.

const doc = document;
const pause = 150; // delay in ms: pages come first, and several edits count as one
const root = doc.querySelector("a[data-search]") && new URL("../../search/root.bin", doc.querySelector("a[data-search]").href);

let known; // the checksum of the index of an open search, in progress
let timer;

// sum fetches the checksum of the current index, or "".
const sum = () => fetch(root, {method: "HEAD", cache: "no-store"}).then(({headers}) => headers.get("ETag") || "", () => "");

// shown returns the open search with a query, if any.
function shown() {
  const dialog = doc.querySelector("dialog.finder[open]");
  const box = dialog || doc.querySelector(".found:not([hidden])");
  if (!box) return null;
  const field = (dialog || doc).querySelector(dialog ? "input" : ".seek input");
  const list = box.querySelector(".answers");
  return dialog && !field.value.trim() ? null : {dialog, box, field, list};
}

// settled reports whether the rows answer the field. A query that is being typed runs soon anyway.
function settled({dialog, field, list}) {
  const asked = new URL(dialog ? dialog.querySelector(".all").href : location).searchParams.get("q") || "";
  return list.ariaBusy !== "true" && asked === (dialog ? field.value.trim() : field.value);
}

function begin({target}) {
  if (target.closest?.(".finder, .seek")) known ??= sum();
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(look, pause);
}

// look repeats an open search if the index has changed.
async function look() {
  if (!shown()) return void (known = null);
  const [before, now] = await Promise.all([known, sum()]);
  const search = shown();
  if (!now || before === now || !search) return;
  if (!settled(search)) return soon();
  known = Promise.resolve(now);
  if (search.dialog) askDialog(search);
  else askPage(search);
}

// askDialog makes the dialog search, as after a letter. The dialog then selects its first row.
// Before the next paint, keys move to the row that was selected before. Enter waits until then.
function askDialog({dialog, field, list}) {
  const {value, form} = field;
  const same = () => dialog.open && field.value === value;
  let was; // the previous place
  let entered;
  const observer = new MutationObserver((records) => {
    const rows = records.find(({target}) => target === list);
    if (rows && same()) was ??= {...placeAmong(hits(rows.removedNodes), (row) => row.ariaSelected === "true"), y: list.scrollTop};
    if (same() && (list.ariaBusy === "true" || records.every(({target}) => target === list))) return;
    end();
    if (!same()) return;
    if (was?.i >= 0) choose(field, list, was);
    if (entered) form.requestSubmit();
  });
  const hold = (e) => {
    if (!same()) return end();
    entered = true;
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  function end() {
    observer.disconnect();
    form.removeEventListener("submit", hold, true);
  }
  observer.observe(list, {childList: true});
  observer.observe(field, {attributeFilter: ["aria-activedescendant"]}); // set last
  form.addEventListener("submit", hold, true);
  field.dispatchEvent(new Event("input"));
}

// choose moves from the first row to a given one.
function choose(field, list, place) {
  for (let i = indexAt(hits([list]), place); i > 0; i--) {
    field.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", cancelable: true}));
  }
  list.scrollTop = place.y;
}

// askPage makes the search page search, as its button does after an error.
function askPage({box, field, list}) {
  const place = placeAmong(links([list]), (a) => a === doc.activeElement);
  if (place.i >= 0) {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      if (doc.activeElement !== doc.body) return;
      const now = links([list]);
      (now[indexAt(now, place)] || field).focus({preventScroll: true});
    });
    observer.observe(list, {childList: true});
  }
  history.replaceState({y: scrollY}, ""); // when the rows have arrived
  box.querySelector(".trouble button").dispatchEvent(new Event("click"));
}

const within = (elements, selector) => [...elements].flatMap((e) => [...e.querySelectorAll(selector)]);
const hits = (elements) => within(elements, ".hit");
const links = (elements) => within(elements, "a");

// placeAmong returns the place of a link in a list; indexAt finds it, or its replacement.
function placeAmong(rows, is) {
  const i = rows.findIndex(is);
  return {i, href: rows[i]?.href};
}
function indexAt(rows, {i, href}) {
  const at = rows.findIndex((row) => row.href === href);
  return at >= 0 ? at : Math.min(i, rows.length - 1);
}

if (root) {
  if (doc.querySelector(".seek")) known = sum();
  doc.addEventListener("focusin", begin);
  doc.addEventListener("input", begin);
  doc.addEventListener("kawaraban:changed", soon);
}
