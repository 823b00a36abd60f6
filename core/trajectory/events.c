/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/events-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const char *const direction_ids[] = {
    [NOSLIP_EVENT_BOTH] = "both", [NOSLIP_EVENT_RISING] = "rising", [NOSLIP_EVENT_FALLING] = "falling", NULL};

const char *const *
noslip_event_direction_ids(void)
{
  return direction_ids;
}

gboolean
noslip_event_direction_find(const char *id, NoslipEventDirection *direction)
{
  for (guint i = 0; direction_ids[i] != NULL; i++)
    if (strcmp(direction_ids[i], id) == 0) {
      *direction = (NoslipEventDirection) i;
      return TRUE;
    }
  return FALSE;
}

/* A function is this many times larger at a pole than at the rows around it. */
#define POLE 1e3
/* A motion that starts nearer to the zero set than this fraction of a sampling step starts on it. */
#define AT_START 1e-12
/* A rate below this fraction of the mean rate since the last sample may belong to a zero without a sign change. */
#define TRANSVERSAL 1e-3
#define ITERATIONS_MOST 200
/* Halvings of the interval in the search for an extremum. */
#define HALVINGS 40

typedef struct {
  guint index;
  gboolean rising;
  double *row;
} Found;

static void
clear_function(gpointer data)
{
  g_free(((NoslipEventFunction *) data)->touch);
}

static void
clear_found(gpointer data)
{
  g_free(((Found *) data)->row);
}

/* The first outputs: the rates of the coordinates, by which states within a step are estimated. */
static void
add_rates(NoslipObserver *observer)
{
  NoslipMotion *motion = noslip_observer_motion(observer);
  for (guint i = 0; i < motion->model->m; i++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    NoslipExpr rate;
    if (!noslip_motion_rate(motion, motion->model->x[i], &rate, &error) ||
        noslip_observer_add(observer, rate, &error) < 0)
      noslip_observer_add_undefined(observer);
  }
}

NoslipEvents *
noslip_events_new(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters)
{
  NoslipEvents *events = g_new0(NoslipEvents, 1);
  NoslipSystem *system = noslip_dynamics_system(dynamics);
  events->dynamics = noslip_dynamics_ref(dynamics);
  events->system = system;
  events->options = *options;
  events->parameters = g_memdup2(parameters, system->n_parameters * sizeof(double));
  events->row_size = noslip_row_size(system);
  events->observer = noslip_observer_new(system, noslip_dynamics_formulation(dynamics)->kind);
  add_rates(events->observer);
  events->functions = g_array_new(FALSE, FALSE, sizeof(NoslipEventFunction));
  g_array_set_clear_func(events->functions, clear_function);
  events->found = g_array_new(FALSE, FALSE, sizeof(Found));
  g_array_set_clear_func(events->found, clear_found);
  events->before = g_new0(double, events->row_size);
  events->probe = g_new0(double, events->row_size);
  return events;
}

void
noslip_events_free(NoslipEvents *events)
{
  if (!events)
    return;
  noslip_run_free(events->run);
  if (events->work)
    noslip_observer_workspace_free(events->work);
  noslip_observer_unref(events->observer);
  noslip_dynamics_unref(events->dynamics);
  g_array_unref(events->functions);
  g_array_unref(events->found);
  g_free(events->parameters);
  g_free(events->before);
  g_free(events->probe);
  g_free(events->outputs);
  g_free(events->needed);
  g_free(events);
}

/* Whether a term is constant, or one of the symbols up to the rates of y^alpha with a constant factor. */
static gboolean
is_term_affine(NoslipGraph *graph, NoslipExpr term, guint n, guint n_symbols, const NoslipExpr *symbols)
{
  if (!noslip_expr_depends(graph, term, n_symbols, symbols))
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (noslip_expr_depends(graph, term, 1, &symbols[i]))
      return !noslip_expr_depends(graph, noslip_expr_div(graph, term, symbols[i]), n_symbols, symbols);
  return FALSE;
}

static gboolean
is_affine(const NoslipEvents *events, NoslipExpr expr)
{
  const NoslipMotion *motion = noslip_observer_motion(events->observer);
  guint n_symbols;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(events->system, motion->kind, &n_symbols);
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  gboolean affine = TRUE;
  noslip_expr_terms(motion->model->graph, expr, terms);
  for (guint i = 0; i < terms->len && affine; i++)
    affine = is_term_affine(motion->model->graph, g_array_index(terms, NoslipExpr, i), noslip_row_ydot(events->system),
                            n_symbols, symbols);
  return affine;
}

/* The output, or an undefined one (NaN) if it is missing. */
static int
or_undefined(NoslipEvents *events, int output)
{
  return output >= 0 ? output : noslip_observer_add_undefined(events->observer);
}

gboolean
noslip_events_add(NoslipEvents *events, const char *text, NoslipEventDirection direction,
                  NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_autofree char *rate = g_strdup_printf("d(%s\n)", text); /* a comment in the text ends with its line */
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipEventFunction function = {.direction = direction};
  function.value = noslip_observer_add_text(events->observer, text, diagnostics);
  if (function.value < 0)
    return FALSE;
  NoslipExpr expr = noslip_observer_expr(events->observer, (guint) function.value);
  function.magnitude = or_undefined(events, noslip_observer_add_magnitude(events->observer, expr, &error));
  function.rate = or_undefined(events, noslip_observer_add_text(events->observer, rate, ignored));
  function.affine = is_affine(events, expr);
  function.touch = g_new0(double, events->row_size);
  g_array_append_val(events->functions, function);
  return TRUE;
}

void
noslip_events_seal(NoslipEvents *events)
{
  const NoslipGraph *graph = noslip_observer_graph(events->observer);
  guint n, lambda = noslip_row_lambda(events->system);
  if (events->needed != NULL)
    return;
  g_autofree NoslipExpr *symbols =
      noslip_system_row_symbols(events->system, noslip_observer_motion(events->observer)->kind, &n);
  events->needed = g_new0(gboolean, n);
  for (guint f = 0; f < events->functions->len; f++) {
    int value = g_array_index(events->functions, NoslipEventFunction, f).value;
    NoslipExpr expr = noslip_observer_expr(events->observer, (guint) value);
    gboolean all = noslip_expr_depends(graph, expr, n - lambda, symbols + lambda); /* it may follow from the others */
    for (guint i = 0; i < n; i++)
      events->needed[i] = events->needed[i] || all || noslip_expr_depends(graph, expr, 1, &symbols[i]);
  }
  noslip_observer_seal(events->observer);
}

guint
noslip_events_n(const NoslipEvents *events)
{
  return events->found->len;
}

NoslipEvent
noslip_events_get(const NoslipEvents *events, guint i)
{
  const Found *found = &g_array_index(events->found, Found, i);
  return (NoslipEvent){.index = found->index, .rising = found->rising, .row = found->row};
}

static gboolean
is_wanted(const NoslipEventFunction *function, gboolean rising)
{
  return function->direction == NOSLIP_EVENT_RISING ? rising : function->direction != NOSLIP_EVENT_FALLING || !rising;
}

static void
emit(NoslipEvents *events, guint index, gboolean rising, const double *row)
{
  if (!is_wanted(&g_array_index(events->functions, NoslipEventFunction, index), rising))
    return;
  Found found = {index, rising, g_memdup2(row, events->row_size * sizeof(double))};
  g_array_append_val(events->found, found);
}

/* Integrates from the last row to t: fills `probe` with the row at t and `outputs` with the functions there. */
static gboolean
probe(NoslipEvents *events, double t, NoslipDiagnostic **error)
{
  const NoslipSystem *system = events->system;
  const double *xy = events->before + noslip_row_x(system);
  const double *mu = NULL;
  if (noslip_dynamics_formulation(events->dynamics)->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    mu = events->before + noslip_row_lambda(system);
  if (!events->run)
    events->run =
        noslip_run_new(events->dynamics, &events->options, events->parameters, events->before[0], xy, mu, error);
  if (!events->run || !noslip_run_restart(events->run, events->before[0], xy, mu, t, error))
    return FALSE;
  noslip_run_expect(events->run, t - events->before[0]); /* usually only a part of a natural step */
  if (!noslip_run_next(events->run, events->probe, events->cancel, error))
    return FALSE;
  noslip_observer_evaluate(events->work, events->probe, events->outputs);
  return TRUE;
}

/* The same near the last `probe` between the same rows, from there. */
static gboolean
probe_near(NoslipEvents *events, double t, NoslipDiagnostic **error)
{
  if (!noslip_run_nudge(events->run, t, events->probe))
    return probe(events, t, error);
  noslip_observer_evaluate(events->work, events->probe, events->outputs);
  return TRUE;
}

/* A change of t by less than this fraction of the interval is the last one of Newton's method: the next would be its
 * square. */
#define LAST_CHANGE 1e-8

/* Refines the only sign change of a function in low .. high, with sign `side` at low: Newton's method from `t` with the
 * function's exact rate, or bisection if a step leaves the bracket or does not shrink. The row is left in `probe`. */
static gboolean
refine_from(NoslipEvents *events, const NoslipEventFunction *function, int side, double low, double high, double t,
            NoslipDiagnostic **error)
{
  double resolution = 2 * DBL_EPSILON * fmax(fabs(high), high - events->before[0]);
  double last = high - low, enough = LAST_CHANGE * (high - low);
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    if (!(i == 0 ? probe : probe_near)(events, t, error))
      return FALSE;
    double value = events->outputs[function->value], rate = events->outputs[function->rate];
    if (value == 0)
      return TRUE;
    if (value * side > 0)
      low = t;
    else
      high = t;
    if (fabs(value / rate) <= resolution) /* the next time may round to t, which is now an end of the bracket */
      return TRUE;
    double next = t - value / rate;
    gboolean newton = next > low && next < high && fabs(next - t) < 0.5 * last;
    if (!newton)
      next = 0.5 * (low + high);
    last = fabs(next - t);
    if (last <= resolution || next <= low || next >= high)
      return TRUE;
    t = next;
    if (newton && last <= enough)
      return probe_near(events, t, error);
  }
  return TRUE;
}

static gboolean
refine(NoslipEvents *events, const NoslipEventFunction *function, int side, double low, double high,
       NoslipDiagnostic **error)
{
  return refine_from(events, function, side, low, high, 0.5 * (low + high), error);
}

/* The zero of the cubic with these values and rates at 0 and h; h/2 if a rate is not finite. */
static double
guess_zero(double h, const double values[2], const double slopes[2])
{
  double low = 0, high = 1, s = 0.5;
  for (guint i = 0; i < 20; i++) {
    s = 0.5 * (low + high);
    double r = 1 - s, value = values[0] * r * r * (1 + 2 * s) + values[1] * s * s * (3 - 2 * s) +
                              h * s * r * (slopes[0] * r - slopes[1] * s);
    if (value * values[0] > 0)
      low = s;
    else
      high = s;
  }
  return isfinite(slopes[0] + slopes[1]) ? s * h : 0.5 * h;
}

/* Whether a function with this value may reach zero within a time h in which its rate decreases to 0; the bound is
 * twice the largest possible change. */
static gboolean
may_reach(double value, double rate, double h)
{
  return fabs(value) <= 2 * fabs(rate) * h;
}

/* For a function that has the same sign at both rows and moves towards zero, then away: *dip is a time at which it has
 * the other sign, or NaN. `value` and `rate` are those at `to`. */
static gboolean
find_dip(NoslipEvents *events, const NoslipEventFunction *function, double to, double value, double rate, double *dip,
         NoslipDiagnostic **error)
{
  double low = events->before[0], high = to;
  double values[2] = {events->before_outputs[function->value], value};
  double slopes[2] = {events->before_outputs[function->rate], rate};
  *dip = NAN;
  for (guint i = 0; i < HALVINGS; i++) {
    if (!may_reach(values[0], slopes[0], high - low) && !may_reach(values[1], slopes[1], high - low))
      return TRUE;
    double t = 0.5 * (low + high);
    if (!probe(events, t, error))
      return FALSE;
    if (events->outputs[function->value] * function->side < 0) {
      *dip = t;
      return TRUE;
    }
    guint end = events->outputs[function->rate] * function->side < 0 ? 0 : 1;
    *(end == 0 ? &low : &high) = t;
    values[end] = events->outputs[function->value];
    slopes[end] = events->outputs[function->rate];
  }
  return TRUE;
}

/* The sign of a function at a row: 0 at zero up to round-off of the value or of time; 2 if it is not a number, or at a
 * pole up to round-off of time: the function grows near a pole, and not near a zero. */
static int
side_of(const NoslipEvents *events, const NoslipEventFunction *function, const double *outputs, double t)
{
  double value = outputs[function->value], size = fabs(value);
  double step = noslip_events_step(events);
  double time = function->side == 0 ? AT_START * step : NOSLIP_EVENTS_ROUND_OFF * fmax(fabs(t), step);
  if (isnan(value))
    return 2;
  if (size <= NOSLIP_EVENTS_ROUND_OFF * outputs[function->magnitude] && size < outputs[function->magnitude])
    return 0;
  if (size == 0 || size <= time * fabs(outputs[function->rate]))
    return function->side != 0 && size > fabs(events->before_outputs[function->value]) ? 2 : 0;
  return value > 0 ? 1 : -1;
}

/* Whether the sign change that `refine` left in `probe` is a pole: the function is far larger there than at both
 * rows. */
static gboolean
is_pole(const NoslipEvents *events, const NoslipEventFunction *function, double after)
{
  double here = fabs(events->outputs[function->value]), before = fabs(events->before_outputs[function->value]);
  return !(here <= POLE * fmax(before, fabs(after)));
}

/* Finds the events between the last row and `to`, neither of them at zero; value and rate are those at `to`. */
static gboolean
find_crossings(NoslipEvents *events, guint index, int side, double to, double value, double rate,
               NoslipDiagnostic **error)
{
  const NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, index);
  double from = events->before[0], dip;
  const double values[2] = {events->before_outputs[function->value], value};
  const double slopes[2] = {events->before_outputs[function->rate], rate};
  if (side != function->side) {
    if (!is_wanted(function, side > 0))
      return TRUE;
    double guess = from + guess_zero(to - from, values, slopes);
    if (!refine_from(events, function, function->side, from, to, guess, error))
      return FALSE;
    if (!is_pole(events, function, value))
      emit(events, index, side > 0, events->probe);
    return TRUE;
  }
  if (!(events->before_outputs[function->rate] * side < 0 && rate * side > 0))
    return TRUE;
  if (!find_dip(events, function, to, value, rate, &dip, error))
    return FALSE;
  if (isnan(dip))
    return TRUE;
  if (!refine(events, function, side, from, dip, error))
    return FALSE;
  emit(events, index, side < 0, events->probe);
  if (!refine(events, function, -side, dip, to, error))
    return FALSE;
  emit(events, index, side > 0, events->probe);
  return TRUE;
}

/* For a row at zero: it is a crossing if the rate leads to the other side, otherwise the next rows decide. */
static void
handle_zero(NoslipEvents *events, guint index, const double *row, double rate)
{
  NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, index);
  if (function->side == 0 || function->touching)
    return;
  double before = fabs(events->before_outputs[function->value]);
  if (-rate * function->side * (row[0] - events->before[0]) > TRANSVERSAL * before) {
    emit(events, index, rate > 0, row);
    function->side = -function->side;
    return;
  }
  function->touching = TRUE;
  memcpy(function->touch, row, events->row_size * sizeof(double));
}

static gboolean
watch(NoslipEvents *events, guint index, const double *row, const double *outputs, NoslipDiagnostic **error)
{
  NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, index);
  int side = side_of(events, function, outputs, row[0]);
  gboolean good = TRUE;
  if (side == 2) {
    function->side = 0;
    function->touching = FALSE;
    return TRUE;
  }
  if (side == 0) {
    handle_zero(events, index, row, outputs[function->rate]);
    return TRUE;
  }
  if (function->touching && side != function->side)
    emit(events, index, side > 0, function->touch);
  else if (!function->touching && function->side != 0)
    good = find_crossings(events, index, side, row[0], outputs[function->value], outputs[function->rate], error);
  function->touching = FALSE;
  function->side = side;
  return good;
}

static int
compare_times(gconstpointer a, gconstpointer b)
{
  const Found *first = a, *second = b;
  double difference = first->row[0] - second->row[0];
  if (difference != 0)
    return difference > 0 ? 1 : -1;
  return (first->index > second->index) - (first->index < second->index);
}

/* Fills `probe` with an estimate of the row at the part s of the step to `row`, as far as the functions need it, and
 * `outputs` with the functions there. */
static void
estimate(NoslipEvents *events, const double *row, double s)
{
  const NoslipSystem *system = events->system;
  const double *before = events->before, *rates = events->before_outputs, *rates_here = events->here;
  guint m = system->m, n = system->n, y = noslip_row_y(system), ydot = noslip_row_ydot(system);
  double h = row[0] - before[0];
  for (guint i = 0; i < m; i++)
    if (events->needed[1 + i])
      events->probe[1 + i] = noslip_events_between(h, s, before[1 + i], row[1 + i], rates[i], rates_here[i]);
  for (guint i = y; i < ydot; i++)
    if (events->needed[i])
      events->probe[i] = noslip_events_between(h, s, before[i], row[i], before[n + i], row[n + i]);
  for (guint i = ydot; i < events->row_size; i++)
    if (events->needed[i])
      events->probe[i] = before[i] * (1 - s) + row[i] * s;
  events->probe[0] = before[0] + h * s;
  noslip_observer_evaluate(events->work, events->probe, events->outputs);
}

/* Counts the changes of sign between rows. */
static void
see(NoslipEventFunction *function, double value, double magnitude)
{
  if (!(fabs(value) > NOSLIP_EVENTS_ROUND_OFF * magnitude))
    return;
  int sign = value > 0 ? 1 : -1;
  function->changes += sign == -function->seen;
  function->seen = sign;
}

/* An affine function between the last row and this one, at n - 1 times. */
static void
see_cubic(const NoslipEvents *events, NoslipEventFunction *function, double h, double n)
{
  const double *before = events->before_outputs, *here = events->here;
  int value = function->value, rate = function->rate;
  double magnitude = fmax(before[function->magnitude], here[function->magnitude]);
  if (noslip_events_stays(h, before[value], here[value], before[rate], here[rate]))
    return;
  for (double i = 1; i < n && function->changes < 2; i++)
    see(function, noslip_events_between(h, i / n, before[value], here[value], before[rate], here[rate]), magnitude);
}

/* Whether estimates of the rows between, a sampling step apart, show no other changes of sign than that from the last
 * row to this one, whose functions are in `here`. A step of the method follows the motion, not the functions: these may
 * have gone through periods, and their values and rates at its ends say nothing about that. */
static gboolean
keeps_signs(NoslipEvents *events, const double *row)
{
  NoslipEventFunction *functions = (NoslipEventFunction *) (gpointer) events->functions->data;
  guint n_functions = events->functions->len, n_affine = 0;
  double h = row[0] - events->before[0], n = ceil(h / noslip_events_step(events));
  gboolean keeps = TRUE;
  for (guint f = 0; f < n_functions; f++) {
    functions[f].seen = functions[f].side;
    functions[f].changes = 0;
    if (functions[f].affine)
      see_cubic(events, &functions[f], h, n);
    n_affine += functions[f].affine;
  }
  for (double i = 1; i < n && keeps && n_affine < n_functions; i++) {
    estimate(events, row, i / n);
    for (guint f = 0; f < n_functions; f++) {
      if (!functions[f].affine)
        see(&functions[f], events->outputs[functions[f].value], events->outputs[functions[f].magnitude]);
      keeps = keeps && functions[f].changes < 2;
    }
    keeps = keeps && !(events->cancel != NULL && g_atomic_int_get(events->cancel));
  }
  for (guint f = 0; f < n_functions; f++) {
    see(&functions[f], events->here[functions[f].value], events->here[functions[f].magnitude]);
    keeps = keeps && functions[f].changes < 2;
  }
  return keeps;
}

gboolean
noslip_events_resolve(NoslipEvents *events, const double *row)
{
  if (events->work == NULL)
    return TRUE;
  double h = row[0] - events->before[0];
  const double *outputs = events->here;
  noslip_observer_evaluate(events->work, row, events->here);
  for (guint i = 0; i < events->functions->len; i++) {
    const NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, i);
    double before = events->before_outputs[function->rate], after = outputs[function->rate];
    double change = outputs[function->value] - events->before_outputs[function->value];
    double size = fabs(change) + h * (fabs(before) + fabs(after));
    if (!(fabs(change - 0.5 * h * (before + after)) <= NOSLIP_EVENTS_UNEVEN * size))
      return FALSE;
  }
  return events->ahead = keeps_signs(events, row);
}

void
noslip_events_skip(NoslipEvents *events, const double *row)
{
  memcpy(events->before, row, events->row_size * sizeof(double));
  noslip_observer_evaluate(events->work, row, events->before_outputs);
  events->ahead = FALSE;
}

gboolean
noslip_events_feed(NoslipEvents *events, const double *row, const int *cancel, NoslipDiagnostic **error)
{
  if (events->found->len > 0)
    g_array_set_size(events->found, 0);
  if (!events->work) {
    noslip_events_seal(events);
    gsize n = noslip_observer_n(events->observer) + 1;
    events->work = noslip_observer_workspace_new(events->observer);
    noslip_observer_set_parameters(events->work, events->parameters);
    events->outputs = g_new0(double, 3 * n);
    events->before_outputs = events->outputs + n;
    events->here = events->before_outputs + n;
    memcpy(events->before, row, events->row_size * sizeof(double));
  }
  events->cancel = cancel;
  gboolean good = TRUE;
  if (!events->ahead)
    noslip_observer_evaluate(events->work, row, events->here);
  events->ahead = FALSE;
  for (guint i = 0; i < events->functions->len && good; i++)
    good = watch(events, i, row, events->here, error);
  if (events->found->len > 1)
    g_array_sort(events->found, compare_times);
  memcpy(events->before, row, events->row_size * sizeof(double));
  memcpy(events->before_outputs, events->here, noslip_observer_n(events->observer) * sizeof(double));
  return good;
}
