/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the search for initial velocities. */
#pragma once

#include "core/system/state-private.h"

#include "core/base/linear.h"
#include "core/system/coordinates.h"
#include "core/system/program.h"
#include "core/system/velocity.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define NAMES_MOST 8
/* With more constraints than this, the contradicting ones are not sought. */
#define CONTRADICTING_MOST 32

/* "x = 1, y = 2 and 3 more" */
typedef struct {
  GString *text;
  guint count;
} Listing;

/* The requested values, in the form needed by the search that keeps or moves them. */
typedef struct {
  NoslipExpr *targets, *values;
  gboolean *overridden, *given_x;
  double *numbers;
  NoslipKnown known;
} StateRequest;

/* state-velocity.c */
void noslip_state_request_clear(StateRequest *request);

/* state-given.c */
NoslipTape *noslip_state_compile_functions(const NoslipSystem *system, const NoslipGraph *from, guint k,
                                           const NoslipExpr *phi, const gboolean *nonlinear);
NoslipTape *noslip_state_compile_problem(const NoslipSystem *system, guint k, const guint *chosen);
gboolean noslip_state_evaluate_given(NoslipStarter *starter, const double *parameters, const double *x,
                                     const GArray *given, double *targets, double *values,
                                     NoslipDiagnostics *diagnostics);

/* state-refusal.c */
void noslip_state_note_choice(NoslipStarter *starter, const GArray *given, const gboolean *given_x, const double *x,
                              const double *y, NoslipDiagnostics *diagnostics);
gboolean noslip_state_explain_contradiction(const NoslipSystem *system, const double *parameters, const double *x,
                                            NoslipDiagnostics *diagnostics);
/* The coordinates that differ, "x = 0.6, y = 0.8"; NULL if none does. */
char *noslip_state_list_moved(const NoslipSystem *system, const double *from, const double *to);
gboolean noslip_state_explain_failure(NoslipStarter *starter, const StateRequest *request, const GArray *given,
                                      guint which, double residual, double *x, double *y,
                                      NoslipDiagnostics *diagnostics);
void noslip_state_explain(const NoslipSystem *system, const GArray *given, NoslipVelocityStatus status, guint which,
                          double residual, NoslipDiagnostics *diagnostics);
gboolean noslip_state_refuse_condition(NoslipStarter *starter, const StateRequest *request, const GArray *given,
                                       const double *requested_x, guint which, double residual, double *x, double *y,
                                       NoslipDiagnostics *diagnostics);
gboolean noslip_state_refuse_ambiguous(const NoslipSystem *system, NoslipDiagnostics *diagnostics);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(StateRequest, noslip_state_request_clear)
