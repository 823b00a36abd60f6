/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/switches.h"

#include "core/dynamics/companion.h"
#include "core/expr/walk.h"
#include "core/system/program.h"

#include <string.h>

/* Compiled once for a dynamics. */
typedef struct {
  GArray *comparisons; /* of NoslipExpr */
  NoslipTape *tape;    /* (t, x, y) -> the comparisons, 1 or 0; NULL if there are none */
} Program;

struct _NoslipSwitches {
  const NoslipSystem *system;
  const Program *program; /* of the dynamics */
  guint n;                /* comparisons */
  NoslipTapeWorkspace *tape;
  double *in;         /* t, x, y */
  double *rest;       /* ydot n, lambda k: other outputs of observe() */
  double *held, *now; /* n */
  guint changed;      /* index of the last one that changed */
  guint flips;        /* brief times between changes, in a row */
  double last;        /* time of the last change */
};

typedef struct {
  const NoslipGraph *graph;
  GArray *found; /* of NoslipExpr */
} Search;

static gboolean
add_comparison(NoslipExpr e, gpointer data)
{
  Search *search = data;
  NoslipOp op = noslip_expr_op(search->graph, e);
  if (op == NOSLIP_OP_LESS || op == NOSLIP_OP_AT_MOST)
    g_array_append_val(search->found, e);
  return TRUE;
}

static GArray *
find_comparisons(const NoslipSystem *system)
{
  const NoslipGraph *graph = system->graph;
  Search search = {graph, g_array_new(FALSE, FALSE, sizeof(NoslipExpr))};
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  noslip_expr_walk(graph, 1, &system->lagrangian, seen, add_comparison, &search);
  for (guint a = 0; a < system->n; a++)
    noslip_expr_walk(graph, 1, &system->forces[a], seen, add_comparison, &search);
  for (guint c = 0; c < system->k; c++)
    noslip_expr_walk(graph, 1, &system->constraints[c].phi, seen, add_comparison, &search);
  for (guint i = 0; i < system->m * system->n; i++)
    noslip_expr_walk(graph, 1, &system->anchor[i], seen, add_comparison, &search);
  return search.found;
}

static gpointer
create(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  Program *program = g_new0(Program, 1);
  GArray *found = program->comparisons = find_comparisons(system);
  if (found->len > 0)
    program->tape =
        noslip_program_of_state(system, system->graph, found->len, (const NoslipExpr *) (gpointer) found->data);
  return program;
}

static void
destroy(gpointer data)
{
  Program *program = data;
  g_array_unref(program->comparisons);
  noslip_tape_unref(program->tape);
  g_free(program);
}

static const Program *
program_of(NoslipDynamics *dynamics)
{
  static const NoslipCompanionKind kind = {create, destroy};
  return noslip_dynamics_companion(dynamics, &kind, NULL);
}

gboolean
noslip_switches_has(NoslipDynamics *dynamics)
{
  return program_of(dynamics)->tape != NULL;
}

NoslipSwitches *
noslip_switches_new(NoslipDynamics *dynamics, const double *parameters)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  const Program *program = program_of(dynamics);
  if (program->tape == NULL)
    return NULL;
  NoslipSwitches *switches = g_new0(NoslipSwitches, 1);
  switches->system = system;
  switches->program = program;
  switches->n = program->comparisons->len;
  switches->tape = noslip_tape_workspace_new(program->tape);
  noslip_tape_set_constants(switches->tape, parameters);
  switches->in = g_new0(double, 1 + system->m + system->n);
  switches->rest = g_new0(double, system->n + system->k + 1);
  switches->held = g_new0(double, switches->n);
  switches->now = g_new0(double, switches->n);
  return switches;
}

void
noslip_switches_free(NoslipSwitches *switches)
{
  if (switches == NULL)
    return;
  noslip_tape_workspace_free(switches->tape);
  g_free(switches->in);
  g_free(switches->rest);
  g_free(switches->held);
  g_free(switches->now);
  g_free(switches);
}

static gboolean
evaluate(NoslipSwitches *switches, const NoslipFormulation *formulation, gpointer work, double t, const double *z,
         double *values)
{
  const NoslipSystem *system = switches->system;
  double *x = switches->in + 1, *y = x + system->m;
  switches->in[0] = t;
  if (formulation->observe(work, t, z, x, y, switches->rest, switches->rest + system->n) != NOSLIP_STEP_OK)
    return FALSE;
  noslip_tape_evaluate(switches->tape, switches->in, values);
  return TRUE;
}

void
noslip_switches_remember(NoslipSwitches *switches, const NoslipFormulation *formulation, gpointer work, double t,
                         const double *z)
{
  evaluate(switches, formulation, work, t, z, switches->held);
}

gboolean
noslip_switches_passed(NoslipSwitches *switches, const NoslipFormulation *formulation, gpointer work, double t,
                       const double *z)
{
  if (!evaluate(switches, formulation, work, t, z, switches->now))
    return FALSE;
  for (guint i = 0; i < switches->n; i++)
    if (switches->held[i] != switches->now[i]) {
      switches->changed = i;
      return TRUE;
    }
  return FALSE;
}

void
noslip_switches_count(NoslipSwitches *switches, double t, double brief)
{
  switches->flips = t - switches->last < brief ? switches->flips + 1 : 0;
  switches->last = t;
}

char *
noslip_switches_stuck(const NoslipSwitches *switches)
{
  if (switches->flips < NOSLIP_SWITCH_FLIPS)
    return NULL;
  return noslip_expr_text(switches->system->graph,
                          g_array_index(switches->program->comparisons, NoslipExpr, switches->changed));
}
