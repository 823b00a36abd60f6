/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fit: measured data with the motion, the parameters and initial values that fit them best, with their errors, the
 * residuals, and whether the data determine them. */
#include "ui/widgets/finder/fit-view.h"

#include "ui/widgets/common/file-dialog.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/finder/corner-text.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/fit-private.h"

#include "core/catalogue/catalogue.h"
#include "core/system/state.h"

#include <glib/gi18n.h>
#include <math.h>

static void
forget(NoslipFitView *fit)
{
  noslip_search_forget(fit->search);
  g_clear_pointer(&fit->path, g_free);
  g_clear_pointer(&fit->text, g_free);
  g_clear_pointer(&fit->problem, g_free);
}

/* Reads the file if it is another one. */
static void
read_file(NoslipFitView *fit, const char *path)
{
  gsize length = 0;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  if (g_strcmp0(path, fit->path) == 0)
    return;
  forget(fit);
  fit->path = g_strdup(path);
  fit->text = noslip_catalogue_read_data(path, &length, diagnostics);
  if (fit->text && !g_utf8_validate(fit->text, (gssize) length, NULL)) {
    g_clear_pointer(&fit->text, g_free);
    fit->problem = g_strdup(_("The file is not a text."));
  } else if (!fit->text) {
    const NoslipDiagnostic *why = diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL;
    fit->problem = why ? noslip_sentence(NULL, why->cause) : g_strdup(_("The file cannot be read."));
  }
}

/* Appends the parameters, and the initial values that are not fitted: the fit starts at their present values, and a
 * change of them starts another one. */
static char *
key_of(NoslipView *view, const char *const *unknown)
{
  const NoslipSystem *system = noslip_finder_system(view);
  const NoslipStart *start = noslip_finder_start(view);
  g_autofree char *names = g_strjoinv(" ", (char **) unknown);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr(GString) key = g_string_new(NULL);
  g_string_printf(key, "%d %s:", (int) noslip_finder_dynamics(view), names);
  for (guint i = 0; i < system->n_parameters; i++)
    if (!g_strv_contains(unknown, system->parameters[i].name))
      g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.15g", start->parameters[i]));
  for (guint i = 0; i < noslip_start_n(system); i++)
    if (start->is_set[i] && !g_strv_contains(unknown, noslip_start_name(system, i)))
      g_string_append_printf(key, " %u=%s", i, g_ascii_formatd(number, sizeof number, "%.12g", start->value[i]));
  return g_string_free(g_steal_pointer(&key), FALSE);
}

static void
follow(NoslipView *view)
{
  static const char *const none[] = {NULL};
  NoslipFitView *fit = noslip_fit_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  const char *path = noslip_finder_chosen(view, "data");
  if (system != fit->system || !path)
    forget(fit);
  fit->system = system;
  if (!path || !noslip_finder_start(view))
    return;
  read_file(fit, path);
  if (!fit->text)
    return;
  const char *const *unknown = noslip_view_choice(view, "unknown");
  g_autofree char *key = key_of(view, unknown ? unknown : none);
  if (g_strcmp0(key, noslip_search_key(fit->search)) == 0)
    return;
  fit->applied = FALSE;
  noslip_fit_work_begin(fit->search, key, noslip_view_simulation(view), noslip_finder_dynamics(view), fit->text,
                        unknown ? unknown : none);
}

static gboolean
is_ready(NoslipView *view)
{
  follow(view);
  return !noslip_search_is_running(noslip_fit_view_of(view)->search);
}

static char *
describe(NoslipView *view)
{
  follow(view);
  return noslip_fit_view_description(view);
}

/* Drawing */

static void
draw_estimates(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display, gpointer data)
{
  const NoslipFitWork *work = noslip_fit_view_work(noslip_fit_view_of(data));
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
  for (guint u = 0; work && work->fit && u < work->n; u++)
    g_ptr_array_add(lines, noslip_fit_view_estimate(work, u));
  noslip_corner_text_display(lines, NULL, figure, theme, display);
}

static void
add_column(NoslipFigure *figure, const NoslipFitWork *work, const double *values, guint columns, guint column,
           const char *label, NoslipColor color, NoslipDash dash, gboolean points)
{
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = (const double *) (gpointer) work->table->times->data;
  series.y = values + column;
  series.n = work->table->times->len;
  series.y_stride = columns;
  series.label = label;
  series.color = color;
  series.dash = dash;
  series.points = points;
  series.quiet = TRUE;
  noslip_figure_add_series(figure, &series);
}

static void
set_axes(NoslipView *view, guint index, NoslipFigure *figure, const char *name, const char *quantity)
{
  NoslipAxis axis;
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  int column = quantities ? noslip_quantities_find(quantities, name) : -1;
  noslip_axis_init(&axis);
  axis.quantity = "t";
  axis.unit = "s";
  axis.bare = index == 0;
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_X, &axis);
  noslip_axis_init(&axis);
  axis.quantity = quantity;
  axis.unit = column >= 0 ? quantities->list[column].unit : NULL;
  axis.include_zero = index == 1;
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_Y, &axis);
}

/* The fitted motion, or NULL. */
static const double *
after_of(NoslipView *view)
{
  const NoslipFitWork *work = noslip_fit_view_work(noslip_fit_view_of(view));
  return work ? work->after : NULL;
}

static void
compose_data(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const NoslipFitWork *work)
{
  guint columns = work->table->names->len, column = noslip_fit_view_column(view, work->table);
  const char *name = work->table->names->pdata[column];
  const double *after = after_of(view);
  set_axes(view, 0, figure, name, name);
  add_column(figure, work, work->before, columns, column, after ? _("before") : _("motion"), theme->dim,
             NOSLIP_DASH_DASHED, FALSE);
  if (after)
    add_column(figure, work, after, columns, column, _("fitted"), theme->accent, NOSLIP_DASH_SOLID, FALSE);
  add_column(figure, work, (const double *) (gpointer) work->table->values->data, columns, column, _("data"),
             theme->text, NOSLIP_DASH_SOLID, TRUE);
  noslip_figure_add_layer(figure, draw_estimates, view);
}

static void
compose_residuals(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const NoslipFitWork *work)
{
  NoslipFitView *fit = noslip_fit_view_of(view);
  guint columns = work->table->names->len, column = noslip_fit_view_column(view, work->table);
  const double *after = after_of(view), *model = after ? after : work->before;
  g_array_set_size(fit->residuals, 0);
  for (guint i = 0; i < work->table->times->len; i++) {
    double left =
        g_array_index(work->table->values, double, (gsize) i *columns + column) - model[(gsize) i * columns + column];
    g_array_append_val(fit->residuals, left);
  }
  set_axes(view, 1, figure, work->table->names->pdata[column], _("data − motion"));
  noslip_figure_add_reference(figure, 0, NULL);
  add_column(figure, work, (const double *) (gpointer) fit->residuals->data, 1, 0, NULL,
             after ? theme->accent : theme->dim, NOSLIP_DASH_SOLID, TRUE);
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  follow(view);
  g_autofree char *why = noslip_fit_view_nothing(view);
  if (why) {
    noslip_figure_set_empty_text(figure, index == 0 ? why : NULL);
    return;
  }
  if (index == 0)
    compose_data(view, figure, theme, noslip_fit_view_data(noslip_fit_view_of(view)));
  else
    compose_residuals(view, figure, theme, noslip_fit_view_data(noslip_fit_view_of(view)));
}

static guint
n_shown(NoslipView *view)
{
  return noslip_fit_view_data(noslip_fit_view_of(view)) && noslip_finder_chosen(view, "data") ? 2 : 1;
}

/* Pointer and menu */

void
noslip_fit_view_take_data(NoslipView *view, const char *path)
{
  g_clear_pointer(&noslip_fit_view_of(view)->path, g_free); /* the file may have changed */
  noslip_finder_choose(view, "data", path);
}

static void
answered(GtkNativeDialog *dialog, int answer, NoslipView *view)
{
  g_autoptr(GFile) file = answer == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  g_autofree char *path = file ? g_file_get_path(file) : NULL;
  noslip_file_dialog_end(dialog);
  if (path)
    noslip_fit_view_take_data(view, path);
}

static void
open_data(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  GtkRoot *root = gtk_widget_get_root(view);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(_("Open data"), GTK_WINDOW(root),
                                                             GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));
  g_autoptr(GtkFileFilter) filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, _("Tables (CSV)"));
  gtk_file_filter_add_suffix(filter, "csv");
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
  g_signal_connect_object(dialog, "response", G_CALLBACK(answered), view, 0);
  noslip_file_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/* Sets the sliders to the fitted values. */
static void
apply(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  NoslipFitView *fit = noslip_fit_view_of(view);
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipFitWork *work = noslip_finder_system(view) == fit->system ? noslip_fit_view_work(fit) : NULL;
  if (!work || !work->fit)
    return;
  noslip_playback_pause(noslip_simulation_playback(simulation));
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  for (guint u = 0; u < work->n; u++)
    noslip_finder_set_value(view, work->unknowns[u].parameter, work->unknowns[u].name, work->fit->values[u]);
  fit->applied = TRUE;
  noslip_view_changed(view, NOSLIP_CHANGED_START);
}

static void
stop(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_search_cancel(noslip_fit_view_of(view)->search);
}

static void
again(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  forget(noslip_fit_view_of(view));
  noslip_view_refresh(view);
}

static void
add_column_list(NoslipView *view, GtkBox *box, const NoslipFitTable *table)
{
  g_autofree const char **names = g_new0(const char *, (gsize) table->names->len + 1);
  for (guint c = 0; c < table->names->len; c++)
    names[c] = table->names->pdata[c];
  noslip_view_add_list(view, box, "column", _("Shown"), names, names, (int) noslip_fit_view_column(view, table));
}

/* Parameters, then coordinates and velocities. */
static void
add_unknowns(NoslipView *view, GtkBox *box, const NoslipSystem *system)
{
  guint n = system->n_parameters + system->m + system->n;
  g_autofree const char **names = g_new0(const char *, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    names[i] =
        i < system->n_parameters ? system->parameters[i].name : noslip_state_name(system, i - system->n_parameters);
  noslip_view_add_checks(view, box, "unknown", _("To be fitted"), names, names);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  const NoslipFitView *fit = noslip_fit_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  const NoslipFitWork *work = noslip_fit_view_data(fit);
  if (!system)
    return;
  noslip_view_add_item(box, _("Open data…"), NULL, fit->actions, "open");
  if (work && work->table->names->len > 1)
    add_column_list(view, box, work->table);
  add_unknowns(view, box, system);
  noslip_view_add_item(box, _("Take the fitted values"), "Enter", fit->actions, "apply");
  noslip_view_add_item(box, _("Read the data again"), NULL, fit->actions, "again");
  noslip_view_add_item(box, _("Cancel the fit"), "Esc", fit->actions, "stop");
}

static void
fit_free(gpointer data)
{
  NoslipFitView *fit = data;
  forget(fit);
  noslip_search_free(fit->search);
  g_array_unref(fit->residuals);
  g_object_unref(fit->actions);
  g_free(fit);
}

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"stop", stop, NULL, NULL, NULL, {0}},
                                         {"again", again, NULL, NULL, NULL, {0}},
                                         {"open", open_data, NULL, NULL, NULL, {0}},
                                         {"apply", apply, NULL, NULL, NULL, {0}}};
  NoslipFitView *fit = g_new0(NoslipFitView, 1);
  fit->search = noslip_search_new(view, NULL);
  fit->residuals = g_array_new(FALSE, FALSE, sizeof(double));
  fit->actions = noslip_view_own_actions(view, "fit", entries, G_N_ELEMENTS(entries));
  noslip_view_set_state(view, fit, fit_free);
  noslip_view_add_key(view, GDK_KEY_Return, 0, fit->actions, "apply");
  noslip_view_add_key(view, GDK_KEY_Escape, 0, fit->actions, "stop");
}

const NoslipViewKind noslip_fit_view = {
    .id = "fit",
    .name = N_("Fit"),
    .summary = N_("Parameters and initial values that fit measured data best, and the residuals"),
    .interest = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .n_figures = 2,
    .share = 0.62,
    .n_shown = n_shown,
    .compose = compose,
    .is_ready = is_ready,
    .describe = describe,
    .caption = noslip_fit_view_caption,
    .begin = begin,
    .add_choices = add_choices,
};
