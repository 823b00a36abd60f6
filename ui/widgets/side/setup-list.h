/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of set-ups of a lecture. Every change is written to a file at once. */
#pragma once

#include "core/simulation/setup/setup.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SETUP_LIST (noslip_setup_list_get_type())
G_DECLARE_FINAL_TYPE(NoslipSetupList, noslip_setup_list, NOSLIP, SETUP_LIST, GObject)

/* `file` is read first, if it exists; NULL: the list is not saved. */
NoslipSetupList *noslip_setup_list_new(const char *file);
guint noslip_setup_list_n(NoslipSetupList *list);
NoslipSetup *noslip_setup_list_get(NoslipSetupList *list, guint index); /* borrowed */
/* The one shown last, -1 if none was. */
int noslip_setup_list_current(NoslipSetupList *list);
void noslip_setup_list_set_current(NoslipSetupList *list, int index);
/* All of these emit "changed". Indices outside the list are ignored. */
void noslip_setup_list_add(NoslipSetupList *list, NoslipSetup *setup); /* after the present one, and makes it the
                                                                        * present one */
void noslip_setup_list_insert(NoslipSetupList *list, guint index, NoslipSetup *setup);
void noslip_setup_list_remove(NoslipSetupList *list, guint index);
void noslip_setup_list_move(NoslipSetupList *list, guint index, guint to);
void noslip_setup_list_rename(NoslipSetupList *list, guint index, const char *name);
void noslip_setup_list_replace(NoslipSetupList *list, GPtrArray *setups); /* of NoslipSetup * */
GPtrArray *noslip_setup_list_copy(NoslipSetupList *list);                 /* the same; g_ptr_array_unref() */
gboolean noslip_setup_list_write(NoslipSetupList *list, const char *file, GError **error);
/* NULL, or why the last change could not be saved. */
const char *noslip_setup_list_failure(NoslipSetupList *list);
