// An embed and the page that frames it: it keeps room for its longest step, tells its height, and can fill the screen.
(() => {
  "use strict";

  const root = document.documentElement;
  const framed = window.parent !== window;
  const secret = /[#&?]secret=([A-Za-z0-9]+)/.exec(location.hash)?.[1]; // a WordPress page knows its frame by it
  const LEAST = 200;
  const MOST = 1000; // what WordPress gives a frame
  let told = 0; // the height that the host knows
  let greeted = false; // whether the host speaks H5P's dialect

  const post = (message) => window.parent.postMessage(message, "*");
  const height = () => Math.ceil(document.querySelector("main").getBoundingClientRect().height);

  // All steps are laid out unseen once, so that none is higher than another and the host never jumps.
  const reserve = () => {
    const ghost = document.querySelector("[data-ghost]");
    const panel = document.querySelector(".panel");
    if (!ghost || !panel) return;
    ghost.style.width = `${panel.clientWidth}px`;
    ghost.hidden = false;
    for (const part of ["told", "accounts"]) {
      const heights = [...ghost.querySelectorAll(`:scope > .${part}`)].map((each) => each.getBoundingClientRect().height);
      root.style.setProperty(`--${part}`, `${Math.ceil(Math.max(0, ...heights))}px`);
    }
    ghost.hidden = true;
  };

  const tell = () => {
    const now = height();
    if (!framed || now === told) return;
    told = now;
    post(JSON.stringify({ subject: "lti.frameResize", height: now }));
    if (secret) post({ secret, message: "height", value: Math.max(LEAST, Math.min(now, MOST)) });
    if (greeted) prepare();
  };

  const prepare = () =>
    post({ context: "h5p", action: "prepareResize", scrollHeight: height(), clientHeight: window.innerHeight });

  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.data?.context !== "h5p") return;
    switch (event.data.action) {
      case "ready":
        post({ context: "h5p", action: "hello" });
        break;
      case "hello":
        greeted = true;
        prepare();
        break;
      case "resize": // the window of the host has another width
        prepare();
        break;
      case "resizePrepared":
        post({ context: "h5p", action: "resize", scrollHeight: height(), height: height() });
        break;
    }
  });

  const fill = () => {
    const button = document.querySelector("[data-fullscreen]");
    if (!button || !document.fullscreenEnabled) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else root.requestFullscreen();
    });
  };

  const begin = () => {
    fill();
    reserve();
    if (framed) post({ context: "h5p", action: "hello" });
    new ResizeObserver(tell).observe(document.querySelector("main"));
    let width = window.innerWidth;
    window.addEventListener("resize", () => {
      if (window.innerWidth === width) return;
      width = window.innerWidth;
      reserve();
    });
    document.fonts.ready.then(reserve);
  };

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
