/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problems of a text: each diagnostic with its place, its line and a caret, and the remedy. */
#pragma once

#include "core/base/diagnostic.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_PROBLEMS (noslip_problems_get_type())
G_DECLARE_FINAL_TYPE(NoslipProblems, noslip_problems, NOSLIP, PROBLEMS, GtkWidget)

/* Signal "place-activated" (guint line, guint column): a problem with a place was chosen. Signal "fix-activated" (guint
 * index): the fix of the diagnostic with this index in the list was requested. */
GtkWidget *noslip_problems_new(void);
/* Next to the text itself: without its lines, small, and with the fixes. */
void noslip_problems_set_compact(NoslipProblems *problems, gboolean compact);
/* Is visible if there are errors or warnings. `name` is the text's. */
void noslip_problems_show(NoslipProblems *problems, const char *name, const NoslipDiagnostics *diagnostics);
