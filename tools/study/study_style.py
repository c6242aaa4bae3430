"""The style sheet of the rating form: panels side by side where there is room, one at a time on a phone; by day and by
night."""

from __future__ import annotations

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fdfcf9; --ink: #22252a; --soft: #5d6169; --line: #dcd7cb; --edge: #85817a; --panel: #f6f3ec; --link: #2a5d9c; --on: #fff;
  --glow: #fff1c2; --warn: #9a4a1c; --done: #2f6f4f;
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, "Noto Serif", "Liberation Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
}
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --ink: #d9d7d1; --soft: #a4a6aa; --line: #353840; --edge: #757982; --panel: #1e2126; --link: #8db8ec; --on: #14161a;
    --glow: #4a3d12; --warn: #e7a77c; --done: #7fc7a0; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; height: 100dvh; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 var(--sans); overflow-wrap: break-word; }
[hidden] { display: none !important; }
noscript { padding: 2rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
[tabindex="-1"]:focus { outline: none; } /* where a script leads, for those who cannot see it */
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; font-weight: 600; }
a { color: var(--link); }
button, select, input, textarea { font: inherit; color: inherit; }
button { padding: .45rem .9rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--panel); cursor: pointer; }
button:hover { border-color: var(--link); }
button.main { background: var(--link); border-color: var(--link); color: var(--on); font-weight: 600; }
button:disabled { opacity: .45; cursor: default; border-color: var(--edge); }
button.plain { max-width: 100%; padding: .2rem .3rem; border: 0; background: none; color: var(--link); font-size: .85rem; text-align: left;
  overflow-wrap: anywhere; }
input[type=text], textarea, select { max-width: 100%; padding: .4rem .55rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); }
textarea { display: block; width: 100%; min-height: 4.2rem; resize: vertical; }
input[type=radio] { accent-color: var(--link); width: 1.1rem; height: 1.1rem; margin: 0; flex: none; }

.top, .bottom { flex: none; display: flex; align-items: center; gap: .6rem 1rem; padding: .5rem 1rem; background: var(--panel); }
.top { border-bottom: 1px solid var(--line); }
.bottom { border-top: 1px solid var(--line); justify-content: space-between; }
.top h1 { flex: 1; min-width: 0; margin: 0; font: 600 1.15rem/1.25 var(--serif); overflow: hidden; text-overflow: ellipsis; }
.top h1 small { font: .8rem var(--sans); color: var(--soft); margin-left: .6rem; }
.jump { display: flex; gap: .4rem; min-width: 0; }
.jump select { max-width: 45vw; min-width: 0; }
progress { width: 7rem; accent-color: var(--done); }
.views { flex: none; display: none; gap: .4rem; padding: .45rem 1rem; border-bottom: 1px solid var(--line); }
.views button { flex: 1; padding: .4rem .2rem; }
.views [aria-pressed=true] { background: var(--link); border-color: var(--link); color: var(--on); font-weight: 600; }

main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(20rem, 25rem); }
main.pair { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(19rem, 23rem); }
main > section { overflow-y: auto; overscroll-behavior: contain; padding: 1rem 1.25rem 3rem; min-width: 0; position: relative; }
main > section + section { border-left: 1px solid var(--line); }
main > section:focus-visible { outline-offset: -3px; }
main.sheet { display: block; overflow-y: auto; padding: 1.5rem 1.25rem 3rem; }
.sheet > div { max-width: 40rem; margin: 0 auto; }
.sheet li { margin: .35rem 0; }
.sheet li button { padding: 0; font-size: inherit; }
.asks > p:first-child { margin-top: 0; }
.side { margin: 0 0 .8rem; font: 600 .8rem/1.4 var(--sans); letter-spacing: .08em; text-transform: uppercase; color: var(--soft); }

article { max-width: 68ch; margin: 0 auto; font: 1.0625rem/1.6 var(--serif); }
article h2 { font-size: 1.4rem; margin: 2.1rem 0 .6rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
article h3 { font-size: 1.15rem; margin: 1.5rem 0 .4rem; }
article h4, article h5, article h6 { font-size: 1.02rem; margin: 1.2rem 0 .3rem; }
article p { margin: 0 0 .9rem; }
.outline { margin: 0 0 1.2rem; padding: .6rem .9rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
  font: .9rem/1.45 var(--sans); }
.outline ol { list-style: none; margin: .4rem 0 0; padding: 0; }
.outline button { padding: .1rem 0; font-size: inherit; }
.d2 { padding-left: 1.1rem; } .d3 { padding-left: 2.2rem; } .d4 { padding-left: 3.3rem; } .d5 { padding-left: 4.4rem; }
summary { cursor: pointer; color: var(--link); width: fit-content; font-size: .9rem; }
.end { white-space: nowrap; }
sup { font: .7em/0 var(--sans); vertical-align: .45em; }
sub { font: .7em/0 var(--sans); vertical-align: -.25em; }
.sign { font-size: 0; } /* "^" and "_" of what stands above and below the line */
.cite { padding: 0 .12em; border: 0; background: none; color: var(--link); font: .72em/1 var(--sans); vertical-align: .4em; }
.cite:hover { text-decoration: underline; }
.refs { padding-left: 2.2rem; font-size: .95rem; }
.refs li { margin: .4rem 0; }
.refs button { padding: .2rem 0; font: .85rem/1 var(--sans); }

.asks { background: var(--panel); }
fieldset { margin: 0 0 1.1rem; padding: 0 0 .9rem; border: 0; border-bottom: 1px solid var(--line); min-width: 0; }
fieldset fieldset { margin: .4rem 0 0; padding: 0; border: 0; }
legend { max-width: 100%; padding: 0; overflow-wrap: anywhere; font-weight: 600; }
fieldset fieldset legend { font-weight: 400; font-size: .85rem; color: var(--soft); }
.ask { margin: .1rem 0 .5rem; font-size: .93rem; }
.choices { display: flex; gap: .35rem; }
.choices label { flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: .25rem; padding: .4rem .15rem;
  border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); cursor: pointer; text-align: center; font-size: .88rem;
  line-height: 1.2; min-height: 2.9rem; }
.choices label:nth-child(2):nth-last-child(2) { flex: 1.3; }
.choices label:hover { border-color: var(--link); }
.choices label:has(:checked) { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); font-weight: 600; }
.choices label:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
.choices label :focus-visible { outline: none; }
.ends { display: flex; justify-content: space-between; gap: 1rem; margin: .2rem 0 0; font-size: .8rem; color: var(--soft); }
.ends span:last-child { text-align: right; }
.more { position: relative; margin-top: .35rem; min-height: 1.9rem; }
.more > button { position: absolute; right: 0; top: -.1rem; }
.more textarea { margin-top: .35rem; }
.warn { color: var(--warn); }
.small { font-size: .88rem; color: var(--soft); }

dialog { width: min(42rem, calc(100vw - 1.5rem)); max-height: 80dvh; padding: 0; border: 1px solid var(--line); border-radius: 10px;
  background: var(--paper); color: var(--ink); box-shadow: 0 8px 40px rgb(0 0 0 / .3); overflow: hidden; }
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(0 0 0 / .25); }
dialog header { display: flex; justify-content: space-between; align-items: flex-start; gap: 1rem; padding: .9rem 1.1rem .5rem; }
dialog h2 { margin: 0; font: 600 1.05rem/1.35 var(--sans); }
dialog .body { padding: 0 1.1rem 1.1rem; overflow-y: auto; }
dialog blockquote { margin: .7rem 0 0; padding-left: .9rem; border-left: 3px solid var(--line); font: 1rem/1.6 var(--serif); }
mark { background: var(--glow); color: inherit; border-radius: 2px; }

@media (max-width: 75rem) {
  .views { display: flex; }
  main, main.pair { grid-template-columns: minmax(0, 1fr); }
  main > section { grid-area: 1 / 1; visibility: hidden; }
  main > section + section { border-left: 0; }
  main > section.shown { visibility: visible; }
  .asks > * { max-width: 40rem; margin-left: auto; margin-right: auto; }
}
@media (min-width: 52rem) and (max-width: 75rem) {
  main, main.pair { grid-template-columns: minmax(0, 1fr) minmax(19rem, 22rem); }
  main > .asks { grid-area: 1 / 2; visibility: visible; border-left: 1px solid var(--line); }
  .views .to-asks { display: none; }
  main.single ~ .views, .views.single { display: none; }
}
@media (max-width: 40rem) {
  .top { flex-wrap: wrap; padding: .4rem .8rem; }
  .top h1 { flex-basis: 100%; font-size: 1.05rem; }
  .jump { flex: 1; }
  .jump select { flex: 1; max-width: none; }
  progress { width: 4.5rem; }
  .views, .bottom { padding: .4rem .8rem; }
  main > section { padding: .9rem .9rem 2.5rem; }
  dialog { margin: auto auto 0; width: 100vw; max-width: 100vw; border-radius: 12px 12px 0 0; }
  .choices label { min-height: 3.2rem; }
}
@media screen and (max-height: 30rem) { /* a phone on its side, or a high zoom: all of it scrolls, the bars too */
  body { display: block; height: auto; }
  main > section, main.sheet, dialog .body { overflow: visible; }
  main > section { overscroll-behavior: auto; }
  dialog { max-height: 100dvh; overflow-y: auto; }
}
@media screen and (max-height: 30rem) and (max-width: 75rem) { main > section:not(.shown, .asks) { display: none; } }
@media screen and (max-height: 30rem) and (max-width: 51.99rem) { main > .asks:not(.shown) { display: none; } }
@media screen and (max-height: 30rem) and (min-width: 52rem) {
  main > .asks { position: sticky; top: 0; align-self: start; max-height: 100dvh; overflow-y: auto; }
}
@media (prefers-reduced-motion: no-preference) { main > section { scroll-behavior: smooth; } }
@media print {
  :root { color-scheme: light; }
  html { font-size: 10pt; } /* all sizes are in rem */
  body, main, main.pair { display: block; height: auto; }
  .jump, progress, .views, .bottom, .more > button, dialog[open] { display: none; }
  main > section, main.sheet { overflow: visible; visibility: visible; padding: 1rem 0; }
  main > section + section { border: 0; break-before: page; }
  .outline::details-content { content-visibility: visible; block-size: auto; }
  .top, .asks { background: none; }
  .asks > * { max-width: none; }
  fieldset { break-inside: avoid; }
  textarea { field-sizing: content; }
}
"""
