// Asks a search as a reader does, and says when the first result could be seen. What differs
// between searches stands in their own scripts: field() is the input once there is one, rows()
// the links of the results that are shown, ended(text) whether the search says that it has
// nothing more to show for the text.
//
// It must be no module: the benchmark evaluates it in the page.

const seen = new WeakSet();
const visible = () => rows().filter((a) => a.offsetParent);
const fresh = () => visible().some((a) => !seen.has(a));
const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

// until resolves as soon as a change of the page makes the condition true, or after some
// seconds, with whether it is.
function until(condition, seconds) {
  return new Promise((done) => {
    const end = (value) => {
      watcher.disconnect();
      clearTimeout(timer);
      done(value);
    };
    const watcher = new MutationObserver(() => condition() && end(true));
    const timer = setTimeout(() => end(condition()), 1000 * seconds);
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    if (condition()) end(true);
  });
}

async function ask(text, open) {
  visible().forEach((a) => seen.add(a));
  const start = performance.now();
  if (open) {
    press("/");
    for (const letter of text) press(letter);
  } else {
    const input = field();
    input.value = text;
    input.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
  }
  await until(() => fresh() || ended(text), 20);
  await new Promise(requestAnimationFrame);
  const Millis = fresh() ? performance.now() - start : 0;
  await until(() => ended(text), 20);
  return { Millis, Found: visible().map((a) => a.href) };
}
