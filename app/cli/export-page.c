/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export --as html. The page is page.js and page.css of data/page, the equations in JavaScript, and PAGE, what the text
 * says of the system. */
#include "app/cli/export-page.h"

#include "app/cli/json.h"
#include "core/base/version.h"
#include "core/codegen/code.h"
#include "core/trajectory/csv.h"
#include "core/verdict/claims.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define DRAWN "%.5g"     /* digits of what is only drawn */
#define RECORDED "%.12g" /* of a motion that the page does not compute */

typedef struct {
  const CliProblem *problem;
  NoslipExport *code; /* NULL: `reason` tells why the equations cannot be written out */
  char *reason;
  NoslipObserver *picture; /* what `draw` statements need, see add_picture() */
  NoslipObserver *claims;  /* of each claim: both sides, the sums of their terms, the terms under a rate */
  GArray *judged;          /* guint: index of each claim that applies */
  GArray *first, *n_rates; /* guint: of each of these, in `claims` */
  guint stride;            /* of the rows of a page that does not compute: so that there is room for them */
  GArray *draws;           /* guint: of each statement, in `picture` */
} Page;

static const char *const shapes[] = {
#define NOSLIP_SHAPE(KIND, name, ...) [NOSLIP_DRAW_##KIND] = #name,
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
    [NOSLIP_DRAW_TRAIL] = "trail",
};

static void
add_output(NoslipObserver *observer, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_observer_add(observer, expr, &error) < 0)
    noslip_observer_add_undefined(observer);
}

/* Of each statement: at (3), along (3), radius, tube, z, spin, its points (3 each), and of each turn the angle or the
 * quaternion. page.js reads them in this order. */
static void
add_picture(Page *page)
{
  const NoslipSystem *system = page->problem->system;
  page->picture = noslip_observer_new(page->problem->system, page->problem->kind);
  for (guint d = 0; d < system->n_draws; d++) {
    const NoslipDraw *draw = &system->draws[d];
    guint first = noslip_observer_n(page->picture);
    g_array_append_val(page->draws, first);
    const NoslipExpr fixed[] = {draw->at[0],    draw->at[1],  draw->at[2], draw->along[0], draw->along[1],
                                draw->along[2], draw->radius, draw->tube,  draw->z,        draw->spin};
    for (guint i = 0; i < G_N_ELEMENTS(fixed); i++)
      add_output(page->picture, fixed[i]);
    for (guint i = 0; i < 3 * draw->n_points; i++)
      add_output(page->picture, draw->points[i]);
    for (guint i = 0; i < draw->n_turns; i++)
      for (guint q = 0; q < (draw->turns[i].axis == 'q' ? 4 : 1); q++)
        add_output(page->picture, draw->turns[i].axis == 'q' ? draw->turns[i].quaternion[q] : draw->turns[i].angle);
  }
  noslip_observer_seal(page->picture);
}

static void
add_magnitude(NoslipObserver *observer, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_observer_add_magnitude(observer, expr, &error) < 0)
    noslip_observer_add_undefined(observer);
}

static guint
add_rates(NoslipObserver *observer, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  guint first, n = 0;
  return noslip_observer_add_rate_arguments(observer, expr, &first, &n, &error) < 0 ? 0 : n;
}

static void
add_claims(Page *page)
{
  const NoslipSystem *system = page->problem->system;
  gboolean judged =
      page->problem->kind != NOSLIP_DYNAMICS_FREE || system->k == 0 || system->dynamics == NOSLIP_DYNAMICS_FREE;
  page->claims = noslip_observer_new(page->problem->system, page->problem->kind);
  for (guint i = 0; judged && i < system->n_claims; i++) {
    const NoslipClaim *claim = &system->claims[i];
    if (claim->has_kind && claim->kind != page->problem->kind)
      continue;
    guint first = noslip_observer_n(page->claims);
    add_output(page->claims, claim->left);
    add_output(page->claims, claim->right);
    add_magnitude(page->claims, claim->left);
    add_magnitude(page->claims, claim->right);
    guint rates = add_rates(page->claims, claim->left);
    rates += add_rates(page->claims, claim->right);
    g_array_append_val(page->judged, i);
    g_array_append_val(page->first, first);
    g_array_append_val(page->n_rates, rates);
  }
  noslip_observer_seal(page->claims);
}

static void
build_value(JsonBuilder *builder, const char *name, const char *unit, const char *description, double low, double high)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", name);
  cli_json_member_string(builder, "unit", unit);
  cli_json_member_string(builder, "description", description);
  cli_json_member_number(builder, "low", low);
  cli_json_member_number(builder, "high", high);
  json_builder_end_object(builder);
}

static void
build_names(JsonBuilder *builder, const Page *page)
{
  const NoslipSystem *system = page->problem->system;
  json_builder_set_member_name(builder, "parameters");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->n_parameters; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    build_value(builder, parameter->name, parameter->unit, parameter->description, parameter->low, parameter->high);
  }
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "state");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->m; i++)
    build_value(builder, system->coordinates[i].name, system->coordinates[i].unit, system->coordinates[i].description,
                NAN, NAN);
  for (guint i = 0; i < system->n; i++)
    build_value(builder, system->fibres[i].name, system->fibres[i].unit, system->fibres[i].description, NAN, NAN);
  for (guint i = system->m + system->n; page->code != NULL && page->code->states[i] != NULL; i++)
    build_value(builder, page->code->states[i], NULL, NULL, NAN, NAN);
  json_builder_end_array(builder);
}

static void
build_draws(JsonBuilder *builder, const Page *page)
{
  const NoslipSystem *system = page->problem->system;
  json_builder_set_member_name(builder, "draws");
  json_builder_begin_array(builder);
  for (guint d = 0; d < system->n_draws; d++) {
    const NoslipDraw *draw = &system->draws[d];
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "kind", shapes[draw->kind]);
    cli_json_member_int(builder, "first", g_array_index(page->draws, guint, d));
    cli_json_member_int(builder, "points", draw->n_points);
    cli_json_member_string(builder, "color", draw->color);
    cli_json_member_string(builder, "pattern", draw->pattern);
    cli_json_member_string(builder, "label", draw->label);
    json_builder_set_member_name(builder, "turns");
    json_builder_begin_array(builder);
    for (guint i = 0; i < draw->n_turns; i++) {
      const char axis[] = {draw->turns[i].axis, '\0'};
      json_builder_add_string_value(builder, axis);
    }
    json_builder_end_array(builder);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

/* The camera's two points, which may depend on parameters. */
static void
build_camera(JsonBuilder *builder, const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  if (!system->has_camera)
    return;
  g_autoptr(NoslipObserver) observer = noslip_observer_new(problem->system, problem->kind);
  double values[6];
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  for (guint i = 0; i < 6; i++)
    add_output(observer, i < 3 ? system->camera_from[i] : system->camera_to[i - 3]);
  noslip_observer_seal(observer);
  NoslipObserverWork *work = noslip_observer_work_new(observer);
  noslip_observer_set_parameters(work, problem->parameters);
  memcpy(row + noslip_row_x(system), problem->xy, ((gsize) system->m + system->n) * sizeof *row);
  noslip_observer_evaluate(work, row, values);
  noslip_observer_work_free(work);
  json_builder_set_member_name(builder, "camera");
  json_builder_begin_array(builder);
  for (guint point = 0; point < 2; point++) {
    json_builder_begin_array(builder);
    for (guint i = 0; i < 3; i++)
      cli_json_number(builder, values[3 * point + i]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
}

/* The columns of the plot of two quantities that the text asks for, else the first two of the state. */
static void
build_plot(JsonBuilder *builder, const CliProblem *problem, char **columns)
{
  const NoslipSystem *system = problem->system;
  guint n = g_strv_length(columns);
  const char *across = columns[n > 3 ? 1 : 0], *up = columns[n > 3 ? 2 : 1];
  for (guint i = system->n_plots; i-- > 0;) {
    const NoslipPlot *plot = &system->plots[i];
    if (plot->against != NULL && g_strv_contains((const char *const *) columns, plot->name) &&
        g_strv_contains((const char *const *) columns, plot->against)) {
      across = plot->against;
      up = plot->name;
    }
  }
  const char *chosen[] = {across, up, NULL};
  cli_json_member_strings(builder, "plot", (char *const *) chosen);
}

/* `claims` of a recorded motion have judged it. */
static void
build_claims(JsonBuilder *builder, const Page *page, const NoslipClaims *claims)
{
  json_builder_set_member_name(builder, "claims");
  json_builder_begin_array(builder);
  for (guint i = 0; i < page->judged->len; i++) {
    guint index = g_array_index(page->judged, guint, i);
    const NoslipClaim *claim = &page->problem->system->claims[index];
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "name", claim->title);
    cli_json_member_number(builder, "tolerance", claim->tolerance);
    cli_json_member_boolean(builder, "expected", claim->expected_to_fail);
    cli_json_member_int(builder, "first", g_array_index(page->first, guint, i));
    cli_json_member_int(builder, "rates", g_array_index(page->n_rates, guint, i));
    if (claims != NULL) {
      NoslipVerdict verdict;
      noslip_claims_verdict(claims, index, &verdict);
      cli_json_member_number(builder, "residual", verdict.residual);
    }
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static void
build_page(JsonBuilder *builder, const Page *page, char **columns, const NoslipFormulation *formulation)
{
  const CliProblem *problem = page->problem;
  const NoslipSystem *system = problem->system;
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "id", system->id);
  cli_json_member_string(builder, "title", system->title);
  cli_json_member_string(builder, "summary", system->summary);
  cli_json_member_string(builder, "text", system->text);
  cli_json_member_string(builder, "version", noslip_version());
  cli_json_member_string(builder, "dynamics", cli_dynamics_name(problem->kind));
  cli_json_member_string(builder, "formulation", formulation->id);
  cli_json_member_number(builder, "step", problem->options.step > 0 ? problem->options.step : system->run_step);
  build_names(builder, page);
  cli_json_member_numbers(builder, "values", system->n_parameters, problem->parameters);
  cli_json_member_strings(builder, "columns", columns);
  cli_json_member_int(builder, "nState", system->m + system->n);
  build_plot(builder, problem, columns);
  build_draws(builder, page);
  build_camera(builder, problem);
}

/* The number with fewer digits. */
static double
rounded(double value, const char *format)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return g_ascii_strtod(g_ascii_formatd(text, sizeof text, format, value), NULL);
}

/* What is drawn of all rows: n_rows x outputs of the picture. Free with g_free(). */
static double *
draw_rows(const Page *page, const GArray *rows)
{
  guint size = noslip_row_size(page->problem->system), n = rows->len / size, width = noslip_observer_n(page->picture);
  double *values = g_new0(double, (gsize) n *width + 1);
  NoslipObserverWork *work = noslip_observer_work_new(page->picture);
  noslip_observer_set_parameters(work, page->problem->parameters);
  for (guint i = 0; i < n; i++) {
    noslip_observer_evaluate(work, &g_array_index(rows, double, (gsize) i *size), values + (gsize) i * width);
    for (guint c = 0; c < width; c++)
      values[(gsize) i * width + c] = rounded(values[(gsize) i * width + c], DRAWN);
  }
  noslip_observer_work_free(work);
  return values;
}

/* "still": what is drawn of the first row; "moving": which of its values change. */
static GArray *
build_still(JsonBuilder *builder, guint n, guint width, const double *values)
{
  GArray *moving = g_array_new(FALSE, FALSE, sizeof(guint));
  cli_json_member_numbers(builder, "still", width, values);
  json_builder_set_member_name(builder, "moving");
  json_builder_begin_array(builder);
  for (guint c = 0; c < width; c++)
    for (guint i = 1; i < n; i++)
      if (memcmp(&values[(gsize) i * width + c], &values[c], sizeof *values) != 0) {
        g_array_append_val(moving, c);
        json_builder_add_int_value(builder, c);
        break;
      }
  json_builder_end_array(builder);
  return moving;
}

/* Every stride-th row of a motion and its last one, with what moves in the picture. Returns the time of the last. */
static double
build_rows(JsonBuilder *builder, const Page *page, NoslipCsv *csv, guint n_columns, const GArray *rows)
{
  guint size = noslip_row_size(page->problem->system), n = rows->len / size, width = noslip_observer_n(page->picture);
  g_autofree double *picture = draw_rows(page, rows), *values = g_new0(double, n_columns);
  g_autoptr(GArray) moving = build_still(builder, n, width, picture);
  json_builder_set_member_name(builder, "rows");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++) {
    if (i % page->stride != 0 && i != n - 1)
      continue;
    noslip_csv_values(csv, page->problem->parameters, 1, &g_array_index(rows, double, (gsize) i *size), values);
    json_builder_begin_array(builder);
    for (guint c = 0; c < n_columns; c++)
      cli_json_number(builder, c == 0 ? values[c] : rounded(values[c], RECORDED));
    for (guint c = 0; c < moving->len; c++)
      cli_json_number(builder, picture[(gsize) i * width + g_array_index(moving, guint, c)]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
  return g_array_index(rows, double, (gsize) (n - 1) * size);
}

/* The motion of a system whose equations cannot be written out; FALSE and *status after a message. */
static gboolean
build_recorded(JsonBuilder *builder, const Page *page, NoslipDynamics *dynamics, NoslipCsv *csv, guint n_columns,
               int *status)
{
  const CliProblem *problem = page->problem;
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipClaims) claims = noslip_claims_new(problem->system, problem->kind, diagnostics);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &problem->options, problem->parameters, 0, problem->xy,
                                            problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? problem->mu : NULL, &error);
  if (run == NULL || claims == NULL) {
    *status = error != NULL ? cli_report_one(error) : cli_report(diagnostics);
    noslip_diagnostic_free(error);
    return FALSE;
  }
  guint size = noslip_row_size(problem->system);
  g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(double));
  g_autofree double *row = g_new0(double, size);
  while (noslip_run_next(run, row, &cli_cancelled, &error)) {
    g_array_append_vals(rows, row, size);
    noslip_claims_add_rows(claims, problem->parameters, 1, row);
  }
  *status = error != NULL ? cli_report_one(error) : CLI_DONE;
  noslip_diagnostic_free(error);
  if (rows->len == 0)
    return FALSE;
  build_claims(builder, page, claims);
  cli_json_member_number(builder, "to", build_rows(builder, page, csv, n_columns, rows));
  cli_json_member_string(builder, "recorded", page->reason);
  return TRUE;
}

/* What HTML would take for the end of the script, or for a comment, is written in another way. */
static void
append_script(GString *html, const char *script)
{
  g_auto(GStrv) ends = g_strsplit(script, "</", -1);
  g_autofree char *once = g_strjoinv("<\\/", ends);
  g_auto(GStrv) comments = g_strsplit(once, "<!--", -1);
  g_autofree char *twice = g_strjoinv("<\\!--", comments);
  g_auto(GStrv) starts = g_strsplit(twice, "<script", -1);
  g_autofree char *thrice = g_strjoinv("<\\script", starts);
  g_string_append(html, thrice);
}

static void
append_resource(GString *html, const char *name)
{
  g_autofree char *path = g_strconcat("/org/noslip/page/", name, NULL);
  g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  append_script(html, g_bytes_get_data(bytes, NULL));
}

/* "  const v1 = a * b;" */
static gboolean
is_assignment(const char *line)
{
  return g_str_has_prefix(line, "  const v") && g_ascii_isdigit(line[9]) && g_str_has_suffix(line, ";");
}

/* Without blanks around the operators whose meaning does not depend on them. */
static void
append_tight(GString *out, const char *code)
{
  for (const char *c = code; *c != '\0'; c++) {
    if (*c == ' ' && c > code && (strchr("=*/+,", c[1]) != NULL || strchr("=*/+,", c[-1]) != NULL))
      continue;
    g_string_append_c(out, *c);
  }
}

/* The long lists of assignments as one `const` each, and tight: a third less. */
static char *
compacted(const char *program)
{
  g_auto(GStrv) lines = g_strsplit(program, "\n", -1);
  GString *out = g_string_new(NULL);
  gboolean open = FALSE;
  for (guint i = 0; lines[i] != NULL; i++) {
    gboolean assigns = is_assignment(lines[i]);
    if (open)
      g_string_append(out, assigns ? "," : ";\n");
    if (assigns) {
      lines[i][strlen(lines[i]) - 1] = '\0';
      g_string_append(out, open ? "" : "const ");
      append_tight(out, lines[i] + strlen("  const "));
    } else {
      g_string_append_printf(out, "%s\n", lines[i]);
    }
    open = assigns;
  }
  return g_string_free(out, FALSE);
}

static char *
write_html(const Page *page, JsonBuilder *builder)
{
  const NoslipSystem *system = page->problem->system;
  g_autofree char *title = g_markup_escape_text(system->title != NULL ? system->title : system->id, -1);
  g_autofree char *data = cli_json_text(builder);
  GString *html = g_string_new("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  g_string_append_printf(html,
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n"
                         "<link rel=\"icon\" href=\"data:,\">\n<style>\n",
                         title);
  append_resource(html, "page.css");
  g_string_append(html, "</style>\n</head>\n<body>\n<script type=\"module\">\n");
  if (page->code != NULL) {
    g_autoptr(GString) program = g_string_new(NULL);
    NoslipListing *picture = noslip_code_listing(page->code, page->picture, 0);
    NoslipListing *claims = noslip_code_listing(page->code, page->claims, 0);
    noslip_code_javascript.write(page->code, program);
    noslip_code_javascript_function(program, page->code, "function picture", picture);
    noslip_code_javascript_function(program, page->code, "function claimSides", claims);
    noslip_listing_free(picture);
    noslip_listing_free(claims);
    g_autofree char *tight = compacted(program->str);
    append_script(html, tight);
  }
  g_string_append(html, "const PAGE = ");
  append_script(html, data);
  g_string_append(html, ";\n");
  append_resource(html, "page.js");
  g_string_append(html, "</script>\n</body>\n</html>\n");
  return g_string_free(html, FALSE);
}

static char *
make_page(const Page *page, NoslipDynamics *dynamics, int *status)
{
  const CliProblem *problem = page->problem;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(problem->system, problem->kind, diagnostics);
  g_autoptr(JsonBuilder) builder = json_builder_new();
  *status = cli_report(diagnostics);
  if (csv == NULL)
    return NULL;
  g_auto(GStrv) columns = noslip_csv_columns(csv);
  build_page(builder, page, columns, noslip_dynamics_formulation(dynamics));
  if (page->code == NULL && !build_recorded(builder, page, dynamics, csv, g_strv_length(columns), status))
    return NULL;
  if (page->code != NULL) {
    build_claims(builder, page, NULL);
    cli_json_member_number(builder, "to", page->code->to);
    cli_json_member_numbers(builder, "initial", page->code->flow->n_state, page->code->initial);
  }
  json_builder_end_object(builder);
  return write_html(page, builder);
}

static void
say_recorded(Page *page, const char *why)
{
  page->reason = g_strdup_printf("This motion was computed by Noslip and is only played here: %s.", why);
  cli_message("note: the page plays the motion and cannot change it: %s", why);
}

/* A page that does not compute has fewer rows until it is short enough. */
static char *
make_short_page(Page *page, NoslipDynamics *dynamics, int *status)
{
  gsize length = 0;
  for (page->stride = 1; page->stride <= 1024; page->stride = MAX(1, 2 * page->stride)) {
    g_autofree char *html = make_page(page, dynamics, status);
    if (html == NULL || (length = strlen(html)) <= CLI_PAGE_MOST)
      return g_steal_pointer(&html);
    if (page->code != NULL) {
      g_clear_pointer(&page->code, noslip_code_free);
      say_recorded(page, "its equations are too long for a page");
      page->stride = 0; /* 1 in the next round */
    }
  }
  cli_message("error: the page of %s would have %" G_GSIZE_FORMAT " bytes; at most %d are allowed",
              page->problem->system->id, length, CLI_PAGE_MOST);
  *status = CLI_INPUT;
  return NULL;
}

char *
cli_export_page(CliProblem *problem, NoslipDynamics *dynamics, int *status)
{
  Page page = {.problem = problem};
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  GArray **arrays[] = {&page.judged, &page.first, &page.n_rates, &page.draws};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    *arrays[i] = g_array_new(FALSE, FALSE, sizeof(guint));
  *status = CLI_INPUT;
  page.code = noslip_code_new(dynamics, &problem->options, problem->parameters, problem->xy, problem->mu, diagnostics);
  if (page.code == NULL && diagnostics->list->len > 0) {
    const NoslipDiagnostic *why = diagnostics->list->pdata[0];
    say_recorded(&page, why->cause);
  }
  add_picture(&page);
  add_claims(&page);
  char *html = make_short_page(&page, dynamics, status);
  noslip_code_free(page.code);
  g_clear_pointer(&page.picture, noslip_observer_unref);
  g_clear_pointer(&page.claims, noslip_observer_unref);
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_array_unref(*arrays[i]);
  g_free(page.reason);
  return html;
}
