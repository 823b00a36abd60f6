/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/bound.h"

static void
bound_free(gpointer data, GClosure *closure)
{
  NoslipBound *bound = data;
  g_free((char *) bound->name);
  g_strfreev((char **) bound->values);
  g_free(bound);
}

void
noslip_bound_connect(gpointer instance, const char *signal, GCallback handler, const NoslipBound *bound)
{
  NoslipBound *copy = g_memdup2(bound, sizeof *bound);
  copy->name = g_strdup(bound->name);
  copy->values = (const char *const *) g_strdupv((char **) bound->values);
  GClosure *closure = g_cclosure_new(handler, copy, bound_free);
  g_object_watch_closure(bound->target, closure);
  g_signal_connect_closure(instance, signal, closure, FALSE);
}
