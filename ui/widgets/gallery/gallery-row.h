/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the gallery: the picture, the title and the summary of a system, and the stories about it. */
#pragma once

#include "core/catalogue/catalogue.h"

#include <gtk/gtk.h>

#define NOSLIP_GALLERY_PICTURE_WIDTH 108
#define NOSLIP_GALLERY_PICTURE_HEIGHT 72

#define NOSLIP_TYPE_GALLERY_ROW (noslip_gallery_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipGalleryRow, noslip_gallery_row, NOSLIP, GALLERY_ROW, GtkListBoxRow)

/* `entry` is borrowed. */
GtkWidget *noslip_gallery_row_new(const NoslipCatalogueEntry *entry);
const NoslipCatalogueEntry *noslip_gallery_row_entry(NoslipGalleryRow *row);
/* The searched words, folded. */
const char *noslip_gallery_row_searched(NoslipGalleryRow *row);
void noslip_gallery_row_set_picture(NoslipGalleryRow *row, GdkPaintable *picture);
/* A text without capitals and accents, for searching. Free with g_free(). */
char *noslip_gallery_fold(const char *text);
