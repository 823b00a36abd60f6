// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a page and its animation frames.

const $ = (id) => document.getElementById(id);
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function element(kind, attributes, ...inside) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on"))
      made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null)
      made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

// Names as they are written by hand: Greek letters, subscripts and dots' primes; powers in units as superscripts.
const GREEK = {__proto__: null, alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", kappa: "κ", lambda: "λ",
  mu: "μ", nu: "ν", xi: "ξ", rho: "ρ", sigma: "σ", tau: "τ", phi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ",
  Theta: "Θ", Lambda: "Λ", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω"};
function written(name) {
  const parts = name.match(/^([A-Za-z]+?)(?:_?([0-9]+)|_([A-Za-z0-9]+))?('*)$/);
  if (!parts || (!GREEK[parts[1]] && parts[1].length > 1))
    return [name];
  const below = parts[2] ?? parts[3];
  return [GREEK[parts[1]] || parts[1], "′".repeat(parts[4].length), below ? element("sub", {}, GREEK[below] || below) : ""];
}
const inUnits = (unit) => unit.replace(/\^(-?\d+)/g, (all, power) => [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit] ?? "⁻").join(""));

// Six digits, which fit into a field on a phone.
function digits(value) {
  const six = Number(value.toPrecision(6));
  return six !== 0 && Math.abs(six) < 1e-3 ? six.toExponential() : six;
}

const fields = [];
let refused = ""; // why the last value was not taken
function field(entry, read, slider, exact = false) {
  const value = read(), low = entry.low ?? Math.min(0, 2 * value), high = entry.high ?? (value === 0 ? 1 : Math.max(0, 2 * value));
  const act = (event) => {
    try { refused = ""; set(entry.name, event.target.value); } catch (error) { refused = error.message; refresh(); }
  };
  const number = element("input", {type: "number", step: "any", "aria-label": entry.name, onchange: act});
  const range = slider ? element("input", {type: "range", min: low, max: high, step: (high - low) / 500, "aria-label": entry.name, oninput: act}) : element("span");
  if (PAGE.recorded)
    number.disabled = range.disabled = true;
  fields.push(() => {
    const now = read();
    if (document.activeElement !== number)
      number.value = exact ? now : digits(now);
    if (slider && document.activeElement !== range)
      range.value = now;
  });
  const words = [entry.description, entry.unit ? `(${inUnits(entry.unit)})` : ""].filter(Boolean).join(" ");
  return element("div", {class: "value"}, element("b", {title: entry.name}, ...written(entry.name)), range, number, words ? element("small", {}, words) : "");
}

// A slider that moves an input from the current moment on, and a button that returns it to its own course.
function inputField(entry, i) {
  const made = field(entry, () => valueOf(shown, entry.name), true);
  const free = element("button", {"aria-label": `Let go of ${entry.name}`, onclick: () => letGo(entry.name)}, "Let go");
  fields.push(() => { free.hidden = !isHeld(i); });
  made.append(free);
  return made;
}

function claimRows() {
  return PAGE.claims.map((claim, i) => {
    const residual = PAGE.recorded ? claim.residual : worst[i][0] > 0 ? worst[i][0] / (worst[i][1] + worst[i][2] || 1) : worst[i][0];
    const holds = residual <= claim.tolerance;
    const verdict = residual === null || Number.isNaN(residual) ? "undefined" : holds ? (claim.expected ? "holds, though expected to fail" : "within its tolerance")
      : claim.expected ? "fails, as expected" : "fails";
    return {name: claim.name, residual, tolerance: claim.tolerance, verdict, good: holds !== claim.expected && verdict !== "undefined"};
  });
}

let shown = moment, wroteClaims = 0;
function refresh() {
  const at = shown = moment();
  drawScene(at);
  plot($("energy"), "t", "energy", at, 1e-6 * Math.max(1e-3, Math.abs(valueOf(rows[0], "energy"))));
  plot($("path"), $("across").value, $("up").value, at, 1e-9);
  const slider = $("time");
  if (document.activeElement !== slider || playing)
    slider.value = now;
  slider.setAttribute("aria-valuetext", `${now.toFixed(2)} s`);
  $("clock").textContent = `${now.toFixed(2)} s`;
  $("problem").textContent = refused || problem;
  const button = $("play"), word = playing ? "Pause" : "Play";
  if (button.textContent !== word) {
    button.textContent = word;
    button.setAttribute("aria-label", word);
  }
  fields.forEach((update) => update());
  $("question").hidden = !asks();
  if (performance.now() - wroteClaims > 300 || !playing) {
    wroteClaims = performance.now();
    beside.forEach((other, i) => { $(`beside-${i}`).textContent = wordsOf(other); });
    $("claims").replaceChildren(...claimRows().map((claim) => element("tr", {}, element("td", {}, claim.name),
      element("td", {class: claim.good ? "good" : "bad"}, claim.verdict),
      element("td", {class: "number"}, claim.residual === null || Number.isNaN(claim.residual) ? "" : claim.residual.toExponential(1)))));
    $("scene").setAttribute("aria-label", `Scene: t = ${short(now)} s, ` + names.map((name, i) => `${name} = ${short(at.state[i])}`).join(", "));
  }
}

let before = 0;
function frame(time) {
  const passed = Math.min(0.1, (time - before) / 1000);
  before = time;
  const computing = computeOn(6);
  if (playing) {
    const was = now;
    now = Math.min(now + passed, reach());
    if (PAGE.pause !== undefined && !asked && was < PAGE.pause && now >= PAGE.pause) {
      now = PAGE.pause;
      ask();
    }
    if (now >= PAGE.to || (problem && now >= reach()))
      playing = false;
    refresh();
  } else if (computing) {
    refresh();
  }
  requestAnimationFrame(frame);
}

// A story stops at its question, and continues after the answer.
const asks = () => PAGE.pause !== undefined && asked && !playing && now === PAGE.pause;
function ask() {
  asked = true;
  playing = false;
  refresh();
  $("go-on").focus();
}
const wordsOf = (other) => other.ended ? `ends at t = ${short(other.rows[other.rows.length - 1].t)} s`
  : other.agrees ? `differs by at most ${other.apart.toExponential(1)}` : "";
const say = (text) => { $("said").textContent = text; };

function play() {
  if (now >= Math.min(PAGE.to, problem ? reach() : PAGE.to))
    now = 0;
  playing = true;
  say("Playing");
  refresh();
}
function pause() {
  playing = false;
  refresh();
  say(`Paused. ${$("scene").getAttribute("aria-label")}`);
}

// Light or dark: as in the system's settings, unless the user has chosen.
const isDark = () => (document.documentElement.dataset.look || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
function changeLook() {
  document.documentElement.dataset.look = isDark() ? "light" : "dark";
  $("look").textContent = isDark() ? "Light" : "Dark";
  refresh();
}

function besideRows() {
  return beside.map((other, i) => element("label", {class: "beside"},
    element("input", {type: "checkbox", checked: "", "aria-label": `Show ${other.name}`, onchange: (event) => { other.shown = event.target.checked; refresh(); }}),
    element("i", {style: `background: ${other.color}`}), element("span", {}, other.name), element("small", {id: `beside-${i}`})));
}

function keep() {
  const link = element("a", {href: URL.createObjectURL(new Blob([PAGE.text], {type: "text/plain"})), download: `${PAGE.id}.noslip`});
  link.click();
}

function build() {
  const choice = (id, label, chosen) => element("select", {id, "aria-label": label, onchange: refresh},
    ...PAGE.columns.map((name) => element("option", name === chosen ? {selected: ""} : {}, name)));
  const canvas = (id, label) => element("canvas", {id, role: "img", "aria-label": label, tabindex: "0"});
  document.body.append(
    element("header", {}, element("h1", {}, PAGE.title || PAGE.id), element("p", {}, PAGE.summary || ""),
      PAGE.caption ? element("p", {class: "caption"}, PAGE.caption) : "", PAGE.recorded || PAGE.integration ? element("p", {}, PAGE.recorded || PAGE.integration) : "", element("p", {id: "problem", role: "alert"}), element("p", {id: "said", class: "unseen", role: "status"})),
    element("main", {},
      element("div", {},
        element("section", {class: "scene"}, element("canvas", {id: "scene-gl", "aria-hidden": "true"}), canvas("scene", "Scene"),
          element("div", {id: "question", role: "group", "aria-label": "What will happen?", hidden: ""}, element("p", {}, "What will happen?"),
            element("button", {id: "go-on", onclick: play}, "Go on")),
          element("div", {class: "bar"},
            element("button", {id: "play", "aria-label": "Play", onclick: () => playing ? pause() : play()}, "Play"),
            element("button", {"aria-label": "Restart", onclick: restart}, "Restart"),
            element("input", {id: "time", type: "range", min: 0, max: PAGE.to, step: PAGE.to / 2000, value: 0, "aria-label": "Time",
              oninput: (event) => { playing = false; seek(event.target.value); }}),
            element("span", {id: "clock", class: "number"}), element("button", {id: "look", "aria-label": "Light or dark", onclick: changeLook}, isDark() ? "Light" : "Dark"))),
        element("section", {class: "plot"}, element("h2", {}, "Energy"), canvas("energy", "Energy")),
        element("section", {class: "plot"}, element("h2", {}, "Path"), choice("up", "Vertical", PAGE.plot[1]), " against ", choice("across", "Horizontal", PAGE.plot[0]), canvas("path", "Path"))),
      element("div", {},
        PAGE.inputs.length ? element("section", {}, element("h2", {}, "Inputs"), ...PAGE.inputs.map(inputField)) : "",
        beside.length ? element("section", {}, element("h2", {}, "Beside the motion"), ...besideRows()) : "",
        element("section", {}, element("h2", {}, "Parameters"), ...PAGE.parameters.map((entry, i) => field(entry, () => shown.values[i], true, true)),
          PAGE.parameters.length ? "" : element("p", {}, "This system has none.")),
        element("section", {}, element("h2", {}, "State now"), ...PAGE.state.map((entry, i) => field(entry, () => shown.state[i], false))),
        element("section", {}, element("h2", {}, "Claims"), element("p", {}, PAGE.recorded ? "Along the whole motion." : "Along what was computed since the last change."),
          element("table", {}, element("tbody", {id: "claims"}))),
        element("section", {}, element("h2", {}, "The text"), element("p", {}, "Noslip reads it, and every formula on this page comes from it."),
          element("button", {onclick: keep}, "Save the text")))),
    element("footer", {}, element("p", {}, `${[...new Set([PAGE.dynamics, PAGE.formulation])].join(", ")}; written by Noslip ${PAGE.version}`)));
  watchScene($("scene"));
  watchGl($("scene-gl"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refresh);
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, button"))
      return;
    if (event.key === " ") { event.preventDefault(); playing ? pause() : play(); }
    if (event.key === "r") restart();
    if (event.target.matches("canvas"))
      return;
    const steps = {ArrowLeft: -1, ArrowRight: 1, PageUp: -50, PageDown: 50}[event.key];
    if (steps) { event.preventDefault(); pause(); seek(now + steps * PAGE.step); }
    if (event.key === "Home") { event.preventDefault(); pause(); seek(0); }
  });
}

function watchScene(canvas) {
  const held = new Map();
  const spread = () => { const [a, b] = [...held.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
  const zoom = (factor) => { camera.own = true; camera.distance *= factor; refresh(); };
  const turn = (x, y) => {
    camera.own = true;
    camera.azimuth -= x;
    camera.height = Math.min(1.55, Math.max(-0.2, camera.height + y));
    refresh();
  };
  canvas.addEventListener("pointerdown", (event) => { held.set(event.pointerId, {x: event.clientX, y: event.clientY}); canvas.setPointerCapture(event.pointerId); });
  for (const end of ["pointerup", "pointercancel"])
    canvas.addEventListener(end, (event) => held.delete(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last)
      return;
    const was = held.size === 2 ? spread() : 0, next = {x: event.clientX, y: event.clientY};
    held.set(event.pointerId, next);
    if (held.size === 2)
      zoom(was / Math.max(1, spread()));
    else
      turn((next.x - last.x) * 0.008, (next.y - last.y) * 0.008);
  });
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(event.deltaY * 0.001)); }, {passive: false});
  canvas.addEventListener("keydown", (event) => {
    const ways = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1]};
    if (ways[event.key]) { event.preventDefault(); turn(...ways[event.key]); }
    if (event.key === "+") zoom(0.9);
    if (event.key === "-") zoom(1.1);
  });
  window.addEventListener("resize", refresh);
}

// For a recorded motion: the moving parts of the picture replace those of the static picture.
function pictureOf(moving) {
  const list = Array.from(PAGE.still);
  PAGE.moving.forEach((at, i) => { list[at] = moving[i]; });
  return list;
}

if (PAGE.recorded)
  PAGE.rows.forEach((entry) => rows.push({t: entry[0], all: entry.slice(1, 1 + names.length), state: entry.slice(1, 1 + names.length), values,
    columns: entry.slice(1 + PAGE.nState, PAGE.columns.length), picture: pictureOf(entry.slice(PAGE.columns.length))}));
else
  begin(0, PAGE.initial);
aim();
shown = moment();
build();
computeOn(4);
refresh();
window.noslip = {
  system: {id: PAGE.id, title: PAGE.title, text: PAGE.text, toString: () => PAGE.id},
  get time() { return now; },
  get state() { const at = moment(); return Object.fromEntries(names.map((name, i) => [name, at.state[i]])); },
  get parameters() { return Object.fromEntries(PAGE.parameters.map((entry, i) => [entry.name, moment().values[i]])); },
  get claims() { return claimRows(); },
  get columns() { const at = moment(); return Object.fromEntries(PAGE.columns.map((name) => [name, valueOf(at, name)])); },
  get error() { return problem; },
  get overlays() { return beside.map((other) => ({name: other.name, apart: other.apart, state: Object.fromEntries(names.slice(0, PAGE.nState).map((name, i) => [name, momentBeside(other).state[i]]))})); },
  get renderer() { return gl ? "WebGL 2" : "canvas"; },
  get inputs() { const at = moment(); return Object.fromEntries(PAGE.inputs.map((entry) => [entry.name, valueOf(at, entry.name)])); },
  set, letGo, play, pause, seek, restart,
  ready: Promise.resolve(true),
};
requestAnimationFrame(frame);
