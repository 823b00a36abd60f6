/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/repeated.h"

#include "app/cli/cli.h"

#include <string.h>

static gboolean
is_list(const GOptionEntry *entry)
{
  return entry->arg == G_OPTION_ARG_FILENAME_ARRAY || entry->arg == G_OPTION_ARG_STRING_ARRAY;
}

static const GOptionEntry *
find_long(const GOptionEntry *entries, const char *name, gsize length)
{
  for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++)
    if (strlen(entry->long_name) == length && strncmp(entry->long_name, name, length) == 0)
      return entry;
  return NULL;
}

static const GOptionEntry *
find_short(const GOptionEntry *entries, char letter)
{
  for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++)
    if (entry->short_name == letter)
      return entry;
  return NULL;
}

/* The option with a value that begins at argv[*i], and its value (NULL if it is missing); NULL if there is none. *i
 * moves to the last argument that belongs to it. */
static const GOptionEntry *
read_option(const GOptionEntry *entries, int argc, char **argv, int *i, const char **value)
{
  const char *text = argv[*i];
  const GOptionEntry *entry = NULL;
  *value = NULL;
  if (text[0] != '-' || text[1] == '\0')
    return NULL;
  if (text[1] == '-') {
    const char *equals = strchr(text, '=');
    entry = find_long(entries, text + 2, equals != NULL ? (gsize) (equals - text - 2) : strlen(text + 2));
    *value = equals != NULL ? equals + 1 : NULL;
  } else { /* flags may stand before it: -jN */
    const char *letter = text + 1;
    while (*letter != '\0' && (entry = find_short(entries, *letter)) != NULL && entry->arg == G_OPTION_ARG_NONE)
      letter++;
    *value = *letter != '\0' && letter[1] != '\0' ? letter + 1 : NULL;
  }
  if (entry == NULL || entry->arg == G_OPTION_ARG_NONE)
    return NULL;
  if (*value == NULL && *i + 1 < argc)
    *value = argv[++*i];
  return entry;
}

/* The part of an option that may occur only once: the option, with the NAME of NAME=VALUE. NULL if it may be
 * repeated. */
static char *
key_of(const GOptionEntry *entry, const char *value)
{
  if (!is_list(entry))
    return g_strdup_printf("--%s", entry->long_name);
  const char *equals = strchr(value, '=');
  if (!g_str_has_prefix(entry->arg_description, "NAME=") || equals == NULL || !g_utf8_validate(value, -1, NULL))
    return NULL;
  g_autofree char *written = g_strndup(value, (gsize) (equals - value));
  g_autofree char *name = cli_name(written);
  return g_strdup_printf("--%s %s", entry->long_name, name);
}

gboolean
cli_repeated(const GOptionEntry *entries, int argc, char **argv)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (int i = 1; entries != NULL && i < argc && strcmp(argv[i], "--") != 0; i++) {
    const char *value;
    const GOptionEntry *entry = read_option(entries, argc, argv, &i, &value);
    char *key = entry != NULL && value != NULL ? key_of(entry, value) : NULL;
    if (key == NULL)
      continue;
    const char *before = g_hash_table_lookup(seen, key);
    if (before != NULL) {
      cli_message("error: %s is given twice: '%s' and '%s'; give it once", key, before, value);
      g_free(key);
      return TRUE;
    }
    g_hash_table_insert(seen, key, (gpointer) value);
  }
  return FALSE;
}
