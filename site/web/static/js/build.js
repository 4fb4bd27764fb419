// The builder, where plain forms leave something over: a card goes into its place at a click.
(() => {
  "use strict";

  const OPEN = "..";
  let edits = 0; // how often the form has been touched
  let asked = 0; // how often it had been when the last question was sent

  const sheet = () => document.getElementById("sheet");
  const isOpen = (word) => /^[.…_–-]+$/.test(word);

  for (const touched of ["input", "change"]) {
    document.addEventListener(touched, (event) => {
      if (event.target.form && event.target.form === sheet()) edits += 1;
    });
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target === sheet()) asked = edits;
  });

  // An answer to what has been changed since must not undo the change; another answer is on its way.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (asked !== edits) event.detail.shouldSwap = false;
  });

  const written = (word) => word[0].toUpperCase() + word.slice(1).toLowerCase();

  // The same as `put` in builder/order.py.
  const put = (line, place, pattern) => {
    const words = line.split(/[\s,]+/).filter(Boolean).map((word) => (isOpen(word) ? OPEN : written(word)));
    if (!pattern.endsWith("?")) words.forEach((word, at) => { if (word === pattern) words[at] = OPEN; });
    while (words.length < place) words.push(OPEN);
    words[place - 1] = pattern;
    while (words.length && words.at(-1) === OPEN) words.pop();
    return words.join(" ");
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.('[data-palette] button[value^="put "]');
    const form = button?.form;
    if (!form || !window.htmx || form.elements.order.value === "deck") return;
    const chosen = form.querySelector('[name="place"]:checked');
    if (!chosen) return;
    event.preventDefault();
    const deal = Number(form.elements.deal?.value) || 1;
    const tops = form.elements.tops;
    const lines = tops.value.split("\n");
    while (lines.length < deal) lines.push("");
    lines[deal - 1] = put(lines[deal - 1], Number(chosen.value), button.value.slice(4));
    tops.value = lines.join("\n");
    const place = chosen.closest(".place");
    place.querySelector("b").textContent = button.textContent;
    document.querySelector("[data-put]").textContent = `${chosen.value}: ${button.getAttribute("aria-label")}`;
    const next = place.nextElementSibling?.querySelector('[name="place"]');
    if (next) next.checked = true;
    tops.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
