/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MINUS "\342\210\222" /* U+2212 */

/* Replaces the ASCII minus of a printed number, and trims "e-07" to "e-7". */
static void
tidy(char *out, gsize size, const char *number)
{
  const char *exponent = strchr(number, 'e');
  gsize used = 0;
  for (const char *c = number; *c != '\0' && used + 4 < size; c++) {
    if (*c == '-') {
      memcpy(out + used, MINUS, 3);
      used += 3;
    } else if (*c != '+' || c == number) {
      out[used++] = *c;
    }
    if (exponent != NULL && c == exponent + 1)
      while (c[1] == '0' && g_ascii_isdigit(c[2]))
        c++;
  }
  out[used] = '\0';
}

/* The smallest of 1, 2, 5 times a power of ten that is not below `least`. */
static double
round_step(double least, int *decade, int *digit)
{
  *decade = (int) floor(log10(least));
  double unit = pow(10, *decade);
  double ratio = least / unit;
  *digit = ratio <= 1 + 1e-9 ? 1 : ratio <= 2 + 1e-9 ? 2 : ratio <= 5 + 1e-9 ? 5 : 10;
  if (*digit == 10) {
    *digit = 1;
    (*decade)++;
    unit = pow(10, *decade);
  }
  return *digit * unit;
}

static void
label_linear(NoslipTicks *ticks, int decade)
{
  double largest = 0;
  for (guint i = 0; i < ticks->n; i++)
    largest = fmax(largest, fabs(ticks->value[i]));
  int top = largest > 0 ? (int) floor(log10(largest) + 1e-12) : 0;
  if (top >= 5 || top < -3)
    ticks->exponent = top;
  int decimals = MAX(0, ticks->exponent - decade);
  for (guint i = 0; i < ticks->n; i++) {
    char number[64];
    double shown = ticks->value[i] / pow(10, ticks->exponent);
    snprintf(number, sizeof number, "%.*f", MIN(decimals, 17), shown);
    if (number[0] == '-' && strpbrk(number, "123456789") == NULL) /* -0.0 */
      memmove(number, number + 1, strlen(number));
    tidy(ticks->label[i], sizeof ticks->label[i], number);
  }
}

/* Multiples of step inside [low, high], up to rounding. */
static double
count(double low, double high, double step)
{
  return floor(high / step + 1e-9) - ceil(low / step - 1e-9) + 1;
}

void
noslip_ticks_linear(NoslipTicks *ticks, double low, double high, guint most)
{
  memset(ticks, 0, sizeof *ticks);
  if (!isfinite(low) || !isfinite(high) || !(high > low) || !isfinite(high - low))
    return;
  most = most == 0 ? 6 : MIN(most, NOSLIP_TICKS_MOST);
  double span = high - low;
  /* Below the spacing of doubles values are equal. */
  if (span < 1e-14 * fmax(fabs(low), fabs(high)) || span < 1e-300)
    return;
  int decade = 0, digit = 1;
  double step = round_step(span / (most + 1), &decade, &digit); /* n + 1 steps may hold n ticks */
  for (guint attempt = 0; attempt < 4 && count(low, high, step) > most; attempt++)
    step = round_step(step * 1.01, &decade, &digit);
  /* The step from 2 to 5 is large: if 5 gives fewer than three ticks and 2 too many, 4 is used. */
  if (digit == 5 && count(low, high, step) < 3 && count(low, high, 0.8 * step) >= 3) {
    digit = 4;
    step *= 0.8;
  }
  /* A single tick shows no scale: one or two more than requested are better. */
  if (count(low, high, step) < 2)
    step = round_step(step * (digit == 5 ? 0.4 : 0.5) * (1 - 1e-6), &decade, &digit);
  if (count(low, high, step) > NOSLIP_TICKS_MOST)
    return;
  ticks->step = step;
  for (double k = ceil(low / step - 1e-9); k <= floor(high / step + 1e-9); k++)
    ticks->value[ticks->n++] = k == 0 ? 0 : k * digit * pow(10, decade);
  label_linear(ticks, decade);
  if (ticks->n == 1 && ticks->value[0] == 0) {
    /* a single zero needs no decimals */
    g_strlcpy(ticks->label[0], "0", sizeof ticks->label[0]);
    ticks->exponent = 0;
  }
}

static void
superscript(char *out, gsize size, int exponent)
{
  static const char *const digits[] = {"\342\201\260", "\302\271",     "\302\262",     "\302\263",     "\342\201\264",
                                       "\342\201\265", "\342\201\266", "\342\201\267", "\342\201\270", "\342\201\271"};
  char number[16];
  snprintf(number, sizeof number, "%d", exponent);
  g_strlcpy(out, "10", size);
  for (const char *c = number; *c != '\0'; c++)
    g_strlcat(out, *c == '-' ? "\342\201\273" : digits[*c - '0'], size);
}

void
noslip_ticks_log(NoslipTicks *ticks, double low, double high, guint most)
{
  memset(ticks, 0, sizeof *ticks);
  if (!(low > 0) || !isfinite(high) || !(high > low))
    return;
  most = most == 0 ? 6 : MIN(most, NOSLIP_TICKS_MOST);
  int first = (int) ceil(log10(low) - 1e-9), last = (int) floor(log10(high) + 1e-9);
  if (last - first < 1) {
    noslip_ticks_linear(ticks, low, high, most);
    return;
  }
  static const int steps[] = {1, 2, 3, 5, 10, 20, 50, 100};
  for (guint s = 0; s < G_N_ELEMENTS(steps); s++) {
    int from = (int) (ceil((double) first / steps[s]) * steps[s]);
    if ((guint) ((last - from) / steps[s] + 1) > most)
      continue;
    ticks->step = steps[s];
    for (int decade = from; decade <= last; decade += steps[s]) {
      superscript(ticks->label[ticks->n], sizeof ticks->label[0], decade);
      ticks->value[ticks->n++] = pow(10, decade);
    }
    return;
  }
}

/* A value half-way between two texts is rounded away from zero, and so is one that misses the half by HALF of the last
 * digit: a constant 0.41375 that drifts by 1e-16 is always read as 0.4138. */
#define HALF 1e-6
static double
beside_half(double value, int decimals)
{
  double unit = pow(10, -decimals), units = fabs(value) / unit, below = floor(units);
  if (!(units < 1e9) || fabs(units - below - 0.5) > HALF)
    return value;
  return copysign((below + 0.75) * unit, value);
}

static char *
number_text(double value, guint digits, gboolean sign)
{
  if (value == 0) /* zero and minus zero are shown without a sign */
    return g_strdup("0");
  char number[64], out[96];
  if (isnan(value))
    return g_strdup("\342\200\223");
  if (isinf(value))
    return g_strdup(value > 0 ? "\342\210\236" : MINUS "\342\210\236");
  digits = CLAMP(digits, 1, 17);
  double size = fabs(value);
  if (size >= 1e-4 && size < 1e5) {
    int decade = (int) floor(log10(size));
    int decimals = MAX(0, (int) digits - 1 - decade);
    snprintf(number, sizeof number, sign ? "%+.*f" : "%.*f", decimals, beside_half(value, decimals));
    if (strchr(number, '.') != NULL) {
      char *end = number + strlen(number);
      while (end[-1] == '0')
        *--end = '\0';
      if (end[-1] == '.')
        end[-1] = '\0';
    }
  } else {
    snprintf(number, sizeof number, sign ? "%+.*e" : "%.*e", (int) digits - 1, value);
  }
  tidy(out, sizeof out, number);
  return g_strdup(out);
}

char *
noslip_number_text(double value, guint digits)
{
  return number_text(value, digits, FALSE);
}

char *
noslip_number_signed_text(double value, guint digits)
{
  return number_text(value, digits, TRUE);
}

char *
noslip_number_at_resolution(double value, double resolution)
{
  char number[64], out[96];
  if (!isfinite(value) || !(resolution > 0) || !isfinite(resolution))
    return noslip_number_text(value, 4);
  if (value == 0)
    return g_strdup("0");
  if (fabs(value) < resolution / 2) /* below the resolution of the scale, but not zero */
    return noslip_number_text(value, 1);
  int decimals = MAX(0, (int) ceil(-log10(resolution) - 1e-9));
  if (decimals > 6 || fabs(value) >= 1e6) {
    int digits = (int) ceil(log10(fabs(value) / resolution));
    return noslip_number_text(value, (guint) CLAMP(digits, 1, 6));
  }
  snprintf(number, sizeof number, "%.*f", decimals, beside_half(value, decimals));
  tidy(out, sizeof out, number);
  return g_strdup(out);
}
