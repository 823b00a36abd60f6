/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The displayed equations of each formulation hold along the motion: at seeded states, with the accelerations of the
 * constrained motion and its multipliers, every left side equals its right side. */
#include "core/equations/forms.h"

#include "core/geometry/form.h"
#include "tests/core/geometry/support.h"

#include <math.h>
#include <string.h>

#define MOST 128

typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipDistribution *distribution;
  NoslipEquations *equations;
  GPtrArray *forms;
  double *parameters, *x, *y;
  guint n;
  NoslipExpr symbols[MOST];
  double values[MOST];
} Case;

static void
set_value(Case *c, NoslipExpr symbol, double value)
{
  g_assert_cmpuint(c->n, <, MOST);
  c->symbols[c->n] = symbol;
  c->values[c->n++] = value;
}

static double
value(const Case *c, NoslipExpr e)
{
  return noslip_expr_value(c->model->graph, e, c->n, c->symbols, c->values);
}

static gboolean
is_known(const Case *c, NoslipExpr symbol)
{
  for (guint i = 0; i < c->n; i++)
    if (c->symbols[i] == symbol)
      return TRUE;
  return FALSE;
}

static NoslipExpr
prime(const Case *c, NoslipExpr symbol)
{
  g_autofree char *name = g_strconcat(noslip_expr_symbol_name(c->model->graph, symbol), "'", NULL);
  return noslip_expr_symbol(c->model->graph, name);
}

/* de/dt for e in (x, y) */
static double
rate(const Case *c, NoslipExpr e)
{
  double sum = 0;
  for (guint i = 0; i < c->model->m; i++)
    sum += value(c, noslip_expr_derivative(c->model->graph, e, c->model->x[i])) * value(c, c->model->velocity[i]);
  for (guint a = 0; a < c->model->n; a++)
    sum += value(c, noslip_expr_derivative(c->model->graph, e, c->model->y[a])) *
           value(c, c->system->fibres[a].acceleration);
  return sum;
}

static void
set_state(Case *c, guint32 seed)
{
  const NoslipSystem *system = c->system;
  test_seeded_state(system, c->parameters, seed, c->x, c->y);
  c->n = 0;
  for (guint i = 0; i < system->n_parameters; i++)
    set_value(c, system->parameters[i].symbol, c->parameters[i]);
  for (guint i = 0; i < system->m; i++)
    set_value(c, c->model->x[i], c->x[i]);
  for (guint a = 0; a < system->n; a++)
    set_value(c, c->model->y[a], c->y[a]);
  const NoslipExpr *acceleration = noslip_distribution_acceleration(c->distribution);
  for (guint a = 0; a < system->n; a++)
    set_value(c, system->fibres[a].acceleration, value(c, acceleration[a]));
  for (guint i = 0; i < system->k; i++)
    set_value(c, system->constraints[i].multiplier, value(c, c->equations->multiplier[i]));
  for (guint i = 0; i < system->m; i++)
    if (!is_known(c, prime(c, c->model->x[i])))
      set_value(c, prime(c, c->model->x[i]), value(c, c->model->velocity[i]));
}

/* w_a, the components along a basis without names among the fibre coordinates: G^-1 p where L is mechanical. */
static void
set_components(Case *c)
{
  guint r = c->distribution->r;
  for (guint a = 0; a < r; a++) {
    g_autofree char *name = g_strdup_printf("w_%u", a + 1);
    NoslipExpr symbol = noslip_expr_symbol(c->model->graph, name);
    NoslipExpr component =
        noslip_expr_dot(c->model->graph, r, c->distribution->form->inverse + (gsize) a * r, c->distribution->momenta);
    set_value(c, symbol, value(c, component));
    set_value(c, prime(c, symbol), rate(c, component));
  }
}

/* de/dw_a w_a' */
static double
along_components(const Case *c, NoslipExpr e)
{
  double sum = 0;
  for (guint a = 0; a < c->distribution->r; a++) {
    g_autofree char *name = g_strdup_printf("w_%u", a + 1);
    NoslipExpr symbol = noslip_expr_symbol(c->model->graph, name);
    sum += value(c, noslip_expr_derivative(c->model->graph, e, symbol)) * value(c, prime(c, symbol));
  }
  return sum;
}

/* The lines of one form: symbols that are not known yet (G, l, H, p_a) are defined by their line. */
static guint
follow(Case *c, const NoslipWrittenForm *form)
{
  guint n_equations = 0;
  for (guint i = 0; i < form->lines->len; i++) {
    const NoslipWrittenLine *line = &g_array_index(form->lines, NoslipWrittenLine, i);
    if (noslip_expr_op(c->model->graph, line->left) == NOSLIP_OP_SYMBOL && !is_known(c, line->left)) {
      double slope = rate(c, line->right) + along_components(c, line->right);
      set_value(c, line->left, value(c, line->right));
      set_value(c, prime(c, line->left), slope);
      continue;
    }
    test_close(value(c, line->left), value(c, line->right), 1e-9, form->formulation->id);
    n_equations++;
  }
  return n_equations;
}

static void
test_holds(gconstpointer id)
{
  Case c = {0};
  NoslipDiagnostic *error = NULL;
  c.system = test_catalogue(id);
  c.model = noslip_model_new(c.system);
  c.distribution = noslip_distribution_new(c.model, &error);
  g_assert_null(error);
  c.equations = noslip_equations_new(c.model, &error);
  g_assert_null(error);
  c.forms = noslip_written_forms_new(c.model, c.distribution, c.equations);
  guint n_named = 0;
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++)
    n_named += !(*f)->automatic;
  g_assert_cmpuint(c.forms->len, ==, n_named);
  c.parameters = test_parameters(c.system, NULL);
  c.x = g_new0(double, c.system->m + 1);
  c.y = g_new0(double, c.system->n + 1);
  guint n_written = 0;
  for (guint32 seed = 61; seed <= 63; seed++)
    for (guint i = 0; i < c.forms->len; i++) {
      set_state(&c, seed);
      set_components(&c);
      const NoslipWrittenForm *form = c.forms->pdata[i];
      g_assert_true((form->reason == NULL) == (form->lines->len > 0));
      if (form->reason == NULL) {
        n_written++;
        g_assert_cmpuint(follow(&c, form), >=, c.distribution->r);
      }
    }
  g_assert_cmpuint(n_written, >=, 3 * 3);
  g_ptr_array_unref(c.forms);
  noslip_equations_free(c.equations);
  noslip_distribution_free(c.distribution);
  noslip_model_free(c.model);
  noslip_system_unref(c.system);
  g_free(c.parameters);
  g_free(c.x);
  g_free(c.y);
}

int
main(int argc, char **argv)
{
  static const char *const systems[] = {"chaplygin-sleigh",
                                        "chaplygin-sleigh-reduced",
                                        "nonholonomic-particle",
                                        "heavy-top",
                                        "knife-edge-on-incline",
                                        "ball-on-rotating-table",
                                        "suslov"};
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_autofree char *path = g_strdup_printf("/equations/forms/%s", systems[i]);
    g_test_add_data_func(path, systems[i], test_holds);
  }
  return g_test_run();
}
