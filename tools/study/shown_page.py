"""How the rating form shows a page, its citations and the snippets behind them: the part of the form's script that says
so, in plain JavaScript. It makes elements with ``el``, and reads ``DATA``, of ``study_script``; texts are those of
``text_runs``."""

from __future__ import annotations

SHOWN_PAGE = r"""const plain = (runs) => [runs].flat().map((run) => [run].flat()[0]).join("");
const set = (runs, from = 0, to = Infinity) => { // the nodes of a text, or of the piece of it between two places
  let at = 0;
  return [runs].flat().flatMap((run) => {
    const [text, tag, kind] = [run].flat(), begin = at;
    at += text.length;
    const piece = text.slice(Math.max(from - begin, 0), Math.max(to - begin, 0));
    return piece ? [tag ? el(tag, { class: kind || null }, piece) : piece] : [];
  });
};

const pagePanel = (page, side) => {
  const headings = [];
  const text = el("article", { lang: page.lang });
  if (side) text.append(el("p", { class: "side" }, "Page " + side));
  const list = el("ol");
  text.append(el("details", { class: "outline", open: true }, el("summary", null, "Contents"), list));
  for (const paragraph of page.lead) text.append(prose(page, paragraph));
  for (const [depth, name, paragraphs] of page.sections) {
    const heading = el("h" + Math.min(depth + 1, 6), { tabindex: "-1" }, ...set(name));
    headings.push(heading);
    list.append(el("li", { class: "d" + Math.min(depth, 5) }, el("button", { type: "button", class: "plain",
      onclick: () => { heading.scrollIntoView({ block: "start" }); heading.focus({ preventScroll: true }); } }, ...set(name))));
    text.append(heading, ...paragraphs.map((one) => prose(page, one)));
  }
  if (!headings.length) list.append(el("li", null, "No headings."));
  const numbers = Object.keys(page.refs);
  if (numbers.length) {
    text.append(el("h2", null, "References"), el("ol", { class: "refs" }, ...numbers.map((number) => {
      const [title, who, source] = DATA.snippets[page.refs[number]];
      const more = [who, source].filter((one) => one).map((one) => ". " + one).join("");
      return el("li", { value: number }, ...set(title), more + " ", el("button", { type: "button", class: "plain",
        "aria-label": `Snippet of reference ${number}: ${plain(title)}`, onclick: () => evidence(page, number, []) }, "Snippet"));
    })));
  }
  return el("section", { tabindex: "0", "aria-label": side ? "Page " + side : "Page" }, text);
};

const prose = (page, paragraph) => {
  const made = el("p");
  paragraph.forEach(([runs, numbers, quote], number) => {
    const text = plain(runs), cut = text.lastIndexOf(" ") + 1;
    const end = el("span", { class: text.length - cut < 30 ? "end" : null }, ...set(runs, cut));
    for (const cited of numbers) {
      const at = page.refs[cited];
      end.append(at === undefined ? el("sup", null, `[${cited}]`) : el("button", { type: "button", class: "cite",
        "aria-label": `Source ${cited}: ${plain(DATA.snippets[at][0])}`, onclick: () => evidence(page, cited, [quote, text]) }, `[${cited}]`));
    }
    made.append(number ? " " : "", ...set(runs, 0, cut), end);
  });
  return made;
};

const evidence = (page, number, passages) => { // the first of the passages that is in the snippet is marked
  const [title, who, source, address, runs] = DATA.snippets[page.refs[number]];
  const quote = el("blockquote", { lang: page.lang }), text = plain(runs);
  const part = passages.find((one) => one && text.includes(one));
  if (part === undefined) quote.append(...set(runs));
  else {
    const start = text.indexOf(part), end = start + part.length;
    quote.append(...set(runs, 0, start), el("mark", null, ...set(runs, start, end)), ...set(runs, end));
  }
  const link = /^https?:\/\//i.test(address)
    ? el("p", { class: "small" }, el("a", { href: address, target: "_blank", rel: "external nofollow noopener noreferrer" }, address)) : null;
  const told = [who, source].filter((one) => one).join(". ");
  const box = el("dialog", { "aria-labelledby": "evidence", onclose: () => box.remove(), onclick: (event) => { if (event.target === box) box.close(); } },
    el("header", null, el("h2", { id: "evidence" }, `[${number}] `, ...set(title)),
      el("button", { type: "button", "aria-label": "Close", onclick: () => box.close() }, "✕")),
    el("div", { class: "body", tabindex: "0" }, told ? el("p", { class: "small" }, told) : null, link, quote));
  document.body.append(box);
  box.showModal();
  const marked = box.querySelector("mark");
  if (marked) marked.scrollIntoView({ block: "center" });
};

"""
