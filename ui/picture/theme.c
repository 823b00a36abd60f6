/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/theme.h"

#include "core/dynamics/formulation.h"

#include <math.h>
#include <pango/pango.h>
#include <string.h>

/* Least contrast of a curve with a dark surface. */
#define DARK_CONTRAST 3.75

#define HEX(value)                                                                                                     \
  {                                                                                                                    \
    ((value) >> 16 & 0xff) / 255.0, ((value) >> 8 & 0xff) / 255.0, ((value) &0xff) / 255.0, 1.0                        \
  }

/* Okabe and Ito. Black turns white on dark surfaces, yellow is legible there only. */
static const NoslipColor orange = HEX(0xE69F00), sky_blue = HEX(0x56B4E9), green = HEX(0x009E73),
                         yellow = HEX(0xF0E442), blue = HEX(0x0072B2), vermilion = HEX(0xD55E00),
                         purple = HEX(0xCC79A7), grey = HEX(0x999999);

void
noslip_theme_init(NoslipTheme *theme, gboolean dark, double scale)
{
  if (!(scale > 0.1 && scale < 16))
    scale = 1;
  memset(theme, 0, sizeof *theme);
  theme->dark = dark;
  theme->scale = scale;
  theme->font = "Cantarell, Inter, DejaVu Sans, Sans";
  theme->text_size = 13.5 * scale;
  theme->small_size = 12 * scale;
  theme->title_size = 16 * scale;
  theme->line_width = 1.75 * scale;
  theme->hair_width = fmax(1, scale);
  theme->surface = dark ? (NoslipColor) HEX(0x1e1e1e) : (NoslipColor) HEX(0xffffff);
  theme->text = dark ? (NoslipColor) HEX(0xffffff) : (NoslipColor) HEX(0x000000);
  theme->text = noslip_color_mix(theme->text, theme->surface, dark ? 0.04 : 0.15);
  theme->dim = noslip_color_mix(theme->text, theme->surface, 0.36);
  theme->grid = noslip_color_with_alpha(theme->text, 0.12);
  theme->accent = vermilion; /* of the motion itself: no formulation and no overlay has it */
  theme->good = dark ? (NoslipColor) HEX(0x57c99a) : (NoslipColor) HEX(0x00734f);
  theme->caution = dark ? (NoslipColor) HEX(0xf5c211) : (NoslipColor) HEX(0x8f5a00);
  theme->bad = dark ? (NoslipColor) HEX(0xff7b63) : (NoslipColor) HEX(0xb3261e);
  theme->sky = dark ? (NoslipColor) HEX(0x242629) : (NoslipColor) HEX(0xf3f3f1);
  theme->ground = dark ? (NoslipColor) HEX(0x34373b) : (NoslipColor) HEX(0xe6e5e1);
  theme->ground_line = dark ? (NoslipColor) HEX(0xb9bec6) : (NoslipColor) HEX(0x4a4f57);
  static const NoslipColor calm[2][4] = {
      {HEX(0x5b7fa6), HEX(0x8a9aa8), HEX(0x7d9a8c), HEX(0xa89a86)},
      {HEX(0x7ea3cc), HEX(0x9fb0be), HEX(0x8fb3a2), HEX(0xbfae97)},
  };
  memcpy(theme->body, calm[dark ? 1 : 0], sizeof theme->body);
}

#define LIGHT_CONTRAST 2.1 /* of a colour on a light surface */

/* Pure blue is too dark on a dark surface to be legible from the last row, and yellow too light on a light one. */
static NoslipColor
legible(const NoslipTheme *theme, NoslipColor color)
{
  double contrast = noslip_color_contrast(color, theme->surface);
  if (theme->dark)
    return contrast < DARK_CONTRAST ? noslip_color_mix(color, theme->text, 0.25) : color;
  return contrast < LIGHT_CONTRAST ? noslip_color_mix(color, theme->text, 0.45) : color;
}

NoslipColor
noslip_theme_formulation_color(const NoslipTheme *theme, const char *id)
{
  const NoslipFormulation *formulation = noslip_formulation_find(id);
  NoslipColor color;
  if (formulation == NULL || formulation->color == NULL || !noslip_color_parse(formulation->color, &color))
    return theme->text;
  return legible(theme, color);
}

NoslipDash
noslip_theme_formulation_dash(const char *id)
{
  const NoslipFormulation *formulation = noslip_formulation_find(id);
  return formulation != NULL ? formulation->dash : NOSLIP_DASH_SOLID;
}

NoslipColor
noslip_theme_series_color(const NoslipTheme *theme, guint index)
{
  const NoslipColor colors[] = {blue, vermilion, green, orange, purple, sky_blue, theme->text, yellow};
  NoslipColor color = colors[index % (theme->dark ? 8 : 7)];
  return theme->dark && index % 8 == 0 ? noslip_color_mix(color, theme->text, 0.25) : color;
}

NoslipColor
noslip_theme_overlay_color(const NoslipTheme *theme, guint index)
{
  /* neither green nor blue: those are velocities and forces */
  const NoslipColor light[] = {purple, sky_blue, orange, grey, yellow};
  const NoslipColor dark[] = {sky_blue, purple, orange, grey, yellow};
  return legible(theme, (theme->dark ? dark : light)[index % G_N_ELEMENTS(light)]);
}

NoslipColor
noslip_theme_gradient(const NoslipTheme *theme, double value)
{
  const NoslipColor stops[] = {theme->dark ? noslip_color_mix(blue, theme->text, 0.25) : blue, sky_blue, orange,
                               vermilion};
  double at = (isnan(value) ? 0.5 : CLAMP(value, 0, 1)) * (G_N_ELEMENTS(stops) - 1);
  guint below = MIN((guint) at, G_N_ELEMENTS(stops) - 2);
  return noslip_color_mix(stops[below], stops[below + 1], at - below);
}

NoslipDash
noslip_theme_overlay_dash(guint index)
{
  return (NoslipDash) (1 + index % (NOSLIP_N_DASHES - 2));
}

NoslipDash
noslip_theme_series_dash(guint index)
{
  return (NoslipDash) (index % NOSLIP_N_DASHES);
}

NoslipColor
noslip_theme_diverging(const NoslipTheme *theme, double value)
{
  if (isnan(value))
    return theme->grid;
  value = CLAMP(value, -1, 1);
  NoslipColor end = value < 0 ? blue : orange;
  /* The square root makes small entries visible while zero stays exactly the surface. */
  return noslip_color_mix(theme->surface, end, pow(fabs(value), 0.7));
}

NoslipColor
noslip_theme_text_on(const NoslipTheme *theme, NoslipColor background)
{
  const NoslipColor black = HEX(0x000000), white = HEX(0xffffff), soft = noslip_color_mix(black, white, 0.12);
  double on_black = noslip_color_contrast(black, background), on_white = noslip_color_contrast(white, background);
  if (on_white > on_black)
    return white;
  /* on a ground that is not light, only pure black has enough contrast */
  return noslip_color_contrast(soft, background) >= 7 ? soft : black;
}

NoslipColor
noslip_theme_type_color(const NoslipTheme *theme, NoslipColor color)
{
  color.a = 1; /* the line may let others through, its name is read */
  NoslipColor type = color;
  for (guint step = 1; step <= 10 && noslip_color_contrast(type, theme->surface) < 4.5; step++)
    type = noslip_color_mix(color, theme->text, 0.1 * step);
  return type;
}

const double *
noslip_dash_pattern(NoslipDash dash, int *n)
{
  static const double patterns[NOSLIP_N_DASHES][6] = {
      {0}, {5, 3}, {1, 2.2}, {6, 2.5, 1, 2.5}, {10, 4}, {6, 2.2, 1, 2.2, 1, 2.2},
  };
  static const int lengths[NOSLIP_N_DASHES] = {0, 2, 2, 4, 2, 6};
  if ((guint) dash >= NOSLIP_N_DASHES)
    dash = NOSLIP_DASH_SOLID;
  *n = lengths[dash];
  return patterns[dash];
}

gboolean
noslip_color_parse(const char *text, NoslipColor *color)
{
  PangoColor parsed;
  if (text == NULL || !pango_color_parse(&parsed, text))
    return FALSE;
  *color = (NoslipColor){parsed.red / 65535.0, parsed.green / 65535.0, parsed.blue / 65535.0, 1};
  return TRUE;
}

NoslipColor
noslip_color_mix(NoslipColor a, NoslipColor b, double t)
{
  return (NoslipColor){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a + (b.a - a.a) * t};
}

NoslipColor
noslip_color_with_alpha(NoslipColor color, double alpha)
{
  color.a = alpha;
  return color;
}

double
noslip_color_to_linear(double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

double
noslip_color_from_linear(double channel)
{
  return channel <= 0.0031308 ? 12.92 * channel : 1.055 * pow(channel, 1 / 2.4) - 0.055;
}

static double
luminance(NoslipColor c)
{
  return 0.2126 * noslip_color_to_linear(c.r) + 0.7152 * noslip_color_to_linear(c.g) +
         0.0722 * noslip_color_to_linear(c.b);
}

double
noslip_color_contrast(NoslipColor a, NoslipColor b)
{
  double la = luminance(a), lb = luminance(b);
  return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}
