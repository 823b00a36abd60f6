/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every system of the catalogue: complete, claims as expected, formulations in agreement. */
#include "tests/catalogue/motion.h"

#include "core/algebroid/algebroid.h"
#include "core/catalogue/catalogue.h"
#include "core/system/equations.h"
#include "core/system/state.h"
#include "core/verdict/claims.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static void
test_complete(gconstpointer id)
{
  g_autoptr(NoslipSystem) system = motion_load(id);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_cmpstr(system->id, ==, id);
  g_assert_true(noslip_algebroid_check(system, diagnostics));
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  g_assert_true(system->title != NULL && *system->title != '\0');
  g_assert_true(system->summary != NULL && *system->summary != '\0');
  g_assert_nonnull(system->sources[0]);
  g_assert_nonnull(system->tags[0]);
  g_assert_cmpuint(system->n_claims, >=, 2);
  g_assert_cmpuint(system->n_draws, >=, 2);
  g_assert_cmpuint(system->n_plots, >=, 1);
  for (guint i = 0; i < system->n_parameters; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    g_assert_true(parameter->description != NULL && *parameter->description != '\0');
    g_assert_cmpfloat(parameter->low, <=, parameter->value);
    g_assert_cmpfloat(parameter->value, <=, parameter->high);
  }
}

/* Each printed formula of a companion has a comment with the number of the misprint, 001-1, or of the equation,
 * 5.12. */
static void
check_numbers(const NoslipSystem *system)
{
  g_autofree char *path = noslip_catalogue_path(system->id);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  g_file_get_contents(path, &text, NULL, &error);
  g_assert_no_error(error);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    if (g_str_has_prefix(lines[i], "claim") && strstr(lines[i], "expected to fail") != NULL &&
        !g_regex_match_simple("^# (\\d{3}-\\d|\\d+\\.\\d+)\\b", lines[i - 1], 0, 0))
      g_error("%s:%u: the misprint has no number", path, i + 1);
}

/* A companion: the same mechanics and picture as the system, and for every printed formula that fails one that
 * holds. */
static void
test_companion(gconstpointer id)
{
  g_autoptr(NoslipSystem) system = motion_load(id);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  const char *whole = strchr(id, '/') + 1;
  g_autofree char *path = noslip_catalogue_path(whole);
  guint n_failing = 0;
  g_assert_nonnull(path);
  g_autoptr(NoslipSystem) main_system = motion_load(whole);
  g_assert_cmpstr(system->id, ==, id);
  g_assert_true(noslip_algebroid_check(system, diagnostics));
  g_assert_cmpuint(system->m, ==, main_system->m);
  g_assert_cmpuint(system->n, ==, main_system->n);
  g_assert_nonnull(system->sources[0]);
  g_assert_cmpstr(system->tags[0], ==, "misprint");
  g_assert_cmpuint(system->n_draws, >=, 2);
  g_assert_cmpuint(system->n_plots, ==, main_system->n_plots);
  check_numbers(system);
  for (guint i = 0; i < system->n_claims; i++) {
    gboolean fails = system->claims[i].expected_to_fail;
    n_failing += fails ? 1 : 0;
    g_assert_true(fails == g_str_has_suffix(system->claims[i].title, "printed") ||
                  fails == g_str_has_suffix(system->claims[i].title, "printed sign"));
  }
  g_assert_cmpuint(n_failing, >=, 1);
  g_assert_cmpuint(2 * n_failing, ==, system->n_claims);
}

static void
test_misprints_apart(void)
{
  g_autoptr(GPtrArray) entries = noslip_catalogue_list();
  g_autoptr(GPtrArray) companions = noslip_catalogue_misprints();
  g_assert_cmpuint(companions->len, >=, 12);
  for (guint i = 0; i < entries->len; i++) {
    const char *id = ((NoslipCatalogueEntry *) entries->pdata[i])->id;
    g_assert_null(strchr(id, '/'));
    g_autoptr(NoslipSystem) system = motion_load(id);
    for (guint j = 0; j < system->n_claims; j++)
      g_assert_false(system->claims[j].expected_to_fail);
  }
  g_assert_null(noslip_catalogue_path("misprints/"));
  g_assert_null(noslip_catalogue_path("misprints/../snakeboard"));
  g_assert_null(noslip_catalogue_path("misprints"));
}

/* The formulation that is used without options, or NULL with the test skipped. */
static const NoslipFormulation *
usual(const NoslipSystem *system)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, system->dynamics);
  g_autofree char *refusal = formulation == NULL ? g_strdup("there is no formulation of this kind of dynamics")
                                                 : noslip_formulation_refusal(formulation, system);
  if (refusal == NULL)
    return formulation;
  g_test_skip(refusal);
  return NULL;
}

static void
test_claims(gconstpointer id)
{
  g_autoptr(NoslipSystem) system = motion_load(id);
  const NoslipFormulation *formulation = usual(system);
  if (formulation == NULL)
    return;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double *mu = NULL;
  g_autofree double *xy = motion_start(system, parameters, &mu);
  Motion motion = {0};
  motion_compute(&motion, formulation, system, parameters, xy, mu, system->run_to, system->run_step, 1e-10);
  g_autoptr(NoslipClaims) claims = noslip_claims_new(system, system->dynamics, diagnostics);
  g_assert_nonnull(claims);
  noslip_claims_add_rows(claims, parameters, motion.n_rows, motion.rows);
  g_assert_cmpuint(noslip_claims_n(claims), ==, system->n_claims);
  for (guint i = 0; i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    motion_note(verdict.claim->title, verdict.residual, verdict.claim->tolerance);
    if (verdict.applies && !noslip_verdict_is_good(verdict.kind, TRUE))
      g_error("claim \"%s\" %s: residual %.3g, allowed %.3g, sensitivity %.3g, drift %.3g", verdict.claim->title,
              noslip_verdict_word(verdict.kind), verdict.residual, verdict.claim->tolerance, verdict.sensitivity,
              verdict.drift);
  }
  motion_clear(&motion);
  g_free(mu);
}

/* Largest difference of two motions, each quantity relative to its largest value along the first; a quantity that
 * vanishes there is relative to the motion's largest value. */
static double
apart(const NoslipSystem *system, const Motion *a, const Motion *b)
{
  double motion = 0, most = 0;
  guint n = system->m + system->n;
  g_autofree double *size = g_new0(double, n + 1);
  for (guint row = 0; row < a->n_rows; row++)
    for (guint i = 0; i < n; i++)
      size[i] = MAX(size[i], fabs(a->rows[row * a->row_size + 1 + i]));
  for (guint i = 0; i < n; i++)
    motion = MAX(motion, size[i]);
  g_assert_cmpfloat(motion, >, 0);
  for (guint row = 0; row < a->n_rows; row++)
    for (guint i = 0; i < n; i++) {
      double here = fabs(a->rows[row * a->row_size + 1 + i] - b->rows[row * b->row_size + 1 + i]);
      g_assert_true(isfinite(here));
      most = MAX(most, here / (size[i] > 1e-6 * motion ? size[i] : motion));
    }
  return most;
}

static void
test_agreement(gconstpointer id)
{
  g_autoptr(NoslipSystem) system = motion_load(id);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double *mu = NULL;
  g_autofree double *xy = motion_start(system, parameters, &mu);
  Motion first = {0};
  guint n_more = 0;
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_autofree char *refusal = noslip_formulation_refusal(*f, system);
    if ((*f)->automatic || refusal != NULL)
      continue;
    Motion motion = {0};
    motion_compute(&motion, *f, system, parameters, xy, NULL, system->run_to, system->run_to / 50, 1e-12);
    if (first.rows == NULL) {
      first = motion;
      continue;
    }
    double difference = apart(system, &first, &motion);
    motion_note((*f)->id, difference, 1e-9);
    if (!(difference <= 1e-9))
      g_error("%s is %.3g away from multipliers", (*f)->id, difference);
    motion_clear(&motion);
    n_more++;
  }
  g_assert_cmpuint(n_more, >=, system->algebroid == NOSLIP_ALGEBROID_GENERAL ? 1 : 2);
  motion_clear(&first);
  g_free(mu);
}

/* Largest difference of n expressions of the equations from their reference values, relative to the largest of
 * these. */
static double
residual_of(const NoslipEquations *equations, const double *parameters, const double *row, guint n,
            const NoslipExpr *exprs, const double *expected)
{
  const NoslipModel *model = equations->model;
  const NoslipNaming *naming = equations->naming;
  const NoslipSystem *system = model->system;
  guint n_symbols = 1 + system->n_parameters + system->m + system->n + (naming != NULL ? naming->n : 0);
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, n_symbols);
  g_autofree double *values = g_new(double, n_symbols);
  guint at = 0;
  symbols[at] = system->t;
  values[at++] = row[0];
  for (guint i = 0; i < system->n_parameters; i++, at++) {
    symbols[at] = system->parameters[i].symbol;
    values[at] = parameters[i];
  }
  for (guint i = 0; i < system->m; i++, at++) {
    symbols[at] = model->x[i];
    values[at] = row[noslip_row_x(system) + i];
  }
  for (guint i = 0; i < system->n; i++, at++) {
    symbols[at] = model->y[i];
    values[at] = row[noslip_row_y(system) + i];
  }
  for (guint i = 0; naming != NULL && i < naming->n; i++, at++) {
    symbols[at] = naming->name[i];
    values[at] = noslip_expr_value(naming->graph, naming->value[i], at, symbols, values);
  }
  double apart = 0, size = 1e-5; /* those of the cat vanish, up to rounding of 1e-15 */
  for (guint i = 0; i < n; i++) {
    double value = noslip_expr_value(equations->graph, exprs[i], n_symbols, symbols, values);
    g_assert_true(isfinite(value));
    apart = MAX(apart, fabs(value - expected[i]));
    size = MAX(size, fabs(expected[i]));
  }
  return apart / size;
}

/* The displayed equations are those of the motion: checked with its accelerations and multipliers. */
static void
test_equations(gconstpointer id)
{
  g_autoptr(NoslipSystem) system = motion_load(id);
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (system->n_frictions > 0)
    return; /* they are those between the modes: the terms of friction are written beside them */
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(NoslipEquations) equations = noslip_equations_new_named(model, &error);
  if (equations == NULL) {
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_TOO_LARGE);
    return;
  }
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double *mu = NULL;
  g_autofree double *xy = motion_start(system, parameters, &mu);
  Motion motion = {0};
  motion_compute(&motion, noslip_formulation_find("multipliers"), system, parameters, xy, NULL, system->run_to,
                 system->run_to / 10, 1e-10);
  for (guint i = 0; i < motion.n_rows; i++) {
    const double *row = motion.rows + (gsize) i * motion.row_size;
    double rates = residual_of(equations, parameters, row, system->n, equations->ydot, row + noslip_row_ydot(system));
    double multipliers =
        residual_of(equations, parameters, row, system->k, equations->multiplier, row + noslip_row_lambda(system));
    motion_note("accelerations", rates, 1e-9);
    motion_note("multipliers", multipliers, 1e-9);
    g_assert_cmpfloat(rates, <=, 1e-9);
    g_assert_cmpfloat(multipliers, <=, 1e-9);
  }
  motion_clear(&motion);
  g_free(mu);
}

static void
test_list(void)
{
  /* The systems of the papers, with their numbers of coordinates and fibre coordinates; and those of every course. */
  static const struct {
    const char *id;
    guint m, n;
  } wanted[] = {
      {"central-force", 2, 2},
      {"rigid-body", 4, 3},
      {"heavy-top", 3, 3},
      {"nonholonomic-particle", 3, 3},
      {"rolling-ball", 6, 5},
      {"rolling-ball-reduced", 2, 5},
      {"chaplygin-sleigh", 3, 3},
      {"chaplygin-sleigh-reduced", 0, 3},
      {"snakeboard", 5, 5},
      {"rolling-disk", 4, 4},
      {"ball-on-rotating-table", 6, 5},
      {"ball-on-rotating-table-reduced", 2, 5},
      {"capri-kobayashi", 4, 4},
      {"capri-kobayashi-reduced", 3, 4},
      {"martinet", 1, 3},
      {"plate-ball", 2, 5},
      {"heisenberg", 3, 3},
      {.id = "falling-disk"},
      {.id = "rattleback"},
      {.id = "roller-racer"},
      {.id = "trailer"},
      {.id = "suslov"},
      {.id = "veselova"},
      {.id = "chaplygin-ball"},
      {.id = "knife-edge-on-incline"},
      {.id = "nonholonomic-oscillator"},
      {.id = "ball-in-cylinder"},
      {.id = "appell-hamel"},
      {.id = "two-wheeled-carriage"},
  };
  g_autoptr(GPtrArray) entries = noslip_catalogue_list();
  for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
    gboolean found = FALSE;
    for (guint j = 0; j < entries->len; j++)
      found = found || strcmp(wanted[i].id, ((NoslipCatalogueEntry *) entries->pdata[j])->id) == 0;
    if (!found)
      g_error("the catalogue has no %s", wanted[i].id);
    g_autoptr(NoslipSystem) system = motion_load(wanted[i].id);
    if (wanted[i].n == 0)
      continue;
    g_assert_cmpuint(system->m, ==, wanted[i].m);
    g_assert_cmpuint(system->n, ==, wanted[i].n);
  }
  for (guint j = 0; j < entries->len; j++) {
    const NoslipCatalogueEntry *entry = entries->pdata[j];
    g_autoptr(NoslipSystem) system = motion_load(entry->id);
    g_assert_cmpstr(system->title, ==, entry->title);
    g_assert_cmpstr(system->summary, ==, entry->summary);
    g_assert_true(g_strv_equal((const char *const *) system->tags, (const char *const *) entry->tags));
  }
}

static void
test_nearest(void)
{
  static const char *const names[] = {"snakeboard", "heavy-top", "rolling-disk", NULL};
  g_assert_cmpstr(noslip_catalogue_nearest("snakebord", names), ==, "snakeboard");
  g_assert_cmpstr(noslip_catalogue_nearest("Heavy-Top", names), ==, "heavy-top");
  g_assert_cmpstr(noslip_catalogue_nearest("heayv-top", names), ==, "heavy-top");
  g_assert_null(noslip_catalogue_nearest("pendulum", names));
  g_assert_null(noslip_catalogue_nearest("", names));
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/catalogue/list", test_list);
  g_test_add_func("/catalogue/nearest", test_nearest);
  g_autoptr(GPtrArray) entries = noslip_catalogue_list();
  const struct {
    const char *prefix;
    GTestDataFunc function;
    gboolean several; /* only where there are several formulations */
  } tests[] = {{"complete", test_complete, FALSE},
               {"claims", test_claims, FALSE},
               {"agreement", test_agreement, TRUE},
               {"equations", test_equations, TRUE}};
  for (guint i = 0; i < entries->len; i++) {
    const char *id = ((NoslipCatalogueEntry *) entries->pdata[i])->id;
    g_autoptr(NoslipSystem) system = motion_load(id);
    gboolean several = noslip_formulation_for(system, system->dynamics) == noslip_formulation_find("multipliers");
    for (guint j = 0; j < G_N_ELEMENTS(tests); j++) {
      g_autofree char *label = g_strdup_printf("/%s/%s", tests[j].prefix, id);
      if (several || !tests[j].several)
        g_test_add_data_func_full(label, g_strdup(id), tests[j].function, g_free);
    }
  }
  g_test_add_func("/misprints/apart", test_misprints_apart);
  g_autoptr(GPtrArray) companions = noslip_catalogue_misprints();
  for (guint i = 0; i < companions->len; i++) {
    const char *id = ((NoslipCatalogueEntry *) companions->pdata[i])->id;
    g_autofree char *complete = g_strdup_printf("/complete/%s", id);
    g_autofree char *claims = g_strdup_printf("/claims/%s", id);
    g_test_add_data_func_full(complete, g_strdup(id), test_companion, g_free);
    g_test_add_data_func_full(claims, g_strdup(id), test_claims, g_free);
  }
  return g_test_run();
}
