/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view's pointer: it shows values, the wheel zooms, a drag moves, a double click shows everything again. */
#include "ui/widgets/common/dragged.h"
#include "ui/widgets/common/scroll.h"
#include "ui/widgets/views/formulas/formulas.h"
#include "ui/widgets/views/view-private.h"

#include <math.h>

int
noslip_view_figure_at(NoslipView *self, double py)
{
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double y, h;
    noslip_view_figure_area(self, i, gtk_widget_get_width(GTK_WIDGET(self)), gtk_widget_get_height(GTK_WIDGET(self)),
                            &y, &h);
    if (py >= y && py < y + h)
      return (int) i;
  }
  return -1;
}

static void
on_motion(GtkEventControllerMotion *controller, double x, double y, NoslipView *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void
on_leave(GtkEventControllerMotion *controller, NoslipView *self)
{
  self->pointer_x = self->pointer_y = NAN;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

/* Figures above each other share the time axis. */
static void
share_time(NoslipView *self, guint figure)
{
  for (guint i = 0; i < self->kind->n_figures; i++) {
    self->low[i][NOSLIP_AXIS_X] = self->low[figure][NOSLIP_AXIS_X];
    self->high[i][NOSLIP_AXIS_X] = self->high[figure][NOSLIP_AXIS_X];
  }
}

void
noslip_view_zoom(NoslipView *self, guint figure, double factor, double px, double py, guint mask)
{
  for (guint axis = 0; axis < 2; axis++)
    if (mask & 1u << axis)
      noslip_figure_zoomed(self->figures[figure], (NoslipAxisId) axis, factor, px, py, &self->low[figure][axis],
                           &self->high[figure][axis]);
  share_time(self, figure);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
noslip_view_pan(NoslipView *self, guint figure, double dx, double dy)
{
  for (guint axis = 0; axis < 2; axis++)
    noslip_figure_panned(self->figures[figure], (NoslipAxisId) axis, dx, dy, &self->low[figure][axis],
                         &self->high[figure][axis]);
  share_time(self, figure);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static double
top_of(NoslipView *self, guint figure)
{
  double y, h;
  noslip_view_figure_area(self, figure, gtk_widget_get_width(GTK_WIDGET(self)), gtk_widget_get_height(GTK_WIDGET(self)),
                          &y, &h);
  return y;
}

/* Both axes; with Shift only the time axis, with Control only the other. */
static gboolean
scrolled(GtkEventControllerScroll *controller, double dx, double dy, NoslipView *self)
{
  int figure = isfinite(self->pointer_y) ? noslip_view_figure_at(self, self->pointer_y) : -1;
  if (figure < 0)
    return FALSE;
  GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
  guint mask = state & GDK_SHIFT_MASK ? 1 : state & GDK_CONTROL_MASK ? 2 : 3;
  noslip_scroll_to_steps(controller, &dx, &dy);
  double steps = dy != 0 ? dy : dx; /* with Shift some devices scroll sideways */
  noslip_view_zoom(self, (guint) figure, pow(1.15, -steps), self->pointer_x,
                   self->pointer_y - top_of(self, (guint) figure), mask);
  return TRUE;
}

/* Between the fingers; if their position is unknown, at the pointer. */
static void
pinch_place(GtkGesture *gesture, NoslipView *self, double *x, double *y)
{
  if (gtk_gesture_get_last_event(gesture, gtk_gesture_get_last_updated_sequence(gesture)) &&
      gtk_gesture_get_bounding_box_center(gesture, x, y))
    return;
  gboolean inside = isfinite(self->pointer_x);
  *x = inside ? self->pointer_x : gtk_widget_get_width(GTK_WIDGET(self)) / 2.0;
  *y = inside ? self->pointer_y : gtk_widget_get_height(GTK_WIDGET(self)) / 2.0;
}

static void
pinch_begun(GtkGesture *gesture, GdkEventSequence *sequence, NoslipView *self)
{
  double x, y;
  pinch_place(gesture, self, &x, &y);
  self->pinched = 1;
  self->drag_figure = (guint) MAX(noslip_view_figure_at(self, y), 0);
}

static void
pinched(GtkGestureZoom *gesture, double scale, NoslipView *self)
{
  double x, y;
  if (!(scale > 0))
    return;
  pinch_place(GTK_GESTURE(gesture), self, &x, &y);
  noslip_view_zoom(self, self->drag_figure, scale / self->pinched, x, y - top_of(self, self->drag_figure), 3);
  self->pinched = scale;
}

static void
drag_begun(GtkGestureDrag *gesture, double x, double y, NoslipView *self)
{
  int figure = noslip_view_figure_at(self, y);
  if (figure < 0) {
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  self->drag_figure = (guint) figure;
  gboolean inside = noslip_figure_to_data(self->figures[figure], x, y - top_of(self, self->drag_figure),
                                          &self->grabbed[0], &self->grabbed[1]);
  self->strokes = inside && self->kind->stroke &&
                  self->kind->stroke(self, NOSLIP_DRAG_BEGINS, self->drag_figure, self->grabbed[0], self->grabbed[1]);
}

/* Passes on a drag that the kind handles, as a position in the data of its figure. */
static void
pass_stroke(GtkGestureDrag *gesture, NoslipDragPhase phase, double dx, double dy, NoslipView *self)
{
  double start_x, start_y, x, y;
  gtk_gesture_drag_get_start_point(gesture, &start_x, &start_y);
  noslip_figure_to_data(self->figures[self->drag_figure], start_x + dx, start_y + dy - top_of(self, self->drag_figure),
                        &x, &y);
  self->kind->stroke(self, phase, self->drag_figure, x, y);
}

static void
drag_ended(GtkGestureDrag *gesture, double dx, double dy, NoslipView *self)
{
  if (self->strokes)
    pass_stroke(gesture, NOSLIP_DRAG_ENDS, dx, dy, self);
  self->strokes = FALSE;
}

/* The grabbed point stays under the pointer, even if new labels move the axes meanwhile. */
static void
dragged(GtkGestureDrag *gesture, double dx, double dy, NoslipView *self)
{
  if (hypot(dx, dy) < 4)
    return;
  if (self->strokes) {
    pass_stroke(gesture, NOSLIP_DRAG_GOES_ON, dx, dy, self);
    return;
  }
  double start_x, start_y, px, py;
  gtk_gesture_drag_get_start_point(gesture, &start_x, &start_y);
  noslip_figure_to_pixels(self->figures[self->drag_figure], self->grabbed[0], self->grabbed[1], &px, &py);
  noslip_view_pan(self, self->drag_figure, start_x + dx - px, start_y + dy - top_of(self, self->drag_figure) - py);
}

static void
pressed(GtkGestureClick *gesture, int n, double x, double y, NoslipView *self)
{
  gtk_widget_grab_focus(GTK_WIDGET(self)); /* it receives the keys from now on */
  if (n % 2 == 0) {                        /* a double click soon after another one counts too */
    noslip_view_reset_window(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
  }
}

static void
click_begun(GtkGestureClick *gesture, int n, double x, double y, NoslipView *self)
{
  self->pressed[0] = x;
  self->pressed[1] = y;
}

/* A drag that moves a figure is not a click. */
static void
clicked(GtkGestureClick *gesture, int n, double x, double y, NoslipView *self)
{
  if (self->kind->n_figures > 0 && hypot(x - self->pressed[0], y - self->pressed[1]) > 4)
    return;
  gtk_widget_grab_focus(GTK_WIDGET(self));
  if (!noslip_formulas_clicked(self, x, y) && self->kind->clicked)
    self->kind->clicked(self, x, y);
}

char *
noslip_view_number_at(NoslipView *self, double x, double y)
{
  double width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self)), top = 0;
  int figure = isfinite(y) ? noslip_view_figure_at(self, y) : -1;
  if (!self->simulation || !isfinite(y) || (figure < 0 && !self->kind->display))
    return NULL; /* there is nothing between the figures of a view */
  if (figure >= 0) {
    noslip_view_make_figure(self, (guint) figure, &self->theme, width, height, &top);
  } else {
    noslip_display_clear(self->display);
    self->kind->display(self, &self->theme, width, height, self->display);
  }
  return noslip_display_number_at(self->display, &self->theme, x, y - top);
}

/* A symbol of a formula, or a drawn number. */
static GdkContentProvider *
drag_prepared(GtkDragSource *source, double x, double y, NoslipView *self)
{
  GdkContentProvider *symbol = noslip_formulas_dragged(self, x, y);
  g_autofree char *number = symbol ? NULL : noslip_view_number_at(self, x, y);
  return number ? noslip_dragged_new(NULL, number) : symbol;
}

static gboolean
dropped(GtkDropTarget *target, const GValue *value, double x, double y, NoslipView *self)
{
  const NoslipDragged *dragged = g_value_get_boxed(value);
  return dragged && dragged->quantity && noslip_view_drop(self, dragged->quantity, x, y);
}

static void
turn_begun(GtkGestureDrag *gesture, double x, double y, NoslipView *self)
{
  gtk_widget_grab_focus(GTK_WIDGET(self));
  self->grabbed[0] = self->grabbed[1] = 0;
}

/* Reports each step of a drag once. */
static void
turned(GtkGestureDrag *gesture, double dx, double dy, NoslipView *self)
{
  self->kind->dragged(self, dx - self->grabbed[0], dy - self->grabbed[1]);
  self->grabbed[0] = dx;
  self->grabbed[1] = dy;
}

void
noslip_view_add_input(NoslipView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new();
  g_signal_connect(motion, "motion", G_CALLBACK(on_motion), self);
  g_signal_connect(motion, "leave", G_CALLBACK(on_leave), self);
  gtk_widget_add_controller(GTK_WIDGET(self), motion);
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
  g_signal_connect(source, "prepare", G_CALLBACK(drag_prepared), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(source));
  if (self->kind->dropped) {
    GtkDropTarget *target = gtk_drop_target_new(NOSLIP_TYPE_DRAGGED, GDK_ACTION_COPY);
    g_signal_connect(target, "drop", G_CALLBACK(dropped), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(target));
  }
  if (self->kind->clicked || self->kind->begin) {
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(click_begun), self);
    g_signal_connect(click, "released", G_CALLBACK(clicked), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
  }
  if (self->kind->dragged) {
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(turn_begun), self);
    g_signal_connect(drag, "drag-update", G_CALLBACK(turned), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(drag));
  }
  if (self->kind->n_figures == 0)
    return;
  GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), self);
  gtk_widget_add_controller(GTK_WIDGET(self), scroll);
  GtkGesture *drag = gtk_gesture_drag_new();
  g_signal_connect(drag, "drag-begin", G_CALLBACK(drag_begun), self);
  g_signal_connect(drag, "drag-update", G_CALLBACK(dragged), self);
  g_signal_connect(drag, "drag-end", G_CALLBACK(drag_ended), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(drag));
  GtkGesture *pinch = gtk_gesture_zoom_new();
  g_signal_connect(pinch, "begin", G_CALLBACK(pinch_begun), self);
  g_signal_connect(pinch, "scale-changed", G_CALLBACK(pinched), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(pinch));
  GtkGesture *click = gtk_gesture_click_new();
  g_signal_connect(click, "pressed", G_CALLBACK(pressed), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
}
