// What plain links and htmx leave over: stepping by key, saying each step once, keeping the focus.
(() => {
  "use strict";

  const KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];
  const waiting = new WeakMap(); // demo -> keys pressed while a step was under way

  const came = new Set(); // demonstrations that have just come into sight: nobody has stepped, so nothing is said

  const stepping = new Set(); // demonstrations that had the focus when their panel was exchanged

  const demoOf = (target) => target?.closest?.("[data-demo]");

  // A key belongs to the demonstration with the focus; on a page that shows nothing else it needs no focus.
  const addressed = (event) => {
    if (event.target !== document.body) return demoOf(event.target);
    return document.querySelector("main > [data-demo]");
  };

  const press = (demo, key) => demo.querySelector(`a[href][data-key="${key}"]`)?.click();

  document.addEventListener("keydown", (event) => {
    if (!KEYS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.defaultPrevented || event.target.closest("input, textarea, select, [contenteditable]")) return;
    const demo = addressed(event);
    if (!demo) return;
    event.preventDefault();
    const queue = waiting.get(demo);
    if (queue) queue.push(event.key);
    else press(demo, event.key);
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const demo = demoOf(event.target);
    if (demo && !waiting.has(demo)) waiting.set(demo, []);
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const panel = event.detail.target;
    if (panel?.matches?.(".waiting")) came.add(demoOf(panel));
    else if (demoOf(panel) && panel.contains(document.activeElement)) stepping.add(demoOf(panel));
  });

  const done = (event) => {
    const demo = demoOf(event.target);
    const queue = demo && waiting.get(demo);
    if (!queue) return;
    waiting.delete(demo);
    while (queue.length && !waiting.has(demo)) press(demo, queue.shift());
    if (waiting.has(demo)) waiting.get(demo).push(...queue);
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    const demo = demoOf(event.target);
    // What had the focus may not be there any more: then it goes to where stepping goes on.
    if (stepping.delete(demo) && document.activeElement === document.body) {
      demo.querySelector(".steps .next").focus({ preventScroll: true });
    }
    const panel = demo?.querySelector("[data-spoken]");
    if (panel && !came.delete(demo)) demo.querySelector("[data-announce]").textContent = panel.dataset.spoken;
    done(event);
  });

  // Without an answer the plain link still works: follow it.
  for (const failure of ["htmx:sendError", "htmx:responseError"]) {
    document.addEventListener(failure, (event) => {
      const link = event.detail.elt;
      waiting.delete(demoOf(link));
      if (link.href) window.location.assign(link.href);
    });
  }

  // A paragraph that tells a step and the demonstration that shows it light up together.
  const panels = () => [...document.querySelectorAll(".panel[data-step]")];

  const light = () => {
    const shown = new Set(panels().map((panel) => panel.dataset.step));
    const told = new Set();
    for (const passage of document.querySelectorAll("[data-tells]")) {
      const now = shown.has(passage.dataset.tells);
      passage.classList.toggle("told-now", now);
      if (now) told.add(passage.dataset.tells);
    }
    for (const panel of panels()) panel.classList.toggle("told-now", told.has(panel.dataset.step));
  };

  // Brings the demonstration of this page to the step that a paragraph tells; false where there is none.
  const tell = (passage) => {
    const [slug, step] = passage.dataset.tells.split(" ");
    const panel = panels().find((each) => each.dataset.step.startsWith(`${slug} `));
    if (!panel || !window.htmx) return false;
    if (panel.dataset.step === passage.dataset.tells) return true;
    const link = passage.querySelector(".at-step");
    const place = panel.id.slice(slug.length + 1);
    window.htmx.ajax("GET", `${link.pathname}?step=${step}${place && `&place=${place}`}`, {
      source: panel,
      target: panel,
      swap: "outerHTML show:none ignoreTitle:true",
    });
    return true;
  };

  document.addEventListener("click", (event) => {
    const passage = event.target.closest?.(".at-step")?.closest("[data-tells]");
    if (!passage || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (tell(passage)) event.preventDefault();
  });

  const toldByAddress = () => {
    const passage = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (passage?.dataset.tells) tell(passage);
  };

  document.addEventListener("htmx:afterSettle", light);
  window.addEventListener("hashchange", toldByAddress);
  document.addEventListener("DOMContentLoaded", () => {
    light();
    toldByAddress();
  });

  // A restored page is new to the eye and to the focus alike: put the focus back where stepping goes on.
  document.addEventListener("htmx:historyRestore", () => {
    document.querySelector("main > [data-demo] a.next")?.focus({ preventScroll: true });
  });

  // A definition that opened on hover or focus closes on Escape.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.documentElement.classList.add("tips-closed");
  });
  for (const moved of ["focusin", "mouseover"]) {
    document.addEventListener(moved, (event) => {
      if (event.target.closest?.(".term, .doubt")) document.documentElement.classList.remove("tips-closed");
    });
  }
})();
