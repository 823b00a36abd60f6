/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/views/view.h"

#define NOSLIP_VIEW_MOST_FIGURES 3

struct _NoslipView {
  GtkWidget parent;
  const NoslipViewKind *kind;
  NoslipSimulation *simulation;
  NoslipTheme theme;
  NoslipMeter *meter;
  NoslipFigure *figures[NOSLIP_VIEW_MOST_FIGURES];
  NoslipDisplay *display;
  char *caption; /* or NULL */
  GSimpleActionGroup *actions;
  GtkEventController *keys;
  GHashTable *choices; /* name -> char ** */
  double pointer_x, pointer_y;
  double low[NOSLIP_VIEW_MOST_FIGURES][2], high[NOSLIP_VIEW_MOST_FIGURES][2]; /* windows by axis; NaN: from the data */
  double pinched;                            /* the part of the present pinch that is already applied */
  double grabbed[2];                         /* the point of the figure where a drag began; else its distance */
  double pressed[2];                         /* start of a click */
  double margin[2];                          /* left and right margins that the figures share; from the last picture */
  gboolean filled[NOSLIP_VIEW_MOST_FIGURES]; /* it had something to show at its last composition */
  gboolean timed[NOSLIP_VIEW_MOST_FIGURES];  /* its x axis is the time, labelled in the lowest figure that is not
                                              * empty */
  guint drag_figure;
  gboolean strokes;       /* the present drag is the kind's */
  gboolean document;      /* the drawing is for a file */
  guint document_parts;   /* NoslipFigureParts of its figures then */
  gint64 drawn;           /* time of the last drawing */
  double drawn_time;      /* time of the motion in it; NaN: none */
  GskRenderNode *picture; /* the last picture; NULL: it must not be shown again */
  gboolean follows;       /* redrawn for each time and value, whatever its kind */
  gboolean waits;         /* waits for a frame with time for another picture */
  guint redraw, describe; /* sources */
  guint deriving;         /* number of running derivations (view-derived.c) */
  GHashTable *derived;    /* name -> background derivation (view-derived.c) */
  gpointer state;         /* of its kind, freed when replaced */
  GDestroyNotify state_free;
  gpointer formulas; /* of views with formulas (formulas.c), freed when replaced */
  GDestroyNotify formulas_free;
  gpointer sections; /* of the Equations view (equations-sections.c) */
  GDestroyNotify sections_free;
  gpointer layers[NOSLIP_VIEW_MOST_FIGURES]; /* of an ensemble, by figure (ensemble-layer.c), freed when replaced */
  GDestroyNotify layer_free;
};

/* view.c */
void noslip_view_reset_window(NoslipView *view); /* shows all again */
/* view-figures.c: the name of the choice by which a figure has the other scale, logarithmic or linear. */
void noslip_view_scale_choice(guint figure, char *name, gsize size);
/* view-drawing.c */
void noslip_view_class_add_drawing(GtkWidgetClass *class);
/* Top and height of a figure in a view of this size; its height is 0 if it is left out. */
void noslip_view_figure_area(NoslipView *view, guint index, double width, double height, double *y, double *h);
/* Composes the figures, and determines their common margins. */
void noslip_view_arrange(NoslipView *view, const NoslipTheme *theme, double width, double height);
/* Draws a figure that was arranged for this size into the display list; FALSE if there is no height. */
gboolean noslip_view_show_figure(NoslipView *view, guint index, const NoslipTheme *theme, double width, double height,
                                 double *y);
/* Both: draws a figure into the display list; FALSE if there is no height for it. */
gboolean noslip_view_make_figure(NoslipView *view, guint index, const NoslipTheme *theme, double width, double height,
                                 double *y);
/* view-input.c */
/* The number drawn there, or NULL. Free with g_free(). */
char *noslip_view_number_at(NoslipView *view, double x, double y);
/* The index of the figure under the pointer; -1 if there is none. */
int noslip_view_figure_at(NoslipView *view, double y);
/* Zooms a figure by `factor` about a point in it, along the axes of `mask` (1 << NoslipAxisId); the time axis is shared
 * by all figures. */
void noslip_view_zoom(NoslipView *view, guint figure, double factor, double px, double py, guint mask);
void noslip_view_pan(NoslipView *view, guint figure, double dx, double dy);
void noslip_view_add_input(NoslipView *view);
/* view-actions.c */
void noslip_view_add_actions(NoslipView *view);
void noslip_view_add_plot_items(NoslipView *view, GtkBox *box);
