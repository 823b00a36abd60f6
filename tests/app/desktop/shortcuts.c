/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of shortcuts is complete: every key in it has an effect, and every key that has an effect is in it. Also
 * the tour, and the first start. */
#include "tests/app/desktop/driven.h"

#include "ui/widgets/window/tour.h"
#include "ui/widgets/window/welcome.h"

#include <math.h>
#include <string.h>

/* Widgets' own keys, which this file presses or which the toolkit has for every text. */
static const char *const of_widgets[] = {
    "<Shift>Left <Shift>Right <Shift>Up <Shift>Down",
    "<Primary>space",
    "<Primary>z",
    "<Primary><Shift>z",
    "F10",
    "1...9",
};

static gboolean
same(const char *one, const char *other)
{
  guint a = 0, b = 0;
  GdkModifierType m = 0, n = 0;
  return gtk_accelerator_parse(one, &a, &m) && gtk_accelerator_parse(other, &b, &n) && a == b && m == n;
}

static gboolean
in_tables(const char *accelerator)
{
  guint n = 0, m = 0;
  const NoslipKey *keys = noslip_keys(&n), *global = noslip_accelerators(&m);
  for (guint i = 0; i < n + m; i++)
    if (same(i < n ? keys[i].accelerator : global[i - n].accelerator, accelerator))
      return TRUE;
  return FALSE;
}

/* A shortcut of a widget below. */
static gboolean
in_controllers(GtkWidget *widget, const char *accelerator)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(widget);
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (!GTK_IS_SHORTCUT_CONTROLLER(controller))
      continue;
    for (guint j = 0; j < g_list_model_get_n_items(G_LIST_MODEL(controller)); j++) {
      g_autoptr(GtkShortcut) shortcut = g_list_model_get_item(G_LIST_MODEL(controller), j);
      g_autofree char *text = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut));
      if (same(text, accelerator))
        return TRUE;
    }
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    if (in_controllers(child, accelerator))
      return TRUE;
  return FALSE;
}

/* The scene's own keys, which act on a camera. */
static gboolean
moves_the_camera(NoslipWindow *window, const char *accelerator)
{
  guint key = 0;
  GdkModifierType modifiers = 0;
  return gtk_accelerator_parse(accelerator, &key, &modifiers) && !modifiers &&
         noslip_scene_view_press(noslip_window_scene(window), key);
}

static GPtrArray *
listed(void)
{
  GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GtkBuilder) builder = gtk_builder_new_from_resource("/org/noslip/Noslip/shortcuts.ui");
  GSList *objects = gtk_builder_get_objects(builder);
  for (GSList *l = objects; l; l = l->next) {
    char *accelerator = NULL;
    if (!GTK_IS_SHORTCUTS_SHORTCUT(l->data))
      continue;
    g_object_get(l->data, "accelerator", &accelerator, NULL);
    if (accelerator)
      g_ptr_array_add(all, accelerator);
  }
  g_slist_free(objects);
  return all;
}

static gboolean
is_listed(GPtrArray *all, const char *accelerator)
{
  for (guint i = 0; i < all->len; i++) {
    g_auto(GStrv) several = g_strsplit(all->pdata[i], " ", -1);
    for (guint j = 0; several[j]; j++)
      if (same(several[j], accelerator) ||
          (g_str_equal(several[j], "1...9") && strlen(accelerator) == 1 && g_ascii_isdigit(accelerator[0])))
        return TRUE;
  }
  return FALSE;
}

static void
test_true(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.choose-view", "i", 9); /* formulas have keys of their own */
  noslip_tiles_set_open(noslip_window_tiles(window), noslip_view_kind_find("holonomy"), TRUE); /* so has this view */
  noslip_window_set_editor(window, TRUE);
  g_autoptr(GPtrArray) all = listed();
  g_assert_cmpuint(all->len, >, 30);
  guint wrong = 0;
  for (guint i = 0; i < all->len; i++) {
    g_auto(GStrv) several = g_strsplit(all->pdata[i], " ", -1);
    if (g_strv_contains(of_widgets, all->pdata[i]))
      continue;
    for (guint j = 0; several[j]; j++)
      if (!g_strv_contains(of_widgets, several[j]) && !in_tables(several[j]) && !moves_the_camera(window, several[j]) &&
          !in_controllers(GTK_WIDGET(window), several[j]) && ++wrong)
        g_test_message("%s is listed, and does nothing", several[j]);
  }
  g_assert_cmpuint(wrong, ==, 0);
  driven_close(window);
}

static void
test_complete(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  g_autoptr(GPtrArray) all = listed();
  guint n = 0, m = 0, wrong = 0;
  const NoslipKey *keys = noslip_keys(&n), *global = noslip_accelerators(&m);
  /* other ways to write one that is listed */
  const char *const twice[] = {"<Primary>equal", "<Primary>slash", "question", NULL};
  for (guint i = 0; i < n + m; i++) {
    const NoslipKey *key = i < n ? &keys[i] : &global[i - n];
    g_autofree char *name = NULL;
    g_autoptr(GVariant) target = NULL;
    g_assert_true(g_action_parse_detailed_name(key->action, &name, &target, NULL));
    gboolean known = g_str_has_prefix(name, "win.") ? g_action_group_has_action(G_ACTION_GROUP(window), name + 4)
                     : g_str_has_prefix(name, "app.")
                         ? g_action_group_has_action(G_ACTION_GROUP(driven_application()), name + 4)
                         : g_str_equal(name, "window.close");
    if (!known && ++wrong)
      g_test_message("%s activates %s, which nobody has", key->accelerator, key->action);
    if (!is_listed(all, key->accelerator) && !g_strv_contains(twice, key->accelerator) && ++wrong)
      g_test_message("%s is not listed", key->accelerator);
  }
  g_assert_cmpuint(wrong, ==, 0);
  driven_close(window);
}

/* The keys of the camera are listed too. */
static void
test_camera(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  g_autoptr(GPtrArray) all = listed();
  guint n = 0;
  for (guint key = 0; key <= 'z' - 'a' + 1; key++) {
    guint value = key ? GDK_KEY_a + key - 1 : GDK_KEY_Home;
    g_autofree char *name = gtk_accelerator_name(value, 0);
    if (!noslip_scene_view_press(noslip_window_scene(window), value))
      continue;
    n++;
    if (!is_listed(all, name))
      g_error("%s is not listed", name);
  }
  g_assert_cmpuint(n, ==, 7);
  driven_close(window);
}

static gboolean
is_open(NoslipWindow *window)
{
  GtkShortcutsWindow *shortcuts = gtk_application_window_get_help_overlay(GTK_APPLICATION_WINDOW(window));
  return shortcuts && gtk_widget_get_mapped(GTK_WIDGET(shortcuts));
}

/* Both keys open it, at the keys of the motion; Escape closes it, and the main window has the focus again. */
static void
test_opened(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  const char *keys[] = {"question", "ctrl+question"};
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
    driven_key(keys[i]);
    WAIT_FOR(is_open(window));
    GtkWidget *shortcuts = GTK_WIDGET(gtk_application_window_get_help_overlay(GTK_APPLICATION_WINDOW(window)));
    WAIT_FOR(driven_label(shortcuts, "Play or pause"));
    driven_key("Escape");
    WAIT_FOR(!is_open(window));
  }
  driven_key("Right");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))) > 0);
  driven_close(window);
}

/* Items of a menu, including those of its submenus; each calls an existing action. */
static guint
check_menu(NoslipWindow *window, GMenuModel *menu)
{
  guint n = 0;
  for (int i = 0; i < g_menu_model_get_n_items(menu); i++) {
    static const char *const links[] = {G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU};
    g_autofree char *action = NULL, *label = NULL;
    for (guint k = 0; k < G_N_ELEMENTS(links); k++) {
      g_autoptr(GMenuModel) below = g_menu_model_get_item_link(menu, i, links[k]);
      n += below ? check_menu(window, below) : 0;
    }
    if (!g_menu_model_get_item_attribute(menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
      continue;
    g_assert_true(g_menu_model_get_item_attribute(menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label));
    GActionGroup *group =
        g_str_has_prefix(action, "win.") ? G_ACTION_GROUP(window) : G_ACTION_GROUP(driven_application());
    g_test_message("%s: %s", label, action);
    g_assert_true(g_action_group_has_action(group, action + 4));
    g_autoptr(GVariant) target = g_menu_model_get_item_attribute_value(menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
    const GVariantType *wanted = g_action_group_get_action_parameter_type(group, action + 4);
    g_assert_true(target ? wanted && g_variant_is_of_type(target, wanted) : !wanted);
    n++;
  }
  return n;
}

static void
test_menus(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  const char *menus[] = {"Menu", "Views"};
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS(menus); i++) {
    GtkWidget *button = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, menus[i]);
    g_assert_nonnull(button);
    gtk_menu_button_popup(GTK_MENU_BUTTON(button));
    GtkPopover *popover = gtk_menu_button_get_popover(GTK_MENU_BUTTON(button));
    WAIT_FOR(gtk_widget_get_mapped(GTK_WIDGET(popover)));
    n += check_menu(window, gtk_popover_menu_get_menu_model(GTK_POPOVER_MENU(popover)));
    gtk_menu_button_popdown(GTK_MENU_BUTTON(button));
  }
  g_assert_cmpuint(n, >, 40);
  driven_close(window);
}

/* The keys of `of_widgets` that are the scene's. */
static void
test_orbit(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(window)));
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  NoslipCamera before = driven_camera(window);
  driven_key("shift+Left");
  driven_key("shift+Up");
  NoslipCamera after = driven_camera(window);
  g_assert_cmpfloat(fabs(after.azimuth - before.azimuth), >, 0.01);
  g_assert_cmpfloat(fabs(after.elevation - before.elevation), >, 0.01);
  driven_close(window);
}

/* The tour has five steps, by keys; the motion keeps playing behind it, and Escape ends it at once. */
static void
test_tour(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  noslip_window_set_side_pane(window, FALSE);
  const char *titles[] = {"The scene", "The timeline", "Values, and how", "Views", "The text of the system"};
  gtk_widget_activate_action(GTK_WIDGET(window), "win.tour", NULL);
  driven_run(0.3);
  for (guint i = 0; i < G_N_ELEMENTS(titles); i++) {
    GtkWidget *tour = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_TOUR, NULL);
    g_assert_nonnull(tour);
    WAIT_FOR(driven_label(tour, titles[i]));
    if (i == 2)
      g_assert_true(noslip_window_has_side_pane(window));
    gtk_widget_activate_action(GTK_WIDGET(window), "win.step-forward", NULL);
    driven_key("Return");
  }
  g_assert_null(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_TOUR, NULL));
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))),
                                 0.05, 1e-9);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.tour", NULL);
  driven_run(0.3);
  driven_key("Escape");
  g_assert_null(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_TOUR, NULL));
  driven_close(window);
}

/* The first start shows the welcome with the present energy and momentum; the next start does not. */
static void
test_first_start(void)
{
  g_autoptr(GSettings) settings = noslip_settings_new();
  g_assert_nonnull(settings);
  g_settings_reset(settings, "welcomed");
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  noslip_settings_welcome(settings, window);
  GtkWidget *welcome = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_WELCOME, NULL);
  g_assert_nonnull(welcome);
  WAIT_FOR(driven_label(welcome, "Energy is conserved"));
  WAIT_FOR(driven_label(welcome, "Momentum is not"));
  g_autofree char *energy = g_strdup(gtk_label_get_text(GTK_LABEL(driven_label(welcome, "Energy is conserved"))));
  g_autofree char *momentum = g_strdup(gtk_label_get_text(GTK_LABEL(driven_label(welcome, "Momentum is not"))));
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), 4);
  WAIT_FOR(!driven_label(welcome, momentum));
  graphene_rect_t card, scene; /* side by side: no body is ever below the card */
  g_assert_true(gtk_widget_compute_bounds(welcome, GTK_WIDGET(window), &card));
  g_assert_true(gtk_widget_compute_bounds(GTK_WIDGET(noslip_window_scene(window)), GTK_WIDGET(window), &scene));
  g_assert_cmpfloat(card.size.width, >, 0);
  g_assert_false(graphene_rect_intersection(&card, &scene, NULL));
  g_assert_nonnull(driven_label(welcome, energy));
  GtkWidget *dismiss = driven_find(welcome, GTK_TYPE_BUTTON, "Dismiss");
  g_signal_emit_by_name(dismiss, "clicked");
  g_assert_null(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_WELCOME, NULL));
  driven_close(window);
  window = driven_open("chaplygin-sleigh", NAN);
  noslip_settings_welcome(settings, window);
  g_assert_null(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_WELCOME, NULL));
  driven_close(window);
}

/* Groups, search words, and the message when nothing matches. */
static guint
n_shown(GtkWidget *list)
{
  guint n = 0;
  for (int i = 0;; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), i);
    if (!row)
      return n;
    n += gtk_widget_get_child_visible(GTK_WIDGET(row));
  }
}

static void
test_gallery(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  noslip_window_show_gallery(window);
  driven_run(0.5);
  GtkWidget *list = driven_find(GTK_WIDGET(window), GTK_TYPE_LIST_BOX, "Systems");
  GtkWidget *search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems");
  guint all = n_shown(list), sum = 0;
  g_assert_cmpuint(all, >=, 30);
  const char *groups[] = {"Papers", "Classics", "Mine", "Singular", "Vakonomic"};
  guint counts[G_N_ELEMENTS(groups)];
  for (guint i = 0; i < G_N_ELEMENTS(groups); i++) {
    GtkWidget *group = driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, groups[i]);
    g_assert_nonnull(group);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(group), TRUE);
    counts[i] = n_shown(list);
    sum += i < 3 ? counts[i] : 0;
  }
  g_assert_cmpuint(sum, ==, all); /* each is in a paper, a classic, or mine */
  g_assert_cmpuint(counts[0], >=, 17);
  g_assert_cmpuint(counts[3], >=, 3);
  g_assert_cmpuint(counts[4], >=, 3);
  GtkWidget *misprints = driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "Misprints");
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(misprints), TRUE);
  guint wrong = n_shown(list); /* they are separate, but included in the search */
  g_assert_cmpuint(wrong, >=, 9);
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "All")), TRUE);
  g_assert_cmpuint(n_shown(list), ==, all);
  gtk_editable_set_text(GTK_EDITABLE(search), "misprint");
  WAIT_FOR(n_shown(list) < all && driven_label(list, "Snakeboard, misprints"));
  gtk_editable_set_text(GTK_EDITABLE(search), "xyzzy, no such thing");
  WAIT_FOR(n_shown(list) == 0);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "No system contains these words"));
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "All")), TRUE);
  gtk_editable_set_text(GTK_EDITABLE(search), "snake");
  WAIT_FOR(n_shown(list) >= 1 && n_shown(list) <= 4);
  g_signal_emit_by_name(search, "activate");
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard"));
  driven_close(window);
}

/* The part of the window that has the focus. */
static const char *
focused_region(NoslipWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  static const char *const types[][2] = {{"NoslipHeader", "header"},   {"NoslipSidePane", "values"},
                                         {"NoslipScenePane", "scene"}, {"NoslipEditor", "text"},
                                         {"NoslipTiles", "views"},     {"NoslipTimeline", "timeline"}};
  for (GtkWidget *at = focus; at; at = gtk_widget_get_parent(at))
    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
      if (g_str_equal(G_OBJECT_TYPE_NAME(at), types[i][0]))
        return types[i][1];
  return "none";
}

static void
assert_walk(NoslipWindow *window, const char *key, const char *const *regions)
{
  for (guint i = 0; regions[i]; i++) {
    driven_key(key);
    WAIT_FOR(g_str_equal(focused_region(window), regions[i]));
  }
}

/* F6 goes through the visible regions, around and back, also out of a text. */
static void
test_regions(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(window)));
  assert_walk(window, "F6", (const char *const[]){"views", "timeline", "header", "values", "scene", "views", NULL});
  assert_walk(window, "shift+F6", (const char *const[]){"scene", "values", "header", "timeline", NULL});
  noslip_window_set_side_pane(window, FALSE);
  WAIT_FOR(driven_settled(window));
  assert_walk(window, "F6", (const char *const[]){"header", "scene", NULL});
  noslip_window_set_side_pane(window, TRUE);
  noslip_window_set_editor(window, TRUE);
  WAIT_FOR(g_str_equal(focused_region(window), "text"));
  assert_walk(window, "F6", (const char *const[]){"views", NULL});
  assert_walk(window, "shift+F6", (const char *const[]){"text", "scene", NULL});
  static const char *const landmarks[] = {"NoslipHeader", "NoslipSidePane", "NoslipScenePane", "NoslipTiles",
                                          "NoslipTimeline"};
  static const GtkAccessibleRole roles[] = {GTK_ACCESSIBLE_ROLE_BANNER, GTK_ACCESSIBLE_ROLE_REGION,
                                            GTK_ACCESSIBLE_ROLE_MAIN, GTK_ACCESSIBLE_ROLE_REGION,
                                            GTK_ACCESSIBLE_ROLE_REGION};
  for (guint i = 0; i < G_N_ELEMENTS(landmarks); i++) {
    GtkWidgetClass *class = g_type_class_peek(g_type_from_name(landmarks[i]));
    g_assert_cmpint(gtk_widget_class_get_accessible_role(class), ==, roles[i]);
  }
  noslip_window_set_editor(window, FALSE);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/shortcuts/have-effects", test_true);
  g_test_add_func("/shortcuts/complete", test_complete);
  g_test_add_func("/shortcuts/menus", test_menus);
  g_test_add_func("/shortcuts/regions", test_regions);
  g_test_add_func("/shortcuts/camera", test_camera);
  g_test_add_func("/shortcuts/opened", test_opened);
  g_test_add_func("/shortcuts/orbit", test_orbit);
  g_test_add_func("/shortcuts/tour", test_tour);
  g_test_add_func("/shortcuts/first-start", test_first_start);
  g_test_add_func("/shortcuts/gallery", test_gallery);
  int status = g_test_run();
  driven_end();
  return status;
}
