/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A film: pictures of one size, one after the other, in a file whose name's ending says the format. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef struct _NoslipFilmKind NoslipFilmKind;
typedef struct _NoslipFilmWriter NoslipFilmWriter;

/* The formats of film-kinds.def, NULL-terminated. */
const NoslipFilmKind *const *noslip_film_kinds(void);
/* The format of a file by its name's ending, in letters of any size; NULL where it ends in none of theirs. */
const NoslipFilmKind *noslip_film_kind_of(const char *file);
/* The endings of films, the first one the usual: "webm", …; NULL-terminated, free with g_free(). */
const char **noslip_film_suffixes(void);
/* FALSE where this build or this machine cannot write one; *error says which package is missing. */
gboolean noslip_film_kind_is_available(const NoslipFilmKind *kind, GError **error);

/* width and height in pixels (even numbers for MP4), fps frames a second. Until it is closed the film has a name of its
 * own beside `file`, which cannot be one of `reads`, the files of what is shown (NULL-terminated, or NULL). The same
 * frames give the same bytes. */
NoslipFilmWriter *noslip_film_writer_new(const char *file, const char *const *reads, int width, int height, int fps,
                                         GError **error);
/* Appends a frame: an image surface (ARGB32 or RGB24) of that size; waits while the encoder is behind. */
gboolean noslip_film_writer_add(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error);
/* Ends it and gives it its name. FALSE where it could not be written; whatever was there before stays then. */
gboolean noslip_film_writer_close(NoslipFilmWriter *writer, GError **error);
/* Where it was not closed, nothing of it is left. */
void noslip_film_writer_free(NoslipFilmWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFilmWriter, noslip_film_writer_free)
