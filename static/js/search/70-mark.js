// Marks the words of a search on the page of a result. The address contains them (?mark=…), so a
// new tab and a reload show them too. The browser paints the marks over the text. The document is
// unchanged, so copies have no marks.

// mark marks the words in the address. Escape removes the marks, unless something is open. Browsers
// without the Highlight API do nothing.
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

// highlight paints the marks. ranges returns the places of words in a text.
function highlight() {
  const words = new URLSearchParams(location.search).getAll("mark");
  const places = new Highlight();
  const nodes = []; // with the place of each in the text
  let text = "";
  let block = null;
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    // Words can cross borders of inline elements (node<wbr>-ip), but not of blocks.
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
