/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/degenerate.h"

#include "core/base/linear.h"
#include "core/system/manifold.h"
#include "core/system/model.h"
#include "core/system/program.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

#define POINTS 8
#define DRAWS_MOST 120
#define DRAWS_WIDE 24 /* after this many draws, each further one halves the distance from the initial state */

/* W and the terms of its entries as a program in (x, y). */
typedef struct {
  guint m, n;
  NoslipTapeWorkspace *tape;
  double *in, *out; /* m + n; 2 n n */
} MassProgram;

static void
mass_program_init(MassProgram *program, const NoslipSystem *system, const double *parameters)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  guint m = system->m, n = system->n, size = n * n;
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autofree NoslipExpr *outputs = g_new(NoslipExpr, 2 * (gsize) size + 1);
  for (guint i = 0; i < size; i++) {
    outputs[i] = noslip_expr_simplify(model->graph, model->mass[i]);
    outputs[size + i] = noslip_expr_magnitude(model->graph, outputs[i]);
  }
  g_autoptr(NoslipTape) tape = noslip_program_at_start(system, model->graph, m + n, symbols + 1, 2 * size, outputs);
  *program = (MassProgram){.m = m, .n = n, .tape = noslip_tape_workspace_new(tape)};
  program->in = g_new0(double, m + n + 1);
  program->out = g_new0(double, 2 * (gsize) size + 1);
  noslip_tape_set_constants(program->tape, parameters);
}

static void
mass_program_clear(MassProgram *program)
{
  noslip_tape_workspace_free(program->tape);
  g_free(program->in);
  g_free(program->out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MassProgram, mass_program_clear)

/* The rank of W at program->in; -1 if an entry is not finite. */
static int
rank_here(MassProgram *program)
{
  guint n = program->n;
  noslip_tape_evaluate(program->tape, program->in, program->out);
  if (!noslip_all_finite(program->out, (gsize) n * n))
    return -1;
  return (int) noslip_linear_rank(n, n, program->out, program->out + (gsize) n * n);
}

int
noslip_system_mass_rank(const NoslipSystem *system, const double *parameters, const double *x, const double *y)
{
  g_auto(MassProgram) program;
  mass_program_init(&program, system, parameters);
  memcpy(program.in, x, system->m * sizeof(double));
  memcpy(program.in + system->m, y, system->n * sizeof(double));
  return rank_here(&program);
}

static double
draw(guint64 *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double) (*seed >> 11) / 4503599627370496.0 - 1;
}

/* Whether a usable point near `state` has full rank. */
static gboolean
is_regular_nearby(const NoslipSystem *system, const double *parameters, MassProgram *program, const double *state)
{
  guint m = system->m, n = system->n, usable = 0;
  g_autoptr(NoslipManifold) manifold = noslip_manifold_new(system, TRUE);
  g_autoptr(NoslipManifoldWorkspace) work = noslip_manifold_workspace_new(manifold);
  noslip_manifold_set_parameters(work, parameters);
  guint64 seed = 20;
  for (guint attempt = 0; attempt < DRAWS_MOST && usable < POINTS; attempt++) {
    double reach = attempt < DRAWS_WIDE ? 1 : ldexp(1, (int) DRAWS_WIDE - (int) attempt);
    for (guint i = 0; i < m + n; i++)
      program->in[i] = state[i] + reach * draw(&seed) * (state[i] != 0 ? fabs(state[i]) : 1);
    if (noslip_manifold_project(work, 0, program->in, NULL) < 0)
      continue;
    int rank = rank_here(program);
    if (rank == (int) n)
      return TRUE;
    usable += rank >= 0;
  }
  return usable == 0; /* no usable point contradicts it */
}

gboolean
noslip_system_is_degenerate_at(const NoslipSystem *system, const double *parameters)
{
  guint m = system->m, n = system->n;
  g_autofree double *state = g_new0(double, (gsize) m + n + 1);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_auto(MassProgram) program;
  mass_program_init(&program, system, parameters);
  noslip_state_initial(system, parameters, 0, NULL, state, state + m, NULL, ignored);
  memcpy(program.in, state, ((gsize) m + n) * sizeof(double));
  if (rank_here(&program) == (int) n)
    return FALSE;
  return !is_regular_nearby(system, parameters, &program, state);
}

gboolean
noslip_system_is_degenerate(const NoslipSystem *system)
{
  g_autofree double *parameters = noslip_system_default_parameters(system);
  return noslip_system_is_degenerate_at(system, parameters);
}
