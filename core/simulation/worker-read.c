/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/worker-read.h"

#include "core/catalogue/catalogue.h"
#include "core/language/language.h"
#include "core/simulation/setup/link.h"
#include "core/simulation/stranger.h"

#include <string.h>

#define TRIAL_SECONDS 10
#define TRIAL_MIB 1024

/* Whether the file may be read: an untrusted one is tried by another process first. */
static gboolean
is_affordable(const char *name, const int *stop, NoslipDiagnostics *diagnostics)
{
  const NoslipStrangerBounds trial = {.seconds = TRIAL_SECONDS, .mib = TRIAL_MIB};
  g_autofree char *known = g_str_has_suffix(name, ".noslip") ? NULL : noslip_catalogue_path(name);
  return known != NULL || !noslip_catalogue_is_strange(name) || noslip_stranger_try(name, &trial, stop, diagnostics);
}

/* Inputs are read in a form that can be moved by hand. */
static NoslipSystem *
by_hand(NoslipSystem *system)
{
  NoslipSystem *driven = system ? noslip_language_by_hand(system) : NULL;
  noslip_system_unref(system);
  return driven;
}

/* The system whose text a link contains: it is untrusted, so it is tried first and opens no file. */
static void
read_link(const char *link, const int *stop, NoslipLoadedMessage *loaded)
{
  const NoslipStrangerBounds trial = {.seconds = TRIAL_SECONDS, .mib = TRIAL_MIB};
  NoslipSetup *setup = noslip_link_read(link, loaded->diagnostics);
  const char *source = setup != NULL ? noslip_setup_source(setup) : NULL;
  if (source != NULL && noslip_stranger_try(link, &trial, stop, loaded->diagnostics)) {
    loaded->system = noslip_catalogue_system(source, -1, "link.noslip", "link", TRUE, loaded->diagnostics);
    loaded->text = g_strdup(source);
  }
  noslip_setup_unref(setup);
}

static char **
refusals_of(const NoslipSystem *system)
{
  guint n = 0;
  while (noslip_formulations()[n])
    n++;
  char **refusals = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++)
    refusals[i] = noslip_formulation_refusal(noslip_formulations()[i], system);
  return refusals;
}

static const char **
derivations_of(const NoslipSystem *system, char *const *refusals)
{
  guint n = 0;
  while (noslip_formulations()[n])
    n++;
  const char **derivations = g_new0(const char *, n + 1);
  for (guint i = 0; i < n; i++)
    if (!refusals[i])
      derivations[i] = noslip_formulation_derivation(noslip_formulations()[i], system);
  return derivations;
}

NoslipMessage *
noslip_worker_read(guint64 generation, const char *name, const char *text, const int *stop)
{
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_LOADED, 0, generation);
  NoslipLoadedMessage *loaded = &message->loaded;
  loaded->diagnostics = noslip_diagnostics_new();
  gboolean strange = noslip_catalogue_is_strange(name);
  if (noslip_link_is(name)) {
    read_link(name, stop, loaded);
  } else if (text) {
    g_autofree char *base = g_path_get_basename(name);
    if (g_str_has_suffix(base, ".noslip"))
      base[strlen(base) - strlen(".noslip")] = '\0';
    loaded->system = noslip_catalogue_system(text, -1, name, base, strange, loaded->diagnostics);
    loaded->text = g_strdup(text);
  } else if (is_affordable(name, stop, loaded->diagnostics)) {
    loaded->system = strange
                         ? noslip_catalogue_load_sealed(name, TRUE, &loaded->file, &loaded->text, loaded->diagnostics)
                         : noslip_catalogue_load_source(name, &loaded->file, &loaded->text, loaded->diagnostics);
  }
  loaded->system = by_hand(loaded->system);
  loaded->refusals = loaded->system ? refusals_of(loaded->system) : NULL;
  loaded->derivations = loaded->system ? derivations_of(loaded->system, loaded->refusals) : NULL;
  return message;
}
