/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of the witness at the end of a motion: the largest residual of each equation, and where. */
#include "core/verdict/witness-items.h"
#include "core/verdict/witness.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* An equation whose terms are smaller than this fraction of the largest equation's is measured relative to that. */
#define LEAST_PART 1e-5

/* An item's size; if its own terms are tiny, the size that replaces them. */
static double
size_of(const NoslipWitness *witness, WitnessItemKind kind, guint index)
{
  double size = witness->items[kind][index].size, largest = 0, duration = witness->last_time - witness->first_time;
  switch (kind) {
  case ITEM_EQUATION:
  case ITEM_MOMENTUM:
  case ITEM_MOMENTUM_RATE:
    for (guint a = 0; a < witness->equations->n; a++)
      largest = fmax(largest, witness->items[kind][a].size / noslip_witness_unit(witness, a));
    return fmax(size, LEAST_PART * largest * noslip_witness_unit(witness, index));
  case ITEM_CONSTRAINT:
    return fmax(size, witness->slope[index] * witness->speed);
  case ITEM_VELOCITY: /* natural velocities are computed from those of a frame, which may cancel */
    return witness->tree->frame == WITNESS_SECTIONS ? size
                                                    : fmax(size, witness->speed / noslip_witness_unit(witness, index));
  case ITEM_CONSTRAINT_RATE:
  case ITEM_CONSTRAINT_SECOND:
    return fmax(size, witness->slope[index] * (witness->acceleration + (duration > 0 ? witness->speed / duration : 0)));
  default:
    return size;
  }
}

static char *
describe(const NoslipWitness *witness, WitnessItemKind kind, guint index)
{
  const NoslipSystem *system = witness->system;
  gboolean sections = witness->tree->frame == WITNESS_SECTIONS;
  const WitnessTree *tree = witness->tree;
  const char *along = kind == ITEM_VELOCITY || !sections ? system->m > index ? system->coordinates[index].name : ""
                      : tree->reframed                   ? (const char *) tree->sections->pdata[index]
                      : index < system->n                ? system->fibres[index].name
                                                         : "";
  switch (kind) {
  case ITEM_EQUATION:
    return g_strdup_printf(_("the equation of motion along %s"), along);
  case ITEM_CONSTRAINT:
    return g_strdup_printf(_("the constraint %s"), system->constraints[index].name);
  case ITEM_CONSTRAINT_RATE:
  case ITEM_CONSTRAINT_SECOND:
    return g_strdup_printf(_("the rate of the constraint %s"), system->constraints[index].name);
  case ITEM_DROPPED:
    return g_strdup(_("a component of a constraint that was left out as 0 = 0"));
  case ITEM_HELD:
    return index < system->n_frictions
               ? g_strdup_printf(_("the force that holds the friction on %s"), system->frictions[index].name)
               : g_strdup_printf(_("the force in the contact %s"), system->bounces[index - system->n_frictions].name);
  case ITEM_GAP:
    return g_strdup_printf(_("the bounce %s"), system->bounces[index].name);
  case ITEM_VELOCITY:
    return g_strdup_printf(_("the rate of %s"), along);
  case ITEM_MOMENTUM:
    return g_strdup_printf(_("the momentum along %s"), along);
  case ITEM_MOMENTUM_RATE:
    return g_strdup_printf(_("the rate of the momentum along %s"), along);
  default:
    return g_strdup(along);
  }
}

void
noslip_witness_result(NoslipWitness *witness, NoslipWitnessResult *result)
{
  *result = (NoslipWitnessResult){.n_rows = witness->n_rows, .time = NAN, .residual = NAN};
  if (witness->reason != NULL || witness->n_rows == 0) {
    result->where = witness->reason != NULL ? witness->reason : _("there is no motion");
    return;
  }
  WitnessItemKind worst = ITEM_EQUATION;
  guint worst_index = 0;
  double largest = -1;
  for (guint kind = 0; kind < N_ITEMS; kind++)
    for (guint i = 0; i < witness->n_items[kind]; i++) {
      const WitnessItem *item = &witness->items[kind][i];
      double relative = item->largest == 0 ? 0 : item->largest / size_of(witness, kind, i);
      if (relative > largest) {
        largest = relative;
        worst = kind;
        worst_index = i;
      }
    }
  g_free(witness->where);
  witness->where = describe(witness, worst, worst_index);
  result->checked = TRUE;
  result->residual = witness->undefined ? (double) NAN : fmax(largest, 0);
  result->time = witness->undefined ? witness->undefined_time : witness->items[worst][worst_index].time;
  result->holds = result->residual <= NOSLIP_WITNESS_TOLERANCE;
  result->where = witness->where;
}
