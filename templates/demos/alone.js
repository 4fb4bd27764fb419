
// The numbers step by themselves; this adds the buttons, the keys, and what is said aloud.
(() => {
  "use strict";

  const demo = document.querySelector("[data-demo]");
  const numbers = [...demo.querySelectorAll("[name=step]")];
  const buttons = demo.querySelector("[data-buttons]");
  const last = numbers.length - 1;
  const now = () => numbers.findIndex((number) => number.checked);
  const aims = { Home: () => 0, ArrowLeft: () => now() - 1, ArrowRight: () => now() + 1, End: () => last };

  const refresh = () => {
    for (const button of buttons.children) {
      const aim = aims[button.dataset.key]();
      button.setAttribute("aria-disabled", String(aim < 0 || aim > last || aim === now()));
    }
  };

  const tell = () => {
    refresh();
    const panel = document.getElementById(`step-${numbers[now()].value}`);
    demo.querySelector("[data-announce]").textContent = panel.dataset.spoken;
  };

  const show = (at) => {
    if (!numbers[at] || at === now()) return;
    numbers[at].checked = true;
    tell();
    if (numbers.includes(document.activeElement)) numbers[at].focus();
  };

  const showAddressed = () => show(numbers.findIndex((number) => location.hash === `#step-${number.value}`));

  demo.addEventListener("change", tell);
  buttons.addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset.key;
    if (key) show(aims[key]());
  });
  document.addEventListener("keydown", (event) => {
    if (!aims[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(aims[event.key]());
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.documentElement.classList.add("tips-closed");
  });
  for (const moved of ["focusin", "mouseover"]) {
    document.addEventListener(moved, (event) => {
      if (event.target.closest?.(".term, .doubt")) document.documentElement.classList.remove("tips-closed");
    });
  }
  window.addEventListener("hashchange", showAddressed);
  window.addEventListener("beforeprint", () => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });

  buttons.hidden = false;
  document.querySelector("[data-keys]").hidden = false;
  refresh();
  showAddressed();
})();
