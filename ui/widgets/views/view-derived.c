/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/view-derived.h"

#include "ui/widgets/views/view-private.h"

#define POLL_INTERVAL 40 /* milliseconds, for the job */

typedef struct {
  const NoslipDerivation *kind;
  NoslipSystem *system; /* a reference */
  char *key;
  gpointer result;
} Derivation; /* the job's */

typedef struct {
  NoslipView *view;
  NoslipSystem *system; /* a reference */
  char *key;
  NoslipJob *job;
  guint source; /* polls the job */
} Slot;

static void
derivation_free(gpointer data)
{
  Derivation *derivation = data;
  if (derivation->result)
    derivation->kind->free(derivation->result);
  noslip_system_unref(derivation->system);
  g_free(derivation->key);
  g_free(derivation);
}

static gboolean
derive(NoslipJob *job, gpointer data, GError **error)
{
  Derivation *derivation = data;
  derivation->result = derivation->kind->derive(derivation->system, derivation->key, job);
  return derivation->result != NULL;
}

static void
slot_free(gpointer data)
{
  Slot *slot = data;
  if (slot->source) {
    slot->view->deriving--;
    g_source_remove(slot->source);
  }
  noslip_job_free(slot->job);
  noslip_system_unref(slot->system);
  g_free(slot->key);
  g_free(slot);
}

static gboolean
poll_job(gpointer data)
{
  Slot *slot = data;
  if (!noslip_job_is_done(slot->job))
    return G_SOURCE_CONTINUE;
  slot->source = 0;
  slot->view->deriving--;
  gtk_widget_queue_resize(GTK_WIDGET(slot->view));
  noslip_view_changed(slot->view, noslip_view_kind(slot->view)->interest);
  return G_SOURCE_REMOVE;
}

static Slot *
begin(NoslipView *view, NoslipSystem *system, const char *key, const NoslipDerivation *kind)
{
  Derivation *derivation = g_new0(Derivation, 1);
  *derivation = (Derivation){.kind = kind, .system = noslip_system_ref(system), .key = g_strdup(key)};
  Slot *slot = g_new0(Slot, 1);
  *slot = (Slot){.view = view, .system = noslip_system_ref(system), .key = g_strdup(key)};
  slot->job = noslip_job_new(derive, derivation, derivation_free);
  slot->source = g_timeout_add_full(G_PRIORITY_DEFAULT, POLL_INTERVAL, poll_job, slot, NULL);
  view->deriving++;
  return slot;
}

gpointer
noslip_view_derived(NoslipView *view, const char *name, const char *key, const NoslipDerivation *kind)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipSystem *system = simulation ? noslip_simulation_system(simulation) : NULL;
  if (!view->derived)
    view->derived = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, slot_free);
  Slot *slot = g_hash_table_lookup(view->derived, name);
  if (!system)
    return NULL;
  if (!slot || slot->system != system || !g_str_equal(slot->key, key)) {
    slot = begin(view, system, key, kind);
    g_hash_table_replace(view->derived, (gpointer) name, slot);
  }
  if (!noslip_job_is_done(slot->job) || !noslip_job_succeeded(slot->job, NULL))
    return NULL;
  return ((Derivation *) noslip_job_data(slot->job))->result;
}
