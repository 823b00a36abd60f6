/* SPDX-License-Identifier: GPL-3.0-or-later */
/* (D, [ , ]_P, l) as a separate system (G Theorem 5.1): its free motion is the nonholonomic one. And brackets from
 * connections, compared with computations by hand. */
#include "tests/catalogue/motion.h"

#include "core/algebroid/algebroid.h"
#include "core/geometry/distribution-text.h"
#include "core/language/language.h"
#include "core/system/row.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static NoslipSystem *
read_text(const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, -1, "on-D.noslip", "on-D", diagnostics);
  for (guint i = 0; i < diagnostics->list->len && system == NULL; i++)
    g_test_message("%s", ((NoslipDiagnostic *) diagnostics->list->pdata[i])->cause);
  g_assert_nonnull(system);
  return system;
}

static NoslipSystem *
on_distribution(const NoslipSystem *system)
{
  NoslipDiagnostic *error = NULL;
  g_autofree char *text = noslip_distribution_system_text(system, &error);
  g_assert_null(error);
  return read_text(text);
}

/* Every coordinate at every row, against its largest value or 1. */
static void
test_motion(gconstpointer id)
{
  g_autoptr(NoslipSystem) full = motion_load(id);
  g_autoptr(NoslipSystem) reduced = on_distribution(full);
  g_assert_cmpuint(reduced->m, ==, full->m);
  g_assert_cmpuint(reduced->n, ==, full->n - full->k);
  g_assert_cmpuint(reduced->k, ==, 0);
  NoslipSystem *systems[] = {full, reduced};
  const char *formulations[] = {"multipliers", "multipliers"};
  Motion motions[2] = {0};
  for (guint i = 0; i < 2; i++) {
    g_autofree double *parameters = noslip_system_default_parameters(systems[i]);
    g_autofree double *mu = NULL;
    g_autofree double *xy = motion_start(systems[i], parameters, &mu);
    motion_compute(&motions[i], noslip_formulation_find(formulations[i]), systems[i], parameters, xy, NULL, 5, 0.05,
                   1e-13);
  }
  g_assert_cmpuint(motions[0].n_rows, ==, motions[1].n_rows);
  double worst = 0;
  for (guint i = 0; i < full->m; i++) {
    double largest = 1;
    for (guint row = 0; row < motions[0].n_rows; row++)
      largest = MAX(largest, fabs(motions[0].rows[row * motions[0].row_size + noslip_row_x(full) + i]));
    for (guint row = 0; row < motions[0].n_rows; row++) {
      double a = motions[0].rows[row * motions[0].row_size + noslip_row_x(full) + i];
      double b = motions[1].rows[row * motions[1].row_size + noslip_row_x(reduced) + i];
      worst = MAX(worst, fabs(a - b) / largest);
    }
  }
  motion_note(id, worst, 1e-12);
  g_assert_cmpfloat(worst, <=, 1e-12);
  motion_clear(&motions[0]);
  motion_clear(&motions[1]);
}

/* Descriptions of parameters, coordinates and observables are kept. */
static void
test_structure(void)
{
  g_autoptr(NoslipSystem) sleigh = motion_load("chaplygin-sleigh");
  g_autoptr(NoslipSystem) reduced = on_distribution(sleigh);
  NoslipStructureResiduals found;
  noslip_algebroid_measure(reduced, &found);
  g_assert_cmpint(reduced->algebroid, ==, NOSLIP_ALGEBROID_QUASI);
  g_assert_cmpfloat(found.anchor, >, 0.1);
  g_assert_cmpstr(reduced->fibres[0].name, ==, "v1");
  g_assert_cmpstr(reduced->fibres[1].name, ==, "omega");
}

/* The descriptions of parameters, coordinates and observables are kept. */
static void
test_words(void)
{
  g_autoptr(NoslipSystem) full = read_text(
      "noslip 1\ntitle \"A \\\"knife\\\" edge\"\nsource \"one\"\n"
      "parameter m = 2 in 0.5 .. 8 unit \"kg\" \"mass\"\nparameter g = 1\n"
      "coordinate x in -3 .. 5 unit \"m\" \"along\"\ncoordinate y\ncoordinate theta angle\n"
      "lagrangian m/2*(x'^2 + y'^2) + theta'^2/2 - g*x\nconstraint blade: -sin(theta)*x' + cos(theta)*y' = 0\n"
      "observable height = 2*x unit \"m\" \"twice the way\"\n");
  g_autoptr(NoslipSystem) reduced = on_distribution(full);
  g_assert_cmpstr(reduced->title, ==, "A \"knife\" edge, on its distribution");
  g_assert_cmpstr(reduced->sources[0], ==, "one");
  g_assert_cmpuint(reduced->n_parameters, ==, 2);
  const NoslipParameter *m = &reduced->parameters[0];
  g_assert_cmpfloat(m->value, ==, 2);
  g_assert_cmpfloat(m->low, ==, 0.5);
  g_assert_cmpfloat(m->high, ==, 8);
  g_assert_cmpstr(m->unit, ==, "kg");
  g_assert_cmpstr(m->description, ==, "mass");
  g_assert_true(isnan(reduced->parameters[1].low));
  const NoslipCoordinate *x = &reduced->coordinates[0];
  g_assert_cmpfloat(x->low, ==, -3);
  g_assert_cmpfloat(x->high, ==, 5);
  g_assert_cmpstr(x->unit, ==, "m");
  g_assert_cmpstr(x->description, ==, "along");
  g_assert_true(reduced->coordinates[2].angle);
  g_assert_cmpuint(reduced->n_observables, ==, 1);
  g_assert_cmpstr(reduced->observables[0].name, ==, "height");
  g_assert_cmpstr(reduced->observables[0].unit, ==, "m");
  g_assert_cmpstr(reduced->observables[0].description, ==, "twice the way");
}

static void
test_refusals(void)
{
  static const char *const ids[] = {"appell-hamel", "ball-on-rotating-table", "magnetic-limit"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(NoslipSystem) system = motion_load(ids[i]);
    NoslipDiagnostic *error = NULL;
    g_assert_null(noslip_distribution_system_text(system, &error));
    g_assert_nonnull(error);
    noslip_diagnostic_free(error);
  }
}

static void
assert_bracket(const NoslipSystem *system, guint a, guint b, guint c, const char *expected)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipExpr value, found = system->structure[(c * system->n + a) * system->n + b];
  g_assert_true(noslip_language_expression(system, graph, expected, &value, diagnostics));
  g_assert_true(noslip_expr_simplify(graph, noslip_expr_sub(graph, found, value)) == NOSLIP_ZERO);
}

/* so(3) with A_x = (f, 0, 0), A_y = (0, g, 0): [x', e_b] = -f [e1, e_b] and B = (-f_y, g_x, -f g). */
static void
test_connection(void)
{
  const char *head = "noslip 1\ncoordinate x\ncoordinate y\nsection e1\nsection e2\nsection e3\n"
                     "bracket [e1, e2] = e3\nbracket [e2, e3] = e1\nbracket [e3, e1] = e2\n"
                     "lagrangian (x'^2 + y'^2 + e1^2 + 2*e2^2 + 3*e3^2)/2\n";
  g_autofree char *text = g_strconcat(head, "connection x': sin(x)*y^2, 0, 0\nconnection y': 0, x*exp(y), 0\n", NULL);
  g_autoptr(NoslipSystem) system = read_text(text);
  g_assert_cmpuint(system->n, ==, 5);
  g_assert_cmpstr(system->fibres[0].name, ==, "x'");
  g_assert_cmpstr(system->fibres[2].name, ==, "e1");
  assert_bracket(system, 0, 3, 4, "-sin(x)*y^2"); /* [x', e2] = -f e3 */
  assert_bracket(system, 0, 4, 3, "sin(x)*y^2");
  assert_bracket(system, 1, 2, 4, "x*exp(y)"); /* [y', e1] = -g [e2, e1] = g e3 */
  assert_bracket(system, 0, 1, 2, "2*sin(x)*y");
  assert_bracket(system, 0, 1, 3, "-exp(y)");
  assert_bracket(system, 0, 1, 4, "sin(x)*y^2*x*exp(y)");
  assert_bracket(system, 1, 0, 4, "-sin(x)*y^2*x*exp(y)");
  static const char *const bad[] = {"connection x': 1, 2\n", "connection z': 0, 0, 0\n",
                                    "connection x': 0, 0, 0\nconnection x': 0, 0, 0\n", "connection e1: 0, 0, 0\n"};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *wrong = g_strconcat(head, bad[i], NULL);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_assert_null(noslip_language_system(wrong, -1, "bad.noslip", "bad", diagnostics));
    g_assert_cmpuint(diagnostics->n_errors, ==, 1);
  }
}

int
main(int argc, char **argv)
{
  static const char *const ids[] = {"chaplygin-sleigh", "snakeboard",   "rolling-ball",
                                    "falling-disk",     "roller-racer", "suslov",
                                    "rattleback",       "heisenberg",   "nonholonomic-particle"};
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autofree char *path = g_strdup_printf("/catalogue/distribution/%s", ids[i]);
    g_test_add_data_func(path, ids[i], test_motion);
  }
  g_test_add_func("/catalogue/distribution-structure", test_structure);
  g_test_add_func("/catalogue/distribution-words", test_words);
  g_test_add_func("/catalogue/distribution-refusals", test_refusals);
  g_test_add_func("/catalogue/connection", test_connection);
  return g_test_run();
}
