/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing the quantities of a view. */
#include "ui/widgets/views/view-private.h"

#include "ui/widgets/common/accessible.h"
#include "ui/widgets/common/bound.h"

#include <glib/gi18n.h>

static GtkWidget *
heading(const char *title)
{
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "heading");
  return label;
}

/* The values that were chosen, in the order of the list, without the one of this button or with it. */
static void
toggled(GtkCheckButton *button, const NoslipBound *list)
{
  const char *const *chosen = noslip_view_choice(list->target, list->name);
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; list->values[i]; i++)
    if (i == list->index ? gtk_check_button_get_active(button) : chosen && g_strv_contains(chosen, list->values[i]))
      g_ptr_array_add(names, (gpointer) list->values[i]);
  g_ptr_array_add(names, NULL);
  noslip_view_set_choice(list->target, list->name, (const char *const *) names->pdata);
}

void
noslip_view_add_checks(NoslipView *view, GtkBox *box, const char *name, const char *title, const char *const *labels,
                       const char *const *values)
{
  const char *const *chosen = noslip_view_choice(view, name);
  gtk_box_append(box, heading(title));
  for (guint i = 0; values[i]; i++) {
    const NoslipBound bound = {.target = view, .name = name, .values = values, .index = i};
    GtkWidget *button = gtk_check_button_new_with_label(labels[i]);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(button), chosen && g_strv_contains(chosen, values[i]));
    noslip_bound_connect(button, "toggled", G_CALLBACK(toggled), &bound);
    gtk_box_append(box, button);
  }
}

void
noslip_view_add_quantities(NoslipView *view, GtkBox *box, const char *name, const char *title, guint kinds)
{
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) values = g_ptr_array_new();
  for (guint i = 0; quantities && i < quantities->n; i++) {
    const NoslipQuantity *quantity = &quantities->list[i];
    if (!(kinds & 1u << quantity->kind))
      continue;
    g_ptr_array_add(labels, noslip_quantity_label(quantity));
    g_ptr_array_add(values, quantity->name);
  }
  g_ptr_array_add(values, NULL);
  noslip_view_add_checks(view, box, name, title, (const char *const *) labels->pdata,
                         (const char *const *) values->pdata);
}

static void
selected(GtkDropDown *drop_down, GParamSpec *pspec, const NoslipBound *list)
{
  guint at = gtk_drop_down_get_selected(drop_down);
  if (at != GTK_INVALID_LIST_POSITION)
    noslip_view_set_choice(list->target, list->name, (const char *const[]){list->values[at], NULL});
}

void
noslip_view_add_list(NoslipView *view, GtkBox *box, const char *name, const char *title, const char *const *labels,
                     const char *const *values, int present)
{
  const NoslipBound bound = {.target = view, .name = name, .values = values};
  GtkWidget *drop_down = gtk_drop_down_new_from_strings(labels);
  gtk_box_append(box, heading(title));
  if (present >= 0)
    gtk_drop_down_set_selected(GTK_DROP_DOWN(drop_down), (guint) present);
  noslip_accessible_set_name(drop_down, title);
  noslip_bound_connect(drop_down, "notify::selected", G_CALLBACK(selected), &bound);
  gtk_box_append(box, drop_down);
}

void
noslip_view_add_quantity(NoslipView *view, GtkBox *box, const char *name, const char *title, int present)
{
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  guint n = quantities ? quantities->n : 0;
  g_autofree const char **words = g_new0(const char *, n + 1), **names = g_new0(const char *, n + 1);
  for (guint i = 0; i < n; i++) {
    words[i] = noslip_quantity_words(&quantities->list[i]);
    names[i] = quantities->list[i].name;
  }
  noslip_view_add_list(view, box, name, title, words, names, present);
}

static void
typed(GtkEntry *entry, const NoslipBound *choice)
{
  g_autofree char *text = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry))));
  noslip_view_set_choice(choice->target, choice->name, *text ? (const char *const[]){text, NULL} : NULL);
}

void
noslip_view_add_text(NoslipView *view, GtkBox *box, const char *name, const char *title, const char *example)
{
  const NoslipBound bound = {.target = view, .name = name};
  const char *const *present = noslip_view_choice(view, name);
  GtkWidget *entry = gtk_entry_new();
  gtk_box_append(box, heading(title));
  gtk_editable_set_text(GTK_EDITABLE(entry), present ? present[0] : "");
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), example);
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), (int) MAX(g_utf8_strlen(example, -1), 20));
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  noslip_bound_connect(entry, "activate", G_CALLBACK(typed), &bound);
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
act(GtkButton *button, const NoslipBound *action)
{
  g_action_group_activate_action(action->target, action->name, NULL);
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
    const NoslipBound bound = {.target = group, .name = action};
    noslip_bound_connect(button, "clicked", G_CALLBACK(act), &bound);
  } else {
    gtk_actionable_set_detailed_action_name(GTK_ACTIONABLE(button), action);
  }
  gtk_box_append(box, button);
}

static void
checked(GtkCheckButton *check, const NoslipBound *action)
{
  g_action_group_change_action_state(action->target, action->name,
                                     g_variant_new_boolean(gtk_check_button_get_active(check)));
}

void
noslip_view_add_check_item(GtkBox *box, const char *title, GActionGroup *group, const char *action)
{
  const NoslipBound bound = {.target = group, .name = action};
  GtkWidget *check = gtk_check_button_new_with_label(title);
  g_autoptr(GVariant) state = g_action_group_get_action_state(group, action);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(check), g_variant_get_boolean(state));
  noslip_bound_connect(check, "toggled", G_CALLBACK(checked), &bound);
  gtk_box_append(box, check);
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

char *
noslip_view_count_problem(NoslipView *view, const char *name, const char *title, guint low, guint high)
{
  const char *const *chosen = noslip_view_choice(view, name);
  if (!chosen || !chosen[0] || !*chosen[0] || g_ascii_string_to_unsigned(chosen[0], 10, low, high, NULL, NULL))
    return NULL;
  return g_strdup_printf(_("%s: a whole number from %u to %u, not “%s”."), title, low, high, chosen[0]);
}
