/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of menus and keys on set-ups: the list of a lecture, stories, and set-ups as text on the clipboard. */
#include "app/desktop/desktop.h"

#include "core/simulation/setup/story.h"
#include "ui/widgets/common/file-dialog.h"
#include "ui/widgets/side/setup-window.h"

#include <glib/gi18n.h>
#include <string.h>

/* One list for the whole program: any window that is on the projector continues it. */
static NoslipSetupList *
list_of(gpointer window)
{
  return noslip_lecture_setups(noslip_window_lecture(window));
}

static NoslipSetupList *
stories_of(gpointer window)
{
  return noslip_lecture_stories(noslip_window_lecture(window));
}

/* The list that Page Down steps through: the stories while one of them is shown, else the list of set-ups. */
static NoslipSetupList *
present_list(NoslipWindow *window)
{
  return noslip_lecture_list_of(noslip_window_lecture(window),
                                noslip_scene_pane_story(noslip_window_scene_pane(window)));
}

char *
noslip_setup_list_file(void)
{
  return g_build_filename(g_get_user_data_dir(), "noslip", "set-ups" NOSLIP_SETUP_SUFFIX, NULL);
}

static void
announce(NoslipWindow *window, NoslipSetupList *list, guint index)
{
  NoslipSetup *setup = noslip_setup_list_get(list, index);
  g_autofree char *text =
      g_strdup_printf("%u / %u   %s", index + 1, noslip_setup_list_n(list),
                      list == stories_of(window) ? noslip_story_name(setup) : noslip_setup_name(setup));
  noslip_announcements_show(noslip_window_announcements(window), text);
}

static void
go_to(NoslipWindow *window, NoslipSetupList *list, int index)
{
  NoslipSetup *setup = index >= 0 ? noslip_setup_list_get(list, (guint) index) : NULL;
  if (!setup)
    return;
  noslip_setup_list_set_current(list, index);
  noslip_opening_show_setup(noslip_window_opening(window), setup);
  announce(window, list, (guint) index);
}

static GPtrArray *
read_stories(const char *id)
{
  g_autofree char *file = noslip_stories_file(id);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  return noslip_stories_read(file, diagnostics);
}

static void
tell_empty(NoslipWindow *window)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  g_autoptr(GPtrArray) stories = system != NULL ? read_stories(system->id) : NULL;
  noslip_window_toast(window,
                      stories != NULL && stories->len > 0
                          ? _("The list of set-ups is empty (Ctrl+B adds). The main menu has stories about this "
                              "system.")
                          : _("The list of set-ups is empty. Ctrl+B adds what the window shows now."));
}

static void
step(NoslipWindow *window, int by)
{
  NoslipSetupList *list = present_list(window);
  gboolean stories = list == stories_of(window);
  int n = (int) noslip_setup_list_n(list), current = noslip_setup_list_current(list), next = current + by;
  if (n == 0) {
    tell_empty(window);
    return;
  }
  if (current < 0)
    next = by > 0 ? 0 : n - 1;
  if (next < 0 || next >= n)
    noslip_announcements_show(noslip_window_announcements(window),
                              stories ? (next < 0 ? _("This is the first story") : _("This is the last story"))
                                      : (next < 0 ? _("This is the first set-up") : _("This is the last set-up")));
  else
    go_to(window, list, next);
}

static void
next_setup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  if (noslip_scene_pane_story(noslip_window_scene_pane(window)) &&
      noslip_playhead_waits(noslip_simulation_playhead(simulation)))
    noslip_playback_play(noslip_simulation_playback(simulation)); /* a presenter's remote answers the question, too */
  else
    step(NOSLIP_WINDOW(window), 1);
}

static void
previous_setup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  step(NOSLIP_WINDOW(window), -1);
}

static void
show_setup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  go_to(NOSLIP_WINDOW(window), list_of(window), g_variant_get_int32(parameter));
}

/* Stories */

/* The stories of a system of the catalogue, beginning with this one. */
static void
open_stories(NoslipWindow *window, const char *id, int index)
{
  g_autoptr(GPtrArray) stories = read_stories(id);
  if (stories->len == 0) {
    noslip_window_toast(window, _("There are no stories about this system"));
    return;
  }
  noslip_setup_list_replace(stories_of(window), stories);
  go_to(window, stories_of(window), CLAMP(index, 0, (int) stories->len - 1));
}

static void
open_story(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  const char *id = NULL;
  int index = 0;
  g_variant_get(parameter, "(&si)", &id, &index);
  open_stories(NOSLIP_WINDOW(window), id, index);
}

static void
stories(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  if (system)
    open_stories(NOSLIP_WINDOW(window), system->id, 0);
}

static void
add_setup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  g_autoptr(NoslipSetup) setup = noslip_window_get_setup(NOSLIP_WINDOW(window));
  if (!setup)
    return;
  noslip_setup_list_add(list_of(window), setup);
  const char *failure = noslip_setup_list_failure(list_of(window));
  g_autofree char *text = failure ? g_strdup_printf(_("The list could not be saved: %s"), failure) : NULL;
  if (text)
    noslip_window_toast(NOSLIP_WINDOW(window), text);
  announce(NOSLIP_WINDOW(window), list_of(window), (guint) noslip_setup_list_current(list_of(window)));
}

static void
show_list(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();
  for (GList *l = windows; l; l = l->next)
    if (NOSLIP_IS_SETUP_WINDOW(l->data) && gtk_window_get_transient_for(l->data) == window) {
      gtk_window_present(l->data);
      return;
    }
  gtk_window_present(GTK_WINDOW(noslip_setup_window_new(GTK_WINDOW(window), list_of(window))));
}

/* Files */

static void
end_choice(GtkNativeDialog *dialog, int response, NoslipWindow *window, gboolean all)
{
  g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  g_autofree char *path = file ? g_file_get_path(file) : NULL;
  if (path)
    noslip_desktop_write_setups(window, all, path);
  noslip_file_dialog_end(dialog);
}

static void
list_file_chosen(GtkNativeDialog *dialog, int response, NoslipWindow *window)
{
  end_choice(dialog, response, window, TRUE);
}

static void
setup_file_chosen(GtkNativeDialog *dialog, int response, NoslipWindow *window)
{
  end_choice(dialog, response, window, FALSE);
}

void
noslip_desktop_write_setups(NoslipWindow *window, gboolean all, const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipSetup) setup = all ? NULL : noslip_window_get_setup(window);
  g_autofree char *name =
      g_str_has_suffix(path, NOSLIP_SETUP_SUFFIX) ? g_strdup(path) : g_strconcat(path, NOSLIP_SETUP_SUFFIX, NULL);
  if (all ? noslip_setup_list_write(list_of(window), name, &error) : noslip_setups_write(1, &setup, name, &error)) {
    noslip_recent_add(name);
    return;
  }
  g_autofree char *text = g_strdup_printf(_("The set-up could not be saved: %s"), error->message);
  noslip_window_toast(window, text);
}

static void
choose_file(NoslipWindow *window, gboolean all)
{
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(all ? _("Save the list of set-ups") : _("Save the set-up"), GTK_WINDOW(window),
                                  GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("_Cancel"));
  g_autoptr(NoslipSetup) setup = all ? NULL : noslip_window_get_setup(window);
  g_autofree char *name = g_strconcat(setup ? noslip_setup_name(setup) : _("Lecture"), NOSLIP_SETUP_SUFFIX, NULL);
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), g_strdelimit(name, "/", '-'));
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  g_signal_connect_object(dialog, "response", all ? G_CALLBACK(list_file_chosen) : G_CALLBACK(setup_file_chosen),
                          window, 0);
  noslip_file_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

static void
save_setup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  if (noslip_simulation_system(noslip_window_simulation(NOSLIP_WINDOW(window))))
    choose_file(NOSLIP_WINDOW(window), FALSE);
}

static void
save_setups(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  if (noslip_setup_list_n(list_of(window)) > 0)
    choose_file(NOSLIP_WINDOW(window), TRUE);
}

/* An opened list replaces the present one, which can be restored. */

typedef struct {
  NoslipSetupList *list;
  GPtrArray *before;
} Replaced;

static void
replaced_free(gpointer data, GClosure *closure)
{
  Replaced *replaced = data;
  g_object_unref(replaced->list);
  g_ptr_array_unref(replaced->before);
  g_free(replaced);
}

static void
bring_back(AdwToast *toast, Replaced *replaced)
{
  noslip_setup_list_replace(replaced->list, replaced->before);
}

static void
setups_opened(NoslipWindow *window, GPtrArray *setups, gpointer data)
{
  NoslipSetupList *list = list_of(window);
  g_autofree char *caption = noslip_story_caption(setups->pdata[0]);
  if (caption) { /* the list of a lecture is not changed */
    noslip_setup_list_replace(stories_of(window), setups);
    noslip_setup_list_set_current(stories_of(window), 0);
    announce(window, stories_of(window), 0);
    return;
  }
  g_autofree char *text =
      g_strdup_printf(g_dngettext(NULL, "The list has %u set-up. Page Down shows the next one.",
                                  "The list has %u set-ups. Page Down shows the next one.", setups->len),
                      setups->len);
  AdwToast *toast = adw_toast_new(text);
  if (noslip_setup_list_n(list) > 0) {
    Replaced *replaced = g_new0(Replaced, 1);
    *replaced = (Replaced){g_object_ref(list), noslip_setup_list_copy(list)};
    adw_toast_set_button_label(toast, _("_Previous list"));
    g_signal_connect_data(toast, "button-clicked", G_CALLBACK(bring_back), replaced, replaced_free, 0);
  }
  noslip_setup_list_replace(list, setups);
  noslip_setup_list_set_current(list, 0);
  noslip_window_add_toast(window, toast);
}

/* The clipboard */

static void
copy_setup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  g_autoptr(NoslipSetup) setup = noslip_window_get_setup(NOSLIP_WINDOW(window));
  if (!setup)
    return;
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(window)), text);
  noslip_window_toast(NOSLIP_WINDOW(window), _("The set-up is on the clipboard, as text"));
}

static void
pasted(GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr(NoslipWindow) window = data;
  g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
  if (!noslip_window_simulation(window))
    return; /* it was closed in the meantime */
  if (!text || !noslip_setup_is_text(text)) {
    noslip_window_toast(window, _("There is no set-up on the clipboard. A set-up begins with [Noslip set-up]."));
    return;
  }
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups = noslip_setups_from_text(text, NULL, _("the clipboard"), diagnostics);
  noslip_opening_take_setups(noslip_window_opening(window), setups, _("the clipboard"), diagnostics);
}

static void
paste_setup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(window)), NULL, pasted, g_object_ref(window));
}

static void
show_keys(GSimpleAction *action, GVariant *value, gpointer window)
{
  noslip_announcements_set_shows_keys(noslip_window_announcements(NOSLIP_WINDOW(window)), g_variant_get_boolean(value));
  g_simple_action_set_state(action, value);
}

void
noslip_desktop_share_setups(NoslipWindow *window, NoslipSetupList *list)
{
  noslip_lecture_set_setups(noslip_window_lecture(window), list);
}

void
noslip_desktop_add_setup_actions(NoslipWindow *window)
{
  static const GActionEntry entries[] = {
      {"next-setup", next_setup, NULL, NULL, NULL, {0}},   {"previous-setup", previous_setup, NULL, NULL, NULL, {0}},
      {"show-setup", show_setup, "i", NULL, NULL, {0}},    {"add-setup", add_setup, NULL, NULL, NULL, {0}},
      {"setups", show_list, NULL, NULL, NULL, {0}},        {"save-setup", save_setup, NULL, NULL, NULL, {0}},
      {"save-setups", save_setups, NULL, NULL, NULL, {0}}, {"copy-setup", copy_setup, NULL, NULL, NULL, {0}},
      {"stories", stories, NULL, NULL, NULL, {0}},         {"open-story", open_story, "(si)", NULL, NULL, {0}},
      {"paste-setup", paste_setup, NULL, NULL, NULL, {0}}, {"show-keys", NULL, NULL, "false", show_keys, {0}},
  };
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
  g_signal_connect_object(noslip_window_opening(window), "setups-opened", G_CALLBACK(setups_opened), window,
                          G_CONNECT_SWAPPED);
}
