// On the page that a search led to, the words that it found are marked. They stand in the
// address (?mark=…), so they are there in a new tab, too, and after the page is loaded
// again. The browser paints them over the text: the page itself stays as it is, so that
// copying it, and whatever else looks at it, knows nothing of them.

// marked adds to the address of a hit the words that are to be marked there.
function marked(url, marks) {
  for (const word of marks) url.searchParams.append("mark", word);
  return url;
}

// mark marks the words that the address names. Escape puts the marks away, unless it is
// for what is open. A browser that cannot paint over text does nothing.
export function mark() {
  const words = new URLSearchParams(location.search).getAll("mark").slice(0, 99);
  if (!window.Highlight) return;
  const places = new Highlight();
  let nodes = [];
  // Words go over the borders of elements (node<wbr>-ip), but not over those of blocks.
  const look = () => {
    let i = 0;
    let before = 0;
    const point = (at, end) => {
      while (at - before > nodes[i].length - !end) before += nodes[i++].length;
      return [nodes[i], at - before];
    };
    for (const [start, end] of ranges(nodes.map((n) => n.data).join(""), words)) {
      const range = new Range();
      range.setStart(...point(start));
      range.setEnd(...point(end, true));
      places.add(range);
    }
    nodes = [];
  };
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  let block = null;
  for (let node; (node = walk.nextNode()); ) {
    const own = node.parentNode.closest(":not(a, abbr, b, bdi, cite, code, del, em, i, kbd, mark, s, small, span, strong, sub, sup, time)");
    if (own !== block) look();
    block = own;
    nodes.push(node);
  }
  look();
  CSS.highlights.set("found", places);
  addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || e.isComposing || e.target.closest("dialog, .drop[open]")) return;
    CSS.highlights.delete("found");
    const url = new URL(location);
    url.searchParams.delete("mark");
    history.replaceState(history.state, "", url);
  }, true);
}
