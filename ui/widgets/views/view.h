/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view: an instrument beside the scene. Its kind is a const table, so that window, export and tests read the same
 * list; the widget has the functions that all of them share (drawing, hovering, zooming, description for assistive
 * technology). */
#pragma once

#include "core/simulation/simulation.h"
#include "ui/picture/plot/plot.h"
#include "ui/widgets/views/meter.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_VIEW (noslip_view_get_type())
G_DECLARE_FINAL_TYPE(NoslipView, noslip_view, NOSLIP, VIEW, GtkWidget)

typedef enum { NOSLIP_DRAG_BEGINS, NOSLIP_DRAG_GOES_ON, NOSLIP_DRAG_ENDS } NoslipDragPhase;

typedef struct {
  const char *id;        /* "energy" */
  const char *name;      /* "Energy": title and accessible name, to be translated */
  const char *summary;   /* one sentence */
  NoslipChange interest; /* the changes after which it is redrawn */
  guint n_figures;       /* 0 to 3, above each other; the last ones are left out if there is not enough height */
  gboolean magnifies;    /* has the choice "magnify": its axes show changes however small they are */
  double share;          /* fraction of the height of the first one; the others share the rest */
  guint (*n_shown)(NoslipView *view); /* number of figures with something to show; NULL: all */
  /* Fills a figure, which was cleared. */
  void (*compose)(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme);
  /* Adds layers that depend on the range of its axes (noslip_view_range()), to a figure that is laid out; or NULL. */
  void (*arranged)(NoslipView *view, guint index, NoslipFigure *figure);
  /* If there is no figure: draws, and returns the height needed. `display` is NULL if only that is needed. */
  double (*display)(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display);
  gboolean whole; /* there is no figure, and it is not scrolled: everything is visible at once */
  /* The width below which it is scrolled sideways, or NULL. */
  double (*least_width)(NoslipView *view);
  /* Whether its background derivation is ready; NULL: it has none. */
  gboolean (*is_ready)(NoslipView *view);
  /* Whether Escape has something to cancel; NULL: while it is not ready. */
  gboolean (*cancels)(NoslipView *view);
  /* Its contents in words, or NULL: those of the figures. Free with g_free(). */
  char *(*describe)(NoslipView *view);
  /* The text that copying the view copies; NULL: the values of the figures, or its contents in words. Free with
   * g_free(). */
  char *(*values)(NoslipView *view);
  /* If there is no figure: a click there, or a key that moves the selection by cells. Or NULL. */
  void (*clicked)(NoslipView *view, double x, double y);
  void (*moved)(NoslipView *view, int dx, int dy);
  void (*dragged)(NoslipView *view, double dx,
                  double dy); /* if there is no figure: drags by this many pixels; or NULL */
  /* For kinds with figures: a drag with the first button, at a position in the data of a figure's axes. TRUE if the
   * kind takes this drag and gets its further steps; otherwise the drag moves the contents. Or NULL. */
  gboolean (*stroke)(NoslipView *view, NoslipDragPhase phase, guint figure, double x, double y);
  /* What it shows, beside its title: "v1 against omega"; or NULL. Free with g_free(). */
  char *(*caption)(NoslipView *view);
  /* The same at length, in the caption's tooltip and the description; or NULL. Free with g_free(). */
  char *(*detail)(NoslipView *view);
  /* Called once, when the view is created; or NULL. */
  void (*begin)(NoslipView *view);
  /* A quantity was dropped at a position (NaN: none), to be plotted; or NULL: nothing can be dropped. */
  void (*dropped)(NoslipView *view, const NoslipQuantity *quantity, double x, double y);
  /* Choices, as widgets of its menu; or NULL. */
  void (*add_choices)(NoslipView *view, GtkBox *box);
} NoslipViewKind;

/* All kinds, NULL-terminated, in the order of the keys 1 to 9 and 0. */
const NoslipViewKind *const *noslip_view_kinds(void);
const NoslipViewKind *noslip_view_kind_find(const char *id);

GtkWidget *noslip_view_new(const NoslipViewKind *kind);
const NoslipViewKind *noslip_view_kind(NoslipView *view);
void noslip_view_set_simulation(NoslipView *view, NoslipSimulation *simulation); /* borrowed; NULL releases it */
NoslipSimulation *noslip_view_simulation(NoslipView *view);
/* Data of a kind stored in its view; NULL until set, freed with the view or when replaced. */
gpointer noslip_view_state(NoslipView *view);
void noslip_view_set_state(NoslipView *view, gpointer state, GDestroyNotify free);
void noslip_view_set_look(NoslipView *view, gboolean dark, double scale);
const NoslipTheme *noslip_view_theme(NoslipView *view); /* that of the screen */
void noslip_view_set_meter(NoslipView *view, NoslipMeter *meter);
void noslip_view_changed(NoslipView *view, NoslipChange change);
void noslip_view_refresh(NoslipView *view); /* a choice changed */
/* Whether it is redrawn for each time and each value too, whatever the interest of its kind. */
void noslip_view_set_follows(NoslipView *view, gboolean follows);
/* Updates the description for assistive technology immediately. */
void noslip_view_update_description(NoslipView *view);
/* Requests a plot of a quantity: the signal "plot" with its name. */
void noslip_view_plot(NoslipView *view, const char *quantity);
/* Plots it in this view, as if it were dropped there; FALSE if it cannot. */
gboolean noslip_view_drop(NoslipView *view, const char *quantity, double x, double y);
/* The position of the pointer, in logical pixels; NaN if it is not over the view. */
void noslip_view_pointer(NoslipView *view, double *x, double *y);
/* The number under the pointer, of a symbol in a formula or a written one; NULL: there is none. Free with g_free(). */
char *noslip_view_pointed_number(NoslipView *view);
/* Draws the whole view, for exports. */
void noslip_view_draw(NoslipView *view, const NoslipTheme *theme, double width, double height, cairo_t *cairo);
/* It is on the screen, with room for a picture. */
gboolean noslip_view_is_visible(NoslipView *view);
/* FALSE while some of it is still being derived in the background. */
gboolean noslip_view_is_ready(NoslipView *view);
/* Whether its picture is that of an earlier frame, because this frame had no time left; the next frame draws it. */
gboolean noslip_view_waits(NoslipView *view);
/* The time of the motion in its last picture on the screen; NaN: there is none. */
double noslip_view_drawn_time(NoslipView *view);
/* TRUE while it is drawn or measured for a document: completely, and not for the screen. */
gboolean noslip_view_is_document(NoslipView *view);
/* Sets the parts that its figures show in documents: NoslipFigureParts; as on the screen if not set. */
void noslip_view_set_document_parts(NoslipView *view, guint parts);
/* TRUE while it is drawn or measured as a figure with a key to its signs (NOSLIP_FIGURE_KEY). */
gboolean noslip_view_is_figure(NoslipView *view);
/* Its preferred size in a document, logical pixels. */
void noslip_view_document_size(NoslipView *view, const NoslipTheme *theme, double *width, double *height);
/* The same for a document of the width `wanted`; it is wider if its rows are. */
void noslip_view_figure_size(NoslipView *view, const NoslipTheme *theme, double wanted, double *width, double *height);
/* Choices that a kind stores by name ("x", "y", "shown"): a NULL-terminated list of quantities' names; NULL if nothing
 * was chosen. A newly opened system has none. */
const char *const *noslip_view_choice(NoslipView *view, const char *name);
/* values NULL: no choice. */
void noslip_view_set_choice(NoslipView *view, const char *name, const char *const *values);
void noslip_view_forget_choices(NoslipView *view);
/* All choices, in a group of a key file. */
void noslip_view_save_choices(NoslipView *view, GKeyFile *file, const char *group);
void noslip_view_load_choices(NoslipView *view, GKeyFile *file, const char *group);
/* Its subject in a few words, "" if there is none. The signal "caption" is emitted when it changes. */
const char *noslip_view_caption(NoslipView *view);
/* The same at length; NULL if there is no more to say. Free with g_free(). */
char *noslip_view_detail(NoslipView *view);
/* Its actions "fit", "zoom-in", "zoom-out", "pan-left" …, "copy", "logarithmic-0" …. */
GActionGroup *noslip_view_actions(NoslipView *view);
/* Whether the y axis of a figure has the other scale than by default, logarithmic or linear. */
gboolean noslip_view_is_flipped(NoslipView *view, guint figure);
/* The range of an axis of a figure at its last drawing. */
void noslip_view_range(NoslipView *view, guint figure, NoslipAxisId id, double *low, double *high);
/* The description for assistive technology. Free with g_free(). */
char *noslip_view_description(NoslipView *view);
/* All values at the shared time, with all digits: "name\tvalue" lines. Free with g_free(). */
char *noslip_view_values(NoslipView *view);

/* A series of a column of a run over the columns of x; FALSE if the run has no rows. */
gboolean noslip_view_series(NoslipView *view, guint run, int column_x, int column_y, NoslipSeries *series);
/* An axis of a quantity; quantity may be NULL. */
void noslip_view_axis(NoslipAxis *axis, const NoslipQuantity *quantity);
/* Sets the axis of the figure, with the window to which the user zoomed. */
void noslip_view_set_axis(NoslipView *view, guint index, NoslipFigure *figure, NoslipAxisId id, NoslipAxis *axis);
/* The columns of the primary run, or NULL while there are none. */
const NoslipQuantities *noslip_view_quantities(NoslipView *view);
/* The time axis, and the cursor on it. */
void noslip_view_time_axis(NoslipView *view, guint index, NoslipFigure *figure);
/* Its menu: its choices, and exporting it (the action win.export). */
void noslip_view_add_menu(NoslipView *view, GtkBox *box);
/* An item of a menu in a popover: exports `what` (the action win.export) and closes the popover. */
void noslip_view_add_export(GtkBox *box, const char *title, const char *what);
/* An item of a menu: its title, its key as text (or NULL) and its action, in a group or (NULL) of the window. */
void noslip_view_add_item(GtkBox *box, const char *title, const char *key, GActionGroup *group, const char *action);
/* A check button for an action with a boolean state. */
void noslip_view_add_check_item(GtkBox *box, const char *title, GActionGroup *group, const char *action);
/* The actions of a kind of view, PREFIX.NAME; their functions get the view as data. Unreference the group. */
GActionGroup *noslip_view_own_actions(NoslipView *view, const char *prefix, const GActionEntry *entries, guint n);
/* A key, while the view has the focus. The group lives as long as the view. A key whose action is disabled is passed on:
 * to the next action added for the same key, then to the window. Escape cancels: it acts while there is something to
 * cancel. */
void noslip_view_add_key(NoslipView *view, guint key, GdkModifierType modifiers, GActionGroup *group,
                         const char *action);
/* What Escape does in the view, wherever the focus is; FALSE if there is nothing to cancel. */
gboolean noslip_view_cancel(NoslipView *view);
/* Every quantity as a check button (several) or in a drop-down list (one), for add_choices; the choice is stored as
 * `name`. `kinds` is a mask of 1 << NoslipQuantityKind. */
void noslip_view_add_quantities(NoslipView *view, GtkBox *box, const char *name, const char *title, guint kinds);
/* The same for given values, each shown by its label; NULL-terminated. `present` is the index of the chosen one, or
 * -1. */
void noslip_view_add_checks(NoslipView *view, GtkBox *box, const char *name, const char *title,
                            const char *const *labels, const char *const *values);
void noslip_view_add_list(NoslipView *view, GtkBox *box, const char *name, const char *title, const char *const *labels,
                          const char *const *values, int present);
/* A text that is stored as `name` (its single value; none if it is empty) when Enter is pressed. */
void noslip_view_add_text(NoslipView *view, GtkBox *box, const char *name, const char *title, const char *example);
/* Why the text stored as `name` is not a whole number from low to high, `title` being its title in the menu; NULL if it
 * is one, or nothing is stored. Free with g_free(). */
char *noslip_view_count_problem(NoslipView *view, const char *name, const char *title, guint low, guint high);
void noslip_view_add_quantity(NoslipView *view, GtkBox *box, const char *name, const char *title, int present);

#define VIEW(name) extern const NoslipViewKind noslip_##name##_view;
#include "ui/widgets/views/views.def"
#undef VIEW
