/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A story: its caption above the scene, and the question where it waits. */
#include "ui/widgets/window/window-private.h"

#include "core/simulation/setup/story.h"

#include <glib/gi18n.h>

#define WIDTH 60 /* letters of a caption's line, at least asked for */

GtkWidget *
noslip_window_build_caption(NoslipWindow *self)
{
  self->caption = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->caption), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(self->caption), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(self->caption), 0);
  gtk_label_set_max_width_chars(GTK_LABEL(self->caption), WIDTH);
  gtk_widget_add_css_class(self->caption, "noslip-caption");
  gtk_widget_set_visible(self->caption, FALSE);
  self->asked = gtk_label_new(_("What will happen? Space goes on."));
  gtk_widget_add_css_class(self->asked, "osd");
  gtk_widget_add_css_class(self->asked, "noslip-asked");
  gtk_widget_set_halign(self->asked, GTK_ALIGN_CENTER);
  gtk_widget_set_valign(self->asked, GTK_ALIGN_END);
  gtk_widget_set_can_target(self->asked, FALSE);
  gtk_widget_set_visible(self->asked, FALSE);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->scene_above), self->asked);
  return self->caption;
}

NoslipSetup *
noslip_window_story(NoslipWindow *self)
{
  return self->story;
}

void
noslip_window_set_story(NoslipWindow *self, NoslipSetup *setup)
{
  g_autofree char *caption = setup ? noslip_story_caption(setup) : NULL;
  if (!caption && !self->story)
    return;
  g_clear_pointer(&self->story, noslip_setup_unref);
  if (caption)
    self->story = noslip_setup_ref(setup);
  gtk_label_set_text(GTK_LABEL(self->caption), caption ? caption : "");
  gtk_widget_set_visible(self->caption, caption != NULL);
  if (!caption)
    gtk_widget_set_visible(self->asked, FALSE);
}

void
noslip_window_update_story(NoslipWindow *self, NoslipChange change)
{
  if (change & (NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_SYSTEM))
    gtk_widget_set_visible(self->asked,
                           self->story && noslip_playhead_waits(noslip_simulation_playhead(self->simulation)));
}
