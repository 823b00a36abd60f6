/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E. W. Myers: An O(ND) difference algorithm and its variations. Algorithmica 1 (1986) 251-266. After d edits, the path
 * on diagonal k = x - y that reaches furthest ends at x = V_d[k]; all V_d are kept, to walk back along. */
#include "core/base/difference.h"

#include <glib.h>
#include <string.h>

#define EDITS_MOST 600 /* the arrays V_d for this number of edits take 3 MB */

typedef struct {
  char **lines[2];
  guint from, ends[2]; /* the lines from .. ends[i] of text i are compared */
  GString *text;
} Comparison;

static void
add_lines(Comparison *comparison, guint which, const char *mark, guint from, guint to)
{
  for (guint i = from; i < to; i++)
    g_string_append_printf(comparison->text, "%s%s\n", mark, comparison->lines[which][i]);
}

/* The lines, without the empty one after the last newline. */
static char **
split(const char *text, guint *n)
{
  char **lines = g_strsplit(text, "\n", -1);
  *n = g_strv_length(lines);
  if (*n > 0 && lines[*n - 1][0] == '\0') {
    g_clear_pointer(&lines[*n - 1], g_free);
    (*n)--;
  }
  return lines;
}

static gboolean
same(const Comparison *comparison, int x, int y)
{
  guint a = comparison->from + (guint) x, b = comparison->from + (guint) y;
  return a < comparison->ends[0] && b < comparison->ends[1] &&
         strcmp(comparison->lines[0][a], comparison->lines[1][b]) == 0;
}

/* Whether the path of d edits on diagonal k comes from diagonal k + 1, by inserting a line of the second text. */
static gboolean
inserts(const int *before, int d, int k)
{
  return k == -d || (k != d && before[k - 1] < before[k + 1]);
}

/* Computes V_0 .. V_d until both texts end; V_d[k] is at d*d + d + k. Returns d, or -1 if it would exceed EDITS_MOST.
 * */
static int
search(const Comparison *comparison, int *furthest)
{
  int n = (int) (comparison->ends[0] - comparison->from), m = (int) (comparison->ends[1] - comparison->from);
  for (int d = 0; d <= EDITS_MOST; d++) {
    int *now = furthest + d * d + d;
    const int *before = d > 0 ? furthest + (d - 1) * (d - 1) + (d - 1) : NULL;
    for (int k = -d; k <= d; k += 2) {
      int x = before == NULL ? 0 : inserts(before, d, k) ? before[k + 1] : before[k - 1] + 1;
      while (same(comparison, x, x - k))
        x++;
      now[k] = x;
      if (x >= n && x - k >= m)
        return d;
    }
  }
  return -1;
}

/* Marks the lines of one text that the path back from the ends deletes. */
static void
walk_back(const Comparison *comparison, const int *furthest, int d, gboolean *only[2])
{
  int x = (int) (comparison->ends[0] - comparison->from), y = (int) (comparison->ends[1] - comparison->from);
  for (; d > 0; d--) {
    const int *before = furthest + (d - 1) * (d - 1) + (d - 1);
    int k = x - y;
    gboolean down = inserts(before, d, k);
    x = down ? before[k + 1] : before[k - 1];
    y = x - (down ? k + 1 : k - 1);
    only[down ? 1 : 0][down ? y : x] = TRUE;
  }
}

static void
add_middle(Comparison *comparison)
{
  guint n = comparison->ends[0] - comparison->from, m = comparison->ends[1] - comparison->from;
  g_autofree int *furthest = g_new0(int, (EDITS_MOST + 1) * (EDITS_MOST + 1) + EDITS_MOST + 1);
  int d = search(comparison, furthest);
  if (d < 0) {
    add_lines(comparison, 0, "- ", comparison->from, comparison->ends[0]);
    add_lines(comparison, 1, "+ ", comparison->from, comparison->ends[1]);
    return;
  }
  g_autofree gboolean *first = g_new0(gboolean, n + 1);
  g_autofree gboolean *second = g_new0(gboolean, m + 1);
  gboolean *only[2] = {first, second};
  walk_back(comparison, furthest, d, only);
  for (guint i = 0, j = 0; i < n || j < m;) {
    guint a = comparison->from + i, b = comparison->from + j;
    if (i < n && first[i]) {
      add_lines(comparison, 0, "- ", a, a + 1);
      i++;
    } else if (j < m && second[j]) {
      add_lines(comparison, 1, "+ ", b, b + 1);
      j++;
    } else {
      add_lines(comparison, 0, "  ", a, a + 1);
      i++;
      j++;
    }
  }
}

char *
noslip_difference(const char *from, const char *to)
{
  guint n, m, tail = 0;
  g_auto(GStrv) first = split(from, &n);
  g_auto(GStrv) second = split(to, &m);
  Comparison comparison = {.lines = {first, second}, .text = g_string_new(NULL)};
  guint *begin = &comparison.from;
  while (*begin < n && *begin < m && strcmp(first[*begin], second[*begin]) == 0)
    (*begin)++;
  while (tail < n - *begin && tail < m - *begin && strcmp(first[n - 1 - tail], second[m - 1 - tail]) == 0)
    tail++;
  comparison.ends[0] = n - tail;
  comparison.ends[1] = m - tail;
  add_lines(&comparison, 0, "  ", 0, *begin);
  add_middle(&comparison);
  add_lines(&comparison, 0, "  ", n - tail, n);
  return g_string_free(comparison.text, FALSE);
}
