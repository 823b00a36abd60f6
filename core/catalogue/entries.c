/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of the catalogue: the systems of each folder with their titles and groups, sorted by title. */
#include "core/base/words.h"
#include "core/catalogue/catalogue-private.h"
#include "core/catalogue/catalogue.h"

#include <string.h>

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

/* The string after the statement's first word, with \" and \\ unescaped; "" if there is none. */
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

/* Adds the entries of a folder. prefix: "" or "misprints/", for the ids. */
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
