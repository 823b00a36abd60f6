/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions and values of the system language with short explanations, and the shapes of `draw`. */
#pragma once

#include <glib.h>

typedef struct {
  const char *name;    /* "sqrt" */
  const char *form;    /* "sqrt(x)" */
  const char *meaning; /* to be translated */
  gboolean function;   /* a function of numbers; else a predefined name */
} NoslipWordHelp;
/* All words, *n of them. */
const NoslipWordHelp *noslip_language_words(guint *n);

/* A shape of `draw` (core/system/shapes.def). */
typedef struct {
  const char *name;  /* "box" */
  const char *needs; /* required arguments, with blanks between: "at size" */
  const char *takes; /* all allowed ones, with a blank on both sides of each; "points" means points without a word */
  const char *form;  /* its grammar */
} NoslipShapeWords;
/* All shapes, *n of them. */
const NoslipShapeWords *noslip_language_shapes(guint *n);
