/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keyboard focus after a click. A clicked button would keep the focus, and Space would press it again; so the focus
 * moves to the scene after the click, except from text and from views, which have keys of their own. A control that was
 * reached by keyboard keeps it. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_POINTER_FOCUS (noslip_pointer_focus_get_type())
G_DECLARE_FINAL_TYPE(NoslipPointerFocus, noslip_pointer_focus, NOSLIP, POINTER_FOCUS, GObject)

/* Both are borrowed; the window owns it. */
NoslipPointerFocus *noslip_pointer_focus_new(GtkWindow *window, GtkWidget *scene);
void noslip_pointer_focus_key(NoslipPointerFocus *self, guint value); /* a key was pressed, before any widget gets it */
/* Moves the focus to the scene in an idle callback, whether a click or a key had moved it. */
void noslip_pointer_focus_to_scene(NoslipPointerFocus *self);
/* TRUE if a click moved the focus to its place, FALSE if Tab or an arrow did. */
gboolean noslip_pointer_focus_is_by_pointer(NoslipPointerFocus *self);
/* TRUE for widgets with keys of their own: text, views, the scene, the marks of the loop, menus. */
gboolean noslip_pointer_focus_keeps(GtkWidget *focus);
