// Presents a note: the title, then an entry on each slide, urgent ones first. page.js loads this
// module when the button "Present" is pressed, or if the address ends in #present.
//
// Windows with the same note show the same slide. The speaker's window also has the next slide and
// the time. Nothing is sent anywhere: windows of one browser talk through a BroadcastChannel.
//
// Keys: arrows, Page Up/Down, Space, Home, End; S opens the speaker's window, T resets the clock, F
// switches to full screen, Escape ends.

const doc = document;
const most = 44; // font size in px of a short slide
const least = 26;

const make = (name, props = {}, ...children) => {
  const made = Object.assign(doc.createElement(name), props);
  made.append(...children);
  return made;
};

// copy returns a copy of a part of the page without anchors, buttons and switches.
function copy(node) {
  const made = node.cloneNode(true);
  made.removeAttribute("id");
  for (const one of made.querySelectorAll("[id]")) one.removeAttribute("id");
  for (const one of made.querySelectorAll(".here, .anchor, .twin, .tap, .also, .also ~ li, button, .md, .crumbs")) one.remove();
  return made;
}

// headingOf returns the heading above an entry.
function headingOf(entry) {
  let at = entry.previousElementSibling;
  while (at && !at.matches(".kind, .plain")) at = at.previousElementSibling;
  return at?.querySelector("h2, h3, h4, h5, h6");
}

function slidesOf(body) {
  const entries = [...body.querySelectorAll(".entry")].filter((entry) => !entry.parentElement.closest(".entry"));
  const urgent = (entry) => entry.matches(".k-urgent, :has(> .about .k-urgent)");
  const sorted = [...entries.filter(urgent), ...entries.filter((entry) => !urgent(entry))];
  return [() => copy(doc.querySelector(".head")), ...sorted.map((entry) => () => {
    const heading = headingOf(entry);
    return make("div", {}, ...(heading ? [make("div", { className: "group", innerHTML: copy(heading).innerHTML })] : []), copy(entry));
  })];
}

export function present(button) {
  const body = doc.querySelector("main > .body");
  const slides = slidesOf(body);
  const isSpeaker = location.hash === "#present-speaker";
  const say = kawaraban[doc.documentElement.lang] || {}; // the build puts the texts before this module
  const channel = new BroadcastChannel("kawaraban-present " + location.pathname);
  let at = 0;
  let began = Date.now();

  const slide = make("div", { className: body.className + " slide", tabIndex: -1 });
  const next = make("aside", { className: "next", hidden: !isSpeaker });
  const count = make("span", { className: "count" });
  const clock = make("time", { className: "clock" });
  const act = (text, label, onclick) => make("button", { type: "button", textContent: text, title: label, ariaLabel: label, onclick });
  const deck = make("dialog", { className: isSpeaker ? "deck speaker" : "deck", ariaLabel: button.textContent }, slide, next, make("footer", {},
    act("←", say.previous, () => go(at - 1)), count, act("→", say.next, () => go(at + 1)), clock,
    ...(isSpeaker ? [] : [act(say.speaker, say.speaker + " (S)", speaker)]), act("×", say.close + " (Esc)", () => deck.close())));

  // fit chooses the largest font with which the slide needs no scrolling.
  function fit() {
    for (let size = most; size >= least; size -= 2) {
      slide.style.fontSize = size + "px";
      if (slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth) return;
    }
  }

  function show(number) {
    at = Math.min(Math.max(number, 0), slides.length - 1);
    slide.replaceChildren(slides[at]());
    slide.scrollTop = 0;
    count.textContent = at + 1 + " / " + slides.length;
    if (isSpeaker) next.replaceChildren(make("p", { textContent: say.next }), ...(at + 1 < slides.length ? [slides[at + 1]()] : []));
    fit();
  }

  function go(number) {
    show(number);
    channel.postMessage({ at });
  }

  function speaker() {
    open(location.href.replace(/#.*/, "") + "#present-speaker", "kawaraban-speaker " + location.pathname, "popup,width=1100,height=750");
  }

  function tick() {
    const seconds = Math.floor((Date.now() - began) / 1000);
    clock.textContent = String(Math.floor(seconds / 60)).padStart(2, "0") + ":" + String(seconds % 60).padStart(2, "0");
  }

  const keys = {
    ArrowRight: () => go(at + 1), ArrowDown: () => go(at + 1), PageDown: () => go(at + 1), " ": () => go(at + 1),
    ArrowLeft: () => go(at - 1), ArrowUp: () => go(at - 1), PageUp: () => go(at - 1), Backspace: () => go(at - 1),
    Home: () => go(0), End: () => go(slides.length - 1),
    s: () => isSpeaker || speaker(), t: () => { began = Date.now(); tick(); },
    f: () => (doc.fullscreenElement ? doc.exitFullscreen() : doc.documentElement.requestFullscreen()),
  };
  deck.addEventListener("keydown", (e) => {
    const does = keys[e.key] || keys[e.key.toLowerCase()];
    const scrolls = /^Arrow(Up|Down)$/.test(e.key) && slide.scrollHeight > slide.clientHeight;
    if (!does || scrolls || e.ctrlKey || e.metaKey || e.altKey || (e.key === " " && e.target.localName === "button")) return;
    e.preventDefault();
    does();
  });

  // A finger moves to the next slide or back.
  let from = null;
  slide.addEventListener("touchstart", (e) => { from = e.touches.length === 1 ? e.touches[0] : null; }, { passive: true });
  slide.addEventListener("touchend", (e) => {
    const to = e.changedTouches[0];
    if (from && Math.abs(to.clientX - from.clientX) > 60 && Math.abs(to.clientX - from.clientX) > 2 * Math.abs(to.clientY - from.clientY)) go(at + Math.sign(from.clientX - to.clientX));
    from = null;
  });

  // A new window asks for the slide of the others.
  channel.onmessage = ({ data }) => {
    if (data.hello) channel.postMessage({ at });
    else show(data.at);
  };

  // On paper every slide is a page.
  const paper = make("div", { className: "paper" });
  const before = () => {
    paper.replaceChildren(...slides.map((slide) => make("section", { className: body.className }, slide())));
    doc.body.append(paper);
  };
  const after = () => paper.remove();
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);

  const timer = setInterval(tick, 1000);
  addEventListener("resize", fit);
  deck.addEventListener("close", () => {
    clearInterval(timer);
    channel.close();
    removeEventListener("resize", fit);
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
    doc.documentElement.classList.remove("presenting");
    deck.remove();
    if (isSpeaker) return close();
    history.replaceState(history.state, "", location.pathname + location.search);
    button.focus();
  });

  const style = make("link", { rel: "stylesheet", href: button.dataset.css });
  style.onload = () => {
    doc.documentElement.classList.add("presenting");
    doc.body.append(deck);
    deck.showModal();
    slide.focus();
    tick();
    show(0);
    channel.postMessage({ hello: true });
  };
  if (!isSpeaker) history.replaceState(history.state, "", "#present");
  doc.head.append(style);
}
