/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/quantities.h"

#include "core/base/words.h"
#include "core/system/state.h"
#include "core/trajectory/balance.h"
#include "core/trajectory/energy.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  NoslipQuantities *self;
  GArray *list; /* of NoslipQuantity */
} Build;

static guint
add(Build *build, NoslipQuantityKind kind, const char *name, const char *unit, const char *description, guint index)
{
  NoslipQuantity quantity = {.kind = kind,
                             .name = g_strdup(name),
                             .unit = g_strdup(unit),
                             .description = g_strdup(description),
                             .index = index,
                             .row = -1,
                             .output = -1};
  g_array_append_val(build->list, quantity);
  return build->list->len - 1;
}

static NoslipQuantity *
at(Build *build, guint column)
{
  return &g_array_index(build->list, NoslipQuantity, column);
}

static guint
add_gauge(Build *build, const char *name)
{
  guint column = add(build, NOSLIP_QUANTITY_GAUGE, name, NULL, NULL, 0);
  at(build, column)->words = g_strdup(_(name));
  return column;
}

/* An output of the observer; one that does not exist in this dynamics gets no column (FALSE). */
static gboolean
add_expr(Build *build, NoslipQuantityKind kind, const char *name, const char *unit, const char *description,
         guint index, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  int output = noslip_observer_add(build->self->observer, expr, &error);
  if (output < 0)
    return FALSE;
  at(build, add(build, kind, name, unit, description, index))->output = output;
  return TRUE;
}

static gboolean
add_text(Build *build, NoslipQuantityKind kind, const char *name, const char *unit, const char *description,
         guint index, const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  int output = noslip_observer_add_text(build->self->observer, text, diagnostics);
  if (output < 0)
    return FALSE;
  at(build, add(build, kind, name, unit, description, index))->output = output;
  return TRUE;
}

char *
noslip_quantities_fibre_unit(const NoslipSystem *system, guint fibre)
{
  const NoslipFibre *y = &system->fibres[fibre];
  if (y->unit)
    return g_strdup(y->unit);
  gsize length = strlen(y->name);
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *x = &system->coordinates[i];
    if (strlen(x->name) + 1 != length || strncmp(x->name, y->name, length - 1) != 0 || y->name[length - 1] != '\'')
      continue;
    const char *unit = x->unit ? x->unit : x->angle ? "rad" : NULL;
    return unit ? g_strdup_printf("%s/s", unit) : NULL;
  }
  return NULL;
}

static void
add_state(Build *build)
{
  const NoslipSystem *system = build->self->system;
  at(build, add(build, NOSLIP_QUANTITY_TIME, "t", "s", NULL, 0))->row = 0;
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *x = &system->coordinates[i];
    guint column = add(build, NOSLIP_QUANTITY_COORDINATE, x->name,
                       x->unit    ? x->unit
                       : x->angle ? "rad"
                                  : NULL,
                       x->description, i);
    at(build, column)->row = (int) (noslip_row_x(system) + i);
    at(build, column)->angle = x->angle;
  }
  for (guint a = 0; a < system->n; a++) {
    const NoslipFibre *y = &system->fibres[a];
    g_autofree char *unit = noslip_quantities_fibre_unit(system, a);
    guint column = add(build, NOSLIP_QUANTITY_VELOCITY, y->name, unit, y->description, a);
    at(build, column)->row = (int) (noslip_row_y(system) + a);
  }
}

/* The energies, which always have columns: NaN if they cannot be observed. */
static void
add_energies(Build *build)
{
  NoslipQuantities *self = build->self;
  const NoslipSystem *system = self->system;
  const struct {
    guint *column;
    const char *name;
    NoslipExpr expr;
  } energies[] = {{&self->energy, "energy", system->energy},
                  {&self->kinetic, "kinetic", system->kinetic},
                  {&self->potential, "potential", system->potential}};
  for (guint i = 0; i < G_N_ELEMENTS(energies); i++) {
    *energies[i].column = build->list->len;
    if (!add_expr(build, NOSLIP_QUANTITY_ENERGY, energies[i].name, system->energy_unit, NULL, i, energies[i].expr))
      add(build, NOSLIP_QUANTITY_ENERGY, energies[i].name, system->energy_unit, NULL, i);
  }
  self->rate = build->list->len;
  if (!add_text(build, NOSLIP_QUANTITY_RATE, "d(energy)", system->power_unit, NULL, 0, "d(energy)"))
    add(build, NOSLIP_QUANTITY_RATE, "d(energy)", system->power_unit, NULL, 0);
  for (guint c = 0; c < system->n_claims; c++) {
    const NoslipClaim *claim = &system->claims[c];
    if (claim->has_kind && claim->kind != self->kind)
      continue;
    if (noslip_expr_op(system->graph, claim->left) == NOSLIP_OP_RATE &&
        noslip_expr_operand(system->graph, claim->left, 0) == system->energy &&
        add_expr(build, NOSLIP_QUANTITY_RATE, claim->title, system->power_unit, claim->title, c, claim->right))
      at(build, build->list->len - 1)->words = g_strdup(noslip_words(claim->title));
  }
}

static void
add_magnitude(Build *build, guint a)
{
  const NoslipConstraint *constraint = &build->self->system->constraints[a];
  g_autofree char *name = g_strdup_printf("|phi(%s)|", constraint->name);
  add_expr(build, NOSLIP_QUANTITY_MAGNITUDE, name, NULL, constraint->description, a, constraint->phi);
}

static void
add_power(Build *build, guint a)
{
  NoslipQuantities *self = build->self;
  if (self->kind != NOSLIP_DYNAMICS_NONHOLONOMIC)
    return;
  const NoslipConstraint *constraint = &self->system->constraints[a];
  g_autofree char *name = g_strdup_printf("power(%s)", constraint->name);
  add_expr(build, NOSLIP_QUANTITY_POWER, name, self->system->power_unit, constraint->description, a,
           noslip_motion_reaction_power(noslip_observer_motion(self->observer), a));
}

#define LONGEST_NAME 24 /* characters: momenta of sections with longer names are named by their number */

/* The sections of D whose momenta the nonholonomic Noether theorem covers. */
static void
add_sections(Build *build)
{
  NoslipQuantities *self = build->self;
  NoslipMotion *motion = noslip_observer_motion(self->observer);
  g_autoptr(NoslipDiagnostic) refused = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(self->system);
  g_autoptr(GArray) balances = noslip_motion_balances(motion, parameters, &refused);
  self->sections = g_new0(NoslipSectionColumns, balances ? balances->len + 1 : 1);
  for (guint i = 0; balances && i < balances->len; i++) {
    const NoslipBalance *balance = &g_array_index(balances, NoslipBalance, i);
    g_autoptr(NoslipDiagnostic) error = NULL;
    NoslipExpr rate;
    if (!noslip_motion_rate(motion, balance->momentum, &rate, &error))
      continue;
    g_autofree char *name =
        strlen(balance->text) <= LONGEST_NAME ? g_strdup(balance->text) : g_strdup_printf("p_%u", i + 1);
    g_autofree char *measured = g_strdup_printf("d(%s)", name);
    g_autofree char *equation = g_strdup_printf("momentum equation of %s", name);
    NoslipSectionColumns columns = {.conserved = balance->conserved};
    columns.momentum = build->list->len;
    if (!add_expr(build, NOSLIP_QUANTITY_SECTION, name, NULL, balance->text, i, balance->momentum))
      continue;
    columns.rate = build->list->len;
    if (!add_expr(build, NOSLIP_QUANTITY_SECTION_RATE, measured, NULL, balance->text, i, rate))
      continue;
    columns.equation = build->list->len;
    if (!add_expr(build, NOSLIP_QUANTITY_SECTION_RATE, equation, NULL, balance->text, i, balance->equation))
      continue;
    at(build, columns.equation)->words = g_strdup_printf(_("momentum equation of %s"), name);
    self->sections[self->n_sections++] = columns;
  }
}

/* Estimates the size of a constraint's terms when the terms themselves are small. */
static void
add_sizes(Build *build)
{
  NoslipQuantities *self = build->self;
  const NoslipModel *model = noslip_observer_motion(self->observer)->model;
  const NoslipExpr *anchor = self->system->anchor;
  guint m = self->system->m, n = self->system->n, k = self->system->k;
  self->slopes = g_new0(int, (gsize) k *n + 1);
  self->inertias = g_new0(int, (gsize) n + 1);
  self->anchors = g_new0(int, (gsize) m *n + 1);
  for (guint i = 0; i < k * n; i++)
    self->slopes[i] = noslip_observer_add(self->observer, model->jacobian[i], NULL);
  for (guint a = 0; a < n; a++)
    self->inertias[a] = noslip_observer_add(self->observer, model->mass[a * n + a], NULL);
  for (guint i = 0; i < m * n; i++)
    self->anchors[i] = anchor[i] != NOSLIP_ZERO ? noslip_observer_add(self->observer, anchor[i], NULL) : -1;
}

static void
add_constraints(Build *build)
{
  NoslipQuantities *self = build->self;
  const NoslipSystem *system = self->system;
  self->term_first = g_new0(guint, system->k + 1);
  self->term_count = g_new0(guint, system->k + 1);
  add_sizes(build);
  for (guint a = 0; a < system->k; a++) {
    const NoslipConstraint *constraint = &system->constraints[a];
    g_autofree char *name = g_strdup_printf("phi(%s)", constraint->name);
    add_expr(build, NOSLIP_QUANTITY_RESIDUAL, name, NULL, constraint->description, a, constraint->phi);
    g_autoptr(NoslipDiagnostic) error = NULL;
    if (noslip_observer_add_terms(self->observer, constraint->phi, &self->term_first[a], &self->term_count[a], &error) <
        0)
      self->term_count[a] = 0;
    add_magnitude(build, a);
    if (self->kind == NOSLIP_DYNAMICS_FREE)
      continue;
    add_power(build, a);
    gboolean vakonomic = self->kind == NOSLIP_DYNAMICS_VAKONOMIC;
    NoslipExpr symbol = vakonomic ? constraint->mu : constraint->multiplier;
    g_autofree char *multiplier = g_strdup_printf(vakonomic ? "mu(%s)" : "lambda(%s)", constraint->name);
    add_expr(build, NOSLIP_QUANTITY_MULTIPLIER, multiplier, constraint->unit, constraint->description, a, symbol);
  }
}

static gboolean
has(Build *build, const char *name)
{
  for (guint c = 0; c < build->list->len; c++)
    if (g_str_equal(at(build, c)->name, name))
      return TRUE;
  return FALSE;
}

static void
add_named(Build *build)
{
  const NoslipSystem *system = build->self->system;
  for (guint a = 0; a < system->n; a++) {
    g_autofree char *name = g_strdup_printf("p(%s)", system->fibres[a].name);
    if (has(build, name)) /* as a section of D */
      continue;
    add_text(build, NOSLIP_QUANTITY_MOMENTUM, name, NULL, NULL, a, name);
  }
  for (guint i = 0; i < system->n_observables; i++) {
    const NoslipNamed *named = &system->observables[i];
    add_expr(build, NOSLIP_QUANTITY_OBSERVABLE, named->name, named->unit, named->description, i, named->expr);
  }
}

static void
add_plots(Build *build)
{
  const NoslipSystem *system = build->self->system;
  for (guint i = 0; i < system->n_inputs; i++)
    if (system->inputs[i].hand != G_MAXUINT)
      add_expr(build, NOSLIP_QUANTITY_INPUT, system->inputs[i].name, system->inputs[i].unit,
               system->inputs[i].description, i, system->inputs[i].expr);
  for (guint i = 0; i < system->n_plots; i++) {
    const NoslipPlot *plot = &system->plots[i];
    if (!has(build, plot->name))
      add_expr(build, NOSLIP_QUANTITY_PLOT, plot->name, NULL, NULL, i, plot->expr);
    if (plot->against && !has(build, plot->against))
      add_expr(build, NOSLIP_QUANTITY_PLOT, plot->against, NULL, NULL, i, plot->against_expr);
  }
}

static void
add_balance(Build *build)
{
  NoslipQuantities *self = build->self;
  const char *name = N_("power of all but the hand");
  self->others = -1;
  self->balances = self->kind != NOSLIP_DYNAMICS_VAKONOMIC && !noslip_energy_has_moving_contacts(self->system);
  if (!self->balances || self->conserves)
    return;
  guint column = build->list->len;
  self->balances = add_expr(build, NOSLIP_QUANTITY_GAUGE, name, self->system->power_unit, NULL, 4,
                            noslip_energy_power(noslip_observer_motion(self->observer)));
  if (!self->balances)
    return;
  at(build, column)->words = g_strdup(_(name));
  self->others = (int) column;
}

NoslipQuantities *
noslip_quantities_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  NoslipQuantities *self = g_new0(NoslipQuantities, 1);
  atomic_init(&self->references, 1);
  self->system = noslip_system_ref(system);
  self->kind = kind;
  self->conserves = noslip_energy_is_conserved(system, kind);
  self->observer = noslip_observer_new(system, kind);
  Build build = {.self = self, .list = g_array_new(FALSE, TRUE, sizeof(NoslipQuantity))};
  add_state(&build);
  add_energies(&build);
  add_constraints(&build);
  add_sections(&build);
  add_named(&build);
  add_plots(&build);
  self->drift = add_gauge(&build, N_("energy drift"));
  self->residual = add_gauge(&build, N_("constraint residual"));
  self->difference = add_gauge(&build, N_("difference"));
  self->hand = add_gauge(&build, N_("power of the hand"));
  at(&build, self->hand)->unit = g_strdup(system->power_unit);
  add_balance(&build);
  noslip_observer_seal(self->observer);
  self->n = build.list->len;
  self->reference = self->n;
  self->size = self->n + 1;
  self->width = self->n + 2;
  self->list = (NoslipQuantity *) (gpointer) g_array_free(build.list, FALSE);
  self->energy_tape = noslip_energy_tape(system);
  return self;
}

NoslipQuantities *
noslip_quantities_ref(NoslipQuantities *quantities)
{
  atomic_fetch_add_explicit(&quantities->references, 1, memory_order_relaxed);
  return quantities;
}

void
noslip_quantities_unref(NoslipQuantities *quantities)
{
  if (!quantities || atomic_fetch_sub_explicit(&quantities->references, 1, memory_order_acq_rel) != 1)
    return;
  for (guint i = 0; i < quantities->n; i++) {
    g_free(quantities->list[i].name);
    g_free(quantities->list[i].words);
    g_free(quantities->list[i].unit);
    g_free(quantities->list[i].description);
  }
  g_free(quantities->list);
  g_free(quantities->term_first);
  g_free(quantities->term_count);
  g_free(quantities->slopes);
  g_free(quantities->inertias);
  g_free(quantities->anchors);
  g_free(quantities->sections);
  g_clear_pointer(&quantities->energy_tape, noslip_tape_unref);
  noslip_observer_unref(quantities->observer);
  noslip_system_unref(quantities->system);
  g_free(quantities);
}

int
noslip_quantities_find(const NoslipQuantities *quantities, const char *name)
{
  for (guint i = 0; i < quantities->n; i++)
    if (g_str_equal(quantities->list[i].name, name))
      return (int) i;
  return -1;
}

int
noslip_quantities_nth(const NoslipQuantities *quantities, NoslipQuantityKind kind, guint nth)
{
  for (guint i = 0; i < quantities->n; i++)
    if (quantities->list[i].kind == kind && nth-- == 0)
      return (int) i;
  return -1;
}

const char *
noslip_quantity_words(const NoslipQuantity *quantity)
{
  return quantity->words ? quantity->words : quantity->name;
}

char *
noslip_quantity_label(const NoslipQuantity *quantity)
{
  const char *words = noslip_quantity_words(quantity);
  return quantity->unit && quantity->unit[0] ? g_strdup_printf("%s (%s)", words, quantity->unit) : g_strdup(words);
}
