/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window writes, one file a start, so that any call of the system can be made to fail in it:
 * `actor ACTION SYSTEM FILE` ends with 0, or with 2 after a message. */
#include "app/desktop/arrangement-file.h"
#include "core/catalogue/catalogue.h"
#include "core/output/output.h"
#include "core/simulation/drafts.h"
#include "core/simulation/setup/setup.h"
#include "ui/export/document.h"
#include "ui/export/picture.h"
#include "ui/export/table.h"
#include "ui/widgets/gallery/thumbnail-cache.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

#define ROWS 200

static int
report(gboolean good, const GError *error)
{
  if (!good)
    fprintf(stderr, "%s\n", error && error->message ? error->message : "no reason is given");
  return good ? 0 : 2;
}

static int
wait_for(NoslipJob *job)
{
  const GError *error = NULL;
  while (!noslip_job_is_done(job))
    g_usleep(1000);
  int status = report(noslip_job_succeeded(job, &error), error);
  noslip_job_free(job);
  return status;
}

static void
draw(cairo_t *cairo, gpointer data)
{
  for (int i = 0; i < 40; i++)
    cairo_line_to(cairo, i, i * i % 17);
  cairo_stroke(cairo);
}

static int
export_picture(const NoslipSystem *system, const char *file)
{
  NoslipExportPage page = {"A curve", 60, 40, 2};
  const NoslipPictureFormat *format = noslip_picture_format_of(file);
  g_autoptr(GError) error = NULL;
  g_assert_true(format != NULL);
  const char *inputs[] = {system->file, NULL};
  return report(noslip_export_picture(file, inputs, format, &page, draw, NULL, &error), error);
}

static int
export_table(NoslipSystem *system, const char *file)
{
  g_autoptr(NoslipTrajectory) trajectory = noslip_trajectory_new(system);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(NoslipChunk) chunk = noslip_chunk_new(system, ROWS, parameters);
  for (guint i = 0; i < ROWS; i++)
    for (guint c = 0; c < chunk->row_size; c++)
      chunk->rows[i * chunk->row_size + c] = 0.25 * i + c;
  chunk->n_rows = ROWS;
  noslip_trajectory_append(trajectory, chunk);
  return wait_for(noslip_export_table(system, system->dynamics, trajectory, NULL, file));
}

/* FILE is a folder. */
static int
keep_draft(const NoslipSystem *system, const char *folder)
{
  NoslipDraft *draft = noslip_draft_new(folder);
  g_autofree char *base = noslip_draft_base(system->text);
  noslip_draft_keep(draft, "/a/file.noslip", base, "the old text\n");
  g_autofree char *first = noslip_draft_flush(draft);
  noslip_draft_keep(draft, "/a/file.noslip", base, "the new text\n");
  g_autofree char *error = noslip_draft_flush(draft);
  noslip_draft_free(draft);
  if (error)
    fprintf(stderr, "%s\n", error);
  return error ? 2 : 0;
}

/* FILE is a folder. */
static int
keep_thumbnail(const char *folder)
{
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 60, 40);
  g_autofree char *key = g_compute_checksum_for_string(G_CHECKSUM_SHA256, "a system", -1);
  noslip_thumbnail_cache_keep(folder, key, surface);
  cairo_surface_destroy(surface);
  return 0;
}

static int
write_setups(const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups =
      noslip_setups_from_text("[Noslip set-up]\nversion=1\nname=One\n\n[System]\nid=snakeboard\n"
                              "[Noslip set-up]\nname=Two\n\n[System]\n| noslip 1\n| coordinate x\n",
                              NULL, "here", diagnostics);
  g_assert_cmpuint(setups->len, ==, 2);
  return report(noslip_setups_write(setups->len, (NoslipSetup *const *) setups->pdata, file, &error), error);
}

static int
act(const char *action, NoslipSystem *system, const char *file)
{
  g_autoptr(GError) error = NULL;
  if (g_str_equal(action, "save"))
    return report(noslip_output_write(file, system->text, strlen(system->text), NOSLIP_OUTPUT_REGULAR, NULL, &error),
                  error);
  if (g_str_equal(action, "settings")) { /* in the folder that XDG_STATE_HOME names */
    noslip_arrangement_save(system, "[Views]\n");
    return 0;
  }
  if (g_str_equal(action, "thumbnail"))
    return keep_thumbnail(file);
  if (g_str_equal(action, "setups"))
    return write_setups(file);
  if (g_str_equal(action, "draft"))
    return keep_draft(system, file);
  if (g_str_equal(action, "picture"))
    return export_picture(system, file);
  if (g_str_equal(action, "table"))
    return export_table(system, file);
  if (g_str_equal(action, "equations"))
    return wait_for(noslip_export_equations(system, file));
  return report(FALSE, NULL);
}

int
main(int argc, char **argv)
{
  if (argc != 4)
    return 2;
  gsl_set_error_handler_off();
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_catalogue_load(argv[2], diagnostics);
  if (!system) {
    fprintf(stderr, "%s cannot be read\n", argv[2]);
    return 2;
  }
  int status = act(argv[1], system, argv[3]);
  noslip_system_unref(system);
  return status;
}
