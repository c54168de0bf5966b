// Tells when a changed text is on screen. DevTools put it into every document before the
// document's own scripts, so that a page that is loaded anew is measured like one that is
// patched. It changes nothing of the document and knows nothing of who serves it.
(() => {
  if (window !== top) return;
  const text = /rev(\d{6})/g;
  const told = new Set();
  let waiting = false; // for the next frame
  let changed = 0; // when the document first held a text that has not been told yet
  let heard = 0; // when the last message came that speaks of one
  let message = "";
  let skew = 0;

  // wall is the machine's clock in milliseconds. A document counts from the moment of its own
  // beginning, and by another clock, so that both drift apart; Date.now() does not, but has
  // whole milliseconds only.
  const wall = () => {
    const own = performance.timeOrigin + performance.now();
    const off = Date.now() - own - skew;
    if (off > 0.3) skew += off;
    if (off < -1.3) skew += off + 1;
    return own + skew;
  };
  const born = wall();

  const fresh = (s) => [...s.matchAll(text)].map((m) => +m[1]).filter((n) => !told.has(n));

  const onScreen = (node) => {
    if (!node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some((r) => r.width > 0 && r.height > 0
      && r.bottom > 0 && r.right > 0 && r.top < innerHeight && r.left < innerWidth);
  };

  // shown are the texts not told yet that can be seen.
  const shown = () => {
    const out = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const numbers = fresh(node.data);
      if (numbers.length && onScreen(node)) numbers.forEach((n) => out.add(n));
    }
    return [...out];
  };

  // A task that a frame's own callback has posted comes behind what the frame still has to do.
  const behind = new MessageChannel();
  let frame = [];
  behind.port1.onmessage = () => {
    const painted = wall();
    const sight = { texts: frame, born, heard, changed, painted };
    if (heard) sight.times = timesOf(message);
    changed = heard = 0;
    kawarabanPainted(JSON.stringify(sight));
    look();
  };

  // timesOf is what a message says of how its server came to it, if it is one of that kind.
  const timesOf = (data) => {
    try {
      return JSON.parse(data).times ?? null;
    } catch {
      return null;
    }
  };

  const atFrame = () => {
    waiting = false;
    frame = shown();
    frame.forEach((n) => told.add(n));
    if (frame.length) behind.port2.postMessage(0);
    else look(); // it may scroll into sight, or become visible
  };

  const look = () => {
    if (waiting || !document.body || !fresh(document.body.textContent).length) return;
    changed ||= wall();
    waiting = true;
    requestAnimationFrame(atFrame);
  };

  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", (e) => {
        if (typeof e.data !== "string") return;
        if (/rev\d{6}/.test(e.data)) {
          heard = wall();
          message = e.data;
        } else if (e.data.includes('"reload"')) {
          kawarabanPainted(JSON.stringify({ heard: wall() })); // this document will not live to see it
        }
      });
    }
  };
})();
