/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GtkBuilder builds every .ui file of the program: each class, property, child type and object that it names exists.
 * (gtk4-builder-tool validate does the same, and refuses files with classes of libadwaita or of the program.) */
#include "tests/app/desktop/driven.h"

#include "ui/widgets/help/help-window.h"
#include "ui/widgets/side/side-pane.h"
#include "ui/widgets/window/scene-pane.h"

#include <string.h>

#define FOLDER "/org/noslip/Noslip/ui"

static void
no_handler(void)
{
}

/* A class without a template, derived from this one: GtkWidget is abstract. */
static char *
stand_in(const char *parent)
{
  GTypeQuery query;
  char *name = g_strconcat("StandIn", parent, NULL);
  g_autoptr(GtkBuilder) builder = gtk_builder_new();
  GType type = gtk_builder_get_type_from_name(builder, parent);
  g_assert_true(g_type_is_a(type, GTK_TYPE_WIDGET));
  g_type_query(type, &query);
  if (!g_type_from_name(name))
    g_type_register_static_simple(type, name, query.class_size, NULL, query.instance_size, NULL, 0);
  return name;
}

static gboolean
open_object(const GMatchInfo *match, GString *result, gpointer data)
{
  g_autofree char *parent = g_match_info_fetch(match, 1), *name = stand_in(parent);
  g_string_append_printf(result, "<object class=\"%s\">", name);
  return FALSE;
}

/* The file with an object in place of its template, which only its own class can load. */
static char *
without_template(const char *text)
{
  g_autoptr(GRegex) open = g_regex_new("<template\\s+class=\"\\w+\"\\s+parent=\"(\\w+)\">", 0, 0, NULL);
  g_autofree char *opened = g_regex_replace_eval(open, text, -1, 0, 0, open_object, NULL, NULL);
  g_autoptr(GRegex) close = g_regex_new("</template>", 0, 0, NULL);
  return g_regex_replace_literal(close, opened, -1, 0, "</object>", 0, NULL);
}

/* Destroys windows, and unparents the children of a bare GtkWidget, which does not do so itself. */
static void
take_apart(GtkBuilder *builder)
{
  g_autoptr(GSList) objects = gtk_builder_get_objects(builder);
  for (GSList *object = objects; object; object = object->next)
    if (GTK_IS_WINDOW(object->data)) {
      gtk_window_destroy(object->data);
    } else if (strcmp(G_OBJECT_TYPE_NAME(object->data), "StandInGtkWidget") == 0) {
      while (gtk_widget_get_first_child(object->data))
        gtk_widget_unparent(gtk_widget_get_first_child(object->data));
    }
}

/* NULL: GtkBuilder builds it. */
static char *
refusal(const char *text)
{
  g_autoptr(GtkBuilder) builder = gtk_builder_new();
  g_autoptr(GtkBuilderScope) scope = gtk_builder_cscope_new();
  g_autoptr(GRegex) handler = g_regex_new("handler=\"(\\w+)\"", 0, 0, NULL);
  g_autoptr(GMatchInfo) found = NULL;
  for (g_regex_match(handler, text, 0, &found); g_match_info_matches(found); g_match_info_next(found, NULL)) {
    g_autofree char *name = g_match_info_fetch(found, 1);
    gtk_builder_cscope_add_callback_symbol(GTK_BUILDER_CSCOPE(scope), name, no_handler);
  }
  gtk_builder_set_scope(builder, scope);
  g_autofree char *plain = without_template(text);
  g_autoptr(GError) error = NULL;
  if (gtk_builder_add_from_string(builder, plain, -1, &error)) {
    take_apart(builder);
    return NULL;
  }
  return g_strdup(error->message);
}

static void
test_file(gconstpointer data)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data(data, 0, NULL);
  g_assert_nonnull(bytes);
  g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  g_autofree char *message = refusal(text);
  g_assert_cmpstr(message, ==, NULL);
}

static void
test_refusals(void)
{
  static const char *const wrong[] = {
      "<interface><template class=\"A\" parent=\"GtkBox\"><property name=\"nosuch\"/></template></interface>",
      "<interface><object class=\"NoslipNothing\"/></interface>",
      "<interface><object class=\"GtkBox\"><child><object class=\"GtkBox\"></child></object></interface>",
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autofree char *message = refusal(wrong[i]);
    g_assert_nonnull(message);
    g_test_message("%s", message);
  }
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  /* These classes load files with classes of the program in them, which they register. */
  static GType (*const owners[])(void) = {noslip_help_window_get_type, noslip_scene_pane_get_type,
                                          noslip_side_pane_get_type};
  for (guint i = 0; i < G_N_ELEMENTS(owners); i++)
    g_type_class_unref(g_type_class_ref(owners[i]()));
  g_test_add_func("/templates/refusals", test_refusals);
  g_auto(GStrv) names = g_resources_enumerate_children(FOLDER, 0, NULL);
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
  g_test_add_data_func("/templates/shortcuts", "/org/noslip/Noslip/shortcuts.ui", test_file);
  for (guint i = 0; names && names[i]; i++) {
    if (!g_str_has_suffix(names[i], ".ui"))
      continue;
    g_ptr_array_add(paths, g_build_filename(FOLDER, names[i], NULL));
    g_autofree char *test = g_strconcat("/templates/", names[i], NULL);
    g_test_add_data_func(test, g_ptr_array_index(paths, paths->len - 1), test_file);
  }
  g_assert_cmpuint(paths->len, >, 20);
  int status = g_test_run();
  driven_end();
  return status;
}
