/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/sheet.h"

#include "core/base/words.h"
#include "core/dynamics/formulation.h"
#include "core/geometry/bracket.h"
#include "core/geometry/symbolic.h"
#include "core/system/equations.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  GArray *lines;     /* of NoslipSheetLine */
  const char *title; /* of the section that begins */
  const NoslipGraph *graph;
  NoslipSheetPlace place; /* of the lines that follow */
} Build;

static void
line_clear(gpointer data)
{
  NoslipSheetLine *line = data;
  g_free(line->left);
  g_free(line->latex);
  g_free(line->words);
}

static void
section(Build *build, const char *title, const NoslipGraph *graph)
{
  build->title = title;
  build->graph = graph;
}

static void
add(Build *build, char *left, char *latex, char *words, guint size)
{
  NoslipSheetLine line = {g_steal_pointer(&build->title), left, latex, words, size, build->place};
  g_array_append_val(build->lines, line);
}

/* Takes `left`. */
static void
add_equation(Build *build, char *left, NoslipExpr right)
{
  guint size = noslip_expr_size(build->graph, right, NOSLIP_SHEET_LONGEST + 1);
  g_autofree char *value = size <= NOSLIP_SHEET_LONGEST ? noslip_expr_latex(build->graph, right) : NULL;
  add(build, left, value ? g_strdup_printf("%s = %s", left, value) : NULL, NULL, size);
}

static char *
name_of(const NoslipSystem *system, NoslipExpr symbol)
{
  return noslip_expr_latex(system->graph, symbol);
}

/* The velocity of a coordinate. Free with g_free(). */
static char *
rate_of(const NoslipSystem *system, guint coordinate)
{
  g_autofree char *rate = g_strconcat(system->coordinates[coordinate].name, "'", NULL);
  return noslip_latex_name(rate);
}

static char *
section_name(const NoslipSystem *system, guint fibre)
{
  g_autofree char *name = name_of(system, system->fibres[fibre].symbol);
  return g_strdup_printf("e_{%s}", name);
}

static void
add_coordinates(Build *build, const NoslipSystem *system)
{
  g_autoptr(GString) base = g_string_new(NULL), fibre = g_string_new(NULL);
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *name = name_of(system, system->coordinates[i].symbol);
    g_string_append_printf(base, "%s%s", i ? ", " : "", name);
  }
  for (guint a = 0; a < system->n; a++) {
    g_autofree char *name = name_of(system, system->fibres[a].symbol);
    g_string_append_printf(fibre, "%s%s", a ? ", " : "", name);
  }
  section(build, N_("Coordinates"), system->graph);
  if (system->m)
    add(build, NULL, g_strdup_printf("x^{i} = \\left(%s\\right)", base->str), NULL, system->m);
  add(build, NULL, g_strdup_printf("y^{\\alpha} = \\left(%s\\right)", fibre->str), NULL, system->n);
}

#define LONG_TEXT 200      /* symbols: a longer Lagrangian or constraint is written with names for its parts */
#define LONG_PART 60       /* nodes of what is written then */
#define MOST_TEXT_NAMES 16 /* more would tell less than a long formula */

/* The Lagrangian and the constraints, in this order, with names B1, B2, … for their parts (A1, A2, … are those of the
 * solved equations); NULL where they are short enough without. */
static NoslipNaming *
name_text(const NoslipSystem *system)
{
  g_autofree NoslipExpr *exprs = g_new0(NoslipExpr, system->k + 1);
  guint longest = 0;
  exprs[0] = system->lagrangian;
  for (guint a = 0; a < system->k; a++)
    exprs[a + 1] = system->constraints[a].phi;
  for (guint i = 0; i <= system->k; i++)
    longest = MAX(longest, noslip_expr_size(system->graph, exprs[i], NOSLIP_SHEET_LONGEST + 1));
  if (longest <= LONG_TEXT)
    return NULL;
  g_autoptr(NoslipNaming) naming =
      noslip_naming_new(system->graph, system->k + 1, exprs, LONG_PART, MOST_TEXT_NAMES, NULL, NULL);
  g_autofree NoslipExpr *own = g_new0(NoslipExpr, naming ? naming->n : 1);
  for (guint i = 0; naming && i < naming->n; i++) {
    g_autofree char *name = g_strdup_printf("B%u", i + 1);
    NoslipExpr taken;
    if (noslip_system_lookup(system, name, &taken))
      return NULL;
    own[i] = noslip_expr_symbol(naming->graph, name);
  }
  for (guint i = 0; naming && i < naming->n; i++)
    naming->value[i] = noslip_expr_substitute(naming->graph, naming->value[i], naming->n, naming->name, own);
  for (guint i = 0; naming && i < naming->n_exprs; i++)
    naming->exprs[i] = noslip_expr_substitute(naming->graph, naming->exprs[i], naming->n, naming->name, own);
  for (guint i = 0; naming && i < naming->n; i++)
    naming->name[i] = own[i];
  return g_steal_pointer(&naming);
}

static void
add_text(Build *build, const NoslipSystem *system)
{
  g_autoptr(NoslipNaming) naming = name_text(system);
  section(build, N_("Lagrangian"), naming ? naming->graph : system->graph);
  for (guint i = 0; naming && i < naming->n; i++)
    add_equation(build, noslip_expr_latex(naming->graph, naming->name[i]), naming->value[i]);
  add_equation(build, g_strdup("L"), naming ? naming->exprs[0] : system->lagrangian);
  if (system->k)
    section(build, N_("Constraints"), build->graph);
  for (guint a = 0; a < system->k; a++)
    add_equation(build, g_strdup("0"), naming ? naming->exprs[a + 1] : system->constraints[a].phi);
  if (system->m)
    section(build, N_("Anchor"), system->graph);
  for (guint i = 0; i < system->m; i++)
    add_equation(build, rate_of(system, i), system->coordinates[i].velocity);
}

/* Whether it has to stand in brackets before a name. */
static gboolean
has_terms(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_op(graph, e) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, e) > 1;
}

/* "\left(factor\right) name", joined by signs; the sum is empty where every coefficient is zero. */
static char *
combination(const NoslipGraph *graph, guint n, const NoslipExpr *coefficients, guint stride, char **names, guint *size)
{
  g_autoptr(GString) sum = g_string_new(NULL);
  *size = 0;
  for (guint c = 0; c < n; c++) {
    NoslipExpr value = coefficients[(gsize) c * stride];
    if (value == NOSLIP_ZERO)
      continue;
    guint length = noslip_expr_size(graph, value, NOSLIP_SHEET_LONGEST + 1);
    *size += length;
    if (length > NOSLIP_SHEET_LONGEST)
      continue;
    gboolean negative = FALSE;
    g_autofree char *factor = noslip_expr_latex(graph, value);
    const char *shown = factor;
    if (!has_terms(graph, value) && factor[0] == '-') {
      negative = TRUE;
      shown = factor + 1;
    }
    g_string_append(sum, sum->len ? (negative ? " - " : " + ") : negative ? "-" : "");
    if (strcmp(shown, "1") != 0)
      g_string_append_printf(sum, has_terms(graph, value) ? "\\left(%s\\right) " : "%s ", shown);
    g_string_append(sum, names[c]);
  }
  return g_string_free(g_steal_pointer(&sum), FALSE);
}

/* [e_a, e_b] = C^c_ab e_c, those that are not zero. */
static void
add_brackets(Build *build, guint n, char **names, const NoslipExpr *structure)
{
  gboolean any = FALSE;
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      guint size = 0;
      g_autofree char *sum = combination(build->graph, n, structure + (gsize) a * n + b, n * n, names, &size);
      if (size == 0)
        continue;
      char *left = g_strdup_printf("\\left[%s, %s\\right]", names[a], names[b]);
      add(build, left, size <= NOSLIP_SHEET_LONGEST ? g_strdup_printf("%s = %s", left, sum) : NULL, NULL, size);
      any = TRUE;
    }
  if (!any)
    add(build, NULL, NULL, g_strdup(_("All of them vanish.")), 0);
}

static void
add_distribution(Build *build, const NoslipSystem *system, NoslipModel *model)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(model, &error);
  if (!distribution) {
    section(build, N_("Basis of D"), model->graph);
    add(build, NULL, NULL, g_strdup(error ? error->cause : _("There is none.")), 0);
    return;
  }
  guint r = distribution->r;
  g_auto(GStrv) sections = g_new0(char *, system->n + 1);
  for (guint a = 0; a < system->n; a++)
    sections[a] = section_name(system, a);
  g_auto(GStrv) basis = g_new0(char *, r + 1);
  section(build, N_("Basis of D"), model->graph);
  for (guint a = 0; a < r; a++) {
    guint size = 0;
    basis[a] = g_strdup_printf("e_{%u}", a + 1);
    g_autofree char *sum = combination(model->graph, system->n, distribution->basis + a, r, sections, &size);
    add(build, g_strdup(basis[a]), g_strdup_printf("%s = %s", basis[a], sum), NULL, size);
  }
  if (noslip_system_constraint_class(system) == NOSLIP_NONLINEAR)
    return;
  section(build, N_("Projected brackets"), model->graph);
  add_brackets(build, r, basis, distribution->structure);
}

/* Plain words: what LaTeX would read as a command is escaped. */
static void
append_words(GString *text, const char *words)
{
  for (const char *c = words; *c != '\0'; c++) {
    if (*c == '\\')
      g_string_append(text, "\\textbackslash{}");
    else if (*c == '^' || *c == '~')
      g_string_append_printf(text, "\\%c{}", *c);
    else if (strchr("#$%&_{}", *c))
      g_string_append_printf(text, "\\%c", *c);
    else
      g_string_append_c(text, *c);
  }
}

/* The solved equations and, where they are written with names, first what those stand for. */
static void
add_solved(Build *build, const NoslipSystem *system, const NoslipEquations *equations)
{
  const NoslipNaming *naming = equations->naming;
  for (guint i = 0; naming && i < naming->n; i++)
    add_equation(build, noslip_expr_latex(naming->graph, naming->name[i]), naming->value[i]);
  for (guint i = 0; i < system->m; i++)
    add_equation(build, rate_of(system, i), equations->xdot[i]);
  for (guint a = 0; a < system->n; a++)
    add_equation(build, name_of(system, system->fibres[a].acceleration), equations->ydot[a]);
  if (system->k)
    section(build, N_("Multipliers"), equations->graph);
  for (guint c = 0; c < system->k; c++) {
    g_autoptr(GString) name = g_string_new(NULL);
    append_words(name, system->constraints[c].name);
    add_equation(build, g_strdup_printf("\\lambda_{\\text{%s}}", name->str), equations->multiplier[c]);
  }
}

static void
add_motion(Build *build, const NoslipSystem *system, NoslipModel *model)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  section(build, N_("Equations of motion"), model->graph);
  if (system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC) {
    add(build, NULL, NULL, g_strdup(_("Hamilton's, on the vakonomic momenta; they stand below.")), 0);
    return;
  }
  g_autoptr(NoslipEquations) equations = noslip_equations_new_named(model, &error);
  if (!equations) {
    add(build, NULL, NULL, g_strdup(error ? error->cause : _("There are none.")), 0);
    return;
  }
  const NoslipNaming *naming = equations->naming;
  if (naming && naming->n > NOSLIP_SHEET_MOST_NAMES) {
    build->place = NOSLIP_SHEET_WINDOW;
    add(build, NULL, NULL,
        g_strdup_printf(_("Too long to be written down here; export the equations to read them, with names for %u "
                          "of their parts."),
                        naming->n),
        0);
    build->place = NOSLIP_SHEET_DOCUMENT;
  }
  section(build, N_("Equations of motion"), equations->graph);
  add_solved(build, system, equations);
  build->place = NOSLIP_SHEET_EVERYWHERE;
}

/* A formulation's equations, in the notation of the manual: one a line. */
static void
add_formulation(Build *build, const NoslipFormulation *formulation)
{
  g_auto(GStrv) rows = g_strsplit(formulation->latex, "\\\\", -1);
  section(build, formulation->title, build->graph);
  for (guint i = 0; rows[i]; i++) {
    g_auto(GStrv) parts = g_strsplit(rows[i], ", \\q", -1); /* \quad or \qquad sets equations apart */
    for (guint k = 0; parts[k]; k++) {
      char *part = g_strstrip(parts[k]);
      if (g_str_has_prefix(part, "uad") || g_str_has_prefix(part, "quad"))
        part = g_strchug(strstr(part, "uad") + strlen("uad"));
      gsize length = strlen(part);
      if (length > 0 && strchr(",;", part[length - 1]))
        part[length - 1] = '\0';
      if (*part != '\0')
        add(build, NULL, g_strdup(part), NULL, (guint) length);
    }
  }
}

static void
add_formulations(Build *build, const NoslipSystem *system)
{
  for (guint i = 0; noslip_formulations()[i]; i++) {
    g_autofree char *refusal = noslip_formulation_refusal(noslip_formulations()[i], system);
    if (!refusal)
      add_formulation(build, noslip_formulations()[i]);
  }
}

NoslipSheet *
noslip_sheet_new(NoslipSystem *system, gboolean (*stop)(gpointer data), gpointer data)
{
  Build build = {g_array_new(FALSE, TRUE, sizeof(NoslipSheetLine)), NULL, system->graph};
  NoslipSheet *sheet = NULL;
  g_array_set_clear_func(build.lines, line_clear);
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  add_coordinates(&build, system);
  add_text(&build, system);
  g_auto(GStrv) names = g_new0(char *, system->n + 1);
  for (guint a = 0; a < system->n; a++)
    names[a] = section_name(system, a);
  section(&build, N_("Brackets of the sections"), system->graph);
  add_brackets(&build, system->n, names, system->structure);
  if (!stop || !stop(data))
    add_distribution(&build, system, model);
  if (!stop || !stop(data))
    add_motion(&build, system, model);
  add_formulations(&build, system);
  if (!stop || !stop(data)) {
    sheet = g_new0(NoslipSheet, 1);
    sheet->title = g_strdup(system->title ? noslip_words(system->title) : noslip_words(system->id));
    sheet->n_lines = build.lines->len;
    g_array_set_clear_func(build.lines, NULL);
    sheet->lines = (NoslipSheetLine *) (gpointer) g_array_free(build.lines, FALSE);
  } else {
    g_array_unref(build.lines);
  }
  return sheet;
}

void
noslip_sheet_free(NoslipSheet *sheet)
{
  if (!sheet)
    return;
  for (guint i = 0; i < sheet->n_lines; i++)
    line_clear(&sheet->lines[i]);
  g_free(sheet->lines);
  g_free(sheet->title);
  g_free(sheet);
}

/* "left &= right": the first " = " stands behind the left side. */
static void
append_line(GString *text, const NoslipSheetLine *line)
{
  const char *equals = strstr(line->latex, " = ");
  if (!equals) {
    g_string_append_printf(text, "& %s", line->latex);
    return;
  }
  g_string_append_len(text, line->latex, equals - line->latex);
  g_string_append_printf(text, " &= %s", equals + strlen(" = "));
}

char *
noslip_sheet_document(const NoslipSheet *sheet)
{
  g_autoptr(GString) text = g_string_new("\\documentclass{article}\n\\usepackage{amsmath}\n\\allowdisplaybreaks\n"
                                         "\\begin{document}\n\\section*{");
  append_words(text, sheet->title);
  g_string_append(text, "}\n");
  gboolean open = FALSE;
  for (guint i = 0; i < sheet->n_lines; i++) {
    const NoslipSheetLine *line = &sheet->lines[i];
    if (line->place == NOSLIP_SHEET_WINDOW)
      continue;
    if (open && (line->title || !line->latex)) {
      g_string_append(text, "\n\\end{align*}\n");
      open = FALSE;
    }
    if (line->title)
      g_string_append_printf(text, "\n\\subsection*{%s}\n", _(line->title));
    if (line->latex) {
      g_string_append(text, open ? " \\\\\n  " : "\\begin{align*}\n  ");
      append_line(text, line);
      open = TRUE;
    } else if (line->words) {
      append_words(text, line->words);
      g_string_append_c(text, '\n');
    } else {
      g_string_append_printf(text, _("$%s$ is too long to be written down (more than %d symbols).\n\n"), line->left,
                             NOSLIP_SHEET_LONGEST);
    }
  }
  g_string_append_printf(text, "%s\\end{document}\n", open ? "\n\\end{align*}\n" : "");
  return g_string_free(g_steal_pointer(&text), FALSE);
}
