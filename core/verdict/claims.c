/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/claims.h"

#include "core/base/words.h"
#include "core/verdict/claims-private.h"
#include "core/verdict/proof.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BLOCK 256 /* rows evaluated at once */
/* Sums and products with more terms are not multiplied out. */
#define MOST_TERMS 256

static gboolean
compile_terms(NoslipObserver *observer, NoslipExpr expr, ClaimTerms *terms, NoslipDiagnostic **error)
{
  if (noslip_observer_add_expanded_terms(observer, expr, MOST_TERMS, &terms->first, &terms->n, error) < 0)
    return FALSE;
  terms->low = g_new0(double, (gsize) terms->n + 1);
  terms->high = g_new0(double, (gsize) terms->n + 1);
  terms->vanishes = g_new0(gboolean, (gsize) terms->n + 1);
  return TRUE;
}

static void
terms_clear(ClaimTerms *terms)
{
  g_free(terms->low);
  g_free(terms->high);
  g_free(terms->vanishes);
}

/* f where one side is c d(f) with a number c and the other is 0. */
static gboolean
kept_argument(const NoslipGraph *graph, const NoslipClaim *claim, NoslipExpr *argument)
{
  NoslipExpr rate = claim->right == NOSLIP_ZERO ? claim->left : claim->right;
  if (claim->left != NOSLIP_ZERO && claim->right != NOSLIP_ZERO)
    return FALSE;
  if (noslip_expr_op(graph, rate) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, rate) == 1)
    rate = noslip_expr_operand(graph, rate, 0);
  if (noslip_expr_op(graph, rate) != NOSLIP_OP_RATE)
    return FALSE;
  *argument = noslip_expr_operand(graph, rate, 0);
  return TRUE;
}

static gboolean
compile_kept(NoslipObserver *observer, ClaimEntry *entry, NoslipDiagnostic **error)
{
  NoslipExpr argument;
  if (!kept_argument(noslip_observer_graph(observer), entry->claim, &argument))
    return TRUE;
  int value = noslip_observer_add(observer, argument, error);
  int size = value >= 0 ? noslip_observer_add_magnitude(observer, argument, error) : -1;
  if (size < 0 || !compile_terms(observer, argument, &entry->kept.terms, error))
    return FALSE;
  entry->kept.exists = TRUE;
  entry->kept.value = (guint) value;
  entry->kept.size = (guint) size;
  return TRUE;
}

/* |e|/sqrt |W_alpha alpha|, or 0 where there is no mass. */
static NoslipExpr
in_units(NoslipMotion *motion, guint alpha, NoslipExpr e)
{
  NoslipGraph *graph = motion->model->graph;
  NoslipExpr mass = motion->model->mass[alpha * motion->model->n + alpha];
  if (mass == NOSLIP_ZERO || e == NOSLIP_ZERO)
    return NOSLIP_ZERO;
  NoslipExpr size = noslip_motion_magnitude(motion, mass), root = noslip_expr_apply(graph, NOSLIP_OP_SQRT, 1, &size);
  return noslip_expr_div(graph, noslip_motion_magnitude(motion, e), root);
}

/* Of a constraint, in units of the kinetic energy: the size of its direction, sum |Phi_c alpha|, and what balances its
 * drift, |drift_c| sum |Phi_c alpha|/sum Phi_c alpha^2. */
static void
sizes_of_constraint(NoslipMotion *motion, guint c, NoslipExpr *slope, NoslipExpr *inertia)
{
  const NoslipModel *model = motion->model;
  NoslipGraph *graph = model->graph;
  NoslipExpr squares = NOSLIP_ZERO;
  *slope = *inertia = NOSLIP_ZERO;
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr part = in_units(motion, a, model->jacobian[c * model->n + a]);
    *slope = noslip_expr_add(graph, *slope, part);
    squares = noslip_expr_add_product(graph, squares, part, part);
  }
  if (*slope != NOSLIP_ZERO)
    *inertia = noslip_expr_div(graph, noslip_expr_mul(graph, noslip_motion_magnitude(motion, model->drift[c]), *slope),
                               squares);
}

/* sizes[c]: of a multiplier whose reaction is as large as all forces, in units of the kinetic energy. */
static void
find_reaction_sizes(NoslipMotion *motion, NoslipExpr *sizes)
{
  const NoslipModel *model = motion->model;
  NoslipExpr forces = NOSLIP_ZERO, inertia;
  for (guint a = 0; a < model->n; a++)
    forces = noslip_expr_add(model->graph, forces, in_units(motion, a, model->force[a]));
  for (guint c = 0; c < model->k; c++) {
    sizes_of_constraint(motion, c, &sizes[c], &inertia);
    forces = noslip_expr_add(model->graph, forces, inertia);
  }
  for (guint c = 0; c < model->k; c++)
    sizes[c] = sizes[c] == NOSLIP_ZERO ? NOSLIP_ZERO : noslip_expr_div(model->graph, forces, sizes[c]);
}

/* A multiplier may be 0 although the forces that it balances are not. If every term has one, S would be the round-off of
 * these: adds their size. */
static gboolean
compile_reaction(NoslipObserver *observer, ClaimEntry *entry, NoslipDiagnostic **error)
{
  NoslipMotion *motion = noslip_observer_motion(observer);
  NoslipGraph *graph = motion->model->graph;
  guint k = motion->system->k;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(k), *sizes = noslip_exprs_new(k);
  for (guint c = 0; c < k; c++)
    symbols[c] = motion->system->constraints[c].multiplier;
  entry->reacts = motion->kind == NOSLIP_DYNAMICS_NONHOLONOMIC && entry->terms[0].n + entry->terms[1].n > 0;
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < entry->terms[side].n; i++)
      entry->reacts =
          entry->reacts &&
          noslip_expr_depends(graph, noslip_observer_expr(observer, entry->terms[side].first + i), k, symbols);
  if (!entry->reacts)
    return TRUE;
  find_reaction_sizes(motion, sizes);
  NoslipExpr size = noslip_expr_add(graph, noslip_observer_expr(observer, entry->left_size),
                                    noslip_observer_expr(observer, entry->right_size));
  int output = noslip_observer_add(observer, noslip_expr_substitute(graph, size, k, symbols, sizes), error);
  entry->reaction = (guint) MAX(output, 0);
  return output >= 0;
}

static gboolean
compile_entry(NoslipObserver *observer, ClaimEntry *entry, NoslipDiagnostic **error)
{
  const NoslipExpr sides[2] = {entry->claim->left, entry->claim->right};
  guint first[2] = {0, 0}, n[2] = {0, 0};
  int output[4];
  for (guint i = 0; i < 2; i++) {
    output[i] = noslip_observer_add(observer, sides[i], error);
    if (output[i] < 0)
      return FALSE;
    output[2 + i] = noslip_observer_add_magnitude(observer, sides[i], error);
    if (output[2 + i] < 0 || noslip_observer_add_rate_arguments(observer, sides[i], &first[i], &n[i], error) < 0 ||
        !compile_terms(observer, sides[i], &entry->terms[i], error))
      return FALSE;
  }
  entry->domain = g_new0(guint, entry->claim->n_domain + 1);
  for (guint i = 0; i < entry->claim->n_domain; i++) {
    int value = noslip_observer_add(observer, entry->claim->domain[i], error);
    if (value < 0)
      return FALSE;
    entry->domain[i] = (guint) value;
  }
  entry->left = (guint) output[0];
  entry->right = (guint) output[1];
  entry->left_size = (guint) output[2];
  entry->right_size = (guint) output[3];
  entry->n_rates = n[0] + n[1];
  entry->rates = g_new0(guint, MAX(entry->n_rates, 1));
  entry->rate_size = g_new0(double, MAX(entry->n_rates, 1));
  for (guint i = 0; i < entry->n_rates; i++)
    entry->rates[i] = i < n[0] ? first[0] + i : first[1] + i - n[0];
  return compile_reaction(observer, entry, error) && compile_kept(observer, entry, error);
}

/* Which claims, and which of their terms, vanish symbolically. */
static void
prove(NoslipClaims *claims)
{
  NoslipMotion *motion = noslip_observer_motion(claims->observer);
  NoslipGraph *graph = motion->model->graph;
  g_autoptr(GArray) exprs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GPtrArray) answers = g_ptr_array_new(); /* of gboolean * */
  for (guint i = 0; i < claims->n; i++) {
    ClaimEntry *entry = &claims->entries[i];
    if (!entry->applies)
      continue;
    NoslipExpr difference = noslip_expr_sub(graph, noslip_observer_expr(claims->observer, entry->left),
                                            noslip_observer_expr(claims->observer, entry->right));
    g_array_append_val(exprs, difference);
    g_ptr_array_add(answers, &entry->in_symbols);
    for (guint side = 0; side < 2; side++)
      for (guint k = 0; k < entry->terms[side].n; k++) {
        NoslipExpr term = noslip_observer_expr(claims->observer, entry->terms[side].first + k);
        g_array_append_val(exprs, term);
        g_ptr_array_add(answers, &entry->terms[side].vanishes[k]);
      }
  }
  g_autofree gboolean *vanishes = g_new0(gboolean, (gsize) exprs->len + 1);
  noslip_proof_vanish(motion, exprs->len, (const NoslipExpr *) (gpointer) exprs->data, vanishes);
  for (guint i = 0; i < exprs->len; i++)
    *(gboolean *) answers->pdata[i] = vanishes[i];
}

/* Whether a term depends on more than parameters and time. */
static void
find_moving_terms(NoslipClaims *claims, const NoslipSystem *system, NoslipDynamicsKind kind)
{
  const NoslipGraph *graph = noslip_observer_graph(claims->observer);
  guint n;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(system, kind, &n); /* t first */
  for (guint i = 0; i < claims->n; i++)
    for (guint side = 0; side < 2; side++)
      for (guint k = 0; k < claims->entries[i].terms[side].n; k++) {
        ClaimEntry *entry = &claims->entries[i];
        NoslipExpr term = noslip_observer_expr(claims->observer, entry->terms[side].first + k);
        entry->moves = entry->moves || noslip_expr_depends(graph, term, n - 1, symbols + 1);
      }
}

static void
report(const NoslipSystem *system, const NoslipClaim *claim, NoslipDiagnostic *error, NoslipDiagnostics *diagnostics)
{
  if (error->place.line == 0)
    error->place = claim->place;
  if (error->file == NULL)
    error->file = g_strdup(system->file);
  char *cause =
      g_strdup_printf(_("the claim \"%s\" cannot be evaluated: %s"), noslip_words(claim->title), error->cause);
  g_free(error->cause);
  error->cause = cause;
  noslip_diagnostics_add(diagnostics, error);
}

NoslipClaims *
noslip_claims_new(NoslipSystem *system, NoslipDynamicsKind kind, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipClaims) claims = g_new0(NoslipClaims, 1);
  gboolean failed = FALSE;
  claims->observer = noslip_observer_new(system, kind);
  claims->n = system->n_claims;
  claims->entries = g_new0(ClaimEntry, MAX(claims->n, 1));
  claims->row_size = noslip_row_size(system);
  for (guint i = 0; i < claims->n; i++) {
    ClaimEntry *entry = &claims->entries[i];
    NoslipDiagnostic *error = NULL;
    entry->claim = &system->claims[i];
    entry->applies = !entry->claim->has_kind || entry->claim->kind == kind;
    if (!entry->applies || compile_entry(claims->observer, entry, &error))
      continue;
    report(system, entry->claim, error, diagnostics);
    failed = TRUE;
  }
  if (failed)
    return NULL;
  prove(claims);
  find_moving_terms(claims, system, kind);
  noslip_observer_seal(claims->observer);
  claims->work = noslip_observer_workspace_new(claims->observer);
  claims->outputs = g_new0(double, (gsize) BLOCK *MAX(noslip_observer_n(claims->observer), 1));
  noslip_claims_reset(claims);
  return g_steal_pointer(&claims);
}

void
noslip_claims_free(NoslipClaims *claims)
{
  if (claims == NULL)
    return;
  for (guint i = 0; i < claims->n; i++) {
    g_free(claims->entries[i].rates);
    g_free(claims->entries[i].rate_size);
    g_free(claims->entries[i].domain);
    terms_clear(&claims->entries[i].terms[0]);
    terms_clear(&claims->entries[i].terms[1]);
    terms_clear(&claims->entries[i].kept.terms);
  }
  g_free(claims->entries);
  g_free(claims->outputs);
  noslip_observer_workspace_free(claims->work);
  noslip_observer_unref(claims->observer);
  g_free(claims);
}

static void
terms_reset(ClaimTerms *terms)
{
  for (guint k = 0; k < terms->n; k++) {
    terms->low[k] = INFINITY;
    terms->high[k] = -INFINITY;
  }
}

void
noslip_claims_reset(NoslipClaims *claims)
{
  claims->n_rows = 0;
  claims->first_time = claims->last_time = (double) NAN;
  for (guint i = 0; i < claims->n; i++) {
    ClaimEntry *entry = &claims->entries[i];
    entry->largest = -1;
    entry->size = entry->reaction_size = 0;
    entry->worst_time = entry->last_left = entry->last_right = (double) NAN;
    entry->undefined = FALSE;
    for (guint j = 0; j < entry->n_rates; j++)
      entry->rate_size[j] = 0;
    terms_reset(&entry->terms[0]);
    terms_reset(&entry->terms[1]);
    terms_reset(&entry->kept.terms);
    entry->kept.start = (double) NAN;
    entry->kept.interrupted = FALSE;
    entry->kept.apart = entry->kept.largest_sum = entry->kept.largest_size = 0;
  }
}

static void
terms_add_row(ClaimTerms *terms, const double *outputs)
{
  for (guint k = 0; k < terms->n; k++) {
    double value = outputs[terms->first + k];
    terms->low[k] = fmin(terms->low[k], value);
    terms->high[k] = fmax(terms->high[k], value);
  }
}

static void
kept_add_row(ClaimKept *kept, const double *outputs)
{
  double value = outputs[kept->value];
  if (isnan(kept->start) || kept->interrupted)
    kept->start = value;
  kept->interrupted = FALSE;
  kept->apart = fmax(kept->apart, fabs(value - kept->start));
  kept->largest_size = fmax(kept->largest_size, outputs[kept->size]);
  terms_add_row(&kept->terms, outputs);
  double sum = 0;
  for (guint k = 0; k < kept->terms.n; k++)
    sum += fabs(outputs[kept->terms.first + k]);
  kept->largest_sum = fmax(kept->largest_sum, sum);
}

/* Whether both sides, as they were written, are numbers. */
static gboolean
is_defined(const ClaimEntry *entry, const double *outputs)
{
  gboolean defined = isfinite(outputs[entry->left] - outputs[entry->right]); /* NaN for two infinities */
  for (guint i = 0; i < entry->claim->n_domain && defined; i++)
    defined = isfinite(outputs[entry->domain[i]]);
  return defined;
}

static void
add_row(ClaimEntry *entry, double t, const double *outputs)
{
  double left = outputs[entry->left], right = outputs[entry->right];
  double difference = fabs(left - right);
  double size = outputs[entry->left_size] + outputs[entry->right_size];
  entry->last_left = left;
  entry->last_right = right;
  if (!is_defined(entry, outputs)) {
    entry->worst_time = entry->undefined ? entry->worst_time : t;
    entry->undefined = TRUE;
    return;
  }
  if (difference > entry->largest) {
    entry->largest = difference;
    entry->worst_time = entry->undefined ? entry->worst_time : t;
  }
  if (size > entry->size)
    entry->size = size;
  if (entry->reacts && isfinite(outputs[entry->reaction]))
    entry->reaction_size = fmax(entry->reaction_size, outputs[entry->reaction]);
  terms_add_row(&entry->terms[0], outputs);
  terms_add_row(&entry->terms[1], outputs);
  if (entry->kept.exists)
    kept_add_row(&entry->kept, outputs);
  for (guint j = 0; j < entry->n_rates; j++) {
    double rate = fabs(outputs[entry->rates[j]]);
    if (rate > entry->rate_size[j])
      entry->rate_size[j] = rate;
  }
}

void
noslip_claims_add_rows(NoslipClaims *claims, const double *parameters, guint n_rows, const double *rows)
{
  guint stride = noslip_observer_n(claims->observer), size = claims->row_size;
  noslip_observer_set_parameters(claims->work, parameters);
  for (guint done = 0; done < n_rows; done += BLOCK) {
    guint block = MIN(n_rows - done, BLOCK);
    const double *start = rows + (gsize) done * size;
    noslip_observer_evaluate_rows(claims->work, block, start, size, claims->outputs, stride);
    for (guint row = 0; row < block; row++) {
      double t = start[(gsize) row * size];
      if (claims->n_rows++ == 0)
        claims->first_time = t;
      claims->last_time = t;
      for (guint i = 0; i < claims->n; i++)
        if (claims->entries[i].applies)
          add_row(&claims->entries[i], t, claims->outputs + (gsize) row * stride);
    }
  }
}

void
noslip_claims_interrupt(NoslipClaims *claims)
{
  for (guint i = 0; i < claims->n; i++)
    claims->entries[i].kept.interrupted = TRUE;
}

void
noslip_claims_sides(NoslipClaims *claims, const double *parameters, const double *row, double *sides)
{
  noslip_observer_set_parameters(claims->work, parameters);
  noslip_observer_evaluate(claims->work, row, claims->outputs);
  for (guint i = 0; i < claims->n; i++) {
    const ClaimEntry *entry = &claims->entries[i];
    sides[2 * i] = entry->applies ? claims->outputs[entry->left] : (double) NAN;
    sides[2 * i + 1] = entry->applies ? claims->outputs[entry->right] : (double) NAN;
  }
}

guint
noslip_claims_n(const NoslipClaims *claims)
{
  return claims->n;
}

const NoslipSystem *
noslip_claims_system(const NoslipClaims *claims)
{
  return noslip_observer_motion(claims->observer)->system;
}
