/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that are read for a text: none of them may be overwritten by a result. The lines `include` and `reduction`
 * are scanned, so that a text with errors has its inputs too. */
#include "core/catalogue/catalogue.h"

#include <string.h>

#define FILES_MOST 1000 /* limit of the files read for one system */

typedef struct {
  GPtrArray *files;  /* char * */
  GHashTable *known; /* the strings of `files` */
} Inputs;

static void add_text(Inputs *inputs, const char *file, const char *text);

/* The name in quotation marks after a line's first word; NULL for another statement. */
static char *
name_after(const char *line, const char *word)
{
  gsize length = strlen(word);
  if (strncmp(line, word, length) != 0)
    return NULL;
  const char *from = line + length + strspn(line + length, " \t");
  const char *to = *from == '"' ? strchr(from + 1, '"') : NULL;
  return to != NULL ? g_strndup(from + 1, (gsize) (to - from - 1)) : NULL;
}

/* Takes ownership of the path. `base` is the file relative to which the names in its text are looked up, NULL:
 * itself. */
static void
add_file(Inputs *inputs, char *path, const char *base)
{
  if (path == NULL || inputs->files->len >= FILES_MOST || g_hash_table_contains(inputs->known, path)) {
    g_free(path);
    return;
  }
  g_ptr_array_add(inputs->files, path);
  g_hash_table_add(inputs->known, path);
  gsize length;
  g_autoptr(NoslipDiagnostics) unread = noslip_diagnostics_new();
  g_autofree char *text = noslip_catalogue_read(path, &length, unread);
  if (text != NULL)
    add_text(inputs, base != NULL ? base : path, text);
}

static void
add_text(Inputs *inputs, const char *file, const char *text)
{
  g_auto(GStrv) lines = g_strsplit_set(text, "\r\n", -1);
  g_autoptr(NoslipDiagnostics) unknown = noslip_diagnostics_new();
  for (guint i = 0; lines[i] != NULL; i++) {
    const char *line = lines[i] + strspn(lines[i], " \t");
    g_autofree char *included = name_after(line, "include"), *other = name_after(line, "reduction");
    if (included != NULL)
      add_file(inputs, noslip_catalogue_included(file, included), file);
    if (other != NULL)
      add_file(inputs, noslip_catalogue_beside(file, other, unknown), NULL);
  }
}

char **
noslip_catalogue_inputs(const NoslipSystem *system, const char *file)
{
  if (file == NULL)
    file = system->file;
  Inputs inputs = {g_ptr_array_new(), g_hash_table_new(g_str_hash, g_str_equal)};
  if (file != NULL) {
    g_ptr_array_add(inputs.files, g_strdup(file));
    g_hash_table_add(inputs.known, inputs.files->pdata[0]);
  }
  if (system->text != NULL && !system->sealed)
    add_text(&inputs, file, system->text);
  g_hash_table_unref(inputs.known);
  g_ptr_array_add(inputs.files, NULL);
  return (char **) g_ptr_array_free(inputs.files, FALSE);
}
