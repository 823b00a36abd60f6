/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hands did, as lines of text. Numbers have all their digits, so that the motion is the same again. */
#include "core/base/decimal.h"
#include "core/simulation/gestures.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static void
append_number(GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_c(text, ' ');
  g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.17g", value));
}

char *
noslip_gestures_to_text(const NoslipGestures *gestures, const NoslipSystem *system)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < noslip_gestures_n(gestures); i++) {
    const NoslipGesture *gesture = noslip_gestures_nth(gestures, i);
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.17g", gesture->t));
    g_string_append_printf(text, " %s %s", system->inputs[gesture->input].name, gesture->rests ? "rests" : "moves");
    for (guint j = 0; j < NOSLIP_HAND_N; j++)
      append_number(text, gesture->values[j]);
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

static gboolean
read_line(const char *line, const NoslipSystem *system, NoslipGesture *gesture)
{
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  if (g_strv_length(words) != 3 + NOSLIP_HAND_N || !noslip_decimal_read(words[0], &gesture->t) || !(gesture->t >= 0))
    return FALSE;
  gesture->input = system->n_inputs;
  for (guint i = 0; i < system->n_inputs; i++)
    if (strcmp(system->inputs[i].name, words[1]) == 0)
      gesture->input = i;
  gesture->rests = strcmp(words[2], "rests") == 0;
  if (gesture->input == system->n_inputs || (!gesture->rests && strcmp(words[2], "moves") != 0))
    return FALSE;
  for (guint j = 0; j < NOSLIP_HAND_N; j++)
    if (!noslip_decimal_read(words[3 + j], &gesture->values[j]) || !isfinite(gesture->values[j]))
      return FALSE;
  return isfinite(gesture->t) != 0;
}

NoslipGestures *
noslip_gestures_from_text(const char *text, const NoslipSystem *system, char **problem)
{
  NoslipGestures *gestures = noslip_gestures_new();
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  *problem = NULL;
  for (guint i = 0; lines[i]; i++) {
    NoslipGesture gesture;
    g_strstrip(lines[i]);
    if (!lines[i][0])
      continue;
    if (read_line(lines[i], system, &gesture))
      noslip_gestures_add(gestures, &gesture);
    else if (!*problem)
      *problem = g_strdup_printf(_("“%s” is no movement of an input of this system, and is left out"), lines[i]);
  }
  return gestures;
}
