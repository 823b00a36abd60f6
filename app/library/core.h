/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the library: the core behind its opaque types. The core's NoslipMotion (formulas along a motion) and
 * NoslipEnsemble (motions while they are computed) are not the library's types of these names, which hold rows. */
#pragma once

#define NoslipMotion NoslipCoreMotion
#define NoslipEnsemble NoslipCoreEnsemble
#define _NoslipEnsemble _NoslipCoreEnsemble
#include "core/catalogue/catalogue.h"
#include "core/dynamics/formulation.h"
#include "core/dynamics/start.h"
#include "core/equations/portrait.h"
#include "core/expr/tape.h"
#include "core/integrate/ensemble.h"
#include "core/integrate/run.h"
#include "core/trajectory/csv.h"
#include "core/verdict/claims.h"
#undef NoslipMotion
#undef NoslipEnsemble
#undef _NoslipEnsemble
#define NOSLIP_CORE
#include <noslip/noslip.h>

/* A system with values: the input of a motion or a bracket. */
typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  gboolean consistent;
  double *parameters;
  GPtrArray *names;  /* of the overrides */
  GArray *overrides; /* of NoslipOverride */
  double *xy, *mu;
} LibraryStart;

/* Reads "NAME=VALUE" (NULL: none) and the kind of dynamics (NULL: the system's own); FALSE after errors. Call
 * library_start_clear() in either case. */
gboolean library_start_init(LibraryStart *start, NoslipSystem *system, const char *const *values, const char *dynamics,
                            NoslipDiagnostics *diagnostics);
/* Fills in xy and mu; FALSE after errors. */
gboolean library_start_state(LibraryStart *start, NoslipDiagnostics *diagnostics);
void library_start_clear(LibraryStart *start);
/* Adds an error about an argument, and returns FALSE. */
gboolean library_error(NoslipDiagnostics *diagnostics, const char *hint, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* The formulation by its id (NULL: the usual one), compiled; NULL after errors. */
NoslipDynamics *library_dynamics(NoslipSystem *system, NoslipDynamicsKind kind, const char *formulation,
                                 NoslipDiagnostics *diagnostics);

/* The options of a motion. */
typedef struct {
  LibraryStart start;
  NoslipRunOptions options;
  const char *dynamics, *formulation;
} LibraryOrder;

/* Reads "NAME=VALUE" of values and options (NULL: none), and fills in the initial state; FALSE after errors. `order` is
 * zero before the call; call library_start_clear(&order->start) in either case. */
gboolean library_order_read(LibraryOrder *order, NoslipSystem *system, const char *const *values,
                            const char *const *options, NoslipDiagnostics *diagnostics);
/* The meaning of the name of a value: the index of a parameter, -1 for an entry of the initial state, -2 for
 * nothing. */
int library_value_find(const NoslipSystem *system, const char *name);
