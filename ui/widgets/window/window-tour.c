/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tour of the window: its steps. */
#include "ui/widgets/window/tour.h"

#include "ui/widgets/window/window.h"

#include <glib/gi18n.h>

static void
tour_finished(NoslipTour *tour, NoslipWindow *self)
{
  noslip_announcements_set_tour(noslip_window_announcements(self), NULL);
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(self)));
}

/* The parts that a step describes are visible when it begins. */
static void
tour_step(NoslipTour *tour, guint step, NoslipWindow *self)
{
  if (step == 2)
    noslip_layout_set_side_pane(noslip_window_layout(self), TRUE);
}

void
noslip_window_tour(NoslipWindow *self)
{
  NoslipAnnouncements *announcements = noslip_window_announcements(self);
  NoslipLayout *layout = noslip_window_layout(self);
  if (noslip_announcements_tour(announcements))
    return;
  noslip_presentation_set_active(noslip_window_presentation(self), FALSE);
  noslip_scene_pane_welcome(noslip_window_scene_pane(self), FALSE);
  const NoslipTourStep steps[] = {
      {noslip_layout_scene(layout), _("The scene"),
       _("The motion itself. Drag to look around, scroll to zoom. While paused, drag a body to place it and its arrow "
         "to throw it. The status line shows whether the numbers can be trusted.")},
      {noslip_window_timeline(self), _("The timeline"),
       _("All that was computed is kept: drag to go back. Space plays, the arrows step, [ and ] mark a part to "
         "repeat.")},
      {noslip_layout_side_pane(layout), _("Values, and how it is computed"),
       _("Parameters act while the motion runs. Below are the dynamics, the formulation and the method, and the "
         "comparisons.")},
      {GTK_WIDGET(noslip_window_tiles(self)), _("Views"),
       _("Energy, path, bracket and more: the keys 1 to 9 open and close them. Point at a curve to read it; the menu "
         "of "
         "each has its choices and exports it.")},
      {noslip_header_view_menu(noslip_window_header(self)), _("The text of the system"),
       _("Ctrl+E opens it here. The motion is computed again as you type. The gallery, Ctrl+G, has more systems to "
         "begin with.")},
  };
  GtkWidget *tour = noslip_tour_new(G_N_ELEMENTS(steps), steps);
  g_signal_connect(tour, "step", G_CALLBACK(tour_step), self);
  g_signal_connect(tour, "finished", G_CALLBACK(tour_finished), self);
  noslip_announcements_set_tour(announcements, tour);
  noslip_tour_begin(NOSLIP_TOUR(tour));
}
