// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of a page: vectors and matrices, draw statements, and the faces of each body.

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

// The values of one statement, in the layout of the page's writer.
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

// Faces in the body's own axes, each with the strength of its colour.
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
// A colour, also a named one, darker or lighter.
function shade(color, factor) {
  return `rgb(${rgb(color).map((part) => Math.round(Math.min(255, 255 * part * factor))).join(",")})`;
}

// The body's faces at its place: p = at + turn · frame · scale · q, the name of its mesh, the ratio of a ring's radii
// and the offset of the mesh along its third axis.
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
