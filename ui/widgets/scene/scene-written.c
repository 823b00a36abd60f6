/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts over the scene. Their numbers can be copied and dragged away, as in the views. */
#include "ui/widgets/common/dragged.h"
#include "ui/widgets/scene/scene-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* The hint shown in a scene without a system. */
static const char *
absence(const NoslipSceneView *self)
{
  const NoslipTextSource *source = self->simulation ? noslip_simulation_source(self->simulation) : NULL;
  return source && source->problems && source->problems->n_errors > 0
             ? _("The text has errors. The motion appears here when they are corrected.")
             : _("Choose a system in the gallery, or open a file.");
}

void
noslip_scene_view_overlay(NoslipSceneView *self, NoslipOverlay *overlay)
{
  noslip_overlay_init(overlay);
  overlay->hovered = self->hovered;
  overlay->scale_bar = self->framed;
  overlay->legend = self->choices.legend ? self->n_primary : 0;
  if (self->system)
    overlay->unit = noslip_scene_unit(self->system);
  else
    overlay->message = absence(self);
}

char *
noslip_scene_view_number_at(NoslipSceneView *self, double x, double y)
{
  if (!self->system || !isfinite(x) || !isfinite(y))
    return NULL;
  NoslipOverlay overlay;
  noslip_scene_view_overlay(self, &overlay);
  overlay.hovered = -1; /* the label of an arrow does not hide it from the hand */
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  noslip_scene_overlay_display(self->scene, &self->camera, &self->theme, gtk_widget_get_width(GTK_WIDGET(self)),
                               gtk_widget_get_height(GTK_WIDGET(self)), &overlay, display);
  return noslip_display_number_at(display, &self->theme, x, y);
}

double
noslip_scene_view_hidden(NoslipSceneView *self, const double patch[4])
{
  guint filled = noslip_scene_fills(self->scene, &self->camera, gtk_widget_get_width(GTK_WIDGET(self)),
                                    gtk_widget_get_height(GTK_WIDGET(self)), patch);
  return filled / 100.0 * patch[2] * patch[3] + 4 * noslip_display_texts_within(self->written, &self->theme, patch);
}

static GdkContentProvider *
prepared(GtkDragSource *source, double x, double y, NoslipSceneView *self)
{
  g_autofree char *number = noslip_scene_view_number_at(self, x, y);
  return number ? noslip_dragged_new(NULL, number) : NULL;
}

void
noslip_scene_view_add_numbers(NoslipSceneView *self)
{
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
  g_signal_connect(source, "prepare", G_CALLBACK(prepared), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(source));
}
