/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion as one page of HTML that any browser opens: its equations written out in JavaScript, or, if that is not
 * possible, the rows of the motion. The page consists of the scripts and page.css of data/page, the equations, and
 * PAGE, the data from the system's text. */
#pragma once

#include "core/simulation/simulation.h"
#include "ui/export/job.h"

#define NOSLIP_PAGE_MOST 400000 /* bytes */

/* What a page shows. */
typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  const NoslipFormulation *formulation;
  NoslipRunOptions options;
  double *parameters;           /* n_parameters */
  double *xy;                   /* m + n: the initial state */
  double *mu;                   /* k, of vakonomic dynamics; else may be NULL */
  NoslipComparison *comparison; /* formulations and overlays in addition to the motion; or NULL */
  char *caption;                /* of a story, or NULL */
  const char *integration;      /* option of the integration that was given, which only a motion that is played keeps; a
                                 * page that computes is refused with it. NULL: none */
  double pause;                 /* seconds at which a story asks what will happen; NaN: none */
} NoslipPageContent;
/* The motion that a simulation shows, which must have rows, as it continues from its last change. */
void noslip_page_content_take(NoslipPageContent *content, const NoslipSimulation *simulation);
/* Releases its contents, but not the structure. */
void noslip_page_content_clear(NoslipPageContent *content);

/* The text of the page; free with g_free(). NULL with errors in `diagnostics`, which also get notes on missing parts.
 * `cancel` may be NULL; else the computation stops when it becomes 1. */
char *noslip_page_text(const NoslipPageContent *content, NoslipDynamics *dynamics, const int *cancel,
                       NoslipDiagnostics *diagnostics);
/* Writes it as a file, in a job. Takes ownership of the contents. */
NoslipJob *noslip_export_page(NoslipPageContent *content, const char *file);
