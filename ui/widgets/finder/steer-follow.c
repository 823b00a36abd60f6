/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/steer-choices.h"
#include "ui/widgets/finder/steer-front.h"
#include "ui/widgets/finder/steer-private.h"

#include <string.h>

#define QUICK_STARTS 3 /* starts of a search during a drag of the end */
#define REST 300       /* milliseconds without a change before all ways are searched */

NoslipSteerView *
noslip_steer_view_of(NoslipView *view)
{
  return noslip_view_state(view);
}

static gboolean
is_held(const NoslipSteerView *steer)
{
  return steer->drags || (steer->destination && noslip_destination_is_held(steer->destination));
}

/* Sets the end in the scene to that of the choices; an end that was dragged there becomes a choice. */
static void
destination_changed(gpointer data)
{
  NoslipSteerView *steer = data;
  const double *x = noslip_destination_x(steer->destination);
  if (x && noslip_destination_is_held(steer->destination) && noslip_finder_start(steer->view))
    noslip_steer_choices_take(steer->view, x);
  else
    noslip_view_changed(steer->view, NOSLIP_CHANGED_START);
}

static void
release_destination(NoslipSteerView *steer)
{
  if (!steer->destination)
    return;
  noslip_destination_ignore(steer->destination, steer);
  noslip_destination_set(steer->destination, 0, NULL);
  g_clear_pointer(&steer->destination, noslip_destination_unref);
}

static void
follow_destination(NoslipSteerView *steer)
{
  NoslipSimulation *simulation = noslip_view_simulation(steer->view);
  NoslipDestination *destination = simulation ? noslip_simulation_destination(simulation) : NULL;
  if (destination == steer->destination)
    return;
  release_destination(steer);
  if (!destination)
    return;
  steer->destination = noslip_destination_ref(destination);
  noslip_destination_listen(destination, destination_changed, steer);
}

static void
clear_ways(NoslipSteerView *steer)
{
  g_clear_pointer(&steer->ways, g_ptr_array_unref);
  g_clear_pointer(&steer->ways_key, g_free);
  steer->earlier = FALSE;
  steer->playing = 0;
}

void
noslip_steer_view_forget(NoslipSteerView *steer)
{
  g_clear_handle_id(&steer->later, g_source_remove);
  noslip_search_forget(steer->search);
  clear_ways(steer);
}

/* In an idle callback: a widget cannot be redrawn because of a change made while it is drawn. */
static gboolean
update(gpointer data)
{
  NoslipSteerView *steer = data;
  const NoslipSystem *system = noslip_finder_system(steer->view);
  g_autofree double *x = g_new0(double, (gsize) (system ? system->m : 0) + 1);
  g_autofree char *problem = NULL;
  const double *present = steer->destination ? noslip_destination_x(steer->destination) : NULL;
  steer->update = 0;
  if (!gtk_widget_get_root(GTK_WIDGET(steer->view))) { /* it was closed */
    noslip_steer_view_forget(steer);
    release_destination(steer);
    return G_SOURCE_REMOVE;
  }
  if (!system || !steer->destination || noslip_destination_is_held(steer->destination))
    return G_SOURCE_REMOVE;
  if (!noslip_steer_choices_end(steer->view, x, NULL, &problem))
    noslip_destination_set(steer->destination, system->m, NULL);
  else if (!present || memcmp(present, x, sizeof(double) * system->m) != 0)
    noslip_destination_set(steer->destination, system->m, x);
  return G_SOURCE_REMOVE;
}

static void
update_soon(NoslipSteerView *steer)
{
  if (!steer->update)
    steer->update = g_idle_add(update, steer);
}

static void
show_ways(NoslipSteerView *steer, GPtrArray *ways)
{
  if (steer->ways)
    g_ptr_array_unref(steer->ways);
  steer->ways = g_ptr_array_ref(ways);
  g_free(steer->ways_key);
  steer->ways_key = g_strdup(noslip_search_key(steer->search));
  steer->earlier = FALSE;
  steer->playing = 0;
  if (steer->destination)
    noslip_destination_take_ways(steer->destination, ways);
}

/* The ways and their trail in the scene. */
static void
drop_ways(NoslipSteerView *steer)
{
  g_autoptr(GPtrArray) none = g_ptr_array_new();
  clear_ways(steer);
  if (steer->destination && noslip_destination_ways(steer->destination))
    noslip_destination_take_ways(steer->destination, none);
}

/* The best way so far while the search runs, and all ways after it. If it is cancelled, the ways that it has found
 * remain, not those of the search before it. */
static void
take(NoslipView *view)
{
  NoslipSteerView *steer = noslip_steer_view_of(view);
  NoslipSteerWork *work = noslip_search_data(steer->search);
  g_autoptr(GPtrArray) best = noslip_steer_work_take_best(work);
  if (noslip_search_is_cancelled(steer->search)) {
    if (g_strcmp0(steer->ways_key, noslip_search_key(steer->search)) != 0)
      drop_ways(steer);
    return;
  }
  if (noslip_search_is_running(steer->search)) {
    if (best)
      show_ways(steer, best);
    return;
  }
  GPtrArray *ways = noslip_steer_work_ways(work);
  if (!ways || (steer->quick && ways->len == 0)) {
    if (!ways)
      drop_ways(steer);
    return;
  }
  show_ways(steer, ways);
}

/* Starts the search for one way near the last one, or for all ways. */
static void
begin_search(NoslipSteerView *steer, const char *key, NoslipSteerRequest *request, gboolean quick)
{
  const NoslipWay *near = steer->ways && steer->ways->len > 0 ? steer->ways->pdata[0] : NULL;
  steer->quick = quick;
  if (quick) {
    request->solutions = 1;
    request->starts = QUICK_STARTS;
  }
  noslip_steer_search_begin(steer->search, key, noslip_view_simulation(steer->view), request, near);
}

static gboolean
search_all(gpointer data)
{
  NoslipSteerView *steer = data;
  NoslipSteerRequest request;
  g_autofree char *problem = NULL;
  steer->later = 0;
  if (noslip_finder_start(steer->view) && noslip_steer_choices_request(steer->view, &request, &problem)) {
    g_autofree char *key = noslip_steer_choices_key(steer->view, &request);
    begin_search(steer, key, &request, FALSE);
    noslip_view_changed(steer->view, NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_EDITED);
    noslip_steer_request_clear(&request);
  }
  return G_SOURCE_REMOVE;
}

/* During a drag of the end, one way at a time; after it, all ways. */
static void
search_for(NoslipSteerView *steer, const char *key, NoslipSteerRequest *request)
{
  const char *present = noslip_search_key(steer->search);
  gboolean running = noslip_search_is_running(steer->search), same = g_strcmp0(key, present) == 0;
  if (is_held(steer)) {
    g_clear_handle_id(&steer->later, g_source_remove);
    if (!same && (!running || !steer->quick))
      begin_search(steer, key, request, TRUE);
  } else if (!same || steer->quick) {
    if (!steer->later)
      steer->later = g_timeout_add(steer->ways ? REST : 0, search_all, steer);
  }
}

/* Computes the wave front at the time `time`, if it is chosen in the menu. */
static void
follow_front(NoslipView *view, double time)
{
  NoslipSteerView *steer = noslip_steer_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  if (!noslip_finder_chosen(view, "front") || !(time > 0)) {
    noslip_search_forget(steer->front);
    return;
  }
  g_autoptr(GString) key = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append(key, g_ascii_formatd(number, sizeof number, "%.12g", time));
  noslip_finder_add_start(key, system, noslip_finder_start(view), system->m + system->n);
  if (g_strcmp0(key->str, noslip_search_key(steer->front)) != 0)
    noslip_front_work_begin(steer->front, key->str, noslip_view_simulation(view), time);
}

void
noslip_steer_view_follow(NoslipView *view)
{
  NoslipSteerView *steer = noslip_steer_view_of(view);
  NoslipSteerRequest request = {0};
  const NoslipSystem *system = noslip_finder_system(view);
  follow_destination(steer);
  if (system != steer->system) {
    noslip_steer_view_forget(steer);
    noslip_search_forget(steer->front);
    steer->system = system;
  }
  g_clear_pointer(&steer->problem, g_free);
  if (!noslip_finder_start(view))
    return;
  update_soon(steer);
  gboolean good = noslip_steer_choices_request(view, &request, &steer->problem);
  if (good && noslip_steer_choices_is_chosen(view)) {
    g_autofree char *key = noslip_steer_choices_key(view, &request);
    steer->earlier = steer->ways && g_strcmp0(steer->ways_key, key) != 0;
    search_for(steer, key, &request);
  } else {
    noslip_steer_view_forget(steer);
  }
  follow_front(view, good ? request.time : 0);
  noslip_steer_request_clear(&request);
}

gboolean
noslip_steer_view_is_ready(NoslipView *view)
{
  noslip_steer_view_follow(view);
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  return !steer->later && !noslip_search_is_running(steer->search) && !noslip_search_is_running(steer->front);
}

/* Before the scene has been given the end, that of the choices. */
double *
noslip_steer_view_end(NoslipView *view)
{
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  const double *present = steer->destination ? noslip_destination_x(steer->destination) : NULL;
  g_autofree char *problem = NULL;
  if (present)
    return g_memdup2(present, sizeof(double) * system->m);
  g_autofree double *x = g_new0(double, (gsize) (system ? system->m : 0) + 1);
  return noslip_steer_choices_end(view, x, NULL, &problem) ? g_steal_pointer(&x) : NULL;
}

static void
unmapped(GtkWidget *view, NoslipSteerView *steer)
{
  update_soon(steer);
}

/* Life */

static void
steer_free(gpointer data)
{
  NoslipSteerView *steer = data;
  noslip_steer_view_forget(steer);
  g_clear_handle_id(&steer->update, g_source_remove);
  release_destination(steer);
  noslip_search_free(steer->search);
  noslip_search_free(steer->front);
  g_free(steer->problem);
  g_object_unref(steer->actions);
  g_free(steer);
}

NoslipSteerView *
noslip_steer_view_begin(NoslipView *view)
{
  NoslipSteerView *steer = g_new0(NoslipSteerView, 1);
  steer->view = view;
  steer->search = noslip_search_new(view, take);
  steer->front = noslip_search_new(view, NULL);
  noslip_view_set_state(view, steer, steer_free);
  g_signal_connect(view, "unmap", G_CALLBACK(unmapped), steer);
  return steer;
}
