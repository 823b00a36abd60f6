/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view's pointer: it reads values off, the wheel zooms, a drag moves, a double click shows all again. */
#include "ui/widgets/view-private.h"

#include <math.h>

static int
figure_at(NoslipView *self, double py)
{
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double y, h;
    noslip_view_figure_area(self, i, gtk_widget_get_width(GTK_WIDGET(self)), gtk_widget_get_height(GTK_WIDGET(self)), &y, &h);
    if (py >= y && py < y + h)
      return (int) i;
  }
  return -1;
}

static void
moved(GtkEventControllerMotion *controller, double x, double y, NoslipView *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
left(GtkEventControllerMotion *controller, NoslipView *self)
{
  self->pointer_x = self->pointer_y = NAN;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static gboolean
scrolled(GtkEventControllerScroll *controller, double dx, double dy, NoslipView *self)
{
  int figure = isfinite(self->pointer_y) ? figure_at(self, self->pointer_y) : -1;
  if (figure < 0)
    return FALSE;
  double y, h;
  noslip_view_figure_area(self, (guint) figure, gtk_widget_get_width(GTK_WIDGET(self)), gtk_widget_get_height(GTK_WIDGET(self)),
              &y, &h);
  for (guint axis = 0; axis < 2; axis++)
    noslip_figure_zoomed(self->figures[figure], (NoslipAxisId) axis, pow(1.15, -dy), self->pointer_x,
                         self->pointer_y - y, &self->low[figure][axis], &self->high[figure][axis]);
  gtk_widget_queue_draw(GTK_WIDGET(self));
  return TRUE;
}

static void
drag_begun(GtkGestureDrag *gesture, double x, double y, NoslipView *self)
{
  int figure = figure_at(self, y);
  if (figure < 0) {
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  self->drag_figure = (guint) figure;
}

static void
dragged(GtkGestureDrag *gesture, double dx, double dy, NoslipView *self)
{
  if (hypot(dx, dy) < 4)
    return;
  NoslipFigure *figure = self->figures[self->drag_figure];
  double x, y, area_y, area_h;
  gtk_gesture_drag_get_start_point(gesture, &x, &y);
  noslip_view_figure_area(self, self->drag_figure, gtk_widget_get_width(GTK_WIDGET(self)),
              gtk_widget_get_height(GTK_WIDGET(self)), &area_y, &area_h);
  /* the window as it is now already contains what was dragged so far */
  static const NoslipAxisId axes[] = {NOSLIP_AXIS_X, NOSLIP_AXIS_Y};
  double last_dx = dx - self->dragged[0], last_dy = dy - self->dragged[1];
  for (guint axis = 0; axis < 2; axis++)
    noslip_figure_panned(figure, axes[axis], last_dx, last_dy, &self->low[self->drag_figure][axis],
                         &self->high[self->drag_figure][axis]);
  self->dragged[0] = dx;
  self->dragged[1] = dy;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
drag_ended(GtkGestureDrag *gesture, double dx, double dy, NoslipView *self)
{
  self->dragged[0] = self->dragged[1] = 0;
}

static void
pressed(GtkGestureClick *gesture, int n, double x, double y, NoslipView *self)
{
  if (n == 2) {
    noslip_view_reset_window(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
  }
}

void
noslip_view_add_input(NoslipView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new();
  g_signal_connect(motion, "motion", G_CALLBACK(moved), self);
  g_signal_connect(motion, "leave", G_CALLBACK(left), self);
  gtk_widget_add_controller(GTK_WIDGET(self), motion);
  if (self->kind->n_figures == 0)
    return;
  GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), self);
  gtk_widget_add_controller(GTK_WIDGET(self), scroll);
  GtkGesture *drag = gtk_gesture_drag_new();
  g_signal_connect(drag, "drag-begin", G_CALLBACK(drag_begun), self);
  g_signal_connect(drag, "drag-update", G_CALLBACK(dragged), self);
  g_signal_connect(drag, "drag-end", G_CALLBACK(drag_ended), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(drag));
  GtkGesture *click = gtk_gesture_click_new();
  g_signal_connect(click, "pressed", G_CALLBACK(pressed), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
}
