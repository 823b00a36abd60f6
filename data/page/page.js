// SPDX-License-Identifier: GPL-3.0-or-later
// What every page shares. Above it stand the equations of the system and, as PAGE, what the text says of it.

// Prince and Dormand's method of order 5 with error control, brought back onto the constraints after each step.
const ORDER = {
  c: [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
  a: [[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]],
  e: [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40],
};
const RTOL = 1e-12, ATOL = 1e-13, MOST_STEPS = 20000;

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

// The state at `to`, or null where no step is short enough. `motion` has its program, and `length`, that of its last
// step that was good.
function integrate(motion, t, to, from, values) {
  let h = Math.min(to - t, motion.length > 0 ? motion.length : (to - t) / 4);
  for (let n = 0; n < MOST_STEPS && t < to; n++) {
    const last = t + h >= to;
    const step = last ? to - t : h;
    const [next, error] = tryStep(motion.program, t, step, from, values);
    if (error <= 1) {
      t = last ? to : t + step;
      from = motion.program.bring(t, next, values);
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

// The motion: a row for each sample, and one for each time at which something was changed.
let values = Array.from(PAGE.values), rows = [], now = 0, playing = false, told = "", asked = false;
const theMotion = PAGE.recorded ? null : {length: 0, program: {flow, bring, start, project, row, picture}};
// What is shown beside the motion: each has equations and rows of its own.
const beside = (PAGE.overlays || []).map((entry, i) => ({...entry, program: OVERLAYS[i], rows: [], length: 0, shown: true, apart: 0, ended: false}));
let worst = PAGE.claims.map(() => [0, 0, 0]); // |left - right|, the sum of the terms, those under a rate
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
  told = "";
  addRow(t, start(t, project(t, state, values), values));
  beside.forEach((other) => beginBeside(other, t));
}

const valuesOf = (other) => PAGE.parameters.map((entry, i) => other.values[entry.name] ?? values[i]);
// Another formulation starts where the motion does; a motion of its own goes on from where it is.
function beginBeside(other, t) {
  const {program} = other, own = other.rows.filter((entry) => entry.t <= t).pop();
  const multipliers = other.initial.slice(names.length), at = rows[rows.length - 1].state;
  const from = other.agrees && t > 0 ? [...at, ...multipliers] : own ? own.all : other.initial;
  other.rows = other.rows.filter((entry) => entry.t < t);
  Object.assign(other, {length: 0, ended: false});
  other.now = valuesOf(other);
  addBeside(other, t, own && !other.agrees ? program.bring(t, from, other.now) : program.start(t, program.project(t, from, other.now), other.now));
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
// Computes on for so many milliseconds; false where there is nothing left to compute.
function computeOn(milliseconds, until = PAGE.to) {
  const end = performance.now() + milliseconds;
  while (!told && reach() < Math.min(until, PAGE.to) && performance.now() < end) {
    const last = rows[rows.length - 1], to = sampleAfter(last.t);
    const all = integrate(theMotion, last.t, to, last.all, values);
    if (all === null)
      told = `The computation could not go on after t = ${last.t.toPrecision(6)} s.`;
    else {
      addRow(to, all);
      beside.forEach((other) => advanceBeside(other, to));
    }
  }
  return !told && reach() < Math.min(until, PAGE.to);
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

// The moment `now`: a row, or one computed between two of them.
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

function set(name, value) {
  const number = Number(value), parameter = PAGE.parameters.findIndex((entry) => entry.name === name);
  if (!Number.isFinite(number))
    throw new Error(`${name} needs a finite number, not ${value}`);
  if (PAGE.recorded)
    throw new Error("this motion was computed before; nothing of it can be set");
  const at = moment(), state = Array.from(at.state), index = names.indexOf(name);
  if (parameter < 0 && index < 0)
    throw new Error(`there is no parameter, coordinate or velocity ${name}`);
  values = Array.from(at.values);
  if (parameter >= 0)
    values[parameter] = number;
  else
    state[index] = number;
  rows = rows.filter((entry) => entry.t < at.t);
  begin(at.t, state);
  computeOn(4);
  refresh();
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
  const goal = Math.min(Math.max(Number(t), 0), PAGE.to);
  return new Promise((resolve) => {
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

// Pictures.
const $ = (id) => document.getElementById(id);
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const size = (a) => Math.hypot(a[0], a[1], a[2]);
const unit = (a) => { const l = size(a); return l > 0 ? a.map((v) => v / l) : [0, 0, 1]; };

// Matrices of three columns.
const times = (m, v) => [0, 1, 2].map((i) => m[0][i] * v[0] + m[1][i] * v[1] + m[2][i] * v[2]);
const product = (m, n) => n.map((column) => times(m, column));
function axisFrame(axis) {
  const c = unit(axis), flat = Math.hypot(c[0], c[1]);
  const a = flat > 1e-9 ? [-c[1] / flat, c[0] / flat, 0] : [1, 0, 0];
  return [a, cross(c, a), c];
}
function turnOf(kind, v) {
  if (kind === "q") {
    const norm = Math.hypot(...v), [w, x, y, z] = v.map((value) => value / norm);
    return [[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
      [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
      [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]];
  }
  const m = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], i = {x: 1, y: 2, z: 0}[kind], j = (i + 1) % 3;
  m[i][i] = m[j][j] = Math.cos(v[0]);
  m[i][j] = Math.sin(v[0]);
  m[j][i] = -m[i][j];
  return m;
}

// The values of one statement: the layout is that of the page's writer.
function readDraw(draw, list) {
  let at = draw.first;
  const take = (n) => list.slice(at, at += n);
  const drawn = {at: take(3), along: take(3), radius: take(1)[0], tube: take(1)[0], z: take(1)[0], spin: take(1)[0], points: []};
  for (let i = 0; i < draw.points; i++)
    drawn.points.push(take(3));
  drawn.turn = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  for (const kind of draw.turns)
    drawn.turn = product(turnOf(kind, take(kind === "q" ? 4 : 1)), drawn.turn);
  return drawn;
}

function ring(n, radius, z) {
  return Array.from({length: n}, (_, i) => [radius * Math.cos(2 * Math.PI * i / n), radius * Math.sin(2 * Math.PI * i / n), z]);
}

// Faces in the body's own axes, each with how strongly it is coloured.
function lathe(profile, n) {
  const faces = [], rings = profile.map(([r, z]) => ring(n, r, z));
  for (let k = 0; k + 1 < rings.length; k++)
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      faces.push({points: [rings[k][i], rings[k][j], rings[k + 1][j], rings[k + 1][i]], part: i / n, row: k});
    }
  return faces;
}
const BALL = lathe(Array.from({length: 13}, (_, k) => [Math.sin(Math.PI * k / 12), -Math.cos(Math.PI * k / 12)]), 24);
const DRUM = [...lathe([[1, 0], [1, 1]], 36), {points: ring(36, 1, 1), part: 0, row: 9}, {points: ring(36, 1, 0).reverse(), part: 0, row: 9}];
const PEAK = [...lathe([[1, 0], [0, 1]], 36), {points: ring(36, 1, 0).reverse(), part: 0, row: 9}];
const CUBE = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]].map((corners, row) => ({
  points: corners.map((c) => [[-0.5, -0.5, -0.5], [0.5, -0.5, -0.5], [0.5, 0.5, -0.5], [-0.5, 0.5, -0.5],
    [-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]][c]), part: 0, row}));
function torus(ratio) {
  return lathe(Array.from({length: 13}, (_, k) => [1 + ratio * Math.cos(2 * Math.PI * k / 12), ratio * Math.sin(2 * Math.PI * k / 12)]), 36);
}

const wears = (draw) => draw.pattern || (draw.turns.length > 0 && (draw.kind === "sphere" || draw.kind === "ellipsoid") ? "beach" : "");
const BEACH = ["#d55e00", "#f4f1ea", "#0072b2", "#f4f1ea", "#009e73", "#f4f1ea"];
function faceColor(draw, face) {
  const own = draw.color || "#8fa3b5";
  if (wears(draw) === "beach")
    return BEACH[Math.floor(face.part * 6 + 1e-9) % 6];
  if (wears(draw) === "grid" || draw.kind === "disk" || draw.kind === "torus")
    return Math.floor(face.part * 12 + 1e-9) % 2 ? own : shade(own, 0.86);
  return own;
}
// A colour, also one that has a name, made darker or lighter.
function shade(color, factor) {
  return `rgb(${rgb(color).map((part) => Math.round(Math.min(255, 255 * part * factor))).join(",")})`;
}

// The body's faces, where it stands: p = at + turn · frame · scale · q, the name of its mesh, the ratio of a ring's radii
// and how much lower the mesh lies along its third axis.
function bodyOf(draw, drawn) {
  const {along, radius} = drawn, plain = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const scaled = (frame, x, y, z) => [frame[0].map((v) => v * x), frame[1].map((v) => v * y), frame[2].map((v) => v * z)];
  switch (draw.kind) {
  case "box": return [CUBE, product(drawn.turn, scaled(plain, ...along.map(Math.abs))), "cube", 0, 0];
  case "sphere": return [BALL, product(drawn.turn, scaled(plain, radius, radius, radius)), "ball", 0, 0];
  case "ellipsoid": return [BALL, product(drawn.turn, scaled(plain, along[0] / 2, along[1] / 2, along[2] / 2)), "ball", 0, 0];
  case "disk": {
    const thin = 0.06 * radius, frame = scaled(axisFrame(along), radius, radius, thin);
    return [DRUM.map((face) => ({...face, points: face.points.map((p) => [p[0], p[1], p[2] - 0.5])})), product(drawn.turn, frame), "drum", 0, 0.5];
  }
  case "torus": return [torus(drawn.tube / radius), product(drawn.turn, scaled(axisFrame(along), radius, radius, radius)), "ring", drawn.tube / radius, 0];
  case "cylinder":
  case "cone": {
    const way = sub(along, drawn.at);
    return [draw.kind === "cone" ? PEAK : DRUM, scaled(axisFrame(way), radius, radius, size(way)), draw.kind === "cone" ? "peak" : "drum", 0, 0];
  }
  default: return null;
  }
}

const camera = {azimuth: -1.1, height: 0.55, distance: 0, target: [0, 0, 0], own: false};
function aim() {
  const [from, to] = PAGE.camera || [[-2, -3, 2.4], [0, 0, 0]], way = sub(from, to);
  camera.azimuth = Math.atan2(way[1], way[0]);
  camera.height = Math.asin(way[2] / size(way));
  camera.distance = camera.given = size(way);
  camera.target = to;
}
// The camera follows what the motion reaches until somebody turns it.
const seen = {};
const forget = () => Object.assign(seen, {low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity], n: 0});
forget();
function look() {
  if (rows.length < seen.n || (seen.n > 1 && rows[seen.n - 1].t > now))
    forget();
  for (; seen.n < rows.length && (seen.n === 0 || rows[seen.n].t <= now); seen.n++)
    for (const draw of PAGE.draws) {
      const point = rows[seen.n].picture.slice(draw.first, draw.first + 3);
      if (draw.kind === "ground" || !point.every(Number.isFinite))
        continue;
      seen.low = seen.low.map((value, i) => Math.min(value, point[i]));
      seen.high = seen.high.map((value, i) => Math.max(value, point[i]));
    }
  if (camera.own || !Number.isFinite(seen.low[0]))
    return;
  const reachOf = size(sub(seen.high, seen.low));
  camera.target = seen.low.map((value, i) => (value + seen.high[i]) / 2);
  camera.distance = Math.max(camera.given, 1.1 * reachOf + 0.5 * camera.given);
}

function projector(width, height) {
  const {azimuth, height: up, distance, target} = camera;
  const back = [Math.cos(up) * Math.cos(azimuth), Math.cos(up) * Math.sin(azimuth), Math.sin(up)];
  const eye = target.map((value, i) => value + distance * back[i]);
  const right = [-Math.sin(azimuth), Math.cos(azimuth), 0], top = cross(back, right);
  const scale = 1.6 * Math.min(height, width);
  return (p) => {
    const v = sub(p, eye), depth = -dot(v, back);
    return depth > 0.02 * distance ? [width / 2 + scale * dot(v, right) / depth, height / 2 - scale * dot(v, top) / depth, depth] : null;
  };
}

function fit(canvas) {
  const ratio = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
  const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return [context, box.width, box.height];
}

function drawLine(context, project, points, color, width) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.beginPath();
  let pen = false;
  for (const point of points) {
    const at = point.every(Number.isFinite) ? project(point) : null;
    if (at && pen)
      context.lineTo(at[0], at[1]);
    else if (at)
      context.moveTo(at[0], at[1]);
    pen = at !== null;
  }
  context.stroke();
}

function drawGround(context, project, z) {
  const span = camera.distance, step = Math.pow(10, Math.floor(Math.log10(span / 2))), [x, y] = camera.target;
  const n = Math.min(30, Math.ceil(span * 1.5 / step)), at = (v) => Math.round(v / step) * step;
  for (let k = -n; k <= n; k++) {
    const strong = Math.abs(k) % 5 === 0;
    const line = (a, b) => drawLine(context, project, [a, b], strong ? "rgba(128,128,128,0.35)" : "rgba(128,128,128,0.15)", 1);
    const parts = 8, gx = at(x) + k * step, gy = at(y) + k * step;
    for (let i = -parts; i < parts; i++) {
      line([gx, at(y) + i / parts * n * step, z], [gx, at(y) + (i + 1) / parts * n * step, z]);
      line([at(x) + i / parts * n * step, gy, z], [at(x) + (i + 1) / parts * n * step, gy, z]);
    }
  }
}

function drawArrow(context, project, from, along, color) {
  const to = from.map((value, i) => value + along[i]), a = project(from), b = project(to);
  if (!a || !b)
    return;
  drawLine(context, project, [from, to], color, 3);
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  if (Math.hypot(b[0] - a[0], b[1] - a[1]) < 6)
    return;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(b[0], b[1]);
  context.lineTo(b[0] - 11 * Math.cos(angle - 0.4), b[1] - 11 * Math.sin(angle - 0.4));
  context.lineTo(b[0] - 11 * Math.cos(angle + 0.4), b[1] - 11 * Math.sin(angle + 0.4));
  context.fill();
}

// Where a motion has been, with the time of each point.
function trailOf(motion, draw, drawn) {
  const stride = Math.max(1, Math.floor(motion.rows.length / 4000));
  const points = motion.rows.filter((entry, i) => i % stride === 0 && entry.t <= now).map((entry) => [...entry.picture.slice(draw.first, draw.first + 3), entry.t]);
  points.push([...drawn.at, now]);
  return points;
}

const LIGHT = unit([-0.4, -0.5, 0.9]);
function addFaces(faces, project, draw, drawn, tint) {
  const [own, matrix] = bodyOf(draw, drawn) || [[], null];
  for (const face of own) {
    const points = face.points.map((p) => times(matrix, p).map((value, i) => value + drawn.at[i]));
    const flat = points.map(project);
    if (flat.some((point) => point === null || !Number.isFinite(point[0])))
      continue;
    const normal = unit(cross(sub(points[1], points[0]), sub(points[2], points[0])));
    let area = 0;
    flat.forEach((p, i) => { const q = flat[(i + 1) % flat.length]; area += p[0] * q[1] - q[0] * p[1]; });
    if (Math.abs(area) < 1e-3)
      continue;
    faces.push({flat, tint, depth: flat.reduce((sum, p) => sum + p[2], 0) / flat.length,
      color: shade(tint || faceColor(draw, face), 0.62 + 0.42 * Math.abs(dot(normal, LIGHT)))});
  }
}

function drawFaces(context, faces) {
  faces.sort((a, b) => b.depth - a.depth);
  for (const face of faces) {
    context.globalAlpha = face.tint ? 0.4 : 1;
    context.fillStyle = context.strokeStyle = face.color;
    context.lineWidth = 0.7;
    context.beginPath();
    face.flat.forEach((p, i) => i ? context.lineTo(p[0], p[1]) : context.moveTo(p[0], p[1]));
    context.closePath();
    context.fill();
    context.stroke();
  }
  context.globalAlpha = 1;
}

// The motion and those beside it as they are now: each with its rows, and a tint where it is not the page's own.
function motionsAt(at) {
  const motions = [{rows, tint: null, drawn: PAGE.draws.map((draw) => readDraw(draw, at.picture))}];
  for (const other of beside)
    if (other.shown && other.rows.length > 0 && !(other.ended && other.rows[other.rows.length - 1].t < now)) {
      const entry = momentBeside(other);
      motions.push({rows: other.rows, tint: other.color, drawn: PAGE.draws.map((draw) => readDraw(draw, entry.picture))});
    }
  return motions;
}
function momentBeside(other) {
  const before = rowBefore(now, other.rows);
  if (before.t >= now || now > other.rows[other.rows.length - 1].t)
    return before;
  const kept = other.length, all = integrate(other, before.t, now, before.all, before.values);
  other.length = kept;
  return all === null ? before : {...before, t: now, all, state: all.slice(0, PAGE.nState), columns: other.program.row(now, all, before.values),
    picture: other.program.picture(now, all, before.values)};
}

function drawFlat(context, project, motions) {
  const faces = [], later = [];
  for (const {rows: list, tint, drawn: all} of [...motions].reverse())
    PAGE.draws.forEach((draw, i) => {
      const drawn = all[i], color = tint || draw.color;
      if (draw.kind === "ground" && !tint)
        drawGround(context, project, Number.isFinite(drawn.z) ? drawn.z : 0);
      else if (draw.kind === "trail")
        drawLine(context, project, trailOf({rows: list}, draw, drawn), color || style("--mark"), 2);
      else if (draw.kind === "line" || draw.kind === "polyline")
        later.push(() => drawLine(context, project, draw.kind === "line" ? [drawn.at, drawn.along] : drawn.points, color || style("--ink"), 2));
      else
        addFaces(faces, project, draw, drawn, tint);
    });
  drawFaces(context, faces);
  later.forEach((act) => act());
}

// Solid bodies, trails and lines by WebGL 2 on the canvas behind, where it is available; arrows above them.
function drawScene(at) {
  const [context, width, height] = fit($("scene"));
  look();
  const motions = motionsAt(at), project = projector(width, height);
  if (gl) {
    context.clearRect(0, 0, width, height);
    drawSceneGl($("scene-gl"), motions);
  } else {
    context.fillStyle = style("--sky");
    context.fillRect(0, 0, width, height);
    drawFlat(context, project, motions);
  }
  for (const {tint, drawn} of [...motions].reverse())
    PAGE.draws.forEach((draw, i) => draw.kind === "arrow" && drawArrow(context, project, drawn[i].at, drawn[i].along, tint || draw.color || style("--accent")));
}

// A number with few digits that does not change its length all the time.
const short = (value) => !Number.isFinite(value) ? "undefined" : value === 0 ? "0" : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-4 ? value.toExponential(2) : value.toPrecision(5);

function valueOf(entry, column) {
  const k = PAGE.columns.indexOf(column);
  return k === 0 ? entry.t : k <= PAGE.nState ? entry.state[k - 1] : entry.columns[k - 1 - PAGE.nState];
}

function drawCurve(context, points, color, X, Y) {
  context.strokeStyle = color;
  context.lineWidth = 1.75;
  context.beginPath();
  let down = false;
  for (const [x, y] of points) {
    const good = Number.isFinite(x) && Number.isFinite(y);
    if (good && down) context.lineTo(X(x), Y(y));
    else if (good) context.moveTo(X(x), Y(y));
    down = good;
  }
  context.stroke();
}

function plot(canvas, across, up, at, least) {
  const [context, width, height] = fit(canvas);
  context.clearRect(0, 0, width, height);
  const left = 58, bottom = 24, right = 8, top = 8;
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  const stride = Math.max(1, Math.floor(rows.length / 2000)), points = [];
  rows.forEach((entry, i) => {
    if (i % stride && i !== rows.length - 1)
      return;
    const x = valueOf(entry, across), y = valueOf(entry, up);
    points.push([x, y, entry.t]);
    if (!Number.isFinite(x) || !Number.isFinite(y))
      return;
    x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
  });
  if (!Number.isFinite(x0))
    return;
  const others = beside.filter((other) => other.shown).map((other) => ({color: other.color, points: other.rows
    .filter((entry, i) => i % Math.max(1, Math.floor(other.rows.length / 2000)) === 0).map((entry) => [valueOf(entry, across), valueOf(entry, up)])}));
  for (const [x, y] of others.flatMap((other) => other.points))
    if (Number.isFinite(x) && Number.isFinite(y)) {
      x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
    }
  const widen = (a, b, most) => b - a > most ? [a, b] : [(a + b - most) / 2, (a + b + most) / 2];
  [x0, x1] = widen(x0, x1, 1e-9);
  [y0, y1] = widen(y0, y1, Math.max(least, 1e-9 * Math.abs(y0)));
  const X = (x) => left + (x - x0) / (x1 - x0) * (width - left - right);
  const Y = (y) => height - bottom - (y - y0) / (y1 - y0) * (height - bottom - top);
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = style("--soft");
  context.strokeStyle = style("--line");
  context.lineWidth = 1;
  for (let i = 0; i <= 2; i++) {
    const x = x0 + i / 2 * (x1 - x0), y = y0 + i / 2 * (y1 - y0);
    context.beginPath();
    context.moveTo(left, Y(y)); context.lineTo(width - right, Y(y)); context.stroke();
    context.textAlign = "right"; context.fillText(short(y), left - 5, Y(y) + 4);
    context.textAlign = i === 0 ? "left" : i === 2 ? "right" : "center"; context.fillText(short(x), X(x), height - 6);
  }
  context.setLineDash([6, 4]);
  others.forEach((other) => drawCurve(context, other.points, other.color, X, Y));
  context.setLineDash([]);
  drawCurve(context, points, style("--accent"), X, Y);
  const x = valueOf(at, across), y = valueOf(at, up);
  context.fillStyle = "#d55e00";
  context.beginPath();
  context.arc(X(x), Y(y), 4, 0, 2 * Math.PI);
  context.fill();
  canvas.setAttribute("aria-label", `${up} against ${across}: now ${up} = ${short(y)}, from ${short(y0)} to ${short(y1)}`);
}

// The page.
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

const fields = [];
function field(entry, read, slider) {
  const value = read(), low = entry.low ?? Math.min(0, 2 * value), high = entry.high ?? (value === 0 ? 1 : Math.max(0, 2 * value));
  const act = (event) => {
    try { set(entry.name, event.target.value); } catch (error) { told = error.message; refresh(); }
  };
  const number = element("input", {type: "number", step: "any", "aria-label": entry.name, onchange: act});
  const range = slider ? element("input", {type: "range", min: low, max: high, step: (high - low) / 500, "aria-label": entry.name, oninput: act}) : element("span");
  if (PAGE.recorded)
    number.disabled = range.disabled = true;
  fields.push(() => {
    const now = read();
    if (document.activeElement !== number)
      number.value = slider ? now : Number(now.toPrecision(6));
    if (slider && document.activeElement !== range)
      range.value = now;
  });
  const words = [entry.description, entry.unit ? `(${entry.unit})` : ""].filter(Boolean).join(" ");
  return element("div", {class: "value"}, element("b", {}, entry.name), range, number, words ? element("small", {}, words) : "");
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
  $("told").textContent = told;
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
    if (now >= PAGE.to || (told && now >= reach()))
      playing = false;
    refresh();
  } else if (computing) {
    refresh();
  }
  requestAnimationFrame(frame);
}

// A story stops at its question, and goes on when it is answered.
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
  if (now >= Math.min(PAGE.to, told ? reach() : PAGE.to))
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

// Light or dark: as the system says, until somebody chooses.
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
      PAGE.caption ? element("p", {class: "caption"}, PAGE.caption) : "", PAGE.recorded ? element("p", {}, PAGE.recorded) : "", element("p", {id: "told", role: "alert"}), element("p", {id: "said", class: "unseen", role: "status"})),
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
        beside.length ? element("section", {}, element("h2", {}, "Beside the motion"), ...besideRows()) : "",
        element("section", {}, element("h2", {}, "Parameters"), ...PAGE.parameters.map((entry, i) => field(entry, () => shown.values[i], true)),
          PAGE.parameters.length ? "" : element("p", {}, "This system has none.")),
        element("section", {}, element("h2", {}, "State now"), ...PAGE.state.map((entry, i) => field(entry, () => shown.state[i], false))),
        element("section", {}, element("h2", {}, "Claims"), element("p", {}, PAGE.recorded ? "Along the whole motion." : "Along what was computed since the last change."),
          element("table", {}, element("tbody", {id: "claims"}))),
        element("section", {}, element("h2", {}, "The text"), element("p", {}, "Noslip reads it, and every formula on this page comes from it."),
          element("button", {onclick: keep}, "Save the text")))),
    element("footer", {}, element("p", {}, `${PAGE.dynamics}, ${PAGE.formulation}; written by Noslip ${PAGE.version}`)));
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

// Of a recorded motion: what moves in the picture takes its place in what does not.
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
  get error() { return told; },
  get overlays() { return beside.map((other) => ({name: other.name, apart: other.apart, state: Object.fromEntries(names.slice(0, PAGE.nState).map((name, i) => [name, momentBeside(other).state[i]]))})); },
  get renderer() { return gl ? "WebGL 2" : "canvas"; },
  set, play, pause, seek, restart,
  ready: Promise.resolve(true),
};
requestAnimationFrame(frame);
