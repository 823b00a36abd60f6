/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brackets, Jacobiators, structure functions and R_L against independent computations (tests/reference). */
#include "tests/core/geometry/support.h"

#include "core/geometry/bracket.h"
#include "core/language/language.h"

#include <math.h>
#include <string.h>

#define TOLERANCE 1e-9

typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipDistribution *distribution;
  JsonParser *parser;
  JsonObject *brackets;
  double *parameters, *x, *y;
  guint n;
  const char **names;
  NoslipExpr *f;
} Case;

static void
case_open(Case *c, const char *id)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipDiagnostic *error = NULL;
  c->system = test_catalogue(id);
  c->parser = test_reference(id);
  JsonObject *root = json_node_get_object(json_parser_get_root(c->parser));
  c->brackets = json_object_get_object_member(root, "brackets");
  c->parameters = test_parameters(c->system, json_object_get_object_member(root, "parameters"));
  c->x = g_new0(double, c->system->m + 1);
  c->y = g_new0(double, c->system->n + 1);
  c->model = noslip_model_new(c->system);
  c->distribution = noslip_distribution_new(c->model, &error);
  g_assert_null(error);
  JsonArray *names = json_object_get_array_member(c->brackets, "names");
  JsonObject *momenta = json_object_get_object_member(c->brackets, "momenta");
  c->n = json_array_get_length(names);
  c->names = g_new0(const char *, c->n);
  c->f = g_new0(NoslipExpr, c->n);
  for (guint i = 0; i < c->n; i++) {
    const char *name = c->names[i] = json_array_get_string_element(names, i);
    const char *text = json_object_has_member(momenta, name) ? json_object_get_string_member(momenta, name) : name;
    g_assert_true(noslip_language_expression(c->system, c->model->graph, text, &c->f[i], diagnostics));
  }
}

static void
case_close(Case *c)
{
  noslip_distribution_free(c->distribution);
  noslip_model_free(c->model);
  noslip_system_unref(c->system);
  g_object_unref(c->parser);
  g_free(c->parameters);
  g_free(c->x);
  g_free(c->y);
  g_free(c->names);
  g_free(c->f);
}

static double
value(const Case *c, NoslipExpr e)
{
  return test_value(c->system, c->model->graph, e, c->parameters, c->x, c->y);
}

static void
check_matrix(const Case *c, JsonArray *rows)
{
  for (guint i = 0; i < c->n; i++)
    for (guint j = 0; j < c->n; j++) {
      g_autofree char *what = g_strdup_printf("{%s, %s}", c->names[i], c->names[j]);
      double expected = json_array_get_double_element(json_array_get_array_element(rows, i), j);
      test_close(value(c, noslip_bracket(c->distribution, c->f[i], c->f[j])), expected, TOLERANCE, what);
    }
}

/* Triples that the list does not have vanish. */
static double
listed(const Case *c, JsonArray *triples, guint i, guint j, guint k)
{
  for (guint at = 0; at < json_array_get_length(triples); at++) {
    JsonObject *triple = json_array_get_object_element(triples, at);
    JsonArray *of = json_object_get_array_member(triple, "of");
    if (strcmp(json_array_get_string_element(of, 0), c->names[i]) == 0 &&
        strcmp(json_array_get_string_element(of, 1), c->names[j]) == 0 &&
        strcmp(json_array_get_string_element(of, 2), c->names[k]) == 0)
      return json_object_get_double_member(triple, "value");
  }
  return 0;
}

static void
check_jacobiator(const Case *c, JsonArray *triples)
{
  for (guint i = 0; i < c->n; i++)
    for (guint j = i + 1; j < c->n; j++)
      for (guint k = j + 1; k < c->n; k++) {
        g_autofree char *what = g_strdup_printf("jacobi(%s, %s, %s)", c->names[i], c->names[j], c->names[k]);
        NoslipExpr e = noslip_bracket_jacobiator(c->distribution, c->f[i], c->f[j], c->f[k]);
        test_close(value(c, e), listed(c, triples, i, j, k), TOLERANCE, what);
      }
}

static void
check_evolution(const Case *c, JsonObject *state)
{
  JsonArray *rates = json_object_get_array_member(state, "rates");
  JsonArray *with_energy = json_object_get_array_member(state, "bracket_with_energy");
  JsonArray *residual = json_object_get_array_member(state, "R_L");
  for (guint i = 0; i < c->n; i++) {
    double bracket = value(c, noslip_bracket(c->distribution, c->f[i], c->system->energy));
    double rest = value(c, noslip_bracket_residual_field(c->distribution, c->f[i]));
    test_close(bracket, json_array_get_double_element(with_energy, i), TOLERANCE, "{f, E}");
    test_close(rest, json_array_get_double_element(residual, i), TOLERANCE, "R_L(f)");
    test_close(bracket + rest, json_array_get_double_element(rates, i), TOLERANCE, "df/dt");
  }
}

/* The structure functions, where a section of the reference's basis is one of ours; all of them otherwise through
 * {p_a, p_b} = -C^c_ab p_c, which holds for linear constraints. */
static guint
check_structure(const Case *c, JsonObject *state)
{
  const NoslipDistribution *d = c->distribution;
  guint r = d->r, compared = 0;
  JsonObject *basis = json_object_get_object_member(c->brackets, "basis");
  g_autofree int *ours = g_new(int, r); /* of e_(a + 1) */
  for (guint a = 0; a < r; a++) {
    g_autofree char *name = g_strdup_printf("e_%u", a + 1);
    ours[a] = -1;
    for (guint b = 0; b < r; b++)
      if (strcmp(json_object_get_string_member(basis, name), d->basis_text[b]) == 0)
        ours[a] = (int) b;
  }
  gboolean same = TRUE;
  for (guint a = 0; a < r; a++)
    same = same && ours[a] >= 0;
  JsonArray *list = json_object_get_array_member(state, "structure");
  for (guint at = 0; at < json_array_get_length(list) && same; at++) {
    JsonObject *entry = json_array_get_object_element(list, at);
    JsonArray *of = json_object_get_array_member(entry, "of");
    int a = ours[atoi(json_array_get_string_element(of, 0) + 2) - 1];
    int b = ours[atoi(json_array_get_string_element(of, 1) + 2) - 1];
    JsonObject *values = json_object_get_object_member(entry, "value");
    for (guint s = 0; s < r; s++) {
      g_autofree char *name = g_strdup_printf("e_%u", s + 1);
      double computed = value(c, d->structure[((guint) ours[s] * r + (guint) a) * r + (guint) b]);
      test_close(computed, json_object_get_double_member(values, name), TOLERANCE, "structure function");
      compared++;
    }
  }
  for (guint a = 0; a < r && noslip_system_constraint_class(c->system) == NOSLIP_LINEAR; a++)
    for (guint b = 0; b < r; b++) {
      double sum = 0;
      for (guint s = 0; s < r; s++)
        sum -= value(c, d->structure[(s * r + a) * r + b]) * value(c, d->momenta[s]);
      /* Adding a term that vanishes on M replaces the short formula for momenta by the general one. */
      NoslipExpr off = noslip_expr_mul(c->model->graph, c->model->phi[0], c->model->y[0]);
      NoslipExpr other = noslip_expr_add(c->model->graph, d->momenta[a], off);
      test_close(value(c, noslip_bracket(c->distribution, other, d->momenta[b])), sum, TOLERANCE,
                 "{p_a, p_b} = -C^c_ab p_c");
      compared++;
    }
  return compared;
}

static void
test_system(gconstpointer id)
{
  Case c;
  guint compared = 0;
  case_open(&c, id);
  for (guint a = 0; a < c.distribution->r; a++)
    g_test_message("e_%u = %s, p_%u = %s", a + 1, c.distribution->basis_text[a], a + 1,
                   c.distribution->momenta_text[a]);
  JsonArray *states = json_object_get_array_member(c.brackets, "states");
  g_assert_cmpuint(json_array_get_length(states), ==, 5);
  for (guint at = 0; at < 5; at++) {
    JsonObject *state = json_array_get_object_element(states, at);
    test_state(c.system, json_object_get_object_member(state, "state"), c.x, c.y);
    check_matrix(&c, json_object_get_array_member(state, "matrix"));
    check_jacobiator(&c, json_object_get_array_member(state, "jacobiator"));
    check_evolution(&c, state);
    compared += check_structure(&c, state);
  }
  g_assert_cmpuint(compared, >, 0);
  case_close(&c);
}

/* The displayed form of G, example 6.1, C^1_12 and C^2_12. */
static void
test_sleigh_text(void)
{
  Case c;
  case_open(&c, "chaplygin-sleigh");
  const NoslipDistribution *d = c.distribution;
  g_assert_cmpuint(d->r, ==, 2);
  guint omega = strcmp(d->basis_text[0], "omega") == 0 ? 0 : 1, v1 = 1 - omega;
  g_assert_cmpstr(d->basis_text[omega], ==, "omega");
  g_assert_cmpstr(d->basis_text[v1], ==, "v1");
  g_autofree char *first = noslip_expr_text(c.model->graph, d->structure[(omega * 2 + omega) * 2 + v1]);
  g_autofree char *second = noslip_expr_text(c.model->graph, d->structure[(v1 * 2 + omega) * 2 + v1]);
  g_test_message("C = %s, %s", first, second);
  g_assert_cmpuint(strlen(first), <=, strlen("a*m/(J + a^2*m)"));
  g_assert_cmpuint(strlen(second), <=, strlen("a*b*m/(J + a^2*m)"));
  case_close(&c);
}

int
main(int argc, char **argv)
{
  static const char *const ids[] = {
      "chaplygin-sleigh",
      "chaplygin-sleigh-reduced",
      "ball-on-rotating-table",
      "ball-on-rotating-table-reduced",
      "rolling-ball",
      "rolling-ball-reduced",
      "snakeboard",
      "nonholonomic-particle",
  };
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autofree char *path = g_strdup_printf("/bracket/reference/%s", ids[i]);
    g_test_add_data_func(path, ids[i], test_system);
  }
  g_test_add_func("/bracket/sleigh-text", test_sleigh_text);
  return g_test_run();
}
