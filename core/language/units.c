/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/units.h"

#include "core/base/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BASES NOSLIP_DIMENSION_BASES
#define ONE NOSLIP_DIMENSION_ONE
#define MOST_POWER (12 * ONE)

typedef struct {
  const char *name;
  int e[BASES]; /* m kg s A K */
} Unit;

static const Unit units[] = {
    {"m", {1}},
    {"kg", {0, 1}},
    {"s", {0, 0, 1}},
    {"A", {0, 0, 0, 1}},
    {"K", {0, 0, 0, 0, 1}},
    {"N", {1, 1, -2}},
    {"J", {2, 1, -2}},
    {"W", {2, 1, -3}},
    {"Pa", {-1, 1, -2}},
    {"Hz", {0, 0, -1}},
    {"C", {0, 0, 1, 1}},
    {"V", {2, 1, -3, -1}},
    {"T", {0, 1, -2, -1}},
    {"Wb", {2, 1, -2, -1}},
    {"Ohm", {2, 1, -3, -2}},
    {"F", {-2, -1, 4, 2}},
    {"H", {2, 1, -2, -2}},
    {"rad", {0}},
    {"deg", {0}},
    {"1", {0}},
};

gboolean
noslip_dimension_is_number(Dimension a)
{
  static const Dimension number = {0};
  return a.known && memcmp(a.e, number.e, sizeof a.e) == 0;
}

Dimension
noslip_dimension_product(Dimension a, Dimension b, int power)
{
  Dimension product = {.known = a.known && b.known, .zero = a.zero || (b.zero && power > 0)};
  product.literal = (a.literal && noslip_dimension_is_number(b)) || (b.literal && noslip_dimension_is_number(a));
  for (guint i = 0; i < BASES; i++) {
    product.e[i] = a.e[i] + power * b.e[i];
    if (abs(product.e[i]) > MOST_POWER)
      return (Dimension){0};
  }
  return product;
}

Dimension
noslip_dimension_power(Dimension a, int power)
{
  Dimension result = {.known = a.known, .zero = a.zero && power > 0, .literal = a.literal};
  for (guint i = 0; i < BASES; i++) {
    long scaled = (long) a.e[i] * power;
    result.e[i] = (int) (scaled / ONE);
    if (scaled % ONE != 0 || labs(scaled / ONE) > MOST_POWER)
      return (Dimension){0};
  }
  return result;
}

gboolean
noslip_dimension_clash(Dimension a, Dimension b)
{
  return a.known && b.known && !a.zero && !b.zero && !a.literal && !b.literal && memcmp(a.e, b.e, sizeof a.e) != 0;
}

Dimension
noslip_dimension_sum(Dimension a, Dimension b)
{
  if (a.zero || b.zero)
    return a.zero ? b : a;
  if (a.literal != b.literal && memcmp(a.e, b.e, sizeof a.e) != 0)
    return a.literal ? b : a;
  if (!a.known || !b.known || memcmp(a.e, b.e, sizeof a.e) != 0)
    return (Dimension){0};
  a.literal = a.literal && b.literal;
  return a;
}

/* "2", "-1", "1/2" or "(1/2)" or "0.5" after a ^, in sixtieths; FALSE for other texts. */
static gboolean
read_power(const char **c, int *power)
{
  gboolean open = **c == '(';
  const char *end;
  double value, below;
  if (!noslip_decimal_prefix(*c + (open ? 1 : 0), &value, &end))
    return FALSE;
  if (open && *end == '/') {
    if (!noslip_decimal_prefix(end + 1, &below, &end) || below == 0)
      return FALSE;
    value /= below;
  }
  if (open && *end++ != ')')
    return FALSE;
  *c = end;
  if (!(fabs(value) <= 12))
    return FALSE;
  *power = (int) lround(value * ONE);
  return fabs(value * ONE - *power) < 1e-9 && abs(*power) <= MOST_POWER;
}

/* One word and its power; FALSE if it is not a unit. */
static gboolean
read_word(const char **c, int sign, Dimension *dimension)
{
  gsize length = strspn(*c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1");
  const Unit *unit = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(units); i++)
    if (strlen(units[i].name) == length && strncmp(units[i].name, *c, length) == 0)
      unit = &units[i];
  if (unit == NULL)
    return FALSE;
  *c += length;
  int power = ONE;
  if (**c == '^') {
    (*c)++;
    if (!read_power(c, &power))
      return FALSE;
  }
  Dimension word = {.known = TRUE};
  for (guint i = 0; i < BASES; i++)
    word.e[i] = unit->e[i] * power;
  *dimension = noslip_dimension_product(*dimension, word, sign);
  return dimension->known;
}

Dimension
noslip_unit_dimension(const char *unit)
{
  Dimension dimension = {.known = TRUE};
  int sign = 1;
  gboolean word = FALSE;
  for (const char *c = unit; c != NULL && *c != '\0';) {
    if (*c == ' ' || *c == '*') {
      c++;
    } else if (*c == '/') {
      sign = -1;
      c++;
    } else if (read_word(&c, sign, &dimension)) {
      sign = 1;
      word = TRUE;
    } else {
      return (Dimension){0};
    }
  }
  return word && sign == 1 ? dimension : (Dimension){0};
}

static void
append_power(GString *text, int power)
{
  int below = ONE, above = power;
  for (int factor = 2; factor <= ONE; factor++)
    while (below % factor == 0 && above % factor == 0) {
      below /= factor;
      above /= factor;
    }
  if (below > 1)
    g_string_append_printf(text, "^(%d/%d)", above, below);
  else if (above > 1)
    g_string_append_printf(text, "^%d", above);
}

char *
noslip_dimension_text(Dimension dimension)
{
  static const Unit named[] = {{"N", {1, 1, -2}}, {"N m", {2, 1, -2}}, {"W", {2, 1, -3}}, {"N s", {1, 1, -1}}};
  static const guint order[BASES] = {1, 0, 2, 3, 4}; /* kg m s A K */
  static const char *const names[BASES] = {"m", "kg", "s", "A", "K"};
  if (!dimension.known)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS(named); i++) {
    gboolean same = TRUE;
    for (guint j = 0; j < BASES; j++)
      same = same && named[i].e[j] * ONE == dimension.e[j];
    if (same)
      return g_strdup(named[i].name);
  }
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < BASES; i++) {
      int power = pass == 0 ? dimension.e[order[i]] : -dimension.e[order[i]];
      if (power <= 0)
        continue;
      g_string_append(text, pass == 1 ? (text->len == 0 ? "1/" : "/") : text->len > 0 ? " " : "");
      g_string_append(text, names[order[i]]);
      append_power(text, power);
    }
  return text->len > 0 ? g_strdup(text->str) : g_strdup("1");
}
