// With --follow, the edited place is scrolled into view and marked for a moment. The mark is an
// animation and leaves nothing in the page.

const doc = document;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const time = 1600; // duration of a mark in ms

// mark shows the first visible element of a list, in document order. It prefers the text over
// outlines and menus that repeat it, then over counts and the age of the translation above it.
export function mark(elements) {
  const seen = [...elements].filter((e) => e?.isConnected && e.closest("main") && e.getClientRects().length);
  const inner = seen.filter((e) => !seen.some((other) => other !== e && e.contains(other)));
  const text = inner.filter((e) => !e.closest(".head, .bar"));
  show(text.length ? text : inner);
}

function show(inner) {
  const [first] = inner.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  if (!first) return;
  const {top, bottom} = first.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight) first.scrollIntoView({block: "center", behavior: calm.matches ? "instant" : "smooth"});
  for (const e of inner) glow(e);
}

function glow(e) {
  const colour = "color-mix(in srgb, var(--seal, #b3321f) 18%, transparent)";
  const on = {backgroundColor: colour, boxShadow: `0 0 0 .3rem ${colour}`};
  e.animate(calm.matches ? [on, on] : [on, {...on, offset: .4}, {}], {duration: time, id: "kawaraban-mark"});
}
