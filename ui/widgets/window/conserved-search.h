/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One search for conserved quantities: its input, and its results. */
#pragma once

#include "core/finder/conserved.h"
#include "core/finder/measure/measure.h"
#include "core/simulation/simulation.h"
#include "ui/export/job.h"

typedef struct {
  NoslipSystem *system; /* a reference */
  NoslipDynamicsKind kind;
  double *parameters, *xy; /* that the window showed */
  NoslipConservedOptions options;
  /* After the job is done: */
  NoslipConserved *conserved; /* or NULL with the error */
  GPtrArray *latex;           /* of char * (or NULL), one for each result */
  NoslipDiagnostic *error;
  NoslipMeasure *measure;       /* or NULL if the question is refused */
  char *measure_latex;          /* of the density, or of the obstruction; or NULL */
  NoslipDiagnostic *no_measure; /* why it is refused, or NULL */
} NoslipConservedSearch;

/* With the present parameters, initial values and dynamics; NULL while the initial state is not known. The job's data
 * is the NoslipConservedSearch. */
NoslipJob *noslip_conserved_search_new(const NoslipSimulation *simulation, guint degree, gboolean moving);
/* The summary of the search: known quantities, or that there is nothing in this space, with its dimension and gap. Free
 * with g_free(). */
char *noslip_conserved_search_words(const NoslipConservedSearch *search);
/* The certainty of a result. Free with g_free(). */
char *noslip_conserved_item_words(const NoslipConservedItem *item);
/* The density, the value of the obstruction, or the local density; NULL if there is none of them. */
const char *noslip_measure_formula(const NoslipMeasure *measure);
/* "Invariant measure", "No invariant measure"; NULL if it is undecided. */
const char *noslip_measure_title(const NoslipMeasure *measure);
/* The meaning of the formula of the row, and whether a multiplier makes the bracket a Poisson bracket. Free with
 * g_free(). */
char *noslip_measure_words(const NoslipMeasure *measure);
/* "Gauge momentum". */
const char *noslip_conserved_item_title(const NoslipConservedItem *item);
