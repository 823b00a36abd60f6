/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The display list of a flat picture: plots, maps and formulas are written into it, and a canvas draws it. Window,
 * export, thumbnails and tests share it. Units are logical pixels, y grows downwards. */
#pragma once

#include <cairo.h>

#include "ui/picture/theme.h"

typedef struct {
  NoslipColor color;
  double width; /* pixels */
  NoslipDash dash;
} NoslipStroke;

typedef struct {
  double size; /* pixels, of the em */
  NoslipColor color;
  gboolean italic, bold, mathematics; /* mathematics: a serif face */
  gboolean symbols; /* it may hold names of quantities, which are set as in formulas if the theme requests it */
  double align_x;   /* which point of the text is at x: 0 left, 0.5 centre, 1 right */
  double align_y;   /* 0 top, 0.5 middle, 1 bottom; NOSLIP_ALIGN_BASELINE: the baseline */
  double angle;     /* radians, clockwise, about that point */
} NoslipTextStyle;
#define NOSLIP_ALIGN_BASELINE (-1.0)

typedef struct _NoslipDisplay NoslipDisplay;

NoslipDisplay *noslip_display_new(void);
void noslip_display_free(NoslipDisplay *display);
void noslip_display_clear(NoslipDisplay *display); /* keeps the memory */
/* For a list that is filled and drawn for each frame, always in the same thread: its texts are laid out once. */
void noslip_display_keep_texts(NoslipDisplay *display);

/* A path is built with move/line/curve/arc/close and ended by stroke or fill. */
void noslip_display_move(NoslipDisplay *display, double x, double y);
void noslip_display_line(NoslipDisplay *display, double x, double y);
void noslip_display_lines(NoslipDisplay *display, guint n, const double *xy); /* n pairs */
void noslip_display_curve(NoslipDisplay *display, double x1, double y1, double x2, double y2, double x, double y);
void noslip_display_arc(NoslipDisplay *display, double x, double y, double radius, double from, double to);
void noslip_display_close(NoslipDisplay *display);
void noslip_display_stroke(NoslipDisplay *display, const NoslipStroke *stroke);
void noslip_display_fill(NoslipDisplay *display, NoslipColor color);

void noslip_display_rectangle(NoslipDisplay *display, double x, double y, double width, double height, double radius,
                              NoslipColor fill);
void noslip_display_segment(NoslipDisplay *display, double x1, double y1, double x2, double y2,
                            const NoslipStroke *stroke);
void noslip_display_circle(NoslipDisplay *display, double x, double y, double radius, NoslipColor fill,
                           const NoslipStroke *stroke); /* stroke may be NULL */
/* Text is plain UTF-8 with tabular figures; NULL is none. */
void noslip_display_text(NoslipDisplay *display, const NoslipTheme *theme, const NoslipTextStyle *style, double x,
                         double y, const char *text);
/* An image stretched over a rectangle, with this alpha; the list keeps a reference until it is cleared. */
void noslip_display_image(NoslipDisplay *display, cairo_surface_t *image, double x, double y, double width,
                          double height, double alpha);
void noslip_display_push_clip(NoslipDisplay *display, double x, double y, double width, double height);
void noslip_display_pop_clip(NoslipDisplay *display);

/* Size of a text, which may be NULL: advance width, ascent and descent (any may be NULL). */
void noslip_text_measure(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text, double *width,
                         double *ascent, double *descent);

/* The text in lines that are not wider than this if its words allow it; at least one line. Free with g_strfreev(). */
char **noslip_text_lines(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text, double width);

/* Height of the highest ink above the baseline: smaller for "x" than for "d". */
double noslip_text_ink_ascent(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text);
/* How far the ink extends beyond the width; negative if it ends before. */
double noslip_text_overhang(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text);

/* Reading a list, for tests and accessible descriptions. */
guint noslip_display_n_points(const NoslipDisplay *display);                      /* of all paths */
gboolean noslip_display_has_text(const NoslipDisplay *display, const char *text); /* a text that contains it */
/* The number in a text at this position, as the shortest text that reads as one ("-2.5e-20"); NULL if there is none.
 * Free with g_free(). */
char *noslip_display_number_at(const NoslipDisplay *display, const NoslipTheme *theme, double x, double y);
/* Area of the parts of upright texts that are in a patch: its left and top edge, width and height. */
double noslip_display_texts_within(const NoslipDisplay *display, const NoslipTheme *theme, const double patch[4]);
/* The number at a byte of a text: "-2.5e-20" in "agreement −2.5e−20"; NULL: there is none. Free with g_free(). */
char *noslip_text_number(const char *text, gsize at);

/* canvas-cairo.c: draws the list with the current transformation. */
void noslip_display_draw(const NoslipDisplay *display, cairo_t *cairo);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDisplay, noslip_display_free)
