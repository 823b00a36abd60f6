/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The system on its distribution D (core/geometry/distribution-text.h) as a new text, derived in the background. */
#include "core/geometry/distribution-text.h"
#include "ui/export/job.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/window/window.h"

#include <glib/gi18n.h>

#define POLL_INTERVAL 40 /* milliseconds */

typedef struct {
  NoslipSystem *system; /* a reference */
  char *text;           /* or NULL with the error */
  NoslipDiagnostic *error;
} Derivation;

typedef struct {
  GWeakRef window;
  NoslipSystem *system; /* that the window showed; a reference */
  NoslipJob *job;
} Wait;

static void
derivation_free(gpointer data)
{
  Derivation *derivation = data;
  noslip_system_unref(derivation->system);
  g_free(derivation->text);
  noslip_diagnostic_free(derivation->error);
  g_free(derivation);
}

static gboolean
derive(NoslipJob *job, gpointer data, GError **error)
{
  Derivation *derivation = data;
  derivation->text = noslip_distribution_system_text(derivation->system, &derivation->error);
  return TRUE;
}

static void
wait_free(gpointer data)
{
  Wait *wait = data;
  noslip_job_free(wait->job);
  noslip_system_unref(wait->system);
  g_weak_ref_clear(&wait->window);
  g_free(wait);
}

/* Nothing is opened if the window is closed or shows another system by now. */
static gboolean
poll_job(gpointer data)
{
  Wait *wait = data;
  if (!noslip_job_is_done(wait->job))
    return G_SOURCE_CONTINUE;
  g_autoptr(NoslipWindow) self = g_weak_ref_get(&wait->window);
  if (!self || noslip_simulation_system(noslip_window_simulation(self)) != wait->system)
    return G_SOURCE_REMOVE;
  const Derivation *derivation = noslip_job_data(wait->job);
  if (derivation->text) {
    g_autofree char *name = g_strdup_printf("%s-on-D.noslip", wait->system->id);
    noslip_window_set_editor(self, TRUE);
    noslip_simulation_load_text(noslip_window_simulation(self), derivation->text, name);
  } else {
    g_autofree char *words = noslip_sentence(wait->system, derivation->error->cause);
    noslip_window_toast(self, words);
  }
  return G_SOURCE_REMOVE;
}

static void
begin(gpointer window, const char *unused)
{
  NoslipWindow *self = NOSLIP_WINDOW(window);
  NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(self));
  if (!system)
    return;
  Derivation *derivation = g_new0(Derivation, 1);
  derivation->system = noslip_system_ref(system);
  Wait *wait = g_new0(Wait, 1);
  g_weak_ref_init(&wait->window, self);
  wait->system = noslip_system_ref(system);
  wait->job = noslip_job_new(derive, derivation, derivation_free);
  g_timeout_add_full(G_PRIORITY_DEFAULT, POLL_INTERVAL, poll_job, wait, wait_free);
}

void
noslip_window_reduce_to_distribution(NoslipWindow *self)
{
  noslip_system_document_when_saved(noslip_window_document(self), G_OBJECT(self), begin, NULL);
}
