// SPDX-License-Identifier: GPL-3.0-or-later
// The scene of a page: its camera, and drawing on the plain canvas or by WebGL (webgl.js).

const camera = {azimuth: -1.1, height: 0.55, distance: 0, target: [0, 0, 0], own: false};
function aim() {
  const above = PAGE.axes && PAGE.axes.length < 3;
  const [from, to] = PAGE.camera || [above ? [0, -1e-6, 1] : [-2, -3, 2.4], [0, 0, 0]], way = sub(from, to);
  camera.azimuth = Math.atan2(way[1], way[0]);
  camera.height = Math.asin(way[2] / size(way));
  camera.distance = camera.given = size(way);
  camera.target = to;
}
// The camera follows the extent of the motion until the user turns it; a path with axes is seen whole, with the origin.
const seen = {};
const forget = () => Object.assign(seen, PAGE.axes ? {low: [0, 0, 0], high: [0, 0, 0], n: 0}
  : {low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity], n: 0});
forget();
function look() {
  if (rows.length < seen.n || (seen.n > 1 && !PAGE.axes && rows[seen.n - 1].t > now))
    forget();
  for (; seen.n < rows.length && (seen.n === 0 || PAGE.axes || rows[seen.n].t <= now); seen.n++)
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
  // on a narrow screen it is farther away, since less is visible to the left and right
  const {width, height} = $("scene").getBoundingClientRect(), narrow = Math.min(1, height / (width || 1));
  const given = PAGE.axes ? 0.3 * reachOf || 1 : camera.given;
  camera.distance = Math.max(given, Math.max(1.1, 1.75 * narrow) * reachOf + 0.5 * given);
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

function drawArrow(context, project, from, along, color, width = 3) {
  const to = from.map((value, i) => value + along[i]), a = project(from), b = project(to);
  if (!a || !b)
    return;
  drawLine(context, project, [from, to], color, width);
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

// Of a system that draws nothing: axes through the origin with their names, and a dot where each motion is.
function drawAxes(context, project, motions, width) {
  const span = size(sub(seen.high, seen.low)) || 1;
  context.font = "14px system-ui, sans-serif";
  PAGE.axes.forEach((name, i) => {
    const from = [0, 0, 0], along = [0, 0, 0];
    from[i] = seen.low[i] - 0.08 * span;
    along[i] = Math.max(seen.high[i] + 0.12 * span, 0.25 * span) - from[i];
    drawArrow(context, project, from, along, style("--soft"), 1.5);
    const tip = project(sub(from, along.map((value) => -value)));
    context.fillStyle = style("--ink");
    if (tip)
      context.fillText(name, Math.min(tip[0] + 7, width - context.measureText(name).width - 6), Math.max(14, tip[1] + (i === 0 ? 20 : -6)));
  });
  for (const {tint, drawn} of [...motions].reverse()) {
    const point = drawn[0].at.every(Number.isFinite) && project(drawn[0].at);
    context.fillStyle = tint || style("--accent");
    context.beginPath();
    if (point)
      context.arc(point[0], point[1], 6, 0, 2 * Math.PI);
    context.fill();
  }
}

// The past positions of a motion, with the time of each point.
function trailOf(motion, draw, drawn) {
  const stride = Math.max(1, Math.floor(motion.rows.length / 4000));
  const points = motion.rows.filter((entry, i) => i % stride === 0 && entry.t <= now).map((entry) => [...entry.picture.slice(draw.first, draw.first + 3), entry.t]);
  points.push([...drawn.at, now]);
  return points;
}

// A large face in small triangles, so that bodies on it can be sorted in front of it.
function pieces(points, limit, left = 10) {
  const edges = points.map((p, i) => size(sub(points[(i + 1) % points.length], p))), longest = Math.max(...edges);
  if (longest <= limit && points.length <= 4 || left === 0)
    return [points];
  if (points.length > 3) {
    const reachOf = Math.max(...points.map((p) => size(sub(p, points[0]))));
    if (reachOf <= limit)
      return [points];
    const middle = points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
    return points.flatMap((p, i) => pieces([p, points[(i + 1) % points.length], middle], limit, left - 1));
  }
  const i = edges.indexOf(longest), [a, b, c] = [points[i], points[(i + 1) % 3], points[(i + 2) % 3]];
  const half = a.map((value, k) => (value + b[k]) / 2);
  return [...pieces([a, half, c], limit, left - 1), ...pieces([half, b, c], limit, left - 1)];
}

const LIGHT = unit([-0.4, -0.5, 0.9]);
// Corners are listed anticlockwise as seen from outside, clockwise on the screen, whose second axis points down; a
// mirrored body has them the other way round. The far side of a body is left out, unless it shows through an overlay
// or a hole, as that of a ring thicker than its radius.
function addFaces(faces, project, draw, drawn, tint) {
  const [own, matrix] = bodyOf(draw, drawn) || [[], null];
  const both = tint || Math.abs(drawn.tube) > Math.abs(drawn.radius);
  const side = matrix && dot(matrix[0], cross(matrix[1], matrix[2])) < 0 ? 1 : -1;
  for (const face of own) {
    const points = face.points.map((p) => times(matrix, p).map((value, i) => value + drawn.at[i]));
    if (!points.every((point) => point.every(Number.isFinite)))
      continue;
    const normal = unit(cross(sub(points[1], points[0]), sub(points[2], points[0])));
    const color = shade(tint || faceColor(draw, face), 0.62 + 0.42 * Math.abs(dot(normal, LIGHT)));
    for (const piece of pieces(points, 0.12 * camera.distance)) {
      const flat = piece.map(project);
      if (flat.some((point) => point === null || !Number.isFinite(point[0])))
        continue;
      let area = 0;
      flat.forEach((p, i) => { const q = flat[(i + 1) % flat.length]; area += p[0] * q[1] - q[0] * p[1]; });
      if ((both ? Math.abs(area) : side * area) >= 1e-3)
        faces.push({flat, tint, color, depth: flat.reduce((sum, p) => sum + p[2], 0) / flat.length});
    }
  }
}

function drawFaces(context, faces) {
  faces.sort((a, b) => b.depth - a.depth);
  for (const face of faces) {
    context.globalAlpha = face.tint ? 0.4 : 1;
    context.fillStyle = context.strokeStyle = face.color;
    context.lineWidth = 1;
    context.beginPath();
    face.flat.forEach((p, i) => i ? context.lineTo(p[0], p[1]) : context.moveTo(p[0], p[1]));
    context.closePath();
    context.fill();
    context.stroke();
  }
  context.globalAlpha = 1;
}

// The motion and the overlays at the current time: each with its rows, and a tint if it is an overlay.
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
  if (PAGE.axes)
    drawAxes(context, project, motions, width);
}
