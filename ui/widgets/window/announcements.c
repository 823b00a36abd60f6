/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/announcements.h"

#define ANNOUNCED 2200 /* milliseconds */
#define KEY_SHOWN 1600

struct _NoslipAnnouncements {
  AdwBin parent;
  GtkWidget *overlay, *announcement, *key;
  GtkWidget *tour;            /* NULL if none is shown */
  guint announced, key_shown; /* sources that hide them */
  gboolean shows_keys;
};

G_DEFINE_FINAL_TYPE(NoslipAnnouncements, noslip_announcements, ADW_TYPE_BIN)

static gboolean
announcement_over(gpointer data)
{
  NoslipAnnouncements *self = data;
  self->announced = 0;
  gtk_widget_set_visible(self->announcement, FALSE);
  return G_SOURCE_REMOVE;
}

static gboolean
key_over(gpointer data)
{
  NoslipAnnouncements *self = data;
  self->key_shown = 0;
  gtk_widget_set_visible(self->key, FALSE);
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
noslip_announcements_show(NoslipAnnouncements *self, const char *text)
{
  show_for(self->announcement, text, &self->announced, ANNOUNCED, announcement_over, self);
}

void
noslip_announcements_set_shows_keys(NoslipAnnouncements *self, gboolean shown)
{
  self->shows_keys = !!shown;
  if (!shown && self->key_shown) {
    g_clear_handle_id(&self->key_shown, g_source_remove);
    key_over(self);
  }
}

gboolean
noslip_announcements_shows_keys(NoslipAnnouncements *self)
{
  return self->shows_keys;
}

void
noslip_announcements_show_key(NoslipAnnouncements *self, const char *text)
{
  show_for(self->key, text, &self->key_shown, KEY_SHOWN, key_over, self);
}

void
noslip_announcements_add(NoslipAnnouncements *self, GtkWidget *widget)
{
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), widget);
}

void
noslip_announcements_set_tour(NoslipAnnouncements *self, GtkWidget *tour)
{
  if (self->tour)
    gtk_overlay_remove_overlay(GTK_OVERLAY(self->overlay), self->tour);
  self->tour = tour;
  if (tour)
    gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), tour);
}

GtkWidget *
noslip_announcements_tour(NoslipAnnouncements *self)
{
  return self->tour;
}

static void
noslip_announcements_dispose(GObject *object)
{
  NoslipAnnouncements *self = NOSLIP_ANNOUNCEMENTS(object);
  g_clear_handle_id(&self->announced, g_source_remove);
  g_clear_handle_id(&self->key_shown, g_source_remove);
  G_OBJECT_CLASS(noslip_announcements_parent_class)->dispose(object);
}

static void
noslip_announcements_class_init(NoslipAnnouncementsClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_announcements_dispose;
}

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

static void
noslip_announcements_init(NoslipAnnouncements *self)
{
  self->overlay = gtk_overlay_new();
  self->announcement = label_new("noslip-announcement", GTK_ALIGN_CENTER, GTK_ALIGN_START);
  self->key = label_new("noslip-key", GTK_ALIGN_START, GTK_ALIGN_END);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), self->announcement);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), self->key);
  adw_bin_set_child(ADW_BIN(self), self->overlay);
}

GtkWidget *
noslip_announcements_new(GtkWidget *content)
{
  NoslipAnnouncements *self = g_object_new(NOSLIP_TYPE_ANNOUNCEMENTS, NULL);
  gtk_overlay_set_child(GTK_OVERLAY(self->overlay), content);
  return GTK_WIDGET(self);
}
