/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/units.h"

#include <stdlib.h>
#include <string.h>

#define MOST_POWER 12

typedef struct {
  const char *name;
  int e[3];
} Unit;

static const Unit units[] = {
    {"m", {1, 0, 0}},   {"kg", {0, 1, 0}},  {"s", {0, 0, 1}},    {"N", {1, 1, -2}},
    {"J", {2, 1, -2}},  {"W", {2, 1, -3}},  {"Pa", {-1, 1, -2}}, {"Hz", {0, 0, -1}},
    {"rad", {0, 0, 0}}, {"deg", {0, 0, 0}}, {"1", {0, 0, 0}},
};

Dimension
noslip_dimension_product(Dimension a, Dimension b, int power)
{
  Dimension product = {.known = a.known && b.known, .zero = a.zero || (b.zero && power > 0)};
  for (guint i = 0; i < 3; i++) {
    product.e[i] = a.e[i] + power * b.e[i];
    if (abs(product.e[i]) > MOST_POWER)
      return (Dimension){0};
  }
  return product;
}

Dimension
noslip_dimension_sum(Dimension a, Dimension b)
{
  if (a.zero || b.zero)
    return a.zero ? b : a;
  if (!a.known || !b.known || memcmp(a.e, b.e, sizeof a.e) != 0)
    return (Dimension){0};
  return a;
}

/* One word and its power; FALSE where it is not a unit. */
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
  long power = 1;
  if (**c == '^') {
    char *end;
    power = strtol(*c + 1, &end, 10);
    if (end == *c + 1 || labs(power) > MOST_POWER)
      return FALSE;
    *c = end;
  }
  Dimension word = {.known = TRUE, .e = {unit->e[0], unit->e[1], unit->e[2]}};
  *dimension = noslip_dimension_product(*dimension, word, sign * (int) power);
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

char *
noslip_dimension_text(Dimension dimension)
{
  static const Unit named[] = {{"N", {1, 1, -2}}, {"N m", {2, 1, -2}}, {"W", {2, 1, -3}}, {"N s", {1, 1, -1}}};
  static const guint order[] = {1, 0, 2}; /* kg m s */
  if (!dimension.known)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS(named); i++)
    if (memcmp(named[i].e, dimension.e, sizeof dimension.e) == 0)
      return g_strdup(named[i].name);
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < 3; i++) {
      int power = pass == 0 ? dimension.e[order[i]] : -dimension.e[order[i]];
      if (power <= 0)
        continue;
      g_string_append(text, pass == 1 ? (text->len == 0 ? "1/" : "/") : text->len > 0 ? " " : "");
      g_string_append(text, units[order[i]].name);
      if (power > 1)
        g_string_append_printf(text, "^%d", power);
    }
  return text->len > 0 ? g_strdup(text->str) : g_strdup("1");
}
