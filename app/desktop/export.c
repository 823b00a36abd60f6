/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/export.h"

#include "core/base/words.h"
#include "core/catalogue/catalogue.h"
#include "core/simulation/setup/story.h"
#include "ui/export/document.h"
#include "ui/export/film.h"
#include "ui/export/page.h"
#include "ui/export/picture.h"
#include "ui/export/table.h"
#include "ui/widgets/common/run-style.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#define POLL_INTERVAL 60          /* milliseconds */
#define SHOW_AFTER 250000         /* microseconds: shorter work shows no progress */
#define PAPER_PIXELS (300.0 / 72) /* of a figure's PNG, for each point */
#define PIXELS 2.0                /* of a PNG, for each logical pixel */
#define LINES 800.0               /* height of the scene up to which lines and text are not enlarged */

/* An export job, watched from the main loop */

typedef struct {
  NoslipWindow *window;
  guint source;
  NoslipJob *job;             /* or NULL: */
  const NoslipViewKind *kind; /* a view, which is written when it is ready, as */
  NoslipPaperFigure figure;
  gboolean cancelled;
  NoslipJobRow *row; /* created if it takes long */
  char *file;
  gint64 begun;
} Watch;

static void
watch_free(gpointer data)
{
  Watch *watch = data;
  g_signal_handlers_disconnect_by_data(watch->window, watch);
  if (watch->row)
    g_signal_handlers_disconnect_by_data(watch->row, watch);
  noslip_job_free(watch->job);
  g_free(watch->file);
  g_free(watch);
}

static void
show_written(NoslipWindow *window, const char *file)
{
  g_autofree char *name = g_filename_display_basename(file);
  g_autofree char *text = g_strdup_printf(_("%s is written"), name);
  noslip_window_toast(window, text);
}

static void
show_failed(NoslipWindow *window, const char *file, const GError *error)
{
  g_autofree char *name = g_filename_display_basename(file), *text = NULL;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    text = g_strdup_printf(_("The export is cancelled; %s is unchanged"), name);
  else if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    text = g_strdup_printf(_("%s could not be written: %s"), name, error->message);
  else
    text = g_strdup_printf(_("%s could not be written: %s. Choose an existing folder with write permission"), name,
                           error ? error->message : _("there is nothing to write"));
  noslip_window_toast(window, text);
}

static void
cancelled(NoslipJobRow *row, Watch *watch)
{
  watch->cancelled = TRUE;
  if (watch->job)
    noslip_job_cancel(watch->job);
}

static void
show_progress(Watch *watch)
{
  if (!watch->row && g_get_monotonic_time() - watch->begun > SHOW_AFTER) {
    g_autofree char *name = g_filename_display_basename(watch->file);
    g_autofree char *text = g_strdup_printf(_("Exporting %s"), name);
    watch->row = NOSLIP_JOB_ROW(noslip_job_row_new(text));
    g_signal_connect(watch->row, "cancelled", G_CALLBACK(cancelled), watch);
    noslip_window_add_work(watch->window, watch->row);
  }
  if (watch->row)
    noslip_job_row_set_progress(watch->row, watch->job ? noslip_job_progress(watch->job) : 0);
}

static gboolean
is_done(const Watch *watch)
{
  if (watch->job)
    return noslip_job_is_done(watch->job);
  return watch->cancelled || noslip_view_is_ready(noslip_tiles_view(noslip_window_tiles(watch->window), watch->kind));
}

static gboolean
succeeded(Watch *watch, GError **error)
{
  const GError *reason = NULL;
  if (!watch->job && watch->cancelled)
    return g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, ""), FALSE;
  if (!watch->job)
    return noslip_desktop_export_view(watch->window, watch->kind, &watch->figure, watch->file, error);
  gboolean good = noslip_job_succeeded(watch->job, &reason);
  if (reason)
    *error = g_error_copy(reason);
  return good;
}

static gboolean
poll_job(gpointer data)
{
  Watch *watch = data;
  g_autoptr(GError) error = NULL;
  if (!is_done(watch)) {
    show_progress(watch);
    return G_SOURCE_CONTINUE;
  }
  if (succeeded(watch, &error))
    show_written(watch->window, watch->file);
  else
    show_failed(watch->window, watch->file, error);
  if (watch->row) {
    NoslipJobRow *row = g_steal_pointer(&watch->row);
    g_signal_handlers_disconnect_by_data(row, watch);
    noslip_window_remove_work(watch->window, row);
  }
  return G_SOURCE_REMOVE;
}

/* The job is cancelled with its watch, at once: the program may be about to end. */
static void
window_destroyed(GtkWidget *window, Watch *watch)
{
  watch->row = NULL; /* it is destroyed with the window */
  g_source_remove(watch->source);
}

/* Takes ownership of the job; NULL: the view of this kind, which is written at once unless it is still being
 * derived. */
static void
watch_any(NoslipWindow *window, NoslipJob *job, const NoslipViewKind *kind, const NoslipPaperFigure *figure,
          const char *file)
{
  Watch *watch = g_new0(Watch, 1);
  *watch = (Watch){.window = window, .job = job, .kind = kind, .file = g_strdup(file)};
  if (figure)
    watch->figure = *figure;
  watch->begun = g_get_monotonic_time();
  if (!job && poll_job(watch) == G_SOURCE_REMOVE) {
    watch_free(watch);
    return;
  }
  g_signal_connect(window, "destroy", G_CALLBACK(window_destroyed), watch);
  watch->source = g_timeout_add_full(G_PRIORITY_DEFAULT, POLL_INTERVAL, poll_job, watch, watch_free);
}

static void
watch_export(NoslipWindow *window, NoslipJob *job, const char *file)
{
  watch_any(window, job, NULL, NULL, file);
}

/* Views */

typedef struct {
  NoslipView *view;
  NoslipTheme theme;
  double width, height;
  double shrink; /* contents wider than the figure are drawn smaller */
} Paper;

static void
draw_paper(cairo_t *cairo, gpointer data)
{
  const Paper *paper = data;
  const NoslipColor *surface = &paper->theme.surface;
  cairo_set_source_rgb(cairo, surface->r, surface->g, surface->b);
  cairo_paint(cairo);
  cairo_scale(cairo, paper->shrink, paper->shrink);
  noslip_view_draw(paper->view, &paper->theme, paper->width, paper->height, cairo);
}

gboolean
noslip_figure_has_font(const char *font)
{
  PangoFontFamily **families;
  int n;
  gboolean found = FALSE;
  pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &n);
  for (int i = 0; i < n && !found; i++)
    found = g_ascii_strcasecmp(pango_font_family_get_name(families[i]), font) == 0;
  g_free(families);
  return found;
}

/* A figure is laid out as if the window had its width; a point of paper is a logical pixel. */
static void
lay_out(Paper *paper, const NoslipPaperFigure *figure)
{
  NoslipTheme usual;
  noslip_theme_init(&usual, FALSE, 1);
  noslip_theme_init(&paper->theme, FALSE, figure->font_size / usual.text_size);
  paper->theme.hair_width = usual.hair_width * paper->theme.scale;
  paper->theme.symbols = TRUE;
  if (figure->line_width > 0)
    paper->theme.line_width = figure->line_width;
  if (figure->font)
    paper->theme.font = figure->font;
  noslip_view_figure_size(paper->view, &paper->theme, figure->width, &paper->width, &paper->height);
  paper->shrink = figure->width / paper->width;
}

/* The parts that a figure shows; NULL: a view as on the screen. */
static guint
parts_of(const NoslipPaperFigure *figure)
{
  guint parts = NOSLIP_FIGURE_KEY;
  if (!figure)
    return NOSLIP_FIGURE_ON_SCREEN;
  parts |= figure->without_cursor ? 0 : NOSLIP_FIGURE_CURSOR;
  parts |= figure->without_readings ? 0 : NOSLIP_FIGURE_READINGS;
  return parts | (figure->without_grid ? 0 : NOSLIP_FIGURE_GRID);
}

/* Documents have a white background and the window's font; a PNG looks like the window, unless it is a figure. */
gboolean
noslip_desktop_export_view(NoslipWindow *window, const NoslipViewKind *kind, const NoslipPaperFigure *figure,
                           const char *file, GError **error)
{
  const NoslipPictureFormat *format = noslip_picture_format_of(file);
  Paper paper = {.view = noslip_tiles_view(noslip_window_tiles(window), kind), .shrink = 1};
  gboolean on_paper = figure && figure->width > 0;
  if (!format) {
    g_autofree const char **suffixes = noslip_picture_suffixes(FALSE);
    g_autofree char *list = g_strjoinv(", .", (char **) suffixes);
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                _("the file's name says how it is written: end it in one of .%s"), list);
    return FALSE;
  }
  gboolean dark = format->pixels && adw_style_manager_get_dark(adw_style_manager_get_default());
  noslip_theme_init(&paper.theme, dark, noslip_view_theme(paper.view)->scale);
  noslip_view_set_document_parts(paper.view, parts_of(on_paper ? figure : NULL));
  if (on_paper)
    lay_out(&paper, figure);
  else
    noslip_view_document_size(paper.view, &paper.theme, &paper.width, &paper.height);
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  g_autofree char *title = g_strdup_printf(
      "%s – %s", system->title && system->title[0] ? noslip_words(system->title) : noslip_words(system->id),
      _(kind->name));
  NoslipExportPage page = {
      title,    paper.width * paper.shrink,   paper.height * paper.shrink, on_paper ? PAPER_PIXELS : PIXELS,
      on_paper, on_paper && figure->live_text};
  g_auto(GStrv) inputs = noslip_catalogue_inputs(system, NULL);
  return noslip_export_picture(file, (const char *const *) inputs, format, &page, draw_paper, &paper, error);
}

/* The run in its present state, and the overlays that are shown with it. */
static NoslipStage *
stage_of(NoslipWindow *window)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipStage *stage = noslip_stage_new(noslip_simulation_system(simulation),
                                        adw_style_manager_get_dark(adw_style_manager_get_default()));
  NoslipSceneLook look;
  noslip_scene_view_get_look(noslip_window_scene(window), &look);
  noslip_stage_set_look(stage, &look);
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++) {
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(simulation), i);
    NoslipColor tint = noslip_run_color(noslip_stage_theme(stage), run);
    if (i == 0 || (run->shown && run->n_rows > 0))
      noslip_stage_add(stage, run->formulation->kind, run->trajectory, i ? &tint : NULL,
                       i ? noslip_run_title(run) : NULL, NULL);
  }
  return stage;
}

static void
export_motion(NoslipWindow *window, gboolean film, const char *file, const NoslipExportOptions *options)
{
  NoslipCamera camera;
  NoslipShot shot = {
      .width = options->width, .height = options->height, .scale = fmax(1, options->height / LINES), .camera = &camera};
  NoslipSceneChoices choices;
  noslip_scene_view_get_camera(noslip_window_scene(window), &camera);
  noslip_scene_view_get_choices(noslip_window_scene(window), &choices);
  shot.legend = choices.legend;
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipStage *stage = stage_of(window);
  noslip_stage_set_ensemble(stage, noslip_ensemble_run_view(noslip_simulation_ensemble(simulation)),
                            shot.height / shot.scale);
  watch_export(
      window,
      film ? noslip_export_film(stage, &shot, &options->film, file)
           : noslip_export_scene(stage, &shot, noslip_playhead_time(noslip_simulation_playhead(simulation)), file),
      file);
}

/* The motion since its last change, with its overlays and the captions of a story. */
static NoslipJob *
export_page(NoslipWindow *window, const char *file)
{
  NoslipPageContent content = {.pause = NAN};
  NoslipSetup *story = noslip_scene_pane_story(noslip_window_scene_pane(window));
  noslip_page_content_take(&content, noslip_window_simulation(window));
  content.caption = story ? noslip_story_answered(story) : NULL;
  content.pause = story ? noslip_story_pause(story) : NAN;
  return noslip_export_page(&content, file);
}

static const NoslipRunView *
primary_of(NoslipWindow *window)
{
  return noslip_runs_primary(noslip_simulation_runs(noslip_window_simulation(window)));
}

static void
write_scene(NoslipWindow *window, const char *file, const NoslipExportOptions *options)
{
  export_motion(window, FALSE, file, options);
}

static void
write_motion(NoslipWindow *window, const char *file, const NoslipExportOptions *options)
{
  export_motion(window, TRUE, file, options);
}

static void
write_trajectory(NoslipWindow *window, const char *file, const NoslipExportOptions *options)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipRunView *primary = primary_of(window);
  NoslipJob *job =
      noslip_export_table(noslip_simulation_system(simulation), primary->formulation->kind, primary->trajectory,
                          noslip_hands_gestures(noslip_simulation_hands(simulation)), file);
  watch_export(window, job, file);
}

static void
write_equations(NoslipWindow *window, const char *file, const NoslipExportOptions *options)
{
  NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  watch_export(window, noslip_export_equations(system, file), file);
}

static void
write_page(NoslipWindow *window, const char *file, const NoslipExportOptions *options)
{
  watch_export(window, export_page(window, file), file);
}

static const char **
scene_suffixes(void)
{
  return noslip_picture_suffixes(TRUE);
}

const NoslipExport *
noslip_exports(void)
{
  static const NoslipExport exports[] = {
      {.what = "scene",
       .label = N_("Scene as PNG…"),
       .part = "scene",
       .files = N_("Pictures (%s)"),
       .usual = "png",
       .suffixes = scene_suffixes,
       .asks = TRUE,
       .write = write_scene},
      {.what = "motion",
       .label = N_("Motion as WebM…"),
       .part = "motion",
       .files = N_("Films (%s)"),
       .usual = "webm",
       .suffixes = noslip_film_suffixes,
       .asks = TRUE,
       .film = TRUE,
       .write = write_motion},
      {.what = "trajectory",
       .label = N_("Trajectory as CSV…"),
       .part = "trajectory",
       .files = N_("Tables (%s)"),
       .usual = "csv",
       .write = write_trajectory},
      {.what = "equations-latex",
       .label = N_("Equations as LaTeX…"),
       .part = "equations",
       .files = N_("Documents (%s)"),
       .usual = "tex",
       .without_motion = TRUE,
       .write = write_equations},
      {.what = "page",
       .label = N_("Page for the class (HTML)…"),
       .part = "page",
       .files = N_("Pages (%s)"),
       .usual = "html",
       .write = write_page},
      {NULL},
  };
  return exports;
}

const NoslipExport *
noslip_export_find(const char *what)
{
  for (const NoslipExport *entry = noslip_exports(); entry->what; entry++)
    if (g_str_equal(entry->what, what))
      return entry;
  return NULL;
}

void
noslip_desktop_export_to(NoslipWindow *window, const char *what, const char *file, const NoslipExportOptions *options)
{
  const NoslipRunView *primary = noslip_simulation_system(noslip_window_simulation(window)) ? primary_of(window) : NULL;
  const NoslipViewKind *kind = noslip_view_kind_find(what);
  const NoslipExport *entry = noslip_export_find(what);
  if (!primary || (primary->n_rows == 0 && !(entry && entry->without_motion)))
    noslip_window_toast(window, _("There is no motion yet to export"));
  else if (kind)
    watch_any(window, NULL, kind, options ? &options->figure : NULL, file);
  else if (entry)
    entry->write(window, file, options);
}
