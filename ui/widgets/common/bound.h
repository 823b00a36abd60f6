/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handlers that need more than the object that emits the signal and one other: a name, an index, a list of values. */
#pragma once

#include <gtk/gtk.h>

typedef struct {
  gpointer target;           /* a GObject; not referenced */
  const char *name;          /* or NULL */
  const char *const *values; /* NULL-terminated; or NULL */
  guint index;
} NoslipBound;

/* Connects handler(instance, ..., const NoslipBound *) with a copy of `bound`, including its strings. The handler is disconnected
 * when the target is finalized. */
void noslip_bound_connect(gpointer instance, const char *signal, GCallback handler, const NoslipBound *bound);
