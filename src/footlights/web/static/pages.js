// Pages to read: what is typed into the search filters clauses at once, and a sheet can be sent to the printer.
(() => {
  "use strict";
  const search = document.querySelector("[data-filter]");
  if (search) {
    const entries = [...document.querySelectorAll("[data-clause]")];
    const count = document.querySelector("[data-count]");
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.clause.includes(word));
      for (const chapter of document.querySelectorAll("[data-chapter]")) chapter.hidden = !chapter.querySelector("[data-clause]:not([hidden])");
      const shown = entries.filter((entry) => !entry.hidden).length;
      count.textContent = words.length ? `${shown} of ${entries.length} clauses` : `${entries.length} clauses`;
    });
  }
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
})();
