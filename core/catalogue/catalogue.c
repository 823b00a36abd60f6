/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalogue/catalogue.h"

#include "core/base/words.h"
#include "core/language/language.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".noslip"
#define MISPRINTS "misprints" /* the folder of the companions, and what their ids begin with */

void
noslip_catalogue_entry_free(NoslipCatalogueEntry *entry)
{
  if (entry == NULL)
    return;
  g_free(entry->id);
  g_free(entry->path);
  g_free(entry->title);
  g_free(entry->summary);
  g_strfreev(entry->tags);
  g_free(entry);
}

/* Whether this program stands in the tree that it was built in. */
static gboolean
in_build_tree(void)
{
  if (*NOSLIP_BUILD_ROOT == '\0') /* a package */
    return FALSE;
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  return program != NULL && g_str_has_prefix(program, NOSLIP_BUILD_ROOT "/");
}

/* The catalogue of an installation that was moved as a whole stands as near the program as where it was built for. */
static char *
moved_folder(void)
{
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *bin = program != NULL ? g_path_get_dirname(program) : NULL;
  return bin != NULL ? g_canonicalize_filename(NOSLIP_SYSTEMS_FROM_BIN, bin) : NULL;
}

static char **
own_folders(void)
{
  GStrvBuilder *folders = g_strv_builder_new();
  if (in_build_tree())
    g_strv_builder_add(folders, NOSLIP_SOURCE_SYSTEMS);
  g_autofree char *moved = moved_folder();
  if (moved != NULL && g_file_test(moved, G_FILE_TEST_IS_DIR) && !g_str_equal(moved, NOSLIP_INSTALLED_SYSTEMS))
    g_strv_builder_add(folders, moved);
  g_strv_builder_add(folders, NOSLIP_INSTALLED_SYSTEMS);
  char **result = g_strv_builder_end(folders);
  g_strv_builder_unref(folders);
  return result;
}

char **
noslip_catalogue_folders(void)
{
  const char *given = g_getenv("NOSLIP_SYSTEMS");
  if (given != NULL && *given != '\0')
    return g_strsplit(given, G_SEARCHPATH_SEPARATOR_S, -1);
  return own_folders();
}

char *
noslip_catalogue_help(void)
{
  g_auto(GStrv) folders = own_folders();
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *data = g_path_get_dirname(folders[i]);
    g_autofree char *help = g_build_filename(data, "help", NULL);
    if (g_file_test(help, G_FILE_TEST_IS_DIR))
      return g_steal_pointer(&help);
  }
  return NULL;
}

char *
noslip_catalogue_locale(void)
{
  if (in_build_tree())
    return g_strdup(NOSLIP_BUILD_ROOT "/data/po");
  g_auto(GStrv) folders = own_folders();
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *data = g_path_get_dirname(folders[i]);
    g_autofree char *share = g_path_get_dirname(data);
    g_autofree char *locale = g_build_filename(share, "locale", NULL);
    if (g_file_test(locale, G_FILE_TEST_IS_DIR))
      return g_steal_pointer(&locale);
  }
  return NULL;
}

char *
noslip_catalogue_command_line(void)
{
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *bin = program != NULL ? g_path_get_dirname(program) : g_strdup(".");
  return in_build_tree() ? g_strdup(NOSLIP_BUILD_ROOT "/app/cli/noslip-cli")
                         : g_build_filename(bin, "noslip-cli", NULL);
}

/* The text of the string that follows the statement's first word, with \" and \\ undone; "" where there is none. */
static char *
quoted(const char *line)
{
  const char *c = strchr(line, '"');
  GString *text = g_string_new(NULL);
  for (c = c != NULL ? c + 1 : ""; *c != '\0' && *c != '"'; c++) {
    if (*c == '\\' && (c[1] == '"' || c[1] == '\\'))
      c++;
    g_string_append_c(text, *c);
  }
  return g_string_free(text, FALSE);
}

static gboolean
starts_with_word(const char *line, const char *word)
{
  gsize length = strlen(word);
  return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\t');
}

static char **
words(const char *line)
{
  g_auto(GStrv) parts = g_strsplit_set(line, " \t\r", -1);
  GStrvBuilder *builder = g_strv_builder_new();
  for (guint i = 1; parts[0] != NULL && parts[i] != NULL && parts[i][0] != '#'; i++)
    if (parts[i][0] != '\0')
      g_strv_builder_add(builder, parts[i]);
  char **result = g_strv_builder_end(builder);
  g_strv_builder_unref(builder);
  return result;
}

static NoslipCatalogueEntry *
entry_new(const char *id, const char *path, const char *text)
{
  NoslipCatalogueEntry *entry = g_new0(NoslipCatalogueEntry, 1);
  entry->id = g_strdup(id);
  entry->path = g_strdup(path);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    const char *line = g_strchug(lines[i]);
    if (entry->title == NULL && starts_with_word(line, "title"))
      entry->title = quoted(line);
    else if (entry->summary == NULL && starts_with_word(line, "summary"))
      entry->summary = quoted(line);
    else if (entry->tags == NULL && starts_with_word(line, "tags"))
      entry->tags = words(line);
  }
  if (entry->title == NULL)
    entry->title = g_strdup("");
  if (entry->summary == NULL)
    entry->summary = g_strdup("");
  if (entry->tags == NULL)
    entry->tags = g_new0(char *, 1);
  return entry;
}

NoslipCatalogueEntry *
noslip_catalogue_entry_read(const char *path)
{
  g_autoptr(NoslipDiagnostics) unread = noslip_diagnostics_new();
  gsize length;
  g_autofree char *text = noslip_catalogue_read(path, &length, unread);
  return text != NULL && g_utf8_validate(text, (gssize) length, NULL) ? entry_new(path, path, text) : NULL;
}

static int
by_title(gconstpointer a, gconstpointer b)
{
  const NoslipCatalogueEntry *first = *(NoslipCatalogueEntry *const *) a;
  const NoslipCatalogueEntry *second = *(NoslipCatalogueEntry *const *) b;
  int order = g_utf8_collate(noslip_words(first->title), noslip_words(second->title));
  return order != 0 ? order : strcmp(first->id, second->id);
}

/* `prefix` is what the ids begin with, "" or "misprints/". */
static void
list_folder(const char *folder, const char *prefix, GHashTable *seen, GPtrArray *entries)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  const char *name;
  while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
    if (!g_str_has_suffix(name, SUFFIX) || name[0] == '.')
      continue;
    g_autofree char *id = g_strdup_printf("%s%.*s", prefix, (int) (strlen(name) - strlen(SUFFIX)), name);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(NoslipDiagnostics) unread = noslip_diagnostics_new();
    gsize length;
    g_autofree char *text = noslip_catalogue_read(path, &length, unread);
    if (text == NULL || !g_utf8_validate(text, (gssize) length, NULL) || !g_hash_table_add(seen, g_strdup(id)))
      continue;
    g_ptr_array_add(entries, entry_new(id, path, text));
  }
}

static GPtrArray *
list(const char *below, const char *prefix)
{
  g_auto(GStrv) folders = noslip_catalogue_folders();
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *entries = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_catalogue_entry_free);
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *folder = g_build_filename(folders[i], below, NULL);
    list_folder(folder, prefix, seen, entries);
  }
  g_ptr_array_sort(entries, by_title);
  return entries;
}

GPtrArray *
noslip_catalogue_list(void)
{
  return list(NULL, "");
}

GPtrArray *
noslip_catalogue_misprints(void)
{
  return list(MISPRINTS, MISPRINTS "/");
}

/* An id is a file's name, with the companions' folder before it or without. */
static gboolean
is_id(const char *id)
{
  if (g_str_has_prefix(id, MISPRINTS "/"))
    id += strlen(MISPRINTS "/");
  return *id != '\0' && *id != '.' && strchr(id, '/') == NULL;
}

char *
noslip_catalogue_path(const char *id)
{
  if (!is_id(id))
    return NULL;
  g_auto(GStrv) folders = noslip_catalogue_folders();
  g_autofree char *name = g_strconcat(id, SUFFIX, NULL);
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *path = g_build_filename(folders[i], name, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer(&path);
  }
  return NULL;
}

static void
add_file_error(NoslipDiagnostics *diagnostics, NoslipCode code, const char *path, const char *remedy, const char *cause)
{
  g_autofree char *shown = g_filename_display_name(path);
  NoslipDiagnostic *error = noslip_diagnostic_new(NOSLIP_ERROR, code, NULL, remedy, "%s", cause);
  g_free(error->file);
  error->file = g_steal_pointer(&shown);
  noslip_diagnostics_add(diagnostics, error);
}

/* Reads what is left of `fd` up to `most` bytes and one more; -1 where reading failed. */
static gssize
read_all(int fd, char *buffer, gsize most)
{
  gsize have = 0;
  while (have <= most) {
    gssize got = read(fd, buffer + have, most + 1 - have);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return -1;
    if (got == 0)
      break;
    have += (gsize) got;
  }
  return (gssize) have;
}

char *
noslip_catalogue_read(const char *path, gsize *length, NoslipDiagnostics *diagnostics)
{
  char *text = NULL;
  struct stat status;
  /* O_NONBLOCK: opening a pipe without a writer must not block. */
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0 || fstat(fd, &status) != 0) {
    add_file_error(diagnostics, NOSLIP_CODE_FILE, path, _("check its name and permissions"), g_strerror(errno));
  } else if (S_ISDIR(status.st_mode)) {
    add_file_error(diagnostics, NOSLIP_CODE_FILE, path, _("name a file inside it"), _("is a folder, not a file"));
  } else if (!S_ISREG(status.st_mode)) {
    add_file_error(diagnostics, NOSLIP_CODE_FILE, path, _("save the system to a file first"),
                   _("is not a regular file"));
  } else if (status.st_size > NOSLIP_LANGUAGE_MOST_BYTES) {
    add_file_error(diagnostics, NOSLIP_CODE_TOO_LARGE, path, _("a system's text is at most 4 MiB long"),
                   _("is too large to be the text of a system"));
  } else {
    text = g_malloc(NOSLIP_LANGUAGE_MOST_BYTES + 2);
    gssize got = read_all(fd, text, NOSLIP_LANGUAGE_MOST_BYTES);
    if (got < 0 || got > NOSLIP_LANGUAGE_MOST_BYTES) {
      add_file_error(diagnostics, NOSLIP_CODE_FILE, path, _("check the file"),
                     got < 0 ? g_strerror(errno) : _("grew while it was read"));
      g_clear_pointer(&text, g_free);
    } else {
      text = g_realloc(text, (gsize) got + 1);
      text[got] = '\0';
      *length = (gsize) got;
    }
  }
  if (fd >= 0)
    close(fd);
  return text;
}

static char *
read_standard_input(gsize *length, NoslipDiagnostics *diagnostics)
{
  char *text = g_malloc(NOSLIP_LANGUAGE_MOST_BYTES + 2);
  gssize got = read_all(STDIN_FILENO, text, NOSLIP_LANGUAGE_MOST_BYTES);
  if (got < 0 || got > NOSLIP_LANGUAGE_MOST_BYTES) {
    if (got < 0)
      add_file_error(diagnostics, NOSLIP_CODE_FILE, NOSLIP_CATALOGUE_STANDARD_INPUT, _("check what is piped in"),
                     g_strerror(errno));
    else
      add_file_error(diagnostics, NOSLIP_CODE_TOO_LARGE, NOSLIP_CATALOGUE_STANDARD_INPUT,
                     _("a system's text is at most 4 MiB long"), _("is too large to be the text of a system"));
    g_free(text);
    return NULL;
  }
  text = g_realloc(text, (gsize) got + 1);
  text[got] = '\0';
  *length = (gsize) got;
  return text;
}

/* A file's name, which leads nowhere else. */
static gboolean
is_plain(const char *name)
{
  return *name != '\0' && *name != '.' && strpbrk(name, "/\\") == NULL;
}

/* A file beside the other one (or in the working folder), else a system of the catalogue. */
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

/* `include` in the text of the file at `data`. */
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
                                         _("'%s' is not opened: no other file is, for a text of somebody else"), name));
}

/* `include` in an untrusted text. */
static char *
refuse_included(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  add_sealed(name, diagnostics);
  return NULL;
}

/* The system of a text, as noslip_catalogue_system(); `starts`: its initial state is looked at. */
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

/* How a file is read. */
typedef struct {
  gboolean sealed, unstarted;
} Reading;

NoslipSystem *
noslip_catalogue_load_standard_input(gboolean sealed, gboolean starts, char **source, NoslipDiagnostics *diagnostics)
{
  static const char name[] = NOSLIP_CATALOGUE_STANDARD_INPUT;
  gsize length = 0;
  g_autofree char *text = read_standard_input(&length, diagnostics);
  if (text == NULL)
    return NULL;
  if (source != NULL && g_utf8_validate(text, (gssize) length, NULL))
    *source = g_strdup(text);
  return read_text(text, (gssize) length, name, name, sealed, starts, diagnostics);
}

/* The system of a file; `known` is its catalogue id, or NULL where it is named by its path. */
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
                                                 _("'%s' is no id and no plain name of a file"), name));
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

gboolean
noslip_catalogue_is_strange(const char *path)
{
  GStatBuf status;
  g_auto(GStrv) folders = own_folders();
  g_autofree char *real = realpath(path, NULL);
  if (real == NULL)
    return FALSE; /* there is no such file */
  g_autofree char *folder = g_path_get_dirname(real);
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *below = g_build_filename(folders[i], MISPRINTS, NULL);
    if (g_str_equal(folder, folders[i]) || g_str_equal(folder, below))
      return FALSE;
  }
  return g_stat(folder, &status) == 0 && status.st_uid != geteuid();
}
