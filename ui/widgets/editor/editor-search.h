/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find and replace in the text of the editor. */
#pragma once

#include "ui/widgets/common/undo-names.h"

#include <gtksourceview/gtksource.h>

#define NOSLIP_TYPE_EDITOR_SEARCH (noslip_editor_search_get_type())
G_DECLARE_FINAL_TYPE(NoslipEditorSearch, noslip_editor_search, NOSLIP, EDITOR_SEARCH, GtkWidget)

/* Of the text of `view`; both outlive it. */
GtkWidget *noslip_editor_search_new(GtkSourceView *view, NoslipUndoNames *names);
/* Shows it with the selection as the search text. */
void noslip_editor_search_open(NoslipEditorSearch *search, gboolean replace);
void noslip_editor_search_close(NoslipEditorSearch *search);
void noslip_editor_search_next(NoslipEditorSearch *search, gboolean forward);
