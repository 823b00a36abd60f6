/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clause of the core ("the constrained system is not regular") where it stands alone. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/system/system.h"

/* With a capital letter and a full stop; a name of the system (which may be NULL), or a word that is more than letters,
 * begins as it is written. Free with g_free(). */
char *noslip_sentence(const NoslipSystem *system, const char *clause);
/* What is wrong and what to do about it, as one clause; `otherwise` where the diagnostic is NULL. Free with
 * g_free(). */
char *noslip_clause(const NoslipDiagnostic *diagnostic, const char *otherwise);
