/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact rationals of 53 bits. */
#include "core/expr/graph-private.h"

#include <math.h>

__extension__ typedef __int128 Wide;

static Wide
wide_gcd(Wide a, Wide b)
{
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0) {
    Wide r = a % b;
    a = b;
    b = r;
  }
  return a;
}

/* Of numbers of 64 bits, whose division is a single instruction. */
static guint64
short_gcd(guint64 a, guint64 b)
{
  while (b != 0) {
    guint64 r = a % b;
    a = b;
    b = r;
  }
  return a;
}

gint64
noslip_gcd(gint64 a, gint64 b)
{
  guint64 first = a < 0 ? -(guint64) a : (guint64) a, second = b < 0 ? -(guint64) b : (guint64) b;
  return (gint64) short_gcd(first, second);
}

static gboolean
fit(Wide num, Wide den, NoslipRational *r)
{
  if (den == 0)
    return FALSE;
  gboolean is_short = num >= -G_MAXINT64 && num <= G_MAXINT64 && den >= -G_MAXINT64 && den <= G_MAXINT64;
  Wide g = is_short ? (Wide) noslip_gcd((gint64) num, (gint64) den) : wide_gcd(num, den);
  if (g != 1) {
    num /= g;
    den /= g;
  }
  if (den < 0) {
    num = -num;
    den = -den;
  }
  if (num > NOSLIP_RATIONAL_MOST || num < -NOSLIP_RATIONAL_MOST || den > NOSLIP_RATIONAL_MOST)
    return FALSE;
  r->num = (gint64) num;
  r->den = (gint64) den;
  return TRUE;
}

gboolean
noslip_rational_new(gint64 num, gint64 den, NoslipRational *r)
{
  return fit(num, den, r);
}

gboolean
noslip_rational_add(NoslipRational a, NoslipRational b, NoslipRational *r)
{
  gint64 sum;
  if (a.den == 1 && b.den == 1 && !__builtin_add_overflow(a.num, b.num, &sum) && sum <= NOSLIP_RATIONAL_MOST &&
      sum >= -NOSLIP_RATIONAL_MOST) {
    *r = (NoslipRational){sum, 1};
    return TRUE;
  }
  return fit((Wide) a.num * b.den + (Wide) b.num * a.den, (Wide) a.den * b.den, r);
}

gboolean
noslip_rational_mul(NoslipRational a, NoslipRational b, NoslipRational *r)
{
  if (noslip_rational_is(a, 1)) {
    *r = b;
    return TRUE;
  }
  gint64 product;
  if (a.den == 1 && b.den == 1 && !__builtin_mul_overflow(a.num, b.num, &product) && product <= NOSLIP_RATIONAL_MOST &&
      product >= -NOSLIP_RATIONAL_MOST) {
    *r = (NoslipRational){product, 1};
    return TRUE;
  }
  return fit((Wide) a.num * b.num, (Wide) a.den * b.den, r);
}

gboolean
noslip_rational_inverse(NoslipRational a, NoslipRational *r)
{
  return fit(a.den, a.num, r);
}

gboolean
noslip_rational_pow(NoslipRational a, gint64 n, NoslipRational *r)
{
  NoslipRational power = NOSLIP_RATIONAL_ONE;
  if (n == 0 || noslip_rational_is(a, 1)) {
    *r = power;
    return TRUE;
  }
  if (noslip_rational_is(a, -1)) {
    *r = (NoslipRational){n % 2 == 0 ? 1 : -1, 1};
    return TRUE;
  }
  if (a.num == 0) {
    *r = a;
    return n > 0;
  }
  if (n < 0 && !noslip_rational_inverse(a, &a))
    return FALSE;
  guint64 left = n < 0 ? -(guint64) n : (guint64) n;
  /* |num| or den is at least 2: with an exponent above 53 the result cannot fit. */
  if (left > 53)
    return FALSE;
  while (left > 0) {
    if ((left & 1) != 0 && !noslip_rational_mul(power, a, &power))
      return FALSE;
    left >>= 1;
    if (left > 0 && !noslip_rational_mul(a, a, &a))
      return FALSE;
  }
  *r = power;
  return TRUE;
}

static gboolean
integer_root(gint64 a, gint64 n, gint64 *root)
{
  if (a == 1) {
    *root = 1;
    return TRUE;
  }
  if (n > 53)
    return FALSE;
  gint64 guess = (gint64) llround(pow((double) a, 1.0 / (double) n));
  NoslipRational power;
  for (gint64 r = MAX(guess - 1, 1); r <= guess + 1; r++)
    if (noslip_rational_pow((NoslipRational){r, 1}, n, &power) && power.num == a) {
      *root = r;
      return TRUE;
    }
  return FALSE;
}

gboolean
noslip_rational_root(NoslipRational a, gint64 n, NoslipRational *r)
{
  gint64 num, den;
  if (a.num <= 0 || n < 2 || !integer_root(a.num, n, &num) || !integer_root(a.den, n, &den))
    return FALSE;
  *r = (NoslipRational){num, den};
  return TRUE;
}

double
noslip_rational_value(NoslipRational a)
{
  return a.den == 1 ? (double) a.num : (double) a.num / (double) a.den;
}
