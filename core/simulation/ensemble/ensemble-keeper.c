/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/ensemble/ensemble-keeper.h"

#include <math.h>

#define LANES NOSLIP_ENSEMBLE_LANES
#define MOST_BYTES ((gsize) 72 * 1024 * 1024) /* limit of the size of all frames */

struct _NoslipEnsembleKeeper {
  NoslipSystem *system;
  NoslipEnsembleLayout *layout;
  NoslipObserver *observer;
  NoslipObserverWorkspace *observing;
  int *outputs;     /* n_columns: of the observer, or -1 if the row contains the number itself */
  double *observed; /* LANES x outputs */
};

/* The point that represents a motion: its first trail, else the first drawn body that moves, else its first
 * coordinates. */
static void
find_point(const NoslipSystem *system, NoslipExpr at[3])
{
  g_autofree NoslipExpr *coordinates = g_new(NoslipExpr, system->m + 1);
  const NoslipDraw *found = NULL;
  for (guint i = 0; i < system->m; i++)
    coordinates[i] = system->coordinates[i].symbol;
  for (guint d = 0; d < system->n_draws; d++) {
    const NoslipDraw *draw = &system->draws[d];
    gboolean moves = FALSE, trail = draw->kind == NOSLIP_DRAW_TRAIL;
    for (guint i = 0; i < 3 && draw->kind != NOSLIP_DRAW_GROUND; i++)
      moves = moves || noslip_expr_depends(system->graph, draw->at[i], system->m, coordinates);
    if ((trail || moves) && (!found || (trail && found->kind != NOSLIP_DRAW_TRAIL)))
      found = draw;
  }
  guint n = 0;
  for (guint i = 0; i < 3; i++)
    at[i] = found ? found->at[i] : NOSLIP_ZERO;
  for (guint i = 0; i < system->m && n < 3 && !found; i++)
    at[n++] = system->coordinates[i].symbol;
  for (guint a = 0; a < system->n && n < 3 && system->m < 2 && !found; a++)
    at[n++] = system->fibres[a].symbol;
}

/* The expression of a quantity; NOSLIP_ZERO with kept FALSE if it has none. */
static NoslipExpr
expr_of(const NoslipSystem *system, const NoslipQuantity *quantity, gboolean *kept)
{
  const NoslipExpr energies[] = {system->energy, system->kinetic, system->potential};
  *kept = TRUE;
  switch (quantity->kind) {
  case NOSLIP_QUANTITY_ENERGY:
    return energies[quantity->index];
  case NOSLIP_QUANTITY_OBSERVABLE:
    return system->observables[quantity->index].expr;
  case NOSLIP_QUANTITY_PLOT: {
    const NoslipPlot *plot = &system->plots[quantity->index];
    return g_str_equal(plot->name, quantity->name) ? plot->expr : plot->against_expr;
  }
  case NOSLIP_QUANTITY_INPUT:
    return system->inputs[quantity->index].expr;
  case NOSLIP_QUANTITY_TIME: /* the time of the frame */
  case NOSLIP_QUANTITY_COORDINATE:
  case NOSLIP_QUANTITY_VELOCITY: /* in the row */
  case NOSLIP_QUANTITY_RATE:
  case NOSLIP_QUANTITY_MOMENTUM:
  case NOSLIP_QUANTITY_MULTIPLIER:
  case NOSLIP_QUANTITY_RESIDUAL:
  case NOSLIP_QUANTITY_MAGNITUDE:
  case NOSLIP_QUANTITY_POWER:
  case NOSLIP_QUANTITY_SECTION:
  case NOSLIP_QUANTITY_SECTION_RATE:
  case NOSLIP_QUANTITY_GAUGE:
    break;
  }
  *kept = FALSE;
  return NOSLIP_ZERO;
}

static void
keep(NoslipEnsembleKeeper *keeper, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  int output = noslip_observer_add(keeper->observer, expr, &error);
  if (output < 0)
    output = noslip_observer_add_undefined(keeper->observer);
  keeper->outputs = g_renew(int, keeper->outputs, keeper->layout->n_columns + 1);
  keeper->outputs[keeper->layout->n_columns++] = output;
}

static void
lay_out(NoslipEnsembleKeeper *keeper, const NoslipTicket *ticket, const NoslipQuantities *quantities)
{
  const NoslipSystem *system = ticket->system;
  NoslipEnsembleLayout *layout = keeper->layout = g_new0(NoslipEnsembleLayout, 1);
  atomic_init(&layout->references, 1);
  layout->n_motions = CLAMP(ticket->ensemble.n, 1, NOSLIP_ENSEMBLE_MOST);
  layout->n_blocks = (layout->n_motions + LANES - 1) / LANES;
  layout->n_quantities = quantities->n;
  layout->columns = g_new(int, quantities->n + 1);
  keeper->observer = noslip_observer_new(ticket->system, ticket->formulation->kind);
  layout->n_columns = system->m + system->n;
  keeper->outputs = g_new(int, layout->n_columns + 1);
  for (guint c = 0; c < layout->n_columns; c++)
    keeper->outputs[c] = -1;
  for (guint a = 0; a < system->k && ticket->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC; a++) {
    layout->mu = system->m + system->n;
    keep(keeper, system->constraints[a].mu);
  }
  for (guint q = 0; q < quantities->n; q++) {
    const NoslipQuantity *quantity = &quantities->list[q];
    gboolean kept = FALSE;
    NoslipExpr expr = expr_of(system, quantity, &kept);
    layout->columns[q] = quantity->row > 0 ? quantity->row - (int) noslip_row_x(system)
                         : kept            ? (int) layout->n_columns
                                           : -1;
    if (kept)
      keep(keeper, expr);
  }
  NoslipExpr at[3];
  find_point(system, at);
  layout->point = layout->n_columns;
  for (guint i = 0; i < 3; i++)
    keep(keeper, at[i]);
  noslip_observer_seal(keeper->observer);
  keeper->observing = noslip_observer_workspace_new(keeper->observer);
  noslip_observer_set_parameters(keeper->observing, ticket->parameters);
  keeper->observed = g_new(double, (gsize) LANES *(noslip_observer_n(keeper->observer) + 1));
}

/* Chooses the distance of frames so that all fit; if even then they do not, the ensemble ends early. */
static void
plan_frames(NoslipEnsembleKeeper *keeper, guint n_samples)
{
  NoslipEnsembleLayout *layout = keeper->layout;
  gsize frame = (gsize) layout->n_blocks * LANES * layout->n_columns * sizeof(float);
  guint most = (guint) (MOST_BYTES / frame);
  layout->every = CLAMP((n_samples + most - 1) / most, 1, 10);
  layout->n_frames = MIN(most, (n_samples + layout->every - 1) / layout->every);
}

NoslipEnsembleKeeper *
noslip_ensemble_keeper_new(const NoslipTicket *ticket, const NoslipQuantities *quantities, guint n_samples)
{
  NoslipEnsembleKeeper *keeper = g_new0(NoslipEnsembleKeeper, 1);
  keeper->system = ticket->system;
  lay_out(keeper, ticket, quantities);
  plan_frames(keeper, n_samples);
  return keeper;
}

void
noslip_ensemble_keeper_free(NoslipEnsembleKeeper *keeper, NoslipChannel *channel)
{
  if (!keeper)
    return;
  noslip_channel_release(channel, keeper->layout, (GDestroyNotify) noslip_ensemble_layout_unref);
  g_clear_pointer(&keeper->observing, noslip_observer_workspace_free);
  g_clear_pointer(&keeper->observer, noslip_observer_unref);
  g_free(keeper->outputs);
  g_free(keeper->observed);
  g_free(keeper);
}

NoslipEnsembleLayout *
noslip_ensemble_keeper_layout(const NoslipEnsembleKeeper *keeper)
{
  return keeper->layout;
}

void
noslip_ensemble_keeper_add(NoslipEnsembleKeeper *keeper, guint n, const gboolean *lost, const double *rows, double time,
                           NoslipEnsembleFrames *frames)
{
  const NoslipSystem *system = keeper->system;
  guint row_size = noslip_row_size(system), stride = noslip_observer_n(keeper->observer);
  guint n_columns = keeper->layout->n_columns;
  float *values = frames->values + (gsize) frames->n_frames * n_columns * LANES;
  noslip_observer_evaluate_rows(keeper->observing, n, rows, row_size, keeper->observed, stride);
  for (guint c = 0; c < n_columns; c++)
    for (guint lane = 0; lane < LANES; lane++) {
      double value = lane >= n || lost[lane]   ? (double) NAN
                     : keeper->outputs[c] >= 0 ? keeper->observed[(gsize) lane * stride + (guint) keeper->outputs[c]]
                                               : rows[(gsize) lane * row_size + noslip_row_x(system) + c];
      values[(gsize) c * LANES + lane] = (float) value;
      frames->low[c] = fminf(frames->low[c], (float) value);
      frames->high[c] = fmaxf(frames->high[c], (float) value);
    }
  frames->times[frames->n_frames++] = time;
}

NoslipEnsembleFrames *
noslip_ensemble_keeper_frames(const NoslipEnsembleKeeper *keeper, guint block, guint first)
{
  guint n_columns = keeper->layout->n_columns;
  NoslipEnsembleFrames *frames = g_new0(NoslipEnsembleFrames, 1);
  frames->block = block;
  frames->first = first;
  frames->times = g_new(double, NOSLIP_ENSEMBLE_FRAMES);
  frames->values = g_new(float, (gsize) NOSLIP_ENSEMBLE_FRAMES *n_columns *LANES);
  frames->low = g_new(float, n_columns + 1);
  frames->high = g_new(float, n_columns + 1);
  for (guint c = 0; c < n_columns; c++) {
    frames->low[c] = INFINITY;
    frames->high[c] = -INFINITY;
  }
  return frames;
}
