/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend above the axes: the curves that have no room for a name at their ends, and in figures for paper what marks
 * and the stronger level mean. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct {
  char *text; /* owned */
  const NoslipSeries *series;
  const NoslipMark *mark; /* where there is no series; NULL: the motion's own level */
} Entry;

static void
clear_entry(gpointer item)
{
  g_free(((Entry *) item)->text);
}

/* A point of rest of this kind in the last picture, or NULL. Other marks are explained by their labels. */
static const NoslipMark *
rest_of_kind(const NoslipFigure *figure, gboolean hollow)
{
  const NoslipFigureLayout *at = &figure->layout;
  for (guint i = 0; i < figure->marks->len; i++) {
    const NoslipMark *mark = &g_array_index(figure->marks, NoslipMark, i);
    if (mark->rest && mark->hollow == hollow && mark->x >= at->low[0] && mark->x <= at->high[0] &&
        mark->y >= at->low[1] && mark->y <= at->high[1])
      return mark;
  }
  return NULL;
}

static void
add_marks(const NoslipFigure *figure, GArray *entries)
{
  const NoslipMark *filled = rest_of_kind(figure, FALSE), *hollow = rest_of_kind(figure, TRUE);
  for (guint k = 0; k < 2; k++) {
    Entry entry = {.mark = k == 0 ? filled : hollow};
    if (entry.mark == NULL)
      continue;
    entry.text = g_strdup(k == 1 ? _("unstable equilibria") : hollow ? _("other equilibria") : _("equilibria"));
    g_array_append_val(entries, entry);
  }
}

static void
add_levels(const NoslipFigure *figure, GArray *entries)
{
  for (guint k = 0; k < figure->levels->len; k++) {
    const NoslipLevels *levels = &g_array_index(figure->levels, NoslipLevels, k);
    if (isnan(levels->emphasis))
      continue;
    g_autofree char *level = noslip_number_text(levels->emphasis, 4);
    Entry entry = {.text =
                       g_strdup_printf(_("%s = %s (the motion's)"), levels->label ? levels->label : _("level"), level)};
    g_array_append_val(entries, entry);
  }
}

/* All of it, in the order in which it is read. */
static GArray *
entries_of(const NoslipFigure *figure)
{
  GArray *entries = g_array_new(FALSE, TRUE, sizeof(Entry));
  g_array_set_clear_func(entries, clear_entry);
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (series->label == NULL || series->n == 0)
      continue;
    Entry entry = {.text = g_strdup(series->label), .series = series};
    g_array_append_val(entries, entry);
  }
  if (figure->parts & NOSLIP_FIGURE_KEY) {
    add_levels(figure, entries);
    add_marks(figure, entries);
  }
  return entries;
}

static void
draw_sample(const Entry *entry, const NoslipTheme *theme, double left, double right, double y, NoslipDisplay *display)
{
  NoslipStroke level = noslip_figure_own_level_stroke(theme);
  if (entry->series != NULL) {
    NoslipStroke stroke = {entry->series->color, theme->line_width, entry->series->dash};
    noslip_display_segment(display, left, y, right, y, &stroke);
  } else if (entry->mark != NULL) {
    noslip_figure_draw_mark(entry->mark, theme, (left + right) / 2, y, display);
  } else {
    noslip_display_segment(display, left, y, right, y, &level);
  }
}

/* One entry: what it looks like, its name and, of a curve, the present value, which is `value` wide; 0: without values.
 * Returns its width. */
static double
show_entry(const NoslipFigure *figure, const NoslipTheme *theme, const Entry *entry, double value, double right,
           double y, NoslipDisplay *display)
{
  double gap = 5 * theme->scale, name = noslip_label_width(theme, entry->text);
  double sample = (entry->series == NULL && entry->mark != NULL ? 6 : 18) * theme->scale;
  value = value > 0 && entry->series != NULL && noslip_figure_reads(figure, entry->series) ? value + gap : 0;
  if (display != NULL) {
    NoslipTextStyle style = noslip_label_style(theme, theme->text);
    double left = right - value - name;
    noslip_display_text(display, theme, &style, left, y, entry->text);
    draw_sample(entry, theme, left - gap - sample, left - gap, y, display);
    g_autofree char *now = value > 0 ? noslip_figure_value_now(figure, entry->series) : NULL;
    style.color = value > 0 ? noslip_theme_type_color(theme, entry->series->color) : theme->text;
    noslip_display_text(display, theme, &style, left + name + gap, y, now);
  }
  return sample + gap + name + value;
}

/* Where a curve in a plane is now: both values, in the line of the title, where no curve is. FALSE if there is none, or
 * no room. */
static gboolean
show_place(const NoslipFigure *figure, const NoslipTheme *theme, double width, NoslipDisplay *display)
{
  for (guint s = figure->series->len; s-- > 0 && (figure->parts & NOSLIP_FIGURE_READINGS);) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y;
    if (series->x_increases || series->label != NULL || isnan(series->cursor) ||
        !noslip_series_now(figure, series, &x, &y))
      continue;
    g_autofree char *name_x = noslip_math_pretty(figure->axis[0].quantity);
    g_autofree char *name_y = noslip_math_pretty(figure->axis[1].quantity);
    g_autofree char *now_x = noslip_figure_axis_value_text(figure, NOSLIP_AXIS_X, x);
    g_autofree char *now_y = noslip_figure_axis_value_text(figure, NOSLIP_AXIS_Y, y);
    g_autofree char *text = g_strdup_printf("%s %s   %s %s", name_x ? name_x : "", now_x, name_y ? name_y : "", now_y);
    g_autofree char *title = noslip_axis_title(&figure->axis[1], 0);
    NoslipTextStyle style = noslip_label_style(theme, noslip_theme_type_color(theme, series->color));
    style.align_x = 1;
    if (noslip_label_width(theme, title) + noslip_label_width(theme, text) + 30 * theme->scale >= width)
      return FALSE;
    if (display != NULL)
      noslip_display_text(display, theme, &style, width - 8 * theme->scale, noslip_figure_title_line(figure, theme),
                          text);
    return TRUE;
  }
  return FALSE;
}

typedef struct {
  const NoslipFigure *figure;
  const NoslipTheme *theme;
  const GArray *entries; /* of Entry */
  double width;
  guint most;     /* rows */
  gboolean first; /* whether the first row has room beside the title of the axis */
} Legend;

/* The last entries that have room, with values of this width. Returns the number of rows, with the first. */
static guint
show_rows(const Legend *l, double value, guint *shown, NoslipDisplay *display)
{
  const NoslipTheme *theme = l->theme;
  double gap = 5 * theme->scale, margin = 8 * theme->scale, pitch = 1.35 * theme->small_size;
  g_autofree char *title = noslip_axis_title(&l->figure->axis[1], 0);
  double taken = margin + noslip_label_width(theme, title) + 8 * gap, x = l->first ? l->width - margin : 0;
  double y = noslip_figure_title_line(l->figure, theme);
  guint rows = l->first ? 0 : 1;
  *shown = 0;
  for (guint i = l->entries->len; i-- > 0;) {
    const Entry *entry = &g_array_index(l->entries, Entry, i);
    double room = show_entry(l->figure, theme, entry, value, x, y, NULL);
    if (rows == 0 || x - room < (rows == 1 ? taken : margin)) {
      /* Even the first row is skipped where not one name fits beside the title. */
      gboolean beside = rows == 0 && l->width - margin - room >= taken;
      if (rows == l->most)
        break;
      y += beside ? 0 : pitch;
      rows += rows == 0 && !beside ? 2 : 1;
      x = l->width - margin;
    }
    x -= show_entry(l->figure, theme, entry, value, x, y, display) + 3 * gap;
    ++*shown;
  }
  return rows;
}

/* In rows that end at the right margin; the first leaves the axis title its room. Where they would take more than a
 * third of the height, the values are left out, then the first names: they are shown under the pointer only. */
guint
noslip_figure_legend(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height,
                     NoslipDisplay *display)
{
  double value = noslip_figure_value_room(figure, theme);
  g_autoptr(GArray) entries = entries_of(figure);
  gboolean curves = entries->len > 0 && g_array_index(entries, Entry, 0).series != NULL;
  Legend legend = {figure,
                   theme,
                   entries,
                   width,
                   MAX(2, (guint) fmax(0, height / 3 / (1.35 * theme->small_size))),
                   curves || !show_place(figure, theme, width, display)};
  guint shown, more;
  show_rows(&legend, value, &shown, NULL);
  if (shown < entries->len) {
    show_rows(&legend, 0, &more, NULL);
    if (more > shown)
      value = 0;
  }
  return show_rows(&legend, value, &shown, display);
}
