/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulations that are compared, and their results. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/compare-dynamics.h"
#include "app/cli/compare-terms.h"
#include "core/trajectory/observer.h"
#include "core/verdict/agreement.h"

typedef struct {
  const NoslipFormulation *formulation;
  char *refusal;  /* NULL: it can be used */
  char *reason;   /* why it is not compared, or NULL */
  double stopped; /* s: the time where it could not continue; NaN if it reached the end */
  double *values; /* n_rows x n_columns */
  double *terms;  /* n_columns: sizes of cli_compare_terms_raise() */
  double *whole;  /* n_columns: the same function's whole sizes */
  guint n_rows;   /* computed */
  double *apart;  /* n_columns: the largest difference from the reference, relative to the column's size */
} CliContestant;

typedef struct {
  CliProblem problem;
  NoslipObserver *observer;
  GPtrArray *columns; /* char * */
  CliCompareTerms *terms;
  double *size;   /* n_columns: noslip_agreement_sizes(), or of the terms where that is larger */
  double *motion; /* n_columns: the size of the motion in the column's unit */
  CliContestant *contestants;
  guint n;
  guint reference; /* the index of the first one that is compared, or n */
  guint n_rows;    /* the number of rows that all of them have */
  NoslipAgreement agreement;
  char *line; /* the line of text about it */
} CliComparison;

/* Whether it is compared. */
gboolean cli_compare_is_compared(const CliContestant *contestant);
/* The largest difference of a formulation from the reference. */
double cli_compare_worst(const CliComparison *comparison, const CliContestant *contestant);
/* Prints the comparison as text. */
int cli_compare_print_text(const CliComparison *comparison, int status);
/* The same as JSON. */
int cli_compare_print_json(const CliComparison *comparison, int status);
