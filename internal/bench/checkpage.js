// Pastes a megabyte of manifests into the field of /upgrade/check/, and says after how many
// milliseconds the page shows the result, and how long its longest pause was meanwhile.
//
// It must be no module: the benchmark evaluates it in the page.

const manifest = `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-%d
  labels: {app: web, tier: "front"}
spec:
  template:
    spec:
      containers:
      - name: web
        image: example.org/web:1.%d
        args: ["--port=80", "--v=2"]
        env:
        - name: A
          value: "b # c"
`;
let megabyte = "";
for (let i = 0; megabyte.length < 1 << 20; i++) megabyte += manifest.replaceAll("%d", i);

// pasted resolves to the time and the pause of one check, and empties the form.
function pasted() {
  const form = document.querySelector("form.check");
  const tally = document.querySelector(".tally");
  const data = new DataTransfer();
  data.setData("text/plain", megabyte);
  return new Promise((done) => {
    let pause = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      const now = performance.now();
      pause = Math.max(pause, now - last);
      last = now;
    }, 4);
    const begin = performance.now();
    new MutationObserver((_, watcher) => {
      if (!tally.textContent) return;
      const took = performance.now() - begin;
      watcher.disconnect();
      clearInterval(beat);
      form.querySelector("[type=reset]").click();
      setTimeout(() => done([took, pause]), 300);
    }).observe(tally, { childList: true });
    document.querySelector("#check-text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
}
