/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations: the Lagrangian, the constraints, the anchor and the brackets of the system, set as mathematics. */
#include "ui/widgets/view.h"

#include "ui/picture/mathtext.h"

#include <glib/gi18n.h>

typedef struct {
  const char *title; /* or NULL: goes on under the one before */
  char *latex;
} Line;

typedef struct {
  NoslipSystem *system; /* borrowed, to see that it changed */
  GArray *lines;        /* of Line */
} Sheet;

static void
sheet_free(gpointer data)
{
  Sheet *sheet = data;
  for (guint i = 0; i < sheet->lines->len; i++)
    g_free(g_array_index(sheet->lines, Line, i).latex);
  g_array_unref(sheet->lines);
  g_free(sheet);
}

static void
add(Sheet *sheet, const char *title, char *latex)
{
  Line line = {title, latex};
  g_array_append_val(sheet->lines, line);
}

static char *
equation(const NoslipSystem *system, const char *left, NoslipExpr right)
{
  g_autofree char *latex = noslip_expr_latex(system->graph, right);
  return g_strdup_printf("%s = %s", left, latex);
}

static void
add_anchor(Sheet *sheet, const NoslipSystem *system)
{
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *name = noslip_expr_latex(system->graph, system->coordinates[i].symbol);
    g_autofree char *left = g_strdup_printf("\\dot{%s}", name);
    add(sheet, i == 0 ? _("Anchor") : NULL, equation(system, left, system->coordinates[i].velocity));
  }
}

/* [e_a, e_b] = sum C^c_ab e_c, written with the names of the fibre coordinates. */
static void
add_brackets(Sheet *sheet, const NoslipSystem *system)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  guint n = system->n;
  gboolean first = TRUE;
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint c = 0; c < n; c++)
        sum = noslip_expr_add(graph, sum,
                              noslip_expr_mul(graph, system->structure[(c * n + a) * n + b], system->fibres[c].symbol));
      if (sum == NOSLIP_ZERO)
        continue;
      g_autofree char *left = noslip_expr_latex(graph, system->fibres[a].symbol);
      g_autofree char *right = noslip_expr_latex(graph, system->fibres[b].symbol);
      g_autofree char *value = noslip_expr_latex(graph, sum);
      add(sheet, first ? _("Brackets of the sections") : NULL, g_strdup_printf("[%s, %s] = %s", left, right, value));
      first = FALSE;
    }
}

static Sheet *
sheet_new(NoslipSystem *system)
{
  Sheet *sheet = g_new0(Sheet, 1);
  sheet->system = system;
  sheet->lines = g_array_new(FALSE, FALSE, sizeof(Line));
  add(sheet, _("Lagrangian"), equation(system, "L", system->lagrangian));
  for (guint a = 0; a < system->k; a++) {
    g_autofree char *latex = noslip_expr_latex(system->graph, system->constraints[a].phi);
    add(sheet, a == 0 ? _("Constraints") : NULL, g_strdup_printf("%s = 0", latex));
  }
  add_anchor(sheet, system);
  add_brackets(sheet, system);
  return sheet;
}

static Sheet *
sheet_of(NoslipView *view)
{
  NoslipSystem *system = noslip_simulation_system(noslip_view_simulation(view));
  Sheet *sheet = g_object_get_data(G_OBJECT(view), "sheet");
  if (!system || (sheet && sheet->system == system))
    return system ? sheet : NULL;
  sheet = sheet_new(system);
  g_object_set_data_full(G_OBJECT(view), "sheet", sheet, sheet_free);
  return sheet;
}

static double
display_equations(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  Sheet *sheet = sheet_of(view);
  double s = theme->scale, y = 6 * s, left = 14 * s;
  for (guint i = 0; sheet && i < sheet->lines->len; i++) {
    const Line *line = &g_array_index(sheet->lines, Line, i);
    if (line->title) {
      NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_y = 0};
      y += (i ? 10 : 0) * s;
      if (display)
        noslip_display_text(display, theme, &style, left, y, line->title);
      y += 1.6 * theme->small_size;
    }
    g_autoptr(NoslipMath) math = noslip_math_new_wrapped(theme, line->latex, 1.15 * theme->text_size, width - 2 * left);
    double math_width, ascent, descent;
    noslip_math_size(math, &math_width, &ascent, &descent);
    if (display)
      noslip_math_display(math, left, y + ascent, theme->text, display);
    y += ascent + descent + 6 * s;
  }
  return y + 8 * s;
}

static char *
describe(NoslipView *view)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_view_simulation(view));
  g_autoptr(GString) text = g_string_new(NULL);
  g_autofree char *lagrangian = noslip_expr_text(system->graph, system->lagrangian);
  g_string_append_printf(text, "L = %s", lagrangian);
  for (guint a = 0; a < system->k; a++) {
    g_autofree char *phi = noslip_expr_text(system->graph, system->constraints[a].phi);
    g_string_append_printf(text, "; %s: %s = 0", system->constraints[a].name, phi);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

const NoslipViewKind noslip_equations_view = {
    .id = "equations",
    .name = N_("Equations"),
    .summary = N_("The Lagrangian, the constraints, the anchor and the brackets as mathematics"),
    .interest = NOSLIP_CHANGED_SYSTEM,
    .display = display_equations,
    .describe = describe,
};
