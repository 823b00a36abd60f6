/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing the quantities of a view. */
#include "ui/widgets/views/view-private.h"

#include "ui/widgets/common/accessible.h"

static GtkWidget *
heading(const char *title)
{
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "heading");
  return label;
}

static void
toggled(GtkCheckButton *button, NoslipView *view)
{
  const char *choice = g_object_get_data(G_OBJECT(button), "choice");
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  GtkWidget *list = gtk_widget_get_parent(GTK_WIDGET(button));
  for (GtkWidget *child = gtk_widget_get_first_child(list); child; child = gtk_widget_get_next_sibling(child))
    if (GTK_IS_CHECK_BUTTON(child) && gtk_check_button_get_active(GTK_CHECK_BUTTON(child)) &&
        g_strcmp0(g_object_get_data(G_OBJECT(child), "choice"), choice) == 0)
      g_ptr_array_add(names, g_object_get_data(G_OBJECT(child), "quantity"));
  g_ptr_array_add(names, NULL);
  noslip_view_set_choice(view, choice, (const char *const *) names->pdata);
}

void
noslip_view_add_quantities(NoslipView *view, GtkBox *box, const char *name, const char *title, guint kinds)
{
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  gtk_box_append(box, heading(title));
  const char *const *chosen = noslip_view_choice(view, name);
  for (guint i = 0; quantities && i < quantities->n; i++) {
    const NoslipQuantity *quantity = &quantities->list[i];
    if (!(kinds & 1u << quantity->kind))
      continue;
    g_autofree char *text = noslip_quantity_label(quantity);
    GtkWidget *button = gtk_check_button_new_with_label(text);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(button), chosen && g_strv_contains(chosen, quantity->name));
    g_object_set_data_full(G_OBJECT(button), "choice", g_strdup(name), g_free);
    g_object_set_data_full(G_OBJECT(button), "quantity", g_strdup(quantity->name), g_free);
    g_signal_connect_object(button, "toggled", G_CALLBACK(toggled), view, 0);
    gtk_box_append(box, button);
  }
}

static void
selected(GtkDropDown *drop_down, GParamSpec *pspec, NoslipView *view)
{
  const char *const *quantities = g_object_get_data(G_OBJECT(drop_down), "quantities");
  guint at = gtk_drop_down_get_selected(drop_down);
  if (at == GTK_INVALID_LIST_POSITION)
    return;
  noslip_view_set_choice(view, g_object_get_data(G_OBJECT(drop_down), "choice"),
                         (const char *const[]){quantities[at], NULL});
}

void
noslip_view_add_quantity(NoslipView *view, GtkBox *box, const char *name, const char *title, int present)
{
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  gtk_box_append(box, heading(title));
  guint n = quantities ? quantities->n : 0;
  g_autofree const char **words = g_new0(const char *, n + 1);
  char **names = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++) {
    words[i] = noslip_quantity_words(&quantities->list[i]);
    names[i] = g_strdup(quantities->list[i].name);
  }
  GtkWidget *drop_down = gtk_drop_down_new_from_strings(words);
  g_object_set_data_full(G_OBJECT(drop_down), "quantities", names, (GDestroyNotify) g_strfreev);
  if (present >= 0)
    gtk_drop_down_set_selected(GTK_DROP_DOWN(drop_down), (guint) present);
  noslip_accessible_set_name(drop_down, title);
  g_object_set_data_full(G_OBJECT(drop_down), "choice", g_strdup(name), g_free);
  g_signal_connect_object(drop_down, "notify::selected", G_CALLBACK(selected), view, 0);
  gtk_box_append(box, drop_down);
}

static void
typed(GtkEntry *entry, NoslipView *view)
{
  g_autofree char *text = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry))));
  noslip_view_set_choice(view, g_object_get_data(G_OBJECT(entry), "choice"),
                         *text ? (const char *const[]){text, NULL} : NULL);
}

void
noslip_view_add_text(NoslipView *view, GtkBox *box, const char *name, const char *title, const char *example)
{
  const char *const *present = noslip_view_choice(view, name);
  GtkWidget *entry = gtk_entry_new();
  gtk_box_append(box, heading(title));
  gtk_editable_set_text(GTK_EDITABLE(entry), present ? present[0] : "");
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), example);
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), (int) MAX(g_utf8_strlen(example, -1), 20));
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full(G_OBJECT(entry), "choice", g_strdup(name), g_free);
  g_signal_connect_object(entry, "activate", G_CALLBACK(typed), view, 0);
  gtk_box_append(box, entry);
}

static void
close_menu(GtkButton *button, gpointer data)
{
  GtkWidget *popover = gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_POPOVER);
  if (popover)
    gtk_popover_popdown(GTK_POPOVER(popover));
}

static void
act(GtkButton *button, GActionGroup *group)
{
  g_action_group_activate_action(group, g_object_get_data(G_OBJECT(button), "action"), NULL);
}

void
noslip_view_add_item(GtkBox *box, const char *title, const char *key, GActionGroup *group, const char *action)
{
  GtkWidget *button = gtk_button_new(), *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_box_append(GTK_BOX(row), label);
  if (key) {
    GtkWidget *hint = gtk_label_new(key);
    gtk_widget_add_css_class(hint, "dim-label");
    gtk_box_append(GTK_BOX(row), hint);
  }
  gtk_button_set_child(GTK_BUTTON(button), row);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "noslip-item");
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect(button, "clicked", G_CALLBACK(close_menu), NULL);
  if (group) {
    g_object_set_data_full(G_OBJECT(button), "action", g_strdup(action), g_free);
    g_signal_connect_object(button, "clicked", G_CALLBACK(act), group, 0);
  } else {
    gtk_actionable_set_detailed_action_name(GTK_ACTIONABLE(button), action);
  }
  gtk_box_append(box, button);
}

/* In a key file */

void
noslip_view_save_choices(NoslipView *view, GKeyFile *file, const char *group)
{
  GHashTableIter iter;
  gpointer name, values;
  g_hash_table_iter_init(&iter, view->choices);
  while (g_hash_table_iter_next(&iter, &name, &values)) {
    g_autofree char *key = g_strdup_printf("choice-%s", (const char *) name);
    g_key_file_set_string_list(file, group, key, (const char *const *) values, g_strv_length(values));
  }
}

void
noslip_view_load_choices(NoslipView *view, GKeyFile *file, const char *group)
{
  g_auto(GStrv) keys = g_key_file_get_keys(file, group, NULL, NULL);
  for (guint i = 0; keys && keys[i]; i++) {
    g_auto(GStrv) values = g_key_file_get_string_list(file, group, keys[i], NULL, NULL);
    if (g_str_has_prefix(keys[i], "choice-") && values)
      noslip_view_set_choice(view, keys[i] + strlen("choice-"), (const char *const *) values);
  }
}
