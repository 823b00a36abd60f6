/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a figure; for the plot-*.c files only. */
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

/* What the last layout came to. */
typedef struct {
  double left, top, width, height; /* of the axes, pixels */
  double whole;                    /* width of the figure, pixels */
  double low[2], high[2];          /* by NoslipAxisId */
  NoslipAxisMap map[2];
  double natural_left, natural_right; /* margins that it needs by itself */
  double title_drop;                  /* the x axis has its title on a line of its own, this far below its labels */
  guint n_marks, n_hollow;            /* that were drawn */
  gboolean valid;
} NoslipFigureLayout;

/* Samples that were brought down to pixels. */
typedef struct {
  gsize n;
  NoslipAxisMap map[2];
  double left, width;
  GArray *points;  /* pixel pairs */
  GArray *samples; /* guint: that they are of, where x does not increase */
} NoslipKeptPoints;

/* What is known of the series in this place from the last picture. */
typedef struct {
  guint64 source;
  double period[2];
  gsize spanned[2]; /* samples whose extremes are these, by axis */
  double low[2], high[2];
  gboolean logarithmic[2];
  GArray *blocks; /* NoslipBlock: of a series along increasing x */
  /* The first sample outside these ranges, of those that were looked at. */
  double inside_low[2], inside_high[2];
  gsize looked_at, outside;
  NoslipKeptPoints all;
} NoslipKept;

/* Where the number of a level stands, in pixels. */
typedef struct {
  double level, x, y;
} NoslipLevelPlace;

/* What the last picture found out about a field. */
typedef struct {
  guint64 source;
  guint n_levels;
  double low[2], high[2]; /* of the axes */
  NoslipAxisMap map[2];
  double *values; /* at the nodes of the grid */
  double apart;   /* two levels that are next to each other */
  GArray *curves; /* as plot-levels.c has them, the motion's own last */
} NoslipTraced;

struct _NoslipFigure {
  NoslipAxis axis[2];
  GArray *series;     /* NoslipSeries */
  GArray *levels;     /* NoslipLevels */
  GArray *marks;      /* NoslipMark */
  GArray *references; /* NoslipReference */
  GArray *layers;     /* NoslipFigureLayer */
  double cursor;
  char *empty_text;
  gboolean equal_units;
  double least_left, least_right; /* margins, pixels */
  NoslipFigureLayout layout;
  GArray *points;       /* scratch, pixel pairs */
  GArray *samples;      /* scratch, in step with them */
  GArray *kept;         /* NoslipKept, by the place of the series */
  GArray *traced;       /* NoslipTraced, by the place of the levels */
  GArray *level_places; /* NoslipLevelPlace: of the last picture, so that numbers stay where they are */
};

/* Value i of a series along an axis, the period applied. */
double noslip_series_value(const NoslipFigure *figure, const NoslipSeries *series, NoslipAxisId id, gsize i);
/* The first sample with a greater x than this, where x never decreases. */
gsize noslip_series_after(const NoslipSeries *series, double x);
/* Index (with fraction) of a series at the cursor: its own, or that of the figure's cursor line; NaN where none. */
double noslip_series_cursor(const NoslipFigure *figure, const NoslipSeries *series);
/* The values there, interpolated; FALSE where there are none. */
gboolean noslip_series_at(const NoslipFigure *figure, const NoslipSeries *series, double index, double *x, double *y);
/* Fills layout.low and high from the data and the axes' wishes; FALSE where there is nothing to show. */
gboolean noslip_figure_find_ranges(NoslipFigure *figure);
/* "omega (rad/s)". Free with g_free(). */
char *noslip_axis_title(const NoslipAxis *axis, int exponent);
/* A value to what the axis resolves, or one digit of it. Free with g_free(). */
char *noslip_figure_axis_value_text(const NoslipFigure *figure, NoslipAxisId id, double value);
char *noslip_figure_value_text(const NoslipFigure *figure, double y);
/* NULL where nothing may be kept of it. */
NoslipKept *noslip_figure_kept(NoslipFigure *figure, const NoslipSeries *series);
/* The extremes of the series' blocks; NULL where they are not known, or x does not increase, or values are wrapped. */
const GArray *noslip_figure_blocks(NoslipFigure *figure, const NoslipSeries *series);
/* plot-levels.c */
void noslip_traced_clear(gpointer traced); /* a GDestroyNotify of what is in it */
void noslip_figure_draw_levels(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
/* plot-layers.c */
/* Brings the first n samples of a series down to pixels, into figure->points: pairs, with NaN between pieces. */
void noslip_figure_decimate(NoslipFigure *figure, const NoslipSeries *series, gsize n);
/* The pixel pairs of figure->points as one stroke. */
void noslip_figure_stroke_points(NoslipFigure *figure, const NoslipStroke *stroke, NoslipDisplay *display);
void noslip_figure_draw_series(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
void noslip_figure_draw_marks(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
void noslip_figure_draw_cursor(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
/* plot-leaving.c: where overlays leave the axes. */
void noslip_figure_draw_leaving(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display);
/* The first sample of an overlay that an axis does not show though its window is not given; FALSE where there is none. */
gboolean noslip_figure_leaves(NoslipFigure *figure, const NoslipSeries *series, gsize *sample);
/* plot-labels.c: names at the ends of curves; `room` is what there is right of the axes. */
double noslip_figure_label_room(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height);
/* Rows that a legend needs above the axes; draws it where `display` is not NULL. */
guint noslip_figure_legend(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height,
                           NoslipDisplay *display);
double noslip_figure_title_line(const NoslipFigure *figure, const NoslipTheme *theme);
void noslip_figure_draw_labels(NoslipFigure *figure, const NoslipTheme *theme, double width, double height, double room,
                               NoslipDisplay *display);
