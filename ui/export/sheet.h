/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sheet: a system's coordinates, Lagrangian, constraints, anchor, brackets, projected brackets and equations of
 * motion as lines of LaTeX mathematics, for the window and for documents. */
#pragma once

#include "core/system/system.h"

/* Longer expressions are not written out: nobody would read them. In symbols. */
#define NOSLIP_SHEET_LONGEST 20000

/* With more definitions equations are for documents alone. */
#define NOSLIP_SHEET_MOST_NAMES 40

typedef enum {
  NOSLIP_SHEET_EVERYWHERE,
  NOSLIP_SHEET_DOCUMENT, /* too much for the window */
  NOSLIP_SHEET_WINDOW,   /* what the window says in its place */
} NoslipSheetPlace;

typedef struct {
  const char *title; /* of a section, on its first line; else NULL */
  char *left;        /* "\\dot{x}", or NULL */
  char *latex;       /* "left = right", or NULL where there are only words */
  char *words;       /* what stands there in its place, or NULL */
  guint size;        /* symbols of the right side */
  NoslipSheetPlace place;
} NoslipSheetLine;

typedef struct {
  char *title;
  guint n_lines;
  NoslipSheetLine *lines;
} NoslipSheet;

/* Takes long for large systems (seconds), as the equations of motion are solved in symbols. Between steps it asks
 * `stop`, which may be NULL; NULL where that told it to. */
NoslipSheet *noslip_sheet_new(NoslipSystem *system, gboolean (*stop)(gpointer data), gpointer data);
void noslip_sheet_free(NoslipSheet *sheet);
/* As a document that LaTeX takes as it is (amsmath). Free with g_free(). */
char *noslip_sheet_document(const NoslipSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSheet, noslip_sheet_free)
