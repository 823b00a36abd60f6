/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#include "app/desktop/application-figure.h"
#include "app/desktop/export.h"
#include "core/catalogue/catalogue.h"
#include "core/simulation/setup/link.h"
#include "ui/widgets/help/help-window.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <math.h>

#define FIRST_SYSTEM "chaplygin-sleigh"

struct _NoslipApplication {
  AdwApplication parent;
  char *statistics;      /* file that frame statistics are written to, or NULL */
  NoslipWindow *counted; /* the window that is measured; borrowed */
  GSettings *settings;   /* or NULL: nothing is stored */
  NoslipSetupList *setups;
  int status;
};

G_DEFINE_FINAL_TYPE(NoslipApplication, noslip_application, ADW_TYPE_APPLICATION)

static const GOptionEntry options[] = {
    {"play", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Start running at once"), NULL},
    {"time", 0, 0, G_OPTION_ARG_DOUBLE, NULL, N_("Go to this time, in seconds"), "T"},
    {"screenshot", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_("Write a picture of the window when it is complete, and quit"),
     "FILE.png"},
    {"view", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("With --screenshot: this view alone, as FILE.svg, FILE.pdf, FILE.pgf or FILE.png"), "energy"},
    {"width", 0, 0, G_OPTION_ARG_STRING, NULL, N_("With --view: as a figure of this width on paper"), "85mm"},
    {"font", 0, 0, G_OPTION_ARG_STRING, NULL, N_("With --width: the font of the text"), "NAME"},
    {"font-size", 0, 0, G_OPTION_ARG_STRING, NULL, N_("With --width: its size in points, 8 if not given"), "PT"},
    {"line-width", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("With --width: of curves in points; as fits the letters if not given"), "PT"},
    {"without", 0, 0, G_OPTION_ARG_STRING, NULL, N_("With --width: leave out cursor, readings or grid, with commas"),
     "WHAT"},
    {"live-text", 0, 0, G_OPTION_ARG_NONE, NULL, N_("With --width: keep the text of an SVG as text"), NULL},
    {"frame-statistics", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_("Write the times of frames at the end, as JSON"),
     "FILE"},
    {"version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print the version"), NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_("[FILE|ID|LINK…]")},
    {0}};

/* Statistics */

static void
write_statistics(NoslipApplication *self)
{
  if (!self->statistics || !self->counted)
    return;
  g_autoptr(GError) error = NULL;
  if (!noslip_frame_statistics_write(noslip_window_meter(self->counted), self->statistics, &error)) {
    g_printerr("noslip: %s\n", error->message);
    self->status = 2;
  }
  g_clear_pointer(&self->statistics, g_free);
}

static void
on_window_destroyed(gpointer data, GObject *window)
{
  NoslipApplication *self = data;
  if ((GObject *) self->counted == window)
    self->counted = NULL;
}

static gboolean
closing(GtkWindow *window, NoslipApplication *self)
{
  if (self->counted == NOSLIP_WINDOW(window))
    write_statistics(self);
  return FALSE;
}

static void
add_open_popovers(GtkWidget *widget, GPtrArray *popovers)
{
  if (GTK_IS_POPOVER(widget) && gtk_widget_get_mapped(widget))
    g_ptr_array_add(popovers, g_object_ref(widget));
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    add_open_popovers(child, popovers);
}

/* GTK 4.18 may crash while it removes the actions of a window that is destroyed with an open menu: its items follow the
 * actions of the widget with the focus. */
static void
let_go(GtkWindow *window)
{
  g_autoptr(GPtrArray) popovers = g_ptr_array_new_with_free_func(g_object_unref);
  add_open_popovers(GTK_WIDGET(window), popovers);
  for (guint i = popovers->len; i > 0; i--) /* a menu's own menus first */
    gtk_popover_popdown(popovers->pdata[i - 1]);
  gtk_window_set_focus(window, NULL);
}

/* Windows are destroyed before the main loop ends, so that every thread has joined before the program ends. */
static void
leave(NoslipApplication *self)
{
  write_statistics(self);
  GList *windows = g_list_copy(gtk_application_get_windows(GTK_APPLICATION(self)));
  for (GList *l = windows; l; l = l->next) /* a dialog may be destroyed with its window */
    g_object_ref(l->data);
  for (GList *l = windows; l; l = l->next)
    let_go(l->data);
  for (GList *l = windows; l; l = l->next)
    gtk_window_destroy(GTK_WINDOW(l->data));
  g_list_free_full(windows, g_object_unref);
  g_application_quit(G_APPLICATION(self));
}

static gboolean
terminated(gpointer data)
{
  leave(NOSLIP_APPLICATION(data));
  return G_SOURCE_CONTINUE;
}

static void
pictured(gboolean written, gpointer data)
{
  NoslipApplication *self = data;
  if (!written)
    self->status = 2;
  leave(self);
}

/* Windows */

/* The name of a system is a catalogue id; a path is made absolute, relative to the directory of the command. */
static char *
resolve(GApplicationCommandLine *line, const char *argument)
{
  if (noslip_link_is(argument))
    return g_strdup(argument);
  g_autofree char *known = noslip_catalogue_path(argument);
  if (known)
    return g_strdup(argument);
  g_autoptr(GFile) file = g_application_command_line_create_file_for_arg(line, argument);
  char *path = g_file_get_path(file);
  return path ? path : g_strdup(argument);
}

/* A picture or statistics use the default state of the program, not a saved one. */
static gboolean
is_alone(NoslipApplication *self)
{
  return (g_application_get_flags(G_APPLICATION(self)) & G_APPLICATION_NON_UNIQUE) != 0;
}

static NoslipWindow *
open_window(NoslipApplication *self, const char *what, gboolean play, double time)
{
  NoslipWindow *window = noslip_window_new(GTK_APPLICATION(self));
  noslip_desktop_add_actions(window);
  noslip_desktop_share_setups(window, self->setups);
  noslip_settings_attach(self->settings, window);
  noslip_recent_follow(window);
  if (!is_alone(self))
    noslip_arrangements_attach(window);
  gboolean link = noslip_link_is(what);
  noslip_window_open(window, link ? FIRST_SYSTEM : what, play && !link, time);
  gtk_window_present(GTK_WINDOW(window));
  if (link)
    noslip_desktop_offer_link(window, what);
  return window;
}

static NoslipWindow *
open_another(gpointer data)
{
  return open_window(NOSLIP_APPLICATION(data), FIRST_SYSTEM, FALSE, NAN);
}

static NoslipWindow *
open_all(NoslipApplication *self, GApplicationCommandLine *line, GVariantDict *given)
{
  double time = NAN;
  gboolean play = g_variant_dict_contains(given, "play");
  g_variant_dict_lookup(given, "time", "d", &time);
  g_autofree const char **arguments = NULL;
  g_variant_dict_lookup(given, G_OPTION_REMAINING, "^a&ay", &arguments);
  NoslipWindow *first = NULL;
  for (guint i = 0; arguments && arguments[i]; i++) {
    g_autofree char *what = resolve(line, arguments[i]);
    NoslipWindow *window = open_window(self, what, play, time);
    if (!first)
      first = window;
  }
  if (first)
    return first;
  /* nothing to open was given: the sleigh, running unless a time was given */
  gboolean still = g_variant_dict_contains(given, "time") || g_variant_dict_contains(given, "screenshot");
  NoslipWindow *window = open_window(self, FIRST_SYSTEM, play || !still, time);
  noslip_settings_welcome(self->settings, window);
  return window;
}

static int
noslip_application_command_line(GApplication *application, GApplicationCommandLine *line)
{
  NoslipApplication *self = NOSLIP_APPLICATION(application);
  GVariantDict *given = g_application_command_line_get_options_dict(line);
  double time = NAN;
  if (g_variant_dict_lookup(given, "time", "d", &time) && !(time >= 0 && isfinite(time))) {
    g_application_command_line_printerr(line,
                                        _("noslip: --time must be 0 or later; give seconds, such as --time 4.5\n"));
    return 2;
  }
  const NoslipViewKind *view = NULL;
  NoslipPaperFigure figure = {0};
  if (!noslip_application_read_view(line, given, &view) || !noslip_application_read_figure(line, given, view, &figure))
    return 2;
  NoslipWindow *window = open_all(self, line, given);
  if (!g_variant_dict_contains(given, "screenshot"))
    noslip_desktop_offer_drafts(window, open_another, self);
  const char *file = NULL;
  if (g_variant_dict_lookup(given, "frame-statistics", "^&ay", &file)) {
    g_free(self->statistics);
    self->statistics = g_strdup(file);
    self->counted = window;
    noslip_meter_start(noslip_window_meter(window));
    g_object_weak_ref(G_OBJECT(window), on_window_destroyed, self);
    g_signal_connect_object(window, "close-request", G_CALLBACK(closing), self, 0);
  }
  if (g_variant_dict_lookup(given, "screenshot", "^&ay", &file)) {
    g_object_set(gtk_widget_get_settings(GTK_WIDGET(window)), "gtk-enable-animations", FALSE, NULL);
    noslip_screenshot_when_settled(window, view, &figure, file, pictured, self);
  }
  return 0;
}

static int
noslip_application_handle_local_options(GApplication *application, GVariantDict *given)
{
  if (g_variant_dict_contains(given, "version")) {
    g_print("noslip %s\n", NOSLIP_VERSION);
    return 0;
  }
  /* a picture or statistics are made by this process alone */
  if (g_variant_dict_contains(given, "screenshot") || g_variant_dict_contains(given, "frame-statistics"))
    g_application_set_flags(application, g_application_get_flags(application) | G_APPLICATION_NON_UNIQUE);
  return -1;
}

static void
noslip_application_activate(GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window(GTK_APPLICATION(application));
  if (window)
    gtk_window_present(window);
  else
    open_window(NOSLIP_APPLICATION(application), FIRST_SYSTEM, TRUE, NAN);
}

/* Actions of the application */

static void
quit_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GList *windows = g_list_copy(gtk_application_get_windows(GTK_APPLICATION(data)));
  gboolean unsaved = FALSE;
  for (GList *l = windows; l; l = l->next)
    g_object_ref(l->data);
  for (GList *l = windows; l; l = l->next)
    unsaved = unsaved || (NOSLIP_IS_WINDOW(l->data) && noslip_window_has_unsaved(l->data));
  /* each window asks separately; the program ends with the last one */
  for (GList *l = windows; l && unsaved; l = l->next)
    if (NOSLIP_IS_WINDOW(l->data))
      gtk_window_close(GTK_WINDOW(l->data));
  g_list_free_full(windows, g_object_unref);
  if (!unsaved)
    leave(NOSLIP_APPLICATION(data));
}

static void
about_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  noslip_about_show(gtk_application_get_active_window(GTK_APPLICATION(data)));
}

/* Opens the manual; with a parameter ("language.md#constraint") at that place. */
static void
help_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *help = NULL;
  for (GList *l = gtk_application_get_windows(GTK_APPLICATION(data)); l && !help; l = l->next)
    if (NOSLIP_IS_HELP_WINDOW(l->data))
      help = GTK_WINDOW(l->data);
  g_autofree char *folder = noslip_catalogue_help();
  if (!help)
    help = GTK_WINDOW(noslip_help_window_new(GTK_APPLICATION(data), folder));
  gtk_window_present(help);
  if (parameter)
    noslip_help_window_go(NOSLIP_HELP_WINDOW(help), g_variant_get_string(parameter, NULL));
}

/* In the window that was last in use. */
static void
open_system_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = NULL;
  for (GList *l = gtk_application_get_windows(GTK_APPLICATION(data)); l && !window; l = l->next)
    if (NOSLIP_IS_WINDOW(l->data))
      window = l->data;
  if (window) {
    g_action_group_activate_action(G_ACTION_GROUP(window), "open-system", parameter);
    gtk_window_present(window);
  } else {
    open_window(NOSLIP_APPLICATION(data), g_variant_get_string(parameter, NULL), FALSE, NAN);
  }
}

static void
new_window_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  open_window(NOSLIP_APPLICATION(data), FIRST_SYSTEM, FALSE, NAN);
}

static void
open_window_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  open_window(NOSLIP_APPLICATION(data), g_variant_get_string(parameter, NULL), FALSE, NAN);
}

static void
set_scheme(const char *scheme)
{
  adw_style_manager_set_color_scheme(adw_style_manager_get_default(),
                                     g_str_equal(scheme, "light")  ? ADW_COLOR_SCHEME_FORCE_LIGHT
                                     : g_str_equal(scheme, "dark") ? ADW_COLOR_SCHEME_FORCE_DARK
                                                                   : ADW_COLOR_SCHEME_DEFAULT);
}

static void
scheme_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *scheme = g_variant_get_string(parameter, NULL);
  GSettings *settings = NOSLIP_APPLICATION(data)->settings;
  set_scheme(scheme);
  g_simple_action_set_state(action, g_variant_new_string(scheme));
  if (settings && (g_str_equal(scheme, "default") || g_str_equal(scheme, "light") || g_str_equal(scheme, "dark")))
    g_settings_set_string(settings, "color-scheme", scheme);
}

static void
restore_settings(NoslipApplication *self)
{
  gboolean alone = is_alone(self);
  g_autofree char *list = alone ? NULL : noslip_setup_list_file();
  self->setups = noslip_setup_list_new(list);
  if (alone)
    return;
  self->settings = noslip_settings_new();
  g_autofree char *scheme = self->settings ? g_settings_get_string(self->settings, "color-scheme") : NULL;
  if (scheme)
    g_action_group_activate_action(G_ACTION_GROUP(self), "color-scheme", g_variant_new_string(scheme));
}

static void
noslip_application_startup(GApplication *application)
{
  G_APPLICATION_CLASS(noslip_application_parent_class)->startup(application);
  noslip_desktop_outlive_display_errors(gdk_display_get_default());
  noslip_desktop_choose_renderer(gdk_display_get_default());
  static const GActionEntry entries[] = {
      {"quit", quit_activated, NULL, NULL, NULL, {0}},
      {"about", about_activated, NULL, NULL, NULL, {0}},
      {"help", help_activated, NULL, NULL, NULL, {0}},
      {"help-page", help_activated, "s", NULL, NULL, {0}},
      {"open-system", open_system_activated, "s", NULL, NULL, {0}},
      {"new-window", new_window_activated, NULL, NULL, NULL, {0}},
      {"open-window", open_window_activated, "s", NULL, NULL, {0}},
      {"color-scheme", scheme_activated, "s", "'default'", NULL, {0}},
  };
  g_action_map_add_action_entries(G_ACTION_MAP(application), entries, G_N_ELEMENTS(entries), application);
  restore_settings(NOSLIP_APPLICATION(application));
  noslip_application_add_keys(GTK_APPLICATION(application));
  g_autoptr(GtkCssProvider) css = gtk_css_provider_new();
  gtk_css_provider_load_from_resource(css, "/org/noslip/Noslip/style.css");
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(css),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_set_default_icon_name(NOSLIP_APPLICATION_ID);
  if (!is_alone(NOSLIP_APPLICATION(application)))
    noslip_pads_attach(GTK_APPLICATION(application), &noslip_pad_manette);
  g_unix_signal_add(SIGTERM, terminated, application);
  g_unix_signal_add(SIGINT, terminated, application);
}

static void
noslip_application_finalize(GObject *object)
{
  g_free(NOSLIP_APPLICATION(object)->statistics);
  g_clear_object(&NOSLIP_APPLICATION(object)->settings);
  g_clear_object(&NOSLIP_APPLICATION(object)->setups);
  G_OBJECT_CLASS(noslip_application_parent_class)->finalize(object);
}

static void
noslip_application_class_init(NoslipApplicationClass *class)
{
  G_OBJECT_CLASS(class)->finalize = noslip_application_finalize;
  G_APPLICATION_CLASS(class)->startup = noslip_application_startup;
  G_APPLICATION_CLASS(class)->activate = noslip_application_activate;
  G_APPLICATION_CLASS(class)->command_line = noslip_application_command_line;
  G_APPLICATION_CLASS(class)->handle_local_options = noslip_application_handle_local_options;
}

static void
noslip_application_init(NoslipApplication *self)
{
  g_application_add_main_option_entries(G_APPLICATION(self), options);
  g_application_set_option_context_parameter_string(G_APPLICATION(self), NULL);
  g_application_set_option_context_summary(
      G_APPLICATION(self), _("Nonholonomic mechanics, computed several independent ways, checked and drawn.\n"
                             "Without arguments the Chaplygin sleigh runs. Example: noslip snakeboard --play"));
}

NoslipApplication *
noslip_application_new(void)
{
  return g_object_new(NOSLIP_TYPE_APPLICATION, "application-id", NOSLIP_APPLICATION_ID, "flags",
                      G_APPLICATION_HANDLES_COMMAND_LINE, NULL);
}

int
noslip_application_status(NoslipApplication *self)
{
  return self->status;
}
