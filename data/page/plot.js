// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of a page.

// A number with few digits, whose length changes little.
const short = (value) => !Number.isFinite(value) ? "undefined" : value === 0 ? "0" : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-4 ? value.toExponential(2) : value.toPrecision(5);

// The labels of the lowest, the middle and the highest value of an axis: numbers that differ, or, where the range is much
// smaller than the values, the middle with the distances from it.
function tickLabels(low, high) {
  const middle = (low + high) / 2, half = (high - low) / 2;
  if (half < 1e-3 * Math.abs(middle))
    return [`\u2212${half.toExponential(0)}`, short(middle), `+${half.toExponential(0)}`];
  return [short(low), Math.abs(middle) < 1e-9 * half ? "0" : short(middle), short(high)];
}

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
  const bottom = 24, right = 8, top = 8;
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
  const acrossLabels = tickLabels(x0, x1), upLabels = tickLabels(y0, y1);
  context.font = "12px system-ui, sans-serif";
  const left = 9 + Math.max(49, ...upLabels.map((text) => Math.ceil(context.measureText(text).width)));
  const X = (x) => left + (x - x0) / (x1 - x0) * (width - left - right);
  const Y = (y) => height - bottom - (y - y0) / (y1 - y0) * (height - bottom - top);
  context.fillStyle = style("--soft");
  context.strokeStyle = style("--line");
  context.lineWidth = 1;
  for (let i = 0; i <= 2; i++) {
    const x = x0 + i / 2 * (x1 - x0), y = y0 + i / 2 * (y1 - y0);
    context.beginPath();
    context.moveTo(left, Y(y)); context.lineTo(width - right, Y(y)); context.stroke();
    context.textAlign = "right"; context.fillText(upLabels[i], left - 5, Y(y) + 4);
    context.textAlign = i === 0 ? "left" : i === 2 ? "right" : "center"; context.fillText(acrossLabels[i], X(x), height - 6);
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
