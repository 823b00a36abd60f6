/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Python 3 with its standard library only. Functions outside their domain and divisions by zero give nan or infinity,
 * as in the other languages, where Python raises exceptions. */
#include "core/codegen/write.h"

/* For programs with charts: the functions that choose the chart of a state and give the inner variables in it, by the
 * lists `survey`, `scores` and `enter` of the flow; as in core/dynamics/chart-state.c. */
static const char choice[] =
    "def _choose(t, state, parameters):\n"
    "    \"\"\"The number of the chart that suits a state: the pivots of the constraints, in units of the kinetic "
    "energy.\"\"\"\n"
    "    varies, pivots = [@varies@], [@pivoted@]\n"
    "    values = _survey(t, state, parameters)\n"
    "    scales = [math.sqrt(abs(w)) for w in values[@bound@ * @n@:]]\n"
    "    a = [[_divide(values[i * @n@ + j], s if 0 < s < math.inf else 1.0) for j, s in enumerate(scales)]\n"
    "         for i in range(@bound@)]\n"
    "    for i in range(@bound@):\n"
    "        largest = max(map(abs, a[i]))\n"
    "        a[i] = [entry / largest if largest > 0 else entry for entry in a[i]]\n"
    "    rows, columns, found = list(range(@bound@)), list(range(@n@)), []\n"
    "    while rows:\n"
    "        places = [(i, j) for i in rows for j in columns]\n"
    "        largest = max(abs(a[i][j]) for i, j in places)\n"
    "        places = [(i, j) for i, j in places if abs(a[i][j]) >= 0.3 * largest]\n"
    "        if not places:\n"
    "            break\n"
    "        row, column = min(places, key=lambda p: (varies[p[0] * @n@ + p[1]], -abs(a[p[0]][p[1]])))\n"
    "        found += [row, column]\n"
    "        rows.remove(row)\n"
    "        columns.remove(column)\n"
    "        for i in rows:\n"
    "            factor = _divide(a[i][column], a[row][column])\n"
    "            for j in columns:\n"
    "                a[i][j] -= factor * a[row][j]\n"
    "    for c in range(@charts@):\n"
    "        if found == pivots[c * @k2@:(c + 1) * @k2@]:\n"
    "            return float(c)\n"
    "    scores = _scores(t, state, parameters)\n"
    "    return float(max(range(@charts@), key=lambda c: scores[c]))\n\n\n"
    "def _momenta(t, state, parameters):\n"
    "    \"\"\"The inner variables at a state: velocities, the number of the chart and the sizes of its pivots.\"\"\"\n"
    "    state = list(state)\n"
    "    return _enter(t, state + [0.0] * @free@ + [_choose(t, state, parameters)] + [0.0] * @pivots@, "
    "parameters)\n\n\n";

static const NoslipCodeStyle style = {
    .assign = "    v$a = $b\n",
    .result = "        $b,\n",
    .divide = "_divide($a, $b)",
    .nan = "math.nan",
    .infinity = "math.inf",
    .call =
        {
            [NOSLIP_OP_POWER] = "_apply(math.pow, $a, $b)",
            [NOSLIP_OP_SIN] = "_apply(math.sin, $a)",
            [NOSLIP_OP_COS] = "_apply(math.cos, $a)",
            [NOSLIP_OP_TAN] = "_apply(math.tan, $a)",
            [NOSLIP_OP_ASIN] = "_apply(math.asin, $a)",
            [NOSLIP_OP_ACOS] = "_apply(math.acos, $a)",
            [NOSLIP_OP_ATAN] = "math.atan($a)",
            [NOSLIP_OP_ATAN2] = "math.atan2($a, $b)",
            [NOSLIP_OP_SINH] = "_apply(math.sinh, $a)",
            [NOSLIP_OP_COSH] = "_apply(math.cosh, $a)",
            [NOSLIP_OP_TANH] = "math.tanh($a)",
            [NOSLIP_OP_EXP] = "_apply(math.exp, $a)",
            [NOSLIP_OP_LOG] = "_apply(math.log, $a)",
            [NOSLIP_OP_SQRT] = "_apply(math.sqrt, $a)",
            [NOSLIP_OP_ABS] = "abs($a)",
            [NOSLIP_OP_SIGN] = "(1.0 if $a > 0 else -1.0 if $a < 0 else $a)",
            [NOSLIP_OP_MIN] = "($a if $a < $b or $a != $a else $b)",
            [NOSLIP_OP_MAX] = "($a if $a > $b or $a != $a else $b)",
            [NOSLIP_OP_LESS] = "float($a < $b)",
            [NOSLIP_OP_AT_MOST] = "float($a <= $b)",
            [NOSLIP_OP_AND] = "float($a != 0 and $b != 0)",
            [NOSLIP_OP_OR] = "float($a != 0 or $b != 0)",
            [NOSLIP_OP_NOT] = "float($a == 0)",
            [NOSLIP_OP_WHEN] = "($b if $a != 0 else 0.0)",
        },
};

static void
write_function(GString *out, const NoslipExport *code, const char *head, const NoslipListing *listing)
{
  noslip_code_text(out, code, head, &style);
  noslip_code_assignments(out, listing, &style);
  g_string_append(out, "    return [\n");
  noslip_code_outputs(out, listing, &style);
  g_string_append(out, "    ]\n\n\n");
}

static const char helpers[] =
    "def _divide(a, b):\n"
    "    if b != 0:\n"
    "        return a / b\n"
    "    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)\n\n\n"
    "def _apply(function, *arguments):\n"
    "    try:\n"
    "        return function(*arguments)\n"
    "    except OverflowError:\n"
    "        return math.copysign(math.inf, arguments[0]) if function is math.sinh else math.inf\n"
    "    except ValueError:\n"
    "        return -math.inf if function is math.log and arguments[0] == 0 else math.nan\n\n\n";

static const char positions[] =
    "def _distance(values):\n"
    "    largest = 0.0\n"
    "    for g in range(@c@):\n"
    "        part = 0.0 if values[g] == 0 else _divide(abs(values[g]), values[@c@ + g])\n"
    "        if part != part:\n"
    "            return part\n"
    "        largest = max(largest, part)\n"
    "    return largest\n\n\n"
    "def _solve(a, b):\n"
    "    \"\"\"Solves a z = b by elimination; None if a is singular.\"\"\"\n"
    "    n = len(b)\n"
    "    for i in range(n):\n"
    "        pivot = max(range(i, n), key=lambda j: abs(a[j][i]))\n"
    "        if not abs(a[pivot][i]) > 0:\n"
    "            return None\n"
    "        a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]\n"
    "        for j in range(i + 1, n):\n"
    "            factor = a[j][i] / a[i][i]\n"
    "            for l in range(i, n):\n"
    "                a[j][l] -= factor * a[i][l]\n"
    "            b[j] -= factor * b[i]\n"
    "    for i in reversed(range(n)):\n"
    "        for l in range(i + 1, n):\n"
    "            b[i] -= a[i][l] * b[l]\n"
    "        b[i] /= a[i][i]\n"
    "    return b\n\n\n"
    "def _project_positions(t, state, parameters):\n"
    "    \"\"\"Moves the coordinates back onto their constraints by Newton's method with steps of least norm.\"\"\"\n"
    "    moved = list(state)\n"
    "    values = _positions(t, moved, parameters)\n"
    "    now = _distance(values)\n"
    "    for _ in range(30):\n"
    "        if not now > 1e-15:\n"
    "            break\n"
    "        slope = [values[2 * @c@ + g * @m@:2 * @c@ + (g + 1) * @m@] for g in range(@c@)]\n"
    "        z = _solve([[sum(p * q for p, q in zip(a, b)) for b in slope] for a in slope], values[:@c@])\n"
    "        if z is None:\n"
    "            return state\n"
    "        for g in range(@c@):\n"
    "            for i in range(@m@):\n"
    "                moved[i] -= slope[g][i] * z[g]\n"
    "        values = _positions(t, moved, parameters)\n"
    "        before, now = now, _distance(values)\n"
    "        if not now < 0.5 * before and now < 1e-13:\n"
    "            break\n"
    "    return moved if now < 1e-13 else state\n\n\n";

static const char velocities[] = "def _residual(t, state, parameters):\n"
                                 "    \"\"\"The largest |phi| relative to its terms.\"\"\"\n"
                                 "    values = _constraints(t, state, parameters)\n"
                                 "    largest = 0.0\n"
                                 "    for c in range(@k@):\n"
                                 "        terms = values[@k@ + c]\n"
                                 "        for a in range(@n@):\n"
                                 "            terms += abs(values[2 * @k@ + c * @n@ + a] * state[@m@ + a])\n"
                                 "        part = 0.0 if values[c] == 0 else _divide(abs(values[c]), terms)\n"
                                 "        if part != part:\n"
                                 "            return part\n"
                                 "        largest = max(largest, part)\n"
                                 "    return largest\n\n\n"
                                 "def _project_velocities(t, state, parameters):\n"
                                 "    \"\"\"The velocities go back onto the constraints along the shortest way in the "
                                 "metric of the kinetic energy.\"\"\"\n"
                                 "    now = _residual(t, state, parameters)\n"
                                 "    for _ in range(4):\n"
                                 "        if not now > 1e-15:\n"
                                 "            break\n"
                                 "        moved = list(state)\n"
                                 "        for a, change in enumerate(_back(t, state, parameters)):\n"
                                 "            moved[@m@ + a] += change\n"
                                 "        after = _residual(t, moved, parameters)\n"
                                 "        if not after < now:\n"
                                 "            break\n"
                                 "        state, now = moved, after\n"
                                 "    return state\n\n\n";

static const char program[] =
    "def _step(t, after, state, parameters):\n"
    "    \"\"\"One classical Runge-Kutta step from t to after.\"\"\"\n"
    "    h = after - t\n"
    "    k1 = _flow(t, state, parameters)\n"
    "    k2 = _flow(t + 0.5 * h, [z + 0.5 * h * k for z, k in zip(state, k1)], parameters)\n"
    "    k3 = _flow(t + 0.5 * h, [z + 0.5 * h * k for z, k in zip(state, k2)], parameters)\n"
    "    k4 = _flow(t + h, [z + h * k for z, k in zip(state, k3)], parameters)\n"
    "    return [z + h / 6 * (a + 2 * (b + c) + d) for z, a, b, c, d in zip(state, k1, k2, k3, k4)]\n\n\n";

/* For programs that integrate the state itself; others integrate the state followed by the inner variables. */
static const char plain[] = "_flow = rates\n_finish_step = project\n\n\n"
                            "def _start(t, state, parameters):\n    return list(state)\n\n\n";

static const char solve_velocities[] =
    "def _larger(a, b):\n"
    "    \"\"\"The larger of two sizes; NaN if one of them is NaN.\"\"\"\n"
    "    return a if a != a or b <= a else b\n\n\n"
    "def _solve_velocities(t, state, parameters):\n"
    "    \"\"\"Newton's method for the velocities and the multipliers that belong to the momenta after the "
    "state.\"\"\"\n"
    "    state = list(state)\n"
    "    before = math.inf\n"
    "    for _ in range(50):\n"
    "        change = size = 0.0\n"
    "        for i, step in enumerate(_correction(t, state, parameters)):\n"
    "            state[@m@ + i] += step\n"
    "            change = _larger(change, abs(step))\n"
    "            size = _larger(size, abs(state[@m@ + i]))\n"
    "        if not math.isfinite(size) or change <= 1e-15 * size or (change <= 1e-10 * size and change >= before):\n"
    "            break\n"
    "        before = change\n"
    "    return state\n\n\n";

static const char plain_flow[] =
    "def _start(t, state, parameters):\n"
    "    return _solve_velocities(t, [*state, *_momenta(t, state, parameters)], parameters)\n\n\n"
    "def _flow(t, state, parameters):\n"
    "    return _inner(t, _solve_velocities(t, state, parameters), parameters)\n\n\n";

static const char chart_flow[] =
    "# The least size of a watched pivot since the chart was chosen, relative to its size then.\n"
    "_worst = 1.0\n\n\n"
    "def _start(t, state, parameters):\n"
    "    global _worst\n"
    "    _worst = 1.0\n"
    "    return _solve_velocities(t, [*state, *_momenta(t, state, parameters)], parameters)\n\n\n"
    "def _flow(t, state, parameters):\n"
    "    global _worst\n"
    "    state = _solve_velocities(t, state, parameters)\n"
    "    _worst = min(_worst, *_watch(t, state, parameters))\n"
    "    return _inner(t, state, parameters)\n\n\n";

static const char ending[] =
    "def main():\n"
    "    \"\"\"Writes the system's run as CSV.\"\"\"\n"
    "    def write(t, state):\n"
    "        numbers = [t, *state[:@m@ + @n@], *_row(t, state, parameter_values)]\n"
    "        print(\",\".join(repr(float(value)) for value in numbers))\n\n"
    "    t, state = 0.0, _start(0.0, initial, parameter_values)\n"
    "    print(_header)\n"
    "    write(t, state)\n"
    "    for sample in range(1, @samples@):\n"
    "        after = @to@ if sample + 1 == @samples@ else sample * @step@\n"
    "        state = _finish_step(after, _step(t, after, state, parameter_values), parameter_values)\n"
    "        t = after\n"
    "        write(t, state)\n\n\n"
    "if __name__ == \"__main__\":\n"
    "    main()\n";

static const NoslipCodeLists lists = {
    .states = "import math\n\nstates = [",
    .parameters = "]\nparameters = [",
    .observables = "]\nobservables = [",
    .values = "]\n# Parameters and initial state of the system's text.\nparameter_values = [",
    .initial = "]\ninitial = [",
    .header = "]\n_header = ",
    .end = "\n\n\n",
};

#define ARGUMENTS "(t, state, parameters):\n"

static void
write_project(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  if (flow->positions != NULL) {
    write_function(out, code, "def _positions" ARGUMENTS, flow->positions);
    noslip_code_text(out, code, positions, &style);
  }
  if (flow->velocities != NULL) {
    write_function(out, code, "def _constraints" ARGUMENTS, flow->velocities);
    write_function(out, code, "def _back" ARGUMENTS, flow->back);
    noslip_code_text(out, code, velocities, &style);
  }
  if (flow->n_inner > 0) {
    if (flow->n_charts > 0) {
      write_function(out, code, "def _survey" ARGUMENTS, flow->survey);
      write_function(out, code, "def _scores" ARGUMENTS, flow->scores);
      write_function(out, code, "def _watch" ARGUMENTS, flow->watch);
      write_function(out, code, "def _enter" ARGUMENTS, flow->enter);
      noslip_code_text(out, code, choice, &style);
    } else {
      write_function(out, code, "def _momenta" ARGUMENTS, flow->enter);
    }
    write_function(out, code, "def _correction" ARGUMENTS, flow->correction);
    write_function(out, code, "def _inner" ARGUMENTS, flow->inner_rates);
    noslip_code_text(out, code, solve_velocities, &style);
    g_string_append(out, flow->n_charts > 0 ? chart_flow : plain_flow);
    g_string_append(out, "def _finish_step" ARGUMENTS);
    if (flow->positions != NULL)
      g_string_append(out, "    state = _project_positions(t, state, parameters)\n");
    if (flow->n_charts > 0)
      noslip_code_text(out, code,
                       "    if _worst < 0.1:\n"
                       "        state = _solve_velocities(t, state, parameters)\n"
                       "        return _start(t, state[:@size@], parameters)\n",
                       &style);
    noslip_code_text(out, code,
                     "    return _solve_velocities(t, state, parameters)\n\n\n"
                     "def project" ARGUMENTS
                     "    \"\"\"The state, projected onto the constraints on coordinates and velocities.\"\"\"\n"
                     "    return _finish_step(t, [*state, *_momenta(t, state, parameters)], parameters)[:@size@]\n\n\n",
                     &style);
    return;
  }
  g_string_append(out, "def project" ARGUMENTS
                       "    \"\"\"The state, projected onto the constraints on coordinates and velocities.\"\"\"\n");
  if (flow->positions != NULL)
    g_string_append(out, "    state = _project_positions(t, state, parameters)\n");
  if (flow->velocities != NULL)
    g_string_append(out, "    state = _project_velocities(t, state, parameters)\n");
  g_string_append(out, "    return list(state)\n\n\n");
}

static void
write_file(const NoslipExport *code, GString *out)
{
  g_string_append(out, "# -*- coding: utf-8 -*-\n");
  noslip_code_heading(out, code, "# ");
  g_string_append(out, "# As a program it writes the run as CSV:  python3 FILE.py\n");
  noslip_code_lists(out, code, &lists, &style);
  noslip_code_text(out, code, helpers, &style);
  write_function(out, code, "def rates" ARGUMENTS "    \"\"\"The rates of the state.\"\"\"\n", code->rates);
  write_function(out, code, "def observe" ARGUMENTS "    \"\"\"The observables at a state.\"\"\"\n", code->observe);
  write_project(out, code);
  write_function(out, code, "def _row" ARGUMENTS "    \"\"\"The columns of the CSV after the state.\"\"\"\n",
                 code->row);
  if (code->flow->n_inner == 0)
    g_string_append(out, plain);
  noslip_code_text(out, code, program, &style);
  noslip_code_text(out, code, ending, &style);
}

const NoslipCodeLanguage noslip_code_python = {
    .id = "python",
    .title = "Python 3",
    .write = write_file,
};
