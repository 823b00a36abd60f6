/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic modulo a prime. */
#include "core/expr/residue-private.h"

#define FOLD (((guint64) 1 << 61) - NOSLIP_RESIDUE_PRIME)

__extension__ typedef unsigned __int128 Wide;

guint64
noslip_residue_add(guint64 a, guint64 b)
{
  guint64 sum = a + b;
  return sum >= NOSLIP_RESIDUE_PRIME ? sum - NOSLIP_RESIDUE_PRIME : sum;
}

guint64
noslip_residue_sub(guint64 a, guint64 b)
{
  return a >= b ? a - b : a + NOSLIP_RESIDUE_PRIME - b;
}

guint64
noslip_residue_mul(guint64 a, guint64 b)
{
  /* 2^61 = p + FOLD, so the bits above 61 are multiplied by FOLD. */
  const guint64 mask = ((guint64) 1 << 61) - 1;
  Wide product = (Wide) a * b;
  product = (Wide) (guint64) (product >> 61) * FOLD + ((guint64) product & mask);
  guint64 rest = (guint64) (product >> 61) * FOLD + ((guint64) product & mask);
  return rest >= NOSLIP_RESIDUE_PRIME ? rest - NOSLIP_RESIDUE_PRIME : rest;
}

guint64
noslip_residue_pow(guint64 a, guint64 n)
{
  guint64 power = 1;
  for (; n > 0; n >>= 1) {
    if ((n & 1) != 0)
      power = noslip_residue_mul(power, a);
    a = noslip_residue_mul(a, a);
  }
  return power;
}

/* Fermat: a^(p - 2) a = 1. */
guint64
noslip_residue_inverse(guint64 a)
{
  return noslip_residue_pow(a, NOSLIP_RESIDUE_PRIME - 2);
}

/* p is 3 modulo 4, so a^((p + 1) / 4) is a root of a square, and it is the one of the two roots that is itself a
 * square. */
gboolean
noslip_residue_sqrt(guint64 a, guint64 *root)
{
  *root = noslip_residue_pow(a, (NOSLIP_RESIDUE_PRIME + 1) / 4);
  return noslip_residue_mul(*root, *root) == a;
}

/* Euler: a^((p - 1) / 2) is 1 for squares and -1 for the others. */
guint64
noslip_residue_sign(guint64 a)
{
  return noslip_residue_pow(a, (NOSLIP_RESIDUE_PRIME - 1) / 2);
}

guint64
noslip_residue_integer(gint64 n)
{
  guint64 size = n < 0 ? 0 - (guint64) n : (guint64) n;
  size %= NOSLIP_RESIDUE_PRIME;
  return n < 0 ? noslip_residue_sub(0, size) : size;
}

static void
swap(guint64 *a, guint64 *b)
{
  guint64 c = *a;
  *a = *b;
  *b = c;
}

/* Subtracts factor times row `pivot` from row `row`, in A and b. */
static void
subtract_row(guint n, guint64 *a, guint64 *b, guint row, guint pivot, guint64 factor)
{
  if (factor == 0)
    return;
  for (guint j = 0; j < n; j++)
    a[row * n + j] = noslip_residue_sub(a[row * n + j], noslip_residue_mul(factor, a[pivot * n + j]));
  b[row] = noslip_residue_sub(b[row], noslip_residue_mul(factor, b[pivot]));
}

/* Gauss-Jordan elimination of k rows in n columns; pivots[row] is the column of the pivot of a row. Returns the rank.
 * */
static guint
eliminate(guint k, guint n, guint64 *a, guint64 *b, guint *pivots)
{
  guint row = 0;
  for (guint column = 0; column < n && row < k; column++) {
    guint pivot = row;
    while (pivot < k && a[pivot * n + column] == 0)
      pivot++;
    if (pivot == k)
      continue;
    for (guint j = 0; j < n; j++)
      swap(&a[pivot * n + j], &a[row * n + j]);
    swap(&b[pivot], &b[row]);
    guint64 inverse = noslip_residue_inverse(a[row * n + column]);
    for (guint j = 0; j < n; j++)
      a[row * n + j] = noslip_residue_mul(a[row * n + j], inverse);
    b[row] = noslip_residue_mul(b[row], inverse);
    for (guint i = 0; i < k; i++)
      if (i != row)
        subtract_row(n, a, b, i, row, a[i * n + column]);
    pivots[row++] = column;
  }
  return row;
}

gboolean
noslip_residue_solve(guint n, guint64 *a, guint64 *b)
{
  g_autofree guint *pivots = g_new(guint, (gsize) n + 1);
  return eliminate(n, n, a, b, pivots) == n; /* for a regular A the pivots are the columns in order */
}

gboolean
noslip_residue_project(guint k, guint n, guint64 *a, guint64 *b, guint64 *z)
{
  g_autofree guint *pivots = g_new(guint, (gsize) k + 1);
  g_autofree gboolean *is_pivot = g_new0(gboolean, (gsize) n + 1);
  guint rank = eliminate(k, n, a, b, pivots);
  for (guint row = rank; row < k; row++)
    if (b[row] != 0)
      return FALSE;
  for (guint row = 0; row < rank; row++)
    is_pivot[pivots[row]] = TRUE;
  for (guint row = 0; row < rank; row++) {
    guint64 value = b[row];
    for (guint j = 0; j < n; j++)
      if (!is_pivot[j])
        value = noslip_residue_sub(value, noslip_residue_mul(a[row * n + j], z[j]));
    z[pivots[row]] = value;
  }
  return TRUE;
}
