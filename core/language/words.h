/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions and values of the system language in a few words each. */
#pragma once

#include <glib.h>

typedef struct {
  const char *name;    /* "sqrt" */
  const char *form;    /* "sqrt(x)" */
  const char *meaning; /* to be translated */
  gboolean function;   /* of numbers; else it exists by itself */
} NoslipWordHelp;
const NoslipWordHelp *noslip_language_words(guint *n);
