"""Where the rating form keeps answers while they are given, in plain JavaScript: a database of the browser's own."""

from __future__ import annotations

ANSWERS = r"""
"use strict";
// IndexedDB, not localStorage: of a file on disk, Chromium may show one process of its own nothing of what another stored
// there, and a reload is enough to change the process. A record for each screen, so that two tabs spoil each other as
// little as can be.
const answersIn = async (name) => {
  const held = new Map();
  let base = null, keeps = true, unsaved = false, changes = 0;
  const lose = () => { keeps = false; };
  const told = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const change = (step) => {
    changes += 1;
    if (!base) return;
    try {
      const turn = base.transaction("answers", "readwrite");
      turn.onabort = lose;
      step(turn.objectStore("answers"));
      turn.commit(); // at once: a page that is left before its next task would take the change along
    } catch { lose(); }
  };
  const load = async () => { // what another tab wrote, too; again where something was given here meanwhile
    let before, names, values;
    do {
      const store = base.transaction("answers").objectStore("answers");
      before = changes;
      [names, values] = await Promise.all([told(store.getAllKeys()), told(store.getAll())]);
    } while (changes !== before);
    names.forEach((one, at) => held.set(one, values[at]));
  };
  const open = async () => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("answers");
    base = await told(asked);
    await load();
  };
  const late = new Promise((_, fail) => setTimeout(fail, 5000));
  await Promise.race([open(), late]).catch(() => { base = null; lose(); });
  addEventListener("focus", () => { if (base) load().catch(lose); });
  addEventListener("beforeunload", (event) => { if (!keeps && unsaved) event.preventDefault(); });
  return {
    read: (one) => held.has(one) ? held.get(one) : null,
    write: (one, value) => { held.set(one, value); unsaved = true; change((store) => store.put(value, one)); },
    forget: () => { held.clear(); unsaved = false; change((store) => store.clear()); },
    saved: () => { unsaved = false; },
    keeps: () => keeps,
  };
};
"""
