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
  double pinched;                            /* so much of the present pinch is in the window already */
  double grabbed[2];                         /* the place in the figure that a drag began at; else how far it is */
  double pressed[2];                         /* where a click began */
  double margin[2];                          /* left and right, that the figures share; what the last picture came to */
  gboolean filled[NOSLIP_VIEW_MOST_FIGURES]; /* there was something to show in it when it was made last */
  gboolean timed[NOSLIP_VIEW_MOST_FIGURES];  /* its x axis is the time, which the lowest that is filled tells */
  guint drag_figure;
  gboolean document;      /* what is drawn now goes into a file */
  gint64 drawn;           /* when it was last drawn */
  GskRenderNode *picture; /* what was drawn then; NULL: it is not to be shown again */
  gboolean follows;       /* drawn for each time and value, whatever its kind says */
  gboolean waits;         /* for a frame that has room for another picture */
  guint redraw, describe; /* sources */
  guint deriving;         /* derivations that go on (view-derived.c) */
  GHashTable *derived;    /* name -> what it derives beside the window (view-derived.c) */
  gpointer state;         /* of its kind, freed by the next */
  GDestroyNotify state_free;
  gpointer formulas; /* of views with formulas (formulas.c), freed by the next */
  GDestroyNotify formulas_free;
  gpointer layers[NOSLIP_VIEW_MOST_FIGURES]; /* of an ensemble, by figure (ensemble-layer.c), freed by the next */
  GDestroyNotify layer_free;
};

/* view.c */
void noslip_view_reset_window(NoslipView *view); /* shows all again */
/* view-figures.c: the name of the choice that a figure has the other scale, logarithmic or linear. */
void noslip_view_scale_choice(guint figure, char *name, gsize size);
/* view-drawing.c */
void noslip_view_class_add_drawing(GtkWidgetClass *class);
/* Top and height of a figure in a view of this size; its height is 0 where it is left out. */
void noslip_view_figure_area(NoslipView *view, guint index, double width, double height, double *y, double *h);
/* Composes the figures, and finds the margins that they share. */
void noslip_view_arrange(NoslipView *view, const NoslipTheme *theme, double width, double height);
/* Makes a figure of those that were arranged for this size into the display list; FALSE where there is no height. */
gboolean noslip_view_show_figure(NoslipView *view, guint index, const NoslipTheme *theme, double width, double height,
                                 double *y);
/* Both: makes a figure into the display list; FALSE where there is no height for it. */
gboolean noslip_view_make_figure(NoslipView *view, guint index, const NoslipTheme *theme, double width, double height,
                                 double *y);
/* view-input.c */
/* The number that is drawn there, or NULL. Free with g_free(). */
char *noslip_view_number_at(NoslipView *view, double x, double y);
/* A figure's place for the pointer; -1 where there is none. */
int noslip_view_figure_at(NoslipView *view, double y);
/* Shows `factor` times less of a figure about a place in it, along the axes of `mask` (1 << NoslipAxisId); the axis of
 * time is shared by all figures. */
void noslip_view_zoom(NoslipView *view, guint figure, double factor, double px, double py, guint mask);
void noslip_view_pan(NoslipView *view, guint figure, double dx, double dy);
void noslip_view_add_input(NoslipView *view);
/* view-actions.c */
void noslip_view_add_actions(NoslipView *view);
void noslip_view_add_plot_items(NoslipView *view, GtkBox *box);
