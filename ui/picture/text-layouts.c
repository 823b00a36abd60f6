/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/text-layouts.h"

#include "ui/picture/display-items.h"

#include <string.h>

#define KEPT 16 /* drawings */

typedef struct {
  PangoLayout *layout;
  guint64 used; /* the last drawing that had it */
} Kept;

struct _NoslipTextLayouts {
  PangoContext *context;
  cairo_font_options_t *options; /* of the last canvas */
  cairo_matrix_t matrix;         /* the same */
  GHashTable *kept;              /* font, style and text -> Kept */
  guint64 drawing;
};

static void
free_kept(gpointer data)
{
  Kept *kept = data;
  g_object_unref(kept->layout);
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

void
noslip_text_layouts_begin(NoslipTextLayouts *layouts, cairo_t *cairo)
{
  update(layouts, cairo);
  layouts->drawing++;
  if (layouts->drawing % KEPT == 0)
    g_hash_table_foreach_remove(layouts->kept, is_old, layouts);
}

PangoLayout *
noslip_text_layouts_get(NoslipTextLayouts *layouts, const char *font, const NoslipTextStyle *style, const char *text)
{
  g_autofree char *key = noslip_text_key(font, style, text);
  Kept *kept = g_hash_table_lookup(layouts->kept, key);
  if (kept == NULL) {
    kept = g_new0(Kept, 1);
    kept->layout = pango_layout_new(layouts->context);
    noslip_text_prepare(kept->layout, font, style, text);
    g_hash_table_insert(layouts->kept, g_steal_pointer(&key), kept);
  }
  kept->used = layouts->drawing;
  return kept->layout;
}

guint
noslip_text_layouts_n(const NoslipTextLayouts *layouts)
{
  return g_hash_table_size(layouts->kept);
}
