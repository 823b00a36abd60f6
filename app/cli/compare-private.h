/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulations that are compared, and what they gave. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/compare-dynamics.h"
#include "core/trajectory/observer.h"
#include "core/verdict/agreement.h"

typedef struct {
  const NoslipFormulation *formulation;
  char *refusal;  /* NULL: it applies */
  char *reason;   /* why it is not among those that are compared, or NULL */
  double stopped; /* s: where it could not go on; NaN where it came to the end */
  double *values; /* n_rows x n_columns */
  guint n_rows;   /* computed */
  double *apart;  /* n_columns: largest difference from the first, relative to the column's size */
} CliContestant;

typedef struct {
  CliProblem problem;
  NoslipObserver *observer;
  GPtrArray *columns; /* char * */
  double *size;       /* n_columns: noslip_agreement_sizes() */
  double motion;
  CliContestant *contestants;
  guint n;
  guint reference; /* the first of those that are compared, or n */
  guint n_rows;    /* that all of them have */
  NoslipAgreement agreement;
  char *line; /* what is said of it */
} CliComparison;

/* Whether it takes part in the agreement. */
gboolean cli_compare_is_compared(const CliContestant *contestant);
/* The largest difference of a contestant from the reference. */
double cli_compare_worst(const CliComparison *comparison, const CliContestant *contestant);
/* Prints the comparison as text. */
int cli_compare_print_text(const CliComparison *comparison, int status);
/* The same as JSON. */
int cli_compare_print_json(const CliComparison *comparison, int status);
