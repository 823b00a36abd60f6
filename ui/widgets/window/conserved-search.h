/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One search for conserved quantities: what it is of, and what it came to. */
#pragma once

#include "core/finder/conserved.h"
#include "core/simulation/simulation.h"
#include "ui/export/job.h"

typedef struct {
  NoslipSystem *system; /* a reference */
  NoslipDynamicsKind kind;
  double *parameters, *xy; /* that the window showed */
  NoslipConservedOptions options;
  /* Once the job is done: */
  NoslipConserved *conserved; /* or NULL with the error */
  GPtrArray *latex;           /* of char * (or NULL), one for each that was found */
  NoslipDiagnostic *error;
} NoslipConservedSearch;

/* With the present parameters, initial values and dynamics; NULL while where the motion begins is not known. The job's
 * data is the NoslipConservedSearch. */
NoslipJob *noslip_conserved_search_new(const NoslipSimulation *simulation, guint degree, gboolean moving);
/* What the search says as a whole: what is known already, or that there is nothing in this space, with its dimension
 * and gap. Free with g_free(). */
char *noslip_conserved_search_words(const NoslipConservedSearch *search);
/* How sure one is. Free with g_free(). */
char *noslip_conserved_item_words(const NoslipConservedItem *item);
/* "Gauge momentum". */
const char *noslip_conserved_item_title(const NoslipConservedItem *item);
