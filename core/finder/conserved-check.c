/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/conserved-check.h"

#include "core/base/decimal.h"
#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/language/language.h"
#include "core/system/program.h"
#include "core/verdict/proof.h"

#include <math.h>
#include <string.h>

#define STATES 100
#define SENSITIVE 1e-6 /* a relative error of a term, above which the states would show it */
#define MOST_TERMS 256 /* sums and products with more terms are not multiplied out */
/* Least independent part of a function of size 1. */
#define INDEPENDENT 1e-7
#define MARGIN 10 /* states more than functions */

static gboolean
read_rate(NoslipMotion *motion, const char *text, NoslipExpr *rate, NoslipDiagnostic **error)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *claim = g_strdup_printf("d(%s)", text);
  NoslipExpr e;
  if (noslip_language_expression(motion->system, motion->model->graph, claim, &e, diagnostics))
    return noslip_motion_expand(motion, e, rate, error);
  *error = noslip_diagnostic_copy(diagnostics->list->pdata[0]);
  return FALSE;
}

/* Replaces parameters by their values: those that are 0, or all of them. */
static gboolean
prove_at(NoslipMotion *motion, const double *parameters, gboolean all, NoslipExpr rate)
{
  const NoslipSystem *system = motion->system;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(system->n_parameters);
  g_autofree NoslipExpr *values = noslip_exprs_new(system->n_parameters);
  guint n = 0;
  gboolean vanishes = FALSE;
  for (guint i = 0; i < system->n_parameters; i++) {
    char text[NOSLIP_DECIMAL_SIZE];
    if (!all && parameters[i] != 0)
      continue;
    NoslipExpr size = noslip_expr_decimal(motion->model->graph, noslip_decimal_text(fabs(parameters[i]), text));
    symbols[n] = system->parameters[i].symbol;
    values[n++] = parameters[i] < 0 ? noslip_expr_neg(motion->model->graph, size) : size;
  }
  noslip_proof_vanish_at(motion, n, symbols, values, 1, &rate, &vanishes);
  return vanishes;
}

/* The outputs of a test: the rate, the sum of its absolute terms, and the terms unless it is proved. */
static NoslipTape *
compile_terms(NoslipMotion *motion, NoslipExpr rate, gboolean proved, guint *n)
{
  guint n_symbols;
  NoslipGraph *graph = motion->model->graph;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr size = noslip_motion_magnitude(motion, rate);
  g_array_append_val(outputs, rate);
  g_array_append_val(outputs, size);
  if (!proved)
    noslip_expr_expanded_terms(graph, rate, MOST_TERMS, outputs);
  *n = outputs->len;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(motion->system, NOSLIP_DYNAMICS_NONHOLONOMIC, &n_symbols);
  return noslip_program_new(motion->system, graph, n_symbols, symbols, outputs->len,
                            (const NoslipExpr *) (gpointer) outputs->data);
}

/* The residual, max |rate| / max (sum of the absolute terms) over random states, and the sensitivity: as of a claim that
 * is checked along a motion. Terms that are 0 at all states do not count. */
static void
measure(NoslipMotion *motion, const double *parameters, const NoslipStates *states, NoslipExpr rate,
        NoslipKeptVerdict *verdict)
{
  guint n;
  g_autoptr(NoslipTape) tape = compile_terms(motion, rate, verdict->proved, &n);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_autofree double *out = g_new0(double, n);
  g_autofree double *largest = g_new0(double, n);
  verdict->residual = verdict->sensitivity = INFINITY;
  noslip_tape_set_constants(work, parameters);
  for (guint s = 0; s < states->n; s++) {
    noslip_tape_evaluate(work, noslip_states_row(states, s), out);
    if (!isfinite(out[0]) || !isfinite(out[1]))
      return;
    for (guint k = 0; k < n; k++)
      largest[k] = fmax(largest[k], fabs(out[k]));
  }
  double least = largest[1];
  for (guint k = 2; k < n; k++)
    least = largest[k] > 0 ? fmin(least, largest[k]) : least;
  verdict->residual = largest[0] == 0 ? 0 : largest[0] / largest[1];
  verdict->sensitivity = least > 0 ? NOSLIP_KEPT_HOLDS * largest[1] / least : INFINITY;
}

gboolean
noslip_kept_judge(NoslipMotion *motion, NoslipDynamics *dynamics, const double *parameters, const double *xy,
                  guint64 seed, const char *text, NoslipKeptVerdict *verdict, NoslipDiagnostic **error)
{
  NoslipExpr rate;
  if (!read_rate(motion, text, &rate, error))
    return FALSE;
  g_autoptr(NoslipStates) states = noslip_states_new(dynamics, parameters, xy, STATES, seed, error);
  if (states == NULL)
    return FALSE;
  noslip_proof_vanish(motion, 1, &rate, &verdict->general);
  verdict->proved = verdict->general || prove_at(motion, parameters, FALSE, rate);
  verdict->proved = verdict->proved || prove_at(motion, parameters, TRUE, rate);
  measure(motion, parameters, states, rate, verdict);
  verdict->holds = verdict->residual <= NOSLIP_KEPT_HOLDS && (verdict->proved || verdict->sensitivity <= SENSITIVE);
  return TRUE;
}

struct _NoslipKeptSpan {
  NoslipMotion *motion;
  const double *parameters;
  const NoslipStates *states;
  guint degree;
  GPtrArray *functions; /* values of each at the states, of size at most 1 */
  GPtrArray *basis;     /* orthonormal values of 1, the functions and their products */
};

/* f at the states, divided by the largest value; FALSE if one is not finite or all are 0. */
static gboolean
values_of(const NoslipKeptSpan *span, NoslipExpr f, double *values)
{
  const NoslipSystem *system = span->motion->system;
  double largest = 0;
  g_autoptr(NoslipTape) tape = noslip_program_of_state(system, span->motion->model->graph, 1, &f);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, span->parameters);
  for (guint s = 0; s < span->states->n; s++) {
    noslip_tape_evaluate(work, noslip_states_row(span->states, s), &values[s]);
    if (!isfinite(values[s]))
      return FALSE;
    largest = fmax(largest, fabs(values[s]));
  }
  for (guint s = 0; s < span->states->n && largest > 0; s++)
    values[s] /= largest;
  return largest > 0;
}

/* The part of v outside the span of the basis, in place; returns its fraction of the whole. */
static double
part_outside(const NoslipKeptSpan *span, double *v)
{
  guint n = span->states->n;
  double norm = sqrt(noslip_nullspace_dot(n, v, v));
  for (guint pass = 0; pass < 2; pass++)
    for (guint j = 0; j < span->basis->len; j++) {
      const double *q = span->basis->pdata[j];
      double part = noslip_nullspace_dot(n, q, v);
      for (guint i = 0; i < n; i++)
        v[i] -= part * q[i];
    }
  return norm > 0 ? sqrt(noslip_nullspace_dot(n, v, v)) / norm : 0;
}

/* Adds v (overwritten) to the basis if it is independent. */
static void
extend_basis(NoslipKeptSpan *span, double *v)
{
  guint n = span->states->n;
  if (span->basis->len + MARGIN >= n || part_outside(span, v) < INDEPENDENT)
    return;
  double rest = sqrt(noslip_nullspace_dot(n, v, v));
  for (guint i = 0; i < n; i++)
    v[i] /= rest;
  g_ptr_array_add(span->basis, g_memdup2(v, sizeof(double) * n));
}

/* v times every product of up to `degree` functions, the first ones and the last one. */
static void
add_products(NoslipKeptSpan *span, const double *v, guint end, guint degree)
{
  guint n = span->states->n;
  g_autofree double *product = g_new0(double, n);
  memcpy(product, v, sizeof(double) * n);
  extend_basis(span, product);
  for (guint f = 0; f < end && degree > 0; f++) {
    const double *w = span->functions->pdata[f];
    for (guint i = 0; i < n; i++)
      product[i] = v[i] * w[i];
    add_products(span, product, f + 1, degree - 1);
  }
}

gboolean
noslip_kept_span_add(NoslipKeptSpan *span, NoslipExpr f)
{
  g_autofree double *values = g_new0(double, span->states->n);
  if (!values_of(span, f, values))
    return FALSE;
  g_ptr_array_add(span->functions, g_memdup2(values, sizeof(double) * span->states->n));
  add_products(span, values, span->functions->len, span->degree - 1);
  return TRUE;
}

gboolean
noslip_kept_span_has(const NoslipKeptSpan *span, NoslipExpr f)
{
  g_autofree double *values = g_new0(double, span->states->n);
  return !values_of(span, f, values) || part_outside(span, values) < INDEPENDENT;
}

gboolean
noslip_kept_span_has_values(const NoslipKeptSpan *span, double *values, double error)
{
  return part_outside(span, values) < fmax(error, INDEPENDENT);
}

NoslipKeptSpan *
noslip_kept_span_new(NoslipMotion *motion, const double *parameters, const NoslipStates *states, guint degree)
{
  NoslipKeptSpan *span = g_new0(NoslipKeptSpan, 1);
  *span = (NoslipKeptSpan){motion, parameters, states, MAX(degree, 1), NULL, NULL};
  span->functions = g_ptr_array_new_with_free_func(g_free);
  span->basis = g_ptr_array_new_with_free_func(g_free);
  g_autofree double *one = g_new0(double, states->n);
  for (guint i = 0; i < states->n; i++)
    one[i] = 1;
  extend_basis(span, one);
  return span;
}

void
noslip_kept_span_free(NoslipKeptSpan *span)
{
  if (span == NULL)
    return;
  g_ptr_array_unref(span->functions);
  g_ptr_array_unref(span->basis);
  g_free(span);
}
