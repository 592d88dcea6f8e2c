// A roll while it is built. Every choice is looked up at once in a small table of odds that the server made; what else
// may come of it the server says a moment later. No rules in here.
(() => {
  "use strict";
  const {apply, table, standsInFor} = window.footlights;
  const live = document.getElementById("live");
  const PATIENCE = 130; // ms without another change before the server is asked
  const SETTLED = 0.5; // half a hundredth of a percent: possible, but rounds away

  // --- quick odds ---

  const known = new WeakMap(); // element -> {made, asked, timer}
  const shown = new Map(); // id -> {row, before}

  const state = (element) => {
    if (!known.has(element)) known.set(element, {made: null, asked: 0, timer: 0});
    return known.get(element);
  };
  const name = (element) => element.id || element.dataset.roll;

  const said = (value) => (value === null || value === undefined ? "" : Array.isArray(value) ? value.join("\n") : String(value));
  const lookUp = (made, answers, instead = {}) => {
    let at = made.tree;
    while (Array.isArray(at)) at = at[1][at[0] in instead ? instead[at[0]] : said(answers.get(at[0]))];
    return at === null || at === undefined ? null : made.rows[at];
  };

  const percent = (units) => (units === SETTLED ? "<0.01 %" : units === 1e4 - SETTLED ? ">99.99 %" : `${units / 100} %`);
  const signed = (units) => `${units < 0 ? "−" : "+"}${Math.abs(Math.round(units)) / 100}`;

  const points = (units) => `${signed(units)} %`; // of a chance, where signed() alone is an amount

  const write = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };

  // The row in numbers, the row before it as the thin bar and as changes.
  const draw = (element, made, row) => {
    const id = name(element);
    const last = shown.get(id);
    if (!last) shown.set(id, {row, before: null});
    else if (last.row.join() !== row.join()) shown.set(id, {row, before: last.row.length === row.length ? last.row : null});
    const {before} = shown.get(id);
    const at = (key) => made.keys.indexOf(key);
    const change = (key) => (before && at(key) >= 0 ? row[at(key)] - before[at(key)] : 0);
    for (const part of element.querySelectorAll("[data-share]")) if (at(part.dataset.share) >= 0) write(part, percent(row[at(part.dataset.share)]));
    for (const part of element.querySelectorAll("[data-mean]")) if (at(part.dataset.mean) >= 0) write(part, String(row[at(part.dataset.mean)] / 100));
    const words = [];
    for (const seg of element.querySelectorAll("[data-length]")) {
      const units = row[at(seg.dataset.length)];
      seg.style.setProperty("--p", units / 100);
      seg.classList.toggle("seg-s", units < 1150);
      words.push(`${seg.lastElementChild.textContent} ${percent(units)}`);
    }
    element.querySelector("[data-part=bar] > .bar:not(.bar-ghost)")?.setAttribute("aria-label", words.join(", "));
    const moved = before !== null && before.some((units, n) => units !== row[n]);
    for (const ghost of element.querySelectorAll(".bar-ghost, .ghost-note")) ghost.hidden = !moved;
    if (moved) for (const seg of element.querySelectorAll("[data-before]")) seg.style.setProperty("--p", before[at(seg.dataset.before)] / 100);
    for (const cell of element.querySelectorAll("td[data-change]")) write(cell, moved ? (change(cell.dataset.change) ? points(change(cell.dataset.change)) : "same") : "");
    for (const cell of element.querySelectorAll("[data-change-mean]")) write(cell, change(cell.dataset.changeMean) ? signed(change(cell.dataset.changeMean)) : "");
    const hero = element.querySelector("em[data-change]");
    if (hero) {
      hero.hidden = !change("");
      hero.classList.toggle("less", change("") < 0);
      write(hero, change("") ? `${change("") > 0 ? "▴" : "▾"} ${points(change(""))} by the last change` : "");
    }
  };

  // What each choice would come to, beside it: the chance, or what one more adds to it.
  const weighChoices = (form, made, answers) => {
    for (const ask of form.querySelectorAll("[data-field]:not([hidden])")) {
      const gains = [...ask.querySelectorAll(".gain")];
      if (!gains.length) continue;
      const field = ask.dataset.field;
      const many = ask.dataset.kind === "someof";
      const chosen = many ? answers.get(field) ?? [] : [];
      const odds = (value) => lookUp(made, answers, {[field]: value})?.[0] ?? null;
      const units = gains.map((gain) => odds(many ? said(inOrder(ask, [...chosen, gain.dataset.gain])) : gain.dataset.gain));
      const without = many ? gains.map((gain) => odds(said(chosen.filter((one) => one !== gain.dataset.gain)))) : [odds("false")];
      const flagged = ask.dataset.kind === "flag";
      const decides = many || flagged ? units.some((one, n) => one !== without[n]) : units.some((one) => one !== units[0]);
      gains.forEach((gain, n) => {
        let text = "";
        if (decides && units[n] !== null) {
          const from = many ? without[n] : flagged ? without[0] : "step" in gain.dataset && n ? units[n - 1] : null;
          if (flagged && from === null) return write(gain, "");
          text = from === null ? percent(units[n]) : units[n] === from ? "" : points(units[n] - from);
        }
        write(gain, text);
      });
    }
  };
  const inOrder = (ask, values) => [...ask.querySelectorAll("input")].map((e) => e.value).filter((value) => values.includes(value));

  const glance = (element) => {
    const {made} = state(element);
    if (!made) return;
    const answers = element.matches("form") ? apply(element) : new Map();
    const row = lookUp(made, answers);
    element.toggleAttribute("data-unweighed", !row && !element.hasAttribute("data-certain"));
    if (row) draw(element, made, row);
    weighChoices(element, made, answers);
  };

  // --- what else may come of it: the server is asked, and only its newest answer counts ---

  const ask = async (element) => {
    const one = state(element);
    const turn = ++one.asked;
    const form = element.matches("form") ? new FormData(element) : new FormData();
    if (!element.matches("form")) form.set("_roll", element.dataset.roll);
    if (standsInFor) form.set("_seat", standsInFor);
    let found;
    try {
      const sent = await fetch(`${table}/odds`, {method: "POST", body: new URLSearchParams(form)});
      if (sent.status !== 200) return;
      found = new DOMParser().parseFromString(await sent.text(), "text/html");
    } catch {
      return; // the page says elsewhere that the line is lost
    }
    if (turn !== one.asked || !element.isConnected) return;
    const made = found.querySelector("script[data-quick]");
    one.made = made ? JSON.parse(made.textContent) : null;
    element.toggleAttribute("data-certain", found.querySelector("[data-certain]") !== null);
    for (const part of found.querySelectorAll("[data-part]")) {
      const here = element.querySelector(`[data-part="${CSS.escape(part.dataset.part)}"]`);
      if (!here) continue;
      here.removeAttribute("data-late");
      if (here.dataset.said === part.innerHTML && here.childNodes.length) continue;
      here.dataset.said = part.innerHTML;
      here.replaceChildren(...part.childNodes);
    }
    glance(element);
  };

  const soon = (element, patience = PATIENCE) => {
    const one = state(element);
    clearTimeout(one.timer);
    one.timer = setTimeout(() => element.isConnected && ask(element), patience);
  };

  const weighed = (root) => root.querySelectorAll("form[data-weigh], [data-roll]");

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-weigh]");
    if (!form || event.target.matches("textarea, [data-kind=text] input")) return;
    state(form).asked++;
    glance(form);
    for (const part of form.querySelectorAll("[data-part=then], [data-part=ways]")) part.dataset.late = "";
    soon(form);
  });

  document.addEventListener("opened", (event) => weighed(event.target).forEach((form) => ask(form)));

  // --- what the stream brings: odds anew, dice that fall, and on a phone the roll that has begun ---

  const result = () => document.querySelector("[data-fallen]");
  const rolls = () => new Set([...document.querySelectorAll("#roll .roll-own")].map((roll) => roll.id));
  let fell = result()?.dataset.fallen;
  let own = rolls();
  const toRoll = (place) => {
    document.querySelector('.bottom [href="#roll"]')?.click();
    place?.scrollIntoView({block: "start"});
  };

  live.addEventListener("htmx:sse:after:message", () => {
    for (const element of weighed(document)) {
      glance(element);
      if (!element.closest("dialog")) soon(element, 60);
    }
    const now = result();
    if (now && now.dataset.fallen !== fell) now.querySelector(".result").classList.add("falls");
    fell = now?.dataset.fallen ?? fell;
    const begun = rolls();
    if ([...begun].some((id) => !own.has(id))) toRoll();
    own = begun;
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-goes]");
    if (!link) return;
    event.preventDefault();
    const place = document.getElementById(link.hash.slice(1));
    toRoll(place);
    place?.querySelector("h2")?.focus({preventScroll: true});
  });

  weighed(document).forEach((element) => ask(element));
})();
