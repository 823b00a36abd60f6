/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a film's format. */
#pragma once

#include "core/output/output.h"
#include "ui/export/film.h"

struct _NoslipFilmKind {
  const char *suffix;
  gboolean (*is_available)(const NoslipFilmKind *kind, GError **error);
  /* Starts the encoder, which writes to writer->fd. */
  gboolean (*start)(NoslipFilmWriter *writer, GError **error);
  gboolean (*add)(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error);
  /* After this call all bytes are in the file. */
  gboolean (*end)(NoslipFilmWriter *writer, GError **error);
  void (*clear)(NoslipFilmWriter *writer);
};

struct _NoslipFilmWriter {
  const NoslipFilmKind *kind;
  NoslipOutput *output;
  char *file;
  int fd; /* of the output's file */
  int width, height, fps;
  guint64 n_frames;
  gpointer encoder; /* the format's own */
};

#define FILM(name) extern const NoslipFilmKind noslip_film_##name;
#include "ui/export/film-kinds.def"
#undef FILM

/* Fails with "FILE cannot be written: REASON". */
gboolean noslip_film_fail(const NoslipFilmWriter *writer, const char *reason, GError **error);
