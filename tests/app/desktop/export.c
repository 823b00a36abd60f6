/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exported files can be read again: pictures of views, the scene, the table and the document. */
#include "app/desktop/export.h"
#include "tests/app/desktop/driven.h"
#include "tests/app/films.h"

#include "ui/export/document.h"
#include "ui/export/table.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *folder;

static char *
path_of(const char *name)
{
  return g_build_filename(folder, name, NULL);
}

static char *
contents(const char *path, gsize *length)
{
  char *text = NULL;
  g_autoptr(GError) error = NULL;
  g_file_get_contents(path, &text, length, &error);
  g_assert_no_error(error);
  return text;
}

/* Every view in every format; a name without a known suffix writes nothing. */
static void
test_views(void)
{
  static const struct {
    const char *suffix, *begins;
  } formats[] = {{"svg", "<?xml"}, {"pdf", "%PDF-"}, {"png", "\211PNG"}};
  NoslipWindow *window = driven_open("snakeboard", 1);
  for (guint k = 0; noslip_view_kinds()[k]; k++) {
    const char *id = noslip_view_kinds()[k]->id;
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
      g_autofree char *name = g_strdup_printf("%s.%s", id, formats[f].suffix), *path = path_of(name);
      noslip_desktop_export_to(window, id, path, NULL);
      WAIT_FOR(g_file_test(path, G_FILE_TEST_EXISTS)); /* the equations are derived first */
      gsize length = 0;
      g_autofree char *text = contents(path, &length);
      g_assert_true(g_str_has_prefix(text, formats[f].begins));
      g_assert_cmpuint(length, >, 1000);
      g_unlink(path);
    }
  }
  g_autofree char *odd = path_of("energy.xyz");
  noslip_desktop_export_to(window, "energy", odd, NULL);
  g_assert_false(g_file_test(odd, G_FILE_TEST_EXISTS));
  g_autofree char *nowhere = path_of("no-such-folder/energy.svg");
  noslip_desktop_export_to(window, "energy", nowhere, NULL);
  g_assert_false(g_file_test(nowhere, G_FILE_TEST_EXISTS));
  driven_close(window);
}

static guint
n_lines(const char *text)
{
  guint n = 0;
  for (const char *c = text; *c; c++)
    n += *c == '\n';
  return n;
}

static void
test_table_scene_document(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(noslip_window_simulation(window)));
  g_autofree char *table = path_of("motion.csv"), *scene = path_of("scene.png"), *document = path_of("sleigh.tex");
  noslip_desktop_export_to(window, "trajectory", table, NULL);
  noslip_desktop_export_to(window, "scene", scene, &(NoslipExportOptions){.width = 700, .height = 500});
  noslip_desktop_export_to(window, "equations-latex", document, NULL);
  WAIT_FOR(g_file_test(table, G_FILE_TEST_EXISTS) && g_file_test(scene, G_FILE_TEST_EXISTS) &&
           g_file_test(document, G_FILE_TEST_EXISTS));
  g_autofree char *rows = contents(table, NULL);
  g_assert_true(g_str_has_prefix(rows, "t,x,y,theta,v1,v2,omega,energy,lambda[blade]"));
  g_assert_cmpuint(n_lines(rows), ==, run->n_rows + 1);
  g_autoptr(GError) error = NULL;
  g_autoptr(GdkTexture) texture = gdk_texture_new_from_filename(scene, &error);
  g_assert_no_error(error);
  g_assert_cmpint(gdk_texture_get_width(texture), ==, 700);
  g_assert_cmpint(gdk_texture_get_height(texture), ==, 500);
  g_autofree char *latex = contents(document, NULL);
  g_assert_nonnull(strstr(latex, "\\documentclass"));
  g_assert_nonnull(strstr(latex, "Basis of D and projected brackets"));
  g_assert_nonnull(strstr(latex, "\\dot{\\omega} &="));
  g_assert_nonnull(strstr(latex, "\\end{document}"));
  g_unlink(table);
  g_unlink(scene);
  g_unlink(document);
  driven_close(window);
}

/* A job that is cancelled or cannot write keeps the old file, and leaves no other. */
static void
test_cancel(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(noslip_window_simulation(window)));
  g_autofree char *nowhere = path_of("no-such-folder/motion.csv");
  g_autoptr(NoslipJob) failing = noslip_export_table(system, run->formulation->kind, run->trajectory, NULL, nowhere);
  WAIT_FOR(noslip_job_is_done(failing));
  const GError *error = NULL;
  g_assert_false(noslip_job_succeeded(failing, &error));
  g_assert_nonnull(error);
  g_assert_false(g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED));

  g_autofree char *path = path_of("kept.csv");
  g_assert_true(g_file_set_contents(path, "before", -1, NULL));
  for (guint i = 0; i < 20; i++) {
    g_autoptr(NoslipJob) job = noslip_export_table(system, run->formulation->kind, run->trajectory, NULL, path);
    noslip_job_cancel(job);
    WAIT_FOR(noslip_job_is_done(job));
    g_autofree char *text = contents(path, NULL);
    if (noslip_job_succeeded(job, &error)) { /* it was quicker */
      g_assert_true(g_str_has_prefix(text, "t,"));
      g_assert_cmpuint(n_lines(text), ==, run->n_rows + 1);
      break;
    }
    g_assert_true(g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
    g_assert_cmpstr(text, ==, "before");
  }
  g_unlink(path);
  g_autoptr(GDir) left = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(left));
  driven_close(window);
}

/* The motion with an overlay as a film; a cancelled one leaves nothing. */
static void
test_film(void)
{
  if (!have_films())
    return;
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_overlays_show(noslip_simulation_overlays(simulation), noslip_formulation_default(NOSLIP_DYNAMICS_VAKONOMIC),
                       TRUE);
  WAIT_FOR(driven_settled(window));
  NoslipExportOptions options = {.width = 160, .height = 100, .film = {.from = 0, .to = 1, .speed = 1, .fps = 10}};
  g_autofree char *film = path_of("motion.webm");
  noslip_desktop_export_to(window, "motion", film, &options);
  WAIT_FOR(g_file_test(film, G_FILE_TEST_EXISTS));
  gsize length = 0;
  g_autofree char *bytes = contents(film, &length);
  g_assert_cmpuint(length, >, 2000);
  g_assert_cmpmem(bytes, 4, "\x1a\x45\xdf\xa3", 4); /* the first bytes of a Matroska file */
  g_unlink(film);

  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
  NoslipStage *stage = noslip_stage_new(noslip_simulation_system(simulation), TRUE);
  noslip_stage_add(stage, run->formulation->kind, run->trajectory, NULL, NULL, NULL);
  NoslipShot shot = {.width = 160, .height = 100, .scale = 1};
  NoslipFilm endless = {.from = 0, .to = 1, .speed = 0.001, .fps = 30};
  g_autoptr(NoslipJob) job = noslip_export_film(stage, &shot, &endless, film);
  WAIT_FOR(noslip_job_progress(job) > 0);
  noslip_job_cancel(job);
  WAIT_FOR(noslip_job_is_done(job));
  const GError *error = NULL;
  g_assert_false(noslip_job_succeeded(job, &error));
  g_assert_true(g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_autoptr(GDir) left = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(left));

  /* and one whose window is closed */
  noslip_desktop_export_to(window, "motion", film,
                           &(NoslipExportOptions){.width = 160, .height = 100, .film = endless});
  WAIT_FOR((g_dir_rewind(left), g_dir_read_name(left) != NULL));
  driven_close(window);
  g_assert_true(noslip_jobs_wait(DRIVEN_PATIENCE));
  g_dir_rewind(left);
  g_assert_null(g_dir_read_name(left));
}

static GBytes *
scene_bytes(NoslipWindow *window, const char *name)
{
  g_autofree char *path = path_of(name);
  noslip_desktop_export_to(window, "scene", path, &(NoslipExportOptions){.width = 320, .height = 200});
  WAIT_FOR(g_file_test(path, G_FILE_TEST_EXISTS));
  gsize length = 0;
  char *bytes = contents(path, &length);
  g_unlink(path);
  return g_bytes_new_take(bytes, length);
}

/* Parts hidden by the scene's menu are hidden in the picture too; the same scene gives the same bytes. */
static void
test_look(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSceneView *scene = noslip_window_scene(window);
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(scene, &choices);
  g_autoptr(GBytes) first = scene_bytes(window, "a.png"), again = scene_bytes(window, "b.png");
  g_assert_true(g_bytes_equal(first, again));
  choices.trails = NOSLIP_TRAILS_NONE;
  noslip_scene_view_set_choices(scene, &choices);
  g_autoptr(GBytes) bare = scene_bytes(window, "c.png");
  g_assert_false(g_bytes_equal(first, bare));
  choices.ground = FALSE;
  noslip_scene_view_set_choices(scene, &choices);
  g_autoptr(GBytes) floating = scene_bytes(window, "d.png");
  g_assert_false(g_bytes_equal(bare, floating));
  noslip_scene_choices_init(&choices);
  noslip_scene_view_set_choices(scene, &choices);
  g_autoptr(GBytes) last = scene_bytes(window, "e.png");
  g_assert_true(g_bytes_equal(first, last));
  driven_close(window);
}

#define ENSEMBLE_WIDTH 720
#define ENSEMBLE_HEIGHT 500

/* The number of motions of the ensemble with a dot of their colour in the picture, at their present place. */
static guint
dots_in(NoslipWindow *window, const char *path)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipEnsembleView *ensemble = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  double t = noslip_playhead_time(noslip_simulation_playhead(simulation));
  NoslipCamera camera = driven_camera(window);
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
  g_assert_cmpint(cairo_surface_status(surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint(cairo_image_surface_get_width(surface), ==, ENSEMBLE_WIDTH);
  const unsigned char *data = cairo_image_surface_get_data(surface);
  int stride = cairo_image_surface_get_stride(surface);
  guint n = 0;
  for (guint b = 0; b < ensemble->layout->n_blocks; b++)
    for (guint lane = 0; lane < noslip_ensemble_view_lanes(ensemble, b); lane++) {
      float values[3][NOSLIP_ENSEMBLE_LANES];
      guint frame;
      double fraction, px, py, depth;
      g_assert_true(noslip_ensemble_view_at(ensemble, b, t, &frame, &fraction));
      for (guint c = 0; c < 3; c++)
        noslip_ensemble_view_read(ensemble, b, frame, fraction, ensemble->layout->point + c, values[c]);
      double point[3] = {(double) values[0][lane], (double) values[1][lane], (double) values[2][lane]};
      point[2] += 3.5 * noslip_camera_pixel_size(&camera, ENSEMBLE_HEIGHT); /* half a dot above the ground */
      if (!noslip_camera_project(&camera, ENSEMBLE_WIDTH, ENSEMBLE_HEIGHT, point, &px, &py, &depth) || px < 0 ||
          py < 0 || px >= ENSEMBLE_WIDTH || py >= ENSEMBLE_HEIGHT)
        continue;
      NoslipColor color = noslip_theme_gradient(&theme, (double) ensemble->shades[b * NOSLIP_ENSEMBLE_LANES + lane]);
      guint32 pixel = ((const guint32 *) (gconstpointer) (data + (gsize) py * (gsize) stride))[(guint) px];
      double off = fabs((pixel >> 16 & 255) / 255.0 - color.r) + fabs((pixel >> 8 & 255) / 255.0 - color.g) +
                   fabs((pixel & 255) / 255.0 - color.b);
      n += off < 0.25;
    }
  cairo_surface_destroy(surface);
  return n;
}

static guint
exported_dots(NoslipWindow *window)
{
  g_autofree char *path = path_of("ensemble.png");
  noslip_desktop_export_to(window, "scene", path,
                           &(NoslipExportOptions){.width = ENSEMBLE_WIDTH, .height = ENSEMBLE_HEIGHT});
  WAIT_FOR(g_file_test(path, G_FILE_TEST_EXISTS));
  guint n = dots_in(window, path);
  g_unlink(path);
  return n;
}

/* An ensemble is in the picture, each motion where it is and in its colour; and in each frame of a film. */
static void
test_ensemble(void)
{
  const guint motions = 60;
  NoslipWindow *window = driven_open("chaplygin-sleigh", 4);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipEnsembleSettings ensemble;
  noslip_ensemble_settings_copy(&ensemble, &noslip_simulation_ensemble(simulation)->settings);
  ensemble.on = TRUE;
  ensemble.n = motions;
  noslip_ensemble_settings_spread(&ensemble, "omega", 1);
  noslip_ensemble_run_set(noslip_simulation_ensemble(simulation), &ensemble);
  WAIT_FOR(noslip_ensemble_run_view(noslip_simulation_ensemble(simulation))->finished);
  WAIT_FOR(driven_settled(window));
  guint with = exported_dots(window);
  g_test_message("%u of %u dots", with, motions);
  g_assert_cmpuint(with, >, motions * 2 / 3); /* some lie under others */

  NoslipStage *stage = noslip_stage_new(noslip_simulation_system(simulation), FALSE);
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
  noslip_stage_add(stage, run->formulation->kind, run->trajectory, NULL, NULL, NULL);
  noslip_stage_set_ensemble(stage, noslip_ensemble_run_view(noslip_simulation_ensemble(simulation)), ENSEMBLE_HEIGHT);
  /* the stage keeps its own rows after the window's ensemble is destroyed */
  ensemble.on = FALSE;
  noslip_ensemble_run_set(noslip_simulation_ensemble(simulation), &ensemble);
  noslip_ensemble_settings_clear(&ensemble);
  WAIT_FOR(driven_settled(window));
  NoslipCamera camera = driven_camera(window);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  for (double t = 0; t < 5; t++) {
    noslip_stage_set(stage, t, &camera, scene);
    const NoslipBody *last = noslip_scene_body(scene, noslip_scene_n_bodies(scene) - 1);
    g_assert_cmpint(last->kind, ==, NOSLIP_BODY_POINTS);
    g_assert_cmpuint(noslip_ensemble_points_n_motions(last->ensemble_points), ==, motions);
  }
  noslip_stage_free(stage);
  g_assert_null(noslip_ensemble_run_view(noslip_simulation_ensemble(simulation)));
  driven_close(window);
}

/* A film that would end before it begins is not offered. */
static void
test_question(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  noslip_desktop_export(window, "motion");
  GtkWidget *dialog = GTK_WIDGET(driven_question());
  g_assert_nonnull(dialog);
  GtkWidget *from = driven_find(dialog, GTK_TYPE_SPIN_BUTTON, "From, seconds"),
            *to = driven_find(dialog, GTK_TYPE_SPIN_BUTTON, "To, seconds");
  g_assert_nonnull(driven_find(dialog, GTK_TYPE_SPIN_BUTTON, "Width, pixels"));
  g_assert_nonnull(driven_find(dialog, GTK_TYPE_SPIN_BUTTON, "Frames a second"));
  g_assert_nonnull(from);
  g_assert_nonnull(to);
  g_assert_cmpfloat(gtk_spin_button_get_value(GTK_SPIN_BUTTON(to)), >, 1);
  g_assert_true(adw_message_dialog_get_response_enabled(ADW_MESSAGE_DIALOG(dialog), "export"));
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(to), 0.25);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(from), 0.5);
  g_assert_false(adw_message_dialog_get_response_enabled(ADW_MESSAGE_DIALOG(dialog), "export"));
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(from), 0.1);
  g_assert_true(adw_message_dialog_get_response_enabled(ADW_MESSAGE_DIALOG(dialog), "export"));
  adw_message_dialog_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  folder = g_dir_make_tmp("noslip-export-XXXXXX", NULL);
  g_test_add_func("/export/views", test_views);
  g_test_add_func("/export/table-scene-document", test_table_scene_document);
  g_test_add_func("/export/cancel", test_cancel);
  g_test_add_func("/export/film", test_film);
  g_test_add_func("/export/look", test_look);
  g_test_add_func("/export/ensemble", test_ensemble);
  g_test_add_func("/export/question", test_question);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  driven_end();
  return status;
}
