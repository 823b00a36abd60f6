/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/shots.h"

#include <glib/gstdio.h>
#include <math.h>

static GPtrArray *pictures;

void
shots_begin(void)
{
  pictures = g_ptr_array_new_with_free_func((GDestroyNotify) cairo_surface_destroy);
}

void
shots_end(void)
{
  g_ptr_array_unref(pictures);
}

cairo_surface_t *
shot_blank(int width, int height)
{
  cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  g_ptr_array_add(pictures, picture);
  return picture;
}

cairo_surface_t *
shot_read(const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GdkTexture) texture = gdk_texture_new_from_filename(file, &error);
  g_assert_no_error(error);
  cairo_surface_t *picture = shot_blank(gdk_texture_get_width(texture), gdk_texture_get_height(texture));
  gdk_texture_download(texture, cairo_image_surface_get_data(picture), (gsize) cairo_image_surface_get_stride(picture));
  cairo_surface_mark_dirty(picture);
  g_unlink(file);
  return picture;
}

cairo_surface_t *
shot_part(cairo_surface_t *picture, double x, double y, double width, double height, double scale)
{
  cairo_surface_t *result = shot_blank((int) round(width * scale), (int) round(height * scale));
  cairo_t *cairo = cairo_create(result);
  cairo_scale(cairo, scale, scale);
  cairo_set_source_surface(cairo, picture, -x, -y);
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD);
  cairo_paint(cairo);
  cairo_destroy(cairo);
  return result;
}

cairo_surface_t *
shot_scaled(cairo_surface_t *picture, double scale)
{
  return shot_part(picture, 0, 0, cairo_image_surface_get_width(picture), cairo_image_surface_get_height(picture),
                   scale);
}

graphene_rect_t
shot_place(GtkWidget *widget)
{
  graphene_rect_t area, all;
  GtkWidget *window = GTK_WIDGET(gtk_widget_get_native(widget));
  g_assert_true(gtk_widget_compute_bounds(widget, window, &area) && gtk_widget_compute_bounds(window, window, &all));
  graphene_rect_offset(&area, -all.origin.x, -all.origin.y);
  return area;
}

cairo_surface_t *
shot_of(cairo_surface_t *picture, GtkWidget *widget)
{
  graphene_rect_t area = shot_place(widget);
  return shot_part(picture, round((double) area.origin.x), round((double) area.origin.y), (double) area.size.width,
                   (double) area.size.height, 1);
}

void
shot_cover(cairo_surface_t *picture, GtkWidget *widget, float shadow)
{
  graphene_rect_t area = shot_place(widget);
  graphene_rect_inset(&area, -shadow, -shadow);
  cairo_t *cairo = cairo_create(picture);
  cairo_rectangle(cairo, (double) area.origin.x, (double) area.origin.y, (double) area.size.width,
                  (double) area.size.height);
  cairo_fill(cairo);
  cairo_destroy(cairo);
}
