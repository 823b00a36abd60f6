/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/event-lanes.h"

#include "core/trajectory/events-private.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
#define FOR_LANES NOSLIP_FOR_LANES

/* Of one function; values of lanes. */
typedef struct {
  const double *value, *magnitude, *rate;         /* at the rows */
  double value_before[LANES], rate_before[LANES]; /* at the rows before */
  double side[LANES];                             /* -1 or 1; 0: only NoslipEvents can tell */
} Lane;

struct _NoslipEventLanes {
  NoslipObserverWorkspace *work;
  guint n_parameters;
  double step;     /* s, of the samples */
  double *outputs; /* of the observer, [output][lane] */
  guint n;         /* functions */
  Lane *functions;
};

NoslipEventLanes *
noslip_event_lanes_new(NoslipEvents *events, guint n, const double *parameters)
{
  noslip_observer_seal(events->observer);
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
  lanes->n = events->functions->len;
  lanes->functions = g_new0(Lane, lanes->n + 1);
  for (guint i = 0; i < lanes->n; i++) {
    const NoslipEventFunction *function = &g_array_index(events->functions, NoslipEventFunction, i);
    lanes->functions[i].value = lanes->outputs + (gsize) function->value * LANES;
    lanes->functions[i].magnitude = lanes->outputs + (gsize) function->magnitude * LANES;
    lanes->functions[i].rate = lanes->outputs + (gsize) function->rate * LANES;
  }
  return lanes;
}

void
noslip_event_lanes_free(NoslipEventLanes *lanes)
{
  if (lanes == NULL)
    return;
  noslip_observer_workspace_free(lanes->work);
  g_free(lanes->outputs);
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
  }
}

guint32
noslip_event_lanes_pass(NoslipEventLanes *lanes, const double *rows, const double *before, guint32 stepped)
{
  double flags[LANES], quiet[LANES];
  if (stepped == 0)
    return 0;
  noslip_observer_evaluate_lanes(lanes->work, 32 - (guint) __builtin_clz(stepped), rows, lanes->outputs);
  noslip_lanes_flags(stepped, flags);
  memcpy(quiet, flags, sizeof quiet);
  for (guint i = 0; i < lanes->n; i++) {
    test(&lanes->functions[i], lanes->step, before, rows, quiet);
    keep(&lanes->functions[i], flags);
  }
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
  for (guint i = 0; i < lanes->n; i++) {
    noslip_lanes_swap(1, lanes->functions[i].value_before, a, b);
    noslip_lanes_swap(1, lanes->functions[i].rate_before, a, b);
    noslip_lanes_swap(1, lanes->functions[i].side, a, b);
  }
}
