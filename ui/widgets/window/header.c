/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/header.h"

#include "ui/widgets/common/accessible.h"
#include "ui/widgets/gallery/gallery.h"

#include <glib/gi18n.h>
#include <math.h>

struct _NoslipHeader {
  AdwBin parent;
  NoslipSimulation *simulation; /* borrowed, or NULL */
  GtkWidget *title, *gallery_button, *play, *speed, *view_menu, *main_menu;
  GtkWidget *fallback;     /* gets the focus if `focus_before` cannot: a weak pointer */
  GtkWidget *focus_before; /* had the focus when a menu was opened: a weak pointer */
  gboolean updating;       /* the speed follows the playhead, not the user */
};

G_DEFINE_FINAL_TYPE(NoslipHeader, noslip_header, ADW_TYPE_BIN)

static const double speeds[] = {0.01, 0.1, 0.25, 0.5, 1, 2, 4, 10, 100};
static const char *const speed_names[] = {"×1/100", "×1/10", "×1/4", "×1/2", "×1", "×2", "×4", "×10", "×100", NULL};
#define REAL_TIME 4 /* of the list above */

static void
speed_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipHeader *self)
{
  guint selected = gtk_drop_down_get_selected(drop_down);
  if (!self->updating && self->simulation && selected < G_N_ELEMENTS(speeds))
    noslip_playback_set_speed(noslip_simulation_playback(self->simulation), speeds[selected]);
}

void
noslip_header_step_speed(NoslipHeader *self, int steps)
{
  int selected = (int) gtk_drop_down_get_selected(GTK_DROP_DOWN(self->speed)) + steps;
  gtk_drop_down_set_selected(GTK_DROP_DOWN(self->speed), (guint) CLAMP(selected, 0, (int) G_N_ELEMENTS(speeds) - 1));
}

/* Popovers are created when first opened, so that the window's first frame does not wait for them. */
static void
open_gallery(GtkMenuButton *button, gpointer data)
{
  if (!gtk_menu_button_get_popover(button))
    gtk_menu_button_set_popover(button, noslip_gallery_new());
}

/* GTK 4.8 leaves the focus in a closed submenu, where the window receives no keys. */
static void
menu_closed(GtkPopover *popover, NoslipHeader *self)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  if (!focus || !gtk_widget_is_ancestor(focus, GTK_WIDGET(popover)))
    return;
  GtkWidget *before = self->focus_before;
  GtkWidget *next = before && gtk_widget_get_mapped(before) ? before : self->fallback;
  if (next)
    gtk_widget_grab_focus(next);
}

static void
open_menu(GtkMenuButton *button, gpointer menu)
{
  NoslipHeader *self = NOSLIP_HEADER(gtk_widget_get_ancestor(GTK_WIDGET(button), NOSLIP_TYPE_HEADER));
  g_set_weak_pointer(&self->focus_before, gtk_root_get_focus(gtk_widget_get_root(GTK_WIDGET(button))));
  if (gtk_menu_button_get_popover(button))
    return;
  GtkWidget *popover = gtk_popover_menu_new_from_model(menu);
  g_signal_connect_object(popover, "closed", G_CALLBACK(menu_closed), self, 0);
  gtk_menu_button_set_popover(button, popover);
}

void
noslip_header_set_menus(NoslipHeader *self, GMenuModel *views, GMenuModel *main)
{
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(self->view_menu), open_menu, g_object_ref(views),
                                        g_object_unref);
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(self->main_menu), open_menu, g_object_ref(main),
                                        g_object_unref);
}

void
noslip_header_show_gallery(NoslipHeader *self)
{
  gtk_menu_button_popup(GTK_MENU_BUTTON(self->gallery_button));
}

void
noslip_header_set_title(NoslipHeader *self, const char *title)
{
  adw_window_title_set_title(ADW_WINDOW_TITLE(self->title), title);
}

GtkWidget *
noslip_header_view_menu(NoslipHeader *self)
{
  return self->view_menu;
}

static void
update_transport(NoslipHeader *self)
{
  const NoslipPlayhead *playhead = noslip_simulation_playhead(self->simulation);
  gboolean playing = playhead->state == NOSLIP_PLAYING;
  const char *icon = playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic";
  if (g_strcmp0(gtk_button_get_icon_name(GTK_BUTTON(self->play)), icon) != 0) {
    gtk_button_set_icon_name(GTK_BUTTON(self->play), icon);
    gtk_widget_set_tooltip_text(self->play, playing ? _("Pause (Space)") : _("Play (Space)"));
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->play), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   playing ? _("Pause") : _("Play"), -1);
  }
  for (guint i = 0; i < G_N_ELEMENTS(speeds); i++)
    if (fabs(speeds[i] - playhead->speed) < 1e-9 * playhead->speed &&
        gtk_drop_down_get_selected(GTK_DROP_DOWN(self->speed)) != i)
      gtk_drop_down_set_selected(GTK_DROP_DOWN(self->speed), i);
}

void
noslip_header_changed(NoslipHeader *self, NoslipChange change)
{
  if (!self->simulation || !(change & (NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_SYSTEM)))
    return;
  self->updating = TRUE;
  update_transport(self);
  self->updating = FALSE;
}

void
noslip_header_set_simulation(NoslipHeader *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  noslip_header_changed(self, NOSLIP_CHANGED_SYSTEM);
}

static void
noslip_header_dispose(GObject *object)
{
  NoslipHeader *self = NOSLIP_HEADER(object);
  self->simulation = NULL;
  g_clear_weak_pointer(&self->focus_before);
  g_clear_weak_pointer(&self->fallback);
  G_OBJECT_CLASS(noslip_header_parent_class)->dispose(object);
}

static void
noslip_header_class_init(NoslipHeaderClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_header_dispose;
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_BANNER);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/header.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHeader, title);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHeader, gallery_button);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHeader, play);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHeader, speed);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHeader, view_menu);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHeader, main_menu);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), speed_changed);
}

static void
noslip_header_init(NoslipHeader *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  g_autoptr(GtkStringList) names = gtk_string_list_new(speed_names);
  gtk_drop_down_set_model(GTK_DROP_DOWN(self->speed), G_LIST_MODEL(names));
  gtk_drop_down_set_selected(GTK_DROP_DOWN(self->speed), REAL_TIME);
  noslip_accessible_set_name(self->speed, _("Speed"));
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(self->gallery_button), open_gallery, NULL, NULL);
}

GtkWidget *
noslip_header_new(GtkWidget *fallback)
{
  NoslipHeader *self = g_object_new(NOSLIP_TYPE_HEADER, NULL);
  g_set_weak_pointer(&self->fallback, fallback);
  return GTK_WIDGET(self);
}
