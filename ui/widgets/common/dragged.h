/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is dragged out of a formula or a picture: a number, and the quantity that it is a value of. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_DRAGGED (noslip_dragged_get_type())
GType noslip_dragged_get_type(void);
typedef struct {
  char *quantity; /* by its name among the quantities, or NULL */
} NoslipDragged;

/* The number as text for anything that takes text, and the quantity (may be NULL) for views. */
GdkContentProvider *noslip_dragged_new(const char *quantity, const char *number);
/* The first number of a label can be dragged away, as a value of this quantity (a static string, or NULL). */
void noslip_dragged_from_label(GtkWidget *label, const char *quantity);
