/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document of a system: the contents of its portrait, in sections. */
#include "core/equations/combination.h"
#include "core/equations/compose-private.h"
#include "core/equations/portrait.h"
#include "core/equations/words-latex.h"
#include "core/geometry/symbolic.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define LONG_GIVEN 200      /* symbols: a longer Lagrangian or constraint does not fit in a window */
#define LONG_PART 60        /* least number of nodes of a part that gets a name */
#define MOST_GIVEN_NAMES 16 /* with more names the explanation would be longer than the formula */

static NoslipExpr
symbol(NoslipDocument *document, const NoslipPortrait *portrait, const char *name)
{
  return noslip_expr_symbol(portrait->model->graph, name);
}

static NoslipExpr
base_rate(NoslipDocument *document, const NoslipPortrait *portrait, guint i)
{
  g_autofree char *name = g_strconcat(portrait->system->coordinates[i].name, "'", NULL);
  return symbol(document, portrait, name);
}

/* The Lagrangian and the constraints, in this order, with names B1, B2, ... for long parts (A1, A2, ... are parts of
 * the solved equations). NULL if that needs too many names, or the system uses one of them. */
static NoslipNaming *
name_given(const NoslipSystem *system)
{
  g_autofree NoslipExpr *exprs = g_new0(NoslipExpr, system->k + 1);
  exprs[0] = system->lagrangian;
  for (guint a = 0; a < system->k; a++)
    exprs[a + 1] = system->constraints[a].phi;
  g_autoptr(NoslipNaming) naming =
      noslip_naming_new(system->graph, system->k + 1, exprs, LONG_PART, MOST_GIVEN_NAMES, NULL, NULL);
  if (naming == NULL)
    return NULL;
  g_autofree NoslipExpr *own = g_new0(NoslipExpr, naming->n + 1);
  for (guint i = 0; i < naming->n; i++) {
    g_autofree char *name = g_strdup_printf("B%u", i + 1);
    NoslipExpr taken;
    if (noslip_system_lookup(system, name, &taken))
      return NULL;
    own[i] = noslip_expr_symbol(naming->graph, name);
  }
  for (guint i = 0; i < naming->n; i++)
    naming->value[i] = noslip_expr_substitute(naming->graph, naming->value[i], naming->n, naming->name, own);
  for (guint i = 0; i < naming->n_exprs; i++)
    naming->exprs[i] = noslip_expr_substitute(naming->graph, naming->exprs[i], naming->n, naming->name, own);
  memcpy(naming->name, own, naming->n * sizeof(NoslipExpr));
  return g_steal_pointer(&naming);
}

/* The readers whose lines are too short for the Lagrangian and the constraints. */
static NoslipReaders
short_of_room(const NoslipSystem *system)
{
  guint longest = noslip_expr_size(system->graph, system->lagrangian, NOSLIP_DOCUMENT_MOST_SYMBOLS);
  for (guint a = 0; a < system->k; a++)
    longest = MAX(longest, noslip_expr_size(system->graph, system->constraints[a].phi, NOSLIP_DOCUMENT_MOST_SYMBOLS));
  return longest >= NOSLIP_DOCUMENT_MOST_SYMBOLS ? NOSLIP_FOR_ALL : longest > LONG_GIVEN ? NOSLIP_FOR_SCREEN : 0;
}

static void
add_definitions(NoslipDocument *document, const NoslipNaming *naming)
{
  for (guint i = 0; naming != NULL && i < naming->n; i++)
    noslip_document_formula_of(document, "let", noslip_expr_symbol_name(naming->graph, naming->name[i]), naming->graph,
                               naming->value[i]);
}

static void
add_coordinates(NoslipDocument *document, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(GString) base = g_string_new("x^{i} &= \\left("), fibre = g_string_new("y^{\\alpha} &= \\left(");
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *name = noslip_expr_latex(system->graph, system->coordinates[i].symbol);
    g_string_append_printf(base, "%s%s", i > 0 ? ", " : "", name);
  }
  for (guint a = 0; a < system->n; a++) {
    g_autofree char *name = noslip_expr_latex(system->graph, system->fibres[a].symbol);
    g_string_append_printf(fibre, "%s%s", a > 0 ? ", " : "", name);
  }
  g_string_append(base, "\\right)");
  g_string_append(fibre, "\\right)");
  noslip_document_heading(document, NOSLIP_FOR_EXPORT | NOSLIP_FOR_SCREEN, N_("Coordinates"), NULL);
  if (system->m > 0)
    noslip_document_row(document, NULL, base->str);
  noslip_document_row(document, NULL, fibre->str);
}

static void
add_lagrangian(NoslipDocument *document, const NoslipPortrait *portrait, const NoslipNaming *naming,
               NoslipReaders readers)
{
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Lagrangian and energy"), NULL);
  if (naming != NULL) {
    noslip_document_for(document, readers);
    add_definitions(document, naming);
    noslip_document_formula_of(document, NULL, "L", naming->graph, naming->exprs[0]);
    noslip_document_for(document, NOSLIP_FOR_ALL & ~readers);
  }
  noslip_document_formula(document, NULL, symbol(document, portrait, "L"), portrait->system->lagrangian);
  noslip_document_for(document, NOSLIP_FOR_ALL);
  noslip_document_formula(document, NULL, symbol(document, portrait, "E"), portrait->energy);
}

/* sigma^i_alpha y^alpha, which differs from xdot: d/dt p_alpha has sigma^i_alpha dL/dx^i (G (2.7)). */
static void
add_right_anchor(NoslipDocument *document, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  NoslipGraph *graph = portrait->model->graph;
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Right anchor"), NULL);
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *name = g_strdup_printf("sigma_%s", system->coordinates[i].name);
    NoslipExpr value =
        noslip_expr_dot(graph, system->n, system->right_anchor + (gsize) i * system->n, portrait->model->y);
    noslip_document_formula(document, NULL, symbol(document, portrait, name), value);
  }
}

static void
add_geometry(NoslipDocument *document, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Anchor"), NULL);
  for (guint i = 0; i < system->m; i++)
    noslip_document_formula(document, NULL, base_rate(document, portrait, i), system->coordinates[i].velocity);
  if (system->m == 0)
    noslip_document_sentence(document, N_("none: E is a Lie algebra"));
  if (system->right_anchor != NULL)
    add_right_anchor(document, portrait);
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Brackets of the sections"), NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) latex = g_ptr_array_new_with_free_func(g_free);
  noslip_portrait_section_names(portrait, names, latex);
  noslip_portrait_add_brackets(document, portrait, system->n, system->structure, (char **) names->pdata,
                               (char **) latex->pdata);
}

static void
add_constraints(NoslipDocument *document, const NoslipPortrait *portrait, const NoslipNaming *naming,
                NoslipReaders readers)
{
  const NoslipSystem *system = portrait->system;
  NoslipReaders all = system->k > 0 ? NOSLIP_FOR_ALL : NOSLIP_FOR_PAPER;
  g_autofree char *detail =
      g_strdup_printf("%u%s%s", system->k, system->k > 0 ? ", " : "",
                      system->k > 0 ? noslip_constraint_class_name(noslip_system_constraint_class(system)) : "");
  noslip_document_heading(document, all, N_("Constraints"), detail);
  for (guint i = 0; i < system->k; i++) {
    const NoslipConstraint *constraint = &system->constraints[i];
    const char *label = constraint->holonomic ? NULL : constraint->name;
    if (constraint->holonomic)
      noslip_document_formula(document, constraint->name, constraint->position, NOSLIP_ZERO);
    if (naming != NULL) {
      noslip_document_for(document, readers);
      noslip_document_formula_of(document, label, "0", naming->graph, naming->exprs[i + 1]);
      noslip_document_for(document, all & ~readers);
    }
    noslip_document_formula(document, label, constraint->phi, NOSLIP_ZERO);
    noslip_document_for(document, all);
  }
  noslip_document_for(document, NOSLIP_FOR_PAPER);
  noslip_document_sentence(document, "%s; rank of D: %u", portrait->regular ? "Regular" : "Not regular",
                           portrait->rank);
  if (portrait->irregular != NULL)
    noslip_document_sentence(document, "%s", portrait->irregular);
}

#define LONG_STEP 110 /* letters: on the screen a longer step is shown as words, which can be wrapped */

/* A sentence as one formula, with its words in \text{ }; NULL if it contains no mathematics, or is long. Free with
 * g_free(). */
static char *
sentence_latex(const char *words)
{
  g_autoptr(GString) latex = g_string_new(NULL);
  noslip_latex_append_words(latex, words);
  if (strlen(words) > LONG_STEP || strpbrk(words, "$\\") != NULL || strchr(latex->str, '$') == NULL)
    return NULL;
  GString *formula = g_string_new(NULL);
  g_auto(GStrv) parts = g_strsplit(latex->str, "$", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (i % 2 == 1)
      g_string_append(formula, parts[i]);
    else if (parts[i][0] != '\0')
      g_string_append_printf(formula, "\\text{%s}", parts[i]);
  return g_string_free(formula, FALSE);
}

/* E_0, E_1, ... and S^X, or W_0, W_1, ...; a regular Lagrangian, whose E is final, needs no section on the screen. */
static void
add_algorithm(NoslipDocument *document, const NoslipPortrait *portrait)
{
  g_auto(GStrv) lines = noslip_portrait_algorithm(portrait);
  NoslipReaders screen = g_strv_length(lines) > 1 ? NOSLIP_FOR_SCREEN : 0;
  noslip_document_heading(document, NOSLIP_FOR_PAPER | screen, N_("Constraint algorithm"), NULL);
  for (guint i = 0; lines[i] != NULL; i++) {
    g_autofree char *latex = screen != 0 ? sentence_latex(lines[i]) : NULL;
    noslip_document_for(document, NOSLIP_FOR_PAPER | (latex == NULL ? screen : 0));
    noslip_document_sentence(document, "%s", lines[i]);
    if (latex == NULL)
      continue;
    noslip_document_for(document, screen);
    noslip_document_row(document, NULL, latex);
  }
}

/* Adds the statements that switch the equations of motion (these are written for the time between switches). */
static void
add_contacts(NoslipDocument *document, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  NoslipGraph *graph = portrait->model->graph;
  if (!noslip_system_has_modes(system))
    return;
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Dry friction and bounces"), NULL);
  for (guint i = 0; i < system->n_frictions; i++) {
    const NoslipFriction *friction = &system->frictions[i];
    NoslipExpr sign = noslip_expr_apply(graph, NOSLIP_OP_SIGN, 1, &friction->velocity);
    noslip_document_formula(document, friction->name, noslip_portrait_friction(portrait, i),
                            noslip_expr_neg(graph, noslip_expr_mul(graph, friction->limit, sign)));
  }
  if (system->n_frictions > 0)
    noslip_document_sentence(document,
                             N_("the friction F acts along its velocity, so while that is not 0; where it is 0, F is "
                                "what holds it there, up to the same size"));
  for (guint i = 0; i < system->n_bounces; i++) {
    const NoslipBounce *bounce = &system->bounces[i];
    g_autofree char *gap = g_strdup_printf("g_%u", i + 1);
    g_autofree char *restitution = g_strdup_printf("epsilon_%u", i + 1);
    noslip_document_formula(document, NULL, symbol(document, portrait, gap), bounce->gap);
    noslip_document_formula(document, NULL, symbol(document, portrait, restitution), bounce->restitution);
  }
  if (system->n_bounces > 0)
    noslip_document_sentence(document,
                             N_("a gap g stays at 0 or above; where it closes, its rate becomes -epsilon times "
                                "itself, and the velocity jumps orthogonally in the kinetic metric"));
}

static gboolean
is_dependent(const NoslipEquations *equations, guint fibre)
{
  for (guint i = 0; i < equations->model->k; i++)
    if (equations->dependent[i] == fibre)
      return TRUE;
  return FALSE;
}

/* A natural velocity that is a fibre coordinate needs no equation x' = x'. */
static gboolean
is_fibre(const NoslipSystem *system, NoslipExpr rate)
{
  for (guint i = 0; i < system->n; i++)
    if (system->fibres[i].symbol == rate)
      return TRUE;
  return FALSE;
}

/* Adds left = right; the right side is in the graph of the equations. */
static void
add_solved(NoslipDocument *document, const NoslipPortrait *portrait, const NoslipEquations *equations, NoslipExpr left,
           NoslipExpr right)
{
  if (equations->naming == NULL)
    noslip_document_formula(document, NULL, left, right);
  else
    noslip_document_formula_of(document, NULL, noslip_expr_symbol_name(portrait->model->graph, left), equations->graph,
                               right);
}

static void
add_equations(NoslipDocument *document, const NoslipPortrait *portrait)
{
  const NoslipEquations *equations = portrait->named != NULL ? portrait->named : portrait->equations;
  const NoslipSystem *system = portrait->system;
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Equations of motion"), NULL);
  if (equations == NULL) {
    noslip_document_sentence(document, "%s", portrait->no_equations);
    for (guint i = 0; i < system->n && portrait->forms == NULL; i++) {
      NoslipExpr left, right;
      noslip_portrait_balance(portrait, i, &left, &right);
      noslip_document_formula(document, NULL, left, right);
    }
    return;
  }
  add_definitions(document, equations->naming);
  for (guint i = 0; i < system->k && equations->solved; i++)
    add_solved(document, portrait, equations, system->fibres[equations->dependent[i]].symbol, equations->value[i]);
  for (guint i = 0; i < system->m; i++) {
    NoslipExpr left = base_rate(document, portrait, i);
    if (!is_fibre(system, left))
      add_solved(document, portrait, equations, left, equations->xdot[i]);
  }
  for (guint i = 0; i < system->n; i++)
    if (!equations->solved || !is_dependent(equations, i))
      add_solved(document, portrait, equations, system->fibres[i].acceleration, equations->ydot[i]);
  for (guint i = 0; i < system->k; i++)
    add_solved(document, portrait, equations, system->constraints[i].multiplier, equations->multiplier[i]);
}

/* A formulation's equations in general form, in the notation of the manual, one per row. */
static void
add_general_form(NoslipDocument *document, const NoslipFormulation *formulation)
{
  g_auto(GStrv) rows = g_strsplit(formulation->latex, "\\\\", -1);
  for (guint i = 0; rows[i] != NULL; i++) {
    g_auto(GStrv) parts = g_strsplit(rows[i], ", \\q", -1); /* \quad or \qquad separates equations */
    for (guint k = 0; parts[k] != NULL; k++) {
      char *part = g_strstrip(parts[k]);
      if (g_str_has_prefix(part, "uad") || g_str_has_prefix(part, "quad"))
        part = g_strchug(strstr(part, "uad") + strlen("uad"));
      gsize length = strlen(part);
      if (length > 0 && strchr(",;", part[length - 1]) != NULL)
        part[length - 1] = '\0';
      const char *equals = strstr(part, " = ");
      g_autofree char *row = equals == NULL ? g_strdup_printf("& %s", part)
                                            : g_strdup_printf("%.*s &%s", (int) (equals - part), part, equals + 1);
      if (*part != '\0')
        noslip_document_row(document, NULL, row);
    }
  }
}

static const NoslipWrittenForm *
form_of(const NoslipPortrait *portrait, const NoslipFormulation *formulation)
{
  for (guint i = 0; portrait->forms != NULL && i < portrait->forms->len; i++) {
    const NoslipWrittenForm *form = portrait->forms->pdata[i];
    if (form->formulation == formulation)
      return form;
  }
  return NULL;
}

/* Each formulation: in general form, and in the variables of this system. */
static void
add_forms(NoslipDocument *document, const NoslipPortrait *portrait)
{
  const NoslipReaders general = NOSLIP_FOR_EXPORT | NOSLIP_FOR_SCREEN;
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    const NoslipWrittenForm *form = form_of(portrait, *f);
    g_autofree char *refusal = noslip_formulation_refusal(*f, portrait->system);
    NoslipReaders readers = (refusal == NULL ? general : 0) | (form != NULL ? NOSLIP_FOR_PAPER : 0);
    if (readers == 0)
      continue;
    noslip_document_heading(document, readers, (*f)->title, (*f)->id);
    noslip_document_for(document, readers & general);
    if (refusal == NULL)
      add_general_form(document, *f);
    noslip_document_for(document, form != NULL ? readers : 0);
    if (form != NULL && form->reason != NULL)
      noslip_document_sentence(document, "%s", form->reason);
    for (guint l = 0; form != NULL && l < form->lines->len; l++) {
      const NoslipWrittenLine *line = &g_array_index(form->lines, NoslipWrittenLine, l);
      noslip_document_formula(document, NULL, line->left, line->right);
    }
  }
}

/* Momenta, H_W1, the regularity of I Prop. 5.3, Hamilton's equations and the bracket of the momenta. */
static void
add_vakonomic(NoslipDocument *document, const NoslipPortrait *portrait)
{
  const NoslipVakonomicBracket *bracket = portrait->vakonomic;
  const NoslipSystem *system = portrait->system;
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Vakonomic equations on W_1"), NULL);
  if (bracket == NULL) {
    noslip_document_sentence(document, "%s", portrait->no_vakonomic);
    return;
  }
  for (guint a = 0; a < system->n; a++)
    noslip_document_formula(document, NULL, bracket->p[a], bracket->momentum[a]);
  gboolean in_momenta = bracket->solved && noslip_expr_size(portrait->model->graph, bracket->hamiltonian, 300) < 300;
  noslip_document_formula(document, NULL, symbol(document, portrait, "H_W1"),
                          in_momenta ? bracket->hamiltonian : bracket->energy);
  for (guint i = 0; i < system->m && bracket->solved; i++)
    noslip_document_formula(document, NULL, base_rate(document, portrait, i), bracket->xdot[i]);
  for (guint a = 0; a < system->n && bracket->solved; a++) {
    g_autofree char *name = g_strconcat(noslip_expr_symbol_name(portrait->model->graph, bracket->p[a]), "'", NULL);
    noslip_document_formula(document, NULL, symbol(document, portrait, name), bracket->pdot[a]);
  }
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Regularity on W_1 (R_ab)"), NULL);
  for (guint a = 0; a < bracket->r; a++)
    for (guint b = a; b < bracket->r; b++)
      if (bracket->regular[a * bracket->r + b] != NOSLIP_ZERO) {
        g_autofree char *name = g_strdup_printf("R_%u%u", a + 1, b + 1);
        noslip_document_formula(document, NULL, symbol(document, portrait, name), bracket->regular[a * bracket->r + b]);
      }
  noslip_document_for(document, NOSLIP_FOR_PAPER);
  noslip_document_sentence(document, "regular where R_ab has rank %u: (x, p) are coordinates of W_1 there", bracket->r);
  if (portrait->xy != NULL)
    noslip_document_sentence(document, "at the initial state its rank is %u%s", portrait->vakonomic_rank,
                             portrait->vakonomic_rank == bracket->r ? ": regular" : ": the motion cannot begin there");
}

NoslipDocument *
noslip_portrait_document(const NoslipPortrait *portrait)
{
  NoslipDocument *document = noslip_document_new(portrait->system, portrait->model->graph);
  NoslipReaders readers = short_of_room(portrait->system);
  g_autoptr(NoslipNaming) naming = readers != 0 ? name_given(portrait->system) : NULL;
  add_coordinates(document, portrait);
  if (portrait->system->two_form != NULL)
    noslip_portrait_add_presymplectic(portrait, document);
  else
    add_lagrangian(document, portrait, naming, readers);
  add_geometry(document, portrait);
  add_constraints(document, portrait, naming, readers);
  add_algorithm(document, portrait);
  add_contacts(document, portrait);
  if (portrait->system->two_form == NULL)
    noslip_portrait_add_distribution(portrait, document);
  if (portrait->system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
    add_vakonomic(document, portrait);
  else
    add_equations(document, portrait);
  add_forms(document, portrait);
  noslip_portrait_add_atiyah(portrait, document);
  noslip_portrait_add_projections(portrait, document);
  noslip_portrait_add_symmetry(portrait, document);
  if (portrait->system->two_form == NULL) { /* otherwise L = -H represents the form, and has no momenta */
    noslip_portrait_add_prolongation(portrait, document);
    noslip_portrait_add_skinner_rusk(portrait, document);
    noslip_portrait_add_dual(portrait, document);
  }
  noslip_portrait_add_solutions(portrait, document);
  noslip_portrait_add_reductions(portrait, document);
  return document;
}
