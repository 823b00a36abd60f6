/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/plots.h"

#include "ui/picture/display-items.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
plots_begin(int *argc, char ***argv)
{
  driven_begin(argc, argv);
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
}

NoslipView *
plots_view(NoslipWindow *window, const char *name)
{
  NoslipView *view = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, name));
  g_assert_nonnull(view);
  return view;
}

NoslipView *
plots_alone(NoslipWindow *window, const char *key, const char *name)
{
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window)), *view = NULL;
  driven_point(scene, 100, 100);
  driven_key(key);
  WAIT_FOR((view = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, name)) && gtk_widget_get_mapped(view) &&
           driven_settled(window));
  gtk_widget_grab_focus(view);
  driven_key("m");
  WAIT_FOR(!gtk_widget_get_mapped(scene) && gtk_widget_get_width(view) > 600 && driven_settled(window));
  return NOSLIP_VIEW(view);
}

NoslipView *
plots_open(NoslipWindow *window, const char *kind)
{
  GtkWidget *found = NULL;
  const NoslipViewKind *opened = noslip_view_kind_find(kind);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  noslip_tiles_set_open(noslip_window_tiles(window), opened, TRUE);
  WAIT_FOR((found = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, opened->name)) && gtk_widget_get_mapped(found));
  return NOSLIP_VIEW(found);
}

void
plots_choose(NoslipView *view, const char *name, const char *value)
{
  noslip_view_set_choice(view, name, (const char *const[]){value, NULL});
}

/* The present drawing of the view, or of one of its figures. */
static const NoslipDisplay *
display_of(NoslipView *view, guint figure)
{
  double y, width = gtk_widget_get_width(GTK_WIDGET(view)), height = gtk_widget_get_height(GTK_WIDGET(view));
  gtk_widget_queue_draw(GTK_WIDGET(view));
  if (noslip_view_kind(view)->n_figures == 0)
    return view->display;
  return noslip_view_make_figure(view, figure, &view->theme, width, height, &y) ? view->display : NULL;
}

gboolean
plots_drawn_with(NoslipView *view, guint figure, const char *text)
{
  const NoslipDisplay *display = display_of(view, figure);
  return display && noslip_display_has_text(display, text);
}

gboolean
plots_place_of(NoslipView *view, guint figure, const char *text, double *x, double *y)
{
  const NoslipDisplay *display = display_of(view, figure);
  for (guint i = 0; display && i < display->items->len; i++) {
    const NoslipItem *item = &g_array_index(display->items, NoslipItem, i);
    if (item->kind != NOSLIP_ITEM_TEXT || !strstr(display->strings->str + item->text, text))
      continue;
    *x = item->x;
    *y = item->y;
    return TRUE;
  }
  return FALSE;
}

const char *
plots_read_off(NoslipView *view, guint figure)
{
  const NoslipDisplay *display = display_of(view, figure);
  for (guint i = 0; display && i < display->items->len; i++) {
    const NoslipItem *item = &g_array_index(display->items, NoslipItem, i);
    const char *text = item->kind == NOSLIP_ITEM_TEXT ? display->strings->str + item->text : "";
    if (strstr(text, " = ") && strstr(text, ",  "))
      return text;
  }
  return NULL;
}

/* Signs and powers as in printed text. */
static double
number(const char *text)
{
  g_auto(GStrv) parts = g_strsplit(text, "\342\210\222", -1);
  g_autofree char *plain = g_strjoinv("-", parts);
  return atof(plain);
}

void
plots_values(const char *reading, double *value, double *time)
{
  g_test_message("%s", reading);
  const char *comma = strstr(reading, ",  "), *equals = g_strrstr_len(reading, comma - reading, " = ");
  *value = number(equals + strlen(" = "));
  *time = number(strstr(comma, " = ") + strlen(" = "));
}

/* In the view's pixels, as last drawn. */
static void
place_of(NoslipView *view, guint figure, double time, double value, double *px, double *py)
{
  double x, y, width, height, top, whole;
  noslip_view_figure_area(view, figure, gtk_widget_get_width(GTK_WIDGET(view)), gtk_widget_get_height(GTK_WIDGET(view)),
                          &top, &whole);
  noslip_figure_area(view->figures[figure], &x, &y, &width, &height);
  g_assert_cmpfloat(height, >, 0);
  noslip_figure_to_pixels(view->figures[figure], time, value, px, py);
  *py = top + CLAMP(*py, y, y + height - 1);
}

const char *
plots_point(NoslipView *view, guint figure, double time, double value)
{
  double px, py, now_x = NAN, now_y = NAN;
  do { /* until the axes stay where they are */
    place_of(view, figure, time, value, &px, &py);
    driven_point(GTK_WIDGET(view), px, py);
    WAIT_FOR(plots_read_off(view, figure));
    place_of(view, figure, time, value, &now_x, &now_y);
  } while (now_x != px || now_y != py);
  return plots_read_off(view, figure);
}

void
plots_range(NoslipView *view, guint figure, double x[2], double y[2])
{
  noslip_view_range(view, figure, NOSLIP_AXIS_X, &x[0], &x[1]);
  noslip_view_range(view, figure, NOSLIP_AXIS_Y, &y[0], &y[1]);
}

gboolean
plots_shows(NoslipView *view, guint figure, const double x[2], const double y[2])
{
  double now_x[2], now_y[2];
  gtk_widget_queue_draw(GTK_WIDGET(view));
  plots_range(view, figure, now_x, now_y);
  return fabs(now_x[0] - x[0]) + fabs(now_x[1] - x[1]) < 1e-9 * (x[1] - x[0]) &&
         fabs(now_y[0] - y[0]) + fabs(now_y[1] - y[1]) < 1e-9 * (y[1] - y[0]);
}

void
plots_part(NoslipView *view, guint figure, const double x[2], const double y[2], double *of_x, double *of_y)
{
  double now_x[2], now_y[2];
  plots_range(view, figure, now_x, now_y);
  *of_x = (now_x[1] - now_x[0]) / (x[1] - x[0]);
  *of_y = (now_y[1] - now_y[0]) / (y[1] - y[0]);
}

GtkWidget *
plots_open_menu(NoslipWindow *window, const char *name)
{
  GtkWidget *menu = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, name);
  g_assert_nonnull(menu);
  driven_click_on(menu);
  GtkWidget *popover = NULL;
  WAIT_FOR((popover = GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(menu)))) &&
           gtk_widget_get_mapped(popover) && gtk_widget_get_width(popover) > 0);
  driven_run(0.3); /* it slides */
  return popover;
}

/* A long menu is scrolled with the wheel until an item of it is in sight. */
static void
scroll_to(GtkWidget *item)
{
  GtkWidget *scroller = gtk_widget_get_ancestor(item, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;
  if (!scroller)
    return;
  double width = gtk_widget_get_width(scroller), height = gtk_widget_get_height(scroller);
  while (gtk_widget_compute_bounds(item, scroller, &bounds) &&
         (double) (bounds.origin.y + bounds.size.height) > height) {
    GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
    double before = gtk_adjustment_get_value(down);
    driven_press(scroller, width / 2, height / 2, 5, 1, NULL);
    WAIT_FOR(gtk_adjustment_get_value(down) > before);
  }
}

void
plots_click_item(GtkWidget *popover, const char *title)
{
  GtkWidget *label = driven_label(popover, title);
  if (!label)
    g_error("the menu has no %s", title);
  WAIT_FOR(gtk_widget_get_width(label) > 0);
  scroll_to(label);
  driven_click_on(label);
}

void
plots_close_menu(GtkWidget *popover)
{
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(popover));
}

gboolean
plots_has_choice(NoslipView *view, const char *name, const char *value)
{
  const char *const *values = noslip_view_choice(view, name);
  return values && g_strv_contains(values, value);
}
