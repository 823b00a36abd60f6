/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Temporary items over the whole window: the position in a lecture, pressed keys, and widgets added by others. */
#pragma once

#include <adwaita.h>

#define NOSLIP_TYPE_ANNOUNCEMENTS (noslip_announcements_get_type())
G_DECLARE_FINAL_TYPE(NoslipAnnouncements, noslip_announcements, NOSLIP, ANNOUNCEMENTS, AdwBin)

GtkWidget *noslip_announcements_new(GtkWidget *content); /* the widget below them */
/* Large, for about two seconds. */
void noslip_announcements_show(NoslipAnnouncements *announcements, const char *text);
/* Shows pressed keys while this is on. */
void noslip_announcements_set_shows_keys(NoslipAnnouncements *announcements, gboolean shown);
gboolean noslip_announcements_shows_keys(NoslipAnnouncements *announcements);
void noslip_announcements_show_key(NoslipAnnouncements *announcements, const char *text);
void noslip_announcements_add(NoslipAnnouncements *announcements, GtkWidget *widget); /* adds another widget over the
                                                                                       * window */
/* Shows a tour over the window; NULL removes it. */
void noslip_announcements_set_tour(NoslipAnnouncements *announcements, GtkWidget *tour);
GtkWidget *noslip_announcements_tour(NoslipAnnouncements *announcements); /* that is shown, or NULL */
