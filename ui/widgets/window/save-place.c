/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/save-place.h"

#include "ui/widgets/common/file-dialog.h"

#include <glib/gi18n.h>

#define SUFFIX ".noslip"

typedef struct {
  NoslipSavePlaceChosen chosen;
  gpointer data;
} Question;

/* Adds the suffix of systems. The dialog's question was about the name without it. */
static void
answered(GtkNativeDialog *dialog, int response, Question *question)
{
  g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  g_autofree char *path = file ? g_file_get_path(file) : NULL, *taken = NULL;
  if (path && !g_str_has_suffix(path, SUFFIX)) {
    char *whole = g_strconcat(path, SUFFIX, NULL);
    g_free(path);
    path = whole;
    if (g_file_test(path, G_FILE_TEST_EXISTS)) {
      g_autofree char *base = g_path_get_basename(path);
      taken = g_filename_display_name(base);
      g_clear_pointer(&path, g_free);
    }
  }
  question->chosen(path, taken, question->data);
  g_free(question); /* only one answer is handled; the dialog is freed later */
  noslip_file_dialog_end(dialog);
}

/* A new file is named after the title of its system: "Ball on a table" is ball-on-a-table.noslip. */
static char *
name_from_title(const char *title)
{
  g_autofree char *plain = title ? g_str_to_ascii(title, "C") : g_strdup("");
  GString *name = g_string_new(NULL);
  for (const char *c = plain; *c != '\0'; c++)
    if (g_ascii_isalnum(*c))
      g_string_append_c(name, g_ascii_tolower(*c));
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c(name, '-');
  while (name->len > 0 && name->str[name->len - 1] == '-')
    g_string_truncate(name, name->len - 1);
  if (name->len == 0)
    g_string_assign(name, "new-system");
  return g_string_free(g_string_append(name, SUFFIX), FALSE);
}

void
noslip_save_place_ask(GtkWindow *window, NoslipEditor *editor, const char *title, NoslipSavePlaceChosen chosen,
                      gpointer data)
{
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(_("Save the system"), window, GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("_Cancel"));
  g_autofree char *name = noslip_editor_file(editor) ? noslip_editor_name(editor) : name_from_title(title);
  if (noslip_editor_file(editor) && !noslip_editor_is_original(editor)) {
    g_autoptr(GFile) file = g_file_new_for_path(noslip_editor_file(editor));
    gtk_file_chooser_set_file(GTK_FILE_CHOOSER(dialog), file, NULL);
  } else {
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  }
  g_autoptr(GtkFileFilter) systems = gtk_file_filter_new();
  gtk_file_filter_set_name(systems, _("Systems (*.noslip)"));
  gtk_file_filter_add_suffix(systems, "noslip");
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), systems);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  Question *question = g_new(Question, 1);
  *question = (Question){chosen, data};
  g_signal_connect(dialog, "response", G_CALLBACK(answered), question);
  noslip_file_dialog_show(GTK_NATIVE_DIALOG(dialog));
}
