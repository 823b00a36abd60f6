/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/written.h"

#include "core/dynamics/formulation.h"
#include "core/geometry/form.h"
#include "core/geometry/symbolic.h"

#include <string.h>

#define MOST_TIDY 800 /* nodes that are simplified */
#define MOST_LINE 700 /* nodes of a line that somebody reads */

typedef struct {
  NoslipModel *model;
  NoslipGraph *graph;
  NoslipDistribution *distribution;
  const NoslipEquations *equations;
  NoslipExpr *velocity; /* w_a, r: a fibre symbol where one is the component along e_a, else w_1 … */
  NoslipExpr *rate;     /* its time derivative, r */
  NoslipWrittenForm *form;
} Writer;

static NoslipExpr
tidy(const Writer *writer, NoslipExpr e)
{
  return noslip_symbolic_size(writer->graph, e, MOST_TIDY) < MOST_TIDY ? noslip_expr_simplify(writer->graph, e) : e;
}

static void
add_line(Writer *writer, NoslipExpr left, NoslipExpr right)
{
  NoslipWrittenLine line = {left, tidy(writer, right)};
  if (line.left == line.right)
    return;
  if (noslip_symbolic_size(writer->graph, line.left, MOST_LINE) >= MOST_LINE ||
      noslip_symbolic_size(writer->graph, line.right, MOST_LINE) >= MOST_LINE) {
    g_free(writer->form->reason);
    writer->form->reason = g_strdup("its equations are too long to be written down");
  }
  g_array_append_val(writer->form->lines, line);
}

static NoslipExpr
named(const Writer *writer, const char *name, const char *other)
{
  NoslipExpr known;
  return noslip_expr_symbol(writer->graph, noslip_system_lookup(writer->model->system, name, &known) ? other : name);
}

static NoslipExpr
rate_of(const Writer *writer, NoslipExpr symbol)
{
  g_autofree char *name = g_strconcat(noslip_expr_symbol_name(writer->graph, symbol), "'", NULL);
  return noslip_expr_symbol(writer->graph, name);
}

/* xdot, but for natural velocities, which the constraints have been solved for or which are free. */
static void
add_base(Writer *writer, const NoslipExpr *xdot)
{
  const NoslipModel *model = writer->model;
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr left = rate_of(writer, model->x[i]);
    gboolean natural = FALSE;
    for (guint a = 0; a < model->n; a++)
      natural = natural || model->y[a] == left;
    if (!natural)
      add_line(writer, left, xdot[i]);
  }
}

static void
add_constraints(Writer *writer)
{
  for (guint c = 0; c < writer->model->k; c++)
    add_line(writer, tidy(writer, writer->model->phi[c]), NOSLIP_ZERO);
}

/* W_alpha beta dy^beta/dt */
static NoslipExpr
inertia(const Writer *writer, guint alpha)
{
  const NoslipModel *model = writer->model;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint b = 0; b < model->n; b++)
    sum = noslip_expr_add_product(writer->graph, sum, model->mass[alpha * model->n + b],
                                  model->system->fibres[b].acceleration);
  return sum;
}

static void
write_multipliers(Writer *writer)
{
  const NoslipModel *model = writer->model;
  add_base(writer, model->velocity);
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr right = tidy(writer, model->force[a]);
    for (guint c = 0; c < model->k; c++)
      right = noslip_expr_add_product(writer->graph, right, model->system->constraints[c].multiplier,
                                      model->jacobian[c * model->n + a]);
    add_line(writer, tidy(writer, inertia(writer, a)), right);
  }
  add_constraints(writer);
}

/* e where the constraints are solved for the dependent velocities. */
static NoslipExpr
on_constraints(const Writer *writer, NoslipExpr e)
{
  const NoslipEquations *equations = writer->equations;
  guint k = writer->model->k;
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, k + 1);
  for (guint i = 0; i < k; i++)
    symbols[i] = writer->model->y[equations->dependent[i]];
  return noslip_expr_substitute(writer->graph, e, k, symbols, equations->value);
}

/* The accelerations B wdot + c that the solved constraints admit. */
static NoslipExpr *
admissible(const Writer *writer)
{
  const NoslipModel *model = writer->model;
  const NoslipEquations *equations = writer->equations;
  NoslipExpr *ydot = g_new0(NoslipExpr, model->n + 1);
  for (guint a = 0; a < equations->r; a++)
    ydot[equations->independent[a]] = model->system->fibres[equations->independent[a]].acceleration;
  for (guint i = 0; i < model->k; i++) {
    NoslipExpr *sum = &ydot[equations->dependent[i]];
    for (guint a = 0; a < equations->r; a++) {
      guint j = equations->independent[a];
      NoslipExpr slope = noslip_expr_derivative(writer->graph, equations->value[i], model->y[j]);
      *sum = noslip_expr_add_product(writer->graph, *sum, slope, ydot[j]);
    }
    for (guint j = 0; j < model->m; j++) {
      NoslipExpr slope = noslip_expr_derivative(writer->graph, equations->value[i], model->x[j]);
      *sum = noslip_expr_add_product(writer->graph, *sum, slope, equations->xdot[j]);
    }
  }
  return ydot;
}

/* 1/2 ydot W ydot - F ydot, which differs from the Gibbs-Appell function by what does not depend on ydot. */
static NoslipExpr
acceleration_energy(const Writer *writer, const NoslipExpr *ydot, gboolean solved)
{
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  NoslipExpr half = noslip_expr_rational(graph, 1, 2), sum = NOSLIP_ZERO;
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr force = solved ? on_constraints(writer, model->force[a]) : model->force[a];
    sum = noslip_expr_sub_product(graph, sum, ydot[a], force);
    for (guint b = 0; b < model->n; b++) {
      NoslipExpr mass = model->mass[a * model->n + b];
      mass = noslip_expr_mul(graph, half, solved ? on_constraints(writer, mass) : mass);
      sum = noslip_expr_add_product(graph, sum, mass, noslip_expr_mul(graph, ydot[a], ydot[b]));
    }
  }
  return sum;
}

/* G without the part that the accelerations do not change. */
static NoslipExpr
without_constant(const Writer *writer, NoslipExpr e, guint r, const NoslipExpr *rates)
{
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, r + 1);
  return noslip_expr_sub(writer->graph, e, noslip_expr_substitute(writer->graph, e, r, rates, zeros));
}

/* slope(rates) = 0, linear in the rates, as  (what multiplies them) = (the rest) */
static void
add_linear(Writer *writer, NoslipExpr slope, guint r, const NoslipExpr *rates)
{
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, r + 1);
  NoslipExpr rest = noslip_expr_substitute(writer->graph, slope, r, rates, zeros);
  NoslipExpr left = NOSLIP_ZERO;
  for (guint a = 0; a < r; a++) {
    NoslipExpr factor = noslip_expr_derivative(writer->graph, slope, rates[a]);
    left = noslip_expr_add_product(writer->graph, left, tidy(writer, factor), rates[a]);
  }
  add_line(writer, left, noslip_expr_neg(writer->graph, rest));
}

static void
write_gibbs_appell(Writer *writer)
{
  const NoslipModel *model = writer->model;
  const NoslipEquations *equations = writer->equations;
  gboolean solved = equations != NULL && equations->solved;
  guint r = solved ? equations->r : model->n;
  g_autofree NoslipExpr *rates = g_new0(NoslipExpr, r + 1);
  g_autofree NoslipExpr *ydot = NULL;
  for (guint a = 0; a < r; a++)
    rates[a] = model->system->fibres[solved ? equations->independent[a] : a].acceleration;
  ydot = solved ? admissible(writer) : g_memdup2(rates, (r + 1) * sizeof *rates);
  NoslipExpr g = without_constant(writer, acceleration_energy(writer, ydot, solved), r, rates);
  for (guint i = 0; i < model->k && solved; i++)
    add_line(writer, model->y[equations->dependent[i]], equations->value[i]);
  add_base(writer, solved ? equations->xdot : model->velocity);
  add_line(writer, named(writer, "G", "G_A"), g);
  for (guint a = 0; a < r && solved; a++)
    add_linear(writer, noslip_expr_derivative(writer->graph, g, rates[a]), r, rates);
  for (guint c = 0; c < model->k && !solved; c++) {
    NoslipExpr left = noslip_expr_dot(writer->graph, model->n, model->jacobian + (gsize) c * model->n, rates);
    add_line(writer, tidy(writer, left), noslip_expr_neg(writer->graph, model->drift[c]));
  }
  if (!solved)
    add_constraints(writer);
}

/* A fibre symbol is the component along e_a where its row of the basis is 1 at a and 0 else. */
static void
name_velocities(Writer *writer)
{
  const NoslipDistribution *distribution = writer->distribution;
  guint r = distribution->r, n = writer->model->n;
  writer->velocity = g_new0(NoslipExpr, r + 1);
  writer->rate = g_new0(NoslipExpr, r + 1);
  for (guint a = 0; a < r; a++) {
    for (guint alpha = 0; alpha < n && writer->velocity[a] == NOSLIP_ZERO; alpha++) {
      gboolean unit = TRUE;
      for (guint b = 0; b < r; b++)
        unit = unit && distribution->basis[alpha * r + b] == (a == b ? NOSLIP_ONE : NOSLIP_ZERO);
      if (!unit)
        continue;
      writer->velocity[a] = writer->model->y[alpha];
      writer->rate[a] = writer->model->system->fibres[alpha].acceleration;
    }
    if (writer->velocity[a] != NOSLIP_ZERO)
      continue;
    g_autofree char *name = g_strdup_printf("w_%u", a + 1);
    g_autofree char *other = g_strdup_printf("u_%u", a + 1);
    writer->velocity[a] = named(writer, name, other);
    writer->rate[a] = rate_of(writer, writer->velocity[a]);
  }
}

/* y^alpha = e_a^alpha v_a for components v along the basis. */
static NoslipExpr *
in_basis(const Writer *writer, const NoslipExpr *v)
{
  guint n = writer->model->n, r = writer->distribution->r;
  NoslipExpr *y = g_new0(NoslipExpr, n + 1);
  for (guint alpha = 0; alpha < n; alpha++)
    y[alpha] = noslip_expr_dot(writer->graph, r, writer->distribution->basis + (gsize) alpha * r, v);
  return y;
}

static NoslipExpr
along(const Writer *writer, guint a, NoslipExpr e)
{
  const NoslipModel *model = writer->model;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr anchor = writer->distribution->anchor[i * writer->distribution->r + a];
    if (anchor != NOSLIP_ZERO)
      sum = noslip_expr_add_product(writer->graph, sum, anchor, noslip_expr_derivative(writer->graph, e, model->x[i]));
  }
  return sum;
}

/* - C^c_ab v_b p_c + Q_a */
static NoslipExpr
gyroscopic(const Writer *writer, guint a, const NoslipExpr *v, const NoslipExpr *p, const NoslipExpr *y)
{
  const NoslipDistribution *distribution = writer->distribution;
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  guint r = distribution->r;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint c = 0; c < r; c++)
    for (guint b = 0; b < r; b++)
      if (distribution->structure[(c * r + a) * r + b] != NOSLIP_ZERO)
        sum = noslip_expr_sub_product(graph, sum, distribution->structure[(c * r + a) * r + b],
                                      noslip_expr_mul(graph, v[b], p[c]));
  for (guint alpha = 0; alpha < model->n; alpha++) {
    NoslipExpr force = noslip_expr_substitute(graph, model->system->forces[alpha], model->n, model->y, y);
    sum = noslip_expr_add_product(graph, sum, distribution->basis[alpha * r + a], force);
  }
  return sum;
}

static void
write_projection(Writer *writer)
{
  const NoslipDistribution *distribution = writer->distribution;
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  guint r = distribution->r;
  const NoslipExpr *w = writer->velocity;
  g_autofree NoslipExpr *y = in_basis(writer, w);
  g_autofree NoslipExpr *p = g_new0(NoslipExpr, r + 1);
  NoslipExpr l = tidy(writer, noslip_expr_substitute(graph, model->system->lagrangian, model->n, model->y, y));
  for (guint i = 0; i < model->m; i++)
    add_line(writer, rate_of(writer, model->x[i]), noslip_expr_dot(graph, r, distribution->anchor + (gsize) i * r, w));
  add_line(writer, named(writer, "l", "l_D"), l);
  for (guint a = 0; a < r; a++)
    p[a] = noslip_expr_derivative(graph, l, w[a]);
  for (guint a = 0; a < r; a++) {
    NoslipExpr left = NOSLIP_ZERO, right = noslip_expr_add(graph, along(writer, a, l), gyroscopic(writer, a, w, p, y));
    for (guint b = 0; b < r; b++) {
      NoslipExpr metric = tidy(writer, noslip_expr_derivative(graph, p[a], w[b]));
      left = noslip_expr_add_product(graph, left, metric, writer->rate[b]);
      right = noslip_expr_sub_product(graph, right, w[b], along(writer, b, p[a]));
    }
    add_line(writer, left, right);
  }
}

static void
write_lagrange_dalembert(Writer *writer)
{
  const NoslipDistribution *distribution = writer->distribution;
  const NoslipModel *model = writer->model;
  guint r = distribution->r;
  add_base(writer, model->velocity);
  for (guint a = 0; a < r; a++) {
    NoslipExpr left = NOSLIP_ZERO, right = NOSLIP_ZERO;
    for (guint alpha = 0; alpha < model->n; alpha++) {
      NoslipExpr e = distribution->basis[alpha * r + a];
      left = noslip_expr_add_product(writer->graph, left, e, inertia(writer, alpha));
      right = noslip_expr_add_product(writer->graph, right, e, model->force[alpha]);
    }
    add_line(writer, tidy(writer, left), right);
  }
  add_constraints(writer);
}

static void
write_hamiltonian(Writer *writer)
{
  const NoslipDistribution *distribution = writer->distribution;
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  guint r = distribution->r;
  g_autofree NoslipExpr *p = g_new0(NoslipExpr, r + 1);
  g_autofree NoslipExpr *w = g_new0(NoslipExpr, r + 1);
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, model->n + 1);
  for (guint a = 0; a < r; a++) {
    g_autofree char *name = g_strdup_printf("p_%u", a + 1);
    g_autofree char *other = g_strdup_printf("P_%u", a + 1);
    p[a] = named(writer, name, other);
    NoslipExpr momentum = noslip_expr_dot(graph, r, distribution->metric + (gsize) a * r, writer->velocity);
    add_line(writer, p[a], momentum);
  }
  NoslipExpr h = NOSLIP_ZERO;
  for (guint a = 0; a < r; a++) {
    w[a] = tidy(writer, noslip_expr_dot(graph, r, distribution->form->inverse + (gsize) a * r, p));
    h = noslip_expr_add_product(graph, h, p[a], w[a]);
  }
  h = noslip_expr_mul(graph, noslip_expr_rational(graph, 1, 2), h);
  h = tidy(writer, noslip_expr_sub(
                       graph, h, noslip_expr_substitute(graph, model->system->lagrangian, model->n, model->y, zeros)));
  add_line(writer, named(writer, "H", "H_D"), h);
  for (guint i = 0; i < model->m; i++)
    add_line(writer, rate_of(writer, model->x[i]), noslip_expr_dot(graph, r, distribution->anchor + (gsize) i * r, w));
  g_autofree NoslipExpr *y = in_basis(writer, w);
  for (guint a = 0; a < r; a++)
    add_line(writer, rate_of(writer, p[a]),
             noslip_expr_sub(graph, gyroscopic(writer, a, w, p, y), along(writer, a, h)));
}

static void
write_form(Writer *writer, const NoslipFormulation *formulation)
{
  const NoslipSystem *system = writer->model->system;
  NoslipWrittenForm *form = writer->form;
  gboolean on_d = noslip_system_constraint_class(system) == NOSLIP_LINEAR && noslip_system_is_mechanical(system);
  form->reason = noslip_formulation_refusal(formulation, system);
  if (form->reason != NULL)
    return;
  if (strcmp(form->id, "multipliers") == 0) {
    write_multipliers(writer);
  } else if (strcmp(form->id, "gibbs-appell") == 0) {
    write_gibbs_appell(writer);
  } else if (writer->distribution == NULL) {
    form->reason = g_strdup("there is no basis of D in symbols");
  } else if (strcmp(form->id, "lagrange-dalembert") == 0) {
    write_lagrange_dalembert(writer);
  } else if (!on_d) {
    form->reason =
        g_strdup("D carries no Lagrangian of its own here: the constraints are not linear, or L is no kinetic "
                 "energy minus a potential; the projector is computed at each state");
  } else if (strcmp(form->id, "projection") == 0) {
    write_projection(writer);
  } else {
    write_hamiltonian(writer);
  }
}

static void
form_free(gpointer data)
{
  NoslipWrittenForm *form = data;
  g_free(form->reason);
  g_array_unref(form->lines);
  g_free(form);
}

GPtrArray *
noslip_written_forms_new(NoslipModel *model, NoslipDistribution *distribution, const NoslipEquations *equations)
{
  GPtrArray *forms = g_ptr_array_new_with_free_func(form_free);
  Writer writer = {.model = model, .graph = model->graph, .distribution = distribution, .equations = equations};
  if (distribution != NULL)
    name_velocities(&writer);
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    if ((*f)->automatic)
      continue;
    writer.form = g_new0(NoslipWrittenForm, 1);
    writer.form->id = (*f)->id;
    writer.form->title = (*f)->title;
    writer.form->lines = g_array_new(FALSE, FALSE, sizeof(NoslipWrittenLine));
    g_ptr_array_add(forms, writer.form);
    write_form(&writer, *f);
    if (writer.form->reason != NULL)
      g_array_set_size(writer.form->lines, 0);
  }
  g_free(writer.velocity);
  g_free(writer.rate);
  return forms;
}
