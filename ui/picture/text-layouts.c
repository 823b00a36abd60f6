/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/text-layouts.h"

#include "ui/picture/display-items.h"

#include <string.h>

#define KEPT 16     /* drawings */
#define CHANGED 4   /* so many texts that differ in their figures alone are taken for a number that changes */
#define FIGURE '\1' /* in place of all figures of a number that changes */

typedef struct {
  PangoLayout *layout;      /* NULL: of a number that changes */
  NoslipTextGlyphs *glyphs; /* NULL: not made yet, or it needs Pango */
  gboolean tried;           /* to make glyphs */
  guint texts;              /* of a number that changes: how many were laid out */
  guint64 used;             /* the last drawing that had it */
} Kept;

struct _NoslipTextLayouts {
  PangoContext *context;
  cairo_font_options_t *options; /* of the last canvas */
  cairo_matrix_t matrix;         /* the same */
  GHashTable *kept;              /* font, style and text -> Kept */
  guint serial;                  /* of the context, for which glyphs were made */
  guint64 drawing, made;         /* made: the last drawing that made glyphs of a number */
};

static void
free_kept(gpointer data)
{
  Kept *kept = data;
  g_clear_object(&kept->layout);
  noslip_text_glyphs_free(kept->glyphs);
  g_free(kept);
}

NoslipTextLayouts *
noslip_text_layouts_new(void)
{
  NoslipTextLayouts *layouts = g_new0(NoslipTextLayouts, 1);
  layouts->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_kept);
  return layouts;
}

void
noslip_text_layouts_free(NoslipTextLayouts *layouts)
{
  if (layouts == NULL)
    return;
  g_hash_table_unref(layouts->kept);
  g_clear_object(&layouts->context);
  g_clear_pointer(&layouts->options, cairo_font_options_destroy);
  g_free(layouts);
}

static gboolean
is_old(gpointer key, gpointer value, gpointer data)
{
  const NoslipTextLayouts *layouts = data;
  const Kept *kept = value;
  return kept->used + KEPT < layouts->drawing;
}

/* Updates the context if this canvas differs from the last: Pango lays all texts out again after an update, also where
 * nothing differs. */
static void
update(NoslipTextLayouts *layouts, cairo_t *cairo)
{
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_matrix_t matrix;
  cairo_surface_get_font_options(cairo_get_target(cairo), options);
  cairo_get_matrix(cairo, &matrix);
  matrix.x0 = matrix.y0 = 0;
  gboolean same = layouts->options != NULL && cairo_font_options_equal(layouts->options, options) &&
                  memcmp(&layouts->matrix, &matrix, sizeof matrix) == 0;
  g_clear_pointer(&layouts->options, cairo_font_options_destroy);
  layouts->options = options;
  layouts->matrix = matrix;
  if (layouts->context == NULL)
    layouts->context = pango_cairo_create_context(cairo);
  else if (!same)
    pango_cairo_update_context(cairo, layouts->context);
}

static void
forget_glyphs(gpointer key, gpointer value, gpointer data)
{
  Kept *kept = value;
  g_clear_pointer(&kept->glyphs, noslip_text_glyphs_free);
  kept->tried = FALSE;
}

void
noslip_text_layouts_begin(NoslipTextLayouts *layouts, cairo_t *cairo)
{
  update(layouts, cairo);
  guint serial = pango_context_get_serial(layouts->context);
  if (serial != layouts->serial)
    g_hash_table_foreach(layouts->kept, forget_glyphs, NULL);
  layouts->serial = serial;
  layouts->drawing++;
  if (layouts->drawing % KEPT == 0)
    g_hash_table_foreach_remove(layouts->kept, is_old, layouts);
}

static Kept *
keep(NoslipTextLayouts *layouts, const char *font, const NoslipTextStyle *style, const char *text, gboolean *is_new)
{
  g_autofree char *key = noslip_text_key(font, style, text);
  Kept *kept = g_hash_table_lookup(layouts->kept, key);
  *is_new = kept == NULL;
  if (kept == NULL) {
    kept = g_new0(Kept, 1);
    g_hash_table_insert(layouts->kept, g_steal_pointer(&key), kept);
  }
  kept->used = layouts->drawing;
  return kept;
}

static Kept *
keep_layout(NoslipTextLayouts *layouts, const char *font, const NoslipTextStyle *style, const char *text,
            gboolean *is_new)
{
  Kept *kept = keep(layouts, font, style, text, is_new);
  if (*is_new) {
    kept->layout = pango_layout_new(layouts->context);
    noslip_text_prepare(kept->layout, font, style, text);
  }
  return kept;
}

PangoLayout *
noslip_text_layouts_get(NoslipTextLayouts *layouts, const char *font, const NoslipTextStyle *style, const char *text)
{
  gboolean is_new;
  return keep_layout(layouts, font, style, text, &is_new)->layout;
}

/* What is kept of all texts that differ from this one in their figures alone; NULL without figures. */
static Kept *
keep_number(NoslipTextLayouts *layouts, const char *font, const NoslipTextStyle *style, const char *text)
{
  gboolean is_new;
  if (strpbrk(text, "0123456789") == NULL)
    return NULL;
  g_autofree char *same = g_strdup(text);
  for (char *c = same; *c != '\0'; c++)
    if (g_ascii_isdigit(*c))
      *c = FIGURE;
  return keep(layouts, font, style, same, &is_new);
}

/* Ten texts are laid out for the glyphs of a number: in one drawing for one number. */
static void
make_number(NoslipTextLayouts *layouts, Kept *number, const char *font, const NoslipTextStyle *style, const char *text)
{
  if (number->texts < CHANGED || number->tried || layouts->made == layouts->drawing)
    return;
  layouts->made = layouts->drawing;
  number->tried = TRUE;
  number->glyphs = noslip_text_glyphs_new_number(layouts->context, font, style, text);
}

const NoslipTextGlyphs *
noslip_text_layouts_glyphs(NoslipTextLayouts *layouts, const char *font, const NoslipTextStyle *style, const char *text)
{
  gboolean is_new;
  Kept *number = keep_number(layouts, font, style, text);
  if (number != NULL)
    make_number(layouts, number, font, style, text);
  if (number != NULL && number->glyphs != NULL)
    return number->glyphs;
  Kept *kept = keep_layout(layouts, font, style, text, &is_new);
  if (number != NULL)
    number->texts += is_new;
  if (!kept->tried)
    kept->glyphs = noslip_text_glyphs_new(kept->layout);
  kept->tried = TRUE;
  return kept->glyphs;
}

guint
noslip_text_layouts_n(const NoslipTextLayouts *layouts)
{
  return g_hash_table_size(layouts->kept);
}
