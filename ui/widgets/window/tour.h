/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tour: a card that goes from one part of the window to the next, with a frame around its subject. It blocks
 * nothing: the window goes on, and can be used, behind it. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_TOUR (noslip_tour_get_type())
G_DECLARE_FINAL_TYPE(NoslipTour, noslip_tour, NOSLIP, TOUR, GtkWidget)

typedef struct {
  GtkWidget *target; /* what it points at */
  const char *title, *text;
} NoslipTourStep;

/* Lies over `overlay`, and takes itself away at the end. The steps are copied; their targets live as long as the
 * overlay does. The signal "finished" tells that it is over; "step" (guint) which step begins. */
GtkWidget *noslip_tour_new(guint n, const NoslipTourStep *steps);
void noslip_tour_begin(NoslipTour *tour);
