/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events: the times at which a function of the motion changes its sign (Poincare sections, turning points). Samples
 * show that there is one; its time is refined by integrating again, with the same method, from the previous sample, not
 * by interpolation. The last corrections, by less than a thousandth of a step, are steps of rk4 if the method is an
 * embedded pair (noslip_run_nudge).
 *
 * An event is a change of sign, counted once, also if it happens at a sample. A motion that starts on the zero set does
 * not cross it there. Two changes within one sampling step are found by the derivative of the function if it has one;
 * more than two need a shorter sampling step (noslip_events_resolve). A zero without a change of sign is no event of f,
 * but one of d(f), which changes its sign there. */
#pragma once

#include "core/integrate/run.h"
#include "core/trajectory/observer.h"

typedef enum { NOSLIP_EVENT_BOTH, NOSLIP_EVENT_RISING, NOSLIP_EVENT_FALLING } NoslipEventDirection;
/* "both", "rising", "falling", NULL-terminated, in the order of the enum. */
const char *const *noslip_event_direction_ids(void);
gboolean noslip_event_direction_find(const char *id, NoslipEventDirection *direction);

typedef struct {
  guint index; /* of the function, in the order of addition */
  gboolean rising;
  const double *row; /* noslip_row_size() doubles; row[0] is the time */
} NoslipEvent;

typedef struct _NoslipEvents NoslipEvents;
/* Finds events of runs of these dynamics with these options and parameters, which are copied. */
NoslipEvents *noslip_events_new(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters);
void noslip_events_free(NoslipEvents *events);
/* Adds a function, as a text of the language, before the first row. FALSE with errors in `diagnostics`. */
gboolean noslip_events_add(NoslipEvents *events, const char *text, NoslipEventDirection direction,
                           NoslipDiagnostics *diagnostics);
/* The next row of the run. The events since the previous row, in order of time, replace the earlier ones. FALSE with
 * *error if the integration between the two rows fails. */
gboolean noslip_events_feed(NoslipEvents *events, const double *row, const int *cancel, NoslipDiagnostic **error);
/* Whether the functions change so evenly from the last row to this one, the next to be fed, that values and rates at
 * both determine the number of zeros between, and have no other changes of sign at estimated rows between, one sampling
 * step apart. If not, or if a function has no rate, feed rows between them first. */
gboolean noslip_events_resolve(NoslipEvents *events, const double *row);
/* Instead of feeding a row, not the first, between which and the last row noslip_event_lanes_pass() found nothing. */
void noslip_events_skip(NoslipEvents *events, const double *row);
/* The events found with the last row. */
guint noslip_events_n(const NoslipEvents *events);
/* Valid until the next row. */
NoslipEvent noslip_events_get(const NoslipEvents *events, guint i);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEvents, noslip_events_free)
