/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All digits of a double in integer arithmetic: exact, and so the same as from printf( ), which is slower. */
#include "core/base/decimal.h"

#include <math.h>
#include <string.h>

#define DIGITS 17

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Wide;

#define LEAST G_GUINT64_CONSTANT(10000000000000000) /* of DIGITS digits */
#define FIVES 27                                    /* the last power of five of 64 bits */
/* Values from 2^EXPONENT_LEAST to below 2^(EXPONENT_MOST + 1), about 1e-38 to 7e16, need no more than two of them, and
 * no division. */
#define EXPONENT_LEAST (-126)
#define EXPONENT_MOST 55

static const guint64 fives[FIVES + 1] = {1,
                                         5,
                                         25,
                                         125,
                                         625,
                                         3125,
                                         15625,
                                         78125,
                                         390625,
                                         1953125,
                                         9765625,
                                         48828125,
                                         244140625,
                                         1220703125,
                                         6103515625,
                                         30517578125,
                                         152587890625,
                                         762939453125,
                                         3814697265625,
                                         19073486328125,
                                         95367431640625,
                                         476837158203125,
                                         2384185791015625,
                                         11920928955078125,
                                         59604644775390625,
                                         298023223876953125,
                                         1490116119384765625,
                                         7450580596923828125};

/* mantissa 2^exponent 10^q, rounded towards 0, for 0 <= q <= 2 FIVES. *fraction: what is left, in units of 2^-128. */
static guint64
scale(guint64 mantissa, int exponent, int q, Wide *fraction)
{
  Wide five = (Wide) fives[MIN(q, FIVES)] * fives[MAX(q - FIVES, 0)];
  Wide low = (Wide) mantissa * (guint64) five, high = (Wide) mantissa * (guint64) (five >> 64) + (low >> 64);
  guint64 last = (guint64) low; /* the product is high 2^64 + last */
  int shift = -(exponent + q);
  *fraction = 0;
  if (shift <= 0)
    return last << -shift;
  if (shift > 64) {
    *fraction = high << (192 - shift) | (Wide) last << (128 - shift);
    return (guint64) (high >> (shift - 64));
  }
  *fraction = (Wide) last << (128 - shift);
  return shift == 64 ? (guint64) high : (guint64) (high << (64 - shift)) | last >> shift;
}

/* The DIGITS significant digits of a positive value, as an integer, rounded to nearest, ties to even; *power is that of
 * the first digit. 0 if the value is out of range. */
static guint64
significant(double value, int *power)
{
  guint64 bits;
  Wide fraction, half = (Wide) 1 << 127;
  memcpy(&bits, &value, sizeof bits);
  int exponent = (int) (bits >> 52) - 1023;
  if (exponent < EXPONENT_LEAST || exponent > EXPONENT_MOST)
    return 0;
  guint64 mantissa = (bits & (((guint64) 1 << 52) - 1)) | (guint64) 1 << 52;
  int k = exponent >= 0 ? exponent * 1233 / 4096 : -((-exponent * 1233 + 4095) / 4096); /* log10 2, downwards */
  guint64 digits = scale(mantissa, exponent - 52, DIGITS - 1 - k, &fraction);
  if (digits >= 10 * LEAST)
    digits = scale(mantissa, exponent - 52, DIGITS - 1 - ++k, &fraction);
  digits += fraction > half || (fraction == half && (digits & 1) != 0);
  *power = digits < 10 * LEAST ? k : k + 1;
  return digits < 10 * LEAST ? digits : LEAST;
}

/* Writes the digits without zeros at the end, all DIGITS of them with; returns the number of the former. */
static gsize
spell(guint64 digits, char *text)
{
  gsize n = DIGITS;
  guint32 halves[] = {(guint32) (digits / 100000000), (guint32) (digits % 100000000)};
  for (int h = 1; h >= 0; h--)
    for (int i = h == 0 ? 9 : 8; i > 0; i--) {
      text[(h == 0 ? 0 : 9) + i - 1] = (char) ('0' + halves[h] % 10);
      halves[h] /= 10;
    }
  while (n > 1 && text[n - 1] == '0')
    n--;
  return n;
}

/* 0 if the value is out of range. */
static gsize
write_digits(double value, char *text)
{
  char digits[DIGITS], *at = text;
  int power;
  if (value < 0)
    *at++ = '-';
  guint64 integer = significant(value < 0 ? -value : value, &power);
  if (integer == 0)
    return 0;
  gsize n = spell(integer, digits), whole = power >= 0 ? (gsize) power + 1 : power < -4 ? 1 : 0;
  if (whole == 0) {
    memcpy(at, "0.000", 5);
    at += 1 - power;
  }
  memcpy(at, digits, whole);
  at += whole;
  if (n > whole) {
    if (whole > 0)
      *at++ = '.';
    memcpy(at, digits + whole, n - whole);
    at += n - whole;
  }
  if (power < -4) {
    const char exponent[] = {'e', '-', (char) ('0' - power / 10), (char) ('0' - power % 10)};
    memcpy(at, exponent, sizeof exponent);
    at += sizeof exponent;
  }
  *at = '\0';
  return (gsize) (at - text);
}
#else
static gsize
write_digits(double value, char *text)
{
  return 0;
}
#endif

gsize
noslip_decimal_17_digits(double value, char *text)
{
  if (value == 0)
    return g_strlcpy(text, signbit(value) ? "-0" : "0", NOSLIP_DECIMAL_SIZE);
  gsize length = write_digits(value, text);
  return length > 0 ? length : strlen(g_ascii_formatd(text, NOSLIP_DECIMAL_SIZE, "%.17g", value));
}
