/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/holonomy-gait.h"

#include "ui/widgets/finder/finder-choices.h"

#include "core/base/decimal.h"

#include <math.h>
#include <string.h>

#define MOST_POINTS 72    /* points of a drawn gait, at most */
#define RADIUS 0.25       /* half axes of the first gait, as a part of the box */
#define ELLIPSE_POINTS 96 /* corners of the drawn line */

/* ellipse(a0,b0,ra,rb) */
static gboolean
read_ellipse(const char *text, NoslipLoop *loop)
{
  double *values[] = {&loop->center[0], &loop->center[1], &loop->radius[0], &loop->radius[1]};
  if (!g_str_has_prefix(text, "ellipse(") || !g_str_has_suffix(text, ")"))
    return FALSE;
  g_autofree char *inner = g_strndup(text + strlen("ellipse("), strlen(text) - strlen("ellipse(") - 1);
  g_auto(GStrv) parts = g_strsplit(inner, ",", -1);
  gboolean good = g_strv_length(parts) == 4;
  for (guint i = 0; i < 4 && good; i++)
    good = noslip_decimal_read(g_strstrip(parts[i]), values[i]) && isfinite(*values[i]);
  return good && loop->radius[0] != 0 && loop->radius[1] != 0;
}

/* The points of a drawn gait: "a b" each; NULL if there is none. */
static GArray *
read_drawn(NoslipView *view)
{
  const char *const *drawn = noslip_view_choice(view, "drawn");
  if (!drawn || g_strv_length((char **) drawn) < 3)
    return NULL;
  GArray *points = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; drawn[i]; i++) {
    g_auto(GStrv) words = g_strsplit(drawn[i], " ", 2);
    double at[2];
    if (g_strv_length(words) == 2 && noslip_decimal_read(words[0], &at[0]) && noslip_decimal_read(words[1], &at[1]))
      g_array_append_vals(points, at, 2);
  }
  return points;
}

gboolean
noslip_gait_find(NoslipView *view, const double low[2], const double high[2], NoslipLoop *loop, GArray **points)
{
  const char *text = noslip_finder_chosen(view, "loop");
  *points = NULL;
  *loop = (NoslipLoop){0};
  if (text)
    return read_ellipse(text, loop);
  *points = read_drawn(view);
  if (*points && (*points)->len >= 6) {
    loop->n_points = (*points)->len / 2;
    loop->points = (const double *) (gpointer) (*points)->data;
    return TRUE;
  }
  for (guint s = 0; s < 2; s++) {
    loop->center[s] = (low[s] + high[s]) / 2;
    loop->radius[s] = RADIUS * (high[s] - low[s]);
  }
  return TRUE;
}

void
noslip_gait_add_key(GString *key, const NoslipLoop *loop)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  const double ellipse[] = {loop->center[0], loop->center[1], loop->radius[0], loop->radius[1]};
  const double *values = loop->n_points > 0 ? loop->points : ellipse;
  for (guint i = 0; i < (loop->n_points > 0 ? 2 * loop->n_points : 4); i++)
    g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.10g", values[i]));
}

GArray *
noslip_gait_line(const NoslipLoop *loop)
{
  GArray *line = g_array_new(FALSE, FALSE, sizeof(double));
  guint n = loop->n_points > 0 ? loop->n_points : ELLIPSE_POINTS;
  for (guint i = 0; i <= n; i++) {
    double angle = 2 * G_PI * i / n;
    double at[2] = {loop->center[0] + loop->radius[0] * cos(angle), loop->center[1] + loop->radius[1] * sin(angle)};
    if (loop->n_points > 0)
      memcpy(at, loop->points + (gsize) 2 * (i % n), sizeof at);
    g_array_append_vals(line, at, 2);
  }
  return line;
}

void
noslip_gait_take_drawn(NoslipView *view, const GArray *drawn)
{
  guint n = drawn->len / 2, step = (n + MOST_POINTS - 1) / MOST_POINTS;
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
  const double *at = (const double *) (gpointer) drawn->data;
  char a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];
  if (n < 3)
    return;
  for (guint i = 0; i < n; i += step)
    g_ptr_array_add(words, g_strdup_printf("%s %s", g_ascii_formatd(a, sizeof a, "%.6g", at[2 * i]),
                                           g_ascii_formatd(b, sizeof b, "%.6g", at[2 * i + 1])));
  g_ptr_array_add(words, NULL);
  if (words->len < 4)
    return;
  noslip_view_set_choice(view, "loop", NULL);
  noslip_view_set_choice(view, "drawn", (const char *const *) words->pdata);
}
