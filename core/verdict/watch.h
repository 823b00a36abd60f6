/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Observables that are not a number at some time of a motion. */
#pragma once

#include "core/trajectory/observer.h"

typedef struct _NoslipWatch NoslipWatch; /* accumulates over rows; one thread */
/* Watches the observables that exist in this dynamics. */
NoslipWatch *noslip_watch_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_watch_free(NoslipWatch *watch);
void noslip_watch_reset(NoslipWatch *watch); /* drops all rows */
void noslip_watch_add_rows(NoslipWatch *watch, const double *parameters, guint n_rows, const double *rows);
/* Number of observables that were NaN so far. */
guint noslip_watch_n(const NoslipWatch *watch);
/* One warning for each observable that was NaN, with its name and the first time. */
void noslip_watch_report(const NoslipWatch *watch, NoslipDiagnostics *diagnostics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipWatch, noslip_watch_free)
