/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep: the end of many motions, over a grid of parameters and initial values. The rows stand in the order of the
 * grid, the last variable fastest, and are the same for any number of jobs. */
#include "app/catalogue/catalogue.h"
#include "app/cli/cli.h"

#include "core/trajectory/claims.h"
#include "core/trajectory/csv.h"

#include <math.h>
#include <string.h>

#define MOST_POINTS 10000000

typedef struct {
  char *name;
  int parameter; /* or -1: an initial value */
  double low, high;
  guint n;
} Axis;

typedef struct {
  CliProblem problem;
  NoslipDynamics *dynamics;
  GArray *axes; /* of Axis */
  guint64 n_points;
  guint64 next;     /* point to take, under `lock` */
  guint64 chunk_first, chunk_n;
  char **lines;     /* of the present chunk */
  int *statuses;
  GMutex lock;
} Sweep;

#define CHUNK 1024 /* points between two writes */

static void
axis_clear(gpointer axis)
{
  g_free(((Axis *) axis)->name);
}

static double
value_of(const Axis *axis, guint index)
{
  return axis->n > 1 ? axis->low + (axis->high - axis->low) * index / (axis->n - 1) : axis->low;
}

/* NAME=LO..HI:N */
static gboolean
read_axis(const char *text, const CliProblem *problem, Axis *axis)
{
  const char *equals = strchr(text, '='), *dots = equals != NULL ? strstr(equals, "..") : NULL;
  const char *colon = dots != NULL ? strrchr(dots, ':') : NULL;
  guint64 n = 0;
  if (colon == NULL || !g_utf8_validate(text, -1, NULL) ||
      !g_ascii_string_to_unsigned(colon + 1, 10, 1, MOST_POINTS, &n, NULL)) {
    cli_message("error: --vary needs NAME=LO..HI:N with N values, not '%s'", text);
    return FALSE;
  }
  g_autofree char *name = g_strndup(text, (gsize) (equals - text));
  g_autofree char *low = g_strndup(equals + 1, (gsize) (dots - equals - 1));
  g_autofree char *high = g_strndup(dots + 2, (gsize) (colon - dots - 2));
  if (!cli_number("--vary LO", low, &axis->low) || !cli_number("--vary HI", high, &axis->high))
    return FALSE;
  axis->n = (guint) n;
  axis->parameter = noslip_system_parameter(problem->system, name);
  axis->name = g_steal_pointer(&name);
  if (axis->parameter >= 0 || cli_is_state_name(problem->system, axis->name))
    return TRUE;
  cli_message("error: %s has no parameter, coordinate or velocity '%s'", problem->system->id, axis->name);
  g_clear_pointer(&axis->name, g_free);
  return FALSE;
}

static gboolean
read_axes(Sweep *sweep, char **vary)
{
  gboolean good = TRUE;
  sweep->axes = g_array_new(FALSE, TRUE, sizeof(Axis));
  g_array_set_clear_func(sweep->axes, axis_clear);
  sweep->n_points = 1;
  for (guint i = 0; vary != NULL && vary[i] != NULL; i++) {
    Axis axis = { 0 };
    if (!read_axis(vary[i], &sweep->problem, &axis)) {
      good = FALSE;
      continue;
    }
    g_array_append_val(sweep->axes, axis);
    sweep->n_points *= axis.n;
    if (sweep->n_points > MOST_POINTS) {
      cli_message("error: more than %d points; vary less at a time", MOST_POINTS);
      return FALSE;
    }
  }
  if (good && sweep->axes->len == 0) {
    cli_message("error: sweep needs --vary NAME=LO..HI:N");
    return FALSE;
  }
  return good;
}

/* The values of the axes at a point, the last axis fastest. */
static void
values_at(const Sweep *sweep, guint64 point, double *values)
{
  for (guint i = sweep->axes->len; i-- > 0;) {
    const Axis *axis = &g_array_index(sweep->axes, Axis, i);
    values[i] = value_of(axis, (guint) (point % axis->n));
    point /= axis->n;
  }
}

typedef struct {
  double *parameters, *xy, *mu, *row;
  NoslipOverride *overrides;
  guint n_overrides;
} Point;

static void
point_set(const Sweep *sweep, const double *values, Point *point)
{
  const CliProblem *problem = &sweep->problem;
  memcpy(point->parameters, problem->parameters, problem->system->n_parameters * sizeof(double));
  point->n_overrides = 0;
  for (guint i = 0; i < problem->overrides->len; i++)
    point->overrides[point->n_overrides++] = g_array_index(problem->overrides, NoslipOverride, i);
  for (guint i = 0; i < sweep->axes->len; i++) {
    const Axis *axis = &g_array_index(sweep->axes, Axis, i);
    if (axis->parameter >= 0)
      point->parameters[axis->parameter] = values[i];
    else
      point->overrides[point->n_overrides++] = (NoslipOverride){ axis->name, values[i] };
  }
}

/* Runs to the end; the last row is in point->row, whose time is NaN where there is none. */
static int
compute(const Sweep *sweep, Point *point, NoslipClaims *claims)
{
  const CliProblem *problem = &sweep->problem;
  NoslipSystem *system = problem->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  point->row[0] = NAN;
  if (!noslip_state_initial(system, point->parameters, point->n_overrides, point->overrides, point->xy,
                            point->xy + system->m, point->mu, diagnostics))
    return CLI_STOPPED;
  g_autoptr(NoslipRun) run = noslip_run_new(sweep->dynamics, &problem->options, point->parameters, 0, point->xy,
                                            problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? point->mu : NULL, &error);
  g_autofree double *row = g_new(double, noslip_row_size(system));
  if (claims != NULL)
    noslip_claims_reset(claims);
  while (run != NULL && noslip_run_next(run, row, &cli_cancelled, &error)) {
    memcpy(point->row, row, noslip_row_size(system) * sizeof(double));
    if (claims != NULL)
      noslip_claims_add_rows(claims, point->parameters, 1, row);
  }
  for (guint i = 0; claims != NULL && error == NULL && i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    if (verdict.applies && !verdict.as_expected)
      return CLI_FAILED;
  }
  return error != NULL ? CLI_STOPPED : CLI_DONE;
}

static char *
line_of(const Sweep *sweep, const double *values, const Point *point, NoslipCsv *csv)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  GString *line = g_string_new(NULL);
  for (guint i = 0; i < sweep->axes->len; i++)
    g_string_append_printf(line, "%s,", g_ascii_formatd(number, sizeof number, "%.17g", values[i]));
  for (guint i = 0; isnan(point->row[0]) && i < noslip_row_size(sweep->problem.system); i++)
    point->row[i] = NAN;
  noslip_csv_rows(csv, point->parameters, 1, point->row, line);
  return g_string_free(line, FALSE);
}

static gboolean
take_point(Sweep *sweep, guint64 *point)
{
  g_mutex_lock(&sweep->lock);
  gboolean more = sweep->next < sweep->chunk_n && !__atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED);
  if (more)
    *point = sweep->next++;
  g_mutex_unlock(&sweep->lock);
  return more;
}

static gpointer
work(gpointer data)
{
  Sweep *sweep = data;
  const NoslipSystem *system = sweep->problem.system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(sweep->problem.system, sweep->problem.kind, diagnostics);
  gboolean judged = sweep->problem.kind != NOSLIP_DYNAMICS_FREE || system->k == 0;
  g_autoptr(NoslipClaims) claims =
    judged ? noslip_claims_new(sweep->problem.system, sweep->problem.kind, diagnostics) : NULL;
  g_autofree double *values = g_new(double, sweep->axes->len);
  Point point = { .parameters = g_new0(double, system->n_parameters + 1),
                  .xy = g_new0(double, system->m + system->n + 1),
                  .mu = g_new0(double, system->k + 1),
                  .row = g_new0(double, noslip_row_size(system)),
                  .overrides = g_new0(NoslipOverride, sweep->problem.overrides->len + sweep->axes->len) };
  guint64 index;
  while (csv != NULL && take_point(sweep, &index)) {
    values_at(sweep, sweep->chunk_first + index, values);
    point_set(sweep, values, &point);
    sweep->statuses[index] = compute(sweep, &point, claims);
    sweep->lines[index] = line_of(sweep, values, &point, csv);
  }
  g_free(point.parameters);
  g_free(point.xy);
  g_free(point.mu);
  g_free(point.row);
  g_free(point.overrides);
  return NULL;
}

/* Computes and writes one chunk; counts[status] of its points. */
static void
run_chunk(Sweep *sweep, guint jobs, CliOutput *output, guint64 counts[4])
{
  g_autofree GThread **threads = g_new0(GThread *, jobs);
  sweep->next = 0;
  for (guint i = 0; i < jobs; i++)
    threads[i] = g_thread_new("sweep", work, sweep);
  for (guint i = 0; i < jobs; i++)
    g_thread_join(threads[i]);
  for (guint64 i = 0; i < sweep->chunk_n; i++) {
    if (sweep->lines[i] == NULL)
      continue;
    cli_output_write(output, sweep->lines[i], strlen(sweep->lines[i]));
    counts[sweep->statuses[i]]++;
    g_clear_pointer(&sweep->lines[i], g_free);
  }
}

static gboolean
write_header(const Sweep *sweep, CliOutput *output)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(sweep->problem.system, sweep->problem.kind, diagnostics);
  g_autoptr(NoslipClaims) claims = noslip_claims_new(sweep->problem.system, sweep->problem.kind, diagnostics);
  if (cli_report(diagnostics) != CLI_DONE || csv == NULL)
    return FALSE;
  GString *header = g_string_new(NULL);
  /* The columns of a run follow under their own names, so an initial value needs another. */
  for (guint i = 0; i < sweep->axes->len; i++) {
    const Axis *axis = &g_array_index(sweep->axes, Axis, i);
    g_string_append_printf(header, axis->parameter >= 0 ? "%s," : "initial[%s],", axis->name);
  }
  noslip_csv_header(csv, header);
  cli_output_write(output, header->str, header->len);
  g_string_free(header, TRUE);
  return TRUE;
}

static int
run_all(Sweep *sweep, guint jobs, const char *path)
{
  CliOutput output;
  guint64 counts[4] = { 0 };
  if (!cli_output_open(&output, path))
    return CLI_INPUT;
  if (!write_header(sweep, &output)) {
    output.failed = output.quiet = TRUE;
    cli_output_close(&output);
    return CLI_INPUT;
  }
  sweep->lines = g_new0(char *, CHUNK);
  sweep->statuses = g_new0(int, CHUNK);
  g_mutex_init(&sweep->lock);
  for (guint64 first = 0; first < sweep->n_points && !output.failed && !cli_cancelled; first += CHUNK) {
    sweep->chunk_first = first;
    sweep->chunk_n = MIN(CHUNK, sweep->n_points - first);
    run_chunk(sweep, jobs, &output, counts);
  }
  g_mutex_clear(&sweep->lock);
  g_free(sweep->lines);
  g_free(sweep->statuses);
  if (counts[CLI_STOPPED] > 0)
    cli_message("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " motions did not come to their end", counts[CLI_STOPPED],
                sweep->n_points);
  if (counts[CLI_FAILED] > 0)
    cli_message("claims failed along %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " motions", counts[CLI_FAILED],
                sweep->n_points);
  int status = counts[CLI_STOPPED] > 0 || cli_cancelled ? CLI_STOPPED : counts[CLI_FAILED] > 0 ? CLI_FAILED : CLI_DONE;
  return cli_worse(status, cli_output_close(&output));
}

static int
start(Sweep *sweep, const char *formulation, char **vary, const char *jobs_text, const char *path)
{
  guint64 jobs = g_get_num_processors();
  int status;
  if (jobs_text != NULL && !g_ascii_string_to_unsigned(jobs_text, 10, 1, 1024, &jobs, NULL)) {
    cli_message("error: --jobs needs a number from 1 to 1024, not '%s'", jobs_text);
    return CLI_INPUT;
  }
  if (!read_axes(sweep, vary))
    return CLI_INPUT;
  sweep->dynamics = cli_problem_dynamics(&sweep->problem, formulation, &status);
  if (sweep->dynamics == NULL)
    return status;
  return run_all(sweep, (guint) MIN(jobs, sweep->n_points), path);
}

static int
run(int argc, char **argv)
{
  CliSetup setup = { 0 };
  Sweep sweep = { 0 };
  g_auto(GStrv) vary = NULL;
  g_autofree char *formulation = NULL;
  g_autofree char *path = NULL;
  g_autofree char *jobs = NULL;
  const GOptionEntry extra[] = {
    { "vary", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &vary, "A parameter or initial value, N values (may repeat)",
      "NAME=LO..HI:N" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to this file instead of standard output", "FILE.csv" },
    { "jobs", 'j', 0, G_OPTION_ARG_FILENAME, &jobs, "Motions at a time; all processors if not given", "N" },
    { "dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D" },
    { "formulation", 0, 0, G_OPTION_ARG_FILENAME, &formulation, "As in run", "F" },
    { NULL },
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, extra);
  int status = CLI_INPUT;
  if (cli_parse(&cli_sweep, entries, &argc, &argv, 1, 1))
    status = cli_problem_load(&sweep.problem, argv[0], &setup);
  if (sweep.problem.system != NULL && status == CLI_DONE)
    status = start(&sweep, formulation, vary, jobs, path);
  g_clear_pointer(&sweep.dynamics, noslip_dynamics_unref);
  g_clear_pointer(&sweep.axes, g_array_unref);
  cli_problem_clear(&sweep.problem);
  cli_setup_clear(&setup);
  return status;
}

const CliCommand cli_sweep = {
  .name = "sweep",
  .usage = "SYSTEM",
  .summary = "Compute the end of many motions over a grid of parameters and initial values.",
  .example = "noslip-cli sweep chaplygin-sleigh --vary a=-0.3..0.3:7 --vary omega=1..2:3 --to 5",
  .run = run,
};
