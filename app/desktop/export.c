/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/export.h"

#include "app/export/document.h"
#include "app/export/picture.h"
#include "app/export/scene.h"
#include "app/export/table.h"
#include "ui/picture/offscreen.h"

#include <glib/gi18n.h>
#include <math.h>

#define LOOK_EVERY 60       /* milliseconds */
#define SHOW_AFTER 250000   /* microseconds: what is done sooner needs no progress */
#define PIXELS 2.0          /* of a PNG, for each logical pixel */

/* Jobs, watched from the main loop */

typedef struct {
  NoslipWindow *window; /* weak */
  NoslipJob *job;
  AdwToast *toast; /* weak: gone when it was dismissed */
  GtkProgressBar *bar;
  char *file;
  gint64 begun;
} Watch;

static void
watch_free(gpointer data)
{
  Watch *watch = data;
  if (watch->window)
    g_object_remove_weak_pointer(G_OBJECT(watch->window), (gpointer *) &watch->window);
  if (watch->toast)
    g_object_remove_weak_pointer(G_OBJECT(watch->toast), (gpointer *) &watch->toast);
  noslip_job_free(watch->job);
  g_free(watch->file);
  g_free(watch);
}

static void
tell_written(NoslipWindow *window, const char *file)
{
  g_autofree char *name = g_filename_display_basename(file);
  g_autofree char *text = g_strdup_printf(_("%s is written"), name);
  noslip_window_toast(window, text);
}

static void
tell_failed(NoslipWindow *window, const char *file, const GError *error)
{
  g_autofree char *name = g_filename_display_basename(file);
  g_autofree char *text =
      error && g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
          ? g_strdup_printf(_("The export is cancelled; %s is as it was"), name)
          : g_strdup_printf(_("%s is not written: %s. Choose a folder that exists and that you may write to"), name,
                            error ? error->message : _("there is nothing to write"));
  noslip_window_toast(window, text);
}

static void
cancel_clicked(AdwToast *toast, NoslipJob *job)
{
  noslip_job_cancel(job);
}

static void
show_progress(Watch *watch)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *bar = gtk_progress_bar_new();
  g_autofree char *name = g_filename_display_basename(watch->file);
  g_autofree char *text = g_strdup_printf(_("Exporting %s"), name);
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_valign(bar, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request(bar, 140, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), bar);
  AdwToast *toast = adw_toast_new("");
  adw_toast_set_custom_title(toast, box);
  adw_toast_set_button_label(toast, _("Cancel"));
  adw_toast_set_timeout(toast, 0);
  adw_toast_set_priority(toast, ADW_TOAST_PRIORITY_HIGH);
  g_signal_connect(toast, "button-clicked", G_CALLBACK(cancel_clicked), watch->job);
  watch->toast = toast;
  watch->bar = GTK_PROGRESS_BAR(bar);
  g_object_add_weak_pointer(G_OBJECT(toast), (gpointer *) &watch->toast);
  noslip_window_add_toast(watch->window, toast);
}

static gboolean
look(gpointer data)
{
  Watch *watch = data;
  if (!watch->window)
    return G_SOURCE_REMOVE; /* the job is cancelled with its watch */
  if (!noslip_job_is_done(watch->job)) {
    if (!watch->bar && g_get_monotonic_time() - watch->begun > SHOW_AFTER)
      show_progress(watch);
    if (watch->toast)
      gtk_progress_bar_set_fraction(watch->bar, noslip_job_progress(watch->job));
    return G_SOURCE_CONTINUE;
  }
  if (watch->toast) {
    g_signal_handlers_disconnect_by_data(watch->toast, watch->job);
    adw_toast_dismiss(watch->toast);
  }
  const GError *error = NULL;
  if (noslip_job_succeeded(watch->job, &error))
    tell_written(watch->window, watch->file);
  else
    tell_failed(watch->window, watch->file, error);
  return G_SOURCE_REMOVE;
}

static void
watch_job(NoslipWindow *window, NoslipJob *job, const char *file)
{
  Watch *watch = g_new0(Watch, 1);
  watch->window = window;
  watch->job = job;
  watch->file = g_strdup(file);
  watch->begun = g_get_monotonic_time();
  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *) &watch->window);
  g_timeout_add_full(G_PRIORITY_DEFAULT, LOOK_EVERY, look, watch, watch_free);
}

/* Views */

typedef struct {
  NoslipView *view;
  NoslipTheme theme;
  double width, height;
} Paper;

static void
draw_paper(cairo_t *cairo, gpointer data)
{
  const Paper *paper = data;
  const NoslipColor *surface = &paper->theme.surface;
  cairo_set_source_rgb(cairo, surface->r, surface->g, surface->b);
  cairo_paint(cairo);
  noslip_view_draw(paper->view, &paper->theme, paper->width, paper->height, cairo);
}

/* Documents are printed on white paper; a PNG looks as the window does. */
static void
export_view(NoslipWindow *window, const NoslipViewKind *kind, const char *file)
{
  NoslipExportFormat format;
  g_autoptr(GError) error = NULL;
  Paper paper = {.view = noslip_tiles_view(noslip_window_tiles(window), kind)};
  if (!noslip_export_format(file, &format)) {
    noslip_window_toast(window, _("The file's name says how it is written: end it in .svg, .pdf or .png"));
    return;
  }
  gboolean dark = format == NOSLIP_EXPORT_PNG && adw_style_manager_get_dark(adw_style_manager_get_default());
  noslip_theme_init(&paper.theme, dark, 1);
  noslip_view_document_size(paper.view, &paper.theme, &paper.width, &paper.height);
  if (noslip_export_picture(file, format, paper.width, paper.height, PIXELS, draw_paper, &paper, &error))
    tell_written(window, file);
  else
    tell_failed(window, file, error);
}

static void
export_scene(NoslipWindow *window, const char *file, int width, int height)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipRunView *primary = noslip_simulation_primary(simulation);
  NoslipSceneExport scene = {.system = noslip_simulation_system(simulation),
                             .kind = primary->formulation->kind,
                             .trajectory = primary->trajectory,
                             .t = noslip_simulation_time(simulation),
                             .dark = adw_style_manager_get_dark(adw_style_manager_get_default()),
                             .width = width,
                             .height = height,
                             /* lines and type grow with the picture */
                             .scale = fmax(1, height / 800.0)};
  noslip_scene_view_get_camera(noslip_window_scene(window), &scene.camera);
  watch_job(window, noslip_export_scene(&scene, file), file);
}

void
noslip_window_export_to(NoslipWindow *window, const char *what, const char *file, int width, int height)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipRunView *primary = system ? noslip_simulation_primary(simulation) : NULL;
  const NoslipViewKind *kind = noslip_view_kind_find(what);
  if (!primary || (primary->n_rows == 0 && !g_str_equal(what, "equations-latex")))
    noslip_window_toast(window, _("There is no motion yet to export"));
  else if (kind)
    export_view(window, kind, file);
  else if (g_str_equal(what, "scene"))
    export_scene(window, file, width, height);
  else if (g_str_equal(what, "trajectory"))
    watch_job(window, noslip_export_table(system, primary->formulation->kind, primary->trajectory, file), file);
  else if (g_str_equal(what, "equations-latex"))
    watch_job(window, noslip_export_equations(system, file), file);
}

/* Asking */

typedef struct {
  NoslipWindow *window; /* lives as long as its dialogs */
  char *what;
  GtkWidget *width, *height; /* of the scene, or NULL */
  int pixels_x, pixels_y;
} Question;

static void
question_free(gpointer data, GClosure *closure)
{
  Question *question = data;
  g_free(question->what);
  g_free(question);
}

static void
chosen(GtkNativeDialog *dialog, int response, Question *question)
{
  g_autoptr(GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  g_autofree char *path = file ? g_file_get_path(file) : NULL;
  if (path)
    noslip_window_export_to(question->window, question->what, path, question->pixels_x, question->pixels_y);
  else if (file)
    noslip_window_toast(question->window, _("Only folders of this machine can be written to"));
  gtk_native_dialog_destroy(dialog);
  g_object_unref(dialog);
}

static void
add_filter(GtkFileChooser *chooser, const char *name, const char *const *suffixes)
{
  g_autoptr(GtkFileFilter) filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, name);
  for (guint i = 0; suffixes[i]; i++)
    gtk_file_filter_add_suffix(filter, suffixes[i]);
  gtk_file_chooser_add_filter(chooser, filter);
}

static void
ask_file(Question *question)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(question->window));
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(_("Export"), GTK_WINDOW(question->window), GTK_FILE_CHOOSER_ACTION_SAVE,
                                  _("_Export"), _("_Cancel"));
  const char *suffix = "svg";
  if (noslip_view_kind_find(question->what)) {
    static const char *const suffixes[] = {"svg", "pdf", "png", NULL};
    add_filter(GTK_FILE_CHOOSER(dialog), _("Pictures (*.svg, *.pdf, *.png)"), suffixes);
  } else if (g_str_equal(question->what, "scene")) {
    suffix = "png";
    add_filter(GTK_FILE_CHOOSER(dialog), _("Pictures (*.png)"), (const char *const[]){suffix, NULL});
  } else if (g_str_equal(question->what, "trajectory")) {
    suffix = "csv";
    add_filter(GTK_FILE_CHOOSER(dialog), _("Tables (*.csv)"), (const char *const[]){suffix, NULL});
  } else {
    suffix = "tex";
    add_filter(GTK_FILE_CHOOSER(dialog), _("Documents (*.tex)"), (const char *const[]){suffix, NULL});
  }
  const char *part = g_str_equal(question->what, "equations-latex") ? "equations" : question->what;
  g_autofree char *name = g_strdup_printf("%s-%s.%s", system->id, part, suffix);
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  g_signal_connect_data(dialog, "response", G_CALLBACK(chosen), question, question_free, 0);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

static void
size_chosen(AdwMessageDialog *dialog, const char *response, Question *question)
{
  if (!g_str_equal(response, "export")) {
    question_free(question, NULL);
    return;
  }
  question->pixels_x = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(question->width));
  question->pixels_y = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(question->height));
  ask_file(question);
}

static GtkWidget *
size_entry(GtkGrid *grid, int row, const char *name, int value)
{
  GtkWidget *label = gtk_label_new(name), *entry = gtk_spin_button_new_with_range(16, NOSLIP_OFFSCREEN_MOST, 1);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(entry, TRUE);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(entry), value);
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_grid_attach(grid, label, 0, row, 1, 1);
  gtk_grid_attach(grid, entry, 1, row, 1, 1);
  return entry;
}

/* The scene can be of any size: at first twice what is on the screen. */
static void
ask_size(Question *question)
{
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(question->window)), *grid = gtk_grid_new();
  GtkWidget *dialog = adw_message_dialog_new(GTK_WINDOW(question->window), _("Size of the picture"), NULL);
  gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
  gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
  question->width = size_entry(GTK_GRID(grid), 0, _("Width, pixels"), 2 * gtk_widget_get_width(scene));
  question->height = size_entry(GTK_GRID(grid), 1, _("Height, pixels"), 2 * gtk_widget_get_height(scene));
  adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(dialog), grid);
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", _("_Cancel"), "export", _("_Export…"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "export", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "export");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  g_signal_connect(dialog, "response", G_CALLBACK(size_chosen), question);
  gtk_window_present(GTK_WINDOW(dialog));
}

void
noslip_window_export(NoslipWindow *window, const char *what)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  if (!noslip_simulation_system(simulation)) {
    noslip_window_toast(window, _("Open a system first: there is nothing to export"));
    return;
  }
  Question *question = g_new0(Question, 1);
  question->window = window;
  question->what = g_strdup(what);
  if (g_str_equal(what, "scene"))
    ask_size(question);
  else
    ask_file(question);
}
