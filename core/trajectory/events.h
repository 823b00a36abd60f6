/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events: the times at which a function of the motion changes its sign (Poincare sections, turning points). Samples
 * tell that there is one; its time is refined by integrating again, with the same method, from the sample before, and
 * not by interpolation.
 *
 * What counts: a change of sign from one side to the other, once, also where it happens at a sample. A motion that
 * begins on the zero set does not cross it there. Two changes within one sampling step are found by the derivative of
 * the function where it has one; more than two take a shorter sampling step. A zero that is only touched is no event:
 * it is one of d(f), which changes its sign there. */
#pragma once

#include "core/integrate/run.h"
#include "core/trajectory/observer.h"

typedef enum { NOSLIP_EVENT_BOTH, NOSLIP_EVENT_RISING, NOSLIP_EVENT_FALLING } NoslipEventDirection;
/* "both", "rising", "falling", NULL-terminated, in the order of the enum. */
const char *const *noslip_event_direction_ids(void);
gboolean noslip_event_direction_find(const char *id, NoslipEventDirection *direction);

typedef struct {
  guint index; /* of the function, in the order in which they were added */
  gboolean rising;
  const double *row; /* noslip_row_size() doubles; row[0] is the time */
} NoslipEvent;

typedef struct _NoslipEvents NoslipEvents;
/* Of runs of these dynamics with these options and parameters, which are copied. */
NoslipEvents *noslip_events_new(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters);
void noslip_events_free(NoslipEvents *events);
/* A function, as a text of the language: before the first row. FALSE with errors in `diagnostics`. */
gboolean noslip_events_add(NoslipEvents *events, const char *text, NoslipEventDirection direction,
                           NoslipDiagnostics *diagnostics);
/* The next row of the run. The events since the row before, in the order of time, replace those found so far. FALSE
 * with *error where the integration between the two rows fails. */
gboolean noslip_events_feed(NoslipEvents *events, const double *row, const int *cancel, NoslipDiagnostic **error);
/* What the last row brought. */
guint noslip_events_n(const NoslipEvents *events);
/* Valid until the next row. */
NoslipEvent noslip_events_get(const NoslipEvents *events, guint i);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEvents, noslip_events_free)
