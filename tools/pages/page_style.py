"""The style sheet of the HTML page: one text, no network, readable on screen and on paper, by day and by night."""

from __future__ import annotations

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fdfcf9; --ink: #22252a; --soft: #63676f; --faint: #6a6e76; --line: #e4e0d6; --panel: #f6f3ec;
  --link: #2a5d9c; --glow: #fff1c2; --warn: #9a4a1c; --warn-line: #e3b58f; --warn-panel: #fdf4ea;
  --shadow: 0 6px 28px rgb(40 34 20 / .16);
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", "Source Serif Pro", Georgia,
    "Noto Serif", "Liberation Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #d9d7d1; --soft: #a0a2a6; --faint: #8f9298; --line: #30333a; --panel: #1e2126;
    --link: #8db8ec; --glow: #4a3d12; --warn: #e7a77c; --warn-line: #6b4a33; --warn-panel: #241d18;
    --shadow: 0 6px 28px rgb(0 0 0 / .55);
  }
}
* { box-sizing: border-box; }
html { font-size: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.65 var(--serif); overflow-wrap: break-word; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--panel); z-index: 3; }
.frame { max-width: calc(70ch + 2.5rem); margin: 0 auto; padding: 2.25rem 1.25rem 4rem; }
.masthead { border-bottom: 1px solid var(--line); padding-bottom: 1rem; margin-bottom: 1.6rem; }
.domain { margin: 0 0 .4rem; font: 600 .75rem/1.4 var(--sans); letter-spacing: .08em; text-transform: uppercase;
  color: var(--faint); }
h1, h2, h3, h4, h5, h6 { font-weight: 600; line-height: 1.25; text-wrap: balance; break-after: avoid; }
h1 { font-size: 2.35rem; letter-spacing: -.012em; margin: 0 0 .6rem; }
h2 { font-size: 1.5rem; margin: 2.6rem 0 .8rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.2rem; margin: 1.9rem 0 .5rem; }
h2 + section > h3 { margin-top: 1.1rem; }
h4, h5, h6 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
p { margin: 0 0 1rem; }
.note { margin: 0; font: .875rem/1.55 var(--sans); color: var(--soft); }
.lead p { font-size: 1.1875rem; }
.claim { unicode-bidi: isolate; }
.doubtful { text-decoration: underline dotted var(--warn); text-underline-offset: .2em; }
sup { font: .7em/0 var(--sans); vertical-align: .45em; white-space: nowrap; }
sub { font: .7em/0 var(--sans); vertical-align: -.25em; white-space: nowrap; }
.sign { font-size: 0; } /* "^" and "_" of what stands above and below the line */
.claim + sup::before { content: "\\2060"; } /* a word joiner: no mark starts a line */
.cite a { padding: .5em .06em; scroll-margin-top: 6rem; } /* reaches to the card, for a pointer on its way there */
.cite a:target { background: var(--glow); outline: 2px solid var(--link); outline-offset: -2px; border-radius: 2px; }
.doubt { color: var(--warn); padding-inline-start: .15em; }
.anchor { margin-inline-start: .4em; font-weight: 400; color: var(--faint); opacity: 0; -webkit-user-select: none;
  user-select: none; }
:is(h2, h3, h4, h5, h6):hover .anchor { opacity: 1; }

.cite { anchor-name: --mark; anchor-scope: --mark; }
article p { position: relative; }
.card { position: absolute; z-index: 2; left: 0; right: 0; max-height: 50vh; overflow-y: auto; margin-top: -.5rem;
  padding: .8rem 1rem; background: var(--paper); color: var(--ink); border: 1px solid var(--line);
  border-radius: 8px; box-shadow: var(--shadow); font: .9rem/1.5 var(--serif); white-space: normal; text-align: start; }
.card b { display: block; margin-bottom: .3rem; font: 600 .8rem/1.4 var(--sans); color: var(--soft); }
.card q { quotes: none; }
mark { background: var(--glow); color: var(--ink); border-radius: 2px; box-shadow: 0 0 0 2px var(--glow);
  -webkit-box-decoration-break: clone; box-decoration-break: clone; }
@media screen and (hover: hover) { .cite:hover .card { display: block; } } /* else hidden, without any style too */
@media screen { .cite:has(:focus-visible) .card { display: block; } }
@supports (anchor-scope: --mark) and (position-area: block-end) {
  .card { position: fixed; position-anchor: --mark; position-area: bottom span-all; justify-self: anchor-center;
    inset: auto; width: 26rem; max-width: calc(100vw - 2rem); max-height: calc(100% - .6rem); margin: .3rem 1rem;
    position-try: most-height flip-block; }
}

.contents { margin: 0 0 1.8rem; font: .9rem/1.5 var(--sans); }
.contents h2 { margin: 0 0 .5rem; padding: 0; border: 0; font: 600 .75rem/1.4 var(--sans); letter-spacing: .08em;
  text-transform: uppercase; color: var(--faint); }
.contents ol { list-style: none; margin: 0; padding: 0; }
.contents li { margin: .28rem 0; }
.contents ol ol { padding-left: .9rem; font-size: .95em; }
.contents a { padding: .3rem 0; }
@media (max-width: 67.99rem) {
  .contents { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; }
  .contents ol ol { line-height: 1.9; } /* in a row, for a list of them would fill the screen before the text begins */
  .contents ol ol li { display: inline; }
  .contents ol ol li + li::before { content: "· "; color: var(--faint); }
  .contents details > ol { columns: 14rem; }
  .contents details > ol > li { margin: 0; padding: .14rem 0; break-inside: avoid; } /* a margin would lower the first column */
}
@supports selector(::details-content) {
  @media (min-width: 40.01rem) {
    .contents details::details-content { content-visibility: visible; block-size: auto; }
    .contents summary { display: none; }
  }
}
@media (min-width: 68rem) {
  .frame.with-contents { max-width: 66rem; display: grid; grid-template-columns: 14rem minmax(0, 70ch);
    column-gap: 3.5rem; justify-content: center; align-items: start; }
  .with-contents > * { grid-column: 2; }
  .with-contents > .contents { grid-column: 1; grid-row: 1 / span 3; position: sticky; top: 2.25rem;
    margin: -.25rem 0 0 -.25rem; max-height: calc(100vh - 4.5rem); overflow-y: auto; padding: .25rem .5rem .25rem .25rem; }
}

.gaps { margin: 2.6rem 0 0; padding: 1rem 1.25rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; font-size: 1rem; }
.gaps h2 { margin: 0 0 .5rem; padding: 0; border: 0; font-size: 1.1rem; }
.notices { background: var(--warn-panel); border-color: var(--warn-line); }
.notices h2 { color: var(--warn); }
.gaps ul { margin: 0; padding-left: 1.2rem; }
.gaps li { margin: .25rem 0; }
.issues { margin: 1.5rem 0 0; font-size: 1rem; }
summary { cursor: pointer; padding: .15rem 0; font: .85rem/1.5 var(--sans); color: var(--link); width: fit-content; }
.references ol { margin: 0; padding-left: 2.1rem; font-size: .95rem; line-height: 1.5; }
.references li { position: relative; margin: 0 0 .9rem; padding-left: .25rem; }
.references li::marker { font: .85rem var(--sans); color: var(--faint); font-variant-numeric: tabular-nums; }
.references li:target::before { content: ""; position: absolute; inset: -.4rem -.4rem -.4rem -2.1rem; border: 2px solid var(--link);
  border-radius: 2px; pointer-events: none; } /* about the number, too, which an outline would cross */
@supports selector(::details-content) {
  .references li:target details::details-content { content-visibility: visible; block-size: auto; }
  .references li:target summary { display: none; } /* it is open, and stays so */
}
.references a { text-decoration: underline; text-underline-offset: .15em; }
.title { font-style: italic; }
.back { display: inline-block; font: .8rem/1.5 var(--sans); color: var(--faint); } /* breaks only if longer than a line */
.back a { padding: 0 .12em; }
blockquote { margin: .5rem 0 .3rem; padding-block: .1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (max-width: 40rem) {
  body { font-size: 1.0625rem; line-height: 1.6; }
  .frame { padding: 1.4rem 1.1rem 3rem; }
  h1 { font-size: 1.9rem; }
  h2 { font-size: 1.35rem; margin-top: 2.1rem; }
  .lead p { font-size: 1.125rem; }
  .cite a { padding-inline: .12em; }
  .back { line-height: 2.3; }
  .back a { padding: .5em .9em; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #333; --faint: #555; --line: #bbb; --panel: #fff;
    --link: #000; --glow: transparent; --warn: #000; --warn-line: #bbb; --warn-panel: #fff; }
  html { font-size: 9.5pt; } /* all sizes are in rem */
  body { line-height: 1.45; }
  .frame, .frame.with-contents { display: block; max-width: none; padding: 0; }
  .contents, .skip, .back, .anchor, .references details, .references li:target::before { display: none; }
  .references a { text-decoration: none; }
  .references a[href^="http"]::after { content: " (" attr(href) ")"; font-style: normal; font-size: .85em; }
  p { orphans: 3; widows: 3; }
  li, .gaps { break-inside: avoid; }
  .issues::details-content { content-visibility: visible; block-size: auto; }
}
"""
