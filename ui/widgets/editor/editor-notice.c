/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/editor-notice.h"

struct _NoslipEditorNotice {
  GtkWidget parent;
  GtkWidget *box, *label, *first, *second, *third;
  GtkWidget *ways[3]; /* these three */
  NoslipNoticeAnswered answered;
  gpointer data;
};

G_DEFINE_FINAL_TYPE(NoslipEditorNotice, noslip_editor_notice, GTK_TYPE_WIDGET)

void
noslip_editor_notice_hide(NoslipEditorNotice *self)
{
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
  self->answered = NULL;
}

void
noslip_editor_notice_withdraw(NoslipEditorNotice *self, const char *text)
{
  if (g_str_equal(gtk_label_get_text(GTK_LABEL(self->label)), text))
    noslip_editor_notice_hide(self);
}

void
noslip_editor_notice_show(NoslipEditorNotice *self, const char *text, const char *first, const char *second,
                          NoslipNoticeAnswered answered, gpointer data)
{
  const char *labels[3] = {first, second};
  gtk_label_set_text(GTK_LABEL(self->label), text);
  for (int i = 0; i < 3; i++) {
    gtk_widget_set_visible(self->ways[i], labels[i] != NULL);
    if (labels[i])
      gtk_button_set_label(GTK_BUTTON(self->ways[i]), labels[i]);
  }
  self->answered = answered;
  self->data = data;
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
}

void
noslip_editor_notice_add_look(NoslipEditorNotice *self, const char *label)
{
  gtk_button_set_label(GTK_BUTTON(self->ways[2]), label);
  gtk_widget_set_visible(self->ways[2], TRUE);
}

/* Hidden before the answer is handled, because that may show another notice. */
static void
clicked(GtkButton *button, NoslipEditorNotice *self)
{
  NoslipNoticeAnswered answered = self->answered;
  int way = 3;
  while (way > 0 && (GtkWidget *) button != self->ways[way - 1])
    way--;
  if (way != 3)
    noslip_editor_notice_hide(self);
  if (answered)
    answered(self->data, way);
}

static void
noslip_editor_notice_dispose(GObject *object)
{
  g_clear_pointer(&NOSLIP_EDITOR_NOTICE(object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_editor_notice_parent_class)->dispose(object);
}

static void
noslip_editor_notice_class_init(NoslipEditorNoticeClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_editor_notice_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/editor-notice.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorNotice, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorNotice, label);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorNotice, first);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorNotice, second);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEditorNotice, third);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), clicked);
}

static void
noslip_editor_notice_init(NoslipEditorNotice *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->ways[0] = self->first;
  self->ways[1] = self->second;
  self->ways[2] = self->third;
}

GtkWidget *
noslip_editor_notice_new(void)
{
  return g_object_new(NOSLIP_TYPE_EDITOR_NOTICE, NULL);
}
