/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/destination.h"

#include "core/simulation/simulation-private.h"

typedef struct {
  NoslipDestinationListener function;
  gpointer data;
} Listener;

struct _NoslipDestination {
  guint references; /* count of references, used on the window's thread */
  double *x;        /* or NULL */
  gboolean held;
  GPtrArray *ways;   /* or NULL */
  GArray *listeners; /* of Listener */
};

void
noslip_way_free(gpointer data)
{
  NoslipWay *way = data;
  if (way->conjugate)
    g_array_unref(way->conjugate);
  g_free(way->xy);
  g_free(way->mu);
  g_free(way->rows);
  g_free(way);
}

static NoslipDestination *
destination_new(void)
{
  NoslipDestination *self = g_new0(NoslipDestination, 1);
  self->references = 1;
  self->listeners = g_array_new(FALSE, FALSE, sizeof(Listener));
  return self;
}

NoslipDestination *
noslip_destination_ref(NoslipDestination *self)
{
  self->references++;
  return self;
}

void
noslip_destination_unref(NoslipDestination *self)
{
  if (!self || --self->references > 0)
    return;
  g_free(self->x);
  if (self->ways)
    g_ptr_array_unref(self->ways);
  g_array_unref(self->listeners);
  g_free(self);
}

NoslipDestination *
noslip_simulation_destination(NoslipSimulation *simulation)
{
  if (!simulation->destination)
    simulation->destination = destination_new();
  return simulation->destination;
}

static void
notify(NoslipDestination *self)
{
  for (guint i = 0; i < self->listeners->len; i++) {
    const Listener *listener = &g_array_index(self->listeners, Listener, i);
    listener->function(listener->data);
  }
}

void
noslip_destination_set(NoslipDestination *self, guint m, const double *x)
{
  if (!x && !self->x)
    return;
  double *copy = x ? g_memdup2(x, sizeof(double) * MAX(m, 1)) : NULL; /* x may be self->x */
  g_free(self->x);
  self->x = copy;
  if (!x) {
    self->held = FALSE;
    g_clear_pointer(&self->ways, g_ptr_array_unref);
  }
  notify(self);
}

const double *
noslip_destination_x(const NoslipDestination *self)
{
  return self->x;
}

void
noslip_destination_hold(NoslipDestination *self, gboolean held)
{
  if (self->held == held)
    return;
  self->held = held;
  notify(self);
}

gboolean
noslip_destination_is_held(const NoslipDestination *self)
{
  return self->held;
}

void
noslip_destination_take_ways(NoslipDestination *self, GPtrArray *ways)
{
  g_ptr_array_ref(ways);
  if (self->ways)
    g_ptr_array_unref(self->ways);
  self->ways = ways;
  notify(self);
}

GPtrArray *
noslip_destination_ways(const NoslipDestination *self)
{
  return self->ways;
}

void
noslip_destination_listen(NoslipDestination *self, NoslipDestinationListener function, gpointer data)
{
  Listener listener = {function, data};
  g_array_append_val(self->listeners, listener);
}

void
noslip_destination_ignore(NoslipDestination *self, gpointer data)
{
  for (guint i = self->listeners->len; i-- > 0;)
    if (g_array_index(self->listeners, Listener, i).data == data)
      g_array_remove_index(self->listeners, i);
}
