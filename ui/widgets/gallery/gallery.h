/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gallery: the catalogue's systems with picture, title and summary, searchable, in a popover. Choosing one
 * activates "win.open-system" with its id. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_GALLERY (noslip_gallery_get_type())
G_DECLARE_FINAL_TYPE(NoslipGallery, noslip_gallery, NOSLIP, GALLERY, GtkPopover)

GtkWidget *noslip_gallery_new(void);
