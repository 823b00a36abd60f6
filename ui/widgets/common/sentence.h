/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clause of the core ("the constrained system is not regular") as a sentence of its own. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/system/system.h"

/* With a capital letter and a full stop; if it starts with a name of the system (which may be NULL), or a word with
 * other characters than letters, the start is unchanged. Free with g_free(). */
char *noslip_sentence(const NoslipSystem *system, const char *clause);
/* Cause and remedy as one clause; `otherwise` if the diagnostic is NULL. Free with g_free(). */
char *noslip_clause(const NoslipDiagnostic *diagnostic, const char *otherwise);
