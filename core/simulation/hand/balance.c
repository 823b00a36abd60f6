/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/hand/balance.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define ROUNDED 1e-9   /* s: a sample and a gesture at the same time, with different rounding */
#define SENSITIVE 1e-6 /* as for other claims */

const NoslipClaim noslip_hand_claim = {.title = (char *) N_("The energy changes by the work of the hand"),
                                       .tolerance = 1e-10};

typedef struct {
  guint n;         /* samples */
  double duration; /* s, in which a hand pulled */
  double largest;  /* |left - right| */
  double size;     /* of the terms */
  double power;    /* largest |power| of the hand */
  double energy;   /* largest |energy| */
  gboolean undefined;
} Sum;

void
noslip_hand_sides(const NoslipRunView *primary, guint row, double sides[2])
{
  const NoslipQuantities *q = primary->quantities;
  sides[0] = sides[1] = (double) NAN;
  if (!q || !q->balances || row >= primary->n_rows)
    return;
  sides[0] = noslip_columns_value(primary->values, row, q->rate);
  sides[1] = noslip_columns_value(primary->values, row, q->hand);
  if (q->others >= 0)
    sides[1] += noslip_columns_value(primary->values, row, (guint) q->others);
}

static void
add_row(const NoslipRunView *primary, guint row, double t, Sum *sum, NoslipVerdict *verdict)
{
  const NoslipQuantities *q = primary->quantities;
  double sides[2], power = noslip_columns_value(primary->values, row, q->hand);
  noslip_hand_sides(primary, row, sides);
  double difference = fabs(sides[0] - sides[1]);
  sum->n++;
  verdict->left = sides[0];
  verdict->right = sides[1];
  if (!isfinite(difference)) {
    verdict->worst_time = sum->undefined ? verdict->worst_time : t;
    sum->undefined = TRUE;
    return;
  }
  if (difference > sum->largest) {
    sum->largest = difference;
    verdict->worst_time = sum->undefined ? verdict->worst_time : t;
  }
  sum->size = fmax(sum->size, fabs(sides[0]) + fabs(power) + fabs(sides[1] - power));
  sum->power = fmax(sum->power, fabs(power));
  sum->energy = fmax(sum->energy, fabs(noslip_columns_value(primary->values, row, q->energy)));
}

/* The rows from t0 until before t1, in which a hand pulls. */
static void
add_pull(const NoslipRunView *primary, double t0, double t1, Sum *sum, NoslipVerdict *verdict)
{
  double last = noslip_trajectory_end(primary->trajectory);
  for (guint row = noslip_trajectory_find(primary->trajectory, t0 + ROUNDED); row < primary->n_rows; row++) {
    double t = noslip_trajectory_row(primary->trajectory, row, NULL)[0];
    if (t >= t1 - ROUNDED)
      break;
    if (t < t0 - ROUNDED)
      continue;
    add_row(primary, row, t, sum, verdict);
  }
  sum->duration += fmax(0, fmin(t1, last) - t0);
}

static NoslipVerdictKind
kind_of(const NoslipVerdict *verdict, const Sum *sum)
{
  if (isnan(verdict->residual))
    return NOSLIP_VERDICT_UNDEFINED;
  if (verdict->residual > noslip_hand_claim.tolerance)
    return NOSLIP_VERDICT_FAILS;
  if (sum->power == 0)
    return NOSLIP_VERDICT_VACUOUS;
  return verdict->sensitivity > SENSITIVE ? NOSLIP_VERDICT_WEAK : NOSLIP_VERDICT_HOLDS;
}

static void
conclude(const Sum *sum, NoslipVerdict *verdict)
{
  verdict->claim = &noslip_hand_claim;
  verdict->applies = TRUE;
  verdict->judged = TRUE;
  verdict->weakest = G_MAXUINT;
  verdict->drift = (double) NAN;
  verdict->scale = sum->size + (sum->duration > 0 ? sum->energy / sum->duration : 0);
  verdict->residual = sum->undefined ? (double) NAN : sum->largest <= 0 ? 0 : sum->largest / verdict->scale;
  verdict->sensitivity = sum->power > 0 ? noslip_hand_claim.tolerance * verdict->scale / sum->power : INFINITY;
  verdict->kind = kind_of(verdict, sum);
  verdict->good = noslip_verdict_is_good(verdict->kind, FALSE);
}

gboolean
noslip_hand_judge(const NoslipRuns *runs, const NoslipGestures *gestures, NoslipVerdict *verdict)
{
  const NoslipRunView *primary = runs->list->len > 0 ? noslip_runs_primary(runs) : NULL;
  Sum sum = {0};
  if (!primary || !primary->quantities || !primary->quantities->balances || primary->n_rows == 0)
    return FALSE;
  memset(verdict, 0, sizeof *verdict);
  verdict->worst_time = (double) NAN;
  for (guint i = 0; i < noslip_gestures_n(gestures); i++) {
    const NoslipGesture *gesture = noslip_gestures_nth(gestures, i);
    double end = INFINITY;
    if (gesture->input != NOSLIP_GESTURE_PUSH || gesture->rests)
      continue;
    for (guint j = i + 1; j < noslip_gestures_n(gestures) && isinf(end); j++)
      if (noslip_gestures_nth(gestures, j)->input == NOSLIP_GESTURE_PUSH)
        end = noslip_gestures_nth(gestures, j)->t;
    add_pull(primary, gesture->t, end, &sum, verdict);
  }
  if (sum.n > 0)
    conclude(&sum, verdict);
  return sum.n > 0;
}
