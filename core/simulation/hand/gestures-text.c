/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gestures as lines of text. Numbers have all their digits, so that the motion is reproduced exactly. */
#include "core/base/decimal.h"
#include "core/simulation/hand/gestures.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define PUSH "hand:" /* no name of the language */

static guint
n_values(const NoslipGesture *gesture)
{
  return gesture->input == NOSLIP_GESTURE_PUSH ? NOSLIP_PUSH_N : NOSLIP_HAND_N;
}

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
    if (gesture->input == NOSLIP_GESTURE_PUSH)
      g_string_append_printf(text, " " PUSH "%u", gesture->draw);
    else
      g_string_append_printf(text, " %s", system->inputs[gesture->input].name);
    g_string_append(text, gesture->rests ? " rests" : " moves");
    for (guint j = 0; j < n_values(gesture); j++)
      append_number(text, gesture->values[j]);
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

/* The input of this name, or the push of a body; FALSE if the system has neither. */
static gboolean
read_name(const char *name, const NoslipSystem *system, NoslipGesture *gesture)
{
  guint64 draw = 0;
  if (g_str_has_prefix(name, PUSH)) {
    gesture->input = NOSLIP_GESTURE_PUSH;
    if (system->n_draws == 0 ||
        !g_ascii_string_to_unsigned(name + strlen(PUSH), 10, 0, system->n_draws - 1, &draw, NULL))
      return FALSE;
    gesture->draw = (guint) draw;
    return TRUE;
  }
  for (gesture->input = 0; gesture->input < system->n_inputs; gesture->input++)
    if (strcmp(system->inputs[gesture->input].name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
read_line(const char *line, const NoslipSystem *system, NoslipGesture *gesture)
{
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  guint n = g_strv_length(words);
  *gesture = (NoslipGesture){0};
  if (n < 3 || !noslip_decimal_read(words[0], &gesture->t) || !(gesture->t >= 0) ||
      !read_name(words[1], system, gesture) || n != 3 + n_values(gesture))
    return FALSE;
  gesture->rests = strcmp(words[2], "rests") == 0;
  if (!gesture->rests && strcmp(words[2], "moves") != 0)
    return FALSE;
  for (guint j = 0; j < n_values(gesture); j++)
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
      *problem = g_strdup_printf(_("“%s” is no movement of a hand in this system, and is left out"), lines[i]);
  }
  return gestures;
}
