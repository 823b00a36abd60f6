/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene's menu: the camera, what is drawn and how, and taking it along. */
#include "core/base/words.h"
#include "ui/widgets/scene/scene-private.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>
#include <string.h>

#define SCENE "scene" /* the button's view, on widgets of the menu */

static NoslipSceneView *
view_of(gpointer widget)
{
  return g_object_get_data(G_OBJECT(widget), SCENE);
}

static void
heading(GtkBox *box, const char *title)
{
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "heading");
  gtk_box_append(box, label);
}

/* Camera */

static void
preset_clicked(GtkButton *button, gpointer preset)
{
  noslip_scene_view_preset(view_of(button), (NoslipCameraPreset) GPOINTER_TO_INT(preset));
}

static void
frame_clicked(GtkButton *button, gpointer data)
{
  noslip_scene_view_frame_all(view_of(button));
}

static void
reset_clicked(GtkButton *button, gpointer data)
{
  noslip_scene_view_reset_camera(view_of(button));
}

static void
following_toggled(GtkCheckButton *button, gpointer data)
{
  noslip_scene_view_set_following(view_of(button), gtk_check_button_get_active(button));
}

static GtkWidget *
menu_button(NoslipSceneView *view, const char *label, const char *tip, GCallback clicked, int data)
{
  GtkWidget *button = gtk_button_new_with_label(label);
  gtk_widget_set_tooltip_text(button, tip);
  gtk_widget_set_hexpand(button, TRUE);
  g_object_set_data(G_OBJECT(button), SCENE, view);
  g_signal_connect(button, "clicked", clicked, GINT_TO_POINTER(data));
  return button;
}

static void
undo_clicked(GtkButton *button, gpointer data)
{
  noslip_scene_view_undo_drag(view_of(button));
  gtk_widget_set_sensitive(GTK_WIDGET(button), noslip_scene_view_can_undo_drag(view_of(button)));
}

static void
add_camera(NoslipSceneView *view, GtkBox *box)
{
  const struct {
    const char *label, *tip;
    NoslipCameraPreset preset;
  } presets[] = {
      {_("Oblique"), _("From above and the side (I)"), NOSLIP_CAMERA_ISOMETRIC},
      {_("Top"), _("From above (T)"), NOSLIP_CAMERA_TOP},
      {_("Front"), _("Along the x axis (F)"), NOSLIP_CAMERA_FRONT},
      {_("Side"), _("Along the y axis (S)"), NOSLIP_CAMERA_SIDE},
  };
  heading(box, _("Camera"));
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class(row, "linked");
  for (guint i = 0; i < G_N_ELEMENTS(presets); i++)
    gtk_box_append(GTK_BOX(row), menu_button(view, presets[i].label, presets[i].tip, G_CALLBACK(preset_clicked),
                                             (int) presets[i].preset));
  gtk_box_append(box, row);
  row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class(row, "linked");
  gtk_box_append(GTK_BOX(row), menu_button(view, _("Frame all"), _("Shows all of the motion so far (A)"),
                                           G_CALLBACK(frame_clicked), 0));
  gtk_box_append(GTK_BOX(row),
                 menu_button(view, _("Reset"), _("The camera as in the text (Home)"), G_CALLBACK(reset_clicked), 0));
  gtk_box_append(box, row);
  GtkWidget *check = gtk_check_button_new_with_label(_("Follow the body"));
  gtk_widget_set_tooltip_text(check, _("The camera goes along with the body (G)"));
  gtk_check_button_set_active(GTK_CHECK_BUTTON(check), view->camera.following);
  g_object_set_data(G_OBJECT(check), SCENE, view);
  g_signal_connect(check, "toggled", G_CALLBACK(following_toggled), NULL);
  gtk_box_append(box, check);
}

/* What is drawn */

static void
trails_toggled(GtkCheckButton *button, gpointer trails)
{
  NoslipSceneView *view = view_of(button);
  NoslipSceneChoices choices = view->choices;
  choices.trails = (NoslipTrails) GPOINTER_TO_INT(trails);
  if (gtk_check_button_get_active(button))
    noslip_scene_view_set_choices(view, &choices);
}

static void
add_trails(NoslipSceneView *view, GtkBox *box)
{
  const char *const labels[] = {_("Fade with time"), _("Stay"), _("The last five seconds"), _("None")};
  GtkWidget *first = NULL;
  heading(box, _("Trails"));
  for (guint i = 0; i < G_N_ELEMENTS(labels); i++) {
    GtkWidget *button = gtk_check_button_new_with_label(labels[i]);
    if (first)
      gtk_check_button_set_group(GTK_CHECK_BUTTON(button), GTK_CHECK_BUTTON(first));
    else
      first = button;
    gtk_check_button_set_active(GTK_CHECK_BUTTON(button), view->choices.trails == (NoslipTrails) i);
    g_object_set_data(G_OBJECT(button), SCENE, view);
    g_signal_connect(button, "toggled", G_CALLBACK(trails_toggled), GINT_TO_POINTER((int) i));
    gtk_box_append(box, button);
  }
}

static void
choice_toggled(GtkCheckButton *button, gpointer offset)
{
  NoslipSceneView *view = view_of(button);
  NoslipSceneChoices choices = view->choices;
  gboolean *choice = (gboolean *) (gpointer) ((char *) &choices + GPOINTER_TO_SIZE(offset));
  *choice = gtk_check_button_get_active(button);
  noslip_scene_view_set_choices(view, &choices);
}

static void
add_choice(NoslipSceneView *view, GtkBox *box, const char *label, gsize offset)
{
  GtkWidget *button = gtk_check_button_new_with_label(label);
  const gboolean *choice = (const gboolean *) (gconstpointer) ((const char *) &view->choices + offset);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(button), *choice);
  g_object_set_data(G_OBJECT(button), SCENE, view);
  g_signal_connect(button, "toggled", G_CALLBACK(choice_toggled), GSIZE_TO_POINTER(offset));
  gtk_box_append(box, button);
}

static void
label_toggled(GtkCheckButton *button, gpointer data)
{
  noslip_scene_view_set_shown(view_of(button), g_object_get_data(G_OBJECT(button), "label"),
                              gtk_check_button_get_active(button));
}

/* A check button for each arrow and trail that has a name, with its colour. */
static void
add_labels(NoslipSceneView *view, GtkBox *box)
{
  gboolean any = FALSE;
  for (guint i = 0; view->system && i < view->system->n_draws; i++) {
    const NoslipDraw *draw = &view->system->draws[i];
    NoslipColor c = view->theme.accent;
    if (!draw->label || (draw->kind != NOSLIP_DRAW_ARROW && draw->kind != NOSLIP_DRAW_TRAIL))
      continue;
    if (!any)
      heading(box, _("Shown"));
    any = TRUE;
    noslip_color_parse(draw->color, &c);
    const char *sign = draw->kind == NOSLIP_DRAW_ARROW ? "→" : "—";
    g_autofree char *markup =
        g_markup_printf_escaped("<span foreground=\"#%02x%02x%02x\" weight=\"bold\">%s</span>  %s", (guint) (255 * c.r),
                                (guint) (255 * c.g), (guint) (255 * c.b), sign, noslip_words(draw->label));
    GtkWidget *button = gtk_check_button_new(), *text = gtk_label_new(NULL);
    gtk_label_set_markup(GTK_LABEL(text), markup);
    gtk_label_set_xalign(GTK_LABEL(text), 0);
    gtk_check_button_set_child(GTK_CHECK_BUTTON(button), text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, noslip_words(draw->label),
                                   -1);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(button), noslip_scene_view_is_shown(view, draw->label));
    g_object_set_data(G_OBJECT(button), SCENE, view);
    g_object_set_data_full(G_OBJECT(button), "label", g_strdup(draw->label), g_free);
    g_signal_connect(button, "toggled", G_CALLBACK(label_toggled), NULL);
    gtk_box_append(box, button);
  }
}

static void
fill(GtkMenuButton *menu, gpointer data)
{
  NoslipSceneView *view = data;
  GtkWidget *popover = gtk_popover_new(), *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  GtkBox *box = GTK_BOX(content);
  add_camera(view, box);
  add_labels(view, box);
  add_choice(view, box, _("Legend"), G_STRUCT_OFFSET(NoslipSceneChoices, legend));
  add_choice(view, box, _("Ground"), G_STRUCT_OFFSET(NoslipSceneChoices, ground));
  add_choice(view, box, _("Allowed and forbidden velocities"), G_STRUCT_OFFSET(NoslipSceneChoices, constraints));
  add_choice(view, box, _("Arrows to the scale of the ground"), G_STRUCT_OFFSET(NoslipSceneChoices, true_arrows));
  add_trails(view, box);
  gtk_box_append(box, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
  GtkWidget *undo = menu_button(view, _("Undo the drag"), _("Puts back what was moved by hand (Ctrl+Z)"),
                                G_CALLBACK(undo_clicked), 0);
  gtk_widget_add_css_class(undo, "flat");
  gtk_widget_set_halign(gtk_button_get_child(GTK_BUTTON(undo)), GTK_ALIGN_START);
  gtk_widget_set_sensitive(undo, noslip_scene_view_can_undo_drag(view));
  gtk_box_append(box, undo);
  noslip_view_add_export(box, _("Export as PNG…"), "scene");
  noslip_view_add_export(box, _("Export the motion as WebM…"), "motion");
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroller), 660);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), content);
  gtk_popover_set_child(GTK_POPOVER(popover), scroller);
  gtk_menu_button_set_popover(menu, popover);
}

GtkWidget *
noslip_scene_menu_new(NoslipSceneView *view)
{
  GtkWidget *menu = gtk_menu_button_new();
  g_autofree char *label = g_strdup_printf(_("Choices of %s"), _("Scene"));
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(menu), "view-more-symbolic");
  gtk_widget_add_css_class(menu, "flat");
  gtk_widget_add_css_class(menu, "noslip-small");
  gtk_widget_set_halign(menu, GTK_ALIGN_END);
  gtk_widget_set_valign(menu, GTK_ALIGN_START);
  gtk_widget_set_margin_top(menu, 4);
  gtk_widget_set_margin_end(menu, 4);
  gtk_widget_set_tooltip_text(menu, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(menu), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(menu), fill, view, NULL);
  return menu;
}
