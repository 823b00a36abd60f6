/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the plot-*.c files: the parts of a figure. */
#pragma once

#include "ui/picture/plot/decimate.h"
#include "ui/picture/plot/plot.h"

typedef struct {
  double y;
  char *label;
} NoslipReference;

typedef struct {
  NoslipLayer draw;
  gpointer data;
} NoslipFigureLayer;

/* The results of the last layout. */
typedef struct {
  double left, top, width, height; /* of the axes, pixels */
  double whole;                    /* width of the figure, pixels */
  double low[2], high[2];          /* by NoslipAxisId */
  NoslipAxisMap map[2];
  double natural_left, natural_right; /* margins that it would need alone */
  double title_drop;                  /* the title of the x axis has a line of its own, this far below the labels */
  guint n_rest, n_unstable;           /* points of rest that were drawn */
  gboolean valid;
} NoslipFigureLayout;

/* Samples reduced to pixels. */
typedef struct {
  gsize n;
  NoslipAxisMap map[2];
  double left, width;
  GArray *points;             /* pixel pairs */
  GArray *samples;            /* guint: their indices, if x does not increase */
  GArray *straight;           /* the points without those on straight lines; empty while unknown */
  NoslipPixelColumns columns; /* where the points continue, if x increases; {0}: they do not */
  guint64 version;            /* increased with each change of the points */
} NoslipKeptPoints;

/* Cached data of the series at this index from the last picture. */
typedef struct {
  guint64 source;
  double period[2];
  gsize spanned[2]; /* number of samples covered by these extremes, by axis */
  double low[2], high[2];
  gboolean logarithmic[2];
  GArray *blocks; /* NoslipBlock: for a series with increasing x */
  /* The first sample outside these ranges, among those read so far. */
  double inside_low[2], inside_high[2];
  gsize looked_at, outside;
  NoslipKeptPoints all;
} NoslipKept;

/* The position of the number of a level, in pixels. */
typedef struct {
  double level, x, y;
} NoslipLevelPlace;

/* Cached data of a field from the last picture. */
typedef struct {
  guint64 source;
  guint n_levels;
  double low[2], high[2]; /* of the axes */
  NoslipAxisMap map[2];
  double *values; /* at the nodes of the grid */
  double apart;   /* distance of two adjacent levels */
  GArray *curves; /* as in plot-levels.c, the motion's own last */
  /* The same with gaps for numbers, without points on straight lines; the numbers; and what these depend on. NULL while
   * unknown. */
  GArray *drawn, *numbers, *around;
  char *type; /* the font, and what stands before a number */
} NoslipTraced;

struct _NoslipFigure {
  NoslipAxis axis[2];
  GArray *series;     /* NoslipSeries */
  GArray *levels;     /* NoslipLevels */
  GArray *marks;      /* NoslipMark */
  GArray *references; /* NoslipReference */
  GArray *layers;     /* NoslipFigureLayer */
  guint parts;        /* NoslipFigureParts */
  double cursor;
  char *empty_text;
  gboolean equal_units;
  double least_left, least_right; /* margins, pixels */
  NoslipFigureLayout layout;
  GArray *points;       /* scratch, pixel pairs */
  GArray *straight;     /* scratch: those of a stroke without what lies on straight lines */
  GArray *samples;      /* scratch, in step with them */
  GArray *kept;         /* NoslipKept, by index of the series */
  GArray *traced;       /* NoslipTraced, by index of the levels */
  GArray *level_places; /* NoslipLevelPlace: of the last picture, so that numbers stay in place */
};

/* Value i of a series along an axis, the period applied. */
double noslip_series_value(const NoslipFigure *figure, const NoslipSeries *series, NoslipAxisId id, gsize i);
/* The number of samples that are shown. */
static inline gsize
noslip_series_shown(const NoslipSeries *series)
{
  return series->n - MIN(series->hidden, series->n);
}
/* The first sample with a greater x than this, for x that never decreases. */
gsize noslip_series_after(const NoslipSeries *series, double x);
/* Index (with fraction) of a series at the cursor: its own, or that of the figure's cursor line; NaN if none. */
double noslip_series_cursor(const NoslipFigure *figure, const NoslipSeries *series);
/* The values there, interpolated; FALSE if there are none. */
gboolean noslip_series_at(const NoslipFigure *figure, const NoslipSeries *series, double index, double *x, double *y);
/* The values to write for the cursor: those of the last sample not after the series' own cursor, as everywhere in the
 * window; interpolated where only the figure has a cursor. FALSE if there are none. */
gboolean noslip_series_now(const NoslipFigure *figure, const NoslipSeries *series, double *x, double *y);
/* Fills layout.low and high from the data and the axes' settings; FALSE if there is nothing to show. */
gboolean noslip_figure_find_ranges(NoslipFigure *figure);
/* "omega (rad/s)". Free with g_free(). */
char *noslip_axis_title(const NoslipAxis *axis, int exponent);
/* A value at the resolution of the axis, or one digit of it. Free with g_free(). */
char *noslip_figure_axis_value_text(const NoslipFigure *figure, NoslipAxisId id, double value);
char *noslip_figure_value_text(const NoslipFigure *figure, double y);
/* NULL if nothing may be cached. */
NoslipKept *noslip_figure_kept(NoslipFigure *figure, const NoslipSeries *series);
/* The extremes of the series' blocks; NULL if they are unknown, x does not increase, or values are wrapped. */
const GArray *noslip_figure_blocks(NoslipFigure *figure, const NoslipSeries *series);
void noslip_traced_clear(gpointer traced); /* a GDestroyNotify for its elements */
/* The curves have changed: their numbers are placed again. */
void noslip_traced_forget_numbers(NoslipTraced *traced);
/* plot-levels.c */
void noslip_figure_draw_levels(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
/* Of the level that is the motion's own. */
NoslipStroke noslip_figure_own_level_stroke(const NoslipTheme *theme);
/* plot-layers.c */
/* Reduces the first n samples of a series to pixels, into figure->points: pairs, with NaN between pieces. */
void noslip_figure_decimate(NoslipFigure *figure, const NoslipSeries *series, gsize n);
/* All samples that are shown, in the same way; FALSE where nothing is cached, or only for others: then the result is not
 * known by its version. */
gboolean noslip_figure_decimate_shown(NoslipFigure *figure, const NoslipSeries *series);
/* Pixel pairs, with NaN between pieces, without those on straight lines; replaces *straight. */
void noslip_figure_straighten(const GArray *points, GArray *straight);
/* Such pixel pairs as one stroke. */
void noslip_figure_stroke_straight(const GArray *straight, const NoslipStroke *stroke, NoslipDisplay *display);
/* The pixel pairs of figure->points as one stroke. */
void noslip_figure_stroke_points(NoslipFigure *figure, const NoslipStroke *stroke, NoslipDisplay *display);
void noslip_figure_draw_series(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
void noslip_figure_draw_marks(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
/* The sign of a mark alone, at a pixel. */
void noslip_figure_draw_mark(const NoslipMark *mark, const NoslipTheme *theme, double px, double py,
                             NoslipDisplay *display);
void noslip_figure_draw_cursor(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
/* plot-leaving.c: where overlays leave the axes. */
void noslip_figure_draw_leaving(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
/* The first sample of an overlay outside the range of an axis without a given window; FALSE if there is none. */
gboolean noslip_figure_leaves(NoslipFigure *figure, const NoslipSeries *series, gsize *sample);
/* Whether an arrow at the frame, with its name, shows where it leaves. */
gboolean noslip_figure_points_out(NoslipFigure *figure, const NoslipSeries *series);
/* plot-labels.c: names at the ends of curves; `room` is the space right of the axes. */
double noslip_figure_label_room(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height);
/* plot-readings.c: of labels and legends. */
NoslipTextStyle noslip_label_style(const NoslipTheme *theme, NoslipColor color);
double noslip_label_width(const NoslipTheme *theme, const char *text);
/* Whether a series has its value at the cursor line written beside its label. */
gboolean noslip_figure_reads(const NoslipFigure *figure, const NoslipSeries *series);
/* That value, or NULL. Free with g_free(). */
char *noslip_figure_value_now(const NoslipFigure *figure, const NoslipSeries *series);
/* What any value inside the axes takes, pixels, so that nothing moves while the cursor does; 0 where none is written.
 * */
double noslip_figure_value_room(const NoslipFigure *figure, const NoslipTheme *theme);
/* plot-legend.c: rows that a legend needs above the axes; draws it where `display` is not NULL. */
guint noslip_figure_legend(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height,
                           NoslipDisplay *display);
/* plot-scale.c */
double noslip_figure_title_line(const NoslipFigure *figure, const NoslipTheme *theme);
void noslip_figure_draw_labels(NoslipFigure *figure, const NoslipTheme *theme, double width, double height, double room,
                               NoslipDisplay *display);
