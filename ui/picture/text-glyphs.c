/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/text-glyphs.h"

#include "ui/picture/display-items.h"

#define N_FIGURES 10

typedef struct {
  cairo_scaled_font_t *font;
  guint n; /* glyphs */
} Run;

/* A figure that changes. */
typedef struct {
  guint glyph; /* its index in `glyphs` */
  unsigned long of[N_FIGURES];
} Figure;

struct _NoslipTextGlyphs {
  GArray *runs;    /* Run */
  GArray *glyphs;  /* cairo_glyph_t, from the top left corner */
  GArray *places;  /* int: of each glyph in the text of the layout, bytes */
  GArray *figures; /* Figure, in the order of the text */
  PangoRectangle logical;
  int baseline;
};

static void
clear_run(gpointer data)
{
  Run *run = data;
  cairo_scaled_font_destroy(run->font);
}

void
noslip_text_glyphs_free(NoslipTextGlyphs *glyphs)
{
  if (glyphs == NULL)
    return;
  g_array_unref(glyphs->runs);
  g_array_unref(glyphs->glyphs);
  g_array_unref(glyphs->places);
  g_array_unref(glyphs->figures);
  g_free(glyphs);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipTextGlyphs, noslip_text_glyphs_free)

/* Adds a run that begins at *x; FALSE if it needs Pango. */
static gboolean
add_run(NoslipTextGlyphs *self, const PangoGlyphItem *item, int *x)
{
  PangoFont *font = item->item->analysis.font;
  cairo_scaled_font_t *scaled =
      PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font)) : NULL;
  if (scaled == NULL)
    return FALSE;
  Run run = {cairo_scaled_font_reference(scaled), 0};
  gboolean all = TRUE;
  *x += item->start_x_offset;
  for (int i = 0; i < item->glyphs->num_glyphs; i++) {
    const PangoGlyphInfo *info = &item->glyphs->glyphs[i];
    const int place = item->item->offset + item->glyphs->log_clusters[i];
    const cairo_glyph_t glyph = {info->glyph, (double) (*x + info->geometry.x_offset) / PANGO_SCALE,
                                 (double) (self->baseline - item->y_offset + info->geometry.y_offset) / PANGO_SCALE};
    *x += info->geometry.width;
    if (info->glyph == PANGO_GLYPH_EMPTY)
      continue;
    all = all && !(info->glyph & PANGO_GLYPH_UNKNOWN_FLAG);
    g_array_append_val(self->glyphs, glyph);
    g_array_append_val(self->places, place);
    run.n++;
  }
  *x += item->end_x_offset;
  g_array_append_val(self->runs, run);
  return all;
}

NoslipTextGlyphs *
noslip_text_glyphs_new(PangoLayout *layout)
{
  g_autoptr(NoslipTextGlyphs) self = g_new0(NoslipTextGlyphs, 1);
  self->runs = g_array_new(FALSE, FALSE, sizeof(Run));
  g_array_set_clear_func(self->runs, clear_run);
  self->glyphs = g_array_new(FALSE, FALSE, sizeof(cairo_glyph_t));
  self->places = g_array_new(FALSE, FALSE, sizeof(int));
  self->figures = g_array_new(FALSE, FALSE, sizeof(Figure));
  pango_layout_get_extents(layout, NULL, &self->logical);
  self->baseline = pango_layout_get_baseline(layout);
  int x = self->logical.x;
  if (pango_layout_get_line_count(layout) != 1)
    return NULL;
  for (const GSList *run = pango_layout_get_line_readonly(layout, 0)->runs; run != NULL; run = run->next)
    if (!add_run(self, run->data, &x))
      return NULL;
  return g_steal_pointer(&self);
}

/* The same text with this figure in place of all. Free with g_free(). */
static char *
with_figure(const char *text, char figure)
{
  char *same = g_strdup(text);
  for (char *c = same; *c != '\0'; c++)
    if (g_ascii_isdigit(*c))
      *c = figure;
  return same;
}

/* Whether two texts have the same glyphs in the same places, apart from the indices of glyphs. */
static gboolean
matches(const NoslipTextGlyphs *a, const NoslipTextGlyphs *b)
{
  if (a->runs->len != b->runs->len || a->glyphs->len != b->glyphs->len || a->logical.x != b->logical.x ||
      a->logical.width != b->logical.width || a->logical.height != b->logical.height || a->baseline != b->baseline)
    return FALSE;
  for (guint i = 0; i < a->runs->len; i++) {
    const Run *one = &g_array_index(a->runs, Run, i), *other = &g_array_index(b->runs, Run, i);
    if (one->font != other->font || one->n != other->n)
      return FALSE;
  }
  for (guint i = 0; i < a->glyphs->len; i++) {
    const cairo_glyph_t *one = &g_array_index(a->glyphs, cairo_glyph_t, i);
    const cairo_glyph_t *other = &g_array_index(b->glyphs, cairo_glyph_t, i);
    if (one->x != other->x || one->y != other->y ||
        g_array_index(a->places, int, i) != g_array_index(b->places, int, i))
      return FALSE;
  }
  return TRUE;
}

/* The index of the only glyph at a place of the text, or -1. */
static int
only_glyph(const NoslipTextGlyphs *self, int place)
{
  int found = -1;
  for (guint i = 0; i < self->places->len; i++)
    if (g_array_index(self->places, int, i) == place) {
      if (found >= 0)
        return -1;
      found = (int) i;
    }
  return found;
}

/* Adds figures where the text of zeros and that of ones differ. */
static gboolean
find_figures(NoslipTextGlyphs *self, const char *zeros, const char *ones)
{
  for (int place = 0; zeros[place] != '\0'; place++) {
    if (zeros[place] == ones[place])
      continue;
    int glyph = only_glyph(self, place);
    if (glyph < 0)
      return FALSE;
    Figure figure = {.glyph = (guint) glyph};
    figure.of[0] = g_array_index(self->glyphs, cairo_glyph_t, glyph).index;
    g_array_append_val(self->figures, figure);
  }
  return TRUE;
}

/* Enters the glyphs of a figure; FALSE if other glyphs differ too. */
static gboolean
take_figure(NoslipTextGlyphs *self, const NoslipTextGlyphs *other, guint figure)
{
  guint n = 0;
  if (!matches(self, other))
    return FALSE;
  for (guint i = 0; i < self->figures->len; i++) {
    Figure *taken = &g_array_index(self->figures, Figure, i);
    taken->of[figure] = g_array_index(other->glyphs, cairo_glyph_t, taken->glyph).index;
    n += taken->of[figure] != taken->of[0];
  }
  for (guint i = 0; i < self->glyphs->len; i++)
    if (g_array_index(self->glyphs, cairo_glyph_t, i).index != g_array_index(other->glyphs, cairo_glyph_t, i).index)
      n--;
  return n == 0;
}

/* Whether any two figures beside each other are as far apart as any others. */
static gboolean
pairs_are_equal(PangoLayout *layout, const char *font, const NoslipTextStyle *style)
{
  char pairs[2 * N_FIGURES * N_FIGURES + 1] = "";
  for (guint i = 0; i < N_FIGURES * N_FIGURES; i++) {
    pairs[2 * i] = (char) ('0' + i / N_FIGURES);
    pairs[2 * i + 1] = (char) ('0' + i % N_FIGURES);
  }
  noslip_text_prepare(layout, font, style, pairs);
  g_autoptr(NoslipTextGlyphs) glyphs = noslip_text_glyphs_new(layout);
  if (glyphs == NULL || glyphs->glyphs->len != 2 * N_FIGURES * N_FIGURES)
    return FALSE;
  const cairo_glyph_t *glyph = (const cairo_glyph_t *) (const void *) glyphs->glyphs->data;
  for (guint i = 1; i < glyphs->glyphs->len; i++)
    if (glyph[i].x - glyph[i - 1].x != glyph[1].x - glyph[0].x || glyph[i].y != glyph[0].y)
      return FALSE;
  return TRUE;
}

NoslipTextGlyphs *
noslip_text_glyphs_new_number(PangoContext *context, const char *font, const NoslipTextStyle *style, const char *text)
{
  g_autoptr(PangoLayout) layout = pango_layout_new(context), other = pango_layout_new(context);
  g_autofree char *zeros = with_figure(text, '0');
  noslip_text_prepare(layout, font, style, zeros);
  g_autoptr(NoslipTextGlyphs) self = noslip_text_glyphs_new(layout);
  for (guint figure = 1; figure < N_FIGURES; figure++) {
    g_autofree char *same = with_figure(text, (char) ('0' + figure));
    noslip_text_prepare(other, font, style, same);
    g_autoptr(NoslipTextGlyphs) glyphs = noslip_text_glyphs_new(other);
    if (self == NULL || glyphs == NULL ||
        (figure == 1 && !find_figures(self, pango_layout_get_text(layout), pango_layout_get_text(other))) ||
        !take_figure(self, glyphs, figure))
      return NULL;
  }
  return pairs_are_equal(other, font, style) ? g_steal_pointer(&self) : NULL;
}

void
noslip_text_glyphs_size(const NoslipTextGlyphs *glyphs, double *width, double *height, double *baseline)
{
  *width = (double) glyphs->logical.width / PANGO_SCALE;
  *height = (double) glyphs->logical.height / PANGO_SCALE;
  *baseline = (double) glyphs->baseline / PANGO_SCALE;
}

static void
set_figures(const NoslipTextGlyphs *self, const char *text, cairo_glyph_t *glyphs)
{
  guint n = 0;
  for (const char *c = text; *c != '\0' && n < self->figures->len; c++)
    if (g_ascii_isdigit(*c)) {
      const Figure *figure = &g_array_index(self->figures, Figure, n++);
      glyphs[figure->glyph].index = figure->of[*c - '0'];
    }
}

#define FEW 128 /* glyphs */

void
noslip_text_glyphs_show(const NoslipTextGlyphs *glyphs, const char *text, double x, double y, cairo_t *cairo)
{
  cairo_glyph_t few[FEW];
  g_autofree cairo_glyph_t *many = glyphs->glyphs->len > FEW ? g_new(cairo_glyph_t, glyphs->glyphs->len) : NULL;
  cairo_glyph_t *shown = many != NULL ? many : few;
  for (guint i = 0; i < glyphs->glyphs->len; i++) {
    shown[i] = g_array_index(glyphs->glyphs, cairo_glyph_t, i);
    shown[i].x += x;
    shown[i].y += y;
  }
  if (glyphs->figures->len > 0)
    set_figures(glyphs, text, shown);
  for (guint i = 0; i < glyphs->runs->len; i++) {
    const Run *run = &g_array_index(glyphs->runs, Run, i);
    cairo_set_scaled_font(cairo, run->font);
    cairo_show_glyphs(cairo, shown, (int) run->n);
    shown += run->n;
  }
}
