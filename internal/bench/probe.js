// Reports each text rev000000 once, when a frame that shows it has been painted. It runs in every
// document, so that a page that is loaded again is measured like one that is patched.
(() => {
  if (window !== top) return;
  const painted = new Set();
  let waiting = false;
  const fresh = () => [...document.body.textContent.matchAll(/rev(\d{6})/g)].map((m) => +m[1]).filter((n) => !painted.has(n));
  // A message that is posted in the callback of a frame arrives after the frame was painted.
  const after = new MessageChannel();
  after.port1.onmessage = ({ data }) => {
    for (const N of data) kawarabanPainted(JSON.stringify({ N, At: performance.timeOrigin + performance.now() }));
    look();
  };
  const look = () => {
    if (waiting || !document.body || !fresh().length) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const all = fresh();
      all.forEach((n) => painted.add(n));
      after.port2.postMessage(all);
    });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})();
