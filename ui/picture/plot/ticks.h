/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Round ticks of an axis, and numbers in their usual form. */
#pragma once

#include <glib.h>

#define NOSLIP_TICKS_MOST 12

typedef struct {
  guint n;
  double value[NOSLIP_TICKS_MOST];
  char label[NOSLIP_TICKS_MOST][24]; /* with a true minus sign, all with the same number of decimals */
  double step;                       /* 1, 2 or 5 times a power of ten; of decades for a logarithmic axis */
  int exponent;                      /* labels are to be multiplied by 10^exponent; 0 if they are plain */
} NoslipTicks;

/* 3 to 6 ticks inside [low, high] at multiples of 1, 2 or 5 (or 4, if these leave two) times a power of ten, at
 * most `most` of them (0: 6) if that leaves at least two. A range that is empty, reversed or not finite gives no
 * ticks. */
void noslip_ticks_linear(NoslipTicks *ticks, double low, double high, guint most);
/* Powers of ten inside [low, high], low > 0, every decade or every few; linear ticks for less than one decade. Labels
 * are "10" with a superscript exponent. */
void noslip_ticks_log(NoslipTicks *ticks, double low, double high, guint most);

/* A number with `digits` significant digits: plain between 1e-4 and 1e5, else with a power of ten ("2.1e-13");
 * a true minus sign. Free with g_free(). */
char *noslip_number_text(double value, guint digits);
/* A number at the resolution (> 0) of a scale: with all decimals that it resolves, including zeros, so
 * that digits stay in place while the number changes; one digit ("3e-17") if it is smaller. Free with
 * g_free(). */
char *noslip_number_at_resolution(double value, double resolution);
/* noslip_number_text() always with a sign, for status lines: "+2e-13". */
char *noslip_number_signed_text(double value, guint digits);
