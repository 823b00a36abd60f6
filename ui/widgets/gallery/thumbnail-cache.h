/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures that were drawn before, one file each. Thread-safe; no state. What is damaged or cannot be written is
 * as if it were not there. */
#pragma once

#include <cairo.h>
#include <glib.h>

#define NOSLIP_THUMBNAIL_CACHE_MOST 400 /* pictures: those of the catalogue light and dark, and many of one's own */
#define NOSLIP_THUMBNAIL_CACHE_MOST_BYTES (16 * 1024 * 1024)

/* Where the program keeps them. Free with g_free(). */
char *noslip_thumbnail_cache_folder(void);
/* A picture's name: of the text, the size in pixels, light or dark, and the program that draws. Free with g_free(). */
char *noslip_thumbnail_cache_key(const char *text, gsize length, int width, int height, gboolean dark);
/* The picture, if it is there, whole and of this size, else NULL. It counts as used now. */
cairo_surface_t *noslip_thumbnail_cache_find(const char *folder, const char *key, int width, int height);
/* Writes it, whole or not at all; those that were not used for longest go where there are too many. */
void noslip_thumbnail_cache_keep(const char *folder, const char *key, cairo_surface_t *surface);
