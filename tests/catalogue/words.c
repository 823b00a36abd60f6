/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All translatable texts of the catalogue's systems are in the template for translators, data/po/systems.pot. */
#include "tests/catalogue/motion.h"

#include "core/catalogue/catalogue.h"

#include <string.h>

static char *template;

static void
check(const NoslipSystem *system, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  g_auto(GStrv) slashes = g_strsplit(text, "\\", -1);
  g_autofree char *escaped = g_strjoinv("\\\\", slashes);
  g_auto(GStrv) quotes = g_strsplit(escaped, "\"", -1);
  g_autofree char *quoted = g_strjoinv("\\\"", quotes);
  g_autofree char *message = g_strdup_printf("\nmsgctxt \"system\"\nmsgid \"%s\"\n", quoted);
  if (strstr(template, message) == NULL)
    g_error("%s: the template has no \"%s\"", system->id, text);
}

static void
test_words(gconstpointer id)
{
  g_autoptr(NoslipSystem) system = motion_load(id);
  check(system, system->title);
  check(system, system->summary);
  for (guint i = 0; system->tags[i] != NULL; i++)
    check(system, system->tags[i]);
  for (guint i = 0; i < system->n_parameters; i++)
    check(system, system->parameters[i].description);
  for (guint i = 0; i < system->m; i++)
    check(system, system->coordinates[i].description);
  for (guint i = 0; i < system->n; i++)
    check(system, system->fibres[i].description);
  for (guint i = 0; i < system->k; i++)
    check(system, system->constraints[i].description);
  for (guint i = 0; i < system->n_observables; i++)
    check(system, system->observables[i].description);
  for (guint i = 0; i < system->n_claims; i++)
    check(system, system->claims[i].title);
  for (guint i = 0; i < system->n_draws; i++)
    check(system, system->draws[i].label);
}

static void
add(GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++) {
    const char *id = ((NoslipCatalogueEntry *) entries->pdata[i])->id;
    g_autofree char *name = g_strdup_printf("/words/%s", id);
    g_test_add_data_func_full(name, g_strdup(id), test_words, g_free);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_TESTS"), "../data/po/systems.pot", NULL);
  g_file_get_contents(file, &template, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(GPtrArray) entries = noslip_catalogue_list();
  g_autoptr(GPtrArray) companions = noslip_catalogue_misprints();
  add(entries);
  add(companions);
  int status = g_test_run();
  g_free(template);
  return status;
}
