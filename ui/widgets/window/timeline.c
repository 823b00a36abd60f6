/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/timeline.h"

#include "ui/widgets/window/loop-marks.h"

#include <glib/gi18n.h>
#include <math.h>

struct _NoslipTimeline {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkWidget *box, *now, *overlay, *scale, *marks, *end, *loop;
  gboolean updating; /* the scale moves with the playhead, not by hand */
};

G_DEFINE_FINAL_TYPE(NoslipTimeline, noslip_timeline, GTK_TYPE_WIDGET)

/* Enough digits to distinguish two samples. */
static int
digits(const NoslipPlayhead *playhead)
{
  return CLAMP((int) ceil(-log10(playhead->step)), 1, 4);
}

static void
set_text(GtkWidget *label, double t, int n_digits)
{
  g_autofree char *text = g_strdup_printf(_("%.*f s"), n_digits, t);
  if (g_strcmp0(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
    gtk_label_set_text(GTK_LABEL(label), text);
}

/* The computed part. GTK 4.8 keeps its old length on the screen until the parts of the scale are allocated again. */
static void
set_computed(GtkRange *range, double computed)
{
  if (gtk_range_get_fill_level(range) == computed)
    return;
  gtk_range_set_fill_level(range, computed);
  for (GtkWidget *c = gtk_widget_get_first_child(GTK_WIDGET(range)); c; c = gtk_widget_get_next_sibling(c))
    gtk_widget_queue_allocate(c);
}

void
noslip_timeline_changed(NoslipTimeline *self, NoslipChange change)
{
  if (!self->simulation ||
      !(change & (NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_PLAYBACK)))
    return;
  const NoslipPlayhead *playhead = noslip_simulation_playhead(self->simulation);
  GtkRange *range = GTK_RANGE(self->scale);
  double t = noslip_playhead_time(noslip_simulation_playhead(self->simulation));
  self->updating = TRUE;
  double end = playhead->end > 0 ? playhead->end : 1;
  if ((change & NOSLIP_CHANGED_SYSTEM) || gtk_adjustment_get_upper(gtk_range_get_adjustment(range)) != end) {
    gtk_range_set_range(range, 0, end);
    gtk_range_set_increments(range, playhead->step, playhead->end / 20);
    gtk_widget_set_sensitive(self->scale, noslip_simulation_system(self->simulation) != NULL);
    int width = (int) strlen("00 s") + digits(playhead) + (int) fmax(0, floor(log10(fmax(1, playhead->end)))) - 1;
    gtk_label_set_width_chars(GTK_LABEL(self->now), width);
    set_text(self->end, playhead->end, playhead->end == floor(playhead->end) ? 0 : 1);
  }
  set_computed(range, noslip_runs_computed(noslip_simulation_runs(self->simulation)));
  if (gtk_range_get_value(range) != t)
    gtk_range_set_value(range, t);
  set_text(self->now, t, digits(playhead));
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->loop), playhead->looping);
  noslip_loop_marks_set(NOSLIP_LOOP_MARKS(self->marks), playhead->loop_from, playhead->loop_to, playhead->looping);
  self->updating = FALSE;
}

static void
scrubbed(GtkRange *range, NoslipTimeline *self)
{
  if (!self->updating && self->simulation)
    noslip_playback_seek(noslip_simulation_playback(self->simulation), gtk_range_get_value(range));
}

static void
looped(GtkToggleButton *button, NoslipTimeline *self)
{
  if (self->updating || !self->simulation)
    return;
  const NoslipPlayhead *playhead = noslip_simulation_playhead(self->simulation);
  noslip_playback_set_loop(noslip_simulation_playback(self->simulation), gtk_toggle_button_get_active(button),
                           playhead->loop_from, playhead->loop_to);
}

static void
marks_moved(NoslipLoopMarks *marks, double from, double to, NoslipTimeline *self)
{
  if (self->simulation)
    noslip_playback_set_loop(noslip_simulation_playback(self->simulation), TRUE, from, to);
}

static void
marks_cleared(NoslipLoopMarks *marks, NoslipTimeline *self)
{
  if (!self->simulation)
    return;
  const NoslipPlayhead *playhead = noslip_simulation_playhead(self->simulation);
  gtk_widget_grab_focus(self->scale); /* the marks disappear */
  noslip_playback_set_loop(noslip_simulation_playback(self->simulation), playhead->looping, 0, playhead->end);
}

void
noslip_timeline_set_simulation(NoslipTimeline *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  noslip_timeline_changed(self, NOSLIP_CHANGED_SYSTEM);
}

static void
noslip_timeline_dispose(GObject *object)
{
  NoslipTimeline *self = NOSLIP_TIMELINE(object);
  self->simulation = NULL;
  g_clear_pointer(&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_timeline_parent_class)->dispose(object);
}

static void
noslip_timeline_class_init(NoslipTimelineClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_timeline_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_REGION);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/timeline.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTimeline, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTimeline, now);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTimeline, overlay);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTimeline, scale);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTimeline, end);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTimeline, loop);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), scrubbed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), looped);
}

static void
noslip_timeline_init(NoslipTimeline *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->marks = noslip_loop_marks_new(GTK_RANGE(self->scale));
  g_signal_connect(self->marks, "moved", G_CALLBACK(marks_moved), self);
  g_signal_connect(self->marks, "cleared", G_CALLBACK(marks_cleared), self);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), self->marks);
  set_text(self->now, 0, 0);
}

GtkWidget *
noslip_timeline_new(void)
{
  return g_object_new(NOSLIP_TYPE_TIMELINE, NULL);
}
