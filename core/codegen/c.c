/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C11 without warnings of -Wall -Wextra: only what the program uses is written. */
#include "core/codegen/c-choice.h"
#include "core/codegen/write.h"

static const NoslipCodeStyle style = {
    .assign = "  const double v$a = $b;\n",
    .divide = "$a / $b",
    .nan = "NAN",
    .infinity = "INFINITY",
    .call =
        {
            [NOSLIP_OP_POWER] = "pow($a, $b)",
            [NOSLIP_OP_SIN] = "sin($a)",
            [NOSLIP_OP_COS] = "cos($a)",
            [NOSLIP_OP_TAN] = "tan($a)",
            [NOSLIP_OP_ASIN] = "asin($a)",
            [NOSLIP_OP_ACOS] = "acos($a)",
            [NOSLIP_OP_ATAN] = "atan($a)",
            [NOSLIP_OP_ATAN2] = "atan2($a, $b)",
            [NOSLIP_OP_SINH] = "sinh($a)",
            [NOSLIP_OP_COSH] = "cosh($a)",
            [NOSLIP_OP_TANH] = "tanh($a)",
            [NOSLIP_OP_EXP] = "exp($a)",
            [NOSLIP_OP_LOG] = "log($a)",
            [NOSLIP_OP_SQRT] = "sqrt($a)",
            [NOSLIP_OP_ABS] = "fabs($a)",
            [NOSLIP_OP_SIGN] = "($a > 0 ? 1.0 : $a < 0 ? -1.0 : $a)",
            [NOSLIP_OP_MIN] = "($a < $b || isnan($a) ? $a : $b)",
            [NOSLIP_OP_MAX] = "($a > $b || isnan($a) ? $a : $b)",
            [NOSLIP_OP_LESS] = "$a < $b",
            [NOSLIP_OP_AT_MOST] = "$a <= $b",
            [NOSLIP_OP_AND] = "$a != 0 && $b != 0",
            [NOSLIP_OP_OR] = "$a != 0 || $b != 0",
            [NOSLIP_OP_NOT] = "$a == 0",
            [NOSLIP_OP_WHEN] = "$a != 0 ? $b : 0.0",
        },
};

/* result: the name of the array of outputs, "values" or "rates". */
static void
write_body(GString *out, const NoslipListing *listing, const char *result)
{
  NoslipCodeStyle own = style;
  g_autofree char *format = g_strdup_printf("  %s[$a] = $b;\n", result);
  own.result = format;
  g_string_append_printf(out, "{\n  (void) t;\n  (void) parameters;\n  (void) state;\n  (void) %s;\n", result);
  noslip_code_steps(out, listing, &own);
  g_string_append(out, "}\n\n");
}

static void
write_function(GString *out, const NoslipExport *code, const char *head, const NoslipListing *listing)
{
  noslip_code_text(out, code, head, &style);
  write_body(out, listing, "values");
}

static void
write_names(GString *out, const NoslipExport *code, const char *head, guint n, const char *const *names)
{
  noslip_code_text(out, code, head, &style);
  if (n == 0)
    g_string_append(out, "0"); /* C has no empty arrays */
  noslip_code_names(out, n, names);
  g_string_append(out, "};\n");
}

static void
write_numbers(GString *out, const NoslipExport *code, const char *head, guint n, const double *values)
{
  noslip_code_text(out, code, head, &style);
  if (n == 0)
    g_string_append(out, "0");
  noslip_code_numbers(out, n, values, &style);
  g_string_append(out, "};\n");
}

static const char positions[] =
    "/* Moves the coordinates back onto their constraints by Newton's method with steps of least norm. */\n"
    "static double @N@_distance(double t, const double *parameters, const double *state, double *values)\n"
    "{\n"
    "  double largest = 0;\n"
    "  @N@_positions(t, parameters, state, values);\n"
    "  for (int g = 0; g < @c@; g++) {\n"
    "    const double part = values[g] == 0 ? 0 : fabs(values[g]) / values[@c@ + g];\n"
    "    if (isnan(part))\n"
    "      return part;\n"
    "    largest = fmax(largest, part);\n"
    "  }\n"
    "  return largest;\n"
    "}\n\n"
    "/* Solves a z = b by elimination; z is stored in b. Returns 0 if a is singular. */\n"
    "static int @N@_solve(double a[@c@][@c@], double b[@c@])\n"
    "{\n"
    "  for (int i = 0; i < @c@; i++) {\n"
    "    int pivot = i;\n"
    "    for (int j = i + 1; j < @c@; j++)\n"
    "      if (fabs(a[j][i]) > fabs(a[pivot][i]))\n"
    "        pivot = j;\n"
    "    if (!(fabs(a[pivot][i]) > 0))\n"
    "      return 0;\n"
    "    for (int l = 0; l < @c@; l++) {\n"
    "      const double other = a[i][l];\n"
    "      a[i][l] = a[pivot][l];\n"
    "      a[pivot][l] = other;\n"
    "    }\n"
    "    const double other = b[i];\n"
    "    b[i] = b[pivot];\n"
    "    b[pivot] = other;\n"
    "    for (int j = i + 1; j < @c@; j++) {\n"
    "      const double factor = a[j][i] / a[i][i];\n"
    "      for (int l = i; l < @c@; l++)\n"
    "        a[j][l] -= factor * a[i][l];\n"
    "      b[j] -= factor * b[i];\n"
    "    }\n"
    "  }\n"
    "  for (int i = @c@ - 1; i >= 0; i--) {\n"
    "    for (int l = i + 1; l < @c@; l++)\n"
    "      b[i] -= a[i][l] * b[l];\n"
    "    b[i] /= a[i][i];\n"
    "  }\n"
    "  return 1;\n"
    "}\n\n"
    "static void @N@_project_positions(double t, const double *parameters, double *state)\n"
    "{\n"
    "  double values[@back@], a[@c@][@c@], b[@c@], x[@m@];\n"
    "  const double *slope = values + 2 * @c@;\n"
    "  for (int i = 0; i < @m@; i++)\n"
    "    x[i] = state[i];\n"
    "  double distance = @N@_distance(t, parameters, x, values);\n"
    "  for (int round = 0; round < 30 && distance > 1e-15; round++) {\n"
    "    for (int g = 0; g < @c@; g++) {\n"
    "      b[g] = values[g];\n"
    "      for (int h = 0; h < @c@; h++) {\n"
    "        a[g][h] = 0;\n"
    "        for (int i = 0; i < @m@; i++)\n"
    "          a[g][h] += slope[g * @m@ + i] * slope[h * @m@ + i];\n"
    "      }\n"
    "    }\n"
    "    if (!@N@_solve(a, b))\n"
    "      return;\n"
    "    for (int g = 0; g < @c@; g++)\n"
    "      for (int i = 0; i < @m@; i++)\n"
    "        x[i] -= slope[g * @m@ + i] * b[g];\n"
    "    const double before = distance;\n"
    "    distance = @N@_distance(t, parameters, x, values);\n"
    "    if (!(distance < 0.5 * before) && distance < 1e-13)\n"
    "      break;\n"
    "  }\n"
    "  if (distance < 1e-13)\n"
    "    for (int i = 0; i < @m@; i++)\n"
    "      state[i] = x[i];\n"
    "}\n\n";

static const char velocities[] =
    "/* The largest |phi| relative to its terms. */\n"
    "static double @N@_residual(double t, const double *parameters, const double *state, double *values)\n"
    "{\n"
    "  double largest = 0;\n"
    "  @N@_constraints(t, parameters, state, values);\n"
    "  for (int c = 0; c < @k@; c++) {\n"
    "    double terms = values[@k@ + c];\n"
    "    for (int a = 0; a < @n@; a++)\n"
    "      terms += fabs(values[2 * @k@ + c * @n@ + a] * state[@m@ + a]);\n"
    "    const double part = values[c] == 0 ? 0 : fabs(values[c]) / terms;\n"
    "    if (isnan(part))\n"
    "      return part;\n"
    "    largest = fmax(largest, part);\n"
    "  }\n"
    "  return largest;\n"
    "}\n\n"
    "/* Projects the velocities onto the constraints, orthogonally in the metric of the kinetic energy. */\n"
    "static void @N@_project_velocities(double t, const double *parameters, double *state)\n"
    "{\n"
    "  double values[@terms@], step[@n@];\n"
    "  double now = @N@_residual(t, parameters, state, values);\n"
    "  for (int round = 0; round < 4 && now > 1e-15; round++) {\n"
    "    @N@_back(t, parameters, state, step);\n"
    "    for (int a = 0; a < @n@; a++)\n"
    "      state[@m@ + a] += step[a];\n"
    "    const double next = @N@_residual(t, parameters, state, values);\n"
    "    if (!(next < now)) {\n"
    "      for (int a = 0; a < @n@; a++)\n"
    "        state[@m@ + a] -= step[a];\n"
    "      return;\n"
    "    }\n"
    "    now = next;\n"
    "  }\n"
    "}\n\n";

/* Solves for velocities and multipliers; the inner variables follow the state. */
static const char inner[] =
    "/* The larger of two sizes; NaN if one of them is NaN. */\n"
    "static double @N@_larger(double a, double b)\n"
    "{\n"
    "  return isnan(a) || b <= a ? a : b;\n"
    "}\n\n"
    "/* Newton's method for the velocities and multipliers, given the momenta, which follow the state. */\n"
    "static void @N@_solve_velocities(double t, const double *parameters, double *state)\n"
    "{\n"
    "  double step[@size@ - @m@], before = INFINITY;\n"
    "  for (int round = 0; round < 50; round++) {\n"
    "    double change = 0, size = 0;\n"
    "    @N@_correction(t, parameters, state, step);\n"
    "    for (int i = 0; i < @size@ - @m@; i++) {\n"
    "      state[@m@ + i] += step[i];\n"
    "      change = @N@_larger(change, fabs(step[i]));\n"
    "      size = @N@_larger(size, fabs(state[@m@ + i]));\n"
    "    }\n"
    "    if (!isfinite(size) || change <= 1e-15 * size || (change <= 1e-10 * size && change >= before))\n"
    "      return;\n"
    "    before = change;\n"
    "  }\n"
    "}\n\n";

#define ARGUMENTS "(double t, const double *parameters, const double *state, double *values)\n"

static void
write_enter(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  if (flow->n_charts == 0) {
    write_function(out, code, "static void @N@_momenta" ARGUMENTS, flow->enter);
    return;
  }
  write_function(out, code, "static void @N@_survey" ARGUMENTS, flow->survey);
  write_function(out, code, "static void @N@_scores" ARGUMENTS, flow->scores);
  write_function(out, code, "static void @N@_enter" ARGUMENTS, flow->enter);
  noslip_code_text(out, code, noslip_code_choice_c, &style);
}

static void
write_project(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  if (flow->positions != NULL) {
    write_function(out, code, "static void @N@_positions" ARGUMENTS, flow->positions);
    noslip_code_text(out, code, positions, &style);
  }
  if (flow->velocities != NULL) {
    write_function(out, code, "static void @N@_constraints" ARGUMENTS, flow->velocities);
    write_function(out, code, "static void @N@_back" ARGUMENTS, flow->back);
    noslip_code_text(out, code, velocities, &style);
  }
  if (flow->n_inner > 0) {
    write_enter(out, code);
    write_function(out, code, "static void @N@_correction" ARGUMENTS, flow->correction);
    noslip_code_text(out, code, inner, &style);
  }
  noslip_code_text(out, code,
                   "/* Projects a state onto the constraints on coordinates and velocities. */\n"
                   "void @N@_project(double t, const double *parameters, double *state)\n{\n"
                   "  (void) t;\n  (void) parameters;\n  (void) state;\n",
                   &style);
  if (flow->n_inner > 0)
    noslip_code_text(out, code,
                     "  double all[@total@];\n  for (int i = 0; i < @size@; i++)\n    all[i] = state[i];\n"
                     "  @N@_momenta(t, parameters, state, all + @size@);\n",
                     &style);
  if (flow->positions != NULL)
    noslip_code_text(out, code,
                     flow->n_inner > 0 ? "  @N@_project_positions(t, parameters, all);\n"
                                       : "  @N@_project_positions(t, parameters, state);\n",
                     &style);
  if (flow->velocities != NULL)
    noslip_code_text(out, code, "  @N@_project_velocities(t, parameters, state);\n", &style);
  if (flow->n_inner > 0)
    noslip_code_text(
        out, code,
        "  @N@_solve_velocities(t, parameters, all);\n  for (int i = 0; i < @size@; i++)\n    state[i] = all[i];\n",
        &style);
  g_string_append(out, "}\n\n");
}

static const char inner_main[] =
    "static void @N@_flow(double t, const double *parameters, double *state, double *rates)\n"
    "{\n"
    "  @N@_solve_velocities(t, parameters, state);\n"
    "  @N@_inner(t, parameters, state, rates);\n"
    "}\n\n"
    "static void @N@_start(double t, const double *parameters, double *state)\n"
    "{\n"
    "  @N@_momenta(t, parameters, state, state + @size@);\n"
    "  @N@_solve_velocities(t, parameters, state);\n"
    "}\n\n"
    "static void @N@_return(double t, const double *parameters, double *state)\n"
    "{\n";

/* The same for programs with charts. */
static const char chart_main[] =
    "/* The least size of a watched pivot since the chart was chosen, relative to its size then. */\n"
    "static double @N@_worst = 1;\n\n"
    "static void @N@_flow(double t, const double *parameters, double *state, double *rates)\n"
    "{\n"
    "  double pivots[@pivots@];\n"
    "  @N@_solve_velocities(t, parameters, state);\n"
    "  @N@_inner(t, parameters, state, rates);\n"
    "  @N@_watch(t, parameters, state, pivots);\n"
    "  for (int i = 0; i < @pivots@; i++)\n"
    "    @N@_worst = fmin(@N@_worst, pivots[i]);\n"
    "}\n\n"
    "static void @N@_start(double t, const double *parameters, double *state)\n"
    "{\n"
    "  @N@_worst = 1;\n"
    "  @N@_momenta(t, parameters, state, state + @size@);\n"
    "  @N@_solve_velocities(t, parameters, state);\n"
    "}\n\n"
    "static void @N@_return(double t, const double *parameters, double *state)\n"
    "{\n";

static const char program[] = "static void @N@_print(double t, const double *state)\n"
                              "{\n"
                              "  double columns[@columns@];\n"
                              "  @N@_row(t, @N@_parameter_values, state, columns);\n"
                              "  printf(\"%.17g\", t);\n"
                              "  for (int i = 0; i < @m@ + @n@ + @columns@; i++) {\n"
                              "    const double value = i < @m@ + @n@ ? state[i] : columns[i - @m@ - @n@];\n"
                              "    if (isnan(value))\n"
                              "      printf(\",nan\");\n"
                              "    else\n"
                              "      printf(\",%.17g\", value + 0.0);\n"
                              "  }\n"
                              "  printf(\"\\n\");\n"
                              "}\n\n"
                              "/* One classical Runge-Kutta step from t to `next`. */\n"
                              "static void @N@_step(double t, double next, double *state)\n"
                              "{\n"
                              "  const double h = next - t, *parameters = @N@_parameter_values;\n"
                              "  double k1[@total@], k2[@total@], k3[@total@], k4[@total@], stage[@total@];\n"
                              "  @N@_FLOW(t, parameters, state, k1);\n"
                              "  for (int i = 0; i < @total@; i++)\n"
                              "    stage[i] = state[i] + 0.5 * h * k1[i];\n"
                              "  @N@_FLOW(t + 0.5 * h, parameters, stage, k2);\n"
                              "  for (int i = 0; i < @total@; i++)\n"
                              "    stage[i] = state[i] + 0.5 * h * k2[i];\n"
                              "  @N@_FLOW(t + 0.5 * h, parameters, stage, k3);\n"
                              "  for (int i = 0; i < @total@; i++)\n"
                              "    stage[i] = state[i] + h * k3[i];\n"
                              "  @N@_FLOW(t + h, parameters, stage, k4);\n"
                              "  for (int i = 0; i < @total@; i++)\n"
                              "    state[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);\n"
                              "}\n\n"
                              "int main(void)\n"
                              "{\n"
                              "  double t = 0, state[@total@];\n"
                              "  for (int i = 0; i < @size@; i++)\n"
                              "    state[i] = @N@_initial[i];\n"
                              "  @N@_START(t, @N@_parameter_values, state);\n"
                              "  printf(\"%s\\n\", @N@_header);\n"
                              "  @N@_print(t, state);\n"
                              "  for (long sample = 1; sample < @samples@; sample++) {\n"
                              "    const double next = sample + 1 == @samples@ ? @to@ : (double) sample * @step@;\n"
                              "    @N@_step(t, next, state);\n"
                              "    t = next;\n"
                              "    @N@_BACK(t, @N@_parameter_values, state);\n"
                              "    @N@_print(t, state);\n"
                              "  }\n"
                              "  return 0;\n"
                              "}\n"
                              "#endif\n";

static void
write_lists(GString *out, const NoslipExport *code)
{
  const NoslipSystem *system = code->system;
  g_autofree const char **parameters = noslip_code_parameter_names(code);
  g_autofree const char **observables = noslip_code_observable_names(code);
  noslip_code_text(out, code,
                   "\n#include <math.h>\n\n"
                   "enum {\n  @N@_n_states = @size@,\n  @N@_n_parameters = @parameters@,\n"
                   "  @N@_n_observables = @observables@,\n};\n\n",
                   &style);
  write_names(out, code, "const char *const @N@_states[] = {", code->flow->n_state, (const char *const *) code->states);
  write_names(out, code, "const char *const @N@_parameters[] = {", system->n_parameters, parameters);
  write_names(out, code, "const char *const @N@_observables[] = {", system->n_observables, observables);
  g_string_append(out, "/* Parameters and initial state of the system's text. */\n");
  write_numbers(out, code, "const double @N@_parameter_values[] = {", system->n_parameters, code->parameters);
  write_numbers(out, code, "const double @N@_initial[] = {", code->flow->n_state, code->initial);
  g_string_append_c(out, '\n');
}

/* Writes the part of the program that integrates the state, or the inner variables that determine it. */
static void
write_program(GString *out, const NoslipExport *code)
{
  const NoslipFlow *flow = code->flow;
  gboolean own = flow->n_inner > 0;
  if (own) {
    write_function(out, code, "static void @N@_inner" ARGUMENTS, flow->inner_rates);
    if (flow->n_charts > 0)
      write_function(out, code, "static void @N@_watch" ARGUMENTS, flow->watch);
    noslip_code_text(out, code, flow->n_charts > 0 ? chart_main : inner_main, &style);
    if (flow->positions != NULL)
      noslip_code_text(out, code, "  @N@_project_positions(t, parameters, state);\n", &style);
    noslip_code_text(out, code, "  @N@_solve_velocities(t, parameters, state);\n", &style);
    if (flow->n_charts > 0)
      noslip_code_text(out, code, "  if (@N@_worst < 0.1)\n    @N@_start(t, parameters, state);\n", &style);
    g_string_append(out, "}\n\n");
  }
  g_auto(GStrv) starts = g_strsplit(program, "  @N@_START(t, @N@_parameter_values, state);\n", -1);
  g_autofree char *started = g_strjoinv(own ? "  @N@_start(t, @N@_parameter_values, state);\n" : "", starts);
  g_auto(GStrv) flows = g_strsplit(started, "_FLOW", -1);
  g_autofree char *flowing = g_strjoinv(own ? "_flow" : "_rates", flows);
  g_auto(GStrv) backs = g_strsplit(flowing, "_BACK", -1);
  g_autofree char *text = g_strjoinv(own ? "_return" : "_project", backs);
  noslip_code_text(out, code, text, &style);
}

static void
write_file(const NoslipExport *code, GString *out)
{
  g_autofree char *header = noslip_code_header(code);
  noslip_code_heading(out, code, "// ");
  noslip_code_text(
      out, code, "// With -D@N@_MAIN it is a program that writes the run as CSV:  cc -D@N@_MAIN FILE.c -lm\n", &style);
  write_lists(out, code);
  noslip_code_text(out, code,
                   "/* The rates of the state. */\n"
                   "void @N@_rates(double t, const double *parameters, const double *state, double *rates)\n",
                   &style);
  write_body(out, code->rates, "rates");
  write_function(out, code, "/* The observables at a state. */\nvoid @N@_observe" ARGUMENTS, code->observe);
  write_project(out, code);
  noslip_code_text(out, code, "#ifdef @N@_MAIN\n#include <stdio.h>\n\nstatic const char @N@_header[] = ", &style);
  const char *headers[] = {header};
  noslip_code_names(out, 1, headers);
  g_string_append(out, ";\n\n");
  write_function(out, code, "/* The columns of the CSV after the state. */\nstatic void @N@_row" ARGUMENTS, code->row);
  write_program(out, code);
}

const NoslipCodeLanguage noslip_code_c = {
    .id = "c",
    .title = "C11",
    .write = write_file,
};
