/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/presentation.h"

#include "ui/picture/theme.h"

#include <adwaita.h>

struct _NoslipPresentation {
  GObject parent;
  GtkWindow *window; /* borrowed */
  gboolean active;
};

G_DEFINE_FINAL_TYPE(NoslipPresentation, noslip_presentation, G_TYPE_OBJECT)

enum { LOOK_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];
enum { PROP_ACTIVE = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

gboolean
noslip_presentation_is_active(NoslipPresentation *self)
{
  return self->active;
}

gboolean
noslip_presentation_is_dark(NoslipPresentation *self)
{
  return adw_style_manager_get_dark(adw_style_manager_get_default());
}

/* The text scale of the desktop. */
static double
text_scale(void)
{
  int dpi = 0; /* in 1/1024; -1: the usual 96 */
  g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP(dpi / (1024 * 96.0), 0.5, 3) : 1;
}

double
noslip_presentation_scale(NoslipPresentation *self)
{
  return text_scale() * (self->active ? NOSLIP_THEME_PRESENTATION_SCALE : 1);
}

static void
look_changed(NoslipPresentation *self)
{
  g_signal_emit(self, signals[LOOK_CHANGED], 0);
}

void
noslip_presentation_set_active(NoslipPresentation *self, gboolean active)
{
  if (self->active == !!active)
    return;
  self->active = !!active;
  if (active) {
    gtk_widget_add_css_class(GTK_WIDGET(self->window), "noslip-presentation");
    gtk_window_fullscreen(self->window);
  } else {
    gtk_widget_remove_css_class(GTK_WIDGET(self->window), "noslip-presentation");
    gtk_window_unfullscreen(self->window);
  }
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_ACTIVE]);
  look_changed(self);
}

static void
noslip_presentation_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_ACTIVE)
    g_value_set_boolean(value, NOSLIP_PRESENTATION(object)->active);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
noslip_presentation_class_init(NoslipPresentationClass *class)
{
  G_OBJECT_CLASS(class)->get_property = noslip_presentation_get_property;
  properties[PROP_ACTIVE] =
      g_param_spec_boolean("active", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(G_OBJECT_CLASS(class), N_PROPERTIES, properties);
  signals[LOOK_CHANGED] =
      g_signal_new("look-changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_presentation_init(NoslipPresentation *self)
{
  g_signal_connect_object(gtk_settings_get_default(), "notify::gtk-xft-dpi", G_CALLBACK(look_changed), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(look_changed), self,
                          G_CONNECT_SWAPPED);
}

NoslipPresentation *
noslip_presentation_new(GtkWindow *window)
{
  NoslipPresentation *self = g_object_new(NOSLIP_TYPE_PRESENTATION, NULL);
  self->window = window;
  return self;
}
