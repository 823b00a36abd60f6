/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view: an instrument beside the scene. What it shows is a const table, so that window, export and tests read the
 * same list; the widget does what all of them share (drawing, hovering, zooming, description for assistive technology).
 */
#pragma once

#include "core/simulation/simulation.h"
#include "ui/picture/plot/plot.h"
#include "ui/widgets/views/meter.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_VIEW (noslip_view_get_type())
G_DECLARE_FINAL_TYPE(NoslipView, noslip_view, NOSLIP, VIEW, GtkWidget)

typedef struct {
  const char *id;        /* "energy" */
  const char *name;      /* "Energy": title and accessible name, to be translated */
  const char *summary;   /* one sentence */
  NoslipChange interest; /* what it is drawn again for */
  guint n_figures;       /* 0 to 3, one above the other; the last are left out where there is no height for them */
  gboolean magnifies;    /* has the choice "magnify": its axes show changes however small they are */
  double share;          /* of the height that the first one takes; the others share the rest */
  guint (*n_shown)(NoslipView *view); /* how many of them there is something for now; NULL: all */
  /* Fills a figure; it was cleared. */
  void (*compose)(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme);
  /* Adds what depends on where its axes end (noslip_view_range()), to a figure that is laid out; or NULL. */
  void (*arranged)(NoslipView *view, guint index, NoslipFigure *figure);
  /* Where there is no figure: draws, and returns the height that it wants. `display` is NULL where only that is
   * asked. */
  double (*display)(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display);
  gboolean whole; /* there is no figure, and it is not scrolled: all of it is seen at once */
  /* The width below which it is scrolled sideways, or NULL. */
  double (*least_width)(NoslipView *view);
  /* Whether what it derives beside the window is there; NULL: it derives nothing. */
  gboolean (*is_ready)(NoslipView *view);
  /* What it shows now in words, or NULL: what the figures say. Free with g_free(). */
  char *(*describe)(NoslipView *view);
  /* Where there is no figure: a click there, or a key that moves what is chosen by cells. Or NULL. */
  void (*clicked)(NoslipView *view, double x, double y);
  void (*moved)(NoslipView *view, int dx, int dy);
  void (*dragged)(NoslipView *view, double dx, double dy); /* where there is no figure: by so many pixels; or NULL */
  /* What it shows, beside its title: "v1 against omega"; or NULL. Free with g_free(). */
  char *(*caption)(NoslipView *view);
  /* Called once, when the view is made; or NULL. */
  void (*begin)(NoslipView *view);
  /* A quantity was dropped at a place (NaN: no particular one), to be plotted; or NULL: nothing can be dropped. */
  void (*dropped)(NoslipView *view, const NoslipQuantity *quantity, double x, double y);
  /* Choices, as widgets of its menu; or NULL. */
  void (*add_choices)(NoslipView *view, GtkBox *box);
} NoslipViewKind;

/* All kinds, NULL-terminated, in the order of the keys 1 to 9 and 0. */
const NoslipViewKind *const *noslip_view_kinds(void);
const NoslipViewKind *noslip_view_kind_find(const char *id);

GtkWidget *noslip_view_new(const NoslipViewKind *kind);
const NoslipViewKind *noslip_view_kind(NoslipView *view);
void noslip_view_set_simulation(NoslipView *view, NoslipSimulation *simulation); /* borrowed; NULL lets go */
NoslipSimulation *noslip_view_simulation(NoslipView *view);
/* What a kind keeps with its view; NULL until it was set, freed with the view or when another is set. */
gpointer noslip_view_state(NoslipView *view);
void noslip_view_set_state(NoslipView *view, gpointer state, GDestroyNotify free);
void noslip_view_set_look(NoslipView *view, gboolean dark, double scale);
const NoslipTheme *noslip_view_theme(NoslipView *view); /* that of the screen */
void noslip_view_set_meter(NoslipView *view, NoslipMeter *meter);
void noslip_view_changed(NoslipView *view, NoslipChange change);
void noslip_view_refresh(NoslipView *view); /* a choice changed */
/* Whether it is drawn again for each time and each value too, whatever the interest of its kind. */
void noslip_view_set_follows(NoslipView *view, gboolean follows);
/* Tells assistive technology at once what it shows. */
void noslip_view_update_description(NoslipView *view);
/* Asks for a plot of a quantity: the signal "plot" with its name. */
void noslip_view_plot(NoslipView *view, const char *quantity);
/* Plots it in this view, as if it were dropped there; FALSE where it cannot. */
gboolean noslip_view_drop(NoslipView *view, const char *quantity, double x, double y);
/* Where the pointer is, in logical pixels; NaN where it is not over the view. */
void noslip_view_pointer(NoslipView *view, double *x, double *y);
/* Draws all of it, for exports. */
void noslip_view_draw(NoslipView *view, const NoslipTheme *theme, double width, double height, cairo_t *cairo);
/* FALSE while something of it is still being derived beside the window. */
gboolean noslip_view_is_ready(NoslipView *view);
/* While it is drawn or measured for a document, all at once and not for the screen. */
gboolean noslip_view_is_document(NoslipView *view);
/* The size that it would like in a document, logical pixels. */
void noslip_view_document_size(NoslipView *view, const NoslipTheme *theme, double *width, double *height);
/* The same for a document of the width `wanted`; it is wider where its rows are. */
void noslip_view_figure_size(NoslipView *view, const NoslipTheme *theme, double wanted, double *width, double *height);
/* Choices that a kind keeps by name ("x", "y", "shown"): a NULL-terminated list of quantities' names; NULL where
 * nothing was chosen. A system that is opened begins without any. */
const char *const *noslip_view_choice(NoslipView *view, const char *name);
/* values NULL: no choice. */
void noslip_view_set_choice(NoslipView *view, const char *name, const char *const *values);
void noslip_view_forget_choices(NoslipView *view);
/* All choices, in a group of a key file. */
void noslip_view_save_choices(NoslipView *view, GKeyFile *file, const char *group);
void noslip_view_load_choices(NoslipView *view, GKeyFile *file, const char *group);
/* What it shows in a few words, "" where there is nothing to say. The signal "caption" tells that it changed. */
const char *noslip_view_caption(NoslipView *view);
/* Its actions "fit", "zoom-in", "zoom-out", "pan-left" …, "copy", "logarithmic-0" …. */
GActionGroup *noslip_view_actions(NoslipView *view);
/* The figure whose y axis is logarithmic where it is linear by itself, and the other way round. */
gboolean noslip_view_is_flipped(NoslipView *view, guint figure);
/* What an axis of a figure shows, as it was drawn last. */
void noslip_view_range(NoslipView *view, guint figure, NoslipAxisId id, double *low, double *high);
/* The description for assistive technology. Free with g_free(). */
char *noslip_view_description(NoslipView *view);
/* Everything that it reads off at the shared time, with all digits: "name\tvalue" lines. Free with g_free(). */
char *noslip_view_values(NoslipView *view);

/* A series of a column of a run over the columns of x; FALSE where the run has no rows. */
gboolean noslip_view_series(NoslipView *view, guint run, int column_x, int column_y, NoslipSeries *series);
/* An axis of a quantity; quantity may be NULL. */
void noslip_view_axis(NoslipAxis *axis, const NoslipQuantity *quantity);
/* Gives the axis to the figure, with the window that the user zoomed to. */
void noslip_view_set_axis(NoslipView *view, guint index, NoslipFigure *figure, NoslipAxisId id, NoslipAxis *axis);
/* The columns of the primary run, or NULL while there are none. */
const NoslipQuantities *noslip_view_quantities(NoslipView *view);
/* The axis of time, and the cursor on it. */
void noslip_view_time_axis(NoslipView *view, guint index, NoslipFigure *figure);
/* Its menu: its choices, and exporting it (the action win.export). */
void noslip_view_add_menu(NoslipView *view, GtkBox *box);
/* An item of a menu in a popover: exports `what` (the action win.export) and closes the popover. */
void noslip_view_add_export(GtkBox *box, const char *title, const char *what);
/* An item of a menu: its title, its key in words (or NULL) and its action, in a group or (NULL) of the window. */
void noslip_view_add_item(GtkBox *box, const char *title, const char *key, GActionGroup *group, const char *action);
/* A key, while the view has the focus. The group lives as long as the view. */
void noslip_view_add_key(NoslipView *view, guint key, GdkModifierType modifiers, GActionGroup *group,
                         const char *action);
/* Every quantity as a check button (several) or in a drop-down list (one), for add_choices; the choice is kept as
 * `name`. `kinds` is a mask of 1 << NoslipQuantityKind. */
void noslip_view_add_quantities(NoslipView *view, GtkBox *box, const char *name, const char *title, guint kinds);
/* A text that is kept as `name` (its one value; none where it is empty) when Enter is pressed. */
void noslip_view_add_text(NoslipView *view, GtkBox *box, const char *name, const char *title, const char *example);
void noslip_view_add_quantity(NoslipView *view, GtkBox *box, const char *name, const char *title, int present);

#define VIEW(name) extern const NoslipViewKind noslip_##name##_view;
#include "ui/widgets/views/views.def"
#undef VIEW
