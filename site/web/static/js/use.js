// What plain forms leave over in “Use in a lesson”: a button that copies, and the height that the preview asks for.
(() => {
  "use strict";

  const ready = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = button.dataset.done;
  });

  window.addEventListener("message", (event) => {
    const preview = document.querySelector("[data-preview]");
    if (event.source !== preview?.contentWindow || typeof event.data !== "string") return;
    const said = JSON.parse(event.data);
    if (said.subject !== "lti.frameResize") return;
    const line = document.querySelector("[data-fits]");
    line.textContent = line.dataset.says.replace("#", said.height);
    if (document.getElementById("id_height").value !== preview.dataset.preview) return; // somebody chose a height
    const snippet = document.getElementById("snippet");
    snippet.value = snippet.value.replace(/ height="\d+"/, ` height="${said.height}"`);
    preview.height = said.height;
  });

  document.addEventListener("htmx:afterSettle", ready);
  ready();
})();
