/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialogs before an export: size, part of the motion, file. */
#include "app/desktop/export.h"

#include "ui/export/picture.h"
#include "ui/picture/gl/offscreen.h"
#include "ui/widgets/common/file-dialog.h"
#include "ui/widgets/common/question.h"
#include "ui/widgets/window/export-settings.h"
#include "ui/widgets/window/figure-settings.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

typedef struct {
  NoslipWindow *window; /* lives as long as its dialogs */
  char *what;
  const char *suffix; /* of a name that is given without one */
  NoslipExportOptions options;
  NoslipExportSettings *settings; /* or NULL */
  NoslipFigureSettings *figure;   /* or NULL */
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
  g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  g_autofree char *path = file ? g_file_get_path(file) : NULL;
  g_autofree char *base = path ? g_path_get_basename(path) : NULL;
  if (path && !strchr(base, '.')) {
    char *whole = g_strdup_printf("%s.%s", path, question->suffix);
    g_free(path);
    path = whole;
  }
  if (path && !strchr(base, '.') &&
      g_file_test(path, G_FILE_TEST_EXISTS)) /* the dialog asked about the name without the suffix */
    noslip_window_toast(question->window, _("There is a file of this name already; choose it to replace it"));
  else if (path)
    noslip_desktop_export_to(question->window, question->what, path, &question->options);
  else if (file)
    noslip_window_toast(question->window, _("Only folders of this machine can be written to"));
  noslip_file_dialog_end(dialog);
}

/* Filters for files with these endings; `name` is a format for their list. */
static void
add_filter(GtkFileChooser *chooser, const char *name, const char *const *suffixes)
{
  g_autoptr(GtkFileFilter) filter = gtk_file_filter_new();
  g_autofree char *list = g_strjoinv(", *.", (char **) suffixes), *all = g_strconcat("*.", list, NULL);
  g_autoptr(GString) title = g_string_new(name);
  g_string_replace(title, "%s", all, 1);
  gtk_file_filter_set_name(filter, title->str);
  for (guint i = 0; suffixes[i]; i++)
    gtk_file_filter_add_suffix(filter, suffixes[i]);
  gtk_file_chooser_add_filter(chooser, filter);
}

static void
ask_file(Question *question)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(question->window));
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(_("Export"), GTK_WINDOW(question->window),
                                                             GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), _("_Cancel"));
  const NoslipExport *export = noslip_export_find(question->what); /* NULL: a view */
  const char *usual[] = {export ? export->usual : NULL, NULL};
  g_autofree const char **suffixes = !export            ? noslip_picture_suffixes(FALSE)
                                     : export->suffixes ? export->suffixes()
                                                        : g_memdup2(usual, sizeof usual);
  add_filter(GTK_FILE_CHOOSER(dialog), export ? _(export->files) : _("Pictures (%s)"), suffixes);
  question->suffix = export ? export->usual : suffixes[0];
  g_autofree char *name =
      g_strdup_printf("%s-%s.%s", system->id, export ? export->part : question->what, question->suffix);
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  g_signal_connect_data(dialog, "response", G_CALLBACK(chosen), question, question_free, 0);
  noslip_file_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

static void
read_settings(Question *question)
{
  NoslipExportOptions *options = &question->options;
  noslip_export_settings_get(question->settings, &options->width, &options->height, &options->film);
}

static void
answered(AdwMessageDialog *dialog, const char *response, Question *question)
{
  if (!g_str_equal(response, "export")) {
    question_free(question, NULL);
    return;
  }
  if (question->figure) {
    noslip_figure_settings_get(question->figure, &question->options.figure);
  } else {
    noslip_export_settings_update(question->settings); /* what was typed last */
    read_settings(question);
  }
  ask_file(question);
}

static void
show_length(NoslipExportSettings *settings, Question *question)
{
  read_settings(question);
  const NoslipFilm *film = &question->options.film;
  guint n = noslip_film_n_frames(film);
  g_autofree char *text = NULL;
  if (n > 0)
    text = g_strdup_printf(ngettext("%u frame, %.1f s", "%u frames, %.1f s", n), n, (double) n / film->fps);
  else
    text = g_strdup(film->to < film->from ? _("The end of a film must be after its start")
                                          : _("That would be too many frames"));
  noslip_export_settings_set_length(settings, text);
  GtkWidget *dialog = gtk_widget_get_ancestor(GTK_WIDGET(settings), ADW_TYPE_MESSAGE_DIALOG);
  if (dialog)
    adw_message_dialog_set_response_enabled(ADW_MESSAGE_DIALOG(dialog), "export", n > 0);
}

/* Initially the whole computed motion, or the part that is played in a loop, at the speed of playing. */
static void
ask_film(Question *question)
{
  NoslipSimulation *simulation = noslip_window_simulation(question->window);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  double end = noslip_runs_computed(noslip_simulation_runs(simulation));
  const NoslipFilm film = {.from = playhead->looping ? fmin(playhead->loop_from, end) : 0,
                           .to = playhead->looping ? fmin(playhead->loop_to, end) : end,
                           .speed = playhead->speed,
                           .fps = NOSLIP_FILM_FPS};
  noslip_export_settings_ask_film(question->settings, &film, end);
  g_signal_connect(question->settings, "changed", G_CALLBACK(show_length), question);
  show_length(question->settings, question);
}

/* A dialog with these settings, which is followed by that of files. */
static GtkWidget *
question_new(Question *question, const char *heading, GtkWidget *settings)
{
  GtkWidget *dialog = noslip_question_new(GTK_WINDOW(question->window), heading);
  adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(dialog), settings);
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", _("_Cancel"), "export", _("_Export…"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "export", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "export");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  g_signal_connect(dialog, "response", G_CALLBACK(answered), question);
  return dialog;
}

/* A picture can have any size, initially twice that on the screen. A film has the size of the screen's. */
static void
ask_options(Question *question, gboolean film)
{
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(question->window));
  int times = film ? 1 : 2, most = film ? NOSLIP_FILM_MOST : NOSLIP_OFFSCREEN_MOST;
  GtkWidget *settings =
      noslip_export_settings_new(times * gtk_widget_get_width(scene), times * gtk_widget_get_height(scene), most);
  question->settings = NOSLIP_EXPORT_SETTINGS(settings);
  GtkWidget *dialog = question_new(question, film ? _("Film of the motion") : _("Size of the picture"), settings);
  if (film)
    ask_film(question);
  gtk_window_present(GTK_WINDOW(dialog));
}

static Question *
begin(NoslipWindow *window, const char *what)
{
  if (!noslip_simulation_system(noslip_window_simulation(window))) {
    noslip_window_toast(window, _("Open a system first: there is nothing to export"));
    return NULL;
  }
  Question *question = g_new0(Question, 1);
  question->window = window;
  question->what = g_strdup(what);
  return question;
}

void
noslip_desktop_export(NoslipWindow *window, const char *what)
{
  Question *question = begin(window, what);
  const NoslipExport *export = noslip_export_find(what);
  if (question && export && export->asks)
    ask_options(question, export->film);
  else if (question)
    ask_file(question);
}

void
noslip_desktop_export_figure(NoslipWindow *window, const char *view)
{
  Question *question = begin(window, view);
  if (!question)
    return;
  GtkWidget *settings = noslip_figure_settings_new();
  question->figure = NOSLIP_FIGURE_SETTINGS(settings);
  gtk_window_present(GTK_WINDOW(question_new(question, _("Figure for paper"), settings)));
}
