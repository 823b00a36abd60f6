// SPDX-License-Identifier: GPL-3.0-or-later
// The motion of a page: integration, its rows, and the displayed moment. The file follows the equations of the system
// and PAGE, the data of its text.

// Dormand and Prince's method of order 5 with error control, projected onto the constraints after each step.
const ORDER = {
  c: [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
  a: [[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]],
  e: [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40],
};
const RTOL = PAGE.rtol ?? 1e-12, ATOL = 0.1 * RTOL, MOST_STEPS = 20000;

function tryStep(program, t, h, from, values) {
  const k = [];
  let next = from;
  for (let stage = 0; stage < 7; stage++) {
    const weights = ORDER.a[stage];
    next = from.map((value, i) => {
      let sum = 0;
      for (let j = 0; j < weights.length; j++)
        sum += weights[j] * k[j][i];
      return value + h * sum;
    });
    k.push(program.flow(t + ORDER.c[stage] * h, next, values));
  }
  let error = 0;
  for (let i = 0; i < from.length; i++) {
    let off = 0;
    for (let j = 0; j < 7; j++)
      off += ORDER.e[j] * k[j][i];
    const ratio = Math.abs(h * off) / (ATOL + RTOL * Math.max(Math.abs(from[i]), Math.abs(next[i])));
    error = Math.max(error, Number.isNaN(ratio) ? Infinity : ratio);
  }
  return [next, error];
}

// The state at `to`, or null if no step is short enough. `motion` has its program, and `length`, that of its last
// accepted step.
function integrate(motion, t, to, from, values) {
  let h = Math.min(to - t, motion.length > 0 ? motion.length : (to - t) / 4);
  for (let n = 0; n < MOST_STEPS && t < to; n++) {
    const last = t + h >= to;
    const step = last ? to - t : h;
    const [next, error] = tryStep(motion.program, t, step, from, values);
    if (error <= 1) {
      t = last ? to : t + step;
      from = motion.program.finishStep(t, next, values);
      if (!last || step > 0.5 * h)
        motion.length = step;
    }
    const factor = error > 0 ? 0.9 * Math.pow(error, -0.2) : 5;
    h = step * Math.min(5, Math.max(0.2, factor));
    if (error <= 1)
      motion.length = h;
    if (!(h > 1e-14 * Math.max(1, Math.abs(t))))
      return null;
  }
  return t >= to && from.every(Number.isFinite) ? from : null;
}

// The motion: a row for each sample, and one for each time of a change.
let values = Array.from(PAGE.values), rows = [], now = 0, playing = false, problem = "", asked = false;
const theMotion = PAGE.recorded ? null : {length: 0, program: {flow, finishStep, start, project, row, picture}};
// The overlays: each has equations and rows of its own.
const beside = (PAGE.overlays || []).map((entry, i) => ({...entry, program: OVERLAYS[i], rows: [], length: 0, shown: true, apart: 0, ended: false}));
let worst = PAGE.claims.map(() => [0, 0, 0]); // |left - right|, and the sum of the terms, those within a rate
const names = PAGE.state.map((entry) => entry.name);

function judge(sides) {
  PAGE.claims.forEach((claim, i) => {
    const at = claim.first, most = worst[i], apart = Math.abs(sides[at] - sides[at + 1]);
    let rates = 0;
    for (let j = 0; j < claim.rates; j++)
      rates += Math.abs(sides[at + 4 + j]);
    most[0] = Number.isNaN(apart) ? NaN : Math.max(most[0], apart);
    most[1] = Math.max(most[1], sides[at + 2] + sides[at + 3]);
    most[2] = Math.max(most[2], rates / PAGE.to);
  });
}

function addRow(t, all) {
  const state = all.slice(0, names.length);
  const entry = {t, all, state, values, columns: PAGE.recorded ? null : row(t, all, values), picture: picture(t, all, values)};
  if (!PAGE.recorded)
    judge(claimSides(t, all, values));
  rows.push(entry);
}

function begin(t, state) {
  worst = PAGE.claims.map(() => [0, 0, 0]);
  theMotion.length = 0;
  problem = "";
  addRow(t, start(t, project(t, state, values), values));
  beside.forEach((other) => beginBeside(other, t));
}

const valuesOf = (other) => values.map((value, i) => other.values[i] ?? value);
// Another formulation starts at the start of the motion; a kept motion continues from its own state.
function beginBeside(other, t) {
  const {program} = other, own = other.rows.filter((entry) => entry.t <= t).pop();
  const multipliers = other.initial.slice(names.length), at = rows[rows.length - 1].state;
  const from = other.agrees && t > 0 ? [...at, ...multipliers] : own ? own.all : other.initial;
  other.rows = other.rows.filter((entry) => entry.t < t);
  Object.assign(other, {length: 0, ended: false});
  other.now = valuesOf(other);
  addBeside(other, t, own && !other.agrees ? program.finishStep(t, from, other.now) : program.start(t, program.project(t, from, other.now), other.now));
}

function addBeside(other, t, all) {
  const state = all.slice(0, PAGE.nState), entry = {t, all, state, values: other.now, columns: other.program.row(t, all, other.now),
    picture: other.program.picture(t, all, other.now)};
  other.rows.push(entry);
  if (other.agrees) {
    const mine = rows[rows.length - 1].state;
    state.forEach((value, i) => { other.apart = Math.max(other.apart, Math.abs(value - mine[i]) / Math.max(1, Math.abs(mine[i]))); });
  }
}

function advanceBeside(other, to) {
  const last = other.rows[other.rows.length - 1];
  const all = other.ended ? null : integrate(other, last.t, to, last.all, other.now);
  if (all === null)
    other.ended = true;
  else
    addBeside(other, to, all);
}

function sampleAfter(t) {
  const k = Math.floor(t / PAGE.step + 1e-9) + 1;
  return Math.min(k * PAGE.step, PAGE.to);
}

const reach = () => rows[rows.length - 1].t;
// Computes for this many milliseconds; false if everything is computed.
function computeOn(milliseconds, until = PAGE.to) {
  const end = performance.now() + milliseconds;
  while (!problem && reach() < Math.min(until, PAGE.to) && performance.now() < end) {
    const last = rows[rows.length - 1], to = sampleAfter(last.t);
    const all = integrate(theMotion, last.t, to, last.all, values);
    if (all === null)
      problem = `The computation could not continue after t = ${last.t.toPrecision(6)} s.`;
    else {
      addRow(to, all);
      beside.forEach((other) => advanceBeside(other, to));
    }
  }
  return !problem && reach() < Math.min(until, PAGE.to);
}

function rowBefore(t, rows) {
  let low = 0, high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle].t <= t)
      low = middle;
    else
      high = middle - 1;
  }
  return rows[low];
}

// The displayed moment: a row, or one computed between two rows.
function moment() {
  const before = rowBefore(now, rows);
  if (before.t === now || PAGE.recorded || now > reach())
    return before;
  const kept = theMotion.length, all = integrate(theMotion, before.t, now, before.all, before.values);
  theMotion.length = kept;
  if (all === null)
    return before;
  return {t: now, all, state: all.slice(0, names.length), values: before.values, columns: row(now, all, before.values),
    picture: picture(now, all, before.values)};
}

// The values of an input: the factor of its own course (0 while the user holds the input), the time t of the change,
// and the constant number that holds from then on. When released, it follows its own course again.
const HELD = (t, number) => [0, t, number, 0, 0, 0], LET_GO = [1, 0, 0, 0, 0, 0];
const isHeld = (input) => !PAGE.recorded && moment().values[PAGE.hands[input]] === 0;

function goOn(at, state) {
  rows = rows.filter((entry) => entry.t < at.t);
  begin(at.t, state);
  computeOn(4);
  refresh();
}

function letGo(name) {
  const input = PAGE.inputs.findIndex((entry) => entry.name === name), at = moment();
  if (input < 0 || PAGE.recorded)
    throw new Error(`no hand holds ${name}`);
  values = Array.from(at.values);
  LET_GO.forEach((number, i) => { values[PAGE.hands[input] + i] = number; });
  goOn(at, Array.from(at.state));
}

// An empty text is no number, other than JavaScript has it.
const numberOf = (value) => typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? Number(value) : NaN;

function set(name, value) {
  const number = numberOf(value), input = PAGE.inputs.findIndex((entry) => entry.name === name), parameter = PAGE.parameters.findIndex((entry) => entry.name === name);
  if (!Number.isFinite(number))
    throw new Error(`${name} needs a finite number, not ${value === "" ? "an empty text" : value}`);
  if (PAGE.recorded)
    throw new Error("this motion was computed before; nothing of it can be set");
  const at = moment(), state = Array.from(at.state), index = names.indexOf(name);
  if (parameter < 0 && index < 0 && input < 0)
    throw new Error(`there is no parameter, input, coordinate or velocity ${name}`);
  values = Array.from(at.values);
  if (input >= 0)
    HELD(at.t, number).forEach((part, i) => { values[PAGE.hands[input] + i] = part; });
  else if (parameter >= 0)
    values[parameter] = number;
  else
    state[index] = number;
  goOn(at, state);
}

function restart() {
  const from = rows[0];
  now = 0;
  asked = false;
  if (!PAGE.recorded && (rows.some((entry) => entry.values !== from.values))) {
    rows = [];
    beside.forEach((other) => { other.rows = []; other.apart = 0; });
    begin(0, from.state);
  }
  refresh();
}

function seek(t) {
  const goal = Math.min(Math.max(numberOf(t), 0), PAGE.to);
  return new Promise((resolve, reject) => {
    if (Number.isNaN(goal)) {
      reject(new Error(`a time in seconds is needed, not ${t}`));
      return;
    }
    const go = () => {
      if (computeOn(12, goal)) {
        setTimeout(go, 0);
        return;
      }
      now = Math.min(goal, reach());
      refresh();
      resolve(now);
    };
    go();
  });
}
