/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A film: pictures of one size, one after the other, in a file whose suffix determines the format. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef struct _NoslipFilmKind NoslipFilmKind;
typedef struct _NoslipFilmWriter NoslipFilmWriter;

/* The formats of film-kinds.def, NULL-terminated. */
const NoslipFilmKind *const *noslip_film_kinds(void);
/* The format of a file by its name's suffix, ignoring case; NULL if it has none of the suffixes. */
const NoslipFilmKind *noslip_film_kind_of(const char *file);
/* The suffixes of films, the usual one first: "webm", …; NULL-terminated, free with g_free(). */
const char **noslip_film_suffixes(void);
/* FALSE if this build or this machine cannot write the format; *error names the missing package. */
gboolean noslip_film_kind_is_available(const NoslipFilmKind *kind, GError **error);

/* width and height in pixels (even numbers for MP4), fps frames a second. Until it is closed the film has a temporary
 * name in the folder of `file`, which must not be one of `reads`, the input files (NULL-terminated, or NULL). The same
 * frames give the same bytes. */
NoslipFilmWriter *noslip_film_writer_new(const char *file, const char *const *reads, int width, int height, int fps,
                                         GError **error);
/* Appends a frame: an image surface (ARGB32 or RGB24) of that size; blocks while the encoder is behind. */
gboolean noslip_film_writer_add(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error);
/* Completes the film and gives it its name. FALSE if it could not be written; an existing file is then unchanged. */
gboolean noslip_film_writer_close(NoslipFilmWriter *writer, GError **error);
/* If it was not closed, everything is removed. */
void noslip_film_writer_free(NoslipFilmWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFilmWriter, noslip_film_writer_free)
