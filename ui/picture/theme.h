/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours, dashes and type of every picture. One meaning has one colour everywhere: a formulation keeps its colour in
 * the scene, in curves and in legends; the dash is a second cue, for print and for colour-blind people. Surfaces are
 * Adwaita's; data colours are Okabe and Ito's palette (Color universal design, 2008). */
#pragma once

#include "core/base/dash.h"

#include <glib.h>

typedef struct {
  double r, g, b, a; /* sRGB, 0 to 1, alpha not multiplied in */
} NoslipColor;

/* Sizes are in logical pixels and already multiplied by `scale`, line widths too. */
typedef struct {
  gboolean dark;
  gboolean symbols; /* names of quantities are set as formulas set them: of figures on paper */
  double scale;     /* 1, or NOSLIP_THEME_PRESENTATION_SCALE */
  const char *font; /* Pango family list, static */
  double text_size, small_size, title_size;
  double line_width, hair_width;        /* of curves; of axes and grid */
  NoslipColor surface;                  /* what a view is drawn on */
  NoslipColor text, dim, grid;          /* dim: secondary text; grid: 12 % of the text colour */
  NoslipColor accent;                   /* the one accent: trail, highlighted cell */
  NoslipColor good, caution, bad;       /* status: within tolerance, not within tolerance, failed */
  NoslipColor sky, ground, ground_line; /* scene */
  NoslipColor body[4];                  /* neutral colours of bodies without a colour of their own */
} NoslipTheme;

#define NOSLIP_THEME_PRESENTATION_SCALE 1.6

void noslip_theme_init(NoslipTheme *theme, gboolean dark, double scale);

/* Of the formulation with this id, from its own table. Any other id, or NULL, gets the text colour and a solid line. */
NoslipColor noslip_theme_formulation_color(const NoslipTheme *theme, const char *id);
NoslipDash noslip_theme_formulation_dash(const char *id);
/* For overlays that differ in something other than the formulation; the accent, which is the motion's own, is left out,
 * and no dash is solid. Both repeat, with different periods. */
NoslipColor noslip_theme_overlay_color(const NoslipTheme *theme, guint index);
NoslipDash noslip_theme_overlay_dash(guint index);
/* Colours of curves that do not belong to a formulation; repeats after 7 or 8. */
NoslipColor noslip_theme_series_color(const NoslipTheme *theme, guint index);
NoslipDash noslip_theme_series_dash(guint index);
/* From blue over sky blue and orange to vermilion: 0 to 1, for increasing values. */
NoslipColor noslip_theme_gradient(const NoslipTheme *theme, double value);
/* value from -1 (blue) over 0 (surface) to 1 (orange); NaN gives the grid colour. */
NoslipColor noslip_theme_diverging(const NoslipTheme *theme, double value);
/* The text colour with the best contrast on this background. */
NoslipColor noslip_theme_text_on(const NoslipTheme *theme, NoslipColor background);

/* This colour, adjusted so that text in it is legible on the surface; opaque. */
NoslipColor noslip_theme_type_color(const NoslipTheme *theme, NoslipColor color);

/* Lengths of on and off strokes in units of the line width; *n is 0 for a solid line. */
const double *noslip_dash_pattern(NoslipDash dash, int *n);

/* "steelblue", "#4682b4", "#48b"; FALSE if the text names no colour. */
gboolean noslip_color_parse(const char *text, NoslipColor *color);
NoslipColor noslip_color_mix(NoslipColor a, NoslipColor b, double t); /* t = 0: a, t = 1: b */
NoslipColor noslip_color_with_alpha(NoslipColor color, double alpha);
/* sRGB transfer function and its inverse, of one channel (IEC 61966-2-1). */
double noslip_color_to_linear(double channel);
double noslip_color_from_linear(double channel);
/* Contrast ratio of WCAG 2.1, 1 to 21; alpha is ignored. */
double noslip_color_contrast(NoslipColor a, NoslipColor b);
