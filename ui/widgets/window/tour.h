/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tour: a card that moves from one part of the window to the next, with a frame around its subject. It blocks
 * nothing: the window below keeps running and can be used. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_TOUR (noslip_tour_get_type())
G_DECLARE_FINAL_TYPE(NoslipTour, noslip_tour, NOSLIP, TOUR, GtkWidget)

typedef struct {
  GtkWidget *target; /* what it points at */
  const char *title, *text;
} NoslipTourStep;

/* Placed over `overlay`, and removes itself at the end. The steps are copied; their targets live as long as the
 * overlay. The signal "finished" is emitted at the end; "step" (guint) at the start of each step. */
GtkWidget *noslip_tour_new(guint n, const NoslipTourStep *steps);
void noslip_tour_begin(NoslipTour *tour);
