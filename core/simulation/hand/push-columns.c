/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/hand/push-columns.h"

#include "core/trajectory/csv.h"

#include <math.h>

#define ROUNDED 1e-9 /* s: a sample and a gesture at the same time, with different rounding */

static const char *const names[] = {"draw", "x", "y", "z", "Fx", "Fy", "Fz", "couple", "power"};
#define N_COLUMNS G_N_ELEMENTS(names)

gboolean
noslip_gestures_have_push(const NoslipGestures *gestures)
{
  for (guint i = 0; i < noslip_gestures_n(gestures); i++)
    if (noslip_gestures_nth(gestures, i)->input == NOSLIP_GESTURE_PUSH)
      return TRUE;
  return FALSE;
}

void
noslip_push_columns_header(GString *out)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    g_string_append_printf(out, ",push[%s]", names[i]);
}

void
noslip_push_columns_row(NoslipPushes *pushes, const NoslipGestures *gestures, const double *parameters,
                        const double *row, GString *out)
{
  const double none = (double) NAN;
  double values[N_COLUMNS] = {none, none, none, none, 0, 0, 0, 0, 0};
  const NoslipGesture *push = noslip_gestures_push(gestures, row[0] + ROUNDED);
  NoslipPushState state;
  if (push && noslip_pushes_read(pushes, push->draw, parameters, push->values, row, &state)) {
    values[0] = push->draw;
    for (guint i = 0; i < 3; i++) {
      values[1 + i] = push->values[NOSLIP_PUSH_TARGET + i];
      values[4 + i] = state.force[i];
    }
    values[7] = state.couple;
    values[8] = state.power;
  }
  for (guint i = 0; i < N_COLUMNS; i++) {
    g_string_append_c(out, ',');
    noslip_csv_number(out, values[i]);
  }
}
