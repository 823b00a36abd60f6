/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalogue/catalogue.h"

#include "core/catalogue/catalogue-private.h"
#include "core/language/language.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

/* Whether a name is a file's name without a folder. */
static gboolean
is_plain(const char *name)
{
  return *name != '\0' && *name != '.' && strpbrk(name, "/\\") == NULL;
}

char *
noslip_catalogue_included(const char *file, const char *name)
{
  GStatBuf status;
  if (!is_plain(name))
    return NULL;
  g_autofree char *folder = g_path_get_dirname(file != NULL ? file : "");
  g_autofree char *base = g_str_has_suffix(name, SUFFIX) ? g_strdup(name) : g_strconcat(name, SUFFIX, NULL);
  g_autofree char *path = g_build_filename(folder, base, NULL);
  return g_lstat(path, &status) == 0 && S_ISREG(status.st_mode) ? g_steal_pointer(&path) : noslip_catalogue_path(name);
}

/* Reads an included text for the text of the file at `data`. */
static char *
read_included(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  g_autofree char *path = noslip_catalogue_included(data, name);
  if (path != NULL)
    return noslip_catalogue_read(path, length, diagnostics);
  noslip_diagnostics_add(diagnostics,
                         noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_FILE, NULL,
                                               _("name a system of the catalogue, or a file in the same folder"),
                                               _("there is no system or file called '%s'"), name));
  return NULL;
}

static void
add_sealed(const char *name, NoslipDiagnostics *diagnostics)
{
  noslip_diagnostics_add(
      diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                                         _("open it without --stranger, from a folder of your own"),
                                         _("'%s' is not opened: an untrusted text may not open other files"), name));
}

/* Refuses `include` in an untrusted text. */
static char *
refuse_included(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  add_sealed(name, diagnostics);
  return NULL;
}

/* The system of a text, as noslip_catalogue_system(); starts: computes its initial state. */
static NoslipSystem *
read_text(const char *text, gssize length, const char *path, const char *id, gboolean sealed, gboolean starts,
          NoslipDiagnostics *diagnostics)
{
  g_autofree char *shown = g_filename_display_name(path);
  NoslipIncludeReader reader = sealed ? refuse_included : read_included;
  NoslipSystem *system =
      starts ? noslip_language_system_including(text, length, shown, id, reader, (gpointer) path, diagnostics)
             : noslip_language_system_unstarted(text, length, shown, id, reader, (gpointer) path, diagnostics);
  if (system != NULL)
    system->sealed = sealed;
  return system;
}

NoslipSystem *
noslip_catalogue_system(const char *text, gssize length, const char *path, const char *id, gboolean sealed,
                        NoslipDiagnostics *diagnostics)
{
  return read_text(text, length, path, id, sealed, TRUE, diagnostics);
}

/* Options for reading a file. */
typedef struct {
  gboolean sealed, unstarted;
} Reading;

NoslipSystem *
noslip_catalogue_load_standard_input(gboolean sealed, gboolean starts, char **source, NoslipDiagnostics *diagnostics)
{
  static const char name[] = NOSLIP_CATALOGUE_STANDARD_INPUT;
  gsize length = 0;
  g_autofree char *text = noslip_catalogue_read_standard_input(&length, diagnostics);
  if (text == NULL)
    return NULL;
  if (source != NULL && g_utf8_validate(text, (gssize) length, NULL))
    *source = g_strdup(text);
  return read_text(text, (gssize) length, name, name, sealed, starts, diagnostics);
}

/* The system of a file; `known` is its catalogue id, or NULL if it is named by its path. */
static NoslipSystem *
load_file(const char *path, const char *known, char **source, Reading reading, NoslipDiagnostics *diagnostics)
{
  gsize length = 0;
  g_autofree char *text = noslip_catalogue_read(path, &length, diagnostics);
  if (text == NULL)
    return NULL;
  if (source != NULL && g_utf8_validate(text, (gssize) length, NULL))
    *source = g_strdup(text);
  g_autofree char *base = g_path_get_basename(path);
  if (g_str_has_suffix(base, SUFFIX))
    base[strlen(base) - strlen(SUFFIX)] = '\0';
  g_autofree char *id = g_filename_display_name(known != NULL ? known : base);
  return read_text(text, (gssize) length, path, id, reading.sealed, !reading.unstarted, diagnostics);
}

static void
add_unknown(const char *name, NoslipDiagnostics *diagnostics)
{
  g_autoptr(GPtrArray) entries = noslip_catalogue_list();
  g_autofree const char **ids = g_new0(const char *, entries->len + 1);
  for (guint i = 0; i < entries->len; i++)
    ids[i] = ((NoslipCatalogueEntry *) entries->pdata[i])->id;
  const char *near = noslip_catalogue_nearest(name, ids);
  g_autofree char *remedy = near != NULL
                                ? g_strdup_printf(_("did you mean %s?"), near)
                                : g_strdup(_("noslip-cli list shows the catalogue; a file is named by its path"));
  g_autofree char *shown = g_filename_display_name(name);
  noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_FILE, NULL, remedy,
                                                            _("there is no system or file called '%s'"), shown));
}

NoslipSystem *
noslip_catalogue_load(const char *name, NoslipDiagnostics *diagnostics)
{
  return noslip_catalogue_load_source(name, NULL, NULL, diagnostics);
}

static NoslipSystem *
load_named(const char *name, char **file, char **text, Reading reading, NoslipDiagnostics *diagnostics)
{
  g_autofree char *path = g_str_has_suffix(name, SUFFIX) ? NULL : noslip_catalogue_path(name);
  gboolean known = path != NULL;
  gboolean is_path = strchr(name, '/') != NULL || g_str_has_suffix(name, SUFFIX);
  if (!known && (is_path || (*name != '\0' && g_file_test(name, G_FILE_TEST_EXISTS))))
    path = g_strdup(name);
  if (path == NULL) {
    add_unknown(name, diagnostics);
    return NULL;
  }
  NoslipSystem *system = load_file(path, known ? name : NULL, text, reading, diagnostics);
  if (file != NULL)
    *file = g_steal_pointer(&path);
  return system;
}

NoslipSystem *
noslip_catalogue_load_source(const char *name, char **file, char **text, NoslipDiagnostics *diagnostics)
{
  return load_named(name, file, text, (Reading){0}, diagnostics);
}

NoslipSystem *
noslip_catalogue_load_unstarted(const char *name, char **file, NoslipDiagnostics *diagnostics)
{
  return load_named(name, file, NULL, (Reading){.unstarted = TRUE}, diagnostics);
}

NoslipSystem *
noslip_catalogue_load_sealed(const char *name, gboolean starts, char **file, char **text,
                             NoslipDiagnostics *diagnostics)
{
  return load_named(name, file, text, (Reading){.sealed = TRUE, .unstarted = !starts}, diagnostics);
}

char *
noslip_catalogue_beside(const char *file, const char *name, NoslipDiagnostics *diagnostics)
{
  GStatBuf status;
  g_autofree char *folder = g_path_get_dirname(file != NULL ? file : "");
  g_autofree char *base = g_str_has_suffix(name, SUFFIX) ? g_strdup(name) : g_strconcat(name, SUFFIX, NULL);
  g_autofree char *beside = g_build_filename(folder, base, NULL);
  if (is_plain(name) && g_lstat(beside, &status) == 0 && S_ISREG(status.st_mode))
    return g_steal_pointer(&beside);
  char *known = noslip_catalogue_path(name);
  if (known == NULL && is_plain(name))
    add_unknown(name, diagnostics);
  else if (known == NULL)
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_FILE, NULL,
                                                 _("name a system of the catalogue, or a file beside this one"),
                                                 _("'%s' is neither an id nor a plain file name"), name));
  return known;
}

NoslipSystem *
noslip_catalogue_load_beside(const NoslipSystem *system, const char *name, NoslipDiagnostics *diagnostics)
{
  if (system->sealed) {
    add_sealed(name, diagnostics);
    return NULL;
  }
  g_autofree char *path = noslip_catalogue_beside(system->file, name, diagnostics);
  if (path == NULL)
    return NULL;
  g_autoptr(NoslipDiagnostics) own = noslip_diagnostics_new();
  g_autofree char *known = noslip_catalogue_path(name);
  NoslipSystem *other = load_file(path, g_strcmp0(path, known) == 0 ? name : NULL, NULL, (Reading){0}, own);
  if (other == NULL)
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_FILE, NULL, _("check that system by itself"),
                                                 g_dngettext(GETTEXT_PACKAGE, "the system '%s' has %u error",
                                                             "the system '%s' has %u errors", own->n_errors),
                                                 name, own->n_errors));
  return other;
}
