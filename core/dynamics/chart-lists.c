/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of several charts each is evaluated, and the values of the present one are taken: a list has no branches. */
#include "core/dynamics/chart-lists.h"

#include <math.h>
#include <string.h>

typedef struct {
  const NoslipCharts *charts;
  const GPtrArray *visited; /* NoslipChart */
  NoslipOperand *state;     /* t, x, y */
  NoslipOperand *w;         /* r: the inner variables; then, of several charts, the number and the sizes of pivots */
  guint n_pivots;           /* the most watched pivots of a chart's minor */
} Lists;

static const NoslipChart *
chart_of(const Lists *l, guint c)
{
  return g_ptr_array_index(l->visited, c);
}

/* One chart without free velocities has one inner variable, which stays 0: the state is never integrated itself. */
static guint
n_inner(const Lists *l)
{
  return l->visited->len > 1 ? l->charts->r + 1 + l->n_pivots : MAX(l->charts->r, 1);
}

static NoslipOperand
add_step(NoslipListing *listing, NoslipStepKind kind, NoslipOp op, NoslipOperand a, NoslipOperand b)
{
  const NoslipListingStep step = {.kind = kind, .op = op, .a = a, .b = b, .c = a};
  g_array_append_val(listing->steps, step);
  return (NoslipOperand){NOSLIP_OPERAND_STEP, .index = listing->steps->len - 1};
}

static NoslipOperand
call(NoslipListing *listing, NoslipOp op, NoslipOperand a, NoslipOperand b)
{
  return add_step(listing, NOSLIP_STEP_CALL, op, a, b);
}

static gboolean
is_number(NoslipOperand a, double number)
{
  return a.kind == NOSLIP_OPERAND_NUMBER && a.number == number;
}

static NoslipOperand
product(NoslipListing *listing, NoslipOperand a, NoslipOperand b)
{
  if (is_number(a, 0) || is_number(b, 0))
    return noslip_operand_number(0);
  if (is_number(a, 1) || is_number(b, 1))
    return is_number(a, 1) ? b : a;
  return add_step(listing, NOSLIP_STEP_MUL, NOSLIP_OP_SIN, a, b);
}

static NoslipOperand
quotient(NoslipListing *listing, NoslipOperand a, NoslipOperand b)
{
  return is_number(a, 0) || is_number(b, 1) ? a : add_step(listing, NOSLIP_STEP_DIV, NOSLIP_OP_SIN, a, b);
}

static NoslipOperand
difference(NoslipListing *listing, NoslipOperand a, NoslipOperand b)
{
  return is_number(b, 0) ? a : add_step(listing, NOSLIP_STEP_SUB, NOSLIP_OP_SIN, a, b);
}

/* How well a chart suits the state: the square of the determinant of its minor of Phi, with the columns in units of the
 * kinetic energy. survey: Phi (k x n), W_alpha alpha (n). */
static NoslipOperand
score(const Lists *l, NoslipListing *listing, const NoslipChart *chart, const NoslipOperand *survey)
{
  guint n = l->charts->n, k = l->charts->k;
  g_autofree NoslipOperand *a = g_memdup2(survey, ((gsize) k * n + 1) * sizeof *a);
  NoslipOperand square = noslip_operand_number(1);
  for (guint s = 0; s < k; s++) {
    const NoslipOperand *row = a + (gsize) chart->rows[s] * n, pivot = row[chart->dependent[s]];
    NoslipOperand mass = survey[k * n + chart->dependent[s]];
    for (guint i = s + 1; i < k; i++) {
      NoslipOperand *other = a + (gsize) chart->rows[i] * n;
      NoslipOperand factor = quotient(listing, other[chart->dependent[s]], pivot);
      for (guint j = s + 1; j < k; j++) {
        guint column = chart->dependent[j];
        other[column] = difference(listing, other[column], product(listing, factor, row[column]));
      }
    }
    square = product(listing, square, product(listing, pivot, pivot));
    if (!is_number(mass, 0))
      square = quotient(listing, square, call(listing, NOSLIP_OP_ABS, mass, mass));
  }
  return square;
}

/* Conditions, one for each chart, of which exactly one holds: the chart that suits the state best. */
static void
add_best(const Lists *l, NoslipListing *listing, NoslipOperand *conditions)
{
  guint n = l->charts->n, k = l->charts->k, count = l->visited->len;
  g_autofree NoslipOperand *survey = g_new0(NoslipOperand, (gsize) k * n + n + 1);
  noslip_listing_add(listing, l->charts->survey, l->state, survey);
  NoslipOperand best = score(l, listing, chart_of(l, 0), survey);
  for (guint c = 1; c < count; c++) {
    NoslipOperand own = score(l, listing, chart_of(l, c), survey);
    NoslipOperand better = call(listing, NOSLIP_OP_LESS, best, own);
    NoslipOperand not_better = call(listing, NOSLIP_OP_NOT, better, better);
    NoslipOperand kept = call(listing, NOSLIP_OP_WHEN, not_better, best);
    best = add_step(listing, NOSLIP_STEP_ADD, NOSLIP_OP_SIN, kept, call(listing, NOSLIP_OP_WHEN, better, own));
    for (guint d = 0; d < c; d++)
      conditions[d] = c == 1 ? not_better : call(listing, NOSLIP_OP_AND, conditions[d], not_better);
    conditions[c] = better;
  }
}

/* The same for the chart whose number is an inner variable. */
static void
add_present(const Lists *l, NoslipListing *listing, NoslipOperand *conditions)
{
  guint count = l->visited->len;
  NoslipOperand number = l->w[l->charts->r], after = {0};
  for (guint c = 0; c + 1 < count; c++) {
    NoslipOperand until = call(listing, NOSLIP_OP_LESS, number, noslip_operand_number(c + 0.5));
    conditions[c] = c == 0 ? until : call(listing, NOSLIP_OP_AND, after, until);
    after = call(listing, NOSLIP_OP_NOT, until, until);
  }
  conditions[count - 1] = after;
}

/* Outputs those of the charts' n values each (charts x n) whose condition holds; conditions is NULL for one chart. */
static void
output_chosen(const Lists *l, NoslipListing *listing, const NoslipOperand *conditions, guint n,
              const NoslipOperand *values)
{
  for (guint i = 0; i < n; i++) {
    NoslipOperand sum = values[i];
    gboolean same = TRUE;
    for (guint c = 1; c < l->visited->len; c++)
      same = same && memcmp(&values[c * n + i], &values[i], sizeof *values) == 0;
    for (guint c = 0; c < l->visited->len && !same; c++) {
      NoslipOperand part = call(listing, NOSLIP_OP_WHEN, conditions[c], values[c * n + i]);
      sum = c == 0 ? part : add_step(listing, NOSLIP_STEP_ADD, NOSLIP_OP_SIN, sum, part);
    }
    noslip_listing_output(listing, 1, &sum);
  }
}

/* The outputs of a chart's rates at w: xdot (m), wdot (r), pivots. Free with g_free(). */
static NoslipOperand *
add_chart_rates(const Lists *l, NoslipListing *listing, const NoslipChart *chart, const NoslipOperand *w)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r;
  g_autofree NoslipOperand *in = g_new0(NoslipOperand, 1 + (gsize) m + n + r);
  NoslipOperand *out = g_new0(NoslipOperand, (gsize) noslip_tape_n_outputs(chart->rates) + 1);
  memcpy(in, l->state, (1 + (gsize) m + n) * sizeof *in);
  if (!l->charts->curved)
    memcpy(in + 1 + m, w, r * sizeof *in);
  noslip_listing_add(listing, chart->rates, in, out);
  return out;
}

/* xdot (m) and wdot (r) at `w`, and y and ydot (n each). */
static void
add_rates(const Lists *l, NoslipListing *listing, const NoslipChart *chart, const NoslipOperand *w,
          NoslipOperand *rates, NoslipOperand *observed)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r, q = l->charts->curved ? n : r;
  g_autofree NoslipOperand *in = g_new0(NoslipOperand, 1 + (gsize) m + 2 * (gsize) n + r);
  g_autofree NoslipOperand *out = add_chart_rates(l, listing, chart, w);
  memcpy(in, l->state, (1 + (gsize) m + n) * sizeof *in);
  if (!l->charts->curved)
    memcpy(in + 1 + m, w, r * sizeof *in);
  memcpy(rates, out, ((gsize) m + r) * sizeof *out);
  memcpy(in + 1 + m + q, out + m, r * sizeof *in);
  noslip_listing_add(listing, chart->observe, in, observed);
}

/* Lists the rates of the state, in the chart that suits it best, then the multipliers of the saddle point problem. */
static NoslipListing *
list_rates(const Lists *l, const NoslipSaddle *saddle)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r, k = l->charts->k, count = l->visited->len;
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *w = g_new0(NoslipOperand, (gsize) r + 1);
  g_autofree NoslipOperand *rates = g_new0(NoslipOperand, (gsize) m + r + 1);
  g_autofree NoslipOperand *observed = g_new0(NoslipOperand, 2 * (gsize) n + 1);
  g_autofree NoslipOperand *values = g_new0(NoslipOperand, (gsize) count * (m + n) + 1);
  g_autofree NoslipOperand *conditions = g_new0(NoslipOperand, (gsize) count + 1);
  g_autofree NoslipOperand *reaction = g_new0(NoslipOperand, (gsize) noslip_tape_n_outputs(saddle->rates) + 1);
  for (guint c = 0; c < count; c++) {
    noslip_listing_add(listing, chart_of(l, c)->enter, l->state, w);
    add_rates(l, listing, chart_of(l, c), w, rates, observed);
    memcpy(values + (gsize) c * (m + n), rates, m * sizeof *values);
    memcpy(values + (gsize) c * (m + n) + m, observed + n, n * sizeof *values);
  }
  if (count > 1)
    add_best(l, listing, conditions);
  output_chosen(l, listing, conditions, m + n, values);
  noslip_listing_add(listing, saddle->rates, l->state, reaction);
  noslip_listing_output(listing, k, reaction + m + n);
  return listing;
}

static void
output_zeros(NoslipListing *listing, guint n)
{
  const NoslipOperand zero = noslip_operand_number(0);
  for (guint i = 0; i < n; i++)
    noslip_listing_output(listing, 1, &zero);
}

static NoslipListing *
list_inner(const Lists *l)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r, count = l->visited->len;
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *values = g_new0(NoslipOperand, (gsize) count * (m + n + r) + 1);
  g_autofree NoslipOperand *conditions = g_new0(NoslipOperand, (gsize) count + 1);
  g_autofree NoslipOperand *observed = g_new0(NoslipOperand, 2 * (gsize) n + 1);
  g_autofree NoslipOperand *rates = g_new0(NoslipOperand, (gsize) m + r + 1);
  for (guint c = 0; c < count; c++) {
    NoslipOperand *own = values + (gsize) c * (m + n + r);
    add_rates(l, listing, chart_of(l, c), l->w, rates, observed);
    memcpy(own, rates, m * sizeof *own);
    for (guint a = 0; a < n; a++)
      own[m + a] = noslip_operand_number(0);
    memcpy(own + m + n, rates + m, r * sizeof *own);
  }
  if (count > 1)
    add_present(l, listing, conditions);
  output_chosen(l, listing, conditions, m + n + r, values);
  output_zeros(listing, n_inner(l) - r);
  return listing;
}

/* The step from y to y(x, w) in a chart: for curved constraints w - y, and Newton's step of the dependent components. */
static void
add_correction(const Lists *l, NoslipListing *listing, const NoslipChart *chart, NoslipOperand *steps)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r, k = l->charts->k;
  g_autofree NoslipOperand *rates = g_new0(NoslipOperand, (gsize) m + r + 1);
  g_autofree NoslipOperand *y = g_new0(NoslipOperand, 2 * (gsize) n + 1);
  g_autofree NoslipOperand *newton = g_new0(NoslipOperand, (gsize) k + 1);
  if (l->charts->curved) {
    noslip_listing_add(listing, chart->newton, l->state, newton);
    for (guint s = 0; s < k; s++)
      steps[chart->dependent[s]] = newton[s];
    for (guint a = 0; a < r; a++)
      steps[chart->independent[a]] = difference(listing, l->w[a], l->state[1 + m + chart->independent[a]]);
    return;
  }
  add_rates(l, listing, chart, l->w, rates, y);
  for (guint a = 0; a < n; a++)
    steps[a] = difference(listing, y[a], l->state[1 + m + a]);
}

static NoslipListing *
list_correction(const Lists *l)
{
  guint n = l->charts->n, count = l->visited->len;
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *steps = g_new0(NoslipOperand, (gsize) count * n + 1);
  g_autofree NoslipOperand *conditions = g_new0(NoslipOperand, (gsize) count + 1);
  for (guint c = 0; c < count; c++)
    add_correction(l, listing, chart_of(l, c), steps + (gsize) c * n);
  if (count > 1)
    add_present(l, listing, conditions);
  output_chosen(l, listing, conditions, n, steps);
  return listing;
}

/* The sizes of the watched pivots of a chart's minor at w; 1 where another chart has more of them. */
static void
add_pivots(const Lists *l, NoslipListing *listing, const NoslipChart *chart, const NoslipOperand *w,
           NoslipOperand *sizes)
{
  guint first = l->charts->m + l->charts->r;
  g_autofree NoslipOperand *out = add_chart_rates(l, listing, chart, w);
  for (guint i = 0; i < l->n_pivots; i++)
    sizes[i] =
        i < chart->n_minor ? call(listing, NOSLIP_OP_ABS, out[first + i], out[first + i]) : noslip_operand_number(1);
}

/* The inner variables at a state; of several charts, in the one whose number is an input. */
static NoslipListing *
list_enter(const Lists *l)
{
  guint r = l->charts->r, count = l->visited->len, width = n_inner(l);
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *values = g_new0(NoslipOperand, (gsize) count * width + 1);
  g_autofree NoslipOperand *conditions = g_new0(NoslipOperand, (gsize) count + 1);
  for (guint c = 0; c < count; c++) {
    NoslipOperand *own = values + (gsize) c * width;
    noslip_listing_add(listing, chart_of(l, c)->enter, l->state, own);
    if (r < width)
      own[r] = count > 1 ? l->w[r] : noslip_operand_number(0);
    if (count == 1)
      continue;
    add_pivots(l, listing, chart_of(l, c), own, own + r + 1);
  }
  if (count > 1)
    add_present(l, listing, conditions);
  output_chosen(l, listing, conditions, width, values);
  return listing;
}

/* The sizes of the watched pivots relative to those where the chart was chosen. */
static NoslipListing *
list_watch(const Lists *l)
{
  guint r = l->charts->r, count = l->visited->len, n_pivots = l->n_pivots;
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *sizes = g_new0(NoslipOperand, (gsize) count * n_pivots + 1);
  g_autofree NoslipOperand *conditions = g_new0(NoslipOperand, (gsize) count + 1);
  for (guint c = 0; c < count; c++) {
    NoslipOperand *own = sizes + (gsize) c * n_pivots;
    add_pivots(l, listing, chart_of(l, c), l->w, own);
    for (guint i = 0; i < n_pivots; i++)
      own[i] = quotient(listing, own[i], l->w[r + 1 + i]);
  }
  add_present(l, listing, conditions);
  output_chosen(l, listing, conditions, n_pivots, sizes);
  return listing;
}

/* The numbers of the charts, and what their choice needs. */
static void
list_choice(const Lists *l, NoslipFlow *flow)
{
  guint n = l->charts->n, k = l->charts->k, count = l->visited->len;
  flow->n_charts = count;
  flow->n_pivots = l->n_pivots;
  flow->survey = noslip_flow_listing(l->charts->survey, 1 + l->charts->m + n, 0, k * n + n);
  flow->watch = list_watch(l);
  flow->varies = g_memdup2(l->charts->preferred, ((gsize) k * n + 1) * sizeof(guint));
  flow->pivots = g_new0(guint, (gsize) count * 2 * k + 1);
  for (guint c = 0; c < count; c++)
    for (guint s = 0; s < k; s++) {
      flow->pivots[(c * k + s) * 2] = chart_of(l, c)->rows[s];
      flow->pivots[(c * k + s) * 2 + 1] = chart_of(l, c)->dependent[s];
    }
  flow->scores = noslip_listing_new();
  g_autofree NoslipOperand *survey = g_new0(NoslipOperand, (gsize) k * n + n + 1);
  noslip_listing_add(flow->scores, l->charts->survey, l->state, survey);
  for (guint c = 0; c < count; c++) {
    NoslipOperand own = score(l, flow->scores, chart_of(l, c), survey);
    noslip_listing_output(flow->scores, 1, &own);
  }
}

void
noslip_charts_list(const NoslipCharts *charts, const GPtrArray *visited, const NoslipSaddle *saddle, NoslipFlow *flow)
{
  guint m = charts->m, n = charts->n, n_pivots = 0;
  for (guint c = 0; c < visited->len; c++)
    n_pivots = MAX(n_pivots, ((const NoslipChart *) g_ptr_array_index(visited, c))->n_minor);
  guint most = 1 + m + n + charts->r + 1 + n_pivots;
  g_autofree NoslipOperand *inputs = g_new0(NoslipOperand, most);
  for (guint i = 0; i < most; i++)
    inputs[i] = noslip_operand_input(i);
  const Lists l = {charts, visited, inputs, inputs + 1 + m + n, n_pivots};
  flow->n_state = m + n;
  flow->n_multipliers = charts->k;
  flow->n_inner = n_inner(&l);
  flow->rates = list_rates(&l, saddle);
  flow->enter = list_enter(&l);
  flow->inner_rates = list_inner(&l);
  flow->correction = list_correction(&l);
  if (visited->len > 1)
    list_choice(&l, flow);
}
