/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in drawn texts, for copying from a picture; and where texts are. */
#include "core/base/decimal.h"
#include "ui/picture/display-items.h"

#include <math.h>
#include <string.h>

#define MINUS "\342\210\222"

/* "−2.5e−20" -> "-2.5e-20"; free with g_free(). */
static char *
plain(const char *text)
{
  g_auto(GStrv) parts = g_strsplit(text, MINUS, -1);
  return g_strjoinv("-", parts);
}

static gboolean
is_part(const char *at)
{
  return g_ascii_isalnum(*at) || strchr(".+-_'", *at) != NULL || g_str_has_prefix(at, MINUS);
}

/* Start of the word that contains `at`. */
static const char *
word_start(const char *text, const char *at)
{
  for (;;) {
    const char *before = at > text ? g_utf8_prev_char(at) : at;
    if (before == at || !is_part(before))
      return at;
    at = before;
  }
}

char *
noslip_text_number(const char *text, gsize at)
{
  const char *here = text + MIN(at, strlen(text));
  if (!is_part(here))
    return NULL;
  const char *from = word_start(text, here), *to = here;
  while (*to != '\0' && is_part(to))
    to = g_utf8_next_char(to);
  g_autofree char *word = g_strndup(from, (gsize) (to - from)), *number = plain(word);
  gboolean digits = g_ascii_isdigit(number[strspn(number, "+-.")]);
  double value;
  return digits && noslip_decimal_read(number, &value) ? g_steal_pointer(&number) : NULL;
}

/* The box of an upright text: its left and top edge, width and height. FALSE for one that is turned. */
static gboolean
text_box(const NoslipItem *item, const NoslipTheme *theme, const char *text, double box[4])
{
  double ascent, descent;
  noslip_text_measure(theme, &item->style, text, &box[2], &ascent, &descent);
  box[3] = ascent + descent;
  box[0] = item->x - item->style.align_x * box[2];
  box[1] = item->style.align_y == NOSLIP_ALIGN_BASELINE ? item->y - ascent : item->y - item->style.align_y * box[3];
  return item->style.angle == 0;
}

/* The byte of an item's text at this position, or -1. */
static gssize
byte_at(const NoslipItem *item, const NoslipTheme *theme, const char *text, double x, double y)
{
  double box[4], before;
  if (!text_box(item, theme, text, box) || x < box[0] || x > box[0] + box[2] || y < box[1] || y > box[1] + box[3])
    return -1;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
    g_autofree char *part = g_strndup(text, (gsize) (g_utf8_next_char(at) - text));
    noslip_text_measure(theme, &item->style, part, &before, NULL, NULL);
    if (box[0] + before >= x)
      return at - text;
  }
  return -1;
}

char *
noslip_display_number_at(const NoslipDisplay *display, const NoslipTheme *theme, double x, double y)
{
  for (guint i = display->items->len; i-- > 0;) {
    const NoslipItem *item = &g_array_index(display->items, NoslipItem, i);
    const char *text = item->kind == NOSLIP_ITEM_TEXT ? display->strings->str + item->text : NULL;
    gssize at = text != NULL ? byte_at(item, theme, text, x, y) : -1;
    char *number = at >= 0 ? noslip_text_number(text, (gsize) at) : NULL;
    if (number != NULL)
      return number;
  }
  return NULL;
}

double
noslip_display_texts_within(const NoslipDisplay *display, const NoslipTheme *theme, const double patch[4])
{
  double sum = 0, box[4];
  for (guint i = 0; i < display->items->len; i++) {
    const NoslipItem *item = &g_array_index(display->items, NoslipItem, i);
    if (item->kind != NOSLIP_ITEM_TEXT || !text_box(item, theme, display->strings->str + item->text, box))
      continue;
    double wide = fmin(box[0] + box[2], patch[0] + patch[2]) - fmax(box[0], patch[0]);
    double high = fmin(box[1] + box[3], patch[1] + patch[3]) - fmax(box[1], patch[1]);
    sum += fmax(wide, 0) * fmax(high, 0);
  }
  return sum;
}
