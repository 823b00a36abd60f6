/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/conserved.h"

#include "core/finder/conserved-check.h"
#include "core/finder/conserved-support.h"
#include "core/finder/polynomials.h"
#include "core/finder/recognise.h"
#include "core/geometry/symbolic.h"
#include "core/verdict/proof.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ROWS_PER_COLUMN 4 /* random states per column of the search */
#define EXTRA_ROWS 20
#define SPAN_STATES 400 /* number of states at which functions are compared */
#define FEW_STATES 5
#define FAMILY_ALMOST 1e-9
#define MOST_SUPPORT 60 /* terms of a claim */

typedef struct {
  NoslipMotion *motion;
  NoslipDynamics *dynamics;
  NoslipDistribution *distribution;
  NoslipStates *states; /* states at which functions are compared */
  NoslipKeptSpan *span; /* span of the known and the found functions */
  NoslipStates *few;    /* states at which differentials are compared */
  NoslipIndependence *independence;
  GArray *known; /* of NoslipExpr */
  const double *parameters, *xy;
  const NoslipConservedOptions *options;
  const int *cancel;
  gboolean energy_kept, moving_found;
  NoslipConserved *result;
} Search;

static void
item_free(gpointer data)
{
  NoslipConservedItem *item = data;
  g_free(item->name);
  g_free(item->expression);
  g_free(item->section);
  g_free(item);
}

static gboolean
is_cancelled(const int *cancel)
{
  return cancel != NULL && g_atomic_int_get(cancel);
}

static void
add_known(Search *search, const char *text, NoslipExpr f)
{
  g_ptr_array_add(search->result->known, g_strdup(text));
  g_array_append_val(search->known, f);
}

static void
add_known_claim(Search *search, const NoslipClaim *claim)
{
  NoslipMotion *motion = search->motion;
  NoslipExpr f, rate;
  NoslipDiagnostic *error = NULL;
  gboolean vanishes = FALSE;
  if (claim->expected_to_fail || (claim->has_kind && claim->kind != motion->kind) ||
      !noslip_support_claim_argument(motion->model, claim, &f))
    return;
  g_autofree char *text = noslip_expr_text(motion->model->graph, f);
  if (!noslip_motion_expand(motion, f, &f, &error) || !noslip_motion_rate(motion, f, &rate, &error)) {
    noslip_diagnostic_free(error);
    return;
  }
  noslip_proof_vanish(motion, 1, &rate, &vanishes);
  if (!vanishes || f == motion->system->energy)
    return;
  add_known(search, text, f);
}

static gboolean
find_known(Search *search, NoslipDiagnostic **error)
{
  const NoslipSystem *system = search->motion->system;
  NoslipKeptVerdict verdict;
  if (!noslip_kept_judge(search->motion, search->dynamics, search->parameters, search->xy, search->options->seed + 5,
                         "energy", &verdict, error))
    return FALSE;
  search->energy_kept = verdict.proved || verdict.residual <= NOSLIP_KEPT_HOLDS;
  if (search->energy_kept)
    add_known(search, "energy", system->energy);
  for (guint i = 0; i < system->n_claims; i++)
    add_known_claim(search, &system->claims[i]);
  return TRUE;
}

/* The conserved combinations of a space, in the scaled columns. */
static NoslipNullspace *
search_space(Search *search, const NoslipSpace *space, double *scale, NoslipDiagnostic **error)
{
  guint n = space->n_columns, rows = ROWS_PER_COLUMN * n + EXTRA_ROWS;
  g_autoptr(NoslipStates) states =
      noslip_states_new(search->dynamics, search->parameters, search->xy, rows, search->options->seed + 2, error);
  if (states == NULL)
    return NULL;
  g_autofree double *rate = g_new0(double, (gsize) n *rows + 1);
  g_autofree double *size = g_new0(double, (gsize) n *rows + 1);
  noslip_space_evaluate(space, search->parameters, states, n, NULL, NULL, rate, size);
  noslip_nullspace_balance(rows, n, size, rate, scale);
  NoslipNullspace *nullspace = noslip_nullspace_new(rows, n, rate, search->cancel);
  if (nullspace == NULL && !is_cancelled(search->cancel))
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL,
                                   _("give the coordinates ranges (in LO .. HI) within which the functions exist"),
                                   _("a rate is not a finite number at a random state"));
  return nullspace;
}

/* The shorter one of f and its simplified form. */
static char *
written_text(NoslipGraph *graph, NoslipExpr f)
{
  NoslipExpr tidy = noslip_symbolic_tidy(graph, f);
  g_autofree char *raw = noslip_expr_text(graph, f);
  g_autofree char *simple = noslip_expr_text(graph, tidy);
  return strlen(simple) <= strlen(raw) ? g_steal_pointer(&simple) : g_steal_pointer(&raw);
}

static void
name_item(const Search *search, NoslipConservedItem *item)
{
  guint same = 1;
  for (guint i = 0; i < search->result->found->len; i++)
    same += ((NoslipConservedItem *) search->result->found->pdata[i])->kind == item->kind;
  item->name = g_strdup_printf("%s %u", noslip_conserved_kind_name(item->kind), same);
}

/* Whether a combination that was not recognised depends on the known and found functions. */
static gboolean
is_explained(const Search *search, const NoslipSpace *space, const NoslipSupport *support)
{
  guint n = search->states->n;
  g_autofree double *values = g_new0(double, (gsize) support->n *n);
  g_autofree double *sum = g_new0(double, n);
  noslip_space_evaluate(space, search->parameters, search->states, support->n, support->columns, values, NULL, NULL);
  for (guint i = 0; i < support->n; i++)
    for (guint s = 0; s < n; s++)
      sum[s] += support->weights[i] * values[(gsize) i * n + s];
  return noslip_kept_span_has_values(search->span, sum, 1e-5);
}

static gboolean
recognise(const Search *search, const NoslipSpace *space, const NoslipSupport *support, NoslipExpr *coefficients)
{
  NoslipCoefficients how;
  if (support->n > MOST_SUPPORT)
    return FALSE;
  if (support->common)
    return noslip_support_rational(space, support, coefficients);
  return noslip_recognise(space, search->dynamics, search->parameters, search->xy, search->options->seed + 3,
                          support->n, support->columns, support->leading, coefficients, &how);
}

/* Adds the combination to the results if it is recognised, independent and verified; with in_full the others are
 * counted. FALSE with *error if it cannot be judged. */
static gboolean
consider(Search *search, const NoslipSpace *space, const NoslipSupport *support, gboolean in_full,
         NoslipDiagnostic **error)
{
  NoslipGraph *graph = search->motion->model->graph;
  g_autofree NoslipExpr *coefficients = noslip_exprs_new(support->n);
  if (!recognise(search, space, support, coefficients)) {
    search->result->n_unverified += in_full && !is_explained(search, space, support);
    return TRUE;
  }
  NoslipExpr f = NOSLIP_ZERO, written = NOSLIP_ZERO;
  for (guint i = 0; i < support->n; i++) {
    f = noslip_expr_add_product(graph, f, coefficients[i], noslip_space_expr(space, support->columns[i]));
    written = noslip_expr_add_product(graph, written, coefficients[i],
                                      noslip_space_written(space, graph, support->columns[i]));
  }
  /* The first moving energy replaces the energy, and is listed even if the momenta determine it. */
  gboolean replaces_energy = support->energy && !search->moving_found;
  if (!replaces_energy && noslip_kept_span_has(search->span, f))
    return TRUE;
  g_autofree char *text = written_text(graph, written);
  NoslipKeptVerdict verdict;
  if (!noslip_kept_judge(search->motion, search->dynamics, search->parameters, search->xy, search->options->seed + 4,
                         text, &verdict, error))
    return FALSE;
  if (!verdict.holds) {
    search->result->n_unverified += in_full;
    return TRUE;
  }
  if (!replaces_energy && !noslip_independence_add(search->independence, f))
    return TRUE;
  search->moving_found = search->moving_found || support->energy;
  noslip_kept_span_add(search->span, f);
  NoslipConservedItem *item = g_new0(NoslipConservedItem, 1);
  item->kind = noslip_support_kind(search->motion->system, space, support);
  item->expression = g_steal_pointer(&text);
  if (item->kind == NOSLIP_CONSERVED_GAUGE_MOMENTUM)
    item->section = noslip_support_section(search->distribution, search->motion->model, space, support, coefficients);
  item->proved = verdict.proved;
  item->general = verdict.general;
  item->residual = verdict.residual;
  name_item(search, item);
  g_ptr_array_add(search->result->found, item);
  return TRUE;
}

/* The functions that are divided out: the known ones, and those found at a lower degree, which would be found again. */
static void
start_span(Search *search, guint degree)
{
  noslip_kept_span_free(search->span);
  search->span = noslip_kept_span_new(search->motion, search->parameters, search->states, MAX(degree, 2));
  for (guint i = 0; i < search->known->len; i++)
    noslip_kept_span_add(search->span, g_array_index(search->known, NoslipExpr, i));
  /* Momenta count in addition to the energy, though it may be a function of them. */
  noslip_independence_free(search->independence);
  search->independence = noslip_independence_new(search->motion, search->parameters, search->few);
  for (guint i = 0; i < search->known->len; i++)
    if (g_array_index(search->known, NoslipExpr, i) != search->motion->system->energy)
      noslip_independence_add(search->independence, g_array_index(search->known, NoslipExpr, i));
}

static gboolean
consider_all(Search *search, const NoslipSpace *space, const GArray *supports, gboolean in_full,
             NoslipDiagnostic **error)
{
  for (guint i = 0; i < supports->len && !is_cancelled(search->cancel); i++)
    if (!consider(search, space, &g_array_index(supports, NoslipSupport, i), in_full, error))
      return FALSE;
  return !is_cancelled(search->cancel);
}

/* Number of results for the given parameters only. */
static guint
count_special(const NoslipConserved *result)
{
  guint count = result->n_unverified;
  for (guint i = 0; i < result->found->len; i++)
    count += !((NoslipConservedItem *) result->found->pdata[i])->general;
  return count;
}

/* Considers the combinations of the whole space; again, with the common ones first, if results hold for the given
 * parameters only and fewer do then. */
static gboolean
consider_whole(Search *search, const NoslipSpace *space, const NoslipNullspace *nullspace, const GArray *supports,
               guint degree, NoslipDiagnostic **error)
{
  NoslipConserved *result = search->result;
  if (!consider_all(search, space, supports, TRUE, error))
    return FALSE;
  guint special = count_special(result);
  if (special == 0)
    return TRUE;
  g_autoptr(GArray) common = noslip_supports_new_common(space, search->dynamics, search->parameters, search->xy,
                                                        search->options->seed + 8, nullspace);
  if (common->len == 0)
    return TRUE;
  NoslipConserved before = *result;
  result->found = g_ptr_array_new_with_free_func(item_free);
  result->n_unverified = 0;
  search->moving_found = FALSE;
  start_span(search, degree);
  gboolean good =
      consider_all(search, space, common, FALSE, error) && consider_all(search, space, supports, TRUE, error);
  if (good && count_special(result) >= special) {
    g_ptr_array_unref(result->found);
    result->found = before.found;
    result->n_unverified = before.n_unverified;
  } else {
    g_ptr_array_unref(before.found);
  }
  return good;
}

/* Searches one space and stores the results. FALSE if the search failed. */
static gboolean
search_one(Search *search, const NoslipSpaceOptions *options, NoslipConserved *record, guint *n_families,
           NoslipDiagnostic **error)
{
  g_autoptr(NoslipSpace) space = noslip_space_new(search->distribution, search->dynamics, search->parameters,
                                                  search->xy, options, search->cancel, error);
  if (space == NULL)
    return FALSE;
  if (space->n_columns == 0 && options->family > 0)
    return TRUE;
  g_autofree double *scale = g_new0(double, (gsize) space->n_columns + 1);
  g_autoptr(NoslipNullspace) nullspace = search_space(search, space, scale, error);
  if (nullspace == NULL)
    return FALSE;
  *n_families = space->n_families;
  record->degree = options->degree;
  record->dimension = space->n_columns;
  record->n_null = nullspace->n;
  record->gap = nullspace->gap;
  record->definite = nullspace->definite;
  record->n_narrowed = space->n_narrowed;
  record->n_almost = space->n_almost;
  record->n_long = space->n_long;
  /* In a family, when the whole space has been searched, each combination is judged by itself. */
  if (!nullspace->definite && options->family == 0)
    return TRUE;
  g_autoptr(GArray) supports = noslip_supports_new(space, nullspace, scale);
  return options->family > 0 ? consider_all(search, space, supports, FALSE, error)
                             : consider_whole(search, space, nullspace, supports, options->degree, error);
}

/* If the gap is not clear, the search is repeated without monomials of high degree, then without functions that are
 * nearly combinations of others. If functions were left out, for this reason or for the size of the space, the families
 * of radicals are then searched one at a time, each with all its functions; from degree 2 on, where these are too large,
 * the functions without radicals. */
static gboolean
search_degree(Search *search, guint degree, const GArray *functions, NoslipDiagnostic **error)
{
  static const double almost[] = {1e-7, 1e-5, 1e-3};
  gboolean affine = noslip_system_constraint_class(search->motion->system) == NOSLIP_AFFINE;
  NoslipSpaceOptions options = {
      .degree = degree,
      .with_energy = !search->energy_kept && (affine || search->options->moving),
      .n_functions = functions->len,
      .functions = (const NoslipExpr *) (gpointer) functions->data,
      .seed = search->options->seed + 10,
  };
  guint n_families = 0, ignored;
  NoslipConserved *result = search->result;
  start_span(search, degree);
  g_autoptr(GArray) monomials = noslip_polynomials_monomials(search->motion->model, degree);
  options.with_monomials = degree > 1 && monomials->len > 0;
  for (guint i = 0; i < G_N_ELEMENTS(almost); i += !options.with_monomials, options.with_monomials = FALSE) {
    options.almost = almost[i];
    if (!search_one(search, &options, result, &n_families, error))
      return FALSE;
    if (result->definite)
      break;
  }
  options.almost = FAMILY_ALMOST;
  if (degree > 2) {
    NoslipConserved part = {0};
    NoslipSpaceOptions graded = options;
    graded.family = 1;
    graded.graded = graded.without_momenta = TRUE;
    if (!search_one(search, &graded, &part, &ignored, error))
      return FALSE;
  }
  guint left_out = result->n_almost + result->n_narrowed, first = degree == 1 ? 0 : n_families;
  guint parts = left_out == 0 ? 0 : degree == 1 ? 2 * n_families : 2;
  for (guint i = 0; i < parts; i++) {
    NoslipConserved part = {0};
    options.family = first + i / 2 + 1;
    options.without_momenta = i % 2 == 1;
    options.without_velocities = i % 2 == 0;
    if (!search_one(search, &options, &part, &ignored, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
search_all(Search *search, NoslipDiagnostic **error)
{
  search->states = noslip_states_new(search->dynamics, search->parameters, search->xy, SPAN_STATES,
                                     search->options->seed + 6, error);
  if (search->states != NULL)
    search->few = noslip_states_new(search->dynamics, search->parameters, search->xy, FEW_STATES,
                                    search->options->seed + 7, error);
  if (search->few == NULL || !find_known(search, error))
    return FALSE;
  g_autoptr(GArray) functions = noslip_support_functions(search->motion->model, search->options->functions, error);
  if (functions == NULL)
    return FALSE;
  if (search->options->degree > 0)
    return search_degree(search, search->options->degree, functions, error);
  if (!search_degree(search, 1, functions, error))
    return FALSE;
  if (search->result->n_unverified > 0)
    return TRUE;
  return search->result->found->len > 0 || !search->result->definite || search_degree(search, 2, functions, error);
}

static gboolean
prepare(Search *search, NoslipSystem *system, NoslipDynamicsKind kind, NoslipDiagnostic **error)
{
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                                   _("say --dynamics nonholonomic or --dynamics free"),
                                   _("conserved quantities are found for nonholonomic and free motions"));
    return FALSE;
  }
  if (noslip_states_refuse_modes(system, error))
    return FALSE;
  search->dynamics = noslip_dynamics_new(noslip_formulation_for(system, kind), system, error);
  if (search->dynamics == NULL)
    return FALSE;
  search->motion = noslip_motion_new(system, kind);
  search->distribution = noslip_distribution_new(search->motion->model, error);
  return search->distribution != NULL;
}

/* Where the graph is full, expressions are 0 that are not, and nothing that was found or missed is certain. */
static gboolean
had_room(const Search *search, NoslipDiagnostic **error)
{
  if (!noslip_graph_failed(search->motion->model->graph))
    return TRUE;
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                 _("write the constraints or the Lagrangian more simply, or choose adapted velocities"),
                                 _("the functions of the search grow beyond the limits"));
  return FALSE;
}

NoslipConserved *
noslip_conserved_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, const double *xy,
                      const NoslipConservedOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  Search search = {.parameters = parameters, .xy = xy, .options = options, .cancel = cancel};
  g_autoptr(NoslipConserved) result = search.result = g_new0(NoslipConserved, 1);
  search.known = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  result->found = g_ptr_array_new_with_free_func(item_free);
  result->known = g_ptr_array_new_with_free_func(g_free);
  gboolean good = prepare(&search, system, kind, error) && search_all(&search, error) && had_room(&search, error);
  noslip_kept_span_free(search.span);
  noslip_states_free(search.states);
  noslip_independence_free(search.independence);
  noslip_states_free(search.few);
  g_array_unref(search.known);
  noslip_distribution_free(search.distribution);
  noslip_motion_free(search.motion);
  g_clear_pointer(&search.dynamics, noslip_dynamics_unref);
  if (good && result->n_unverified > 0)
    result->definite = FALSE;
  if (good)
    return g_steal_pointer(&result);
  if (*error == NULL)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL, _("the search was interrupted"));
  return NULL;
}

void
noslip_conserved_free(NoslipConserved *conserved)
{
  if (conserved == NULL)
    return;
  g_ptr_array_unref(conserved->found);
  g_ptr_array_unref(conserved->known);
  g_free(conserved);
}
