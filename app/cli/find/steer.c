/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli steer: extremals from one configuration to another. */
#include "core/finder/steer/steer.h"
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "core/trajectory/csv.h"

#include <math.h>
#include <string.h>

#define SOLUTIONS_MOST 100
#define STARTS_MOST 100000
#define ROWS 200 /* number of rows of a file if no --step is given */

typedef struct {
  CliSetup setup;
  char **from, **to, **initial;
  char *time, *path;
  int solutions, starts, seed;
  gboolean json;
} Options;

static int
coordinate_index(const NoslipSystem *system, const char *option, const char *name)
{
  for (guint i = 0; i < system->m; i++)
    if (strcmp(system->coordinates[i].name, name) == 0)
      return (int) i;
  cli_message("error: %s: %s has no coordinate '%s'", option, system->id, name);
  return -1;
}

static gboolean
check_from(const NoslipSystem *system, char **from)
{
  for (guint i = 0; from != NULL && from[i] != NULL; i++) {
    g_autofree char *name = NULL;
    double value;
    if (!cli_assignment("--from", from[i], &name, &value) || coordinate_index(system, "--from", name) < 0)
      return FALSE;
  }
  return TRUE;
}

/* The coordinates of --to, each once, and their values. */
static gboolean
read_to(const NoslipSystem *system, char **to, GArray *given, GArray *target)
{
  if (to == NULL) {
    cli_message("error: steer needs --to NAME=VALUE, once for each coordinate that the end is to have");
    return FALSE;
  }
  for (guint i = 0; to[i] != NULL; i++) {
    g_autofree char *name = NULL;
    double value;
    if (!cli_assignment("--to", to[i], &name, &value))
      return FALSE;
    int index = coordinate_index(system, "--to", name);
    if (index < 0)
      return FALSE;
    for (guint j = 0; j < given->len; j++)
      if (g_array_index(given, guint, j) == (guint) index) {
        cli_message("error: --to gives %s twice", name);
        return FALSE;
      }
    guint coordinate = (guint) index;
    g_array_append_val(given, coordinate);
    g_array_append_val(target, value);
  }
  return TRUE;
}

static gboolean
read_numbers(const Options *options, const NoslipSystem *system, double *time)
{
  *time = system->run_to;
  if (options->time != NULL && strcmp(options->time, "free") == 0)
    *time = 0;
  else if (options->time != NULL && (!cli_number("--time", options->time, time) || *time <= 0)) {
    cli_message("error: --time is positive, or free");
    return FALSE;
  }
  if (options->solutions < 1 || options->solutions > SOLUTIONS_MOST)
    cli_message("error: --solutions needs a number from 1 to %d, not %d", SOLUTIONS_MOST, options->solutions);
  else if (options->starts < 1 || options->starts > STARTS_MOST)
    cli_message("error: --starts needs a number from 1 to %d, not %d", STARTS_MOST, options->starts);
  else
    return TRUE;
  return FALSE;
}

static void
print_conjugate(const NoslipSteering *one, GString *text)
{
  if (one->conjugate == NULL || one->conjugate->len == 0) {
    g_string_append(text, one->conjugate == NULL ? "  conjugate points: not computed\n" : "  no conjugate points\n");
    return;
  }
  g_string_append(text, "  conjugate points at t =");
  for (guint i = 0; i < one->conjugate->len; i++)
    g_string_append_printf(text, "%s %.9g", i > 0 ? "," : "", g_array_index(one->conjugate, double, i));
  g_string_append(text, ": no least cost beyond the first\n");
}

static int
print_text(const NoslipSystem *system, const GPtrArray *found)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < found->len; i++) {
    const NoslipSteering *one = found->pdata[i];
    g_string_append_printf(text, "solution %u: cost %.12g in %.9g s, misses by %.1e\n ", i + 1, one->cost, one->time,
                           one->residual);
    for (guint a = 0; a < system->n; a++)
      g_string_append_printf(text, " %s = %.9g", noslip_state_name(system, system->m + a), one->xy[system->m + a]);
    for (guint c = 0; c < system->k; c++)
      g_string_append_printf(text, " mu(%s) = %.9g", system->constraints[c].name, one->mu[c]);
    g_string_append_c(text, '\n');
    if (one->n_pieces > 1)
      g_string_append_printf(text, "  computed in %u pieces: no initial values of sixteen digits lead there\n",
                             one->n_pieces);
    print_conjugate(one, text);
    if (one->abnormal > 0)
      g_string_append(text, "  it is an abnormal extremal too\n");
  }
  return cli_print_text(text->str);
}

static void
build_solution(JsonBuilder *builder, const NoslipSystem *system, const NoslipSteering *one)
{
  json_builder_begin_object(builder);
  cli_json_member_number(builder, "cost", one->cost);
  cli_json_member_number(builder, "time", one->time);
  json_builder_set_member_name(builder, "mu");
  json_builder_begin_object(builder);
  for (guint c = 0; c < system->k; c++)
    cli_json_member_number(builder, system->constraints[c].name, one->mu[c]);
  json_builder_end_object(builder);
  json_builder_set_member_name(builder, "initial");
  json_builder_begin_object(builder);
  for (guint a = 0; a < system->m + system->n; a++)
    cli_json_member_number(builder, noslip_state_name(system, a), one->xy[a]);
  json_builder_end_object(builder);
  cli_json_member_number(builder, "residual", one->residual);
  cli_json_member_number(builder, "pieces", one->n_pieces);
  if (one->conjugate != NULL) {
    cli_json_member_numbers(builder, "conjugate", one->conjugate->len,
                            (const double *) (gpointer) one->conjugate->data);
  } else {
    json_builder_set_member_name(builder, "conjugate");
    json_builder_add_null_value(builder);
  }
  json_builder_set_member_name(builder, "abnormal");
  if (one->abnormal >= 0)
    json_builder_add_boolean_value(builder, one->abnormal > 0);
  else
    json_builder_add_null_value(builder);
  json_builder_end_object(builder);
}

static int
print_json(const NoslipSystem *system, const GPtrArray *found)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  json_builder_set_member_name(builder, "solutions");
  json_builder_begin_array(builder);
  for (guint i = 0; i < found->len; i++)
    build_solution(builder, system, found->pdata[i]);
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

typedef struct {
  const CliProblem *problem;
  NoslipCsv *csv;
  GString *text;
} Motion;

static void
add_row(const double *row, gpointer data)
{
  Motion *motion = data;
  noslip_csv_rows(motion->csv, motion->problem->parameters, 1, row, motion->text);
}

/* The motion of a solution, as `run` would compute it. FALSE if it cannot be computed to its end. */
static gboolean
write_motion(const CliProblem *problem, NoslipDynamics *dynamics, const NoslipSteering *one, NoslipCsv *csv,
             CliOutput *output, NoslipOutputFile *file)
{
  NoslipRunOptions options = problem->options;
  if (options.step <= 0)
    options.step = one->time / ROWS;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(GString) text = g_string_new(NULL);
  Motion motion = {problem, csv, text};
  noslip_csv_header(csv, text);
  noslip_steering_follow(one, dynamics, &options, problem->parameters, add_row, &motion, &cli_cancelled, &error);
  if (error != NULL)
    cli_report_one(error);
  cli_output_write(output, file, text->str, text->len);
  return error == NULL;
}

/* F.csv, F-2.csv, … */
static char *
path_of(const char *path, guint index)
{
  const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
  if (index == 0 || strcmp(path, "-") == 0)
    return g_strdup(path);
  int stem = (int) (dot != NULL && (slash == NULL || dot > slash) ? (gsize) (dot - path) : strlen(path));
  return g_strdup_printf("%.*s-%u%s", stem, path, index + 1, path + stem);
}

static int
write_motions(const CliProblem *problem, const GPtrArray *found, const char *path)
{
  int status = CLI_DONE;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(problem->system, NOSLIP_DYNAMICS_VAKONOMIC, diagnostics);
  g_autoptr(NoslipDynamics) dynamics = csv != NULL ? cli_problem_dynamics(problem, NULL, &status) : NULL;
  if (csv == NULL)
    return cli_report(diagnostics);
  if (dynamics == NULL)
    return status;
  CliOutput output;
  gboolean complete = TRUE;
  cli_output_start(&output, problem);
  for (guint i = 0; i < found->len && complete && !output.failed; i++) {
    g_autofree char *name = path_of(path, i);
    NoslipOutputFile *file = cli_output_add(&output, name);
    if (file == NULL)
      return cli_output_drop(&output);
    complete = write_motion(problem, dynamics, found->pdata[i], csv, &output, file);
  }
  return cli_output_end(&output, complete);
}

/* The least and the largest value of each coordinate along a motion. */
typedef struct {
  guint m;
  double *least, *most; /* m */
} Extent;

static void
extend(const double *row, gpointer data)
{
  Extent *extent = data;
  for (guint i = 0; i < extent->m; i++) {
    extent->least[i] = fmin(extent->least[i], row[1 + i]);
    extent->most[i] = fmax(extent->most[i], row[1 + i]);
  }
}

/* A range is a hint, not a bound; but a steering angle beyond its range is no way that a car can go. */
static void
note_ranges(const CliProblem *problem, NoslipDynamics *dynamics, const NoslipSteering *one, guint number)
{
  const NoslipSystem *system = problem->system;
  NoslipRunOptions options = problem->options;
  g_autofree double *least = g_new0(double, (gsize) system->m + 1);
  g_autofree double *most = g_new0(double, (gsize) system->m + 1);
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(NoslipDiagnostic) ignored = NULL;
  Extent extent = {system->m, least, most};
  for (guint i = 0; i < system->m; i++)
    least[i] = most[i] = one->xy[i];
  options.step = one->time / ROWS;
  noslip_steering_follow(one, dynamics, &options, problem->parameters, extend, &extent, &cli_cancelled, &ignored);
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *coordinate = &system->coordinates[i];
    double slack = 1e-9 * (coordinate->high - coordinate->low);
    if (least[i] < coordinate->low - slack || most[i] > coordinate->high + slack)
      g_string_append_printf(text, "%s %s goes from %.4g to %.4g (%.4g .. %.4g)", text->len > 0 ? "," : "",
                             coordinate->name, least[i], most[i], coordinate->low, coordinate->high);
  }
  if (text->len > 0)
    cli_message("note: solution %u leaves declared ranges, which do not bound the search:%s", number, text->str);
}

static void
note_all_ranges(const CliProblem *problem, const GPtrArray *found)
{
  int status;
  gboolean any = FALSE;
  for (guint i = 0; i < problem->system->m; i++)
    any = any || isfinite(problem->system->coordinates[i].low) || isfinite(problem->system->coordinates[i].high);
  g_autoptr(NoslipDynamics) dynamics = any && found->len > 0 ? cli_problem_dynamics(problem, NULL, &status) : NULL;
  for (guint i = 0; i < found->len && dynamics != NULL; i++)
    note_ranges(problem, dynamics, found->pdata[i], i + 1);
}

/* data: the number of starts that are finished. */
static void
count_start(gpointer data, guint done, guint all, const GPtrArray *found)
{
  (void) all;
  (void) found;
  g_atomic_int_set((guint *) data, done);
}

static int
find(const CliProblem *problem, const Options *options, double time, gboolean has_mu, const GArray *given,
     const GArray *target)
{
  const NoslipSteerOptions steer = {problem->xy,
                                    has_mu ? problem->mu : NULL,
                                    given->len,
                                    (const guint *) (gpointer) given->data,
                                    (const double *) (gpointer) target->data,
                                    time,
                                    (guint) options->solutions,
                                    (guint) options->starts,
                                    (guint64) options->seed};
  g_autoptr(NoslipDiagnostic) error = NULL;
  guint done = 0;
  cli_progress_begin("starts", &done, (guint) options->starts);
  g_autoptr(GPtrArray) found =
      noslip_steer_find(problem->system, problem->parameters, &steer, count_start, &done, &cli_cancelled, &error);
  cli_progress_end();
  if (found == NULL)
    return cli_report_one(error);
  if (error != NULL)
    cli_report_one(error);
  else if (found->len == 0)
    cli_message("none of %d starts led to the end; --starts and --seed try others, and --time gives another duration",
                options->starts);
  int status = found->len > 0 ? CLI_DONE : CLI_FAILED;
  note_all_ranges(problem, found);
  if (options->path != NULL && found->len > 0)
    status = cli_worse(status, write_motions(problem, found, options->path));
  gboolean printed = options->path == NULL || strcmp(options->path, "-") != 0;
  if (printed && (options->json || found->len > 0))
    status = cli_worse(status, options->json ? print_json(problem->system, found) : print_text(problem->system, found));
  return status;
}

/* Whether a velocity or a multiplier is given, which then are those of the first start. */
static gboolean
gives_start(const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  for (guint i = 0; i < problem->overrides->len; i++) {
    const char *name = g_array_index(problem->overrides, NoslipOverride, i).name;
    gboolean coordinate = FALSE;
    for (guint j = 0; j < system->m; j++)
      coordinate = coordinate || strcmp(system->coordinates[j].name, name) == 0;
    if (!coordinate)
      return TRUE;
  }
  return FALSE;
}

static int
load(CliProblem *problem, const char *name, Options *options, gboolean *has_mu)
{
  g_autoptr(GStrvBuilder) given = g_strv_builder_new();
  if (options->initial != NULL)
    g_strv_builder_addv(given, (const char **) options->initial);
  if (options->from != NULL)
    g_strv_builder_addv(given, (const char **) options->from);
  options->setup.initial = g_strv_builder_end(given);
  int status = cli_problem_load(problem, name, &options->setup);
  if (status != CLI_DONE)
    return status;
  if (!check_from(problem->system, options->from))
    return CLI_INPUT;
  NoslipSystem *steered = noslip_steer_system(problem->system);
  if (steered != problem->system)
    cli_message("note: external forces have no part in this; the controls must compensate for them");
  noslip_system_unref(problem->system);
  problem->system = steered;
  *has_mu = problem->kind == NOSLIP_DYNAMICS_VAKONOMIC || gives_start(problem);
  problem->kind = NOSLIP_DYNAMICS_VAKONOMIC;
  problem->consistent = TRUE; /* velocities are free: the system's given values may be adjusted */
  return cli_problem_start(problem, FALSE);
}

static int
run(int argc, char **argv)
{
  Options options = {.solutions = 1, .starts = 60, .seed = 1};
  CliProblem problem = {0};
  int status = CLI_INPUT;
  gboolean has_mu = FALSE;
  double time = 0;
  const GOptionEntry entries[] = {
      {"from", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.from,
       "A coordinate where the motion begins (may repeat; the system's initial value if not given)", "NAME=VALUE"},
      {"to", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.to, "A coordinate where it ends (may repeat; others are free)",
       "NAME=VALUE"},
      {"time", 0, 0, G_OPTION_ARG_FILENAME, &options.time, "Duration in seconds, or free", "T"},
      {"solutions", 0, 0, G_OPTION_ARG_INT, &options.solutions,
       "Number of solutions, the cheapest first (1 if not given)", "K"},
      {"starts", 0, 0, G_OPTION_ARG_INT, &options.starts, "Starts that are tried at most (60 if not given)", "N"},
      {"seed", 0, 0, G_OPTION_ARG_INT, &options.seed, "Seed of the starts (1 if not given)", "N"},
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.setup.set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"initial", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.initial,
       "Initial value of a coordinate if --from does not give it; a velocity or mu(CONSTRAINT) of the first start (may "
       "repeat)",
       "NAME=VALUE"},
      {"step", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.step,
       "Time between rows in seconds (a 200th of the whole if not given)", "H"},
      {"output", 0, 0, G_OPTION_ARG_FILENAME, &options.path,
       "Write the cheapest motion to this file, the next to FILE-2.csv, ...", "FILE.csv"},
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  if (cli_parse(&cli_steer, entries, &argc, &argv, 1, 1)) {
    g_autoptr(GArray) given = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GArray) target = g_array_new(FALSE, FALSE, sizeof(double));
    status = load(&problem, argv[0], &options, &has_mu);
    if (status == CLI_DONE &&
        (!read_to(problem.system, options.to, given, target) || !read_numbers(&options, problem.system, &time)))
      status = CLI_INPUT;
    cli_catch_interrupts();
    if (status == CLI_DONE)
      status = find(&problem, &options, time, has_mu, given, target);
    cli_problem_clear(&problem);
  }
  g_strfreev(options.from);
  g_strfreev(options.initial);
  g_strfreev(options.to);
  g_free(options.time);
  g_free(options.path);
  cli_setup_clear(&options.setup);
  return status;
}

const CliCommand cli_steer = {
    .name = "steer",
    .usage = "SYSTEM",
    .summary = "Find the motions of least cost from one configuration to another.",
    .details =
        "The motions are vakonomic extremals of L under the constraints; their cost is the integral of L dt. Each is\n"
        "found by multiple shooting from several starts. Angles end modulo 2 pi, quaternions up to their sign. Status "
        "1:\n"
        "no start led to the end.",
    .example = "noslip-cli steer heisenberg --from x=0 --from y=0 --from z=0 --to x=0 --to y=0 --to z=1 --time 1",
    .run = run,
};
