/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/table.h"

#include "core/catalogue/catalogue.h"
#include "core/simulation/hand/push-columns.h"
#include "ui/picture/file.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  char *file;
  GPtrArray *chunks;        /* of NoslipChunk * */
  guint n_rows;             /* number of rows, which may be less than in the chunks */
  NoslipGestures *gestures; /* NULL: no hand has pulled */
} Table;

static void
table_free(gpointer data)
{
  Table *table = data;
  g_ptr_array_unref(table->chunks);
  noslip_gestures_unref(table->gestures);
  noslip_system_unref(table->system);
  g_free(table->file);
  g_free(table);
}

/* FALSE with *error if it cannot be written or the job was cancelled. */
static gboolean
write_rows(NoslipJob *job, const Table *table, NoslipCsv *csv, NoslipOutput *output, NoslipOutputFile *file,
           GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(NoslipPushes) pushes = table->gestures ? noslip_pushes_new(table->system) : NULL;
  GError *reason = NULL;
  guint done = 0;
  noslip_hand_table_header(csv, table->gestures, text);
  for (guint c = 0; c < table->chunks->len && done < table->n_rows; c++) {
    const NoslipChunk *chunk = g_ptr_array_index(table->chunks, c);
    guint n = MIN(chunk->n_rows, table->n_rows - done);
    noslip_hand_table_rows(csv, pushes, table->gestures, chunk->parameters, n, chunk->rows, chunk->row_size, text);
    done += n;
    if (!noslip_job_continue(job, error))
      return FALSE;
    if (!noslip_output_file_write(file, text->str, text->len, &reason))
      return noslip_file_fail(output, reason, error);
    g_string_truncate(text, 0);
    noslip_job_set_progress(job, (double) done / table->n_rows);
  }
  if (text->len == 0 || noslip_output_file_write(file, text->str, text->len, &reason)) /* a header without rows */
    return TRUE;
  return noslip_file_fail(output, reason, error);
}

static gboolean
write_file(NoslipJob *job, const Table *table, NoslipCsv *csv, GError **error)
{
  g_autoptr(NoslipOutput) output = noslip_output_new(noslip_job_was_cancelled, job);
  GError *reason = NULL;
  g_auto(GStrv) inputs = noslip_catalogue_inputs(table->system, NULL);
  noslip_output_reads_all(output, (const char *const *) inputs);
  NoslipOutputFile *file = noslip_output_add(output, table->file, NOSLIP_OUTPUT_REGULAR, &reason);
  if (!file)
    return noslip_file_fail(output, reason, error);
  if (!write_rows(job, table, csv, output, file, error) || !noslip_job_continue(job, error))
    return FALSE;
  return noslip_output_commit(output, &reason) || noslip_file_fail(output, reason, error);
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
noslip_export_table(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipTrajectory *trajectory,
                    const NoslipGestures *gestures, const char *file)
{
  Table *table = g_new0(Table, 1);
  table->system = noslip_system_ref(system);
  table->kind = kind;
  table->file = g_strdup(file);
  table->gestures = noslip_gestures_have_push(gestures) ? noslip_gestures_copy(gestures) : NULL;
  table->n_rows = noslip_trajectory_n_rows(trajectory);
  table->chunks = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_chunk_unref);
  for (guint c = 0; c < noslip_trajectory_n_chunks(trajectory); c++)
    g_ptr_array_add(table->chunks, noslip_chunk_ref((NoslipChunk *) noslip_trajectory_chunk(trajectory, c)));
  return noslip_job_new(write_table, table, table_free);
}
