/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion as one page of HTML that any browser opens: its equations written out in JavaScript; where they cannot be,
 * the rows of the motion. The page is the scripts and page.css of data/page, the equations, and PAGE, what the text says of
 * the system. */
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
  double *xy;                   /* m + n: where the motion begins */
  double *mu;                   /* k, of vakonomic dynamics; else may be NULL */
  NoslipComparison *comparison; /* formulations and overlays beside the motion; or NULL */
  char *caption;                /* of a story, or NULL */
  double pause;                 /* seconds at which a story asks what will happen; NaN: nowhere */
} NoslipPageContent;
/* The motion that a simulation shows, which has rows, as it goes on from its last change. */
void noslip_page_content_take(NoslipPageContent *content, const NoslipSimulation *simulation);
/* Releases what it has, but not itself. */
void noslip_page_content_clear(NoslipPageContent *content);

/* The text of the page; free with g_free(). NULL with errors in `diagnostics`, which also get a note of what the page
 * cannot do. `cancel` may be NULL; else the motion is given up where it becomes 1. */
char *noslip_page_text(const NoslipPageContent *content, NoslipDynamics *dynamics, const int *cancel,
                       NoslipDiagnostics *diagnostics);
/* Writes it as a file, by a job. Takes what the content has. */
NoslipJob *noslip_export_page(NoslipPageContent *content, const char *file);
