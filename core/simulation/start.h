/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start of a motion: the parameters and the initial values. */
#pragma once

#include "core/simulation/ticket.h"

/* Entries of a start: coordinates (m), fibre coordinates (n), vakonomic multipliers (k). */
typedef struct {
  const NoslipSystem *system; /* NULL: none yet; everything below is unused */
  double *parameters;
  double *found;     /* x, y, mu at t = 0 as computed by the worker: m + n + k; mu is 0 except in vakonomic dynamics */
  gboolean is_found; /* `found` is valid: the worker has reported it */
  gboolean *is_set;  /* set by the user: m + n, and k multipliers of vakonomic dynamics */
  double *value;     /* m + n + k, valid if set */
  gboolean *chosen;  /* the entry of the state at t = 0 was not given: m + n */
} NoslipStart;

void noslip_start_init(NoslipStart *start, const NoslipSystem *system);
void noslip_start_clear(NoslipStart *start);

/* The number of entries of a start, and the name of one: "x", "omega", "mu(blade)". */
guint noslip_start_n(const NoslipSystem *system);
const char *noslip_start_name(const NoslipSystem *system, guint index);

double noslip_start_parameter(const NoslipStart *start, guint parameter); /* NaN if there is none */
/* index: coordinates, then fibre coordinates, then multipliers. */
double noslip_start_initial(const NoslipStart *start, guint index);
gboolean noslip_start_initial_is_set(const NoslipStart *start, guint index);
/* Whether the value was chosen (by least energy, a coordinate by the least change from 0), because none is given. */
gboolean noslip_start_initial_is_chosen(const NoslipStart *start, guint index);

/* Each returns TRUE if the value changes. */
gboolean noslip_start_set_parameter(NoslipStart *start, guint parameter, double value);
gboolean noslip_start_set(NoslipStart *start, guint index, double value);
/* The initial values of a trial of the system, all others as in the text. NULL, or why there is no such state: to be
 * freed. */
NoslipDiagnostic *noslip_start_set_trial(NoslipStart *start, guint trial);
void noslip_start_reset(NoslipStart *start); /* as in the text */
/* Copies the user's settings from another start, by name; a parameter only if both systems give it the same value. */
void noslip_start_take(NoslipStart *start, const NoslipStart *other);
void noslip_start_copy(NoslipStart *to, const NoslipStart *from);
/* The initial values that are set. */
void noslip_start_override(const NoslipStart *start, NoslipTicket *ticket);
