/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a figure for paper, which a dialog requests before a view is exported: width, font, lines, and the
 * parts besides the curves. */
#pragma once

#include <gtk/gtk.h>

/* A figure for paper. */
typedef struct {
  double width;      /* points; 0: a picture of the view as the window shows it, and the other settings are ignored */
  const char *font;  /* of the text, static; NULL: the window's. Mathematics keeps its own */
  double font_size;  /* points; lines and marks are as wide as fits it */
  double line_width; /* of curves, points; 0: as fits the letters */
  gboolean without_cursor, without_readings, without_grid;
  gboolean live_text; /* of an SVG: letters stay letters, in whatever font the reader has */
} NoslipPaperFigure;

#define NOSLIP_TYPE_FIGURE_SETTINGS (noslip_figure_settings_get_type())
G_DECLARE_FINAL_TYPE(NoslipFigureSettings, noslip_figure_settings, NOSLIP, FIGURE_SETTINGS, GtkGrid)

GtkWidget *noslip_figure_settings_new(void);
/* The settings, including numbers that are still being typed. */
void noslip_figure_settings_get(NoslipFigureSettings *settings, NoslipPaperFigure *figure);
