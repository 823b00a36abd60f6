/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations as LaTeX that a document can take in (amsmath). */
#include "app/cli/show.h"

#include <string.h>

/* Plain words in a text: what LaTeX would read as a command is escaped. */
static void
append_words(GString *text, const char *words)
{
  for (const char *c = words; *c != '\0'; c++) {
    if (*c == '\\')
      g_string_append(text, "\\textbackslash{}");
    else if (*c == '^' || *c == '~')
      g_string_append_printf(text, "\\%c{}", *c);
    else if (strchr("#$%&_{}", *c) != NULL)
      g_string_append_printf(text, "\\%c", *c);
    else
      g_string_append_c(text, *c);
  }
}

static void
append_line(GString *text, const NoslipGraph *graph, const char *left, NoslipExpr right, gboolean last)
{
  g_autofree char *value = noslip_expr_latex(graph, right);
  g_string_append_printf(text, "  %s &= %s%s\n", left, value, last ? "" : " \\\\");
}

static void
append_section(GString *text, const char *title)
{
  g_string_append_printf(text, "\n%% %s\n", title);
}

/* All nonvanishing brackets of n sections with these LaTeX names. */
static void
append_brackets(GString *text, const NoslipGraph *graph, guint n, char **names, const NoslipExpr *structure)
{
  GString *lines = g_string_new(NULL);
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      GString *sum = g_string_new(NULL);
      for (guint c = 0; c < n; c++) {
        NoslipExpr value = structure[(c * n + a) * n + b];
        if (value == NOSLIP_ZERO)
          continue;
        g_autofree char *factor = noslip_expr_latex(graph, value);
        g_string_append(sum, sum->len > 0 ? " + " : "");
        if (strcmp(factor, "1") == 0)
          g_string_append(sum, names[c]);
        else if (strcmp(factor, "-1") == 0)
          g_string_append_printf(sum, "-%s", names[c]);
        else
          g_string_append_printf(sum, "\\left(%s\\right) %s", factor, names[c]);
      }
      if (sum->len > 0)
        g_string_append_printf(lines, "%s  [%s, %s] &= %s", lines->len > 0 ? " \\\\\n" : "", names[a], names[b],
                               sum->str);
      g_string_free(sum, TRUE);
    }
  if (lines->len > 0)
    g_string_append_printf(text, "\\begin{align*}\n%s\n\\end{align*}\n", lines->str);
  else
    g_string_append(text, "All brackets vanish.\n");
  g_string_free(lines, TRUE);
}

static char *
symbol_latex(const NoslipSystem *system, NoslipExpr symbol)
{
  return noslip_expr_latex(system->graph, symbol);
}

static void
append_geometry(GString *text, const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  append_section(text, "Brackets of the sections");
  for (guint i = 0; i < system->n; i++) {
    g_autofree char *name = symbol_latex(system, system->fibres[i].symbol);
    g_ptr_array_add(names, g_strdup_printf("e_{%s}", name));
  }
  append_brackets(text, system->graph, system->n, (char **) names->pdata, system->structure);
  if (portrait->distribution == NULL)
    return;
  g_autoptr(GPtrArray) basis = g_ptr_array_new_with_free_func(g_free);
  append_section(text, "Basis of D");
  g_string_append(text, "\\begin{align*}\n");
  guint r = portrait->distribution->r;
  for (guint a = 0; a < r; a++) {
    g_ptr_array_add(basis, g_strdup_printf("\\mathbf{e}_{%u}", a + 1));
    g_string_append_printf(text, "  \\mathbf{e}_{%u} &=", a + 1);
    gboolean any = FALSE;
    for (guint alpha = 0; alpha < system->n; alpha++) {
      NoslipExpr value = portrait->distribution->basis[alpha * r + a];
      if (value == NOSLIP_ZERO)
        continue;
      g_autofree char *factor = noslip_expr_latex(portrait->model->graph, value);
      gboolean one = strcmp(factor, "1") == 0;
      g_string_append_printf(text, "%s%s%s%s %s", any ? " + " : " ", one ? "" : "\\left(", one ? "" : factor,
                             one ? "" : "\\right)", (char *) names->pdata[alpha]);
      any = TRUE;
    }
    g_string_append(text, a + 1 < r ? " \\\\\n" : "\n");
  }
  g_string_append(text, "\\end{align*}\n");
  if (noslip_system_constraint_class(system) == NOSLIP_NONLINEAR)
    return;
  append_section(text, "Projected brackets");
  append_brackets(text, portrait->model->graph, r, (char **) basis->pdata, portrait->distribution->structure);
}

static void
append_equations(GString *text, const CliPortrait *portrait)
{
  const NoslipEquations *equations = portrait->equations;
  const NoslipSystem *system = portrait->system;
  const NoslipGraph *graph = portrait->model->graph;
  append_section(text, "Equations of motion");
  if (equations == NULL) {
    g_string_append_printf(text, "%% %s\n", portrait->no_equations);
    return;
  }
  g_string_append(text, "\\begin{align*}\n");
  guint left_over = system->m + system->n + system->k;
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *name = symbol_latex(system, system->coordinates[i].symbol);
    g_autofree char *left = g_strdup_printf("\\dot{%s}", name);
    append_line(text, graph, left, equations->xdot[i], --left_over == 0);
  }
  for (guint i = 0; i < system->n; i++) {
    g_autofree char *left = symbol_latex(system, system->fibres[i].acceleration);
    append_line(text, graph, left, equations->ydot[i], --left_over == 0);
  }
  for (guint i = 0; i < system->k; i++) {
    GString *name = g_string_new(NULL);
    append_words(name, system->constraints[i].name);
    g_autofree char *left = g_strdup_printf("\\lambda_{\\text{%s}}", name->str);
    g_string_free(name, TRUE);
    append_line(text, graph, left, equations->multiplier[i], --left_over == 0);
  }
  g_string_append(text, "\\end{align*}\n");
}

int
cli_show_latex(const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  GString *text = g_string_new("% ");
  append_words(text, system->title != NULL ? system->title : system->id);
  g_string_append(text, " (needs amsmath)\n");
  append_section(text, "Lagrangian");
  g_string_append(text, "\\begin{align*}\n");
  append_line(text, system->graph, "L", system->lagrangian, TRUE);
  g_string_append(text, "\\end{align*}\n");
  if (system->k > 0) {
    append_section(text, "Constraints");
    g_string_append(text, "\\begin{align*}\n");
    for (guint i = 0; i < system->k; i++)
      append_line(text, system->graph, "0", system->constraints[i].phi, i + 1 == system->k);
    g_string_append(text, "\\end{align*}\n");
  }
  append_geometry(text, portrait);
  append_equations(text, portrait);
  cli_show_atiyah_latex(portrait, text);
  int status = cli_print(text->str);
  g_string_free(text, TRUE);
  return status;
}
