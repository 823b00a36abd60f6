/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene's menu: the camera, what is drawn and how, and exporting it. */
#include "core/base/words.h"
#include "ui/widgets/common/bound.h"
#include "ui/widgets/scene/scene-private.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define NOSLIP_TYPE_SCENE_MENU (noslip_scene_menu_get_type())
G_DECLARE_FINAL_TYPE(NoslipSceneMenu, noslip_scene_menu, NOSLIP, SCENE_MENU, GtkPopover)

struct _NoslipSceneMenu {
  GtkPopover parent;
  NoslipSceneView *view; /* owned by the button; NULL while the menu is filled */
  GtkWidget *box, *following;
  GtkWidget *legend, *ground, *constraints, *true_arrows;
  GtkWidget *fade, *stay, *last_seconds, *no_trails; /* in the order of NoslipTrails */
  GtkWidget *spring, *undo;
};

G_DEFINE_FINAL_TYPE(NoslipSceneMenu, noslip_scene_menu, GTK_TYPE_POPOVER)

/* Camera */

static void
preset_clicked(GtkButton *button, NoslipSceneMenu *self)
{
  /* in the order of the buttons */
  static const NoslipCameraPreset presets[] = {NOSLIP_CAMERA_ISOMETRIC, NOSLIP_CAMERA_TOP, NOSLIP_CAMERA_FRONT,
                                               NOSLIP_CAMERA_SIDE};
  guint at = 0;
  for (GtkWidget *one = GTK_WIDGET(button); (one = gtk_widget_get_prev_sibling(one));)
    at++;
  noslip_scene_view_preset(self->view, presets[at]);
}

static void
frame_clicked(GtkButton *button, NoslipSceneMenu *self)
{
  noslip_scene_view_frame_all(self->view);
}

static void
reset_clicked(GtkButton *button, NoslipSceneMenu *self)
{
  noslip_scene_view_reset_camera(self->view);
}

static void
following_toggled(GtkCheckButton *button, NoslipSceneMenu *self)
{
  if (self->view)
    noslip_scene_view_set_following(self->view, gtk_check_button_get_active(button));
}

static void
undo_clicked(GtkButton *button, NoslipSceneMenu *self)
{
  noslip_scene_view_undo_drag(self->view);
  gtk_widget_set_sensitive(self->undo, noslip_scene_view_can_undo_drag(self->view));
}

/* What is drawn */

static void
trails_toggled(GtkCheckButton *button, NoslipSceneMenu *self)
{
  GtkWidget *const buttons[] = {self->fade, self->stay, self->last_seconds, self->no_trails};
  if (!self->view || !gtk_check_button_get_active(button))
    return;
  NoslipSceneChoices choices = self->view->choices;
  for (guint i = 0; i < G_N_ELEMENTS(buttons); i++)
    if (buttons[i] == GTK_WIDGET(button))
      choices.trails = (NoslipTrails) i;
  noslip_scene_view_set_choices(self->view, &choices);
}

static void
choice_toggled(GtkCheckButton *button, NoslipSceneMenu *self)
{
  if (!self->view)
    return;
  NoslipSceneChoices choices = self->view->choices;
  GtkWidget *const buttons[] = {self->legend, self->ground, self->constraints, self->true_arrows};
  gboolean *const values[] = {&choices.legend, &choices.ground, &choices.constraints, &choices.true_arrows};
  for (guint i = 0; i < G_N_ELEMENTS(buttons); i++)
    if (buttons[i] == GTK_WIDGET(button))
      *values[i] = gtk_check_button_get_active(button);
  noslip_scene_view_set_choices(self->view, &choices);
}

static void
label_toggled(GtkCheckButton *button, const NoslipBound *label)
{
  const NoslipSceneMenu *self = label->target;
  noslip_scene_view_set_shown(self->view, label->name, gtk_check_button_get_active(button));
}

static GtkWidget *
label_button(NoslipSceneMenu *self, NoslipSceneView *view, const NoslipDraw *draw)
{
  NoslipColor c = view->theme.accent;
  noslip_color_parse(draw->color, &c);
  const char *sign = draw->kind == NOSLIP_DRAW_ARROW ? "→" : "—";
  g_autofree char *markup =
      g_markup_printf_escaped("<span foreground=\"#%02x%02x%02x\" weight=\"bold\">%s</span>  %s", (guint) (255 * c.r),
                              (guint) (255 * c.g), (guint) (255 * c.b), sign, noslip_words(draw->label));
  GtkWidget *button = gtk_check_button_new(), *text = gtk_label_new(NULL);
  gtk_label_set_markup(GTK_LABEL(text), markup);
  gtk_label_set_xalign(GTK_LABEL(text), 0);
  gtk_check_button_set_child(GTK_CHECK_BUTTON(button), text);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, noslip_words(draw->label), -1);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(button), noslip_scene_view_is_shown(view, draw->label));
  noslip_bound_connect(button, "toggled", G_CALLBACK(label_toggled),
                       &(NoslipBound){.target = self, .name = draw->label});
  return button;
}

/* A check button for each arrow and trail with a name, with its colour. */
static void
add_labels(NoslipSceneMenu *self, NoslipSceneView *view)
{
  GtkWidget *after = self->following;
  for (guint i = 0; view->system && i < view->system->n_draws; i++) {
    const NoslipDraw *draw = &view->system->draws[i];
    if (!draw->label || (draw->kind != NOSLIP_DRAW_ARROW && draw->kind != NOSLIP_DRAW_TRAIL))
      continue;
    if (after == self->following) {
      GtkWidget *heading = gtk_label_new(_("Shown"));
      gtk_label_set_xalign(GTK_LABEL(heading), 0);
      gtk_widget_add_css_class(heading, "heading");
      gtk_box_insert_child_after(GTK_BOX(self->box), heading, after);
      after = heading;
    }
    GtkWidget *button = label_button(self, view, draw);
    gtk_box_insert_child_after(GTK_BOX(self->box), button, after);
    after = button;
  }
}

/* The hand: the slider has the logarithm to the base 2 of the swings in a second. */

static void
spring_changed(GtkRange *range, NoslipSceneMenu *self)
{
  double frequency = exp2(gtk_range_get_value(range));
  g_autofree char *text = g_strdup_printf(_("%.2g Hz"), frequency);
  if (self->view && self->view->simulation)
    noslip_hands_set_push_frequency(noslip_simulation_hands(self->view->simulation), frequency);
  gtk_accessible_update_property(GTK_ACCESSIBLE(range), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static char *
spring_text(GtkScale *scale, double value, gpointer data)
{
  return g_strdup_printf(_("%.2g Hz"), exp2(value));
}

static void
set_active(GtkWidget *button, gboolean active)
{
  gtk_check_button_set_active(GTK_CHECK_BUTTON(button), active);
}

static void
noslip_scene_menu_class_init(NoslipSceneMenuClass *class)
{
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/scene-menu.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, following);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, legend);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, ground);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, constraints);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, true_arrows);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, fade);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, stay);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, last_seconds);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, no_trails);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, spring);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSceneMenu, undo);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), preset_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), frame_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), reset_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), following_toggled);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), choice_toggled);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), trails_toggled);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), undo_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), spring_changed);
}

static void
noslip_scene_menu_init(NoslipSceneMenu *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_widget_set_halign(gtk_button_get_child(GTK_BUTTON(self->undo)), GTK_ALIGN_START);
  gtk_scale_set_format_value_func(GTK_SCALE(self->spring), spring_text, NULL, NULL);
}

static void
fill(GtkMenuButton *button, gpointer data)
{
  NoslipSceneView *view = data;
  NoslipSceneMenu *self = g_object_new(NOSLIP_TYPE_SCENE_MENU, NULL);
  GtkWidget *const trails[] = {self->fade, self->stay, self->last_seconds, self->no_trails};
  add_labels(self, view);
  set_active(self->following, view->camera.following);
  set_active(self->legend, view->choices.legend);
  set_active(self->ground, view->choices.ground);
  set_active(self->constraints, view->choices.constraints);
  set_active(self->true_arrows, view->choices.true_arrows);
  set_active(trails[view->choices.trails], TRUE);
  if (view->simulation)
    gtk_range_set_value(GTK_RANGE(self->spring),
                        log2(noslip_hands_push_frequency(noslip_simulation_hands(view->simulation))));
  gtk_widget_set_sensitive(self->undo, noslip_scene_view_can_undo_drag(view));
  noslip_view_add_export(GTK_BOX(self->box), _("Export as PNG…"), "scene");
  noslip_view_add_export(GTK_BOX(self->box), _("Export the motion as WebM…"), "motion");
  self->view = view;
  gtk_menu_button_set_popover(button, GTK_WIDGET(self));
}

GtkWidget *
noslip_scene_menu_button_new(NoslipSceneView *view)
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
