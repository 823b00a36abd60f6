/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/guard.h"

#include "core/base/linear.h"
#include "core/dynamics/saddle.h"
#include "core/expr/walk.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#define WATCHED_MOST 64
#define SIZE_MOST 64 /* n + k: beyond, determinants are not looked at */
#define BISECTIONS 60
#define NEAR 1e-10 /* of a step from where a denominator vanishes */
#define FAR 1e-5
#define GROWTH 10 /* from FAR to NEAR: above it there is a pole, below the singularity is removable */

struct _NoslipGuard {
  guint m, n, k, n_poles, n_watched; /* watched: denominators first, then arguments of sign( ) */
  char **switches;                   /* those arguments as text, n_watched - n_poles and NULL */
  guint flips, steady, flipping;     /* changes of sign of one of them in a row, steps without one, which */
  double largest;                    /* energy's terms until now */
  gboolean energy, determinant;
  NoslipTape *tape;
  NoslipTapeWork *work;
  /* (t, x, y) -> watched; xdot m, F n, -drift k, W n x n, Phi k x n; E, its terms, its slopes by t, x, y */
  double *in, *out, *before_in, *before_out, *probe;
  double *reach; /* watched, the largest until now */
  double *last;  /* watched, one state earlier */
  NoslipLu *lu;
  double *matrix, *right; /* (n + k)^2, n + k */
  gsl_permutation *permutation;
  double rate, before_rate; /* of the energy */
  int sign, before_sign;
  double imbalance;
  gpointer saddle, saddle_work; /* follow the constraints' directions; or NULL */
  double *saddle_state;
};

typedef struct {
  NoslipGraph *graph;
  GArray *watched; /* of NoslipExpr */
  GPtrArray *texts;
  guint n_variables;
  const NoslipExpr *variables;
} Search;

/* Adds e to the list unless it is there. abs(e), sqrt(e) and powers vanish where e does. */
static void
watch(Search *search, NoslipExpr e)
{
  const NoslipGraph *graph = search->graph;
  for (NoslipOp op = noslip_expr_op(graph, e); op == NOSLIP_OP_ABS || op == NOSLIP_OP_SQRT;
       op = noslip_expr_op(graph, e))
    e = noslip_expr_operand(graph, e, 0);
  if (!noslip_expr_depends(graph, e, search->n_variables, search->variables) || search->watched->len >= WATCHED_MOST)
    return;
  for (guint i = 0; i < search->watched->len; i++)
    if (g_array_index(search->watched, NoslipExpr, i) == e)
      return;
  g_array_append_val(search->watched, e);
}

static gboolean
add_denominators(NoslipExpr e, gpointer data)
{
  Search *search = data;
  NoslipGraph *graph = search->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    NoslipExpr operand = noslip_expr_operand(graph, e, i);
    if (op == NOSLIP_OP_PRODUCT && noslip_expr_operand_number(graph, e, i) < 0) /* its exponent */
      watch(search, operand);
    if (op == NOSLIP_OP_TAN)
      watch(search, noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &operand));
  }
  return TRUE;
}

/* Outputs behind the watched denominators. */
static void
append_equations(NoslipModel *model, guint k, GArray *outputs)
{
  guint n = model->n;
  g_array_append_vals(outputs, model->velocity, model->m);
  g_array_append_vals(outputs, model->force, n);
  for (guint c = 0; c < k; c++) {
    NoslipExpr right = noslip_expr_neg(model->graph, model->drift[c]);
    g_array_append_val(outputs, right);
  }
  g_array_append_vals(outputs, model->mass, n * n);
  g_array_append_vals(outputs, model->jacobian, k * n);
}

static void
append_energy(NoslipModel *model, guint n_variables, const NoslipExpr *variables, GArray *outputs)
{
  NoslipExpr energy = model->system->energy, terms = noslip_expr_magnitude(model->graph, energy);
  g_array_append_val(outputs, energy);
  g_array_append_val(outputs, terms);
  for (guint i = 0; i < n_variables; i++) {
    NoslipExpr slope = noslip_expr_derivative(model->graph, energy, variables[i]);
    g_array_append_val(outputs, slope);
  }
}

static void
collect_all(NoslipModel *model, GArray *watched, const GArray *equations, guint n_variables,
            const NoslipExpr *variables)
{
  Search search = {model->graph, watched, NULL, n_variables, variables};
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  noslip_expr_walk(model->graph, 1, &model->system->lagrangian, seen, add_denominators, &search);
  for (guint i = 0; i < equations->len; i++)
    noslip_expr_walk(model->graph, 1, &g_array_index(equations, NoslipExpr, i), seen, add_denominators, &search);
}

static gboolean
has_switches(NoslipModel *model, const GArray *equations)
{
  for (guint i = 0; i < equations->len; i++)
    if (noslip_expr_contains(model->graph, g_array_index(equations, NoslipExpr, i), NOSLIP_OP_SIGN))
      return TRUE;
  return FALSE;
}

static gboolean
add_switches(NoslipExpr e, gpointer data)
{
  Search *search = data;
  const NoslipGraph *graph = search->graph;
  NoslipExpr argument = noslip_expr_op(graph, e) == NOSLIP_OP_SIGN ? noslip_expr_operand(graph, e, 0) : NOSLIP_ZERO;
  if (argument == NOSLIP_ZERO || search->texts->len >= WATCHED_MOST ||
      !noslip_expr_depends(graph, argument, search->n_variables, search->variables))
    return TRUE;
  g_array_append_val(search->watched, argument);
  g_ptr_array_add(search->texts, noslip_expr_text(graph, argument));
  return TRUE;
}

/* The arguments of sign( ) in the equations of motion. */
static void
collect_switches(NoslipGuard *guard, NoslipModel *model, const GArray *equations, GArray *watched, guint n_variables,
                 const NoslipExpr *variables)
{
  GPtrArray *texts = g_ptr_array_new();
  Search search = {model->graph, watched, texts, n_variables, variables};
  noslip_expr_walk(model->graph, equations->len, (const NoslipExpr *) (gpointer) equations->data, NULL, add_switches,
                   &search);
  g_ptr_array_add(texts, NULL);
  guard->switches = (char **) g_ptr_array_free(texts, FALSE);
}

static void
allocate(NoslipGuard *guard, guint n_outputs)
{
  gsize size = guard->n + guard->k, state = 1 + guard->m + guard->n;
  guard->work = noslip_tape_work_new(guard->tape);
  guard->in = g_new0(double, state);
  guard->before_in = g_new0(double, state);
  guard->out = g_new0(double, n_outputs + 1);
  guard->before_out = g_new0(double, n_outputs + 1);
  guard->reach = g_new0(double, guard->n_watched + 1);
  guard->last = g_new0(double, guard->n_watched + 1);
  guard->probe = g_new0(double, 2 * (gsize) n_outputs + 1);
  guard->lu = noslip_lu_new((guint) size);
  guard->matrix = g_new0(double, size *size + 1);
  guard->right = g_new0(double, size + 1);
  guard->permutation = size > 0 ? gsl_permutation_calloc(size) : NULL;
}

static void
follow_directions(NoslipGuard *guard, const NoslipSystem *system, const double *parameters)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  guard->saddle = noslip_saddle_new(system, TRUE, &error);
  if (guard->saddle == NULL)
    return; /* the dynamics itself says why */
  guard->saddle_work = noslip_saddle_work_new(guard->saddle);
  guard->saddle_state = g_new0(double, (gsize) guard->m + guard->n + 1);
  noslip_saddle_set_parameters(guard->saddle_work, parameters);
}

NoslipGuard *
noslip_guard_new(const NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, gboolean every_step,
                 gboolean directions)
{
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC || noslip_formulation_for(system, kind)->on_submanifold)
    return NULL;
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autofree NoslipExpr *variables = noslip_program_state_symbols(system);
  g_autoptr(GArray) equations = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  guint k = kind == NOSLIP_DYNAMICS_FREE ? 0 : model->k, n_variables = 1 + model->m + model->n;
  append_equations(model, k, equations);
  collect_all(model, outputs, equations, n_variables, variables);
  if (outputs->len == 0 && !every_step && !has_switches(model, equations))
    return NULL;
  NoslipGuard *guard = g_new0(NoslipGuard, 1);
  guard->m = model->m;
  guard->n = model->n;
  guard->k = k;
  guard->n_poles = outputs->len;
  collect_switches(guard, model, equations, outputs, n_variables, variables);
  guard->n_watched = outputs->len;
  guard->energy = every_step;
  guard->determinant = model->n + k <= SIZE_MOST && model->n > 0;
  g_array_append_vals(outputs, equations->data, equations->len);
  append_energy(model, n_variables, variables, outputs);
  guard->tape =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  allocate(guard, outputs->len);
  noslip_tape_set_constants(guard->work, parameters);
  if (directions && k > 0)
    follow_directions(guard, system, parameters);
  return guard;
}

NoslipTape *
noslip_guard_tape(const NoslipGuard *guard, NoslipGuardLayout *layout)
{
  gsize n = guard->n, k = guard->k, energy = guard->n_watched + guard->m + n + k + n * n + k * n;
  *layout = (NoslipGuardLayout){guard->n_poles, guard->n_watched, (guint) energy, (guint) (energy + 3 + guard->m + n)};
  return guard->tape;
}

void
noslip_guard_free(NoslipGuard *guard)
{
  if (guard == NULL)
    return;
  double *arrays[] = {guard->in,     guard->out,   guard->before_in, guard->before_out, guard->probe,
                      guard->matrix, guard->right, guard->last,      guard->reach};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  noslip_tape_work_free(guard->work);
  noslip_tape_unref(guard->tape);
  if (guard->saddle != NULL) {
    noslip_saddle_work_free(guard->saddle_work);
    noslip_saddle_free(guard->saddle);
  }
  g_free(guard->saddle_state);
  g_strfreev(guard->switches);
  noslip_lu_free(guard->lu);
  if (guard->permutation != NULL)
    gsl_permutation_free(guard->permutation);
  g_free(guard);
}

/* (W, -Phi^T; Phi, 0) in `matrix` and (F, -drift) in `right`, from `out`. */
static void
fill_saddle(NoslipGuard *guard)
{
  gsize n = guard->n, k = guard->k, size = n + k;
  const double *force = guard->out + guard->n_watched + guard->m, *mass = force + size, *phi = mass + n * n;
  memset(guard->matrix, 0, size * size * sizeof(double));
  memcpy(guard->right, force, size * sizeof(double));
  for (gsize a = 0; a < n; a++) {
    memcpy(guard->matrix + a * size, mass + a * n, n * sizeof(double));
    for (gsize c = 0; c < k; c++) {
      guard->matrix[a * size + n + c] = -phi[c * n + a];
      guard->matrix[(n + c) * size + a] = phi[c * n + a];
    }
  }
}

static int
determinant_sign(NoslipGuard *guard)
{
  gsize size = guard->n + guard->k;
  if (!guard->determinant || !noslip_all_finite(guard->matrix, size * size))
    return 0;
  gsl_matrix_view view = gsl_matrix_view_array(guard->matrix, size, size);
  int sign;
  gsl_linalg_LU_decomp(&view.matrix, guard->permutation, &sign);
  return gsl_linalg_LU_sgndet(&view.matrix, sign);
}

/* At `in`: everything; NaN for the energy's rate where the accelerations are not determined. */
static void
evaluate(NoslipGuard *guard, double t, const double *x, const double *y)
{
  gsize m = guard->m, n = guard->n, k = guard->k, size = n + k;
  guard->in[0] = t;
  memcpy(guard->in + 1, x, m * sizeof(double));
  memcpy(guard->in + 1 + m, y, n * sizeof(double));
  noslip_tape_evaluate(guard->work, guard->in, guard->out);
  fill_saddle(guard);
  const double *velocity = guard->out + guard->n_watched, *energy = velocity + m + size + n * n + k * n;
  guard->rate = NAN;
  if (guard->energy && noslip_lu_solve(guard->lu, guard->matrix, guard->right, guard->right)) {
    guard->rate = energy[2];
    for (gsize i = 0; i < m; i++)
      guard->rate += energy[3 + i] * velocity[i];
    for (gsize a = 0; a < n; a++)
      guard->rate += energy[3 + m + a] * guard->right[a];
  }
  guard->sign = determinant_sign(guard);
}

static void
remember(NoslipGuard *guard)
{
  gsize n = guard->n, k = guard->k, state = 1 + guard->m + n;
  gsize n_outputs = guard->n_watched + guard->m + n + k + n * n + k * n + 2 + state;
  memcpy(guard->before_in, guard->in, state * sizeof(double));
  memcpy(guard->before_out, guard->out, n_outputs * sizeof(double));
  guard->before_rate = guard->rate;
  guard->before_sign = guard->sign;
}

void
noslip_guard_start(NoslipGuard *guard, double t, const double *x, const double *y)
{
  evaluate(guard, t, x, y);
  remember(guard);
  if (guard->saddle != NULL)
    noslip_saddle_enter(guard->saddle_work, t, guard->in + 1, guard->saddle_state);
}

/* Outputs at a part s of the straight way between the two states. */
static void
evaluate_between(NoslipGuard *guard, double s, double *out)
{
  gsize state = 1 + guard->m + guard->n;
  g_autofree double *point = g_new(double, state);
  for (gsize i = 0; i < state; i++)
    point[i] = guard->before_in[i] + s * (guard->in[i] - guard->before_in[i]);
  noslip_tape_evaluate(guard->work, point, out);
}

/* Whether the equations grow without bound towards the place where a denominator vanishes. */
static gboolean
is_pole(NoslipGuard *guard, guint watched)
{
  gsize n = guard->n, k = guard->k, first = guard->n_watched, last = first + guard->m + n + k + n * n + k * n;
  gsize all = last + 3 + guard->m + n;
  double low = 0, high = 1, side = guard->before_out[watched], *near = guard->probe, *far = guard->probe + all;
  for (guint i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (low + high);
    evaluate_between(guard, middle, near);
    if (near[watched] * side > 0)
      low = middle;
    else
      high = middle;
  }
  for (int way = -1; way <= 1; way += 2) {
    evaluate_between(guard, low + way * NEAR, near);
    evaluate_between(guard, low + way * FAR, far);
    for (gsize i = first; i < last; i++)
      if (!isfinite(near[i]) ||
          (fabs(near[i]) > GROWTH * fabs(far[i]) && fabs(near[i]) > fabs(guard->before_out[i]) + fabs(guard->out[i])))
        return TRUE;
  }
  return FALSE;
}

double
noslip_guard_imbalance(const NoslipGuard *guard)
{
  return guard->imbalance;
}

void
noslip_guard_energy(NoslipGuard *guard, double t, const double *x, const double *y, double *energy, double *rate,
                    double *terms)
{
  gsize n = guard->n, k = guard->k, at = guard->n_watched + guard->m + n + k + n * n + k * n;
  evaluate(guard, t, x, y);
  *energy = guard->out[at];
  *terms = guard->out[at + 1];
  *rate = guard->rate;
}

/* Counts how often in a row an argument of sign( ) changes sides, or is held at 0 to round-off. */
static gboolean
sticks(NoslipGuard *guard)
{
  gboolean flipped = FALSE;
  for (guint i = guard->n_poles; i < guard->n_watched; i++) {
    double here = fabs(guard->out[i]);
    guard->reach[i] = fmax(guard->reach[i], here);
    if (guard->out[i] * guard->before_out[i] < 0 || (here > 0 && here < NOSLIP_GUARD_HELD * guard->reach[i])) {
      guard->flipping = i - guard->n_poles;
      flipped = TRUE;
    }
  }
  guard->flips += flipped;
  guard->steady = flipped ? 0 : guard->steady + 1;
  if (guard->steady > NOSLIP_GUARD_STEADY)
    guard->flips = 0;
  return guard->flips >= NOSLIP_GUARD_FLIPS;
}

const char *
noslip_guard_stuck(const NoslipGuard *guard)
{
  if (guard->flips >= NOSLIP_GUARD_FLIPS)
    return guard->switches[guard->flipping];
  for (guint i = guard->n_poles; i < guard->n_watched; i++)
    if (fabs(guard->before_out[i]) <= 2 * fabs(guard->before_out[i] - guard->last[i]))
      return guard->switches[i - guard->n_poles];
  return NULL;
}

static void
balance(NoslipGuard *guard)
{
  gsize n = guard->n, k = guard->k, at = guard->n_watched + guard->m + n + k + n * n + k * n;
  double h = guard->in[0] - guard->before_in[0];
  double change = guard->out[at] - guard->before_out[at], size = fmax(guard->out[at + 1], guard->before_out[at + 1]);
  guard->largest = fmax(guard->largest, size);
  size = fmax(size, NOSLIP_GUARD_SMALL * guard->largest);
  double difference = fabs(change - 0.5 * h * (guard->rate + guard->before_rate));
  guard->imbalance = difference == 0 || !guard->energy ? 0 : difference / size;
}

NoslipGuardStatus
noslip_guard_step(NoslipGuard *guard, double t, const double *x, const double *y)
{
  evaluate(guard, t, x, y);
  for (guint i = 0; i < guard->n_poles; i++)
    if (guard->out[i] * guard->before_out[i] < 0 && is_pole(guard, i))
      return NOSLIP_GUARD_POLE;
  if (guard->sign * guard->before_sign < 0)
    return NOSLIP_GUARD_RANK;
  if (guard->saddle != NULL) {
    gboolean changed;
    memcpy(guard->saddle_state, guard->in + 1, ((gsize) guard->m + guard->n) * sizeof(double));
    if (noslip_saddle_accept(guard->saddle_work, t, guard->saddle_state, FALSE, &changed) == NOSLIP_STEP_RANK_LOST)
      return NOSLIP_GUARD_RANK;
  }
  balance(guard);
  if (sticks(guard))
    return NOSLIP_GUARD_STUCK;
  memcpy(guard->last, guard->before_out, guard->n_watched * sizeof(double));
  remember(guard);
  return guard->imbalance > NOSLIP_GUARD_IMBALANCE ? NOSLIP_GUARD_ENERGY : NOSLIP_GUARD_OK;
}
