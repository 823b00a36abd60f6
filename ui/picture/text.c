/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a line of text to a layout: its font, figures of equal width, and the formatting of names of quantities. */
#include "ui/picture/display-items.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define SCRIPT_SIZE 0.75
#define SCRIPT_DROP 0.16 /* in ems */
#define MATHEMATICS "STIX Two Text, STIXGeneral, DejaVu Serif, Serif"

static void
over(PangoAttrList *attributes, PangoAttribute *attribute, gsize from, gsize to)
{
  attribute->start_index = (guint) from;
  attribute->end_index = (guint) to;
  pango_attr_list_insert(attributes, attribute);
}

gsize
noslip_text_index(const char *text, const char *underscore)
{
  if (*underscore != '_' || underscore == text || !g_unichar_isalnum(g_utf8_get_char(g_utf8_prev_char(underscore))))
    return 0;
  const char *end = underscore + 1;
  while (g_unichar_isalnum(g_utf8_get_char(end)))
    end = g_utf8_next_char(end);
  return (gsize) (end - underscore - 1);
}

static gboolean
is_accent(gunichar c)
{
  return c >= 0x300 && c < 0x370;
}

/* Bytes of the letters that begin here, with their accents; *n of them. */
static gsize
letters_at(const char *text, guint *n)
{
  const char *end = text;
  for (*n = 0; g_unichar_isalpha(g_utf8_get_char(end)) || (*n > 0 && is_accent(g_utf8_get_char(end)));) {
    *n += !is_accent(g_utf8_get_char(end));
    end = g_utf8_next_char(end);
  }
  return (gsize) (end - text);
}

/* Whether the bracket here encloses a text of its own, such as a unit; that of "p(v)" does not. */
static gboolean
is_aside(const char *text, const char *at)
{
  return *at == '(' && (at == text || at[-1] == ' ');
}

/* The place behind an aside, or the text's end. */
static const char *
behind_aside(const char *at)
{
  const char *end = strchr(at, ')');
  return end != NULL ? end + 1 : at + strlen(at);
}

/* Whether there is no word of several letters where a name would begin. */
static gboolean
names_alone(const char *text)
{
  for (const char *c = text; *c != '\0';) {
    guint n = 0;
    letters_at(c, &n);
    if (is_aside(text, c)) {
      c = behind_aside(c);
      continue;
    }
    if (n > 1)
      return FALSE;
    while (*c != '\0' && *c != ' ')
      c++;
    c += *c == ' ';
  }
  return TRUE;
}

/* Whether the letter is the e of a number: 3e-18, with either minus. */
static gboolean
is_exponent(const char *text, const char *at)
{
  if (*at != 'e' || at == text || !g_ascii_isdigit(at[-1]))
    return FALSE;
  const char *next = at + 1;
  if (*next == '-' || *next == '+' || g_utf8_get_char(next) == 0x2212)
    next = g_utf8_next_char(next);
  return g_ascii_isdigit(*next);
}

gsize
noslip_text_symbol(const char *text, const char *at)
{
  guint n;
  gsize length = letters_at(at, &n);
  if (n != 1 || is_exponent(text, at) || (at > text && g_unichar_isalpha(g_utf8_get_char(g_utf8_prev_char(at)))) ||
      !names_alone(text))
    return 0;
  for (const char *c = text; c <= at; c++)
    if (is_aside(text, c)) {
      c = behind_aside(c) - 1;
      if (c >= at)
        return 0;
    }
  return length;
}

/* The number of subscript figures ("₁₂") that start here. */
static gsize
n_low_figures(const char *text)
{
  gsize n = 0;
  for (gunichar c = g_utf8_get_char(text); c >= 0x2080 && c <= 0x2089; c = g_utf8_get_char(text)) {
    text = g_utf8_next_char(text);
    n++;
  }
  return n;
}

static void
set_symbol(PangoAttrList *attributes, gsize from, gsize to)
{
  over(attributes, pango_attr_family_new(MATHEMATICS), from, to);
  over(attributes, pango_attr_style_new(PANGO_STYLE_ITALIC), from, to);
}

/* The text without the underscores of names; the text after one is set lower and smaller. So are subscript digits:
 * fonts of interfaces lack them, and those of other fonts are too close to the next character. With `symbols`, symbols
 * are set as in formulas. Free with g_free(). */
static char *
set_indices(PangoAttrList *attributes, const char *text, double size, gboolean symbols)
{
  GString *shown = g_string_new(NULL);
  for (const char *c = text; *c != '\0';) {
    gsize symbol = symbols ? noslip_text_symbol(text, c) : 0;
    if (symbol > 0) {
      g_string_append_len(shown, c, (gssize) symbol);
      set_symbol(attributes, shown->len - symbol, shown->len);
      c += symbol;
      continue;
    }
    gsize length = noslip_text_index(text, c), figures = n_low_figures(c), from = shown->len;
    if (length > 0)
      g_string_append_len(shown, ++c, (gssize) length);
    for (gsize i = 0; i < figures; i++)
      g_string_append_c(shown, (char) ('0' + (c[3 * i + 2] & 0xf)));
    if (length + figures == 0) {
      g_string_append_c(shown, *c++);
      continue;
    }
    over(attributes, pango_attr_rise_new((int) (-SCRIPT_DROP * size * PANGO_SCALE)), from, shown->len);
    over(attributes, pango_attr_scale_new(SCRIPT_SIZE), from, shown->len);
    c += length + 3 * figures;
  }
  return g_string_free(shown, FALSE);
}

/* Whether the interface font places a dot above this letter correctly: not for Greek ones, nor above the stems of b
 * and d, where it would fall into the bowl. */
static gboolean
takes_dot(gunichar letter)
{
  return g_unichar_get_script(letter) != G_UNICODE_SCRIPT_GREEK && letter != 'b' && letter != 'd';
}

/* Other letters with dots are drawn in a font that places them correctly. */
static void
set_dots(PangoAttrList *attributes, const char *text)
{
  const char *before = NULL;
  for (const char *c = text; *c != '\0'; before = c, c = g_utf8_next_char(c)) {
    gunichar mark = g_utf8_get_char(c);
    if ((mark == 0x307 || mark == 0x308) && before && !takes_dot(g_utf8_get_char(before)))
      over(attributes, pango_attr_family_new("DejaVu Sans"), (gsize) (before - text),
           (gsize) (g_utf8_next_char(c) - text));
  }
}

void
noslip_text_prepare(PangoLayout *layout, const char *font, const NoslipTextStyle *style, const char *text)
{
  g_autoptr(PangoFontDescription) description = pango_font_description_new();
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new();
  pango_font_description_set_family_static(description, style->mathematics ? MATHEMATICS : font);
  pango_font_description_set_absolute_size(description, fmax(style->size, 0.5) * PANGO_SCALE);
  if (style->italic)
    pango_font_description_set_style(description, PANGO_STYLE_ITALIC);
  if (style->bold)
    pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description(layout, description);
  /* Figures of equal width, so that changing numbers do not shift. */
  pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
  gboolean has_index = !style->mathematics && (strchr(text, '_') != NULL || strstr(text, "\342\202") != NULL);
  g_autofree char *shown =
      has_index || style->symbols ? set_indices(attributes, text, fmax(style->size, 0.5), style->symbols) : NULL;
  if (!style->mathematics && strstr(text, "\314") != NULL)
    set_dots(attributes, shown ? shown : text);
  pango_layout_set_attributes(layout, attributes);
  pango_layout_set_single_paragraph_mode(layout, TRUE);
  pango_layout_set_text(layout, shown ? shown : text, -1);
}

/* The size is written by its bits, four to a character: printing a number takes longer than all the rest. */
char *
noslip_text_key(const char *font, const NoslipTextStyle *style, const char *text)
{
  gsize font_length = strlen(font), text_length = strlen(text);
  char *key = g_malloc(sizeof(guint64) * 2 + 1 + font_length + 1 + text_length + 1), *end = key;
  guint64 bits;
  memcpy(&bits, &style->size, sizeof bits);
  for (guint shift = 0; shift < 64; shift += 4)
    *end++ = (char) ('a' + (bits >> shift & 0xf));
  *end++ = (char) ('a' + !!style->mathematics + 2 * !!style->italic + 4 * !!style->bold + 8 * !!style->symbols);
  memcpy(end, font, font_length);
  end[font_length] = '\n';
  memcpy(end + font_length + 1, text, text_length + 1);
  return key;
}
