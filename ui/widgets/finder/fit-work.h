/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job of the Fit view (core/finder/fit.h): the fit, and the motion's values at the times of the data before and
 * after it. */
#pragma once

#include "core/finder/fit-data.h"
#include "core/simulation/simulation.h"
#include "ui/widgets/finder/search.h"

/* The job's data; read it after the job, and the table and `before` as soon as they are known. */
typedef struct {
  NoslipSystem *system; /* a reference */
  NoslipDynamicsKind kind;
  double *parameters;
  GArray *overrides;     /* of NoslipOverride: initial values that are set and not fitted; names belong to the system */
  NoslipFitTable *table; /* or NULL with the error */
  char *text;            /* of the data */
  guint n;
  NoslipFitUnknown *unknowns; /* n; names belong to the system */
  NoslipFit *fit;             /* or NULL: nothing is fitted, or the fit failed with the error */
  double *before, *after;     /* rows x columns; NULL if there is no such motion */
  NoslipDiagnostic *error;
  guint done;     /* atomic: starts that have ended */
  int has_before; /* atomic: the table and `before` are known */
} NoslipFitWork;

/* `unknown`: names of parameters and initial values, NULL-terminated; names that the system lacks are ignored. */
void noslip_fit_work_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                           NoslipDynamicsKind kind, const char *text, const char *const *unknown);
