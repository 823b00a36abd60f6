/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies over the whole window for a moment: where a lecture is, and the keys that are pressed. */
#include "ui/widgets/window/window-private.h"

#include <glib/gi18n.h>

#define ANNOUNCED 2200 /* milliseconds */
#define KEY_SHOWN 1600

static GtkWidget *
label_new(const char *class, GtkAlign halign, GtkAlign valign)
{
  GtkWidget *label = gtk_label_new(NULL);
  gtk_widget_add_css_class(label, "osd");
  gtk_widget_add_css_class(label, class);
  gtk_widget_set_halign(label, halign);
  gtk_widget_set_valign(label, valign);
  gtk_widget_set_can_target(label, FALSE);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_visible(label, FALSE);
  return label;
}

void
noslip_window_build_above(NoslipWindow *self, GtkWidget *content)
{
  self->above = gtk_overlay_new();
  gtk_overlay_set_child(GTK_OVERLAY(self->above), content);
  self->announcement = label_new("noslip-announcement", GTK_ALIGN_CENTER, GTK_ALIGN_START);
  self->key = label_new("noslip-key", GTK_ALIGN_START, GTK_ALIGN_END);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->above), self->announcement);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->above), self->key);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(self), self->above);
}

void
noslip_window_clear_above(NoslipWindow *self)
{
  g_clear_handle_id(&self->announced, g_source_remove);
  g_clear_handle_id(&self->key_shown, g_source_remove);
}

static gboolean
announced(gpointer data)
{
  NoslipWindow *self = data;
  self->announced = 0;
  gtk_widget_set_visible(self->announcement, FALSE);
  return G_SOURCE_REMOVE;
}

static void
show_for(GtkWidget *label, const char *text, guint *source, guint time, GSourceFunc over, gpointer data)
{
  g_clear_handle_id(source, g_source_remove);
  gtk_label_set_text(GTK_LABEL(label), text);
  gtk_widget_set_visible(label, TRUE);
  *source = g_timeout_add(time, over, data);
}

void
noslip_window_announce(NoslipWindow *self, const char *text)
{
  show_for(self->announcement, text, &self->announced, ANNOUNCED, announced, self);
}

static gboolean
key_over(gpointer data)
{
  NoslipWindow *self = data;
  self->key_shown = 0;
  gtk_widget_set_visible(self->key, FALSE);
  return G_SOURCE_REMOVE;
}

void
noslip_window_set_shows_keys(NoslipWindow *self, gboolean shown)
{
  self->shows_keys = !!shown;
  if (!shown && self->key_shown) {
    g_clear_handle_id(&self->key_shown, g_source_remove);
    key_over(self);
  }
}

gboolean
noslip_window_shows_keys(NoslipWindow *self)
{
  return self->shows_keys;
}

void
noslip_window_show_key(NoslipWindow *self, const char *text)
{
  show_for(self->key, text, &self->key_shown, KEY_SHOWN, key_over, self);
}

/* The first start, and the tour */

static void
dismissed(NoslipWelcome *welcome, NoslipWindow *self)
{
  noslip_window_welcome(self, FALSE);
}

void
noslip_window_welcome(NoslipWindow *self, gboolean shown)
{
  if (shown == (self->welcome != NULL))
    return;
  if (shown) {
    self->welcome = noslip_welcome_new();
    noslip_welcome_set_simulation(NOSLIP_WELCOME(self->welcome), self->simulation);
    g_signal_connect(self->welcome, "dismissed", G_CALLBACK(dismissed), self);
    gtk_overlay_add_overlay(GTK_OVERLAY(self->scene_above), self->welcome);
    return;
  }
  noslip_welcome_set_simulation(NOSLIP_WELCOME(self->welcome), NULL);
  gtk_overlay_remove_overlay(GTK_OVERLAY(self->scene_above), self->welcome);
  self->welcome = NULL;
}

static void
finished(NoslipTour *tour, NoslipWindow *self)
{
  gtk_overlay_remove_overlay(GTK_OVERLAY(self->above), self->tour);
  self->tour = NULL;
  gtk_widget_grab_focus(self->scene);
}

/* The parts that a step describes are visible when it begins. */
static void
step_begins(NoslipTour *tour, guint step, NoslipWindow *self)
{
  if (step == 2)
    noslip_window_set_side_pane(self, TRUE);
}

void
noslip_window_tour(NoslipWindow *self)
{
  if (self->tour)
    return;
  noslip_window_set_presentation(self, FALSE);
  noslip_window_welcome(self, FALSE);
  const NoslipTourStep steps[] = {
      {self->scene_paned, _("The scene"),
       _("The motion itself. Drag to look around, scroll to come nearer. Paused, drag a body to place it and its arrow "
         "to throw it. The foot tells whether the numbers can be trusted.")},
      {self->timeline, _("The line of time"),
       _("Everything that was computed stays: drag to go back. Space plays, the arrows step, [ and ] mark a part to "
         "repeat.")},
      {self->side_pane, _("Values, and how it is computed"),
       _("Parameters act while it runs. Below are the principle, the formulation and the method, and what else is "
         "shown "
         "beside the motion.")},
      {self->tiles, _("Views"),
       _("Energy, path, bracket and more: the keys 1 to 9 open and close them. Point at a curve to read it; the menu "
         "of "
         "each has its choices and exports it.")},
      {self->view_menu, _("The text of the system"),
       _("Ctrl+E opens it, here. What you type is read as you type, and the motion follows. The gallery, Ctrl+G, has "
         "more systems to begin with.")},
  };
  self->tour = noslip_tour_new(G_N_ELEMENTS(steps), steps);
  g_signal_connect(self->tour, "step", G_CALLBACK(step_begins), self);
  g_signal_connect(self->tour, "finished", G_CALLBACK(finished), self);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->above), self->tour);
  noslip_tour_begin(NOSLIP_TOUR(self->tour));
}
