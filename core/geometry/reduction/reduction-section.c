/* SPDX-License-Identifier: GPL-3.0-or-later */
/* (T^Phi Phi, Phi) maps the section xi of the motion to the section xi' of the reduced motion (M "Morphisms and
 * reduction"): xi' o Phi = T Phi(xi) on M, as rates of change at seeded states,
 *
 *   xdot'^j = d_i phi^j xdot^i,   ydot'^mu = d_i(Phi^mu_a y^a) xdot^i + Phi^mu_a ydot^a. */
#include "core/dynamics/formulation.h"
#include "core/geometry/reduction/reduction-private.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

/* The rates of (x, y) of one system. */
typedef struct {
  NoslipDynamics *dynamics; /* NULL: its formulation has other variables */
  gpointer work;
  double *state, *rates;
} Section;

static void
section_clear(Section *section)
{
  if (section->work != NULL)
    noslip_dynamics_formulation(section->dynamics)->work_free(section->work);
  g_clear_pointer(&section->dynamics, noslip_dynamics_unref);
  g_free(section->state);
  g_free(section->rates);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Section, section_clear)

static gboolean
section_init(Section *section, NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  *section = (Section){NULL};
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC || formulation == NULL || formulation->state != NOSLIP_STATE_FIBRES ||
      formulation->on_submanifold || noslip_system_has_modes(system))
    return FALSE;
  section->dynamics = noslip_dynamics_new(formulation, system, NULL);
  if (section->dynamics == NULL)
    return FALSE;
  section->work = formulation->work_new(noslip_dynamics_data(section->dynamics));
  section->state = g_new0(double, system->m + system->n + 1);
  section->rates = g_new0(double, system->m + system->n + 1);
  formulation->set_parameters(section->work, parameters);
  return TRUE;
}

static gboolean
section_at(Section *section, double t, const double *xy)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(section->dynamics);
  return formulation->enter(section->work, t, xy, section->state) == NOSLIP_STEP_OK &&
         formulation->rates(section->work, t, section->state, section->rates) == NOSLIP_STEP_OK;
}

/* Phi and its derivatives by (x, y): m' + n' values, then a row of m + n for each. */
static NoslipTapeWorkspace *
compile_slopes(const NoslipReductionWorkspace *work)
{
  const NoslipMorphism *morphism = work->morphism;
  const NoslipPoints *points = work->on_m;
  guint d = morphism->source->m + morphism->source->n, size = morphism->target->m + morphism->target->n;
  g_autofree NoslipExpr *outputs = g_new0(NoslipExpr, (gsize) size * (1 + d) + 1);
  memcpy(outputs, morphism->base, morphism->target->m * sizeof *outputs);
  memcpy(outputs + morphism->target->m, morphism->fibre, morphism->target->n * sizeof *outputs);
  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < d; j++)
      outputs[size + i * d + j] =
          noslip_expr_derivative(morphism->model->graph, outputs[i], points->symbols[points->x + j]);
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(morphism->model->graph, 0, NULL, points->n_symbols, points->symbols, size * (1 + d), outputs);
  NoslipTapeWorkspace *slopes = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(slopes, NULL);
  return slopes;
}

/* Compares the rates at one state; differences are relative to the largest terms among those of coordinates, or of
 * velocities. FALSE if a rate or a slope is not finite. */
static gboolean
compare(NoslipReductionWorkspace *work, guint point, const double *slopes, const Section *section,
        const Section *target_section)
{
  const NoslipMorphism *morphism = work->morphism;
  const NoslipSystem *target = morphism->target;
  guint d = morphism->source->m + morphism->source->n, size = target->m + target->n;
  g_autofree double *difference = g_new0(double, size + 1);
  double largest[2] = {0, 0};
  for (guint i = 0; i < size; i++) {
    double terms = fabs(target_section->rates[i]);
    difference[i] = -target_section->rates[i];
    for (guint j = 0; j < d; j++) {
      double term = slopes[i * d + j] * section->rates[j];
      difference[i] += term;
      terms += fabs(term);
    }
    if (!isfinite(terms))
      return FALSE;
    largest[i >= target->m] = fmax(largest[i >= target->m], terms);
  }
  for (guint i = 0; i < size; i++) {
    const char *name = i < target->m ? target->coordinates[i].name : target->fibres[i - target->m].name;
    g_autofree char *what = g_strdup_printf("the rate of %s", name);
    double residual = difference[i] == 0 ? 0 : fabs(difference[i]) / largest[i >= target->m];
    noslip_reduction_take(work, NOSLIP_REDUCTION_SECTION, residual, what, work->on_m, point);
  }
  return TRUE;
}

void
noslip_reduction_section(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  const NoslipPoints *points = work->on_m;
  guint size = morphism->target->m + morphism->target->n, n_used = 0;
  guint d = morphism->source->m + morphism->source->n;
  g_auto(Section) section = {NULL}, target_section = {NULL};
  if (!work->report->checks[NOSLIP_REDUCTION_SECTION].applies)
    return;
  if (!section_init(&section, morphism->source, morphism->source->dynamics, points->values + 1) ||
      !section_init(&target_section, morphism->target, morphism->source->dynamics, morphism->target_parameters)) {
    noslip_reduction_skip(work, NOSLIP_REDUCTION_SECTION, NULL);
    return;
  }
  work->report->checks[NOSLIP_REDUCTION_SECTION].in_symbols = FALSE;
  g_autoptr(NoslipTapeWorkspace) map = compile_slopes(work);
  g_autofree double *values = g_new0(double, (gsize) size *(1 + d) + 1);
  for (guint point = 0; point < points->n_points; point++) {
    const double *at = points->values + (gsize) point * points->n_symbols;
    noslip_tape_evaluate(map, at, values);
    if (section_at(&section, at[0], at + points->x) && section_at(&target_section, at[0], values))
      n_used += compare(work, point, values + size, &section, &target_section);
  }
  if (n_used == 0)
    noslip_reduction_take(work, NOSLIP_REDUCTION_SECTION, INFINITY, "there are no rates at any point", NULL, 0);
}
