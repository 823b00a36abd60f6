/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/algebroid/algebroid.h"
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

G_DEFINE_BOXED_TYPE(NoslipSystem, noslip_system, noslip_system_ref, noslip_system_unref)

char **
noslip_list_catalogue(void)
{
  g_autoptr(GPtrArray) entries = noslip_catalogue_list();
  GStrvBuilder *ids = g_strv_builder_new();
  for (guint i = 0; i < entries->len; i++)
    g_strv_builder_add(ids, ((const NoslipCatalogueEntry *) entries->pdata[i])->id);
  char **list = g_strv_builder_end(ids);
  g_strv_builder_unref(ids);
  return list;
}

static NoslipSystem *
read_system(const char *name, NoslipDiagnostics *diagnostics)
{
  if (strchr(name, '\n') == NULL)
    return noslip_catalogue_load(name, diagnostics);
  return noslip_catalogue_system(name, -1, "text", "text", FALSE, diagnostics);
}

NoslipSystem *
noslip_system_load(const char *name, NoslipDiagnostics *diagnostics)
{
  static gsize quiet;
  if (g_once_init_enter(&quiet)) {
    gsl_set_error_handler_off(); /* GSL's handler aborts the program; errors are checked where they occur */
    g_once_init_leave(&quiet, 1);
  }
  NoslipSystem *system = read_system(name, diagnostics);
  if (system != NULL)
    noslip_diagnostics_locate(diagnostics, system->text, strlen(system->text), system->file);
  return system;
}

const char *
noslip_system_get_id(const NoslipSystem *system)
{
  return system->id;
}

const char *
noslip_system_get_title(const NoslipSystem *system)
{
  return system->title != NULL ? system->title : "";
}

const char *
noslip_system_get_text(const NoslipSystem *system)
{
  return system->text;
}

char **
noslip_system_list_parameters(const NoslipSystem *system)
{
  char **names = g_new0(char *, (gsize) system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    names[i] = g_strdup(system->parameters[i].name);
  return names;
}

static char **
state_names(const NoslipSystem *system, guint first, guint n)
{
  char **names = g_new0(char *, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = g_strdup(noslip_state_name(system, first + i));
  return names;
}

char **
noslip_system_list_coordinates(const NoslipSystem *system)
{
  return state_names(system, 0, system->m);
}

char **
noslip_system_list_velocities(const NoslipSystem *system)
{
  return state_names(system, system->m, system->n);
}

double
noslip_system_get_parameter(const NoslipSystem *system, guint index)
{
  if (index >= system->n_parameters)
    return NAN;
  return system->parameters[index].value;
}

double *
noslip_system_initial(NoslipSystem *system, const char *const *values, guint *n, NoslipDiagnostics *diagnostics)
{
  LibraryStart start;
  double *state = NULL;
  *n = 0;
  if (library_start_init(&start, system, values, NULL, diagnostics) && library_start_state(&start, diagnostics)) {
    state = g_steal_pointer(&start.xy);
    *n = system->m + system->n;
  }
  library_start_clear(&start);
  return state;
}

char *
noslip_system_write_equations(NoslipSystem *system, gboolean latex)
{
  g_autoptr(NoslipSystem) written = noslip_language_for_formulas(system);
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(written, NULL, NULL);
  noslip_portrait_check_reductions(portrait, written, noslip_catalogue_load_beside, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  if (latex)
    return noslip_document_latex(document, NOSLIP_FOR_LATEX, system->title != NULL ? system->title : system->id,
                                 system->summary, NULL);
  GString *text = g_string_new(NULL);
  noslip_document_text(document, text);
  return g_string_free(text, FALSE);
}

double
noslip_system_structure_residual(NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  double residual = NAN;
  noslip_algebroid_check_residual(system, diagnostics, &residual);
  return residual;
}
