// The page of a seat. No rules in here: offers are forms, the server says what comes of them.
(() => {
  "use strict";
  const live = document.getElementById("live");
  const table = live.dataset.table;
  const standsInFor = live.dataset.for; // whom the GM plays for on this page
  const dialog = document.getElementById("dialog");
  const note = document.getElementById("connection");

  const fresh = () => crypto.randomUUID?.() ?? String(Date.now()) + Math.random().toString(36).slice(2);

  // --- forms: which fields apply, what was refused, one id for one order ---

  const answer = (form, name) => {
    const picked = [...form.elements].filter((e) => e.name === name && !e.disabled);
    if (picked.length === 1 && picked[0].type === "checkbox") return picked[0].checked;
    const on = picked.find((e) => e.type !== "radio" || e.checked);
    return on && on.value !== "" ? on.value : null;
  };

  const apply = (form) => {
    for (const ask of form.querySelectorAll("[data-when]")) {
      const holds = JSON.parse(ask.dataset.when).every(([name, values]) => values.some((v) => v === answer(form, name) || (v === null && answer(form, name) === null) || (typeof v === "boolean" && v === Boolean(answer(form, name)) && v === false)));
      ask.hidden = !holds;
      for (const input of ask.querySelectorAll("input, select, textarea")) input.disabled = !holds;
    }
  };

  const ready = (root) => {
    for (const form of root.querySelectorAll("form[data-order]")) {
      const id = form.elements._id;
      if (!id.value) id.value = fresh();
      apply(form);
    }
  };

  const refuse = (form, problem) => {
    for (const old of form.querySelectorAll(".amiss, .refused")) old.hidden = true;
    const ask = problem.field && form.querySelector(`[data-field="${CSS.escape(problem.field.split(/[.[]/)[0])}"]`);
    const place = ask ? ask.querySelector(".amiss") : form.querySelector(".refused");
    place.textContent = problem.clause ? `${problem.detail} (${problem.clause})` : problem.detail;
    place.hidden = false;
    (ask?.querySelector("input, select, textarea") ?? place).focus?.();
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-order]");
    if (!form) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    form.setAttribute("aria-busy", "true");
    try {
      const body = new URLSearchParams(new FormData(form));
      if (standsInFor) body.set("_seat", standsInFor);
      const sent = await fetch(form.action, {method: "POST", body, headers: {Accept: "application/problem+json"}});
      if (sent.ok) {
        for (const old of form.querySelectorAll(".amiss, .refused")) old.hidden = true;
        form.reset();
        form.elements._id.value = fresh();
        apply(form);
        if (dialog.contains(form)) dialog.close();
      } else {
        const problem = await sent.json();
        if (problem.status < 500) form.elements._id.value = fresh();
        refuse(form, problem);
      }
    } catch {
      refuse(form, {detail: "The server cannot be reached. What you wrote is kept; try again in a moment."});
    } finally {
      delete form.dataset.busy;
      form.removeAttribute("aria-busy");
    }
  });

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-order]");
    if (form) apply(form);
  });

  // --- offers open in a dialog, which lies outside of everything that the stream changes ---

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-offer]");
    if (!button) return;
    const query = new URLSearchParams(JSON.parse(button.dataset.given ?? "{}"));
    if (standsInFor) query.set("_seat", standsInFor);
    const answer = await fetch(`${table}/offer/${button.dataset.offer}?${query}`, {headers: {Accept: "application/problem+json"}});
    const body = document.getElementById("dialog-body");
    if (answer.ok) body.innerHTML = await answer.text();
    else {
      body.innerHTML = '<h2 id="dialog-title">This is not open now</h2><p></p>';
      body.querySelector("p").textContent = (await answer.json()).detail;
    }
    ready(body);
    if (!dialog.open) dialog.showModal();
  });

  // --- the stream: lost and found again ---

  let heard = Date.now();
  const say = (text) => {
    note.hidden = !text;
    note.textContent = text;
  };
  const alive = () => {
    heard = Date.now();
    say("");
  };
  for (const name of ["htmx:sse:after:message", "htmx:sse:after:connection", "beat"]) live.addEventListener(name, alive);
  live.addEventListener("htmx:sse:error", () => say("The connection is lost. This page comes back by itself."));
  live.addEventListener("moved", () => location.reload());
  live.addEventListener("gone", (event) => say(event.detail?.data ?? ""));
  setInterval(() => {
    if (!document.hidden && Date.now() - heard > 40000) say("Nothing was heard for a while. This page comes back by itself.");
  }, 5000);

  const log = document.querySelector(".log-scroll");
  live.addEventListener("htmx:sse:after:message", () => {
    ready(document);
    const last = document.querySelector("#lines > li:last-child");
    if (last && last.id !== log.dataset.last) {
      log.dataset.last = last.id;
      document.getElementById("announce").textContent = last.textContent.trim().slice(0, 300);
      last.scrollIntoView({block: "nearest"});
    }
  });

  document.getElementById("older").addEventListener("click", async (event) => {
    const lines = document.getElementById("lines");
    const first = Number(lines.dataset.first);
    if (first <= 1) return (event.target.hidden = true);
    const answer = await fetch(`${table}/log?before=${first}`);
    const more = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lines");
    lines.prepend(...more.children);
    lines.dataset.first = more.dataset.first;
    event.target.hidden = Number(more.dataset.first) <= 1;
  });

  ready(document);
})();
