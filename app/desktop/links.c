/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links to set-ups (core/simulation/setup/link.h): the dialog that shows one, and the question before one is opened. */
#include "app/desktop/desktop.h"
#include "app/desktop/qr.h"

#include "core/base/shown.h"
#include "core/base/words.h"
#include "core/simulation/setup/link.h"
#include "ui/widgets/common/question.h"

#include <glib/gi18n.h>

#define QR_SIZE 340    /* pixels */
#define TEXT_HEIGHT 90 /* pixels of the link or of the set-up's text */

static GtkWidget *
text_box(const char *text, const char *name, int height)
{
  GtkWidget *view = gtk_text_view_new(), *scroll = gtk_scrolled_window_new();
  gtk_text_view_set_editable(GTK_TEXT_VIEW(view), FALSE);
  gtk_text_view_set_monospace(GTK_TEXT_VIEW(view), TRUE);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(view), FALSE);
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), text, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroll), view);
  gtk_scrolled_window_set_has_frame(GTK_SCROLLED_WINDOW(scroll), TRUE);
  gtk_widget_set_size_request(scroll, -1, height);
  return scroll;
}

/* Showing a link */

/* The set-up that the window shows; a system in a local file is included as text. */
static char *
link_of(NoslipWindow *window, GError **error)
{
  g_autoptr(NoslipSetup) setup = noslip_window_get_setup(window);
  if (!setup)
    return NULL;
  const char *system = noslip_setup_system(setup);
  const char *text = noslip_simulation_source(noslip_window_simulation(window))->text;
  if (system && g_path_is_absolute(system) && text) {
    g_autofree char *source = g_strdup(text);
    noslip_setup_set_system(setup, NULL, source);
  }
  return noslip_link_can_hold(setup, error) ? noslip_link_new(setup, error) : NULL;
}

static GtkWidget *
code_of(const char *link)
{
  g_autoptr(GdkTexture) texture = noslip_qr_texture(link, QR_SIZE);
  if (!texture) {
    GtkWidget *label = gtk_label_new(noslip_qr_is_there() ? _("This link is too long for a QR code.")
                                                          : _("This build of Noslip draws no QR codes."));
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    return label;
  }
  GtkWidget *picture = gtk_picture_new_for_paintable(GDK_PAINTABLE(texture));
  gtk_picture_set_can_shrink(GTK_PICTURE(picture), FALSE);
  gtk_picture_set_alternative_text(GTK_PICTURE(picture), _("QR code of the link"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(picture), GTK_ACCESSIBLE_PROPERTY_LABEL, _("QR code of the link"), -1);
  gtk_widget_set_halign(picture, GTK_ALIGN_CENTER);
  return picture;
}

typedef struct {
  NoslipWindow *window; /* lives as long as its dialogs */
  char *link;
} Shown;

static void
shown_free(gpointer data, GClosure *closure)
{
  Shown *shown = data;
  g_free(shown->link);
  g_free(shown);
}

static void
answered(AdwMessageDialog *dialog, const char *response, Shown *shown)
{
  if (!g_str_equal(response, "copy"))
    return;
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(shown->window)), shown->link);
  noslip_window_toast(shown->window, _("The link is on the clipboard"));
}

static void
show_link(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  g_autoptr(GError) error = NULL;
  char *link = link_of(NOSLIP_WINDOW(window), &error);
  if (!link) {
    g_autofree char *message = error ? g_strdup_printf(_("There is no link: %s"), error->message)
                                     : g_strdup(_("Open a system first: there is nothing to link to"));
    noslip_window_toast(NOSLIP_WINDOW(window), message);
    return;
  }
  GtkWidget *dialog = noslip_question_new(GTK_WINDOW(window), _("Link to this set-up"));
  adw_message_dialog_set_body(ADW_MESSAGE_DIALOG(dialog),
                              _("Anyone who has Noslip can open it, and sees what this window shows now."));
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  gtk_box_append(GTK_BOX(box), code_of(link));
  gtk_box_append(GTK_BOX(box), text_box(link, _("Link"), TEXT_HEIGHT));
  adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(dialog), box);
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "close", _("_Close"), "copy", _("_Copy link"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "copy", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "copy");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "close");
  Shown *shown = g_new0(Shown, 1);
  *shown = (Shown){NOSLIP_WINDOW(window), link};
  g_signal_connect_data(dialog, "response", G_CALLBACK(answered), shown, shown_free, 0);
  gtk_window_present(GTK_WINDOW(dialog));
}

/* Opening one */

static void
offered(AdwMessageDialog *dialog, const char *response, NoslipSetup *setup)
{
  NoslipWindow *window = NOSLIP_WINDOW(gtk_window_get_transient_for(GTK_WINDOW(dialog)));
  if (g_str_equal(response, "open"))
    noslip_opening_show_setup(noslip_window_opening(window), setup);
}

static void
forget(gpointer setup, GClosure *closure)
{
  noslip_setup_unref(setup);
}

/* A description for assistive technology. */
static char *
description(const NoslipSetup *setup)
{
  const char *name = noslip_setup_name(setup), *system = noslip_setup_system(setup);
  g_autoptr(GString) text = g_string_new(NULL);
  if (name[0])
    g_string_append_printf(text, "%s\n\n", noslip_words(name));
  if (system)
    g_string_append_printf(text, _("It shows the system %s of the catalogue."), noslip_words(system));
  else
    g_string_append(text, _("It contains the text of a system, which may come from anybody. No other file is opened "
                            "for it, and reading it is limited to 10 seconds."));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The text in a safe form: hidden characters are escaped. */
static char *
readable(NoslipSetup *setup)
{
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  return noslip_shown(text, "\n");
}

static GtkWidget *
refuse(NoslipWindow *window, const NoslipDiagnostics *diagnostics)
{
  const NoslipDiagnostic *why = diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL;
  GtkWidget *dialog = noslip_question_new(GTK_WINDOW(window), _("This link cannot be opened"));
  if (why)
    adw_message_dialog_format_body(ADW_MESSAGE_DIALOG(dialog), "%s; %s", noslip_words(why->cause),
                                   why->remedy ? why->remedy : _("copy the whole link"));
  adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(dialog), "close", _("_Close"));
  gtk_window_present(GTK_WINDOW(dialog));
  return dialog;
}

GtkWidget *
noslip_desktop_offer_link(NoslipWindow *window, const char *link)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSetup) setup = noslip_link_read(link, diagnostics);
  if (!setup)
    return refuse(window, diagnostics);
  g_autofree char *body = description(setup), *text = readable(setup);
  GtkWidget *dialog = noslip_question_new(GTK_WINDOW(window), _("Open this set-up?"));
  adw_message_dialog_set_body(ADW_MESSAGE_DIALOG(dialog), body);
  adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(dialog),
                                     text_box(text, _("Text of the set-up"), 2 * TEXT_HEIGHT));
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", _("_Cancel"), "open", _("_Open it"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "open", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  g_signal_connect_data(dialog, "response", G_CALLBACK(offered), noslip_setup_ref(setup), forget, 0);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
  gtk_window_present(GTK_WINDOW(dialog));
  return dialog;
}

void
noslip_desktop_add_link_actions(NoslipWindow *window)
{
  static const GActionEntry entries[] = {{"link", show_link, NULL, NULL, NULL, {0}}};
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
}
