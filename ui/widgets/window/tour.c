/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/tour.h"

#include <glib/gi18n.h>
#include <math.h>

#define GAP 12 /* pixels between the subject and the card */

struct _NoslipTour {
  GtkWidget parent;
  GtkWidget *frame, *card, *title, *text, *count, *back, *next;
  NoslipTourStep *steps;
  guint n, at;
};

G_DEFINE_FINAL_TYPE(NoslipTour, noslip_tour, GTK_TYPE_WIDGET)

enum { STEP, FINISHED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
show_step(NoslipTour *self, guint at)
{
  self->at = at;
  g_signal_emit(self, signals[STEP], 0, at);
  const NoslipTourStep *step = &self->steps[at];
  g_autofree char *count = g_strdup_printf(_("%u of %u"), at + 1, self->n);
  gtk_label_set_text(GTK_LABEL(self->title), step->title);
  gtk_label_set_text(GTK_LABEL(self->text), step->text);
  gtk_label_set_text(GTK_LABEL(self->count), count);
  gtk_widget_set_sensitive(self->back, at > 0);
  gtk_button_set_label(GTK_BUTTON(self->next), at + 1 < self->n ? _("Next") : _("Done"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->card), GTK_ACCESSIBLE_PROPERTY_LABEL, step->title,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, step->text, -1);
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void
finish(NoslipTour *self)
{
  g_signal_emit(self, signals[FINISHED], 0);
}

static void
next_clicked(GtkButton *button, NoslipTour *self)
{
  if (self->at + 1 < self->n)
    show_step(self, self->at + 1);
  else
    finish(self);
}

static void
back_clicked(GtkButton *button, NoslipTour *self)
{
  if (self->at > 0)
    show_step(self, self->at - 1);
}

static void
skip_clicked(GtkButton *button, NoslipTour *self)
{
  finish(self);
}

static gboolean
pressed(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipTour *self)
{
  if (key == GDK_KEY_Escape)
    finish(self);
  else if (key == GDK_KEY_Right || key == GDK_KEY_Page_Down)
    next_clicked(NULL, self);
  else if (key == GDK_KEY_Left || key == GDK_KEY_Page_Up)
    back_clicked(NULL, self);
  else
    return FALSE;
  return TRUE;
}

/* Beside its subject, where there is most room; without room, inside at the bottom. */
static void
place_card(NoslipTour *self, const graphene_rect_t *target, int width, int height, int *x, int *y, int w, int h)
{
  float left = target->origin.x, right = (float) width - left - target->size.width;
  float above = target->origin.y;
  double middle = target->origin.x + target->size.width / 2;
  if (fmaxf(left, right) >= (float) (w + 2 * GAP)) {
    *x = (int) (left > right ? left - (float) (w + GAP) : target->origin.x + target->size.width + GAP);
    *y = (int) (target->origin.y + GAP);
  } else {
    *x = (int) (middle - w / 2.0);
    *y = above >= (float) (h + 2 * GAP) ? (int) above - h - GAP
                                        : (int) (target->origin.y + target->size.height) - h - 4 * GAP;
  }
  *x = CLAMP(*x, GAP, MAX(GAP, width - w - GAP));
  *y = CLAMP(*y, GAP, MAX(GAP, height - h - GAP));
}

static void
noslip_tour_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipTour *self = NOSLIP_TOUR(widget);
  GtkWidget *target = self->n > 0 ? self->steps[self->at].target : NULL;
  graphene_rect_t bounds;
  gboolean seen = target && gtk_widget_get_mapped(target) && gtk_widget_compute_bounds(target, widget, &bounds);
  if (!seen)
    bounds = GRAPHENE_RECT_INIT((float) width / 2, (float) height / 2, 0, 0);
  int w = 0, h = 0, x = 0, y = 0;
  gtk_widget_measure(self->card, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &w, NULL, NULL);
  w = MIN(w, width - 2 * GAP);
  gtk_widget_measure(self->card, GTK_ORIENTATION_VERTICAL, w, NULL, &h, NULL, NULL);
  place_card(self, &bounds, width, height, &x, &y, w, h);
  gtk_widget_size_allocate(self->card, &(GtkAllocation){x, y, w, h}, -1);
  int least = 0;
  gtk_widget_measure(self->frame, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_set_child_visible(self->frame, seen);
  GtkAllocation around = {(int) floorf(bounds.origin.x), (int) floorf(bounds.origin.y),
                          MAX(least, (int) ceilf(bounds.size.width)), MAX(least, (int) ceilf(bounds.size.height))};
  gtk_widget_size_allocate(self->frame, &around, -1);
}

static void
noslip_tour_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
}

/* Clicks outside the card go to the window. */
static gboolean
noslip_tour_contains(GtkWidget *widget, double x, double y)
{
  return FALSE;
}

static void
noslip_tour_dispose(GObject *object)
{
  NoslipTour *self = NOSLIP_TOUR(object);
  g_clear_pointer(&self->frame, gtk_widget_unparent);
  g_clear_pointer(&self->card, gtk_widget_unparent);
  g_clear_pointer(&self->steps, g_free);
  self->n = 0;
  G_OBJECT_CLASS(noslip_tour_parent_class)->dispose(object);
}

static void
noslip_tour_class_init(NoslipTourClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_tour_dispose;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_tour_size_allocate;
  GTK_WIDGET_CLASS(class)->measure = noslip_tour_measure;
  GTK_WIDGET_CLASS(class)->contains = noslip_tour_contains;
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/tour.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTour, frame);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTour, card);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTour, title);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTour, text);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTour, count);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTour, back);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipTour, next);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), pressed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), skip_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), back_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), next_clicked);
  GType type = G_TYPE_FROM_CLASS(class);
  signals[STEP] = g_signal_new("step", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FINISHED] = g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_tour_init(NoslipTour *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
noslip_tour_begin(NoslipTour *self)
{
  show_step(self, 0);
  gtk_widget_grab_focus(self->next);
}

GtkWidget *
noslip_tour_new(guint n, const NoslipTourStep *steps)
{
  NoslipTour *self = g_object_new(NOSLIP_TYPE_TOUR, NULL);
  self->steps = g_memdup2(steps, n * sizeof *steps);
  self->n = n;
  return GTK_WIDGET(self);
}
