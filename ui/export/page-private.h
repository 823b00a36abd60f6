/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that write a page. */
#pragma once

#include "core/codegen/code.h"
#include "core/trajectory/csv.h"
#include "core/verdict/claims.h"
#include "ui/export/page.h"

#include <json-glib/json-glib.h>

/* A motion in addition to the page's own. */
typedef struct {
  char *name;
  char *color; /* "#rrggbb" */
  NoslipExport *code;
  NoslipObserver *picture;
  double *parameters;           /* n_parameters */
  const NoslipVariant *variant; /* its differences; NULL: only the formulation differs */
} NoslipPageOverlay;

typedef struct {
  const NoslipPageContent *content;
  const int *cancel;
  NoslipDiagnostics *diagnostics;
  NoslipExport *code; /* NULL: `reason` says why the equations cannot be written out */
  char *reason;
  double rtol;             /* of a page that computes */
  char *integration;       /* what such a page does not take over, a sentence; or NULL */
  NoslipObserver *picture; /* the values that `draw` statements need, see noslip_page_picture() */
  NoslipObserver *claims;  /* of each claim: both sides, the sums of their terms, the terms under a rate */
  GArray *judged;          /* guint: index of each applicable claim */
  GArray *first, *n_rates; /* guint: of each of these, in `claims` */
  GArray *draws;           /* guint: of each statement, in `picture` */
  GPtrArray *overlays;     /* of NoslipPageOverlay * */
  guint stride;            /* of the rows of a page that does not compute, to limit its size */
} NoslipPage;

/* page-observers.c. `draws` may be NULL. */
NoslipObserver *noslip_page_picture(NoslipSystem *system, NoslipDynamicsKind kind, GArray *draws);
void noslip_page_add_claims(NoslipPage *page);
void noslip_page_add_output(NoslipObserver *observer, NoslipExpr expr);

/* page-overlays.c */
void noslip_page_add_overlays(NoslipPage *page);
void noslip_page_overlay_free(NoslipPageOverlay *overlay);
void noslip_page_build_overlays(JsonBuilder *builder, const NoslipPage *page);

/* page-data.c: PAGE. `claims` have judged a recorded motion; else NULL. */
void noslip_page_build(JsonBuilder *builder, const NoslipPage *page, char **columns);
void noslip_page_build_claims(JsonBuilder *builder, const NoslipPage *page, const NoslipClaims *claims);

/* page-recorded.c: the motion of a system whose equations cannot be written out; FALSE with errors. */
gboolean noslip_page_build_recorded(JsonBuilder *builder, const NoslipPage *page, NoslipDynamics *dynamics,
                                    NoslipCsv *csv, guint n_columns);

/* page-script.c: the page's text. */
char *noslip_page_html(const NoslipPage *page, JsonBuilder *builder);
