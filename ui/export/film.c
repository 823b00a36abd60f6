/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/film-private.h"

#include "ui/picture/file.h"

#include <glib/gi18n.h>

const NoslipFilmKind *const *
noslip_film_kinds(void)
{
  static const NoslipFilmKind *const kinds[] = {
#define FILM(name) &noslip_film_##name,
#include "ui/export/film-kinds.def"
#undef FILM
      NULL,
  };
  return kinds;
}

const NoslipFilmKind *
noslip_film_kind_of(const char *file)
{
  g_autofree char *lower = g_ascii_strdown(file, -1);
  for (const NoslipFilmKind *const *kind = noslip_film_kinds(); *kind != NULL; kind++)
    if (g_str_has_suffix(lower, (*kind)->suffix))
      return *kind;
  return NULL;
}

const char **
noslip_film_suffixes(void)
{
  GPtrArray *suffixes = g_ptr_array_new();
  for (const NoslipFilmKind *const *kind = noslip_film_kinds(); *kind != NULL; kind++)
    g_ptr_array_add(suffixes, (gpointer) ((*kind)->suffix + 1));
  g_ptr_array_add(suffixes, NULL);
  return (const char **) g_ptr_array_free(suffixes, FALSE);
}

gboolean
noslip_film_kind_is_available(const NoslipFilmKind *kind, GError **error)
{
  return kind->is_available(kind, error);
}

gboolean
noslip_film_fail(const NoslipFilmWriter *writer, const char *reason, GError **error)
{
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be written: %s"), writer->file, reason);
  return FALSE;
}

static gboolean
open_file(NoslipFilmWriter *writer, const char *const *reads, GError **error)
{
  GError *reason = NULL;
  writer->output = noslip_output_new(NULL, NULL);
  noslip_output_reads_all(writer->output, reads);
  NoslipOutputFile *file = noslip_output_add(writer->output, writer->file, NOSLIP_OUTPUT_REGULAR, &reason);
  if (!file)
    return noslip_file_fail(writer->output, reason, error);
  writer->fd = noslip_output_file_fd(file);
  return TRUE;
}

NoslipFilmWriter *
noslip_film_writer_new(const char *file, const char *const *reads, int width, int height, int fps, GError **error)
{
  const NoslipFilmKind *kind = noslip_film_kind_of(file);
  if (kind == NULL) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                _("%s is not a name for a film: it must end in .webm, .mp4 or .gif"), file);
    return NULL;
  }
  if (!kind->is_available(kind, error))
    return NULL;
  g_autoptr(NoslipFilmWriter) writer = g_new0(NoslipFilmWriter, 1);
  writer->kind = kind;
  writer->file = g_strdup(file);
  writer->width = width;
  writer->height = height;
  writer->fps = fps;
  if (!open_file(writer, reads, error) || !kind->start(writer, error))
    return NULL;
  return g_steal_pointer(&writer);
}

gboolean
noslip_film_writer_add(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error)
{
  cairo_surface_flush(frame);
  if (!writer->kind->add(writer, frame, error))
    return FALSE;
  writer->n_frames++;
  return TRUE;
}

gboolean
noslip_film_writer_close(NoslipFilmWriter *writer, GError **error)
{
  GError *reason = NULL;
  if (!writer->kind->end(writer, error))
    return FALSE;
  return noslip_output_commit(writer->output, &reason) || noslip_file_fail(writer->output, reason, error);
}

void
noslip_film_writer_free(NoslipFilmWriter *writer)
{
  if (!writer)
    return;
  writer->kind->clear(writer);
  noslip_output_free(writer->output);
  g_free(writer->file);
  g_free(writer);
}
