// Sheets in forms: lists grow and shrink, kinds change, and the server says what it thinks of what stands there.
(() => {
  "use strict";
  const PATIENCE = 450;
  let made = 0;

  const rise = (element, selector) => element.closest?.(selector) ?? null;

  // --- lists and kinds ---

  const grow = (button) => {
    const list = rise(button, "[data-list]");
    const group = rise(button, ".group");
    const template = group.querySelector(":scope > template");
    const index = String(Number(list.dataset.next));
    list.dataset.next = Number(index) + 1;
    const copy = document.createElement("template");
    copy.innerHTML = template.innerHTML.replaceAll(template.dataset.token, index);
    const item = copy.content.firstElementChild;
    unsubmit(item);
    group.querySelector(":scope > .items").append(item);
    offerNames(item);
    item.querySelector("input:not([type=hidden]), select, textarea")?.focus();
    return item;
  };

  const shrink = (button) => {
    const item = rise(button, "[data-item]");
    const add = rise(item, ".group").querySelector(":scope > [data-add]");
    item.remove();
    add.focus();
    return add;
  };

  const turn = (select) => {
    for (const kind of rise(select, "[data-either]").querySelectorAll(":scope > [data-kind]")) kind.hidden = kind.dataset.kind !== select.value;
  };

  // Without a script these buttons send the page; Enter in a field must not press them.
  const unsubmit = (root) => {
    for (const button of root.querySelectorAll("[data-add], [data-remove]")) button.type = "button";
    for (const template of root.querySelectorAll("template")) unsubmit(template.content);
  };

  // --- names that stand elsewhere in the sheet, as suggestions ---

  const offerNames = (root) => {
    for (const input of root.querySelectorAll("[data-names]")) {
      input.addEventListener("focus", () => {
        const sheet = rise(input, "[data-sheet]");
        const names = [...sheet.querySelectorAll(`[data-part="${CSS.escape(input.dataset.names)}"] [data-part="name"] input`)];
        const options = document.createElement("datalist");
        options.id = `names-${++made}`;
        for (const name of names) if (name.value) options.append(new Option(name.value));
        document.getElementById(input.getAttribute("list"))?.remove();
        input.after(options);
        input.setAttribute("list", options.id);
      });
    }
  };

  // --- what is wrong, beside its field ---

  const steps = (field) => [...field.matchAll(/\.?([^.[\]]+)|\[(\d+)\]/g)].map((found) => found[2] ?? found[1]);

  const seen = (element) => !rise(element, "[hidden]");

  // The element that a refusal names: sheet.talents[1].level.
  const spot = (form, field) => {
    const [name, ...inner] = steps(field);
    let at = form.querySelector(`[data-sheet="${CSS.escape(name)}"]`);
    for (const step of at ? inner : []) {
      const near = (selector) => [...at.querySelectorAll(selector)].filter(seen);
      let next = near(`[data-part="${CSS.escape(step)}"]`)[0];
      if (!next && /^\d+$/.test(step)) {
        const items = near("[data-item]").filter((item) => {
          const outer = rise(item.parentElement, "[data-item]");
          return !outer || outer === at || !at.contains(outer);
        });
        next = items.sort((one, other) => one.dataset.index - other.dataset.index)[Number(step)];
      }
      if (!next) break;
      at = next;
    }
    return at;
  };

  // What describes an input: its help, which came with the page, and what is wrong with it.
  const describe = (input, note) => {
    input.dataset.help ??= input.getAttribute("aria-describedby") ?? "";
    const told = [input.dataset.help, note?.id].filter(Boolean).join(" ");
    if (told) input.setAttribute("aria-describedby", told);
    else input.removeAttribute("aria-describedby");
  };

  const quiet = (form) => {
    for (const note of form.querySelectorAll("[data-sheet] .amiss")) note.hidden = true;
    for (const input of form.querySelectorAll("[data-sheet] [aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      describe(input);
    }
  };

  const mark = (form, fault, focus) => {
    const at = spot(form, fault.field ?? "");
    const note = at?.querySelector(".amiss");
    if (!note) return false;
    const input = at.querySelector("input:not([type=hidden]), select, textarea");
    if (!focus && input && !input.dataset.touched) return true;
    note.textContent = fault.clause ? `${fault.detail} (${fault.clause})` : fault.detail;
    note.hidden = false;
    note.id ||= `amiss-${++made}`;
    input?.setAttribute("aria-invalid", "true");
    if (input) describe(input, note);
    for (let fold = rise(note, "details"); fold; fold = rise(fold.parentElement, "details")) fold.open = true;
    if (focus) input?.focus();
    return true;
  };

  // --- asking the server, a moment after the last key ---

  const waiting = new WeakMap();
  const asked = new WeakMap();

  const check = async (form) => {
    const turn = (asked.get(form) ?? 0) + 1;
    asked.set(form, turn);
    const draft = form.hasAttribute("data-draft");
    const body = new URLSearchParams(new FormData(form));
    if (draft) body.set("_do", "keep");
    try {
      const answer = await fetch(draft ? form.action : form.action.replace(/\/order$/, "/check"), {method: "POST", body, headers: {Accept: "application/json"}});
      if (!answer.ok || asked.get(form) !== turn) return;
      const said = await answer.json();
      quiet(form);
      const place = form.querySelector("[data-standing]");
      if (place && said.html !== undefined) place.innerHTML = said.html;
      if (draft) document.querySelector("[data-refused]")?.remove(); // it spoke of what was handed in
      if (said.fault) mark(form, said.fault, false);
      form.querySelector("[data-kept]")?.replaceChildren(draft ? "Kept on the server as you type." : "");
    } catch {
      form.querySelector("[data-kept]")?.replaceChildren("The server cannot be reached; what you wrote is still here.");
    }
  };

  const soon = (form) => {
    clearTimeout(waiting.get(form));
    waiting.set(form, setTimeout(() => check(form), PATIENCE));
  };

  const formOf = (element) => {
    const form = rise(element, "form");
    return form?.querySelector("[data-sheet]") ? form : null;
  };

  document.addEventListener("click", (event) => {
    const button = rise(event.target, "[data-add], [data-remove]");
    if (!button || !rise(button, "[data-sheet]")) return;
    event.preventDefault();
    const form = formOf(button);
    if (button.hasAttribute("data-add")) grow(button);
    else shrink(button);
    if (form) soon(form);
  });

  document.addEventListener("input", (event) => {
    if (!rise(event.target, "[data-sheet]")) return;
    event.target.dataset.touched = "1";
    if (event.target.hasAttribute("data-is")) turn(event.target);
    const form = formOf(event.target);
    if (form) soon(form);
  });

  // A form of the table was refused: the place may be deep in a sheet.
  document.addEventListener("refused", (event) => {
    quiet(event.target);
    if (mark(event.target, event.detail, true)) event.preventDefault();
  });

  // Whoever goes from a table to a rule sees the rulings of that table there.
  document.addEventListener("click", (event) => {
    const link = rise(event.target, 'a[href*="/rules/"]');
    const table = document.getElementById("live")?.dataset.table;
    if (!link || !table) return;
    const to = new URL(link.href);
    to.searchParams.set("table", table.split("/").pop());
    link.href = to;
  });

  const ready = (root) => {
    unsubmit(root);
    offerNames(root);
    for (const fault of root.querySelectorAll("[data-fault]")) {
      const form = formOf(fault);
      if (form) mark(form, JSON.parse(fault.dataset.fault), true);
    }
  };

  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.nodeType === 1) ready(node);
  }).observe(document.documentElement, {childList: true, subtree: true});
  ready(document);
})();
