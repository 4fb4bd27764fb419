// The reader's choice of light or dark, kept on this device; it runs before the page is drawn.
(() => {
  "use strict";

  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage is closed to us: the system's choice holds
    }
  };
  const keep = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // then it holds for this page
    }
  };
  const kept = read();
  if (["light", "dark"].includes(kept)) root.dataset.theme = kept;

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    if (!button) return;
    const show = () => {
      button.textContent = isDark() ? button.dataset.light : button.dataset.dark;
      button.hidden = false;
    };
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      keep(root.dataset.theme);
      show();
    });
    show();
  });
})();
