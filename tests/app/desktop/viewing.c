/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/viewing.h"

#include <string.h>

NoslipSimulation *
viewing_opened(const char *id, double time)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load(simulation, id);
  WAIT_FOR(
      (noslip_simulation_poll(simulation), noslip_simulation_is_settled(simulation) &&
                                               noslip_readings_instruments(noslip_simulation_readings(simulation))));
  g_assert_nonnull(noslip_simulation_system(simulation));
  noslip_playback_seek(noslip_simulation_playback(simulation), time);
  return simulation;
}

static void
keep(cairo_surface_t *surface, const char *id, const NoslipViewKind *kind, const NoslipTheme *theme, double factor)
{
  const char *folder = g_getenv("NOSLIP_TEST_PICTURES");
  if (!folder)
    return;
  g_autofree char *name = g_strdup_printf("%s/%s-%s-%s-%g.png", folder, id, kind->id, theme->dark ? "dark" : "light",
                                          factor * theme->scale);
  cairo_surface_write_to_png(surface, name);
}

void
viewing_picture(NoslipView *view, const char *id, gboolean dark, double scale, double factor, double width,
                double height)
{
  NoslipTheme theme;
  noslip_theme_init(&theme, dark, scale);
  noslip_view_set_look(view, dark, scale);
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int) (width * factor), (int) (height * factor));
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, factor, factor);
  cairo_set_source_rgb(cairo, theme.surface.r, theme.surface.g, theme.surface.b);
  cairo_paint(cairo);
  noslip_view_draw(view, &theme, width, height, cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data(surface);
  int n = cairo_image_surface_get_width(surface) * cairo_image_surface_get_height(surface);
  g_assert_cmpuint(driven_colours(pixels, n), >, 4);
  keep(surface, id, noslip_view_kind(view), &theme, factor);
  cairo_surface_destroy(surface);
}

NoslipView *
viewing_view(const char *kind, NoslipSimulation *simulation)
{
  NoslipView *view = NOSLIP_VIEW(g_object_ref_sink(noslip_view_new(noslip_view_kind_find(kind))));
  noslip_view_set_simulation(view, simulation);
  return view;
}

void
viewing_close(NoslipView *view)
{
  noslip_view_set_simulation(view, NULL);
  g_object_unref(view);
}

gboolean
viewing_describes(NoslipView *view, const char *words)
{
  const NoslipViewKind *kind = noslip_view_kind(view);
  g_autofree char *description = kind->describe ? kind->describe(view) : NULL;
  return description && strstr(description, words);
}

double
viewing_cell(const NoslipRunView *run, guint row, guint column)
{
  return noslip_columns_value(run->values, row, column);
}

void
viewing_choose(NoslipView *view, const char *name, const char *first, const char *second, const char *third)
{
  const char *names[] = {first, second, third, NULL};
  noslip_view_set_choice(view, name, names);
}
