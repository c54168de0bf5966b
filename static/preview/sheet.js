// The style of the panel: a strip at the lower edge, in the colours of the site, or in its own if
// the site does not define them.
export const rules = `
:host {
  --p: var(--paper, light-dark(#fbf9f4, #16150f));
  --p2: var(--paper-2, light-dark(#f3efe6, #1e1c16));
  --i: var(--ink, light-dark(#1d1b17, #e9e4d7));
  --i2: var(--ink-2, light-dark(#48433b, #bdb6a6));
  --line: var(--rule, light-dark(#d9d2c3, #4a4538));
  --strong: var(--rule-strong, light-dark(#1d1b17, #b3ac9c));
  --red: var(--k-urgent, light-dark(#922919, #f08d77));
  --amber: var(--remark, light-dark(#604c0e, #e2c772));
  --blue: var(--link, light-dark(#1f4e79, #9cc4ea));
  --t: var(--tap, 1.75rem);
  position: fixed;
  z-index: 50;
  inset: auto 0 0 0;
  display: flex;
  flex-direction: column;
  align-items: flex-end;
  gap: .5rem;
  padding: 0 1rem 1rem;
  pointer-events: none;
  color: var(--i);
  font-size: .875rem;
  line-height: 1.5;
  text-align: start;
}
* { box-sizing: border-box }
[hidden] { display: none !important }
:focus-visible { outline: 2px solid var(--seal, var(--red)); outline-offset: 2px }
.sr { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.panel, .notice, .badge {
  pointer-events: auto;
  background: var(--p);
  border: 1px solid var(--strong);
  box-shadow: var(--shadow, 0 8px 24px rgb(0 0 0 / .14));
}
.panel { display: flex; flex-direction: column; inline-size: min(44rem, 100%); max-block-size: min(26rem, 55dvh); border-block-start: 3px double var(--strong) }
header { flex: none; display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .4rem .5rem .4rem 1rem; border-block-end: 1px solid var(--line) }
h2 { margin: 0; font: 600 1.05rem/1.4 var(--serif, serif); overflow-wrap: anywhere }
:is(h2, .badge)::before { content: ""; display: inline-block; flex: none; inline-size: .6em; block-size: .6em; margin-inline-end: .5em; background: currentColor }
:is(h2, .badge)[data-worst=error]::before { background: var(--red) }
:is(h2, .badge)[data-worst=warning]::before { background: var(--amber) }
:is(h2, .badge)[data-worst=info]::before { background: var(--blue) }
button { font: inherit; color: inherit; cursor: pointer }
.hide { flex: none; min-block-size: max(1.9rem, var(--t)); padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 4px; background: none; font-size: .8125rem; white-space: nowrap }
.hide:hover { border-color: var(--strong) }
kbd { padding: 0 .3em; border: 1px solid var(--line); border-radius: 3px; font: .8125rem/1.4 var(--mono, monospace); color: var(--i2) }
@media not ((hover: hover) and (pointer: fine)) { kbd { display: none } }
ol { flex: 1; min-block-size: 0; margin: 0; padding: 0; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin; list-style: none }
ol:focus-visible { outline-offset: -2px }
li { padding: .6rem 1rem .7rem; border-inline-start: 3px solid transparent }
li + li { border-block-start: 1px solid var(--line) }
li.error { border-inline-start-color: var(--red) }
li.warning { border-inline-start-color: var(--amber) }
summary { cursor: pointer; min-block-size: max(1.5rem, var(--t)); align-content: center }
li:has(> details) { padding-inline-end: 0 }
li p { margin: 0; overflow-wrap: anywhere; hyphens: manual }
.place { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .7rem; font-size: .8125rem; color: var(--i2) }
.place a { display: inline-block; min-block-size: max(1.5rem, var(--t)); align-content: center; color: var(--blue); text-underline-offset: .2em }
.place :is(a, span), code, pre { font-family: var(--mono, monospace); text-autospace: no-autospace }
.place b { font-weight: 600 }
.error b { color: var(--red) }
.warning b { color: var(--amber) }
code { font-size: .8125rem }
.text { font-size: .9375rem }
pre { margin: .35rem 0 0; padding: .2rem .7rem .75rem; background: var(--p2); font-size: .8125rem; line-height: 1.9; white-space: pre-wrap; overflow-wrap: anywhere; hyphens: none }
mark { position: relative; background: none; color: inherit }
mark::after { content: "^"; content: "^" / ""; position: absolute; inset-block-start: 100%; inset-inline: -1ch; text-align: center; font-weight: 700; line-height: 1; color: var(--red) }
.hint { margin-block-start: .35rem; color: var(--i2) }
.more { flex: none; margin: 0; padding: .4rem 1rem; border-block-start: 1px solid var(--line); font-size: .8125rem; color: var(--i2) }
.badge { display: inline-flex; align-items: center; min-block-size: max(1.9rem, var(--t)); padding: .1rem .7rem; border-color: var(--line); border-radius: 4px; font-size: .8125rem; font-variant-numeric: tabular-nums }
.badge:hover { border-color: var(--strong) }
.notice { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem 1rem; max-inline-size: min(44rem, 100%); padding: .55rem 1rem; border-inline-start: 3px solid var(--amber) }
.notice p { margin: 0 }
.notice a { color: var(--blue); min-block-size: max(1.5rem, var(--t)); align-content: center; text-underline-offset: .2em }
@media (max-width: 40rem) {
  :host { padding: 0; align-items: stretch }
  .panel { inline-size: 100%; border-inline: 0; border-block-end: 0 }
  .notice { margin-inline: .6rem }
  .badge { align-self: flex-end; margin: 0 .6rem .6rem }
}
@media (prefers-reduced-motion: no-preference) {
  .panel { animation: rise .16s ease-out }
  @keyframes rise { from { opacity: 0; transform: translateY(.6rem) } }
}
@media (forced-colors: active) {
  :is(h2, .badge)::before { forced-color-adjust: none }
  mark { text-decoration: underline }
}
@media print {
  :host { display: none }
}
`;

// Styles of the page while the badge is visible: room at the end, so that the badge never covers
// content or the focus.
export const room = `
@media screen {
  :root {
    --kawaraban-room: calc(max(1.9rem, var(--tap, 1.75rem)) + 1.75rem);
    padding-block-end: var(--kawaraban-room);
    scroll-padding-block-end: var(--kawaraban-room);
  }
}
`;
