/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera as a line of text, for set-ups in files: words and numbers, the same in every locale. */
#include "core/base/decimal.h"
#include "ui/picture/scene/camera.h"

#include <math.h>
#include <string.h>

static void
append(GString *text, const char *word, guint n, const double *values)
{
  g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", word);
  for (guint i = 0; i < n; i++) {
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(text, " %s", g_ascii_formatd(number, sizeof number, "%.9g", values[i]));
  }
}

char *
noslip_camera_to_text(const NoslipCamera *camera)
{
  GString *text = g_string_new(NULL);
  const double degree = 180 / G_PI;
  const double azimuth = camera->azimuth * degree, elevation = camera->elevation * degree;
  const double field = camera->field * degree;
  append(text, "target", 3, camera->target);
  append(text, "distance", 1, &camera->distance);
  append(text, "azimuth", 1, &azimuth);
  append(text, "elevation", 1, &elevation);
  append(text, "field", 1, &field);
  if (camera->automatic)
    append(text, "automatic", 0, NULL);
  if (camera->zoomed)
    append(text, "zoomed", 0, NULL);
  if (camera->following)
    append(text, "following", 0, NULL);
  return g_string_free(text, FALSE);
}

/* Reads `n` numbers after a word; advances *words. */
static gboolean
take(char ***words, guint n, double *values)
{
  for (guint i = 0; i < n; i++) {
    if (**words == NULL || !noslip_decimal_read(**words, &values[i]))
      return FALSE;
    (*words)++;
  }
  return TRUE;
}

gboolean
noslip_camera_from_text(const char *text, NoslipCamera *camera)
{
  NoslipCamera read;
  const double degree = 180 / G_PI;
  noslip_camera_init(&read);
  read.automatic = FALSE;
  double azimuth = read.azimuth * degree, elevation = read.elevation * degree, field = read.field * degree;
  g_auto(GStrv) split = g_strsplit_set(text, " \t", -1);
  guint n = 0;
  for (guint i = 0; split[i] != NULL; i++) /* consecutive blanks give empty words */
    if (*split[i] != '\0')
      n++;
  g_autofree char **list = g_new0(char *, n + 1);
  n = 0;
  for (guint i = 0; split[i] != NULL; i++)
    if (*split[i] != '\0')
      list[n++] = split[i];
  const struct {
    const char *word;
    guint n;
    double *values;
    gboolean *flag;
  } parts[] = {
      {"target", 3, read.target, NULL},  {"distance", 1, &read.distance, NULL},
      {"azimuth", 1, &azimuth, NULL},    {"elevation", 1, &elevation, NULL},
      {"field", 1, &field, NULL},        {"automatic", 0, NULL, &read.automatic},
      {"zoomed", 0, NULL, &read.zoomed}, {"following", 0, NULL, &read.following},
  };
  for (char **word = list; *word != NULL;) {
    guint i = 0;
    while (i < G_N_ELEMENTS(parts) && strcmp(*word, parts[i].word) != 0)
      i++;
    if (i == G_N_ELEMENTS(parts))
      return FALSE;
    word++;
    if (parts[i].flag != NULL)
      *parts[i].flag = TRUE;
    if (!take(&word, parts[i].n, parts[i].values))
      return FALSE;
  }
  if (n == 0 || !(read.distance > 0) || !(field > 1 && field < 170) || fabs(elevation) > 90)
    return FALSE;
  read.azimuth = azimuth / degree;
  read.elevation = elevation / degree;
  read.field = field / degree;
  *camera = read;
  return TRUE;
}
