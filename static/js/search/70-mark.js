// On the page that a search led to, the words that it found are marked. They stand in the
// address (?mark=…), so they are there in a new tab, too, and after the page is loaded
// again. The browser paints them over the text: the page itself stays as it is, so that
// copying it, and whatever else looks at it, knows nothing of them.

// mark marks the words that the address names. Escape puts the marks away, unless it is
// for what is open. A browser that cannot paint over text does nothing.
export function mark() {
  highlight();
  document.addEventListener("kawaraban:patched", () => CSS.highlights.has("found") && highlight());
  addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || e.isComposing || e.target.closest("dialog, .drop[open]")) return;
    CSS.highlights.delete("found");
    const url = new URL(location);
    url.searchParams.delete("mark");
    history.replaceState(history.state, "", url);
  }, true);
}

// highlight marks them. ranges is what says where in a text words stand.
function highlight() {
  const words = new URLSearchParams(location.search).getAll("mark");
  const places = new Highlight();
  const nodes = []; // with the place of each in the text
  let text = "";
  let block = null;
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    // Words go over the borders of elements (node<wbr>-ip), but not over those of blocks.
    let own = node.parentNode;
    while (getComputedStyle(own).display === "inline") own = own.parentNode;
    if (own !== block) text += "\0";
    block = own;
    nodes.push([text.length, node]);
    text += node.data;
  }
  for (const [start, end] of ranges(text, words.slice(0, 99))) {
    const [first, last] = [start, end - 1].map((at) => nodes.findLast(([from]) => from <= at));
    const range = new Range();
    range.setStart(first[1], start - first[0]);
    range.setEnd(last[1], end - last[0]);
    places.add(range);
  }
  CSS.highlights.set("found", places);
}
