"""How the rating form shows a page, its citations and the snippets behind them: the part of the form's script that says
so, in plain JavaScript. It makes elements with ``el``, and reads ``DATA``, of ``study_script``."""

from __future__ import annotations

SHOWN_PAGE = r"""const pagePanel = (page, side) => {
  const headings = [];
  const text = el("article", { lang: page.lang });
  if (side) text.append(el("p", { class: "side" }, "Page " + side));
  const list = el("ol");
  text.append(el("details", { class: "outline", open: true }, el("summary", null, "Contents"), list));
  for (const paragraph of page.lead) text.append(prose(page, paragraph));
  for (const [depth, name, paragraphs] of page.sections) {
    const heading = el("h" + Math.min(depth + 1, 6), { tabindex: "-1" }, name);
    headings.push(heading);
    list.append(el("li", { class: "d" + Math.min(depth, 5) }, el("button", { type: "button", class: "plain",
      onclick: () => { heading.scrollIntoView({ block: "start" }); heading.focus({ preventScroll: true }); } }, name)));
    text.append(heading, ...paragraphs.map((one) => prose(page, one)));
  }
  if (!headings.length) list.append(el("li", null, "No headings."));
  const numbers = Object.keys(page.refs);
  if (numbers.length) {
    text.append(el("h2", null, "References"), el("ol", { class: "refs" }, ...numbers.map((number) => {
      const [title, who, source] = DATA.snippets[page.refs[number]];
      const open = el("button", { type: "button", class: "plain", onclick: () => evidence(page, number, null) }, title);
      return el("li", { value: number }, open, [who, source].filter((one) => one).map((one) => ". " + one).join(""));
    })));
  }
  return el("section", { tabindex: "0", "aria-label": side ? "Page " + side : "Page" }, text);
};

const prose = (page, paragraph) => {
  const made = el("p");
  paragraph.forEach((sentence, number) => {
    const cut = sentence[0].lastIndexOf(" ") + 1, word = sentence[0].slice(cut);
    const end = el("span", { class: word.length < 30 ? "end" : null }, word);
    for (const cited of sentence[1]) {
      const at = page.refs[cited];
      end.append(at === undefined ? el("sup", null, `[${cited}]`) : el("button", { type: "button", class: "cite",
        "aria-label": `Source ${cited}: ${DATA.snippets[at][0]}`, onclick: () => evidence(page, cited, sentence) }, `[${cited}]`));
    }
    made.append((number ? " " : "") + sentence[0].slice(0, cut), end);
  });
  return made;
};

const evidence = (page, number, sentence) => {
  const [title, who, source, address, text] = DATA.snippets[page.refs[number]];
  const quote = el("blockquote", { lang: page.lang });
  const part = sentence ? [sentence[2], sentence[0]].find((one) => one && text.includes(one)) : undefined;
  if (part === undefined) quote.append(text);
  else {
    const start = text.indexOf(part);
    quote.append(text.slice(0, start), el("mark", null, part), text.slice(start + part.length));
  }
  const link = /^https?:\/\//i.test(address)
    ? el("p", { class: "small" }, el("a", { href: address, target: "_blank", rel: "external nofollow noopener noreferrer" }, address)) : null;
  const told = [who, source].filter((one) => one).join(". ");
  const box = el("dialog", { "aria-labelledby": "evidence", onclose: () => box.remove(), onclick: (event) => { if (event.target === box) box.close(); } },
    el("header", null, el("h2", { id: "evidence" }, `[${number}] ${title}`),
      el("button", { type: "button", "aria-label": "Close", onclick: () => box.close() }, "✕")),
    el("div", { class: "body", tabindex: "0" }, told ? el("p", { class: "small" }, told) : null, link, quote));
  document.body.append(box);
  box.showModal();
  const marked = box.querySelector("mark");
  if (marked) marked.scrollIntoView({ block: "center" });
};

"""
