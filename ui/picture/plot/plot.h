/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots: axes, series and layers, written into a display list. A figure borrows its data, which must stay valid until
 * the next noslip_figure_clear(). Hit tests refer to the last layout. */
#pragma once

#include "ui/picture/display.h"
#include "ui/picture/plot/contour.h"
#include "ui/picture/plot/ticks.h"

typedef enum { NOSLIP_AXIS_X, NOSLIP_AXIS_Y } NoslipAxisId;

typedef struct {
  const char *quantity; /* "omega" (copied), or NULL */
  const char *unit;     /* "rad/s" (copied), or NULL */
  gboolean logarithmic; /* values that are not positive are gaps */
  double low, high;     /* window given by the caller (zoom, pan); NaN: from the data */
  double minimum_span;  /* smallest range of the automatic axis; 0: limited by rounding only; NaN: 1e-6 of the largest
                         * value, and variations by rounding are drawn as a constant */
  gboolean include_zero;
  gboolean bare; /* for x: a figure below has the same axis with its labels */
  gboolean lit;  /* its name is highlighted: the pointer is on it */
  double period; /* 2 pi for an angle: values are shown modulo it, in (-period/2, period/2]; 0 none */
} NoslipAxis;

typedef struct {
  const double *x, *y; /* n values each, `x_stride` and `y_stride` doubles apart; NaN is a gap */
  gsize n, x_stride, y_stride;
  gsize hidden;         /* so many of the last samples are not shown; the axes are fitted to all */
  gboolean x_increases; /* x never decreases (time): decimated by pixel columns */
  const char *label;    /* "E", "gibbs-appell" (copied), or NULL */
  const char *unit;     /* shown with the label (copied), where curves of other units are there, too; or NULL */
  const char *reading;  /* its name in the pointer's read-out (copied); NULL: its label, or the quantity of the axis */
  const char *overlay;  /* for another motion: its name (copied). The axes are fitted to the other series, and extended
                        * for it by a limited amount; where it leaves them it is cut, with its name and an arrow. Or
                        * NULL */
  NoslipColor color;
  NoslipDash dash;
  double width;               /* 0: the theme's */
  double alpha;               /* 0: 1 */
  gboolean points;            /* dots instead of a line */
  double cursor;              /* index (with fraction) of the dot for the present time, NaN for none; with x_increases
                               * the cursor line of the figure is used instead */
  guint64 source;             /* not 0: samples of the same source never change, they are only added to. Cached results
                               * (extremes, pixels) are then kept from picture to picture */
  gboolean quiet;             /* its value is not shown at the cursor */
  gboolean hide_after_cursor; /* the part after the cursor is drawn faintly */
} NoslipSeries;

/* Level curves of a field over the plane of the axes, e.g. of the energy in a plane of velocities. */
typedef struct {
  NoslipField field;
  gpointer data;
  guint n_levels;
  const double *levels; /* copied; NULL: n_levels round levels over the visible range */
  double emphasis;      /* this level is drawn stronger (the motion's own energy); NaN none */
  const char *label;    /* "E" (copied), or NULL: one of the curves is labelled with it and its level */
  guint64 source;       /* not 0: a field of the same source is the same, and its curves are cached */
} NoslipLevels;

typedef struct {
  double x, y;
  gboolean hollow;      /* of a point of rest: unstable */
  gboolean rest;        /* a point of rest, for the key and the description */
  gboolean one_of_many; /* part of a curve of marks: drawn smaller */
  gboolean passive;     /* the axes are not extended for it */
  const char *label;    /* (copied), or NULL */
} NoslipMark;           /* an equilibrium, an eigenvalue, an end of a path */

typedef struct _NoslipFigure NoslipFigure;

/* Parts of a figure other than its curves. */
typedef enum {
  NOSLIP_FIGURE_CURSOR = 1 << 0,   /* the place of the motion; without it the whole curve is drawn alike */
  NOSLIP_FIGURE_READINGS = 1 << 1, /* the values there */
  NOSLIP_FIGURE_GRID = 1 << 2,     /* else the axes are lines with ticks */
  NOSLIP_FIGURE_KEY = 1 << 3,      /* what marks and the stronger level mean */
} NoslipFigureParts;
#define NOSLIP_FIGURE_ON_SCREEN (NOSLIP_FIGURE_CURSOR | NOSLIP_FIGURE_READINGS | NOSLIP_FIGURE_GRID)

NoslipFigure *noslip_figure_new(void);
void noslip_figure_free(NoslipFigure *figure);
void noslip_figure_clear(NoslipFigure *figure); /* series, layers, axes and parts back to their defaults */
/* A mask of NoslipFigureParts, NOSLIP_FIGURE_ON_SCREEN if not set. */
void noslip_figure_set_parts(NoslipFigure *figure, guint parts);

/* Draws below the series, clipped to the axes, after the layout is known. */
typedef void (*NoslipLayer)(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display,
                            gpointer data);
void noslip_figure_add_layer(NoslipFigure *figure, NoslipLayer draw, gpointer data);

void noslip_axis_init(NoslipAxis *axis);
void noslip_figure_set_axis(NoslipFigure *figure, NoslipAxisId id, const NoslipAxis *axis);
/* Its settings; the texts are owned by the figure. */
void noslip_figure_axis(const NoslipFigure *figure, NoslipAxisId id, NoslipAxis *axis);
void noslip_series_init(NoslipSeries *series); /* strides 1, cursor NaN, alpha 1 */
guint noslip_figure_add_series(NoslipFigure *figure, const NoslipSeries *series);
void noslip_figure_add_levels(NoslipFigure *figure, const NoslipLevels *levels);
void noslip_figure_add_mark(NoslipFigure *figure, const NoslipMark *mark);
/* A horizontal line, e.g. a tolerance. label may be NULL. */
void noslip_figure_add_reference(NoslipFigure *figure, double y, const char *label);
/* The shared time: a vertical line, with the values of the series there. NaN: none. */
void noslip_figure_set_cursor(NoslipFigure *figure, double x);
/* Shown if there is nothing to draw: tells how to fill the view. */
void noslip_figure_set_empty_text(NoslipFigure *figure, const char *text);
/* Same length of a unit on both axes (paths in the plane). */
void noslip_figure_set_equal_units(NoslipFigure *figure, gboolean equal);

/* Figures above each other share their margins: the least that this one must leave, in pixels, and those that it needed
 * in the last layout. */
void noslip_figure_set_margins(NoslipFigure *figure, double left, double right);
void noslip_figure_margins(const NoslipFigure *figure, double *left, double *right);

/* After composing: there is something to show. */
gboolean noslip_figure_has_data(NoslipFigure *figure);
/* An axis without numbers: those of a figure below apply. */
void noslip_figure_set_bare(NoslipFigure *figure, NoslipAxisId id, gboolean bare);
/* The layout of noslip_figure_display() without drawing: computes axes and margins. */
void noslip_figure_measure(NoslipFigure *figure, const NoslipTheme *theme, double width, double height);
/* Lays out and appends to the list; width and height in logical pixels. */
void noslip_figure_display(NoslipFigure *figure, const NoslipTheme *theme, double width, double height,
                           NoslipDisplay *display);

/* After noslip_figure_display(): */
gboolean noslip_figure_to_data(const NoslipFigure *figure, double px, double py, double *x, double *y); /* FALSE:
                                                                        outside the axes (values are given anyway) */
void noslip_figure_to_pixels(const NoslipFigure *figure, double x, double y, double *px, double *py);
void noslip_figure_range(const NoslipFigure *figure, NoslipAxisId id, double *low, double *high);
void noslip_figure_area(const NoslipFigure *figure, double *x, double *y, double *width, double *height);
/* The window after zooming by `factor` (> 1 magnifies) about a pixel, or after moving by pixels; for NoslipAxis low,
 * high. Pixels are converted with it from then on. */
void noslip_figure_zoomed(NoslipFigure *figure, NoslipAxisId id, double factor, double px, double py, double *low,
                          double *high);
void noslip_figure_panned(NoslipFigure *figure, NoslipAxisId id, double dx, double dy, double *low, double *high);

typedef struct {
  guint series; /* index, G_MAXUINT: none near */
  double x, y;  /* the values of its sample there */
  double px, py;
} NoslipHover;
/* The sample nearest to a pixel, within `reach` pixels; for curves over time the nearest one at that time, however far
 * above or below. Takes no longer for long series. */
gboolean noslip_figure_hover(const NoslipFigure *figure, double px, double py, double reach, NoslipHover *hover);
/* Draws the read-out of a hover over the figure. */
void noslip_figure_display_hover(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipHover *hover,
                                 NoslipDisplay *display);
/* The contents in words: "omega (rad/s) from -1.2 to 2; E now 1.25". Free with g_free(). */
char *noslip_figure_description(const NoslipFigure *figure);
/* The values at the cursor with all their digits, one per line: "E\t0.41371234567890123". Free with g_free(). */
char *noslip_figure_values(const NoslipFigure *figure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFigure, noslip_figure_free)
