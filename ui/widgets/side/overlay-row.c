/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/overlay-row.h"

#include "ui/widgets/common/icon-button.h"

#include <glib/gi18n.h>

struct _NoslipOverlayRow {
  GtkBox parent;
  GtkWidget *swatch, *title, *words, *button;
  NoslipColor color;
  NoslipDash dash;
  const NoslipFormulation *formulation; /* or NULL */
  guint run;                            /* id; 0 of a formulation */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipOverlayRow, noslip_overlay_row, GTK_TYPE_BOX)

enum { SWITCHED, REMOVED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
draw_swatch(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  const NoslipOverlayRow *self = data;
  int n = 0;
  const double *pattern = noslip_dash_pattern(self->dash, &n);
  double dashes[6];
  for (int i = 0; i < n; i++)
    dashes[i] = pattern[i] * 2;
  cairo_set_source_rgba(cairo, self->color.r, self->color.g, self->color.b, self->color.a);
  cairo_set_line_width(cairo, 2.5);
  cairo_set_dash(cairo, dashes, n, 0);
  cairo_move_to(cairo, 0, height / 2.0);
  cairo_line_to(cairo, width, height / 2.0);
  cairo_stroke(cairo);
}

void
noslip_overlay_row_set_formulation(NoslipOverlayRow *self, const NoslipFormulation *formulation)
{
  self->formulation = formulation;
}

const NoslipFormulation *
noslip_overlay_row_formulation(const NoslipOverlayRow *self)
{
  return self->formulation;
}

void
noslip_overlay_row_set_run(NoslipOverlayRow *self, guint id)
{
  self->run = id;
}

guint
noslip_overlay_row_run(const NoslipOverlayRow *self)
{
  return self->run;
}

void
noslip_overlay_row_set_look(NoslipOverlayRow *self, NoslipColor color, NoslipDash dash)
{
  self->color = color;
  self->dash = dash;
  gtk_widget_queue_draw(self->swatch);
}

void
noslip_overlay_row_set_active(NoslipOverlayRow *self, gboolean active)
{
  self->updating = TRUE;
  gtk_switch_set_active(GTK_SWITCH(self->button), active);
  self->updating = FALSE;
}

void
noslip_overlay_row_set_words(NoslipOverlayRow *self, const char *words)
{
  gboolean any = words && words[0];
  if (g_strcmp0(gtk_label_get_text(GTK_LABEL(self->words)), any ? words : "") == 0)
    return;
  gtk_label_set_text(GTK_LABEL(self->words), any ? words : "");
  gtk_widget_set_visible(self->words, any);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 any ? words : gtk_label_get_text(GTK_LABEL(self->title)), -1);
}

static void
switched(GtkSwitch *button, GParamSpec *pspec, NoslipOverlayRow *self)
{
  if (!self->updating)
    g_signal_emit(self, signals[SWITCHED], 0, gtk_switch_get_active(button));
}

static void
removed(GtkButton *button, NoslipOverlayRow *self)
{
  g_signal_emit(self, signals[REMOVED], 0);
}

static void
noslip_overlay_row_class_init(NoslipOverlayRowClass *class)
{
  signals[SWITCHED] = g_signal_new("switched", NOSLIP_TYPE_OVERLAY_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[REMOVED] =
      g_signal_new("removed", NOSLIP_TYPE_OVERLAY_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/overlay-row.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayRow, swatch);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayRow, title);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayRow, words);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayRow, button);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), switched);
}

static void
noslip_overlay_row_init(NoslipOverlayRow *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(self->swatch), draw_swatch, self, NULL);
}

GtkWidget *
noslip_overlay_row_new(const char *title, const char *name, gboolean removable)
{
  NoslipOverlayRow *self = g_object_new(NOSLIP_TYPE_OVERLAY_ROW, NULL);
  gtk_label_set_text(GTK_LABEL(self->title), title);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, title, -1);
  if (removable) {
    g_autofree char *label = g_strdup_printf(_("Remove %s"), title);
    GtkWidget *remove = noslip_icon_button_new("list-remove-symbolic", label, label);
    g_signal_connect(remove, "clicked", G_CALLBACK(removed), self);
    gtk_box_append(GTK_BOX(self), remove);
  }
  return GTK_WIDGET(self);
}
