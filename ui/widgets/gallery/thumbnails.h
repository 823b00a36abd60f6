/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures of the catalogue's systems, drawn on a thread of their own, one after the other. */
#pragma once

#include <gtk/gtk.h>

typedef void (*NoslipThumbnailReady)(const char *id, GdkTexture *texture, gpointer data);

typedef struct _NoslipThumbnails NoslipThumbnails;
/* In pixels; pictures drawn before are in the folder `cache` (NULL: no cache). `ready` is called on the main
 * thread. */
NoslipThumbnails *noslip_thumbnails_new(int width, int height, gboolean dark, const char *cache,
                                        NoslipThumbnailReady ready, gpointer data);
void noslip_thumbnails_free(NoslipThumbnails *thumbnails); /* `ready` is not called after this */
void noslip_thumbnails_add(NoslipThumbnails *thumbnails, const char *id);
