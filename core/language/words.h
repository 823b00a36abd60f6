/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions and values of the system language in a few words each, and the shapes of `draw`. */
#pragma once

#include <glib.h>

typedef struct {
  const char *name;    /* "sqrt" */
  const char *form;    /* "sqrt(x)" */
  const char *meaning; /* to be translated */
  gboolean function;   /* of numbers; else it exists by itself */
} NoslipWordHelp;
const NoslipWordHelp *noslip_language_words(guint *n);

/* A shape of `draw` (core/system/shapes.def). */
typedef struct {
  const char *name;  /* "box" */
  const char *needs; /* arguments that must be given, with blanks between: "at size" */
  const char
      *takes;       /* all that may be, with a blank on both sides of each; "points" stands for points without a word */
  const char *form; /* its grammar */
} NoslipShapeWords;
const NoslipShapeWords *noslip_language_shapes(guint *n);
