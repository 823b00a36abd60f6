/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ES module for browsers and Node. */
#include "core/codegen/write.h"

/* For programs with charts: the functions that choose the chart of a state and give the inner variables in it, by the
 * lists `survey`, `scores` and `enter` of the flow; as in core/dynamics/chart-state.c. */
static const char choice[] =
    "// The number of the chart that suits a state: the pivots of the constraints, in units of the kinetic energy.\n"
    "function chooseChart(t, state, parameters) {\n"
    "  const varies = [@varies@], pivots = [@pivoted@], found = [], rows = [], columns = [];\n"
    "  const numbers = surveyState(t, state, parameters), a = numbers.slice(0, @bound@ * @n@).map((entry, i) => {\n"
    "    const scale = Math.sqrt(Math.abs(numbers[@bound@ * @n@ + i % @n@]));\n"
    "    return entry / (scale > 0 && scale < Infinity ? scale : 1);\n"
    "  });\n"
    "  for (let i = 0; i < @bound@; i++) {\n"
    "    const largest = Math.max(...a.slice(i * @n@, (i + 1) * @n@).map(Math.abs));\n"
    "    for (let j = 0; j < @n@; j++)\n"
    "      a[i * @n@ + j] /= largest > 0 ? largest : 1;\n"
    "  }\n"
    "  const row = (i) => Math.floor(i / @n@), left = (i) => !rows.includes(row(i)) && !columns.includes(i % @n@);\n"
    "  for (let s = 0; s < @bound@; s++) {\n"
    "    const largest = Math.max(...a.filter((entry, i) => left(i)).map(Math.abs));\n"
    "    let pivot = -1;\n"
    "    a.forEach((entry, i) => {\n"
    "      const size = Math.abs(entry);\n"
    "      if (left(i) && size >= 0.3 * largest && (pivot < 0 || varies[i] < varies[pivot] ||\n"
    "          (varies[i] === varies[pivot] && size > Math.abs(a[pivot]))))\n"
    "        pivot = i;\n"
    "    });\n"
    "    if (pivot < 0)\n"
    "      break;\n"
    "    rows.push(row(pivot));\n"
    "    columns.push(pivot % @n@);\n"
    "    found.push(row(pivot), pivot % @n@);\n"
    "    for (let i = 0; i < @bound@; i++) {\n"
    "      const factor = a[i * @n@ + pivot % @n@] / a[pivot];\n"
    "      for (let j = 0; j < @n@; j++)\n"
    "        if (left(i * @n@ + j))\n"
    "          a[i * @n@ + j] -= factor * a[row(pivot) * @n@ + j];\n"
    "    }\n"
    "  }\n"
    "  for (let c = 0; c < @charts@; c++)\n"
    "    if (found.length === @k2@ && found.every((place, s) => place === pivots[c * @k2@ + s]))\n"
    "      return c;\n"
    "  return scoreCharts(t, state, parameters).reduce((best, own, c, all) => own > all[best] ? c : best, 0);\n"
    "}\n\n"
    "// The inner variables at a state: velocities, the number of the chart and the sizes of its pivots.\n"
    "function momenta(t, state, parameters) {\n"
    "  const blank = (count) => Array(count).fill(0), chart = chooseChart(t, state, parameters);\n"
    "  return enterChart(t, [...state, ...blank(@free@), chart, ...blank(@pivots@)], parameters);\n"
    "}\n\n";

static const NoslipCodeStyle style = {
    .assign = "  const v$a = $b;\n",
    .result = "  values[$a] = $b;\n",
    .divide = "$a / $b",
    .nan = "NaN",
    .infinity = "Infinity",
    .call =
        {
            [NOSLIP_OP_POWER] = "Math.pow($a, $b)",
            [NOSLIP_OP_SIN] = "Math.sin($a)",
            [NOSLIP_OP_COS] = "Math.cos($a)",
            [NOSLIP_OP_TAN] = "Math.tan($a)",
            [NOSLIP_OP_ASIN] = "Math.asin($a)",
            [NOSLIP_OP_ACOS] = "Math.acos($a)",
            [NOSLIP_OP_ATAN] = "Math.atan($a)",
            [NOSLIP_OP_ATAN2] = "Math.atan2($a, $b)",
            [NOSLIP_OP_SINH] = "Math.sinh($a)",
            [NOSLIP_OP_COSH] = "Math.cosh($a)",
            [NOSLIP_OP_TANH] = "Math.tanh($a)",
            [NOSLIP_OP_EXP] = "Math.exp($a)",
            [NOSLIP_OP_LOG] = "Math.log($a)",
            [NOSLIP_OP_SQRT] = "Math.sqrt($a)",
            [NOSLIP_OP_ABS] = "Math.abs($a)",
            [NOSLIP_OP_SIGN] = "Math.sign($a)",
            [NOSLIP_OP_MIN] = "Math.min($a, $b)",
            [NOSLIP_OP_MAX] = "Math.max($a, $b)",
            [NOSLIP_OP_LESS] = "Number($a < $b)",
            [NOSLIP_OP_AT_MOST] = "Number($a <= $b)",
            [NOSLIP_OP_AND] = "Number($a !== 0 && $b !== 0)",
            [NOSLIP_OP_OR] = "Number($a !== 0 || $b !== 0)",
            [NOSLIP_OP_NOT] = "Number($a === 0)",
            [NOSLIP_OP_WHEN] = "($a !== 0 ? $b : 0.0)",
        },
};

void
noslip_code_javascript_function(GString *out, const NoslipExport *code, const char *head, const NoslipListing *listing)
{
  noslip_code_text(out, code, head, &style);
  g_string_append(out, "(t, state, parameters) {\n  const values = [];\n");
  noslip_code_steps(out, listing, &style);
  g_string_append(out, "  return values;\n}\n\n");
}

static const char positions[] =
    "// Moves the coordinates back onto their constraints by Newton's method with steps of least norm.\n"
    "function distance(values) {\n"
    "  let largest = 0;\n"
    "  for (let g = 0; g < @c@; g++)\n"
    "    largest = Math.max(largest, values[g] === 0 ? 0 : Math.abs(values[g]) / values[@c@ + g]);\n"
    "  return largest;\n"
    "}\n\n"
    "// Solves a z = b by elimination; null if a is singular.\n"
    "function solve(a, b) {\n"
    "  const n = b.length;\n"
    "  for (let i = 0; i < n; i++) {\n"
    "    let pivot = i;\n"
    "    for (let j = i + 1; j < n; j++)\n"
    "      if (Math.abs(a[j][i]) > Math.abs(a[pivot][i]))\n"
    "        pivot = j;\n"
    "    if (!(Math.abs(a[pivot][i]) > 0))\n"
    "      return null;\n"
    "    [a[i], a[pivot], b[i], b[pivot]] = [a[pivot], a[i], b[pivot], b[i]];\n"
    "    for (let j = i + 1; j < n; j++) {\n"
    "      const factor = a[j][i] / a[i][i];\n"
    "      for (let l = i; l < n; l++)\n"
    "        a[j][l] -= factor * a[i][l];\n"
    "      b[j] -= factor * b[i];\n"
    "    }\n"
    "  }\n"
    "  for (let i = n - 1; i >= 0; i--) {\n"
    "    for (let l = i + 1; l < n; l++)\n"
    "      b[i] -= a[i][l] * b[l];\n"
    "    b[i] /= a[i][i];\n"
    "  }\n"
    "  return b;\n"
    "}\n\n"
    "function projectPositions(t, state, parameters) {\n"
    "  const moved = Array.from(state);\n"
    "  let values = positions(t, moved, parameters);\n"
    "  let now = distance(values);\n"
    "  for (let round = 0; round < 30 && now > 1e-15; round++) {\n"
    "    const a = [], slope = (g, i) => values[2 * @c@ + g * @m@ + i];\n"
    "    for (let g = 0; g < @c@; g++) {\n"
    "      a.push([]);\n"
    "      for (let h = 0; h < @c@; h++) {\n"
    "        a[g].push(0);\n"
    "        for (let i = 0; i < @m@; i++)\n"
    "          a[g][h] += slope(g, i) * slope(h, i);\n"
    "      }\n"
    "    }\n"
    "    const z = solve(a, values.slice(0, @c@));\n"
    "    if (z === null)\n"
    "      return state;\n"
    "    for (let g = 0; g < @c@; g++)\n"
    "      for (let i = 0; i < @m@; i++)\n"
    "        moved[i] -= slope(g, i) * z[g];\n"
    "    values = positions(t, moved, parameters);\n"
    "    const before = now;\n"
    "    now = distance(values);\n"
    "    if (!(now < 0.5 * before) && now < 1e-13)\n"
    "      break;\n"
    "  }\n"
    "  return now < 1e-13 ? moved : state;\n"
    "}\n\n";

static const char velocities[] =
    "// The largest |phi| relative to its terms.\n"
    "function residual(t, state, parameters) {\n"
    "  const values = constraints(t, state, parameters);\n"
    "  let largest = 0;\n"
    "  for (let c = 0; c < @k@; c++) {\n"
    "    let terms = values[@k@ + c];\n"
    "    for (let a = 0; a < @n@; a++)\n"
    "      terms += Math.abs(values[2 * @k@ + c * @n@ + a] * state[@m@ + a]);\n"
    "    largest = Math.max(largest, values[c] === 0 ? 0 : Math.abs(values[c]) / terms);\n"
    "  }\n"
    "  return largest;\n"
    "}\n\n"
    "// Projects the velocities onto the constraints, orthogonally in the metric of the kinetic energy.\n"
    "function projectVelocities(t, state, parameters) {\n"
    "  let now = residual(t, state, parameters);\n"
    "  for (let round = 0; round < 4 && now > 1e-15; round++) {\n"
    "    const step = back(t, state, parameters);\n"
    "    const moved = Array.from(state, (value, i) => i < @m@ || i >= @m@ + @n@ ? value : value + step[i - @m@]);\n"
    "    const next = residual(t, moved, parameters);\n"
    "    if (!(next < now))\n"
    "      break;\n"
    "    state = moved;\n"
    "    now = next;\n"
    "  }\n"
    "  return state;\n"
    "}\n\n";

static const char program[] =
    "// One classical Runge-Kutta step from t to next.\n"
    "function step(t, next, state, parameters) {\n"
    "  const h = next - t;\n"
    "  const stage = (length, k) => state.map((value, i) => value + length * k[i]);\n"
    "  const k1 = flow(t, state, parameters);\n"
    "  const k2 = flow(t + 0.5 * h, stage(0.5 * h, k1), parameters);\n"
    "  const k3 = flow(t + 0.5 * h, stage(0.5 * h, k2), parameters);\n"
    "  const k4 = flow(t + h, stage(h, k3), parameters);\n"
    "  return state.map((value, i) => value + h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]));\n"
    "}\n\n";

/* For programs that integrate the state itself; others integrate the state followed by the inner variables. */
static const char plain[] = "const flow = rates, finishStep = project, start = (t, state) => Array.from(state);\n\n";

static const char solve_velocities[] =
    "// Newton's method for the velocities and multipliers, given the momenta, which follow the state.\n"
    "function solveVelocities(t, all, parameters) {\n"
    "  const state = Array.from(all);\n"
    "  let before = Infinity;\n"
    "  for (let round = 0; round < 50; round++) {\n"
    "    let change = 0, size = 0;\n"
    "    correction(t, state, parameters).forEach((step, i) => {\n"
    "      state[@m@ + i] += step;\n"
    "      change = Math.max(change, Math.abs(step));\n"
    "      size = Math.max(size, Math.abs(state[@m@ + i]));\n"
    "    });\n"
    "    if (!Number.isFinite(size) || change <= 1e-15 * size || (change <= 1e-10 * size && change >= before))\n"
    "      break;\n"
    "    before = change;\n"
    "  }\n"
    "  return state;\n"
    "}\n\n";

static const char plain_flow[] =
    "function start(t, state, parameters) {\n"
    "  return solveVelocities(t, [...state, ...momenta(t, state, parameters)], parameters);\n"
    "}\n\n"
    "function flow(t, state, parameters) {\n"
    "  return inner(t, solveVelocities(t, state, parameters), parameters);\n"
    "}\n\n";

static const char chart_flow[] =
    "// The least size of a watched pivot since the chart was chosen, relative to its size then.\n"
    "let leastPivot = 1;\n\n"
    "function start(t, state, parameters) {\n"
    "  leastPivot = 1;\n"
    "  return solveVelocities(t, [...state, ...momenta(t, state, parameters)], parameters);\n"
    "}\n\n"
    "function flow(t, all, parameters) {\n"
    "  const state = solveVelocities(t, all, parameters);\n"
    "  watchPivots(t, state, parameters).forEach((size) => { leastPivot = size < leastPivot ? size : leastPivot; });\n"
    "  return inner(t, state, parameters);\n"
    "}\n\n"
    "function finishStep(t, all, parameters) {\n";

static const char ending[] =
    "// Writes the system's run as CSV, line by line.\n"
    "export function main(write = console.log) {\n"
    "  const print = (t, state) => {\n"
    "    const numbers = [t, ...state.slice(0, @m@ + @n@), ...row(t, state, parameterValues)];\n"
    "    write(numbers.map((value) => Number.isNaN(value) ? \"nan\" : String(value)).join(\",\"));\n"
    "  };\n"
    "  let t = 0, state = start(t, initial, parameterValues);\n"
    "  write(header);\n"
    "  print(t, state);\n"
    "  for (let sample = 1; sample < @samples@; sample++) {\n"
    "    const next = sample + 1 === @samples@ ? @to@ : sample * @step@;\n"
    "    state = finishStep(next, step(t, next, state, parameterValues), parameterValues);\n"
    "    t = next;\n"
    "    print(t, state);\n"
    "  }\n"
    "}\n\n"
    "if (typeof process !== \"undefined\" && process.argv && process.argv[1] &&\n"
    "    decodeURIComponent(import.meta.url).endsWith(process.argv[1].replaceAll(\"\\\\\", \"/\")))\n"
    "  main();\n";

static const NoslipCodeLists lists = {
    .states = "\nexport const states = [",
    .parameters = "];\nexport const parameters = [",
    .observables = "];\nexport const observables = [",
    .values = "];\n// Parameters and initial state of the system's text.\nexport const parameterValues = [",
    .initial = "];\nexport const initial = [",
    .header = "];\nconst header = ",
    .end = ";\n\n",
};

#define FINISH_CHART                                                                                                   \
  "  return leastPivot < 0.1 ? start(t, state.slice(0, @size@), parameters) : state;\n"                                \
  "}\n\n"
static const char finish_free[] = "  const state = solveVelocities(t, all, parameters);\n" FINISH_CHART;
static const char finish_bound[] =
    "  const state = solveVelocities(t, projectPositions(t, all, parameters), parameters);\n" FINISH_CHART;

static void
write_enter(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  if (flow->n_charts == 0) {
    noslip_code_javascript_function(out, code, "function momenta", flow->enter);
    return;
  }
  noslip_code_javascript_function(out, code, "function surveyState", flow->survey);
  noslip_code_javascript_function(out, code, "function scoreCharts", flow->scores);
  noslip_code_javascript_function(out, code, "function watchPivots", flow->watch);
  noslip_code_javascript_function(out, code, "function enterChart", flow->enter);
  noslip_code_text(out, code, choice, &style);
}

static void
write_project(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  if (flow->positions != NULL) {
    noslip_code_javascript_function(out, code, "function positions", flow->positions);
    noslip_code_text(out, code, positions, &style);
  }
  if (flow->velocities != NULL) {
    noslip_code_javascript_function(out, code, "function constraints", flow->velocities);
    noslip_code_javascript_function(out, code, "function back", flow->back);
    noslip_code_text(out, code, velocities, &style);
  }
  if (flow->n_inner > 0) {
    write_enter(out, code);
    noslip_code_javascript_function(out, code, "function correction", flow->correction);
    noslip_code_javascript_function(out, code, "function inner", flow->inner_rates);
    noslip_code_text(out, code, solve_velocities, &style);
    g_string_append(out, flow->n_charts > 0 ? chart_flow : plain_flow);
    noslip_code_text(out, code,
                     flow->n_charts > 0 ? flow->positions != NULL ? finish_bound : finish_free
                     : flow->positions != NULL
                         ? "const finishStep = (t, state, parameters) =>\n"
                           "  solveVelocities(t, projectPositions(t, state, parameters), parameters);\n\n"
                         : "const finishStep = solveVelocities;\n\n",
                     &style);
    noslip_code_text(out, code,
                     "// The state, projected onto the constraints on coordinates and velocities.\n"
                     "export function project(t, state, parameters) {\n"
                     "  const all = [...state, ...momenta(t, state, parameters)];\n"
                     "  return finishStep(t, all, parameters).slice(0, @size@);\n}\n\n",
                     &style);
    return;
  }
  g_string_append(out, "// The state, projected onto the constraints on coordinates and velocities.\n"
                       "export function project(t, state, parameters) {\n");
  if (flow->positions != NULL)
    g_string_append(out, "  state = projectPositions(t, state, parameters);\n");
  if (flow->velocities != NULL)
    g_string_append(out, "  state = projectVelocities(t, state, parameters);\n");
  g_string_append(out, "  return Array.from(state);\n}\n\n");
}

static void
write_file(const NoslipExport *code, GString *out)
{
  noslip_code_heading(out, code, "// ");
  g_string_append(out, "// Run by Node it writes the run as CSV:  node FILE.mjs\n");
  noslip_code_lists(out, code, &lists, &style);
  noslip_code_javascript_function(out, code, "// The rates of the state.\nexport function rates", code->rates);
  noslip_code_javascript_function(out, code, "// The observables at a state.\nexport function observe", code->observe);
  write_project(out, code);
  noslip_code_javascript_function(out, code, "// The columns of the CSV after the state.\nfunction row", code->row);
  if (code->flow->n_inner == 0)
    g_string_append(out, plain);
  noslip_code_text(out, code, program, &style);
  noslip_code_text(out, code, ending, &style);
}

const NoslipCodeLanguage noslip_code_javascript = {
    .id = "javascript",
    .title = "JavaScript, an ES module",
    .write = write_file,
};
