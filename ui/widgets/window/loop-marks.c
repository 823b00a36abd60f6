/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/loop-marks.h"

#include <glib/gi18n.h>
#include <math.h>

#define HANDLE 14 /* pixels across */

/* A handle, or the band between: drawn by CSS only. Assistive technology sees a handle as a slider. */

#define NOSLIP_TYPE_LOOP_PART (noslip_loop_part_get_type())
G_DECLARE_FINAL_TYPE(NoslipLoopPart, noslip_loop_part, NOSLIP, LOOP_PART, GtkWidget)

struct _NoslipLoopPart {
  GtkWidget parent;
};

G_DEFINE_FINAL_TYPE(NoslipLoopPart, noslip_loop_part, GTK_TYPE_WIDGET)

static void
noslip_loop_part_class_init(NoslipLoopPartClass *class)
{
}

static void
noslip_loop_part_init(NoslipLoopPart *self)
{
}

struct _NoslipLoopMarks {
  GtkWidget parent;
  GtkRange *range;              /* borrowed: they share a parent */
  GtkWidget *handles[2], *band; /* start, end; what is between */
  double at[2], held;           /* held: the value of the handle when it was taken */
  gboolean looping;
};

G_DEFINE_FINAL_TYPE(NoslipLoopMarks, noslip_loop_marks, GTK_TYPE_WIDGET)

enum { MOVED, CLEARED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Converts between values and pixels, by the middle of the range's own slider. */

static void
travel(NoslipLoopMarks *self, double *first, double *length)
{
  GdkRectangle rect;
  int start = 0, end = 0;
  gtk_range_get_range_rect(self->range, &rect);
  gtk_range_get_slider_range(self->range, &start, &end);
  double half = 0.5 * CLAMP(end - start, 0, rect.width / 2);
  *first = rect.x + half;
  *length = fmax(1, rect.width - 2 * half);
}

static double
span(NoslipLoopMarks *self)
{
  return gtk_adjustment_get_upper(gtk_range_get_adjustment(self->range));
}

static double
pixel(NoslipLoopMarks *self, double value)
{
  double first, length, whole = span(self);
  travel(self, &first, &length);
  return first + (whole > 0 ? value / whole : 0) * length;
}

static void
move(NoslipLoopMarks *self, guint handle, double value)
{
  double step = gtk_adjustment_get_step_increment(gtk_range_get_adjustment(self->range)), to[2];
  to[0] = self->at[0];
  to[1] = self->at[1];
  value = step > 0 ? round(value / step) * step : value;
  to[handle] = handle == 0 ? CLAMP(value, 0, self->at[1] - step) : CLAMP(value, self->at[0] + step, span(self));
  if (to[handle] != self->at[handle])
    g_signal_emit(self, signals[MOVED], 0, to[0], to[1]);
}

static guint
handle_of(NoslipLoopMarks *self, GtkEventController *controller)
{
  return gtk_event_controller_get_widget(controller) == self->handles[1];
}

static void
on_drag_begin(GtkGestureDrag *gesture, double x, double y, NoslipLoopMarks *self)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER(gesture);
  self->held = self->at[handle_of(self, controller)];
  gtk_widget_grab_focus(gtk_event_controller_get_widget(controller));
  gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* The handle moves under the pointer, so the gesture's offsets are relative to its present position. */
static void
dragged(GtkGestureDrag *gesture, double dx, double dy, NoslipLoopMarks *self)
{
  double x0, y0, first, length;
  GtkWidget *widget = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));
  gtk_gesture_drag_get_start_point(gesture, &x0, &y0);
  graphene_point_t here;
  if (!gtk_widget_compute_point(widget, GTK_WIDGET(self), &GRAPHENE_POINT_INIT((float) (x0 + dx), 0), &here))
    return;
  travel(self, &first, &length);
  double grip = x0 - HANDLE / 2.0;
  move(self, handle_of(self, GTK_EVENT_CONTROLLER(gesture)), (here.x - grip - first) / length * span(self));
}

static gboolean
pressed_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipLoopMarks *self)
{
  guint handle = handle_of(self, GTK_EVENT_CONTROLLER(controller));
  GtkAdjustment *adjustment = gtk_range_get_adjustment(self->range);
  double step = gtk_adjustment_get_step_increment(adjustment), page = gtk_adjustment_get_page_increment(adjustment);
  switch (key) {
  case GDK_KEY_Left:
  case GDK_KEY_Down:
    move(self, handle, self->at[handle] - (state & GDK_SHIFT_MASK ? page : step));
    return TRUE;
  case GDK_KEY_Right:
  case GDK_KEY_Up:
    move(self, handle, self->at[handle] + (state & GDK_SHIFT_MASK ? page : step));
    return TRUE;
  case GDK_KEY_Home:
    move(self, handle, 0);
    return TRUE;
  case GDK_KEY_End:
    move(self, handle, span(self));
    return TRUE;
  case GDK_KEY_Delete:
  case GDK_KEY_BackSpace:
    g_signal_emit(self, signals[CLEARED], 0);
    return TRUE;
  default:
    return FALSE;
  }
}

static void
update_accessible(NoslipLoopMarks *self)
{
  for (guint i = 0; i < 2; i++) {
    g_autofree char *text = g_strdup_printf(_("%.4g s"), self->at[i]);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->handles[i]), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                   GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, span(self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                   self->at[i], GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  }
}

void
noslip_loop_marks_set(NoslipLoopMarks *self, double from, double to, gboolean looping)
{
  gboolean shown = span(self) > 0 && to > from && (from > 0 || to < span(self));
  gboolean moved = self->at[0] != from || self->at[1] != to;
  if (gtk_widget_get_visible(GTK_WIDGET(self)) != shown)
    gtk_widget_set_visible(GTK_WIDGET(self), shown);
  if (!moved && self->looping == looping)
    return;
  self->at[0] = from;
  self->at[1] = to;
  self->looping = looping;
  gtk_widget_set_opacity(GTK_WIDGET(self), looping ? 1 : 0.5);
  if (moved)
    update_accessible(self);
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

/* The area between the handles is visible and clickable through the marks. */
static gboolean
noslip_loop_marks_contains(GtkWidget *widget, double x, double y)
{
  return FALSE;
}

static void
noslip_loop_marks_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipLoopMarks *self = NOSLIP_LOOP_MARKS(widget);
  int from = (int) round(pixel(self, self->at[0])), to = (int) round(pixel(self, self->at[1]));
  GtkWidget *parts[] = {self->band, self->handles[0], self->handles[1]};
  GtkAllocation places[] = {{from, 0, MAX(1, to - from), height},
                            {from - HANDLE / 2, 0, HANDLE, height},
                            {to - HANDLE / 2, 0, HANDLE, height}};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    int least = 0;
    gtk_widget_measure(parts[i], GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    gtk_widget_size_allocate(parts[i], &places[i], -1);
  }
}

static void
noslip_loop_marks_dispose(GObject *object)
{
  NoslipLoopMarks *self = NOSLIP_LOOP_MARKS(object);
  for (guint i = 0; i < 2; i++)
    g_clear_pointer(&self->handles[i], gtk_widget_unparent);
  g_clear_pointer(&self->band, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_loop_marks_parent_class)->dispose(object);
}

static void
noslip_loop_marks_class_init(NoslipLoopMarksClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_loop_marks_dispose;
  GTK_WIDGET_CLASS(class)->contains = noslip_loop_marks_contains;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_loop_marks_size_allocate;
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-loop-marks");
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_GROUP);
  GType type = G_TYPE_FROM_CLASS(class);
  signals[MOVED] =
      g_signal_new("moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[CLEARED] = g_signal_new("cleared", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_loop_marks_init(NoslipLoopMarks *self)
{
  const char *const names[] = {_("Loop start"), _("Loop end")};
  const char *const hints[] = {_("Loop start ([). Delete clears the marks."),
                               _("Loop end (]). Delete clears the marks.")};
  self->band = g_object_new(NOSLIP_TYPE_LOOP_PART, "css-name", "noslip-loop-band", "can-target", FALSE,
                            "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_widget_set_parent(self->band, GTK_WIDGET(self));
  for (guint i = 0; i < 2; i++) {
    GtkWidget *handle =
        g_object_new(NOSLIP_TYPE_LOOP_PART, "css-name", i == 0 ? "noslip-loop-start" : "noslip-loop-end",
                     "accessible-role", GTK_ACCESSIBLE_ROLE_SLIDER, "focusable", TRUE, NULL);
    self->handles[i] = handle;
    gtk_widget_set_cursor_from_name(handle, "ew-resize");
    gtk_accessible_update_property(GTK_ACCESSIBLE(handle), GTK_ACCESSIBLE_PROPERTY_LABEL, names[i], -1);
    gtk_widget_set_tooltip_text(handle, hints[i]);
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), self);
    g_signal_connect(drag, "drag-update", G_CALLBACK(dragged), self);
    gtk_widget_add_controller(handle, GTK_EVENT_CONTROLLER(drag));
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(pressed_key), self);
    gtk_widget_add_controller(handle, keys);
    gtk_widget_set_parent(handle, GTK_WIDGET(self));
  }
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

GtkWidget *
noslip_loop_marks_new(GtkRange *range)
{
  NoslipLoopMarks *self = g_object_new(NOSLIP_TYPE_LOOP_MARKS, NULL);
  self->range = range;
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Loop"), -1);
  return GTK_WIDGET(self);
}
