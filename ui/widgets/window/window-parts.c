/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a window, and functions on them for other files. */
#include "ui/widgets/editor/problems.h"
#include "ui/widgets/window/window-private.h"

NoslipSimulation *
noslip_window_simulation(NoslipWindow *self)
{
  return self->simulation;
}

NoslipSceneView *
noslip_window_scene(NoslipWindow *self)
{
  return noslip_scene_pane_scene(NOSLIP_SCENE_PANE(self->scene_pane));
}

NoslipScenePane *
noslip_window_scene_pane(NoslipWindow *self)
{
  return NOSLIP_SCENE_PANE(self->scene_pane);
}

NoslipTiles *
noslip_window_tiles(NoslipWindow *self)
{
  return NOSLIP_TILES(self->tiles);
}

NoslipMeter *
noslip_window_meter(NoslipWindow *self)
{
  return &self->meter;
}

NoslipHeader *
noslip_window_header(NoslipWindow *self)
{
  return NOSLIP_HEADER(self->header);
}

NoslipLayout *
noslip_window_layout(NoslipWindow *self)
{
  return NOSLIP_LAYOUT(self->layout);
}

NoslipAnnouncements *
noslip_window_announcements(NoslipWindow *self)
{
  return NOSLIP_ANNOUNCEMENTS(self->announcements);
}

NoslipSystemDocument *
noslip_window_document(NoslipWindow *self)
{
  return self->document;
}

NoslipOpening *
noslip_window_opening(NoslipWindow *self)
{
  return self->opening;
}

NoslipPresentation *
noslip_window_presentation(NoslipWindow *self)
{
  return self->presentation;
}

NoslipLecture *
noslip_window_lecture(NoslipWindow *self)
{
  return self->lecture;
}

NoslipPointerFocus *
noslip_window_pointer_focus(NoslipWindow *self)
{
  return self->pointer_focus;
}

GtkWidget *
noslip_window_timeline(NoslipWindow *self)
{
  return self->timeline;
}

NoslipProblems *
noslip_window_problems(NoslipWindow *self)
{
  return NOSLIP_PROBLEMS(self->problems);
}

NoslipValueHistory *
noslip_window_values(NoslipWindow *self)
{
  return self->values;
}

void
noslip_window_add_toast(NoslipWindow *self, AdwToast *toast)
{
  noslip_toasts_add(self->toasts, toast);
}

void
noslip_window_toast(NoslipWindow *self, const char *text)
{
  noslip_toasts_show(self->toasts, text);
}

void
noslip_window_add_work(NoslipWindow *self, NoslipJobRow *row)
{
  gtk_box_append(GTK_BOX(self->works), GTK_WIDGET(row));
  gtk_widget_set_visible(self->works, TRUE);
}

void
noslip_window_remove_work(NoslipWindow *self, NoslipJobRow *row)
{
  gtk_box_remove(GTK_BOX(self->works), GTK_WIDGET(row));
  gtk_widget_set_visible(self->works, gtk_widget_get_first_child(self->works) != NULL);
}
