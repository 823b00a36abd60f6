/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shortcuts for frequent calls to the window's parts. */
#include "ui/widgets/window/window.h"

void
noslip_window_open(NoslipWindow *self, const char *id_or_path, gboolean play, double time)
{
  noslip_opening_open(noslip_window_opening(self), id_or_path, play, time);
}

NoslipEditor *
noslip_window_editor(NoslipWindow *self)
{
  return noslip_system_document_editor(noslip_window_document(self));
}

void
noslip_window_set_editor(NoslipWindow *self, gboolean visible)
{
  noslip_system_document_set_editing(noslip_window_document(self), visible);
}

gboolean
noslip_window_has_editor(NoslipWindow *self)
{
  return noslip_system_document_is_editing(noslip_window_document(self));
}

gboolean
noslip_window_has_unsaved(NoslipWindow *self)
{
  return noslip_system_document_has_unsaved(noslip_window_document(self));
}

void
noslip_window_set_presentation(NoslipWindow *self, gboolean presentation)
{
  noslip_presentation_set_active(noslip_window_presentation(self), presentation);
}

gboolean
noslip_window_is_presentation(NoslipWindow *self)
{
  return noslip_presentation_is_active(noslip_window_presentation(self));
}

void
noslip_window_set_side_pane(NoslipWindow *self, gboolean visible)
{
  noslip_layout_set_side_pane(noslip_window_layout(self), visible);
}

gboolean
noslip_window_has_side_pane(NoslipWindow *self)
{
  return noslip_layout_has_side_pane(noslip_window_layout(self));
}

void
noslip_window_show_gallery(NoslipWindow *self)
{
  noslip_header_show_gallery(noslip_window_header(self));
}
