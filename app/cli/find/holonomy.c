/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli holonomy: the displacement that a closed loop of two shape variables causes. */
#include "core/finder/holonomy.h"
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "core/base/decimal.h"
#include "core/catalogue/catalogue.h"
#include "core/trajectory/csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAP 41 /* points of the map along each shape variable */

typedef struct {
  CliSetup setup;
  char *shape, *loop, *path;
  gboolean json;
  int seed;
} Options;

static gboolean
read_shape(const NoslipSystem *system, const char *text, guint shape[2])
{
  g_auto(GStrv) names = g_strsplit(text != NULL ? text : "", ",", -1);
  if (g_strv_length(names) != 2) {
    cli_message("error: holonomy needs --shape a,b, two coordinates");
    return FALSE;
  }
  for (guint s = 0; s < 2; s++) {
    shape[s] = G_MAXUINT;
    for (guint i = 0; i < system->m; i++)
      if (strcmp(system->coordinates[i].name, g_strstrip(names[s])) == 0)
        shape[s] = i;
    if (shape[s] == G_MAXUINT) {
      cli_message("error: --shape: %s has no coordinate '%s'", system->id, names[s]);
      return FALSE;
    }
  }
  if (shape[0] == shape[1])
    cli_message("error: --shape needs two different coordinates");
  return shape[0] != shape[1];
}

/* ellipse(a0,b0,ra,rb) */
static gboolean
read_ellipse(const char *text, NoslipLoop *loop)
{
  g_autofree char *inner = g_strndup(text, strlen(text) - 1);
  g_auto(GStrv) parts = g_strsplit(inner, ",", -1);
  double *values[] = {&loop->center[0], &loop->center[1], &loop->radius[0], &loop->radius[1]};
  if (g_strv_length(parts) != 4) {
    cli_message("error: --loop: an ellipse is ellipse(a0,b0,ra,rb)");
    return FALSE;
  }
  for (guint i = 0; i < 4; i++)
    if (!cli_number("--loop", g_strstrip(parts[i]), values[i]))
      return FALSE;
  return TRUE;
}

/* Reads one row of a file: the numbers of its two columns. */
static gboolean
read_point(const char *line, guint number, const int columns[2], GArray *points)
{
  g_auto(GStrv) cells = g_strsplit(line, ",", -1);
  for (guint s = 0; s < 2; s++) {
    double value = 0;
    if ((guint) columns[s] >= g_strv_length(cells) || !noslip_decimal_read(g_strstrip(cells[columns[s]]), &value)) {
      cli_message("error: line %u of the loop has no number for each shape variable", number);
      return FALSE;
    }
    g_array_append_val(points, value);
  }
  return TRUE;
}

static gboolean
read_columns(const NoslipSystem *system, const guint shape[2], const char *line, int columns[2])
{
  g_auto(GStrv) cells = g_strsplit(line, ",", -1);
  for (guint s = 0; s < 2; s++) {
    columns[s] = -1;
    for (guint c = 0; cells[c] != NULL; c++)
      if (strcmp(g_strstrip(cells[c]), system->coordinates[shape[s]].name) == 0)
        columns[s] = (int) c;
    if (columns[s] < 0) {
      cli_message("error: the loop's file has no column '%s'", system->coordinates[shape[s]].name);
      return FALSE;
    }
  }
  return TRUE;
}

/* The corners, without the last one if it repeats the first. */
static gboolean
read_polygon(const NoslipSystem *system, const guint shape[2], const char *path, GArray *points)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  gsize length;
  int columns[2] = {-1, -1};
  g_autofree char *text = noslip_catalogue_read_data(path, &length, diagnostics);
  if (text == NULL) {
    cli_report(diagnostics);
    return FALSE;
  }
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    const char *line = g_strstrip(lines[i]);
    if (*line == '\0' || *line == '#')
      continue;
    if (!(columns[0] < 0 ? read_columns(system, shape, line, columns) : read_point(line, i + 1, columns, points)))
      return FALSE;
  }
  const double *at = (const double *) (gpointer) points->data;
  if (points->len >= 4 && at[0] == at[points->len - 2] && at[1] == at[points->len - 1])
    g_array_set_size(points, points->len - 2);
  if (points->len < 6)
    cli_message("error: a loop has at least three corners");
  return points->len >= 6;
}

static gboolean
read_loop(const NoslipSystem *system, const guint shape[2], const char *text, NoslipLoop *loop, GArray *points)
{
  if (text == NULL) {
    cli_message("error: holonomy needs --loop, a file or ellipse(a0,b0,ra,rb)");
    return FALSE;
  }
  if (g_str_has_prefix(text, "ellipse(") && g_str_has_suffix(text, ")"))
    return read_ellipse(text + strlen("ellipse("), loop);
  if (!read_polygon(system, shape, text, points))
    return FALSE;
  loop->n_points = points->len / 2;
  loop->points = (const double *) (gpointer) points->data;
  return TRUE;
}

static int
print_text(const NoslipSystem *system, const double *displacement, const double *area_rule, double area)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "a loop of area %.9g moves\n", area);
  for (guint i = 0; i < system->m; i++)
    if (isfinite(displacement[i])) {
      g_string_append_printf(text, "  %s by %.12g, by the curvature in it ", system->coordinates[i].name,
                             displacement[i]);
      if (isfinite(area_rule[i]))
        g_string_append_printf(text, "%.12g\n", area_rule[i]);
      else
        g_string_append(text, "undefined: it varies too much there\n");
    }
  return cli_print_text(text->str);
}

static void
build_values(JsonBuilder *builder, const NoslipSystem *system, const char *name, const double *values)
{
  json_builder_set_member_name(builder, name);
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->m; i++)
    if (isfinite(values[i]))
      cli_json_member_number(builder, system->coordinates[i].name, values[i]);
  json_builder_end_object(builder);
}

static int
print_json(const NoslipSystem *system, const guint shape[2], const double *displacement, const double *area_rule,
           double area)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  char *names[] = {system->coordinates[shape[0]].name, system->coordinates[shape[1]].name, NULL};
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  cli_json_member_strings(builder, "shape", names);
  build_values(builder, system, "displacement", displacement);
  build_values(builder, system, "curvature", area_rule);
  cli_json_member_number(builder, "area", area);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

/* The bounding box of the loop, enlarged by half. */
static void
box_of(const NoslipLoop *loop, double low[2], double high[2])
{
  for (guint s = 0; s < 2; s++) {
    low[s] = loop->n_points > 0 ? INFINITY : loop->center[s] - fabs(loop->radius[s]);
    high[s] = loop->n_points > 0 ? -INFINITY : loop->center[s] + fabs(loop->radius[s]);
    for (guint i = 0; i < loop->n_points; i++) {
      low[s] = fmin(low[s], loop->points[(gsize) 2 * i + s]);
      high[s] = fmax(high[s], loop->points[(gsize) 2 * i + s]);
    }
    double more = (high[s] - low[s]) / 4;
    low[s] -= more;
    high[s] += more;
  }
}

/* The curvature on a grid around the loop: a, b, then the coordinates that the loop displaces. */
static int
write_map(const CliProblem *problem, NoslipHolonomy *holonomy, const NoslipLoop *loop, const guint shape[2],
          const char *path)
{
  const NoslipSystem *system = problem->system;
  double low[2], high[2], at[2];
  g_autofree double *curvature = g_new0(double, system->m);
  g_autoptr(GString) text = g_string_new(NULL);
  box_of(loop, low, high);
  g_string_printf(text, "%s,%s", system->coordinates[shape[0]].name, system->coordinates[shape[1]].name);
  for (guint i = 0; i < system->m; i++)
    if (i != shape[0] && i != shape[1])
      g_string_append_printf(text, ",%s", system->coordinates[i].name);
  for (guint row = 0; row < MAP * MAP; row++) {
    at[0] = low[0] + (high[0] - low[0]) * (row / MAP) / (MAP - 1);
    at[1] = low[1] + (high[1] - low[1]) * (row % MAP) / (MAP - 1);
    gboolean defined = noslip_holonomy_curvature(holonomy, at, curvature);
    g_string_append_c(text, '\n');
    noslip_csv_number(text, at[0]);
    g_string_append_c(text, ',');
    noslip_csv_number(text, at[1]);
    for (guint i = 0; i < system->m; i++)
      if (i != shape[0] && i != shape[1]) {
        g_string_append_c(text, ',');
        noslip_csv_number(text, defined ? curvature[i] : NAN);
      }
  }
  g_string_append_c(text, '\n');
  return cli_output_text(problem, path, text->str);
}

static int
find(const CliProblem *problem, const Options *options)
{
  const NoslipSystem *system = problem->system;
  NoslipLoop loop = {0};
  guint shape[2];
  double area = 0;
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
  g_autofree double *displacement = g_new0(double, (gsize) system->m + 1);
  g_autofree double *area_rule = g_new0(double, (gsize) system->m + 1);
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (!read_shape(system, options->shape, shape) || !read_loop(system, shape, options->loop, &loop, points))
    return CLI_INPUT;
  g_autoptr(NoslipHolonomy) holonomy = noslip_holonomy_new(system, problem->parameters, shape, problem->xy, &error);
  if (holonomy == NULL ||
      !noslip_holonomy_loop(holonomy, &loop, displacement, area_rule, &area, &cli_cancelled, &error))
    return cli_report_one(error);
  int status = CLI_DONE;
  if (options->path != NULL)
    status = write_map(problem, holonomy, &loop, shape, options->path);
  if (options->path != NULL && strcmp(options->path, "-") == 0)
    return status;
  return cli_worse(status, options->json ? print_json(system, shape, displacement, area_rule, area)
                                         : print_text(system, displacement, area_rule, area));
}

static int
run(int argc, char **argv)
{
  Options options = {0};
  CliProblem problem = {0};
  int status = CLI_INPUT;
  const GOptionEntry entries[] = {
      {"shape", 0, 0, G_OPTION_ARG_FILENAME, &options.shape, "The two coordinates that the loop is in", "a,b"},
      {"loop", 0, 0, G_OPTION_ARG_FILENAME, &options.loop,
       "Corners of a polygon, in columns a and b; or an ellipse, counter-clockwise", "FILE.csv|ellipse(a0,b0,ra,rb)"},
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.setup.set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"initial", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.setup.initial,
       "Initial value of a coordinate (may repeat)", "NAME=VALUE"},
      {"output", 0, 0, G_OPTION_ARG_FILENAME, &options.path, "Write the curvature on a grid around the loop",
       "FILE.csv"},
      CLI_SEED_ENTRY(&options.seed),
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  if (cli_parse(&cli_holonomy, entries, &argc, &argv, 1, 1)) {
    status = cli_problem_load(&problem, argv[0], &options.setup);
    problem.consistent = TRUE; /* velocities do not matter */
    if (status == CLI_DONE)
      status = cli_problem_start(&problem, FALSE);
    cli_catch_interrupts();
    if (status == CLI_DONE)
      status = find(&problem, &options);
    cli_problem_clear(&problem);
  }
  g_free(options.shape);
  g_free(options.loop);
  g_free(options.path);
  cli_setup_clear(&options.setup);
  return status;
}

const CliCommand cli_holonomy = {
    .name = "holonomy",
    .usage = "SYSTEM",
    .summary = "Compute the displacement caused by a closed loop of two shape variables.",
    .details = "The connection lifts a change of shape to the velocity of least kinetic energy that the constraints "
               "allow, with\n"
               "the nonholonomic momenta 0. The displacement is computed by integration, and by the integral of the\n"
               "curvature over the enclosed area, which is its leading order if the group is not abelian.",
    .example = "noslip-cli holonomy snakeboard --shape psi,phi --loop 'ellipse(0,0.5,0.3,0.3)'",
    .run = run,
};
