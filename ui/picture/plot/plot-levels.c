/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level curves of a field under the series, some of them with their numbers. */
#include "ui/picture/plot/plot-items.h"
#include "ui/picture/plot/plot-room.h"

#include <math.h>
#include <string.h>

#define FIELD_NODES 73   /* samples a side */
#define MOST_NUMBERS 5   /* curves with a number */
#define NUMBER_SIZE 0.85 /* of the small type */
#define NOT_SEEN 1e-4    /* of the distance of levels: smaller moves of the own level are not redrawn */

typedef struct {
  double level;
  gboolean emphasis; /* the motion's own */
  GArray *points;    /* pixel pairs, pieces with NaN between them */
} Curve;

/* The number of a level, at its place. */
typedef struct {
  double x, y, angle;
  char *text;
} Number;

static void
clear_curve(gpointer item)
{
  g_array_unref(((Curve *) item)->points);
}

static void
clear_number(gpointer item)
{
  g_free(((Number *) item)->text);
}

/* Levels: round numbers between the extremes of the field, or the caller's own. */
static GArray *
choose_levels(const NoslipLevels *levels, const double *values, guint n_values)
{
  GArray *chosen = g_array_new(FALSE, FALSE, sizeof(double));
  if (levels->levels != NULL) {
    g_array_append_vals(chosen, levels->levels, levels->n_levels);
    return chosen;
  }
  double low = INFINITY, high = -INFINITY;
  for (guint i = 0; i < n_values; i++)
    if (isfinite(values[i])) {
      low = fmin(low, values[i]);
      high = fmax(high, values[i]);
    }
  NoslipTicks ticks;
  noslip_ticks_linear(&ticks, low, high, levels->n_levels > 0 ? levels->n_levels : 8);
  g_array_append_vals(chosen, ticks.value, ticks.n);
  return chosen;
}

static void
add_curve(const NoslipFigure *figure, NoslipTraced *traced, double level, gboolean emphasis)
{
  const NoslipFigureLayout *at = &figure->layout;
  Curve curve = {level, emphasis, g_array_new(FALSE, FALSE, sizeof(double))};
  noslip_contour_grid(FIELD_NODES, FIELD_NODES, traced->values, at->low[0], at->high[0], at->low[1], at->high[1], level,
                      curve.points);
  double *p = &g_array_index(curve.points, double, 0);
  for (guint i = 0; i + 1 < curve.points->len; i += 2) {
    p[i] = noslip_axis_map(&at->map[0], p[i]);
    p[i + 1] = noslip_axis_map(&at->map[1], p[i + 1]);
  }
  g_array_append_val(traced->curves, curve);
}

/* The field, and the curves of its levels, have not changed since the last picture. */
static gboolean
is_traced(const NoslipFigure *figure, const NoslipLevels *levels, const NoslipTraced *traced)
{
  const NoslipFigureLayout *at = &figure->layout;
  return levels->source != 0 && traced->source == levels->source && traced->n_levels == levels->n_levels &&
         levels->levels == NULL && memcmp(traced->low, at->low, sizeof traced->low) == 0 &&
         memcmp(traced->high, at->high, sizeof traced->high) == 0 &&
         noslip_axis_map_is_same(&traced->map[0], &at->map[0]) && noslip_axis_map_is_same(&traced->map[1], &at->map[1]);
}

static void
trace_all(const NoslipFigure *figure, const NoslipLevels *levels, NoslipTraced *traced)
{
  const NoslipFigureLayout *at = &figure->layout;
  const guint n = FIELD_NODES;
  noslip_traced_clear(traced);
  *traced = (NoslipTraced){.source = levels->source, .n_levels = levels->n_levels};
  memcpy(traced->low, at->low, sizeof traced->low);
  memcpy(traced->high, at->high, sizeof traced->high);
  memcpy(traced->map, at->map, sizeof traced->map);
  traced->values = g_new(double, n *n);
  traced->curves = g_array_new(FALSE, FALSE, sizeof(Curve));
  g_array_set_clear_func(traced->curves, clear_curve);
  noslip_contour_sample(levels->field, levels->data, n, n, at->low[0], at->high[0], at->low[1], at->high[1],
                        traced->values);
  g_autoptr(GArray) chosen = choose_levels(levels, traced->values, n * n);
  const double *level = &g_array_index(chosen, double, 0);
  traced->apart = chosen->len > 1 ? fabs(level[1] - level[0]) : 0;
  for (guint k = 0; k < chosen->len; k++)
    add_curve(figure, traced, level[k], FALSE);
}

/* With the curves of all levels in pixels; the motion's is last, and is traced again if it has moved. */
static NoslipTraced *
trace(NoslipFigure *figure, guint place, const NoslipLevels *levels)
{
  const NoslipTraced nothing = {0};
  while (figure->traced->len <= place)
    g_array_append_val(figure->traced, nothing);
  NoslipTraced *traced = &g_array_index(figure->traced, NoslipTraced, place);
  if (!is_traced(figure, levels, traced))
    trace_all(figure, levels, traced);
  GArray *curves = traced->curves;
  const Curve *own = curves->len > 0 ? &g_array_index(curves, Curve, curves->len - 1) : NULL;
  if (own && own->emphasis && fabs(own->level - levels->emphasis) <= NOT_SEEN * traced->apart)
    return traced;
  if (isnan(levels->emphasis) && !(own && own->emphasis))
    return traced;
  noslip_traced_forget_numbers(traced);
  if (own && own->emphasis)
    g_array_set_size(curves, curves->len - 1);
  if (!isnan(levels->emphasis))
    add_curve(figure, traced, levels->emphasis, TRUE);
  return traced;
}

/* Numbers are drawn in gaps of their curves, at new positions for new curves. */
static GArray *
copy_curves(const GArray *curves)
{
  GArray *copies = g_array_new(FALSE, FALSE, sizeof(Curve));
  g_array_set_clear_func(copies, clear_curve);
  for (guint k = 0; k < curves->len; k++) {
    Curve copy = g_array_index(curves, Curve, k);
    copy.points = g_array_copy(copy.points);
    g_array_append_val(copies, copy);
  }
  return copies;
}

/* What the places of numbers depend on, besides the curves: the type, the axes, data and marks. */
static GArray *
look_around(NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipFigureLayout *at = &figure->layout;
  const double first[] = {theme->scale, theme->small_size, theme->symbols, at->left, at->top, at->width, at->height};
  GArray *around = g_array_new(FALSE, TRUE, sizeof(double));
  g_array_append_vals(around, first, G_N_ELEMENTS(first));
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (noslip_figure_decimate_shown(figure, series)) {
      const guint64 version = noslip_figure_kept(figure, series)->all.version, source = series->source;
      double known[2]; /* compared as bytes */
      memcpy(&known[0], &source, sizeof source);
      memcpy(&known[1], &version, sizeof version);
      g_array_append_vals(around, known, 2);
    } else {
      g_array_append_vals(around, figure->points->data, figure->points->len);
    }
  }
  for (guint k = 0; k < figure->marks->len; k++) {
    const NoslipMark *mark = &g_array_index(figure->marks, NoslipMark, k);
    double pixel[2];
    noslip_figure_to_pixels(figure, mark->x, mark->y, &pixel[0], &pixel[1]);
    g_array_append_vals(around, pixel, 2);
  }
  return around;
}

/* Areas that numbers must avoid: data, marks, other levels. */
static NoslipRoom *
room_between(NoslipFigure *figure, const NoslipTheme *theme, const GArray *curves)
{
  NoslipRoom *room = noslip_room_new(figure, theme);
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    noslip_figure_decimate(figure, series, noslip_series_shown(series));
    noslip_room_take(room, figure->points, NOSLIP_ROOM_TAKEN);
  }
  for (guint k = 0; k < figure->marks->len; k++) {
    const NoslipMark *mark = &g_array_index(figure->marks, NoslipMark, k);
    double px, py;
    noslip_figure_to_pixels(figure, mark->x, mark->y, &px, &py);
    noslip_room_take_box(room, px, py, 5 * theme->scale, 5 * theme->scale, 0);
  }
  for (guint k = 0; k < curves->len; k++)
    noslip_room_take(room, g_array_index(curves, Curve, k).points, (guint8) MIN(k + 1, NOSLIP_ROOM_TAKEN - 1));
  return room;
}

/* The last position of the number of this level, or none. */
static NoslipLevelPlace *
known_place(const NoslipFigure *figure, double level)
{
  for (guint i = 0; i < figure->level_places->len; i++) {
    NoslipLevelPlace *place = &g_array_index(figure->level_places, NoslipLevelPlace, i);
    if (fabs(place->level - level) <= 1e-9 * fabs(level))
      return place;
  }
  return NULL;
}

static NoslipTextStyle
number_style(const NoslipTheme *theme)
{
  return (NoslipTextStyle){
      .size = NUMBER_SIZE * theme->small_size, .color = theme->dim, .symbols = TRUE, .align_x = 0.5, .align_y = 0.5};
}

/* Puts the number of a curve at a free position, into a gap of the curve; FALSE if there is none. */
static gboolean
number_curve(NoslipFigure *figure, const NoslipTheme *theme, const NoslipLevels *levels, NoslipRoom *room,
             const Curve *curve, guint k, gboolean named, GArray *places, GArray *numbers)
{
  NoslipTextStyle style = number_style(theme);
  g_autofree char *number = noslip_number_text(curve->level, 6);
  g_autofree char *text = named && levels->label ? g_strdup_printf("%s = %s", levels->label, number) : g_strdup(number);
  const NoslipLevelPlace *known = known_place(figure, curve->level);
  NoslipLevelPlace place = {.level = curve->level, .x = known ? known->x : NAN, .y = known ? known->y : NAN};
  double width = 0, angle = 0;
  noslip_text_measure(theme, &style, text, &width, NULL, NULL);
  if (!noslip_room_place(room, curve->points, (guint8) (k + 1), width + 6 * theme->scale, 1.2 * style.size, &place.x,
                         &place.y, &angle))
    return FALSE;
  Number placed = {place.x, place.y, angle, g_steal_pointer(&text)};
  g_array_append_val(numbers, placed);
  g_array_append_val(places, place);
  return TRUE;
}

/* A few of them, evenly distributed: every second one if there are many. Existing numbers stay if possible. */
static void
number_curves(NoslipFigure *figure, const NoslipTheme *theme, const NoslipLevels *levels, NoslipRoom *room,
              GArray *curves, GArray *numbers)
{
  guint round_ones = curves->len - (curves->len > 0 && g_array_index(curves, Curve, curves->len - 1).emphasis);
  guint stride = (round_ones + MOST_NUMBERS - 1) / MOST_NUMBERS;
  GArray *places = g_array_new(FALSE, FALSE, sizeof(NoslipLevelPlace));
  for (guint k = 0; stride > 0 && k < round_ones; k += stride)
    for (guint next = k; next < MIN(k + stride, round_ones); next++)
      if (number_curve(figure, theme, levels, room, &g_array_index(curves, Curve, next), next, places->len == 0, places,
                       numbers))
        break;
  g_array_unref(figure->level_places);
  figure->level_places = places;
}

NoslipStroke
noslip_figure_own_level_stroke(const NoslipTheme *theme)
{
  return (NoslipStroke){noslip_color_with_alpha(theme->text, 0.55), 1.3 * theme->hair_width, NOSLIP_DASH_DASHED};
}

/* The numbers, and the curves with gaps for them. */
static void
arrange_numbers(NoslipFigure *figure, const NoslipTheme *theme, const NoslipLevels *levels, NoslipTraced *traced)
{
  g_autoptr(GArray) around = look_around(figure, theme);
  g_autofree char *type = g_strconcat(theme->font, "\n", levels->label, NULL); /* the label may be NULL */
  if (traced->drawn && around->len == traced->around->len && g_strcmp0(traced->type, type) == 0 &&
      memcmp(around->data, traced->around->data, around->len * sizeof(double)) == 0)
    return;
  noslip_traced_forget_numbers(traced);
  traced->around = g_steal_pointer(&around);
  traced->type = g_steal_pointer(&type);
  traced->drawn = copy_curves(traced->curves);
  traced->numbers = g_array_new(FALSE, FALSE, sizeof(Number));
  g_array_set_clear_func(traced->numbers, clear_number);
  g_autoptr(NoslipRoom) room = room_between(figure, theme, traced->drawn);
  number_curves(figure, theme, levels, room, traced->drawn, traced->numbers);
  for (guint k = 0; k < traced->drawn->len; k++) {
    Curve *curve = &g_array_index(traced->drawn, Curve, k);
    GArray *straight = g_array_new(FALSE, FALSE, sizeof(double));
    noslip_figure_straighten(curve->points, straight);
    g_array_unref(curve->points);
    curve->points = straight;
  }
}

static void
draw_field(NoslipFigure *figure, guint place, const NoslipTheme *theme, NoslipDisplay *display)
{
  const NoslipLevels *levels = &g_array_index(figure->levels, NoslipLevels, place);
  NoslipTraced *traced = trace(figure, place, levels);
  arrange_numbers(figure, theme, levels, traced);
  NoslipTextStyle style = number_style(theme);
  for (guint k = 0; k < traced->numbers->len; k++) {
    const Number *number = &g_array_index(traced->numbers, Number, k);
    style.angle = number->angle;
    noslip_display_text(display, theme, &style, number->x, number->y, number->text);
  }
  NoslipStroke thin = {noslip_color_with_alpha(theme->text, 0.22), theme->hair_width, NOSLIP_DASH_SOLID};
  NoslipStroke strong = noslip_figure_own_level_stroke(theme);
  for (guint k = 0; k < traced->drawn->len; k++) {
    const Curve *curve = &g_array_index(traced->drawn, Curve, k);
    noslip_figure_stroke_straight(curve->points, curve->emphasis ? &strong : &thin, display);
  }
}

void
noslip_figure_draw_levels(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  for (guint k = 0; k < figure->levels->len; k++)
    if (g_array_index(figure->levels, NoslipLevels, k).field != NULL)
      draw_field(figure, k, theme, display);
}
