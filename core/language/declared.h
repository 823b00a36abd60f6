/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names that a text declares, for editors: found line by line, so that a text with errors has them too. */
#pragma once

#include "core/language/language.h"

typedef struct {
  char *name;
  const NoslipStatementHelp *statement; /* the statement that declares it */
} NoslipDeclaredName;

/* In the order of the text, each name once. An array of NoslipDeclaredName *; free with g_ptr_array_unref(). */
GPtrArray *noslip_language_declared(const char *text);
