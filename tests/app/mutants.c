/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/mutants.h"

#include <string.h>

static gsize
place(const GString *text, GRand *rand)
{
  return text->len > 0 ? (gsize) g_rand_int_range(rand, 0, (gint32) text->len) : 0;
}

/* Replaces the text after the next equals sign. */
static void
change_value(GString *text, GRand *rand)
{
  static const char *const values[] = {"nan", "-inf", "1e308", "-1e308", "1e-320", "1e999", "-1",        "0",
                                       "",    "0x10", "1;2;3", "true",   "\xFF",   "%s%n",  "1e9",       "-0.0",
                                       "[",   "no",   "x'",    "((((",   "sin",    "a;;b",  "2147483648"};
  const char *equals = strchr(text->str + place(text, rand), '=');
  if (!equals)
    return;
  gsize at = (gsize) (equals + 1 - text->str);
  g_string_erase(text, (gssize) at, (gssize) strcspn(text->str + at, "\n"));
  g_string_insert(text, (gssize) at, values[g_rand_int_range(rand, 0, G_N_ELEMENTS(values))]);
}

/* A line twice, the second time somewhere else. */
static void
double_line(GString *text, GRand *rand)
{
  const char *from = text->str + place(text, rand), *to = text->str + place(text, rand);
  g_autofree char *line = g_strndup(from, strcspn(from, "\n") + 1);
  g_string_insert(text, (gssize) (to - text->str + (gssize) strcspn(to, "\n")), line);
}

void
mutants_change(GString *text, GRand *rand)
{
  gsize at = place(text, rand), most = (gsize) g_rand_int_range(rand, 1, 20), n = MIN(most, text->len - at);
  switch (g_rand_int_range(rand, 0, 6)) {
  case 0:
    g_string_truncate(text, at);
    break;
  case 1:
    g_string_erase(text, (gssize) at, (gssize) n);
    break;
  case 2:
    if (at < text->len)
      text->str[at] = (char) g_rand_int_range(rand, 1, 256);
    break;
  case 3:
    double_line(text, rand);
    break;
  default:
    change_value(text, rand);
  }
}
