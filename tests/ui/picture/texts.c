/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that are kept laid out from one drawing to the next look as those that are laid out each time, and numbers
 * are as wide as they would be alone. */
#include "tests/ui/picture/pictures.h"
#include "ui/picture/display-items.h"

#include <glib.h>
#include <pango/pangocairo.h>

#define WIDTH 320
#define HEIGHT 200

static cairo_surface_t *
draw(const NoslipDisplay *display, int scale, double larger)
{
  cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH * scale, HEIGHT * scale);
  cairo_surface_set_device_scale(picture, scale, scale);
  cairo_t *cairo = cairo_create(picture);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  cairo_scale(cairo, larger, larger);
  noslip_display_draw(display, cairo);
  cairo_destroy(cairo);
  return picture;
}

/* The same words in several styles, a number that changes, and a turned text. */
static void
fill(NoslipDisplay *display, guint k)
{
  static const char *const words[] = {"omega (rad/s)", "slip_x = 0.25", "v₁ (m/s)", "energy", "−2.5e−20"};
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  noslip_display_clear(display);
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    for (guint style = 0; style < 8; style++) {
      const NoslipTextStyle look = {.size = 9 + style % 2,
                                    .color = theme.text,
                                    .bold = (style & 2) != 0,
                                    .mathematics = (style & 4) != 0,
                                    .symbols = i % 2 == 1};
      noslip_display_text(display, &theme, &look, 5 + 150 * (style / 4), 5 + 12 * (4 * i + style % 4) % 150, words[i]);
    }
  g_autofree char *number = g_strdup_printf("%u.%u", k, 7 * k);
  noslip_display_text(display, &theme, &(NoslipTextStyle){.size = 14, .color = theme.accent, .align_x = 1}, 300, 170,
                      number);
  noslip_display_text(display, &theme, &(NoslipTextStyle){.size = 14, .color = theme.text, .angle = -0.7}, 200, 150,
                      number);
  g_autofree char *sentence =
      g_strdup_printf("x_%u = −%u.%ue−%u ₃ m, t = %u s", k % 10, k % 7, 3 * k % 10, k / 10, k % 10);
  for (guint look = 0; look < 4; look++)
    noslip_display_text(display, &theme,
                        &(NoslipTextStyle){.size = 11, .bold = look & 1, .mathematics = look & 2, .symbols = TRUE}, 10,
                        120 + 17 * look, sentence);
}

static void
test_kept(void)
{
  NoslipDisplay *kept = noslip_display_new(), *plain = noslip_display_new();
  noslip_display_keep_texts(kept);
  for (guint k = 0; k < 100; k++) {
    fill(kept, k);
    fill(plain, k);
    const int scale = 1 + k % 5 / 3;
    const double larger = k % 20 < 10 ? 1 : 0.8;
    cairo_surface_t *a = draw(kept, scale, larger), *b = draw(plain, scale, larger);
    g_assert_cmpuint(picture_differing(a, b, 0), ==, 0);
    g_assert_cmpuint(picture_count(a, (NoslipColor){1, 1, 1, 1}, 0.5), <, WIDTH * HEIGHT * scale * scale - 1000);
    cairo_surface_destroy(a);
    cairo_surface_destroy(b);
  }
  /* forty that stay, those of them with figures as numbers that may change too, and the last numbers */
  g_assert_cmpuint(noslip_text_layouts_n(kept->layouts), >=, 41);
  g_assert_cmpuint(noslip_text_layouts_n(kept->layouts), <, 100);
  noslip_display_free(kept);
  noslip_display_free(plain);
}

static PangoLayout *
layout_of(NoslipTextLayouts *layouts, double shift, double scale)
{
  cairo_surface_t *picture = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cairo = cairo_create(picture);
  cairo_translate(cairo, 0, shift);
  cairo_scale(cairo, scale, scale);
  noslip_text_layouts_begin(layouts, cairo);
  PangoLayout *layout = noslip_text_layouts_get(layouts, "Sans", &(NoslipTextStyle){.size = 12}, "energy");
  pango_layout_get_extents(layout, NULL, NULL);
  cairo_destroy(cairo);
  cairo_surface_destroy(picture);
  return layout;
}

/* A text is laid out again only for a canvas of another scale, not for one that is only shifted. */
static void
test_laid_out_once(void)
{
  NoslipTextLayouts *layouts = noslip_text_layouts_new();
  PangoLayout *first = layout_of(layouts, 0, 1);
  guint serial = pango_layout_get_serial(first);
  for (guint k = 0; k < 5; k++) {
    g_assert_true(layout_of(layouts, 10 * k, 1) == first);
    g_assert_cmpuint(pango_layout_get_serial(first), ==, serial);
  }
  g_assert_true(layout_of(layouts, 0, 1.5) == first);
  g_assert_cmpuint(pango_layout_get_serial(first), !=, serial);
  noslip_text_layouts_free(layouts);
}

static const NoslipTextGlyphs *
glyphs_of(NoslipTextLayouts *layouts, double scale, const char *text)
{
  cairo_surface_t *picture = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cairo = cairo_create(picture);
  cairo_scale(cairo, scale, scale);
  noslip_text_layouts_begin(layouts, cairo);
  const NoslipTextGlyphs *glyphs =
      noslip_text_layouts_glyphs(layouts, "DejaVu Sans", &(NoslipTextStyle){.size = 12}, text);
  cairo_destroy(cairo);
  cairo_surface_destroy(picture);
  return glyphs;
}

/* A number that changes has its glyphs after some of its values, and again for a canvas of another scale. */
static void
test_glyphs_of_numbers(void)
{
  NoslipTextLayouts *layouts = noslip_text_layouts_new();
  for (guint k = 0; k < 6; k++) {
    g_autofree char *text = g_strdup_printf("%u.%u m", k, k + 2);
    g_assert_nonnull(glyphs_of(layouts, 1, text));
  }
  guint n = noslip_text_layouts_n(layouts);
  const NoslipTextGlyphs *number = glyphs_of(layouts, 1, "7.5 m");
  g_assert_true(glyphs_of(layouts, 1, "9.1 m") == number);
  g_assert_true(glyphs_of(layouts, 1, "9.1 s") != number);
  g_assert_cmpuint(noslip_text_layouts_n(layouts), ==, n + 2); /* the last and its number */
  g_assert_nonnull(glyphs_of(layouts, 1.5, "2.6 m"));
  g_assert_cmpuint(noslip_text_layouts_n(layouts), ==, n + 2);
  noslip_text_layouts_free(layouts);
}

/* The width of a text alone, laid out as for measurements. */
static double
width_of(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  PangoLayout *layout = pango_layout_new(context);
  PangoRectangle logical;
  noslip_text_prepare(layout, theme->font, style, text);
  pango_layout_get_extents(layout, NULL, &logical);
  g_object_unref(layout);
  g_object_unref(context);
  return (double) logical.width / PANGO_SCALE;
}

/* A number whose figures differ from those of one measured before. */
static void
test_numbers(void)
{
  static const char *const before[] = {"0.0000 rad/s", "−2.5e−20", "x_1 = 0", "now 7, 70°"};
  static const char *const after[] = {"0.9175 rad/s", "−1.1e−17", "x_7 = 4", "now 1, 11°"};
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  for (guint i = 0; i < G_N_ELEMENTS(before); i++)
    for (guint look = 0; look < 8; look++) {
      const NoslipTextStyle style = {.size = 9 + 5 * (look % 2), .bold = (look & 2) != 0, .mathematics = look >= 4};
      double width, again;
      noslip_text_measure(&theme, &style, before[i], &width, NULL, NULL);
      g_assert_cmpfloat(width, ==, width_of(&theme, &style, before[i]));
      noslip_text_measure(&theme, &style, after[i], &again, NULL, NULL);
      g_assert_cmpfloat(again, ==, width_of(&theme, &style, after[i]));
    }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/texts/kept", test_kept);
  g_test_add_func("/picture/texts/laid-out-once", test_laid_out_once);
  g_test_add_func("/picture/texts/glyphs-of-numbers", test_glyphs_of_numbers);
  g_test_add_func("/picture/texts/numbers", test_numbers);
  return g_test_run();
}
