/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/table.h"

#include "core/trajectory/csv.h"
#include "ui/picture/file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  char *file;
  GPtrArray *chunks; /* of NoslipChunk * */
  guint n_rows;      /* of them, which may be fewer than the chunks hold */
} Table;

static void
table_free(gpointer data)
{
  Table *table = data;
  g_ptr_array_unref(table->chunks);
  noslip_system_unref(table->system);
  g_free(table->file);
  g_free(table);
}

static gboolean
put(FILE *stream, GString *text)
{
  gboolean written = fwrite(text->str, 1, text->len, stream) == text->len;
  g_string_truncate(text, 0);
  return written;
}

/* FALSE where the disk is full, or without an error of the system's where the job was cancelled. */
static gboolean
write_rows(NoslipJob *job, const Table *table, NoslipCsv *csv, FILE *stream)
{
  g_autoptr(GString) text = g_string_new(NULL);
  guint done = 0;
  noslip_csv_header(csv, text);
  gboolean written = put(stream, text);
  for (guint c = 0; c < table->chunks->len && done < table->n_rows && written; c++) {
    const NoslipChunk *chunk = g_ptr_array_index(table->chunks, c);
    guint n = MIN(chunk->n_rows, table->n_rows - done);
    noslip_csv_rows(csv, chunk->parameters, n, chunk->rows, text);
    done += n;
    written = !noslip_job_is_cancelled(job) && put(stream, text);
    noslip_job_set_progress(job, (double) done / table->n_rows);
  }
  return written;
}

static void
fail(GError **error, const char *file)
{
  int number = errno;
  g_set_error(error, G_IO_ERROR, (int) g_io_error_from_errno(number), _("%s cannot be written: %s"), file,
              g_strerror(number));
}

/* A new file beside the target takes its name when it is complete. */
static gboolean
write_file(NoslipJob *job, const Table *table, NoslipCsv *csv, GError **error)
{
  if (noslip_file_is_special(table->file)) {
    errno = EINVAL;
    fail(error, table->file);
    return FALSE;
  }
  g_autofree char *temporary = g_strdup_printf("%s.XXXXXX", table->file);
  int descriptor = g_mkstemp_full(temporary, O_WRONLY, 0666);
  FILE *stream = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
  if (!stream) {
    fail(error, table->file);
    return FALSE;
  }
  gboolean written = write_rows(job, table, csv, stream) && fflush(stream) == 0 && fsync(descriptor) == 0;
  if (!written && noslip_job_go_on(job, error))
    fail(error, table->file);
  if (fclose(stream) != 0 && written) {
    fail(error, table->file);
    written = FALSE;
  }
  if (written && g_rename(temporary, table->file) != 0) {
    fail(error, table->file);
    written = FALSE;
  }
  if (!written)
    g_unlink(temporary);
  return written;
}

static gboolean
write_table(NoslipJob *job, gpointer data, GError **error)
{
  const Table *table = data;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(table->system, table->kind, diagnostics);
  if (csv)
    return write_file(job, table, csv, error);
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("the energy of this system cannot be observed"));
  return FALSE;
}

NoslipJob *
noslip_export_table(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipTrajectory *trajectory, const char *file)
{
  Table *table = g_new0(Table, 1);
  table->system = noslip_system_ref(system);
  table->kind = kind;
  table->file = g_strdup(file);
  table->n_rows = noslip_trajectory_n_rows(trajectory);
  table->chunks = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_chunk_unref);
  for (guint c = 0; c < noslip_trajectory_n_chunks(trajectory); c++)
    g_ptr_array_add(table->chunks, noslip_chunk_ref((NoslipChunk *) noslip_trajectory_chunk(trajectory, c)));
  return noslip_job_new(write_table, table, table_free);
}
