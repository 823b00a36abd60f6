/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Julia with its base library only. Functions outside their domain give NaN, as in the other languages, where Julia
 * throws exceptions. */
#include "core/codegen/write.h"

#include <string.h>

/* For programs with charts: the functions that choose the chart of a state and give the inner variables in it, by the
 * lists `survey`, `scores` and `enter` of the flow; as in core/dynamics/chart-state.c. */
static const char choice[] =
    "# The number of the chart that suits a state: the pivots of the constraints, in units of the kinetic energy.\n"
    "function _choose(t, state, parameters)\n"
    "    varies = [@varies@]\n"
    "    pivots = [@pivoted@]\n"
    "    numbers = _survey(t, state, parameters)\n"
    "    a = zeros(@bound@, @n@)\n"
    "    for i in 1:@bound@, j in 1:@n@\n"
    "        scale = sqrt(abs(numbers[@bound@ * @n@ + j]))\n"
    "        a[i, j] = numbers[(i - 1) * @n@ + j] / (0 < scale < Inf ? scale : 1.0)\n"
    "    end\n"
    "    for i in 1:@bound@\n"
    "        largest = maximum(abs.(a[i, :]))\n"
    "        a[i, :] ./= largest > 0 ? largest : 1.0\n"
    "    end\n"
    "    rows = collect(1:@bound@)\n"
    "    columns = collect(1:@n@)\n"
    "    found = Int[]\n"
    "    while !isempty(rows)\n"
    "        largest = maximum(abs.(a[rows, columns]))\n"
    "        row, column, least, size = 0, 0, 2, -1.0\n"
    "        for i in rows, j in columns\n"
    "            entry = abs(a[i, j])\n"
    "            weight = varies[(i - 1) * @n@ + j]\n"
    "            if entry >= 0.3 * largest && (weight < least || (weight == least && entry > size))\n"
    "                row, column, least, size = i, j, weight, entry\n"
    "            end\n"
    "        end\n"
    "        row > 0 || break\n"
    "        append!(found, (row, column))\n"
    "        filter!(i -> i != row, rows)\n"
    "        filter!(j -> j != column, columns)\n"
    "        for i in rows\n"
    "            factor = a[i, column] / a[row, column]\n"
    "            for j in columns\n"
    "                a[i, j] -= factor * a[row, j]\n"
    "            end\n"
    "        end\n"
    "    end\n"
    "    for c in 0:@charts@-1\n"
    "        found == pivots[c*@k2@+1:(c+1)*@k2@] && return Float64(c)\n"
    "    end\n"
    "    return Float64(argmax(_scores(t, state, parameters)) - 1)\n"
    "end\n\n"
    "# The inner variables at a state: velocities, the number of the chart and the sizes of its pivots.\n"
    "_momenta(t, state, parameters) =\n"
    "    _enter(t, [state; zeros(@free@); _choose(t, state, parameters); zeros(@pivots@)], parameters)\n\n";

static const NoslipCodeStyle style = {
    .assign = "    v$a = $b\n",
    .result = "        $b,\n",
    .divide = "$a / $b",
    .nan = "NaN",
    .infinity = "Inf",
    .base = 1,
    .call =
        {
            [NOSLIP_OP_POWER] = "($a < 0 && !isinteger($b) ? NaN : ($a)^($b))",
            [NOSLIP_OP_SIN] = "(isinf($a) ? NaN : sin($a))",
            [NOSLIP_OP_COS] = "(isinf($a) ? NaN : cos($a))",
            [NOSLIP_OP_TAN] = "(isinf($a) ? NaN : tan($a))",
            [NOSLIP_OP_ASIN] = "(abs($a) > 1 ? NaN : asin($a))",
            [NOSLIP_OP_ACOS] = "(abs($a) > 1 ? NaN : acos($a))",
            [NOSLIP_OP_ATAN] = "atan($a)",
            [NOSLIP_OP_ATAN2] = "atan($a, $b)",
            [NOSLIP_OP_SINH] = "sinh($a)",
            [NOSLIP_OP_COSH] = "cosh($a)",
            [NOSLIP_OP_TANH] = "tanh($a)",
            [NOSLIP_OP_EXP] = "exp($a)",
            [NOSLIP_OP_LOG] = "($a < 0 ? NaN : log($a))",
            [NOSLIP_OP_SQRT] = "($a < 0 ? NaN : sqrt($a))",
            [NOSLIP_OP_ABS] = "abs($a)",
            [NOSLIP_OP_SIGN] = "sign($a)",
            [NOSLIP_OP_MIN] = "($a < $b || isnan($a) ? $a : $b)",
            [NOSLIP_OP_MAX] = "($a > $b || isnan($a) ? $a : $b)",
            [NOSLIP_OP_LESS] = "Float64($a < $b)",
            [NOSLIP_OP_AT_MOST] = "Float64($a <= $b)",
            [NOSLIP_OP_AND] = "Float64($a != 0 && $b != 0)",
            [NOSLIP_OP_OR] = "Float64($a != 0 || $b != 0)",
            [NOSLIP_OP_NOT] = "Float64($a == 0)",
            [NOSLIP_OP_WHEN] = "($a != 0 ? $b : 0.0)",
        },
};

#define ARGUMENTS "(t, state, parameters)\n"

/* Writes the steps, and the outputs as the returned vector. */
static void
write_function(GString *out, const NoslipExport *code, const char *head, const NoslipListing *listing)
{
  noslip_code_text(out, code, head, &style);
  GString *body = g_string_new(NULL);
  noslip_code_steps(body, listing, &style);
  gsize length = 0;
  for (guint s = 0; s < listing->steps->len; s++)
    length = (gsize) (strchr(body->str + length, '\n') - body->str) + 1;
  g_string_append_len(out, body->str, (gssize) length);
  g_string_append_printf(out, "    return Float64[\n%s    ]\nend\n\n", body->str + length);
  g_string_free(body, TRUE);
}

static const char positions[] =
    "function _distance(values)\n"
    "    parts = [values[g] == 0 ? 0.0 : abs(values[g]) / values[@c@ + g] for g in 1:@c@]\n"
    "    return maximum(parts)\n"
    "end\n\n"
    "# Moves the coordinates back onto their constraints by Newton's method with steps of least norm.\n"
    "function _project_positions(t, state, parameters)\n"
    "    moved = collect(Float64, state)\n"
    "    values = _positions(t, moved, parameters)\n"
    "    now = _distance(values)\n"
    "    for round in 1:30\n"
    "        now > 1e-15 || break\n"
    "        slope = [values[2 * @c@ + (g - 1) * @m@ + i] for g in 1:@c@, i in 1:@m@]\n"
    "        gram = [sum(slope[g, i] * slope[h, i] for i in 1:@m@) for g in 1:@c@, h in 1:@c@]\n"
    "        z = try\n"
    "            gram \\ values[1:@c@]\n"
    "        catch\n"
    "            return collect(Float64, state)\n"
    "        end\n"
    "        for g in 1:@c@, i in 1:@m@\n"
    "            moved[i] -= slope[g, i] * z[g]\n"
    "        end\n"
    "        values = _positions(t, moved, parameters)\n"
    "        before = now\n"
    "        now = _distance(values)\n"
    "        if !(now < 0.5 * before) && now < 1e-13\n"
    "            break\n"
    "        end\n"
    "    end\n"
    "    return now < 1e-13 ? moved : collect(Float64, state)\n"
    "end\n\n";

static const char velocities[] =
    "# The largest |phi| relative to its terms.\n"
    "function _residual(t, state, parameters)\n"
    "    values = _constraints(t, state, parameters)\n"
    "    largest = 0.0\n"
    "    for c in 1:@k@\n"
    "        terms = values[@k@ + c] + sum(abs(values[2 * @k@ + (c - 1) * @n@ + a] * state[@m@ + a]) for a in 1:@n@)\n"
    "        part = values[c] == 0 ? 0.0 : abs(values[c]) / terms\n"
    "        isnan(part) && return part\n"
    "        largest = max(largest, part)\n"
    "    end\n"
    "    return largest\n"
    "end\n\n"
    "# Projects the velocities onto the constraints, orthogonally in the metric of the kinetic energy.\n"
    "function _project_velocities(t, state, parameters)\n"
    "    now = _residual(t, state, parameters)\n"
    "    for round in 1:4\n"
    "        now > 1e-15 || break\n"
    "        moved = collect(Float64, state)\n"
    "        moved[@m@+1:@m@+@n@] .+= _back(t, state, parameters)\n"
    "        after = _residual(t, moved, parameters)\n"
    "        after < now || break\n"
    "        state = moved\n"
    "        now = after\n"
    "    end\n"
    "    return collect(Float64, state)\n"
    "end\n\n";

static const char plain[] = "const _flow = rates\nconst _finish_step = project\n"
                            "_start(t, state, parameters) = collect(Float64, state)\n\n";

static const char solve_velocities[] =
    "# Newton's method for the velocities and multipliers, given the momenta, which follow the state.\n"
    "function _solve_velocities(t, all, parameters)\n"
    "    state = collect(Float64, all)\n"
    "    before = Inf\n"
    "    for round in 1:50\n"
    "        step = _correction(t, state, parameters)\n"
    "        state[@m@+1:@size@] .+= step\n"
    "        change = maximum(abs.(step))\n"
    "        size = maximum(abs.(state[@m@+1:@size@]))\n"
    "        if !isfinite(size) || change <= 1e-15 * size || (change <= 1e-10 * size && change >= before)\n"
    "            break\n"
    "        end\n"
    "        before = change\n"
    "    end\n"
    "    return state\n"
    "end\n\n";

static const char plain_flow[] =
    "_start(t, state, parameters) = _solve_velocities(t, [state; _momenta(t, state, parameters)], parameters)\n"
    "_flow(t, state, parameters) = _inner(t, _solve_velocities(t, state, parameters), parameters)\n";

static const char chart_flow[] =
    "# The least size of a watched pivot since the chart was chosen, relative to its size then.\n"
    "const _worst = Ref(1.0)\n\n"
    "function _start(t, state, parameters)\n"
    "    _worst[] = 1.0\n"
    "    return _solve_velocities(t, [state; _momenta(t, state, parameters)], parameters)\n"
    "end\n\n"
    "function _flow(t, all, parameters)\n"
    "    state = _solve_velocities(t, all, parameters)\n"
    "    _worst[] = min(_worst[], minimum(_watch(t, state, parameters)))\n"
    "    return _inner(t, state, parameters)\n"
    "end\n\n"
    "function _finish_step(t, all, parameters)\n";

static const char ending[] =
    "# One classical Runge-Kutta step from t to after.\n"
    "function _step(t, after, state, parameters)\n"
    "    h = after - t\n"
    "    k1 = _flow(t, state, parameters)\n"
    "    k2 = _flow(t + 0.5 * h, state .+ 0.5 * h .* k1, parameters)\n"
    "    k3 = _flow(t + 0.5 * h, state .+ 0.5 * h .* k2, parameters)\n"
    "    k4 = _flow(t + h, state .+ h .* k3, parameters)\n"
    "    return state .+ h / 6 .* (k1 .+ 2 .* (k2 .+ k3) .+ k4)\n"
    "end\n\n"
    "# Writes the system's run as CSV.\n"
    "function main()\n"
    "    function write_row(t, state)\n"
    "        numbers = [t; state[1:@m@+@n@]; _row(t, state, parameter_values)]\n"
    "        println(join((isnan(value) ? \"nan\" : string(value) for value in numbers), \",\"))\n"
    "    end\n"
    "    t = 0.0\n"
    "    state = _start(t, initial, parameter_values)\n"
    "    println(_header)\n"
    "    write_row(t, state)\n"
    "    for sample in 1:@samples@-1\n"
    "        after = sample + 1 == @samples@ ? @to@ : sample * @step@\n"
    "        state = _finish_step(after, _step(t, after, state, parameter_values), parameter_values)\n"
    "        t = after\n"
    "        write_row(t, state)\n"
    "    end\n"
    "end\n\n"
    "if abspath(PROGRAM_FILE) == @__FILE__\n"
    "    main()\n"
    "end\n";

static const NoslipCodeLists lists = {
    .states = "\nconst states = String[",
    .parameters = "]\nconst parameters = String[",
    .observables = "]\nconst observables = String[",
    .values = "]\n# Parameters and initial state of the system's text.\nconst parameter_values = Float64[",
    .initial = "]\nconst initial = Float64[",
    .header = "]\nconst _header = ",
    .end = "\n\n",
};

/* Writes the projection of inner variables: `_finish_step`, and `project`, which calls it. */
static void
write_inner(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  if (flow->n_charts > 0) {
    write_function(out, code, "function _survey" ARGUMENTS, flow->survey);
    write_function(out, code, "function _scores" ARGUMENTS, flow->scores);
    write_function(out, code, "function _watch" ARGUMENTS, flow->watch);
    write_function(out, code, "function _enter" ARGUMENTS, flow->enter);
    noslip_code_text(out, code, choice, &style);
  } else {
    write_function(out, code, "function _momenta" ARGUMENTS, flow->enter);
  }
  write_function(out, code, "function _correction" ARGUMENTS, flow->correction);
  write_function(out, code, "function _inner" ARGUMENTS, flow->inner_rates);
  noslip_code_text(out, code, solve_velocities, &style);
  g_string_append(out, flow->n_charts > 0 ? chart_flow : plain_flow);
  const char *moved = flow->positions != NULL ? "_project_positions(t, STATE, parameters)" : "STATE";
  g_auto(GStrv) parts = g_strsplit(moved, "STATE", -1);
  g_autofree char *place = g_strjoinv(flow->n_charts > 0 ? "all" : "state", parts);
  if (flow->n_charts > 0) {
    g_string_append_printf(out, "    state = _solve_velocities(t, %s, parameters)\n", place);
    noslip_code_text(out, code, "    return _worst[] < 0.1 ? _start(t, state[1:@size@], parameters) : state\nend\n",
                     &style);
  } else {
    g_string_append_printf(out, "_finish_step(t, state, parameters) = _solve_velocities(t, %s, parameters)\n", place);
  }
  noslip_code_text(out, code,
                   "\n# The state, projected onto the constraints on coordinates and velocities.\n"
                   "project(t, state, parameters) =\n"
                   "    _finish_step(t, [state; _momenta(t, state, parameters)], parameters)[1:@size@]\n\n",
                   &style);
}

static void
write_project(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  if (flow->positions != NULL) {
    write_function(out, code, "function _positions" ARGUMENTS, flow->positions);
    noslip_code_text(out, code, positions, &style);
  }
  if (flow->velocities != NULL) {
    write_function(out, code, "function _constraints" ARGUMENTS, flow->velocities);
    write_function(out, code, "function _back" ARGUMENTS, flow->back);
    noslip_code_text(out, code, velocities, &style);
  }
  if (flow->n_inner > 0) {
    write_inner(out, code);
    return;
  }
  g_string_append(out, "# The state, projected onto the constraints on coordinates and velocities.\n"
                       "function project" ARGUMENTS);
  if (flow->positions != NULL)
    g_string_append(out, "    state = _project_positions(t, state, parameters)\n");
  if (flow->velocities != NULL)
    g_string_append(out, "    state = _project_velocities(t, state, parameters)\n");
  g_string_append(out, "    return collect(Float64, state)\nend\n\n");
  g_string_append(out, plain);
}

/* Writes the ending, which contains "@", the mark of placeholders in the other texts. */
static void
write_ending(GString *out, const NoslipExport *code)
{
  static const char file[] = "if abspath(PROGRAM_FILE) == @__FILE__\n";
  const char *own = strstr(ending, file);
  g_autofree char *before = g_strndup(ending, (gsize) (own - ending));
  noslip_code_text(out, code, before, &style);
  g_string_append(out, own);
}

static void
write_file(const NoslipExport *code, GString *out)
{
  noslip_code_heading(out, code, "# ");
  g_string_append(out, "# As a program it writes the run as CSV:  julia FILE.jl\n");
  noslip_code_lists(out, code, &lists, &style);
  write_function(out, code, "# The rates of the state.\nfunction rates" ARGUMENTS, code->rates);
  write_function(out, code, "# The observables at a state.\nfunction observe" ARGUMENTS, code->observe);
  write_project(out, code);
  write_function(out, code, "# The columns of the CSV after the state.\nfunction _row" ARGUMENTS, code->row);
  write_ending(out, code);
}

const NoslipCodeLanguage noslip_code_julia = {
    .id = "julia",
    .title = "Julia",
    .write = write_file,
};
