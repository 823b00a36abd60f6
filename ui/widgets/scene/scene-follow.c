/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way back to the body: a button while the camera does not track, and an arrow at the edge of the picture that
 * points to a body outside. Pressing either makes the camera track again. */
#include "ui/widgets/scene/scene-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MARGIN 34     /* pixels between the arrow's middle and the edge */
#define MARGIN_TOP 76 /* below the button and the menu */
#define RADIUS 18     /* of its disk */

static gboolean
tracks(NoslipSceneView *self)
{
  return self->camera.automatic || self->camera.following || !self->framed;
}

static void
track(NoslipSceneView *self)
{
  noslip_camera_track(&self->camera);
  self->followed = 0;
  noslip_scene_view_draw_soon(self);
  gtk_widget_grab_focus(GTK_WIDGET(self));
}

static void
on_clicked(GtkButton *button, NoslipSceneView *self)
{
  track(self);
}

static gboolean
show_button(gpointer data)
{
  NoslipSceneView *self = data;
  self->follow_later = 0;
  gtk_widget_set_visible(self->follow, !tracks(self));
  return G_SOURCE_REMOVE;
}

/* Where a ray from the middle of the picture in this direction comes within MARGIN of its edge. */
static void
place_arrow(NoslipSceneView *self, const double direction[2])
{
  double half[2] = {gtk_widget_get_width(GTK_WIDGET(self)) / 2.0, gtk_widget_get_height(GTK_WIDGET(self)) / 2.0};
  double reach = INFINITY;
  for (guint i = 0; i < 2; i++)
    if (fabs(direction[i]) > 1e-9)
      reach = fmin(reach, fmax(half[i] - MARGIN, 0) / fabs(direction[i]));
  for (guint i = 0; i < 2; i++) {
    self->away[i] = half[i] + reach * direction[i];
    self->away[2 + i] = direction[i];
  }
  self->away[1] = fmax(self->away[1], MARGIN_TOP);
}

void
noslip_scene_view_update_follow(NoslipSceneView *self)
{
  NoslipFraming framing;
  self->away[0] = NAN;
  if (noslip_scene_view_framing(self, &framing) && !self->grab &&
      !noslip_camera_sees_middle(&self->camera, &framing.bodies, noslip_scene_view_aspect(self))) {
    double middle[3], direction[2];
    noslip_bounds_middle(&framing.bodies, middle);
    noslip_camera_direction(&self->camera, middle, direction);
    place_arrow(self, direction);
  }
  /* a widget must not appear while another one is drawn */
  if (gtk_widget_get_visible(self->follow) == tracks(self) && !self->follow_later)
    self->follow_later = g_idle_add_full(G_PRIORITY_DEFAULT, show_button, self, NULL);
}

void
noslip_scene_view_draw_away(NoslipSceneView *self, cairo_t *cairo)
{
  if (isnan(self->away[0]))
    return;
  NoslipColor c = self->theme.accent;
  cairo_save(cairo);
  cairo_translate(cairo, self->away[0], self->away[1]);
  cairo_rotate(cairo, atan2(self->away[3], self->away[2]));
  cairo_arc(cairo, 0, 0, RADIUS, 0, 2 * G_PI);
  cairo_set_source_rgb(cairo, c.r, c.g, c.b);
  cairo_fill(cairo);
  cairo_move_to(cairo, 0.65 * RADIUS, 0);
  cairo_line_to(cairo, -0.35 * RADIUS, -0.55 * RADIUS);
  cairo_line_to(cairo, -0.1 * RADIUS, 0);
  cairo_line_to(cairo, -0.35 * RADIUS, 0.55 * RADIUS);
  cairo_close_path(cairo);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_fill(cairo);
  cairo_restore(cairo);
}

gboolean
noslip_scene_view_press_pointer_to_body(NoslipSceneView *self, double x, double y)
{
  if (isnan(self->away[0]) || hypot(x - self->away[0], y - self->away[1]) > 1.4 * RADIUS)
    return FALSE;
  track(self);
  return TRUE;
}

GtkWidget *
noslip_scene_follow_new(NoslipSceneView *view)
{
  view->follow = gtk_button_new_with_label(_("Follow"));
  gtk_widget_add_css_class(view->follow, "osd");
  gtk_widget_set_halign(view->follow, GTK_ALIGN_END);
  gtk_widget_set_valign(view->follow, GTK_ALIGN_START);
  gtk_widget_set_margin_end(view->follow, 44); /* beside the menu */
  gtk_widget_set_margin_top(view->follow, 8);
  gtk_widget_set_tooltip_text(view->follow, _("The camera tracks the body again (Home: as in the text)"));
  gtk_widget_set_visible(view->follow, FALSE);
  g_signal_connect(view->follow, "clicked", G_CALLBACK(on_clicked), view);
  return view->follow;
}
