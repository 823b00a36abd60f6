/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of texts. Pictures use the same few repeatedly, so measurements are cached. */
#include "ui/picture/display-items.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define MOST_REMEMBERED 4096
#define REMEMBERED "noslip-text-sizes"

typedef enum { FIGURES_UNKNOWN, FIGURES_EQUAL, FIGURES_DIFFER } Figures;

typedef struct {
  double width, ascent, descent, ink_ascent, overhang;
  Figures figures; /* of the font; kept with the size of "0" */
} Size;

/* The cache is attached to the font map, one per thread, and is cleared when its fonts change. */
typedef struct {
  GHashTable *sizes; /* key -> Size */
  guint serial;      /* of the font map */
} Remembered;

static void
remembered_free(gpointer data)
{
  Remembered *remembered = data;
  g_hash_table_unref(remembered->sizes);
  g_free(remembered);
}

static GHashTable *
sizes_of(PangoFontMap *fonts)
{
  Remembered *remembered = g_object_get_data(G_OBJECT(fonts), REMEMBERED);
  if (remembered == NULL) {
    remembered = g_new0(Remembered, 1);
    remembered->sizes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    remembered->serial = pango_font_map_get_serial(fonts);
    g_object_set_data_full(G_OBJECT(fonts), REMEMBERED, remembered, remembered_free);
  }
  if (remembered->serial != pango_font_map_get_serial(fonts) ||
      g_hash_table_size(remembered->sizes) >= MOST_REMEMBERED) {
    remembered->serial = pango_font_map_get_serial(fonts);
    g_hash_table_remove_all(remembered->sizes);
  }
  return remembered->sizes;
}

/* With metrics that do not depend on a canvas. */
static Size *
measure(PangoFontMap *fonts, const char *font, const NoslipTextStyle *style, const char *text)
{
  PangoContext *context = pango_font_map_create_context(fonts);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  g_autoptr(PangoLayout) layout = pango_layout_new(context);
  g_object_unref(context);
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  PangoRectangle ink, logical;
  noslip_text_prepare(layout, font, style, valid);
  pango_layout_get_extents(layout, &ink, &logical);
  double baseline = pango_layout_get_baseline(layout);
  Size *size = g_new0(Size, 1);
  size->width = (double) logical.width / PANGO_SCALE;
  size->ascent = baseline / PANGO_SCALE;
  size->descent = (logical.height - baseline) / PANGO_SCALE;
  size->ink_ascent = (baseline - ink.y) / PANGO_SCALE;
  size->overhang = (double) (ink.x + ink.width - logical.x - logical.width) / PANGO_SCALE;
  return size;
}

static NoslipTextStyle
as_set(const NoslipTheme *theme, const NoslipTextStyle *style)
{
  NoslipTextStyle set = *style;
  set.symbols = style->symbols && theme->symbols;
  return set;
}

/* NULL: not measured yet. */
static Size *
known_size(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  NoslipTextStyle set = as_set(theme, style);
  g_autofree char *key = noslip_text_key(theme->font, &set, text);
  return g_hash_table_lookup(sizes_of(pango_cairo_font_map_get_default()), key);
}

static Size *
size_of(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  Size *known = known_size(theme, style, text != NULL ? text : "");
  if (known != NULL)
    return known;
  PangoFontMap *fonts = pango_cairo_font_map_get_default();
  NoslipTextStyle set = as_set(theme, style);
  Size *size = measure(fonts, theme->font, &set, text != NULL ? text : "");
  g_hash_table_insert(sizes_of(fonts), noslip_text_key(theme->font, &set, text != NULL ? text : ""), size);
  return size;
}

static Figures
compare_figures(const NoslipTheme *theme, const NoslipTextStyle *style, double width)
{
  for (char figure[2] = "1"; figure[0] <= '9'; figure[0]++)
    if (size_of(theme, style, figure)->width != width)
      return FIGURES_DIFFER;
  return FIGURES_EQUAL;
}

/* Whether the font has figures of equal width, as requested. */
static gboolean
figures_are_equal(const NoslipTheme *theme, const NoslipTextStyle *style)
{
  const Size *zero = size_of(theme, style, "0");
  if (zero->figures != FIGURES_UNKNOWN)
    return zero->figures == FIGURES_EQUAL;
  Figures figures = compare_figures(theme, style, zero->width);
  size_of(theme, style, "0")->figures = figures; /* the cache may have been cleared since */
  return figures == FIGURES_EQUAL;
}

/* The size apart from the ink. A number that changes from picture to picture is measured once, with other figures. */
static const Size *
size_without_ink(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  const Size *known = known_size(theme, style, text);
  if (known != NULL || strpbrk(text, "0123456789") == NULL || !figures_are_equal(theme, style))
    return known != NULL ? known : size_of(theme, style, text);
  g_autofree char *same = g_strdup(text);
  for (char *c = same; *c != '\0'; c++)
    if (g_ascii_isdigit(*c))
      *c = '0';
  return size_of(theme, style, same);
}

void
noslip_text_measure(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text, double *width,
                    double *ascent, double *descent)
{
  const Size *size = size_without_ink(theme, style, text != NULL ? text : "");
  if (width != NULL)
    *width = size->width;
  if (ascent != NULL)
    *ascent = size->ascent;
  if (descent != NULL)
    *descent = size->descent;
}

double
noslip_text_ink_ascent(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  return size_of(theme, style, text)->ink_ascent;
}

double
noslip_text_overhang(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  return size_of(theme, style, text)->overhang;
}

char **
noslip_text_lines(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text, double width)
{
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  g_autoptr(GPtrArray) lines = g_ptr_array_new();
  g_autoptr(GString) line = g_string_new(NULL);
  for (char **word = words; *word != NULL; word++) {
    g_autofree char *longer = g_strconcat(line->str, line->len > 0 ? " " : "", *word, NULL);
    double w = 0;
    noslip_text_measure(theme, style, longer, &w, NULL, NULL);
    if (w > width && line->len > 0) {
      g_ptr_array_add(lines, g_strdup(line->str));
      g_string_assign(line, *word);
    } else {
      g_string_assign(line, longer);
    }
  }
  g_ptr_array_add(lines, g_strdup(line->str));
  g_ptr_array_add(lines, NULL);
  return (char **) g_ptr_array_free(g_steal_pointer(&lines), FALSE);
}
