"""The script of the rating form, in plain JavaScript: it builds every element itself and sets text only, never
markup."""

from __future__ import annotations

from castalia.tools.study.shown_page import SHOWN_PAGE
from castalia.tools.study.study_answers import ANSWERS

SCRIPT = (
    ANSWERS
    + r"""
(async () => {
const DATA = JSON.parse(document.getElementById("data").textContent);
const PAIRED = DATA.items.some((item) => item.pages.length > 1);
const [LOW, HIGH] = DATA.range;
const SIDES = ["A", "B"];
const START = -1, END = DATA.items.length;
const answers = await answersIn("castalia-form-" + DATA.id);

const answersOf = (at) => ({ better: {}, scores: {}, comments: {}, knows: "", ...(answers.read(at) || {}) });

const el = (tag, props, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside.filter((one) => one !== null));
  return made;
};

const asksBetter = (item) => item.pages.length > 1 && DATA.asked !== "scores";
const asksScores = (item) => item.pages.length < 2 || DATA.asked !== "preferences";
const wanted = (item) => DATA.questions.length * ((asksBetter(item) ? 1 : 0) + (asksScores(item) ? item.pages.length : 0));
const given = (at) => {
  const kept = answersOf(at);
  return Object.keys(kept.better).length + Object.values(kept.scores).flat().filter((one) => one).length;
};
const stray = (at) => {
  const kept = answersOf(at);
  return DATA.questions.filter(([name]) =>
    (kept.comments[name] || "").trim() && !kept.better[name] && !(kept.scores[name] || []).some((one) => one));
};

// ---- one screen
let place = START;

const go = (at) => { // each screen is a step of the browser's own history
  const to = Math.max(START, Math.min(END, at));
  if (to !== place) history.pushState(to, "");
  show(to);
};

const show = (at, focus = true) => {
  place = at;
  answers.write("place", place);
  for (const old of [...document.body.children]) if (!["SCRIPT", "NOSCRIPT"].includes(old.tagName)) old.remove();
  const parts = place === START ? startSheet() : place === END ? endSheet() : itemScreen(place);
  document.body.append(...parts);
  refresh();
  if (focus) (document.querySelector("h1") || document.body).focus();
};

const top = (...title) => el("header", { class: "top" },
  el("h1", { tabindex: "-1" }, ...title),
  el("progress", { max: DATA.items.length, value: 0, "aria-label": "Screens with answers" }),
  jump());

const jump = () => {
  const label = (at) => {
    const done = given(at), all = wanted(DATA.items[at]);
    return (done >= all ? "✓ " : done ? "◐ " : "") + (at + 1) + ". " + DATA.items[at].topic + (done && done < all ? ` (${done} of ${all})` : "");
  };
  const list = el("select", { "aria-label": "Go to" },
    el("option", { value: START }, "Start"),
    ...DATA.items.map((_, at) => el("option", { value: at }, label(at))),
    el("option", { value: END }, "Save"));
  list.value = String(place);
  list.relabel = () => { if (list.options[place + 1] && place >= 0 && place < END) list.options[place + 1].textContent = label(place); };
  return el("div", { class: "jump" }, list, el("button", { type: "button", onclick: () => go(Number(list.value)) }, "Go"));
};

const refresh = () => {
  const bar = document.querySelector("progress"), list = document.querySelector(".top select");
  const begun = DATA.items.filter((_, at) => given(at)).length;
  if (bar) { bar.value = begun; bar.title = `${begun} of ${DATA.items.length} with answers`; }
  if (list) list.relabel();
  const next = document.getElementById("next");
  if (next && place >= 0 && place < END) next.textContent = (given(place) ? "Next" : "Skip") + " →";
};

const itemScreen = (at) => {
  const item = DATA.items[at], two = item.pages.length > 1;
  const panels = item.pages.map((page, side) => pagePanel(page, two ? SIDES[side] : ""));
  const asks = asksPanel(item, at);
  const names = [...item.pages.map((_, side) => two ? "Page " + SIDES[side] : "Page"), "Questions"];
  const all = [...panels, asks];
  const buttons = names.map((name, number) => el("button", { type: "button", "aria-pressed": String(number === 0),
    class: number === all.length - 1 ? "to-asks" : null, onclick: () => turn(number) }, name));
  const turn = (number) => all.forEach((panel, one) => {
    panel.classList.toggle("shown", one === number);
    buttons[one].setAttribute("aria-pressed", String(one === number));
  });
  turn(0);
  const main = el("main", { class: two ? "pair" : "single" }, ...all);
  return [
    top(item.topic, item.domain ? el("small", null, item.domain) : ""),
    el("nav", { class: two ? "views" : "views single", "aria-label": "What to show" }, ...buttons),
    main,
    el("footer", { class: "bottom" },
      el("button", { type: "button", onclick: () => go(place - 1) }, "← Back"),
      el("span", { class: "small" }, `${at + 1} of ${DATA.items.length}`),
      el("button", { type: "button", class: "main", id: "next", onclick: () => go(place + 1) }, "Next →")),
  ];
};

"""
    + SHOWN_PAGE
    + r"""// ---- questions
const asksPanel = (item, at) => {
  const keep = (change) => { const kept = answersOf(at); change(kept); answers.write(at, kept); refresh(); };
  const kept = answersOf(at);
  const knows = el("select", { id: "knows", onchange: (event) => keep((one) => { one.knows = event.target.value; }) },
    ...["", "not at all", "a little", "well"].map((one) => el("option", { value: one }, one || "no answer")));
  knows.value = kept.knows;
  return el("section", { class: "asks", tabindex: "0", "aria-label": "Questions" },
    el("p", null, el("label", { for: "knows" }, "You knew this topic "), knows),
    ...DATA.questions.map((question, number) => askOne(item, at, question, number, kept, keep)));
};

const askOne = (item, at, [name, title, single, paired, low, high], number, kept, keep) => {
  const box = el("fieldset", { "aria-describedby": "ask-" + number }, el("legend", null, `${number + 1}. ${title}`),
    el("p", { class: "ask", id: "ask-" + number }, asksBetter(item) ? paired : single));
  const radios = (group, choices, chosen, pick) => el("div", { class: "choices" }, ...choices.map(([value, label]) => {
    const radio = el("input", { type: "radio", name: group, value, onchange: () => { pick(value); clear.hidden = false; } });
    radio.checked = String(value) === String(chosen);
    return el("label", null, radio, label);
  }));
  const clear = el("button", { type: "button", class: "plain", onclick: () => {
    keep((one) => { delete one.better[name]; delete one.scores[name]; });
    for (const radio of box.querySelectorAll("input")) radio.checked = false;
    clear.hidden = true;
    box.querySelector("input").focus();
  } }, "Clear answer");
  clear.hidden = !(kept.better[name] || (kept.scores[name] || []).some((one) => one));
  if (asksBetter(item)) {
    box.append(radios("better-" + number, [["a", "Page A"], ["tie", "no difference"], ["b", "Page B"]], kept.better[name],
      (value) => keep((one) => { one.better[name] = value; })));
  }
  if (asksScores(item)) {
    if (asksBetter(item)) box.append(el("p", { class: "ask" }, single));
    const scale = Array.from({ length: HIGH - LOW + 1 }, (_, step) => [LOW + step, String(LOW + step)]);
    const scales = item.pages.map((_, side) => radios(`score-${number}-${side}`, scale, (kept.scores[name] || [])[side],
      (value) => keep((one) => { one.scores[name] = item.pages.map((_, other) => other === side ? value : (one.scores[name] || [])[other] || null); })));
    if (item.pages.length > 1) scales.forEach((one, side) => box.append(el("fieldset", null, el("legend", null, "Page " + SIDES[side]), one)));
    else box.append(scales[0]);
    box.append(el("p", { class: "ends" }, el("span", null, `${LOW}: ${low}`), el("span", null, `${HIGH}: ${high}`)));
  }
  const comment = el("textarea", { "aria-label": `Comment on ${title}`, oninput: (event) => keep((one) => { one.comments[name] = event.target.value; }) });
  comment.value = kept.comments[name] || "";
  box.append(el("div", { class: "more" }, el("details", { open: Boolean(comment.value) }, el("summary", null, "Comment"), comment), clear));
  return box;
};

// ---- start and end
const nameField = () => {
  const field = el("input", { type: "text", id: "rater", autocomplete: "name", oninput: (event) => { answers.write("rater", event.target.value); } });
  field.value = answers.read("rater") || "";
  return el("p", null, el("label", { for: "rater" }, "Your name or initials: "), field);
};
const warning = () => answers.keeps() ? null : el("p", { class: "warn", role: "alert" },
  "This browser keeps nothing for this file: save before you close the tab, or the answers are lost.");

const startSheet = () => {
  const many = DATA.items.length, two = PAIRED;
  return [top(document.title), el("main", { class: "sheet" }, el("div", null,
    el("p", null, two ? `${many} topics, two pages on each: A and B. Read both, look at the sources where you doubt them, then answer.`
      : `${many} page${many === 1 ? "" : "s"}. Read, look at the sources where you doubt them, then answer.`),
    el("ul", null,
      el("li", null, "A number in the text, such as [3], opens the source it stands for; what supports the sentence is marked where it is known."),
      el("li", null, "Which system wrote what is hidden, and the order is shuffled. Please do not go and look: it is not locked away, only out of sight."),
      el("li", null, "Any question and any page may be skipped. Comments are welcome; one without an answer is not saved."),
      el("li", null, "Answers stay in this browser as you give them: you may close the tab and come back. Nothing is sent anywhere. At the end you save a file.")),
    warning(), nameField(),
    el("p", null, el("button", { type: "button", class: "main", onclick: () => go(firstOpen()) }, DATA.items.some((_, at) => given(at)) ? "Go on →" : "Begin →"))))];
};
const firstOpen = () => { const at = DATA.items.findIndex((_, one) => !given(one)); return at < 0 ? 0 : at; };

const endSheet = () => {
  const items = DATA.items.map((item, at) => ({ item, at, done: given(at), all: wanted(item), stray: stray(at) }));
  const open = items.filter((one) => one.done < one.all), strays = items.filter((one) => one.stray.length);
  const line = (one, told) => el("li", null, el("button", { type: "button", class: "plain", onclick: () => go(one.at) }, `${one.at + 1}. ${one.item.topic}`), told);
  const count = items.reduce((sum, one) => sum + one.done, 0);
  const said = el("p", { role: "status" });
  const save = () => {
    const rater = (answers.read("rater") || "").trim();
    if (!rater) { said.textContent = "Please give a name or initials first."; document.getElementById("rater").focus(); return; }
    const text = lines(rater).map((one) => JSON.stringify(one) + "\n").join("");
    const link = el("a", { download: `judgements_${rater.replace(/[^\p{L}\p{N}]+/gu, "_").slice(0, 40)}_${DATA.id}.jsonl`,
      href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })) });
    document.body.append(link); link.click(); link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    answers.saved();
    said.textContent = `${count} answers saved as ${link.download}. Your browser says where.`;
  };
  const forget = () => {
    if (!confirm("Delete all answers to this form from this browser? A file that you saved stays.")) return;
    answers.forget();
    go(START);
  };
  return [top("Save"), el("main", { class: "sheet" }, el("div", null,
    el("p", null, `${count} answers on ${items.filter((one) => one.done).length} of ${items.length} ${PAIRED ? "topics" : "pages"}. You may save now, go on, and save again.`),
    warning(), nameField(),
    el("p", null, el("button", { type: "button", class: "main", id: "save", disabled: !count, onclick: save }, "Save the file")),
    said,
    el("p", { class: "small" }, "The file names the systems: send it before you read it, if you have more to rate."),
    strays.length ? el("div", { class: "warn" }, el("p", null, "Comments without an answer, which are not saved:"),
      el("ul", null, ...strays.map((one) => line(one, ": " + one.stray.map((question) => question[1]).join(", "))))) : null,
    open.length ? el("details", { open: open.length <= 12 }, el("summary", null, `Not complete: ${open.length}`),
      el("ul", null, ...open.map((one) => line(one, `: ${one.done} of ${one.all}`)))) : null,
    el("p", null, el("button", { type: "button", class: "plain", onclick: forget }, "Delete my answers from this browser")))),
    el("footer", { class: "bottom" }, el("button", { type: "button", onclick: () => go(place - 1) }, "← Back"))];
};

// ---- the file: the names of the systems come back here, and nowhere before
const lines = (judge) => {
  const key = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(DATA.key), (one) => one.charCodeAt(0))));
  const found = [];
  DATA.items.forEach((item, at) => {
    const kept = answersOf(at), more = { form: DATA.id, place: at + 1, ...(kept.knows ? { familiarity: kept.knows } : {}) };
    for (const [criterion] of DATA.questions) {
      let comment = (kept.comments[criterion] || "").trim();
      const add = (row) => { found.push({ schema: 1, ...row, comment, ...more }); comment = ""; };
      const winner = kept.better[criterion];
      if (winner) add({ kind: "preference", topic: item.topic, a: key[at][0], b: key[at][1], judge, criterion, winner });
      (kept.scores[criterion] || []).forEach((score, side) => {
        if (score) add({ kind: "score", topic: item.topic, system: key[at][side], judge, criterion, score, low: LOW, high: HIGH });
      });
    }
  });
  return found;
};

document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || !["PageUp", "PageDown"].includes(event.key) || document.querySelector("dialog")) return;
  event.preventDefault();
  go(place + (event.key === "PageDown" ? 1 : -1));
});
addEventListener("popstate", (event) => show(event.state ?? place));
const before = answers.read("place");
history.replaceState(Number.isInteger(before) ? before : START, "");
show(history.state, false);
})();
"""
)
