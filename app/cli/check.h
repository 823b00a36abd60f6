/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of check: the findings of a system. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "app/cli/reduction.h"
#include "app/cli/verdicts.h"

#include "core/algebroid/algebroid.h"
#include "core/catalogue/catalogue.h"
#include "core/verdict/identities.h"
#include "core/verdict/stationary.h"
#include "core/verdict/watch.h"
#include "core/verdict/witness.h"

#include <math.h>
#include <string.h>

typedef struct {
  gboolean strict, warnings_as_errors, all, consistent, json;
} Options;

typedef struct {
  char *title, *detail; /* detail: the place or the method, or the verdict in words; or NULL */
  char *trial;          /* the trial whose motion was tested; NULL: the default motion, or none */
  gboolean is_claim, is_witness, good;
  double residual, allowed; /* NaN if there is none */
  /* Of claims: */
  guint claim, line;
  gboolean unchecked; /* for other dynamics: there is no verdict */
  NoslipVerdictKind kind;
  gboolean expected_to_fail;
  double sensitivity, drift, time;
} Finding;

typedef struct {
  char *system;
  GArray *findings;    /* of Finding */
  GPtrArray *warnings; /* NoslipDiagnostic *, of the text */
  GPtrArray *errors;   /* the same */
  const char *trial;   /* the trial whose motion is computed now; NULL: the default motion */
  int status;
} Report;

/* check.c */
void cli_check_add(Report *report, const char *title, gboolean good, double residual, double allowed);
Finding *cli_check_last(Report *report);

/* check-motion.c */
void cli_check_be_strict(Report *report);
double cli_check_initial_residual(const CliProblem *problem);
int cli_check_motion(Report *report, CliProblem *problem);
int cli_check_trial(Report *report, CliProblem *problem, guint trial);

/* check-report.c */
guint cli_check_count_failed(const Report *report);
int cli_check_print_text(const GPtrArray *reports);
int cli_check_print_json(const GPtrArray *reports);
