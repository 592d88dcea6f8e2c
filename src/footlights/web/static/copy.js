// Buttons that copy a link. Where the browser does not let us (no HTTPS), the link is selected instead.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Selected: copy it now";
      }
    });
  }
})();
