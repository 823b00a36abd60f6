/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/polynomial.h"

#include <string.h>

#define BLOCK_BYTES ((gsize) 1 << 16)

void
noslip_poly_context_init(NoslipPolyContext *context, guint n_atoms, guint64 most_work)
{
  *context = (NoslipPolyContext){.n_atoms = n_atoms, .most_work = most_work};
  context->stride = (guint) sizeof(NoslipRational) + (n_atoms + 7) / 8 * 8;
  context->blocks = g_ptr_array_new_with_free_func(g_free);
}

void
noslip_poly_context_clear(NoslipPolyContext *context)
{
  g_ptr_array_unref(context->blocks);
}

gpointer
noslip_poly_alloc(NoslipPolyContext *context, gsize bytes)
{
  bytes = (bytes + 15) / 16 * 16;
  if (bytes > context->block_left) {
    context->block_left = MAX(BLOCK_BYTES, bytes);
    context->block = g_malloc(context->block_left);
    g_ptr_array_add(context->blocks, context->block);
  }
  gpointer memory = context->block;
  context->block += bytes;
  context->block_left -= bytes;
  return memory;
}

/* Counts `n` terms of work; FALSE once the budget is used up. */
static gboolean
spend(NoslipPolyContext *context, guint64 n)
{
  context->work += n;
  if (context->work > context->most_work)
    context->failed = TRUE;
  return !context->failed;
}

NoslipRational *
noslip_poly_coefficient(const NoslipPolyContext *context, NoslipPoly a, guint i)
{
  return (NoslipRational *) (gpointer) (a.terms + (gsize) i * context->stride);
}

guint8 *
noslip_poly_exponents(const NoslipPolyContext *context, NoslipPoly a, guint i)
{
  return a.terms + (gsize) i * context->stride + sizeof(NoslipRational);
}

static NoslipPoly
poly_new(NoslipPolyContext *context, guint n)
{
  NoslipPoly a = {0, noslip_poly_alloc(context, (gsize) n * context->stride + 1)};
  return a;
}

static guint64
word_at(const guint8 *exponents, guint i)
{
  guint64 word;
  memcpy(&word, exponents + i, sizeof word);
  return word;
}

/* Lexicographic, eight atoms at a time; unused exponents are 0. */
static inline int
compare_exponents(const NoslipPolyContext *context, const guint8 *a, const guint8 *b)
{
  for (guint i = 0; i < context->stride - sizeof(NoslipRational); i += 8) {
    guint64 p = GUINT64_FROM_BE(word_at(a, i)), q = GUINT64_FROM_BE(word_at(b, i));
    if (p != q)
      return p > q ? 1 : -1;
  }
  return 0;
}

NoslipPoly
noslip_poly_constant(NoslipPolyContext *context, NoslipRational k)
{
  NoslipPoly a = poly_new(context, 1);
  if (k.num == 0)
    return a;
  memset(a.terms, 0, context->stride);
  *noslip_poly_coefficient(context, a, 0) = k;
  a.n = 1;
  return a;
}

NoslipPoly
noslip_poly_atom(NoslipPolyContext *context, guint atom, guint exponent)
{
  NoslipPoly a = noslip_poly_constant(context, NOSLIP_RATIONAL_ONE);
  if (exponent > NOSLIP_POLY_MOST_EXPONENT || atom >= context->n_atoms)
    context->failed = TRUE;
  else
    noslip_poly_exponents(context, a, 0)[atom] = (guint8) exponent;
  return a;
}

NoslipPoly
noslip_poly_add(NoslipPolyContext *context, NoslipPoly a, NoslipRational k, NoslipPoly b)
{
  if (!spend(context, (guint64) a.n + b.n))
    return (NoslipPoly){0};
  NoslipPoly sum = poly_new(context, a.n + b.n);
  guint i = 0, j = 0;
  while (i < a.n || j < b.n) {
    int order = i == a.n   ? -1
                : j == b.n ? 1
                           : compare_exponents(context, noslip_poly_exponents(context, a, i),
                                               noslip_poly_exponents(context, b, j));
    NoslipRational value = {0, 1};
    if (order <= 0 && !noslip_rational_mul(*noslip_poly_coefficient(context, b, j), k, &value))
      context->failed = TRUE;
    if (order >= 0 && !noslip_rational_add(value, *noslip_poly_coefficient(context, a, i), &value))
      context->failed = TRUE;
    const guint8 *exponents = order >= 0 ? noslip_poly_exponents(context, a, i) : noslip_poly_exponents(context, b, j);
    if (value.num != 0) {
      memcpy(noslip_poly_exponents(context, sum, sum.n), exponents, context->stride - sizeof value);
      *noslip_poly_coefficient(context, sum, sum.n++) = value;
    }
    i += order >= 0;
    j += order <= 0;
  }
  return sum;
}

/* Writes the product of term i of a and term j of b as the next term of `out`. Exponents stay below 128, so that their
 * sums stay in their bytes and the high bits show overflow. */
static void
term_product(NoslipPolyContext *context, NoslipPoly a, guint i, NoslipPoly b, guint j, NoslipPoly *out)
{
  const guint8 *p = noslip_poly_exponents(context, a, i), *q = noslip_poly_exponents(context, b, j);
  guint8 *r = noslip_poly_exponents(context, *out, out->n);
  guint64 all = 0;
  for (guint w = 0; w < context->stride - sizeof(NoslipRational); w += 8) {
    guint64 sum = word_at(p, w) + word_at(q, w);
    all |= sum;
    memcpy(r + w, &sum, sizeof sum);
  }
  if ((all & 0x8080808080808080u) != 0 ||
      !noslip_rational_mul(*noslip_poly_coefficient(context, a, i), *noslip_poly_coefficient(context, b, j),
                           noslip_poly_coefficient(context, *out, out->n)))
    context->failed = TRUE;
  out->n++;
}

/* Sorts indices of terms of `a`, given as sorted rows of `row` terms. Returns the one of the two arrays that holds
 * the result. */
static guint32 *
merge_rows(const NoslipPolyContext *context, NoslipPoly a, guint row, guint32 *from, guint32 *to)
{
  for (guint i = 0; i < a.n; i++)
    from[i] = i;
  for (; row < a.n; row *= 2) {
    for (guint start = 0; start < a.n; start += 2 * row) {
      guint i = start, middle = MIN(start + row, a.n), j = middle, end = MIN(middle + row, a.n);
      for (guint k = start; k < end; k++) {
        gboolean first =
            i < middle && (j == end || compare_exponents(context, noslip_poly_exponents(context, a, from[i]),
                                                         noslip_poly_exponents(context, a, from[j])) >= 0);
        to[k] = first ? from[i++] : from[j++];
      }
    }
    guint32 *swap = from;
    from = to;
    to = swap;
  }
  return from;
}

/* The terms of `a` in the given order, with equal ones added. */
static NoslipPoly
gather(NoslipPolyContext *context, NoslipPoly a, const guint32 *order)
{
  NoslipPoly sum = poly_new(context, a.n);
  for (guint i = 0; i < a.n; i++) {
    NoslipRational *last = sum.n > 0 ? noslip_poly_coefficient(context, sum, sum.n - 1) : NULL;
    if (last != NULL && compare_exponents(context, noslip_poly_exponents(context, sum, sum.n - 1),
                                          noslip_poly_exponents(context, a, order[i])) == 0) {
      if (!noslip_rational_add(*last, *noslip_poly_coefficient(context, a, order[i]), last))
        context->failed = TRUE;
      continue;
    }
    if (last != NULL && last->num == 0)
      sum.n--;
    memcpy(sum.terms + (gsize) sum.n++ * context->stride, a.terms + (gsize) order[i] * context->stride,
           context->stride);
  }
  if (sum.n > 0 && noslip_poly_coefficient(context, sum, sum.n - 1)->num == 0)
    sum.n--;
  return sum;
}

NoslipPoly
noslip_poly_mul(NoslipPolyContext *context, NoslipPoly a, NoslipPoly b)
{
  if (!spend(context, (guint64) a.n * b.n))
    return (NoslipPoly){0};
  if (a.n > b.n) {
    NoslipPoly swap = a;
    a = b;
    b = swap;
  }
  NoslipPoly product = poly_new(context, a.n * b.n);
  for (guint i = 0; i < a.n; i++)
    for (guint j = 0; j < b.n; j++)
      term_product(context, a, i, b, j, &product);
  if (context->failed || a.n <= 1)
    return product;
  guint32 *indices = noslip_poly_alloc(context, 2 * (gsize) product.n * sizeof *indices);
  return gather(context, product, merge_rows(context, product, b.n, indices, indices + product.n));
}

NoslipPoly
noslip_poly_pow(NoslipPolyContext *context, NoslipPoly a, guint n)
{
  NoslipPoly power = noslip_poly_constant(context, NOSLIP_RATIONAL_ONE);
  if (n > NOSLIP_POLY_MOST_EXPONENT)
    context->failed = TRUE;
  for (guint i = 0; i < n && !context->failed; i++)
    power = noslip_poly_mul(context, power, a);
  return power;
}

gboolean
noslip_poly_divide(NoslipPolyContext *context, NoslipPoly a, NoslipPoly b, NoslipPoly *quotient)
{
  if (b.n == 0)
    return FALSE;
  NoslipPoly result = noslip_poly_constant(context, (NoslipRational){0, 1});
  NoslipRational inverse;
  const guint8 *lead = noslip_poly_exponents(context, b, 0);
  if (!noslip_rational_inverse(*noslip_poly_coefficient(context, b, 0), &inverse))
    return FALSE;
  while (a.n > 0 && !context->failed) {
    const guint8 *own = noslip_poly_exponents(context, a, 0);
    NoslipRational k;
    NoslipPoly step = noslip_poly_constant(context, NOSLIP_RATIONAL_ONE);
    guint8 *exponents = noslip_poly_exponents(context, step, 0);
    for (guint atom = 0; atom < context->n_atoms; atom++) {
      if (own[atom] < lead[atom])
        return FALSE;
      exponents[atom] = own[atom] - lead[atom];
    }
    if (!noslip_rational_mul(*noslip_poly_coefficient(context, a, 0), inverse, &k))
      return FALSE;
    result = noslip_poly_add(context, result, k, step);
    k.num = -k.num;
    a = noslip_poly_add(context, a, k, noslip_poly_mul(context, step, b));
  }
  *quotient = result;
  return !context->failed;
}

gboolean
noslip_poly_equal(const NoslipPolyContext *context, NoslipPoly a, NoslipPoly b)
{
  return a.n == b.n && memcmp(a.terms, b.terms, (gsize) a.n * context->stride) == 0;
}

gboolean
noslip_poly_is_constant(const NoslipPolyContext *context, NoslipPoly a, NoslipRational *k)
{
  if (a.n == 0) {
    *k = (NoslipRational){0, 1};
    return TRUE;
  }
  const guint8 *exponents = noslip_poly_exponents(context, a, 0);
  for (guint atom = 0; atom < context->n_atoms; atom++)
    if (exponents[atom] != 0)
      return FALSE;
  *k = *noslip_poly_coefficient(context, a, 0);
  return TRUE;
}

NoslipPoly
noslip_poly_primitive(NoslipPolyContext *context, NoslipPoly a, NoslipRational *k, guint8 *monomial)
{
  gint64 num = 0, den = 1;
  memset(monomial, 255, context->n_atoms);
  for (guint i = 0; i < a.n && !context->failed; i++) {
    NoslipRational c = *noslip_poly_coefficient(context, a, i);
    const guint8 *exponents = noslip_poly_exponents(context, a, i);
    num = noslip_gcd(num, c.num);
    gint64 step = c.den / noslip_gcd(den, c.den);
    if (step > NOSLIP_RATIONAL_MOST / den)
      context->failed = TRUE;
    else
      den *= step;
    for (guint atom = 0; atom < context->n_atoms; atom++)
      monomial[atom] = MIN(monomial[atom], exponents[atom]);
  }
  *k = NOSLIP_RATIONAL_ONE;
  if (a.n == 0 || context->failed)
    return a;
  if (noslip_poly_coefficient(context, a, 0)->num < 0)
    num = -num;
  *k = (NoslipRational){num, den};
  NoslipPoly result = poly_new(context, a.n);
  result.n = a.n;
  memcpy(result.terms, a.terms, (gsize) a.n * context->stride);
  for (guint i = 0; i < a.n; i++) {
    NoslipRational *c = noslip_poly_coefficient(context, result, i);
    guint8 *exponents = noslip_poly_exponents(context, result, i);
    if (!noslip_rational_mul(*c, (NoslipRational){num < 0 ? -den : den, ABS(num)}, c))
      context->failed = TRUE;
    for (guint atom = 0; atom < context->n_atoms; atom++)
      exponents[atom] -= monomial[atom];
  }
  return result;
}

/* Replaces atom^power by `by` in the terms that contain it. */
static NoslipPoly
reduce_once(NoslipPolyContext *context, NoslipPoly a, guint atom, guint power, NoslipPoly by)
{
  NoslipPoly kept = poly_new(context, a.n), taken = poly_new(context, a.n);
  for (guint i = 0; i < a.n; i++) {
    gboolean has = noslip_poly_exponents(context, a, i)[atom] >= power;
    NoslipPoly *to = has ? &taken : &kept;
    memcpy(to->terms + (gsize) to->n * context->stride, a.terms + (gsize) i * context->stride, context->stride);
    if (has)
      noslip_poly_exponents(context, taken, to->n)[atom] -= (guint8) power;
    to->n++;
  }
  /* All terms lose the same power, so their order is kept. */
  return noslip_poly_add(context, kept, NOSLIP_RATIONAL_ONE, noslip_poly_mul(context, taken, by));
}

NoslipPoly
noslip_poly_reduce(NoslipPolyContext *context, NoslipPoly a, guint atom, guint power, NoslipPoly by)
{
  for (gboolean again = TRUE; again && !context->failed;) {
    again = FALSE;
    for (guint i = 0; i < a.n && !again; i++)
      again = noslip_poly_exponents(context, a, i)[atom] >= power;
    if (again && spend(context, a.n))
      a = reduce_once(context, a, atom, power, by);
  }
  return context->failed ? (NoslipPoly){0} : a;
}
