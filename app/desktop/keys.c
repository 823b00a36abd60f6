/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of the window. Keys with a modifier belong to the application; the others act if no entry, button or view
 * has handled them. */
#include "app/desktop/desktop.h"

#include <glib/gi18n.h>

static const NoslipKey keys[] = {
    {"space", "win.play-pause", N_("Play or pause")},
    {"<Primary>space", "win.play-pause", N_("Play or pause, from anywhere outside text")},
    {"r", "win.restart", N_("Restart")},
    {"Left", "win.step-back", N_("Step back")},
    {"Right", "win.step-forward", N_("Step forward")},
    {"<Primary>Left", "win.leap-back", N_("Ten steps back")},
    {"<Primary>Right", "win.leap-forward", N_("Ten steps forward")},
    {"plus", "win.faster", N_("Faster")},
    {"minus", "win.slower", N_("Slower")},
    {"l", "win.loop", N_("Play in a loop")},
    {"bracketleft", "win.mark-start", N_("Loop starts here")},
    {"bracketright", "win.mark-end", N_("Loop ends here")},
    {"<Shift>l", "win.clear-marks", N_("Loop the whole motion")},
    {"Page_Up", "win.previous-setup", N_("Previous set-up")},
    {"Page_Down", "win.next-setup", N_("Next set-up")},
    {"<Primary>c", "win.copy", N_("Copy the number under the pointer, or all values of the scene")},
    {"1", "win.choose-view(1)", NULL},
    {"2", "win.choose-view(2)", NULL},
    {"3", "win.choose-view(3)", NULL},
    {"4", "win.choose-view(4)", NULL},
    {"5", "win.choose-view(5)", NULL},
    {"6", "win.choose-view(6)", NULL},
    {"7", "win.choose-view(7)", NULL},
    {"8", "win.choose-view(8)", NULL},
    {"9", "win.choose-view(9)", NULL},
    {"0", "win.choose-view(10)", NULL},
    {"o", "win.compare-formulations", N_("Overlay every formulation")},
    {"v", "win.compare-vakonomic", N_("Nonholonomic against vakonomic")},
    {"F1", "app.help", N_("Manual")}, /* if the text has not handled it */
    {"question", "win.show-help-overlay", N_("Keyboard shortcuts")},
    {"Escape", "win.leave-presentation", N_("End the presentation, restore a maximised view")},
};

static const NoslipKey accelerators[] = {
    {"<Primary>q", "app.quit", N_("Quit")},
    {"<Primary><Shift>n", "app.new-window", N_("New window")},
    {"<Primary>n", "win.new-system", N_("New system")},
    {"<Primary>e", "win.editor", N_("Edit the system's text")},
    {"<Primary>s", "win.save", N_("Save")},
    {"<Primary><Shift>s", "win.save-as", N_("Save as")},
    {"<Primary>w", "window.close", N_("Close the window")},
    {"<Primary>o", "win.open", N_("Open a file")},
    {"<Primary>g", "win.gallery", N_("System gallery")},
    {"<Primary>BackSpace", "win.reset", N_("Values as in the text")},
    {"<Primary>b", "win.add-setup", N_("Add the present set-up to the list")},
    {"<Primary>l", "win.setups", N_("List of set-ups")},
    {"<Primary><Shift>c", "win.copy-setup", N_("Copy the set-up as text")},
    {"<Primary><Shift>v", "win.paste-setup", N_("Paste a set-up")},
    {"F6", "win.next-region", N_("Next region of the window")},
    {"<Shift>F6", "win.previous-region", N_("Previous region of the window")},
    {"F9", "win.side-pane", N_("Side pane")},
    {"F11", "win.presentation", N_("Presentation")},
    {"<Primary>plus", "win.zoom-in", N_("Zoom in")},
    {"<Primary>equal", "win.zoom-in", N_("Zoom in")},
    {"<Primary>minus", "win.zoom-out", N_("Zoom out")},
    {"<Primary>0", "win.reset-camera", N_("Camera as in the text")},
    {"<Primary>question", "win.show-help-overlay", N_("Keyboard shortcuts")},
    {"<Primary>slash", "win.show-help-overlay", N_("Keyboard shortcuts")},
};

const NoslipKey *
noslip_keys(guint *n)
{
  *n = G_N_ELEMENTS(keys);
  return keys;
}

const NoslipKey *
noslip_accelerators(guint *n)
{
  *n = G_N_ELEMENTS(accelerators);
  return accelerators;
}

/* The Shift that a keyboard needs for a sign ("+", "?") is not a modifier; with a letter it is. */
static gboolean
matches(const NoslipKey *key, guint value, GdkModifierType state)
{
  guint wanted = 0;
  GdkModifierType modifiers = 0;
  const GdkModifierType all = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK;
  if (!gtk_accelerator_parse(key->accelerator, &wanted, &modifiers) || gdk_keyval_to_lower(value) != wanted ||
      (state & all) != (modifiers & all))
    return FALSE;
  gboolean letter = gdk_keyval_to_upper(wanted) != wanted;
  return !letter || !(state & GDK_SHIFT_MASK) == !(modifiers & GDK_SHIFT_MASK);
}

static const NoslipKey *
find(const NoslipKey *list, guint n, guint value, GdkModifierType state)
{
  /* the keys of a number pad act like the corresponding other keys */
  static const guint pad[][2] = {{GDK_KEY_KP_Add, GDK_KEY_plus},        {GDK_KEY_KP_Subtract, GDK_KEY_minus},
                                 {GDK_KEY_KP_Left, GDK_KEY_Left},       {GDK_KEY_KP_Right, GDK_KEY_Right},
                                 {GDK_KEY_KP_Page_Up, GDK_KEY_Page_Up}, {GDK_KEY_KP_Page_Down, GDK_KEY_Page_Down}};
  for (guint i = 0; i < G_N_ELEMENTS(pad); i++)
    value = value == pad[i][0] ? pad[i][1] : value;
  if (value >= GDK_KEY_KP_1 && value <= GDK_KEY_KP_9)
    value = value - GDK_KEY_KP_1 + GDK_KEY_1;
  for (guint i = 0; i < n; i++)
    if (matches(&list[i], value, state))
      return &list[i];
  return NULL;
}

static gboolean
activate(NoslipWindow *window, const NoslipKey *key)
{
  g_autofree char *name = NULL;
  g_autoptr(GVariant) target = NULL;
  if (!key || !g_action_parse_detailed_name(key->action, &name, &target, NULL))
    return FALSE;
  if (g_str_equal(name, "win.leave-presentation") && !noslip_window_is_presentation(window) &&
      !noslip_tiles_maximised(noslip_window_tiles(window)))
    return FALSE;
  return gtk_widget_activate_action_variant(GTK_WIDGET(window), name, target);
}

static gboolean
pressed(GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state, NoslipWindow *window)
{
  if (activate(window, find(keys, G_N_ELEMENTS(keys), value, state)))
    return TRUE;
  return !(state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) &&
         noslip_scene_view_press(noslip_window_scene(window), value);
}

/* The action of the key, shown to an audience. */
static char *
caption(guint value, GdkModifierType state)
{
  const NoslipKey *key = find(keys, G_N_ELEMENTS(keys), value, state);
  if (!key)
    key = find(accelerators, G_N_ELEMENTS(accelerators), value, state);
  GdkModifierType shown = state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK);
  if (gdk_keyval_to_upper(value) != gdk_keyval_to_lower(value) || !g_unichar_isgraph(gdk_keyval_to_unicode(value)))
    shown |= state & GDK_SHIFT_MASK;
  g_autofree char *label = gtk_accelerator_get_label(value, shown);
  const char *meaning = key && key->title ? _(key->title) : NULL;
  if (key && !meaning && value >= GDK_KEY_0 && value <= GDK_KEY_9)
    meaning = _(noslip_view_kinds()[value == GDK_KEY_0 ? 9 : value - GDK_KEY_1]->name);
  return meaning ? g_strdup_printf("%s  %s", label, meaning) : g_strdup(label);
}

static gboolean
is_modifier(guint value)
{
  return (value >= GDK_KEY_Shift_L && value <= GDK_KEY_Hyper_R) || value == GDK_KEY_ISO_Level3_Shift ||
         value == GDK_KEY_Num_Lock;
}

/* Keys that act before the widget with the focus gets them: those of a presenter's remote, Ctrl+Space outside of text,
 * and every key of the list if the focus is in a control that was clicked. Such a control does not receive Space; one
 * that was reached by Tab does. */
static gboolean
acts_first(NoslipWindow *window, GtkWidget *focus, gboolean typing, guint value, GdkModifierType state)
{
  gboolean in_menu = focus && gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER);
  gboolean remote = value == GDK_KEY_Page_Up || value == GDK_KEY_Page_Down || (value == GDK_KEY_Escape && !in_menu);
  if (remote && noslip_window_is_presentation(window))
    return TRUE;
  if (typing)
    return FALSE;
  if (value == GDK_KEY_space && (state & GDK_CONTROL_MASK))
    return TRUE;
  return focus && noslip_pointer_focus_is_by_pointer(noslip_window_pointer_focus(window)) &&
         !noslip_pointer_focus_keeps(focus);
}

/* Text that is typed is not shown. */
static gboolean
seen(GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state, NoslipDriving *driving)
{
  NoslipWindow *window = NOSLIP_WINDOW(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller)));
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  gboolean typing = focus && (GTK_IS_TEXT_VIEW(focus) || GTK_IS_TEXT(focus));
  if (noslip_announcements_shows_keys(noslip_window_announcements(window)) && !is_modifier(value) &&
      (!typing || (state & GDK_CONTROL_MASK))) {
    g_autofree char *text = caption(value, state);
    noslip_announcements_show_key(noslip_window_announcements(window), text);
  }
  noslip_pointer_focus_key(noslip_window_pointer_focus(window), value);
  if (!typing && noslip_driving_press(driving, value, state))
    return TRUE;
  return acts_first(window, focus, typing, value, state) &&
         activate(window, find(keys, G_N_ELEMENTS(keys), value, state));
}

static void
on_key_released(GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state,
                NoslipDriving *driving)
{
  noslip_driving_release(driving, value);
}

static void
on_active(GtkWindow *window, GParamSpec *pspec, NoslipDriving *driving)
{
  if (!gtk_window_is_active(window))
    noslip_driving_release_all(driving);
}

static void
driving_unref(gpointer driving, GClosure *closure)
{
  g_rc_box_release(driving);
}

void
noslip_desktop_add_keys(NoslipWindow *window)
{
  GtkEventController *controller = gtk_event_controller_key_new();
  g_signal_connect(controller, "key-pressed", G_CALLBACK(pressed), window);
  gtk_widget_add_controller(GTK_WIDGET(window), controller);
  GtkEventController *first = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(first, GTK_PHASE_CAPTURE);
  NoslipDriving *driving = noslip_driving_new(window); /* one reference for each of the handlers */
  g_signal_connect_data(first, "key-pressed", G_CALLBACK(seen), g_rc_box_acquire(driving), driving_unref, 0);
  g_signal_connect_data(first, "key-released", G_CALLBACK(on_key_released), g_rc_box_acquire(driving), driving_unref,
                        0);
  g_signal_connect_data(window, "notify::is-active", G_CALLBACK(on_active), driving, driving_unref, 0);
  gtk_widget_add_controller(GTK_WIDGET(window), first);
}

void
noslip_application_add_keys(GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS(accelerators); i++) {
    g_auto(GStrv) present = gtk_application_get_accels_for_action(application, accelerators[i].action);
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint j = 0; present[j]; j++)
      g_ptr_array_add(all, present[j]);
    g_ptr_array_add(all, (gpointer) accelerators[i].accelerator);
    g_ptr_array_add(all, NULL);
    gtk_application_set_accels_for_action(application, accelerators[i].action, (const char *const *) all->pdata);
  }
}
