/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/claims.h"

#include "core/base/words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define BLOCK 256 /* rows that are evaluated at once */

typedef struct {
  const NoslipClaim *claim;
  gboolean applies;
  guint left, right, left_size, right_size; /* outputs */
  guint n_rates, *rates;                    /* outputs: f of every d(f) */
  /* Over the rows seen: */
  double largest; /* |left - right| */
  double worst_time;
  double size;       /* sum of the absolute additive terms of both sides */
  double *rate_size; /* |f| */
  double last_left, last_right;
  gboolean undefined; /* a side was not a number */
} Entry;

struct _NoslipClaims {
  NoslipObserver *observer;
  NoslipObserverWork *work;
  Entry *entries;
  guint n;
  guint64 n_rows;
  double first_time, last_time;
  guint row_size;
  double *outputs; /* BLOCK x n_outputs */
};

static gboolean
compile_entry(NoslipObserver *observer, Entry *entry, NoslipDiagnostic **error)
{
  const NoslipExpr sides[2] = {entry->claim->left, entry->claim->right};
  guint first[2] = {0, 0}, n[2] = {0, 0};
  int output[4];
  for (guint i = 0; i < 2; i++) {
    output[i] = noslip_observer_add(observer, sides[i], error);
    if (output[i] < 0)
      return FALSE;
    output[2 + i] = noslip_observer_add_magnitude(observer, sides[i], error);
    if (output[2 + i] < 0 || noslip_observer_add_rate_arguments(observer, sides[i], &first[i], &n[i], error) < 0)
      return FALSE;
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
  return TRUE;
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
  claims->entries = g_new0(Entry, MAX(claims->n, 1));
  claims->row_size = noslip_row_size(system);
  for (guint i = 0; i < claims->n; i++) {
    Entry *entry = &claims->entries[i];
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
  noslip_observer_seal(claims->observer);
  claims->work = noslip_observer_work_new(claims->observer);
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
  }
  g_free(claims->entries);
  g_free(claims->outputs);
  noslip_observer_work_free(claims->work);
  noslip_observer_unref(claims->observer);
  g_free(claims);
}

void
noslip_claims_reset(NoslipClaims *claims)
{
  claims->n_rows = 0;
  claims->first_time = claims->last_time = (double) NAN;
  for (guint i = 0; i < claims->n; i++) {
    Entry *entry = &claims->entries[i];
    entry->largest = -1;
    entry->size = 0;
    entry->worst_time = entry->last_left = entry->last_right = (double) NAN;
    entry->undefined = FALSE;
    for (guint j = 0; j < entry->n_rates; j++)
      entry->rate_size[j] = 0;
  }
}

static void
add_row(Entry *entry, double t, const double *outputs)
{
  double left = outputs[entry->left], right = outputs[entry->right];
  double difference = entry->left == entry->right ? 0 : fabs(left - right);
  double size = outputs[entry->left_size] + outputs[entry->right_size];
  entry->last_left = left;
  entry->last_right = right;
  if (isnan(difference) || isnan(left)) {
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
noslip_claims_sides(NoslipClaims *claims, const double *parameters, const double *row, double *sides)
{
  noslip_observer_set_parameters(claims->work, parameters);
  noslip_observer_evaluate(claims->work, row, claims->outputs);
  for (guint i = 0; i < claims->n; i++) {
    const Entry *entry = &claims->entries[i];
    sides[2 * i] = entry->applies ? claims->outputs[entry->left] : (double) NAN;
    sides[2 * i + 1] = entry->applies ? claims->outputs[entry->right] : (double) NAN;
  }
}

guint
noslip_claims_n(const NoslipClaims *claims)
{
  return claims->n;
}

/* |left - right|, largest over the rows, over the largest sum of the absolute additive
 * terms of both sides plus max|f|/T for every d(f). */
void
noslip_claims_verdict(const NoslipClaims *claims, guint claim, NoslipVerdict *verdict)
{
  const Entry *entry = &claims->entries[claim];
  double duration = fabs(claims->last_time - claims->first_time);
  memset(verdict, 0, sizeof *verdict);
  verdict->claim = entry->claim;
  verdict->applies = entry->applies;
  verdict->worst_time = entry->worst_time;
  verdict->left = entry->last_left;
  verdict->right = entry->last_right;
  verdict->scale = entry->size;
  for (guint j = 0; j < entry->n_rates; j++)
    if (duration > 0)
      verdict->scale += entry->rate_size[j] / duration;
  if (entry->undefined || entry->largest < 0)
    verdict->residual = (double) NAN;
  else if (entry->largest == 0)
    verdict->residual = 0; /* also where all terms vanish: 0/0 */
  else
    verdict->residual = entry->largest / verdict->scale;
  verdict->holds = verdict->residual <= entry->claim->tolerance;
  verdict->as_expected = verdict->holds != entry->claim->expected_to_fail;
  if (!entry->applies)
    verdict->holds = verdict->as_expected = TRUE;
}
