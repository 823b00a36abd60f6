/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/hand/push-columns.h"

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

char **
noslip_hand_table_columns(const NoslipCsv *csv, const NoslipGestures *gestures)
{
  GStrvBuilder *builder = g_strv_builder_new();
  g_auto(GStrv) own = noslip_csv_columns(csv);
  g_strv_builder_addv(builder, (const char **) own);
  for (guint i = 0; noslip_gestures_have_push(gestures) && i < N_COLUMNS; i++) {
    g_autofree char *name = g_strdup_printf("push[%s]", names[i]);
    g_strv_builder_add(builder, name);
  }
  char **columns = g_strv_builder_end(builder);
  g_strv_builder_unref(builder);
  return columns;
}

void
noslip_hand_table_header(NoslipCsv *csv, const NoslipGestures *gestures, GString *out)
{
  noslip_csv_header(csv, out);
  if (!noslip_gestures_have_push(gestures))
    return;
  g_string_truncate(out, out->len - 1); /* the end of the line */
  noslip_push_columns_header(out);
  g_string_append_c(out, '\n');
}

void
noslip_hand_table_rows(NoslipCsv *csv, NoslipPushes *pushes, const NoslipGestures *gestures, const double *parameters,
                       guint n, const double *rows, guint row_size, GString *out)
{
  gboolean pushed = noslip_gestures_have_push(gestures);
  if (!pushed)
    noslip_csv_rows(csv, parameters, n, rows, out);
  for (guint i = 0; pushed && i < n; i++) {
    const double *row = rows + (gsize) i * row_size;
    noslip_csv_rows(csv, parameters, 1, row, out);
    g_string_truncate(out, out->len - 1);
    noslip_push_columns_row(pushes, gestures, parameters, row, out);
    g_string_append_c(out, '\n');
  }
}
