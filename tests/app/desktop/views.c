/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views as pictures and in words, and the columns that they draw. With NOSLIP_TEST_PICTURES set to a folder the
 * pictures are kept there to be looked at. */
#include "ui/widgets/view.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define PATIENCE (60 * G_USEC_PER_SEC)

static NoslipSimulation *
opened(const char *id, double time)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load(simulation, id);
  gint64 begun = g_get_monotonic_time();
  while (!noslip_simulation_is_settled(simulation) || !noslip_simulation_instruments(simulation)) {
    g_main_context_iteration(NULL, FALSE);
    g_usleep(500);
    noslip_simulation_poll(simulation);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, PATIENCE);
  }
  g_assert_nonnull(noslip_simulation_system(simulation));
  noslip_simulation_seek(simulation, time);
  return simulation;
}

static guint
colours(cairo_surface_t *surface)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  cairo_surface_flush(surface);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data(surface);
  int n = cairo_image_surface_get_width(surface) * cairo_image_surface_get_height(surface);
  for (int i = 0; i < n && g_hash_table_size(seen) < 100; i++)
    g_hash_table_add(seen, GUINT_TO_POINTER(pixels[i]));
  return g_hash_table_size(seen);
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

static void
picture(NoslipView *view, const char *id, gboolean dark, double scale, double factor, double width, double height)
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
  g_assert_cmpuint(colours(surface), >, 4);
  keep(surface, id, noslip_view_kind(view), &theme, factor);
  cairo_surface_destroy(surface);
}

static NoslipView *
view_of(const char *kind, NoslipSimulation *simulation)
{
  NoslipView *view = NOSLIP_VIEW(g_object_ref_sink(noslip_view_new(noslip_view_kind_find(kind))));
  noslip_view_set_simulation(view, simulation);
  return view;
}

static void
close_view(NoslipView *view)
{
  noslip_view_set_simulation(view, NULL);
  g_object_unref(view);
}

/* They are derived beside the window. */
static void
await_equations(NoslipView *view)
{
  gint64 begun = g_get_monotonic_time();
  for (;;) {
    g_autofree char *said =
        noslip_view_kind(view)->describe ? noslip_view_kind(view)->describe(view) : g_strdup("");
    if (!strstr(said, "are being derived"))
      break;
    g_main_context_iteration(NULL, FALSE);
    g_usleep(500);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, PATIENCE);
  }
}

static void
test_every_view_is_drawn(void)
{
  static const char *const systems[] = {"chaplygin-sleigh", "snakeboard", "ball-on-rotating-table", "appell-hamel",
                                        "central-force", "plate-ball", "rattleback"};
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = opened(systems[s], 3);
    g_test_message("%s", systems[s]);
    for (guint k = 0; noslip_view_kinds()[k]; k++) {
      NoslipView *view = view_of(noslip_view_kinds()[k]->id, simulation);
      await_equations(view);
      picture(view, systems[s], FALSE, 1, 1, 360, 300);
      picture(view, systems[s], TRUE, 1, 2, 360, 300);
      picture(view, systems[s], FALSE, NOSLIP_THEME_PRESENTATION_SCALE, 1, 640, 480);
      close_view(view);
    }
    noslip_simulation_free(simulation);
  }
}

static double
cell(const NoslipRunView *run, guint row, guint column)
{
  return g_array_index(run->values, double, (gsize) row * run->quantities->n + column);
}

/* The momentum equation holds along the motion, for every section of D: the accelerations come from a formulation that
 * knows nothing of sections. Conserved momenta are constant. */
static void
test_momentum_equation(void)
{
  static const char *const systems[] = {"chaplygin-sleigh", "snakeboard", "rolling-disk", "ball-on-rotating-table",
                                        "rolling-ball", "central-force", "nonholonomic-particle"};
  guint conserved = 0, sections = 0;
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = opened(systems[s], 0);
    const NoslipRunView *run = noslip_simulation_primary(simulation);
    const NoslipQuantities *q = run->quantities;
    g_assert_cmpuint(q->n_sections, >, 0);
    for (guint i = 0; i < q->n_sections; i++) {
      const NoslipSectionColumns *section = &q->sections[i];
      double scale = 1, worst = 0, change = 0;
      for (guint row = 0; row < run->n_rows; row++) {
        scale = fmax(scale, fmax(fabs(cell(run, row, section->rate)), fabs(cell(run, row, section->momentum))));
        worst = fmax(worst, fabs(cell(run, row, section->rate) - cell(run, row, section->equation)));
        change = fmax(change, fabs(cell(run, row, section->momentum) - cell(run, 0, section->momentum)));
      }
      g_assert_cmpfloat(worst, <, 1e-9 * scale);
      if (section->conserved)
        g_assert_cmpfloat(change, <, 1e-7 * scale);
      conserved += section->conserved;
      sections++;
    }
    noslip_simulation_free(simulation);
  }
  g_assert_cmpuint(conserved, >, 3);
  g_assert_cmpuint(conserved, <, sections);
}

/* What the reactions bring in is what the energy gains: on the rotating table, where the constraints are affine, and
 * nothing at all on the sleigh. */
static void
test_reaction_power(void)
{
  static const char *const systems[] = {"ball-on-rotating-table", "chaplygin-sleigh"};
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = opened(systems[s], 0);
    const NoslipRunView *run = noslip_simulation_primary(simulation);
    const NoslipQuantities *q = run->quantities;
    double largest = 0;
    for (guint row = 0; row < run->n_rows; row++) {
      double power = 0;
      for (guint c = 0; c < q->n; c++)
        if (q->list[c].kind == NOSLIP_QUANTITY_POWER)
          power += cell(run, row, c);
      double rate = cell(run, row, q->rate);
      g_assert_cmpfloat(fabs(power - rate), <, 1e-8 * (1 + fabs(rate)));
      largest = fmax(largest, fabs(power));
    }
    if (s == 0)
      g_assert_cmpfloat(largest, >, 1e-3);
    else
      g_assert_cmpfloat(largest, <, 1e-9);
    noslip_simulation_free(simulation);
  }
}

static void
test_words(void)
{
  NoslipSimulation *simulation = opened("chaplygin-sleigh", 2);
  NoslipView *constraints = view_of("constraints", simulation), *momenta = view_of("momenta", simulation);
  g_autofree char *said = noslip_view_kind(constraints)->describe(constraints);
  g_assert_nonnull(strstr(said, "lambda("));
  g_assert_nonnull(strstr(said, "|phi("));
  g_assert_nonnull(strstr(said, "do no work"));
  g_autofree char *told = noslip_view_kind(momenta)->describe(momenta);
  g_assert_nonnull(strstr(told, "p(omega) = "));
  g_assert_nonnull(strstr(told, "by the momentum equation"));
  close_view(constraints);
  close_view(momenta);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/views/every-view-is-drawn", test_every_view_is_drawn);
  g_test_add_func("/views/momentum-equation", test_momentum_equation);
  g_test_add_func("/views/reaction-power", test_reaction_power);
  g_test_add_func("/views/words", test_words);
  return g_test_run();
}
