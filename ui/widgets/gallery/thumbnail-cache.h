/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pictures that were drawn before, one file each. Thread-safe; no state. Damaged files count as missing, and
 * write errors are ignored. */
#pragma once

#include <cairo.h>
#include <glib.h>

#define NOSLIP_THUMBNAIL_CACHE_MOST 400 /* pictures: the catalogue, light and dark, and many others */
#define NOSLIP_THUMBNAIL_CACHE_MOST_BYTES (16 * 1024 * 1024)

/* The program's folder for them. Free with g_free(). */
char *noslip_thumbnail_cache_folder(void);
/* The name of a picture: made of the text, the size in pixels, light or dark, and the version of the program. Free with
 * g_free(). */
char *noslip_thumbnail_cache_key(const char *text, gsize length, int width, int height, gboolean dark);
/* The picture, if it exists, is complete and has this size, else NULL. Counts as used now. */
cairo_surface_t *noslip_thumbnail_cache_find(const char *folder, const char *key, int width, int height);
/* Writes it, completely or not at all; the least recently used ones are removed if there are too many. */
void noslip_thumbnail_cache_keep(const char *folder, const char *key, cairo_surface_t *surface);
