/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/formula.h"

#include "ui/picture/math/mathtext.h"

#include <adwaita.h>
#include <math.h>

#define SIZE 1.2 /* relative to the surrounding type */
#define LEADING 0.5

static void
theme_of_now(NoslipTheme *theme)
{
  noslip_theme_init(theme, adw_style_manager_get_dark(adw_style_manager_get_default()), 1);
}

static void
draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  const GPtrArray *lines = data;
  NoslipTheme theme;
  theme_of_now(&theme);
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  double y = 0;
  for (guint i = 0; i < lines->len; i++) {
    double ascent, descent;
    noslip_math_size(lines->pdata[i], NULL, &ascent, &descent);
    noslip_math_display(lines->pdata[i], 0, y + ascent, theme.text, display);
    y += ascent + descent + LEADING * theme.text_size;
  }
  noslip_display_draw(display, cairo);
}

static void
free_lines(gpointer lines)
{
  g_ptr_array_unref(lines);
}

GtkWidget *
noslip_formula_new(const char *latex, double width)
{
  NoslipTheme theme;
  theme_of_now(&theme);
  g_auto(GStrv) parts = g_strsplit(latex, "\\\\", -1);
  GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_math_free);
  double widest = 0, height = 0;
  for (guint i = 0; parts[i]; i++) {
    NoslipMath *line = noslip_math_new_wrapped(&theme, parts[i], SIZE * theme.text_size, width);
    double line_width, ascent, descent;
    noslip_math_size(line, &line_width, &ascent, &descent);
    widest = fmax(widest, line_width);
    height += (i ? LEADING * theme.text_size : 0) + ascent + descent;
    g_ptr_array_add(lines, line);
  }
  GtkWidget *area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, "content-width",
                                 (int) ceil(widest), "content-height", (int) ceil(height), NULL);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, lines, free_lines);
  gtk_accessible_update_property(GTK_ACCESSIBLE(area), GTK_ACCESSIBLE_PROPERTY_LABEL, latex, -1);
  g_signal_connect_object(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(gtk_widget_queue_draw), area,
                          G_CONNECT_SWAPPED);
  return area;
}
