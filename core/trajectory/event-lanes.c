/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/event-lanes.h"

#include "core/system/program.h"
#include "core/trajectory/events-private.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
#define FOR_LANES NOSLIP_FOR_LANES

/* Of one function; values of lanes. */
typedef struct {
  const double *value, *magnitude, *rate;                                  /* at the rows */
  double value_before[LANES], rate_before[LANES], magnitude_before[LANES]; /* at the rows before */
  double side[LANES];                                                      /* -1 or 1; 0: only NoslipEvents can tell */
  gboolean affine;
} Lane;

/* Steps of more sampling steps than this are left to NoslipEvents. */
#define MOST_BETWEEN 64

struct _NoslipEventLanes {
  NoslipObserverWorkspace *work;
  guint n_parameters;
  guint m, n_y, row_size;
  double *rates_before;       /* of the x^i at the rows before, [coordinate][lane] */
  double *inner;              /* an estimated row within the step */
  NoslipTapeWorkspace *signs; /* inner -> the values and the magnitudes of the functions: fewer than `work` computes */
  double *inner_outputs;      /* of `signs`, 2 x n */
  gboolean *needed;           /* row_size: the quantities that are estimated */
  double step;                /* s, of the samples */
  double *outputs;            /* of the observer, [output][lane] */
  guint n, n_affine;          /* functions; affine ones */
  Lane *functions;
};

/* The values of the functions, then their magnitudes, on a row. */
static NoslipTapeWorkspace *
compile_signs(const NoslipEvents *events, const double *constants)
{
  guint n = events->functions->len, n_symbols;
  g_autofree NoslipExpr *exprs = noslip_exprs_new((gsize) 2 * n + 1);
  g_autofree NoslipExpr *symbols =
      noslip_system_row_symbols(events->system, noslip_observer_motion(events->observer)->kind, &n_symbols);
  for (guint i = 0; i < n; i++) {
    const NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, i);
    exprs[i] = noslip_observer_expr(events->observer, (guint) function->value);
    exprs[n + i] = noslip_observer_expr(events->observer, (guint) function->magnitude);
  }
  g_autoptr(NoslipTape) tape =
      noslip_program_new(events->system, noslip_observer_graph(events->observer), n_symbols, symbols, 2 * n, exprs);
  NoslipTapeWorkspace *work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants_lanes(work, constants);
  return work;
}

NoslipEventLanes *
noslip_event_lanes_new(NoslipEvents *events, guint n, const double *parameters)
{
  noslip_events_seal(events);
  if (!noslip_observer_has_lanes(events->observer))
    return NULL;
  NoslipEventLanes *lanes = g_new0(NoslipEventLanes, 1);
  gsize n_parameters = events->system->n_parameters;
  g_autofree double *constants = g_new0(double, (n_parameters + 1) * LANES);
  for (guint lane = 0; lane < LANES; lane++)
    for (gsize i = 0; i < n_parameters; i++)
      constants[i * LANES + lane] = parameters[(lane < n ? lane : 0) * n_parameters + i];
  lanes->work = noslip_observer_workspace_new(events->observer);
  noslip_observer_set_parameters_lanes(lanes->work, constants);
  lanes->step = noslip_events_step(events);
  lanes->outputs = g_new0(double, ((gsize) noslip_observer_n(events->observer) + 1) * LANES);
  lanes->m = events->system->m;
  lanes->n_y = events->system->n;
  lanes->row_size = events->row_size;
  lanes->needed = g_memdup2(events->needed, sizeof(gboolean) * lanes->row_size);
  lanes->rates_before = g_new0(double, ((gsize) lanes->m + 1) * LANES);
  lanes->inner = g_new0(double, (gsize) lanes->row_size *LANES);
  lanes->n = events->functions->len;
  lanes->signs = compile_signs(events, constants);
  lanes->inner_outputs = g_new0(double, ((gsize) 2 * lanes->n + 1) * LANES);
  lanes->functions = g_new0(Lane, lanes->n + 1);
  for (guint i = 0; i < lanes->n; i++) {
    const NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, i);
    lanes->functions[i].value = lanes->outputs + (gsize) function->value * LANES;
    lanes->functions[i].magnitude = lanes->outputs + (gsize) function->magnitude * LANES;
    lanes->functions[i].rate = lanes->outputs + (gsize) function->rate * LANES;
    lanes->functions[i].affine = function->affine;
    lanes->n_affine += function->affine;
  }
  return lanes;
}

void
noslip_event_lanes_free(NoslipEventLanes *lanes)
{
  if (lanes == NULL)
    return;
  noslip_observer_workspace_free(lanes->work);
  noslip_tape_workspace_free(lanes->signs);
  g_free(lanes->outputs);
  g_free(lanes->rates_before);
  g_free(lanes->needed);
  g_free(lanes->inner);
  g_free(lanes->inner_outputs);
  g_free(lanes->functions);
  g_free(lanes);
}

/* Sets quiet[lane] to 0 where a function may be zero between the times `from` and `to`, or changes unevenly. */
NOSLIP_LANE_BUILDS static void
test(const Lane *function, double step, const double *from, const double *to, double *quiet)
{
  FOR_LANES
  {
    double value = function->value[lane], rate = function->rate[lane], before = function->rate_before[lane];
    double side = function->side[lane], h = to[lane] - from[lane], change = value - function->value_before[lane];
    double size = fabs(change) + h * (fabs(before) + fabs(rate));
    double late = fabs(to[lane]) > step ? fabs(to[lane]) : step;
    double good = fabs(change - 0.5 * h * (before + rate)) <= NOSLIP_EVENTS_UNEVEN * size ? quiet[lane] : 0;
    good = fabs(value) > NOSLIP_EVENTS_ROUND_OFF * function->magnitude[lane] ? good : 0;
    good = fabs(value) > NOSLIP_EVENTS_ROUND_OFF * late * fabs(rate) ? good : 0;
    good = value * side > 0 ? good : 0;
    double turns = before * side < 0 ? 0 : good; /* towards zero, then away */
    quiet[lane] = rate * side > 0 ? turns : good;
  }
}

/* The values at the rows become those before, in the lanes whose flag is not 0. */
NOSLIP_LANE_BUILDS static void
keep(Lane *function, const double *flags)
{
  FOR_LANES
  {
    function->value_before[lane] = flags[lane] != 0 ? function->value[lane] : function->value_before[lane];
    function->rate_before[lane] = flags[lane] != 0 ? function->rate[lane] : function->rate_before[lane];
    function->magnitude_before[lane] = flags[lane] != 0 ? function->magnitude[lane] : function->magnitude_before[lane];
  }
}

NOSLIP_LANE_BUILDS static void
keep_rates(const double *rates, const double *flags, double *before)
{
  FOR_LANES
  before[lane] = flags[lane] != 0 ? rates[lane] : before[lane];
}

/* One quantity of the estimated row, with its rates at both ends, as in NoslipEvents. */
NOSLIP_LANE_BUILDS static void
estimate(const double *h, const double *s, const double *from, const double *to, const double *from_rates,
         const double *to_rates, double *inner)
{
  FOR_LANES
  inner[lane] = noslip_events_between(h[lane], s[lane], from[lane], to[lane], from_rates[lane], to_rates[lane]);
}

/* The same without rates. */
NOSLIP_LANE_BUILDS static void
estimate_line(const double *s, const double *from, const double *to, double *inner)
{
  FOR_LANES
  inner[lane] = from[lane] * (1 - s[lane]) + to[lane] * s[lane];
}

static void
estimate_rows(NoslipEventLanes *lanes, const double *h, const double *s, const double *before, const double *rows)
{
  gsize y = (gsize) 1 + lanes->m, ydot = y + lanes->n_y;
  for (gsize i = 1; i < y; i++)
    if (lanes->needed[i])
      estimate(h, s, before + i * LANES, rows + i * LANES, lanes->rates_before + (i - 1) * LANES,
               lanes->outputs + (i - 1) * LANES, lanes->inner + i * LANES);
  for (gsize i = y; i < ydot; i++)
    if (lanes->needed[i])
      estimate(h, s, before + i * LANES, rows + i * LANES, before + (lanes->n_y + i) * LANES,
               rows + (lanes->n_y + i) * LANES, lanes->inner + i * LANES);
  for (gsize i = ydot; i < lanes->row_size; i++)
    if (lanes->needed[i])
      estimate_line(s, before + i * LANES, rows + i * LANES, lanes->inner + i * LANES);
  FOR_LANES
  lanes->inner[lane] = before[lane] + h[lane] * s[lane];
}

/* Sets quiet[lane] to 0 where an estimated row has the other sign. */
NOSLIP_LANE_BUILDS static void
see(const double *value, const double *magnitude, const double *side, double *quiet)
{
  FOR_LANES
  {
    double sure = fabs(value[lane]) > NOSLIP_EVENTS_ROUND_OFF * magnitude[lane] ? value[lane] : 0;
    quiet[lane] = sure * side[lane] < 0 ? 0 : quiet[lane];
  }
}

/* Whether the cubic of an affine function may change its sign in a lane whose flag is not 0. */
NOSLIP_LANE_BUILDS static gboolean
may_change(const Lane *function, const double *h, const double *quiet)
{
  double changing[LANES], any = 0;
  FOR_LANES
  changing[lane] = noslip_events_stays(h[lane], function->value_before[lane], function->value[lane],
                                       function->rate_before[lane], function->rate[lane])
                       ? 0
                       : quiet[lane];
  FOR_LANES
  any += changing[lane];
  return any != 0;
}

/* Sets quiet[lane] to 0 where the cubic of an affine function has the other sign at the part s of the step. */
NOSLIP_LANE_BUILDS static void
see_cubic(const Lane *function, const double *h, const double *s, double *quiet)
{
  FOR_LANES
  {
    double from = function->value_before[lane], to = function->value[lane], from_rate = function->rate_before[lane];
    double magnitude = fmax(function->magnitude_before[lane], function->magnitude[lane]);
    double value = noslip_events_between(h[lane], s[lane], from, to, from_rate, function->rate[lane]);
    double sure = fabs(value) > NOSLIP_EVENTS_ROUND_OFF * magnitude ? value : 0;
    quiet[lane] = sure * function->side[lane] < 0 ? 0 : quiet[lane];
  }
}

/* The parts i / n of the steps; the end where there are fewer. */
NOSLIP_LANE_BUILDS static void
parts(double i, const double *n, double *s)
{
  FOR_LANES
  s[lane] = i < n[lane] ? i / n[lane] : 1;
}

/* Sets quiet[lane] to 0 where estimates of the rows between, a sampling step apart, have the other sign. */
static void
look_between(NoslipEventLanes *lanes, guint width, const double *rows, const double *before, double *quiet)
{
  double h[LANES], n[LANES], s[LANES], most = 1;
  FOR_LANES
  {
    h[lane] = rows[lane] - before[lane];
    n[lane] = ceil(h[lane] / lanes->step);
    if (!(n[lane] <= MOST_BETWEEN))
      quiet[lane] = 0;
    most = quiet[lane] != 0 ? fmax(most, n[lane]) : most;
  }
  for (gsize f = 0; f < lanes->n; f++)
    if (lanes->functions[f].affine && may_change(&lanes->functions[f], h, quiet))
      for (double i = 1; i < most; i++) {
        parts(i, n, s);
        see_cubic(&lanes->functions[f], h, s, quiet);
      }
  for (double i = 1; i < most && lanes->n_affine < lanes->n; i++) {
    parts(i, n, s);
    estimate_rows(lanes, h, s, before, rows);
    noslip_tape_use_lanes(lanes->signs, width);
    noslip_tape_evaluate_lanes(lanes->signs, lanes->inner, lanes->inner_outputs);
    for (gsize f = 0; f < lanes->n; f++)
      if (!lanes->functions[f].affine)
        see(lanes->inner_outputs + f * LANES, lanes->inner_outputs + (lanes->n + f) * LANES, lanes->functions[f].side,
            quiet);
  }
}

guint32
noslip_event_lanes_pass(NoslipEventLanes *lanes, const double *rows, const double *before, guint32 stepped)
{
  double flags[LANES], quiet[LANES];
  if (stepped == 0)
    return 0;
  guint width = 32 - (guint) __builtin_clz(stepped);
  noslip_observer_evaluate_lanes(lanes->work, width, rows, lanes->outputs);
  noslip_lanes_flags(stepped, flags);
  memcpy(quiet, flags, sizeof quiet);
  for (guint i = 0; i < lanes->n; i++)
    test(&lanes->functions[i], lanes->step, before, rows, quiet);
  look_between(lanes, width, rows, before, quiet);
  for (guint i = 0; i < lanes->n; i++)
    keep(&lanes->functions[i], flags);
  for (gsize i = 0; i < lanes->m; i++)
    keep_rates(lanes->outputs + i * LANES, flags, lanes->rates_before + i * LANES);
  return noslip_lanes_bits(quiet);
}

void
noslip_event_lanes_follow(NoslipEventLanes *lanes, guint lane, const NoslipEvents *events)
{
  for (guint i = 0; i < lanes->n; i++) {
    const NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, i);
    lanes->functions[i].side[lane] = function->touching ? 0 : function->side;
  }
}

void
noslip_event_lanes_swap(NoslipEventLanes *lanes, guint a, guint b)
{
  noslip_observer_swap_lanes(lanes->work, a, b);
  noslip_tape_swap_lanes(lanes->signs, a, b);
  noslip_lanes_swap(lanes->m, lanes->rates_before, a, b);
  for (guint i = 0; i < lanes->n; i++) {
    noslip_lanes_swap(1, lanes->functions[i].value_before, a, b);
    noslip_lanes_swap(1, lanes->functions[i].rate_before, a, b);
    noslip_lanes_swap(1, lanes->functions[i].magnitude_before, a, b);
    noslip_lanes_swap(1, lanes->functions[i].side, a, b);
  }
}
