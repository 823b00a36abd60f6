// SPDX-License-Identifier: GPL-3.0-or-later
// The scene by WebGL 2: the shaders of Noslip's window with the bodies of the page. If it is not available, scene.js
// draws on the plain canvas.
let gl = null, programs = {}, meshes = {}, ribbon = null, emptyArray = null;

function compileProgram(vertex, fragment, shared, attributes) {
  const program = gl.createProgram();
  const head = "#version 300 es\nprecision highp float;\nprecision highp int;\n";
  for (const [kind, text] of [[gl.VERTEX_SHADER, head + SHADERS[vertex]], [gl.FRAGMENT_SHADER, head + (shared ? SHADERS[shared] : "") + SHADERS[fragment]]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  attributes.forEach((name, i) => gl.bindAttribLocation(program, i, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error("the shaders do not fit");
  const at = {};
  for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
    const name = gl.getActiveUniform(program, i).name;
    at[name] = gl.getUniformLocation(program, name);
  }
  return {program, at};
}

// Triangles with six numbers a corner: position and normal.
function roundMesh(profile, n) {
  const list = [], corner = ([r, z, a, b], i) => {
    const c = Math.cos(2 * Math.PI * i / n), s = Math.sin(2 * Math.PI * i / n);
    list.push(r * c, r * s, z, a * c, a * s, b);
  };
  for (const [from, to] of profile)
    for (let i = 0; i < n; i++)
      for (const [end, k] of [[from, i], [from, i + 1], [to, i + 1], [from, i], [to, i + 1], [to, i]])
        corner(end, k);
  return list;
}
function arcOf(n, at) {
  const ends = Array.from({length: n + 1}, (_, k) => at(k / n));
  return ends.slice(1).map((end, k) => [ends[k], end]);
}
const FLAT = Math.SQRT1_2;
const SHAPES = {
  ball: () => roundMesh(arcOf(32, (s) => { const a = Math.PI * (s - 0.5), r = Math.cos(a), z = Math.sin(a); return [r, z, r, z]; }), 64),
  drum: () => roundMesh([[[1, 0, 1, 0], [1, 1, 1, 0]], [[1, 1, 0, 1], [0, 1, 0, 1]], [[0, 0, 0, -1], [1, 0, 0, -1]]], 64),
  peak: () => roundMesh([[[1, 0, FLAT, FLAT], [0, 1, FLAT, FLAT]], [[0, 0, 0, -1], [1, 0, 0, -1]]], 64),
  cube: () => CUBE.flatMap(({points: [a, b, c, d]}) => {
    const normal = unit(cross(sub(b, a), sub(c, a)));
    return [a, b, c, a, c, d].flatMap((p) => [...p, ...normal]);
  }),
};
const ringShape = (ratio) => roundMesh(arcOf(32, (s) => {
  const c = Math.cos(2 * Math.PI * s), z = Math.sin(2 * Math.PI * s);
  return [1 + ratio * c, ratio * z, c, z];
}), 96);

function meshOf(name, ratio) {
  const key = name === "ring" ? `ring ${ratio.toPrecision(4)}` : name;
  if (!meshes[key]) {
    const list = name === "ring" ? ringShape(ratio) : SHAPES[name](), array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(list), gl.STATIC_DRAW);
    for (const i of [0, 1]) {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 24, 12 * i);
    }
    meshes[key] = {array, n: list.length / 6};
  }
  return meshes[key];
}

// Software rendering is slower than the plain canvas, so it is used only if the address ends in #webgl. Headless
// browsers have nothing else, and print a warning on the console.
function startGl(canvas) {
  const anyway = location.hash === "#webgl";
  try {
    gl = anyway || !/Headless/.test(navigator.userAgent) ? canvas.getContext("webgl2", {antialias: true, alpha: false, failIfMajorPerformanceCaveat: !anyway}) : null;
    if (!gl) {
      canvas.hidden = true;
      return;
    }
    programs = {body: compileProgram("body.vert", "body.frag", "light.glsl", ["a_position", "a_normal"]),
      ground: compileProgram("plane.vert", "ground.frag", null, []),
      ribbon: compileProgram("ribbon.vert", "ribbon.frag", null, ["a_before", "a_from", "a_to", "a_after", "a_color"])};
    meshes = {};
    emptyArray = gl.createVertexArray();
    ribbon = {array: gl.createVertexArray(), buffer: gl.createBuffer()};
    gl.bindVertexArray(ribbon.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, ribbon.buffer);
    for (let i = 0; i < 4; i++) {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, 4, gl.FLOAT, false, 16, 16 * i);
      gl.vertexAttribDivisor(i, 1);
    }
  } catch (error) {
    gl = null;
  }
  canvas.hidden = gl === null;
}
function watchGl(canvas) {
  startGl(canvas);
  canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); gl = null; canvas.hidden = true; refresh(); });
  canvas.addEventListener("webglcontextrestored", () => { startGl(canvas); refresh(); });
}

// Colours as the style sheet writes them, as red, green and blue from 0 to 1.
const known = {};
let pen = null;
function rgb(color) {
  if (!known[color]) {
    pen = pen || document.createElement("canvas").getContext("2d");
    pen.fillStyle = "#000";
    pen.fillStyle = color;
    known[color] = [1, 3, 5].map((i) => parseInt(pen.fillStyle.slice(i, i + 2), 16) / 255);
  }
  return known[color];
}

// The view of projector() as the columns of a 4 x 4 matrix.
function viewMatrix(width, height) {
  const {azimuth, height: up, distance, target} = camera;
  const back = [Math.cos(up) * Math.cos(azimuth), Math.cos(up) * Math.sin(azimuth), Math.sin(up)];
  const eye = target.map((value, i) => value + distance * back[i]);
  const right = [-Math.sin(azimuth), Math.cos(azimuth), 0], top = cross(back, right), scale = 3.2 * Math.min(height, width);
  const near = 0.02 * distance, far = 60 * distance, a = (far + near) / (far - near), b = -2 * far * near / (far - near);
  const rows = [[...right.map((v) => v * scale / width), -dot(right, eye) * scale / width],
    [...top.map((v) => v * scale / height), -dot(top, eye) * scale / height],
    [...back.map((v) => -v * a), dot(back, eye) * a + b], [...back.map((v) => -v), dot(back, eye)]];
  return {eye, near, matrix: new Float32Array([0, 1, 2, 3].flatMap((c) => rows.map((row) => row[c])))};
}

const PATTERNS = {beach: 1, grid: 2};
function drawSolidGl(draw, drawn, color, opacity) {
  const body = bodyOf(draw, drawn);
  if (!body)
    return;
  const [, m, name, ratio, shift] = body, {at} = programs.body, mesh = meshOf(name, ratio);
  const place = drawn.at.map((value, i) => value - shift * m[2][i]);
  if (!place.every(Number.isFinite) || !m.flat().every(Number.isFinite))
    return;
  const normals = [0, 1, 2].flatMap((k) => {
    const v = cross(m[(k + 1) % 3], m[(k + 2) % 3]), own = size(m[k]);
    return size(v) > 0 && own > 0 ? v.map((value) => value / size(v) / own) : [0, 0, 0];
  });
  gl.uniformMatrix4fv(at.u_world, false, [...m[0], 0, ...m[1], 0, ...m[2], 0, ...place, 1]);
  gl.uniformMatrix3fv(at.u_normal, false, normals);
  gl.uniform3f(at.u_round, 0, 0, 0);
  gl.uniform1f(at.u_swell, 0);
  gl.uniform1f(at.u_flat, 0);
  gl.uniform4f(at.u_color, ...rgb(color), opacity);
  gl.uniform1i(at.u_pattern, draw.kind === "disk" ? 3 : draw.kind === "sphere" || draw.kind === "ellipsoid" ? PATTERNS[draw.pattern] || 0 : 0);
  gl.bindVertexArray(mesh.array);
  gl.drawArrays(gl.TRIANGLES, 0, mesh.n);
}

// Points of four numbers, the last of which is the time.
function drawRibbonGl(view, points, color, opacity, width) {
  const good = points.filter((p) => p.every(Number.isFinite));
  if (good.length < 2)
    return;
  const {program, at} = programs.ribbon, ratio = window.devicePixelRatio || 1;
  gl.useProgram(program);
  gl.bindVertexArray(ribbon.array);
  gl.bindBuffer(gl.ARRAY_BUFFER, ribbon.buffer);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([good[0], ...good, good[good.length - 1]].flat()), gl.DYNAMIC_DRAW);
  gl.vertexAttrib4f(4, 1, 1, 1, 1);
  gl.uniformMatrix4fv(at.u_view_projection, false, view.matrix);
  gl.uniform2f(at.u_viewport, gl.drawingBufferWidth, gl.drawingBufferHeight);
  gl.uniform1f(at.u_half_width, 0.5 * width * ratio);
  gl.uniform1i(at.u_last, good.length - 2);
  gl.uniform1f(at.u_near, view.near);
  gl.uniform1f(at.u_bias, 2e-4);
  gl.uniform4f(at.u_color, ...rgb(color), opacity);
  gl.uniform2f(at.u_fade, 0, 0);
  gl.uniform1f(at.u_faint, 1);
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, good.length - 1);
}

function drawGroundGl(view, drawn, color) {
  const {program, at} = programs.ground, reachOf = 4.5 * camera.distance;
  gl.useProgram(program);
  gl.uniformMatrix4fv(at.u_view_projection, false, view.matrix);
  gl.uniform3f(at.u_centre, camera.target[0], camera.target[1], Number.isFinite(drawn.z) ? drawn.z : 0);
  gl.uniform2f(at.u_axis, 1, 0);
  gl.uniform2f(at.u_extent, reachOf, reachOf);
  gl.uniform1f(at.u_bias, 0);
  gl.uniform3f(at.u_ground, ...rgb(color));
  gl.uniform3f(at.u_line, ...rgb(style("--ground-line")));
  gl.uniform3f(at.u_target, ...camera.target);
  gl.uniform2f(at.u_spin, Math.cos(drawn.spin || 0), Math.sin(drawn.spin || 0));
  gl.uniform1f(at.u_unit, Math.pow(10, Math.floor(Math.log10(Math.max(camera.distance, 1e-12)) - 0.1)));
  gl.uniform1f(at.u_reach, reachOf);
  gl.bindVertexArray(emptyArray);
  gl.depthMask(false);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  gl.depthMask(true);
}

function beginBodiesGl(view) {
  const {program, at} = programs.body, dark = isDark(), azimuth = camera.azimuth - 0.65, up = 0.95;
  gl.useProgram(program);
  gl.uniformMatrix4fv(at.u_view_projection, false, view.matrix);
  gl.uniform3f(at.u_eye, ...view.eye);
  gl.uniform3f(at.u_key, Math.cos(up) * Math.cos(azimuth), Math.cos(up) * Math.sin(azimuth), Math.sin(up));
  gl.uniform1f(at.u_key_strength, dark ? 0.78 : 0.72);
  gl.uniform1f(at.u_sky_strength, dark ? 0.42 : 0.52);
  gl.uniform3f(at.u_light, ...rgb("#f4f1ea"));
  gl.uniform3f(at.u_accent, ...rgb(style("--mark")));
}

// Motions: each has its current drawing, its rows, and a tint if it is an overlay.
function drawSceneGl(canvas, motions) {
  const ratio = window.devicePixelRatio || 1, box = canvas.parentElement.querySelector("#scene").getBoundingClientRect();
  const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
  if (canvas.width !== width || canvas.height !== height)
    Object.assign(canvas, {width, height});
  const view = viewMatrix(box.width, box.height), ghostsFirst = [...motions].reverse();
  gl.viewport(0, 0, width, height);
  gl.clearColor(...rgb(style("--sky")), 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.LEQUAL);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  const each = (act) => ghostsFirst.forEach((motion) => PAGE.draws.forEach((draw, i) => act(draw, motion.drawn[i], motion)));
  each((draw, drawn, motion) => draw.kind === "ground" && !motion.tint && drawGroundGl(view, drawn, draw.color || style("--ground")));
  gl.polygonOffset(1, 4);
  for (const own of [true, false]) { // transparent parts are drawn last
    beginBodiesGl(view);
    (own ? gl.disable : gl.enable).call(gl, gl.POLYGON_OFFSET_FILL);
    each((draw, drawn, motion) => own === !motion.tint && drawSolidGl(draw, drawn, motion.tint || draw.color || "#8fa3b5", motion.tint ? 0.45 : 1));
  }
  gl.disable(gl.POLYGON_OFFSET_FILL);
  gl.depthMask(false);
  each((draw, drawn, motion) => {
    const color = motion.tint || draw.color;
    if (draw.kind === "trail")
      drawRibbonGl(view, trailOf(motion, draw, drawn), color || style("--mark"), motion.tint ? 0.7 : 1, 2.5);
    else if (draw.kind === "line" || draw.kind === "polyline")
      drawRibbonGl(view, (draw.kind === "line" ? [drawn.at, drawn.along] : drawn.points).map((p) => [...p, 0]), color || style("--ink"), motion.tint ? 0.6 : 1, 2.5);
  });
  gl.depthMask(true);
}
