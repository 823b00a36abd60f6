/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of menus and keys on the text of the system, and the recovery of texts after a crash. */
#include "app/desktop/desktop.h"

#include "core/simulation/drafts.h"
#include "ui/widgets/common/question.h"
#include "ui/widgets/window/conserved-window.h"

#include <glib/gi18n.h>

static void
edit(GSimpleAction *action, GVariant *value, gpointer window)
{
  noslip_window_set_editor(NOSLIP_WINDOW(window), g_variant_get_boolean(value));
  g_simple_action_set_state(action, g_variant_new_boolean(noslip_window_has_editor(NOSLIP_WINDOW(window))));
}

static void
save(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_system_document_save(noslip_window_document(NOSLIP_WINDOW(window)));
}

static void
save_as(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_system_document_save_as(noslip_window_document(NOSLIP_WINDOW(window)));
}

static void
revert(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_system_document_revert(noslip_window_document(NOSLIP_WINDOW(window)));
}

static void
new_system(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_system_document_begin_new(noslip_window_document(NOSLIP_WINDOW(window)));
}

static void
reduce_to_distribution(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_reduce_to_distribution(NOSLIP_WINDOW(window));
}

static void
find_conserved(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  gtk_window_present(GTK_WINDOW(noslip_conserved_window_new(NOSLIP_WINDOW(window))));
}

static void
document_changed(NoslipWindow *window, gpointer data)
{
  GActionMap *actions = G_ACTION_MAP(window);
  g_simple_action_set_state(G_SIMPLE_ACTION(g_action_map_lookup_action(actions, "editor")),
                            g_variant_new_boolean(noslip_window_has_editor(window)));
  g_simple_action_set_enabled(G_SIMPLE_ACTION(g_action_map_lookup_action(actions, "revert")),
                              noslip_window_has_unsaved(window));
}

void
noslip_desktop_add_document_actions(NoslipWindow *window)
{
  static const GActionEntry entries[] = {
      {"editor", NULL, NULL, "false", edit, {0}},
      {"save", save, NULL, NULL, NULL, {0}},
      {"save-as", save_as, NULL, NULL, NULL, {0}},
      {"revert", revert, NULL, NULL, NULL, {0}},
      {"new-system", new_system, NULL, NULL, NULL, {0}},
      {"reduce-to-distribution", reduce_to_distribution, NULL, NULL, NULL, {0}},
      {"find-conserved", find_conserved, NULL, NULL, NULL, {0}},
  };
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
  g_signal_connect(window, "document-changed", G_CALLBACK(document_changed), NULL);
  document_changed(window, NULL);
}

/* After a crash */

typedef struct {
  GPtrArray *left;      /* of NoslipLeftDraft * */
  NoslipWindow *window; /* weak */
  NoslipOpenWindow open;
  gpointer data;
} Recovery;

static void
recovery_free(gpointer data, GClosure *closure)
{
  Recovery *recovery = data;
  g_clear_weak_pointer(&recovery->window);
  g_ptr_array_unref(recovery->left);
  g_free(recovery);
}

/* Opens each in a new window; the first one replaces the present system if nothing is unsaved. */
static void
recover(Recovery *recovery)
{
  for (guint i = 0; i < recovery->left->len; i++) {
    NoslipFoundDraft *left = g_ptr_array_index(recovery->left, i);
    NoslipWindow *window = recovery->window;
    if (noslip_window_has_unsaved(window))
      window = recovery->open(recovery->data);
    noslip_system_document_recover(noslip_window_document(window), left->file, left->base, left->text);
    if (noslip_editor_flush_draft(noslip_window_editor(window))) /* saved again before the old draft is removed */
      noslip_found_draft_discard(left);
  }
}

static void
answered(AdwMessageDialog *dialog, const char *response, Recovery *recovery)
{
  if (g_str_equal(response, "recover") && recovery->window)
    recover(recovery);
  else if (g_str_equal(response, "discard"))
    for (guint i = 0; i < recovery->left->len; i++)
      noslip_found_draft_discard(g_ptr_array_index(recovery->left, i));
}

static char *
names_of(GPtrArray *left)
{
  g_autoptr(GString) names = g_string_new(NULL);
  for (guint i = 0; i < left->len; i++) {
    const NoslipFoundDraft *one = g_ptr_array_index(left, i);
    g_autofree char *base = one->file ? g_path_get_basename(one->file) : NULL;
    g_autofree char *name = base ? g_filename_display_name(base) : g_strdup(_("a new system"));
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_local(one->time);
    g_autofree char *time = when ? g_date_time_format(when, "%x %H:%M") : g_strdup("");
    g_string_append_printf(names, "\n%s, %s", name, time);
  }
  return g_strdup(names->str);
}

GtkWidget *
noslip_desktop_offer_drafts(NoslipWindow *window, NoslipOpenWindow open, gpointer data)
{
  g_autofree char *folder = noslip_drafts_folder();
  g_autoptr(GPtrArray) left = noslip_drafts_find(folder);
  if (left->len == 0)
    return NULL;
  g_autofree char *names = names_of(left);
  GtkWidget *dialog = noslip_question_new(GTK_WINDOW(window), _("Recover unsaved changes?"));
  adw_message_dialog_format_body(ADW_MESSAGE_DIALOG(dialog), _("Noslip ended before these texts were saved:%s"), names);
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "later", _("_Later"), "discard", _("_Discard"),
                                   "recover", _("_Recover"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "recover", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "recover");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "later");
  Recovery *recovery = g_new0(Recovery, 1);
  *recovery = (Recovery){g_ptr_array_ref(left), NULL, open, data};
  g_set_weak_pointer(&recovery->window, window);
  g_signal_connect_data(dialog, "response", G_CALLBACK(answered), recovery, recovery_free, 0);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
  gtk_window_present(GTK_WINDOW(dialog));
  return dialog;
}
