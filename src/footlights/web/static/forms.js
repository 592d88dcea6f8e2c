// Offers as forms. No rules in here: the server says what a form asks for, and what comes of an answer.
(() => {
  "use strict";
  const live = document.getElementById("live");
  const table = live.dataset.table;
  const standsInFor = live.dataset.for; // whom the GM plays for on this page
  const dialog = document.getElementById("dialog");
  const body = document.getElementById("dialog-body");

  const fresh = () => crypto.randomUUID?.() ?? String(Date.now()) + Math.random().toString(36).slice(2);

  // --- which fields apply ---

  // What somebody has answered to one field, as the server reads it: null for nothing.
  const answer = (ask) => {
    const inputs = [...ask.querySelectorAll("input, select, textarea")];
    const on = inputs.filter((e) => (e.type === "radio" || e.type === "checkbox" ? e.checked : true));
    switch (ask.dataset.kind) {
      case "flag":
        if (inputs[0]?.type === "radio") return on[0]?.value ? on[0].value === "true" : null;
        return on.length > 0;
      case "someof":
        return on.map((e) => e.value);
      case "number":
        return on[0]?.value.trim() ? Number(on[0].value.replace("−", "-")) : null;
      case "text":
        return on[0]?.value ?? null;
      default:
        return on[0]?.value || null;
    }
  };

  // Fields that exclude each other may bear one name, and to a browser their choices are one group: what a field begins
  // with is chosen again when it comes to apply.
  const begin = (ask) => {
    const choices = [...ask.querySelectorAll("input[type=radio]")];
    if (!choices.some((one) => one.checked)) for (const one of choices) one.checked = one.defaultChecked;
  };

  // Show the fields that apply, in order, just as the server finds them (core/offers.py, active_fields). Gives the
  // answers by name.
  const apply = (form) => {
    const answers = new Map();
    const active = new Map();
    const holds = ([name, values]) => {
      const other = active.get(name);
      if (!other) return values.includes(null);
      return values.includes(answers.get(name) ?? JSON.parse(other.dataset.default ?? "null"));
    };
    for (const ask of form.querySelectorAll("[data-field]")) {
      const name = ask.dataset.field;
      const applies = !active.has(name) && (!ask.dataset.when || JSON.parse(ask.dataset.when).every(holds));
      if (applies) {
        active.set(name, ask);
        begin(ask);
        answers.set(name, answer(ask));
      }
      if (!ask.dataset.when) continue;
      ask.hidden = !applies;
      for (const input of ask.querySelectorAll("input, select, textarea, button")) input.disabled = !applies;
    }
    for (const split of form.querySelectorAll(".split")) {
      const shared = [...split.querySelectorAll("input")].reduce((sum, input) => sum + (Number(input.value) || 0), 0);
      const left = split.dataset.total - shared;
      split.querySelector("[data-left]").textContent = left < 0 ? `${-left} too many` : `${left} left`;
    }
    return answers;
  };

  // One id for one order: a second click or a second try is the same order, and gets the first answer again.
  const ready = (root) => {
    for (const form of root.querySelectorAll("form[data-order]")) {
      const id = form.elements._id;
      if (!id.value) id.value = fresh();
      apply(form);
    }
  };

  // --- an answer is sent ---

  const busy = new Set();
  const words = (form) => JSON.stringify([...new FormData(form)].filter(([name]) => !name.startsWith("_")));

  const clean = (form) => {
    for (const old of form.querySelectorAll(".amiss, .refused")) old.hidden = true;
    for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  };

  const refuse = (form, problem) => {
    clean(form);
    if (!form.dispatchEvent(new CustomEvent("refused", {bubbles: true, cancelable: true, detail: problem}))) return; // its place is deep in a sheet
    const name = problem.field?.split(/[.[]/)[0];
    const ask = name && form.querySelector(`[data-field="${CSS.escape(name)}"]:not([hidden])`);
    const place = ask?.querySelector(".amiss") ?? form.querySelector(".refused");
    if (!place) return;
    const said = problem.detail.charAt(0).toUpperCase() + problem.detail.slice(1);
    place.textContent = `${said}${/[.!?]$/.test(said) ? "" : "."}${problem.clause ? ` (${problem.clause})` : ""}`;
    place.hidden = false;
    const input = ask?.querySelector("input:not([type=hidden]), select, textarea, button");
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
    place.scrollIntoView({block: "nearest"});
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-order]");
    if (!form) return;
    event.preventDefault();
    if (busy.has(form.id)) return;
    busy.add(form.id);
    form.setAttribute("aria-busy", "true");
    try {
      const said = new URLSearchParams(new FormData(form, event.submitter));
      const typed = words(form);
      if (standsInFor) said.set("_seat", standsInFor);
      const sent = await fetch(form.action, {method: "POST", body: said, headers: {Accept: "application/problem+json"}});
      if (sent.ok) {
        clean(form);
        if (words(form) === typed) form.reset(); // whoever types on meanwhile loses nothing
        form.elements._id.value = fresh();
        apply(form);
        if (dialog.contains(form)) dialog.close();
        document.dispatchEvent(new CustomEvent("answered", {detail: {kind: form.elements._kind.value}}));
      } else {
        const problem = await sent.json();
        if (problem.status < 500) form.elements._id.value = fresh();
        refuse(problem.status === 409 && dialog.contains(form) ? await renewed(form) : form, problem);
      }
    } catch {
      refuse(form, {detail: "The server cannot be reached. What you wrote is kept; try again in a moment."});
    } finally {
      busy.delete(form.id);
      form.removeAttribute("aria-busy");
    }
  });

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-order]");
    if (!form) return;
    if (event.target.matches("[data-alone]:checked"))
      for (const other of form.querySelectorAll(`[name="${CSS.escape(event.target.name)}"]`)) other.checked = other === event.target;
    apply(form);
  });

  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("button[data-step]");
    if (!step) return;
    const input = step.parentElement.querySelector("input");
    const next = (Number(input.value.replace("−", "-")) || 0) + Number(step.dataset.step);
    input.value = Math.min(Math.max(next, input.dataset.lo), input.dataset.hi);
    input.dispatchEvent(new Event("input", {bubbles: true}));
  });

  // --- offers open in a dialog, which lies outside of everything that the stream changes ---

  const open = async (kind, given) => {
    const query = new URLSearchParams(given);
    if (standsInFor) query.set("_seat", standsInFor);
    let why = "";
    try {
      const found = await fetch(`${table}/offer/${kind}?${query}`, {headers: {Accept: "application/problem+json"}});
      if (found.ok) body.innerHTML = await found.text();
      else why = (await found.json()).detail;
    } catch {
      why = "The server cannot be reached. Close this and try again in a moment.";
    }
    if (why) {
      body.innerHTML = '<h2 id="dialog-title" tabindex="-1">This is not open now</h2><p></p>';
      body.querySelector("p").textContent = why;
    }
    ready(body);
    body.dispatchEvent(new Event("opened", {bubbles: true}));
    return !why;
  };

  // The question has changed while somebody answered it: the form as it is now, with what was typed.
  const renewed = async (form) => {
    const typed = new FormData(form);
    if (!(await open(form.elements._kind.value, {}))) return body;
    const now = body.querySelector("form[data-order]");
    for (const input of now.elements) {
      if (!input.name || input.type === "hidden") continue; // what is settled was settled anew
      const said = typed.getAll(input.name);
      if (input.type === "checkbox" || input.type === "radio") input.checked = said.includes(input.value);
      else if (said.length) input.value = said[0];
    }
    apply(now);
    return now;
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-offer]");
    if (!button) return;
    await open(button.dataset.offer, JSON.parse(button.dataset.given ?? "{}"));
    if (!dialog.open) dialog.showModal();
    body.querySelector("#dialog-title")?.focus();
  });

  window.footlights = {answer, apply, ready, table, standsInFor};
  ready(document);
})();
