/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies over the whole window for a moment: where a lecture is, the keys that are pressed, and what others add. */
#pragma once

#include <adwaita.h>

#define NOSLIP_TYPE_ANNOUNCEMENTS (noslip_announcements_get_type())
G_DECLARE_FINAL_TYPE(NoslipAnnouncements, noslip_announcements, NOSLIP, ANNOUNCEMENTS, AdwBin)

GtkWidget *noslip_announcements_new(GtkWidget *content); /* what it lies over */
/* Large, for about two seconds. */
void noslip_announcements_show(NoslipAnnouncements *announcements, const char *text);
/* Keys as they are pressed, for as long as they are wanted. */
void noslip_announcements_set_shows_keys(NoslipAnnouncements *announcements, gboolean shown);
gboolean noslip_announcements_shows_keys(NoslipAnnouncements *announcements);
void noslip_announcements_show_key(NoslipAnnouncements *announcements, const char *text);
void noslip_announcements_add(NoslipAnnouncements *announcements, GtkWidget *widget); /* another one over the window */
/* Shows a tour over the window; NULL removes it. */
void noslip_announcements_set_tour(NoslipAnnouncements *announcements, GtkWidget *tour);
GtkWidget *noslip_announcements_tour(NoslipAnnouncements *announcements); /* that is shown, or NULL */
