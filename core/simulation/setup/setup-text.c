/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Set-ups as text. Reading is line by line, so that one bad line does not affect the others. */
#include "core/simulation/setup/setup-private.h"

#include "core/catalogue/catalogue.h"
#include "core/output/output.h"

#include <glib/gi18n.h>
#include <string.h>

#define VERSION 1

/* Reading */

typedef struct {
  GPtrArray *setups;
  NoslipSetup *setup; /* that is being read, or NULL before the first */
  char *group;
  GString *block; /* lines of the present group so far, or NULL */
  guint line;
  const char *folder, *name;
  gboolean strange; /* untrusted: it may not name files */
  NoslipDiagnostics *diagnostics;
} Reader;

static void G_GNUC_PRINTF(4, 5)
    complain(Reader *reader, NoslipSeverity severity, const char *remedy, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  NoslipPlace place = {.line = reader->line, .column = 1, .length = 1};
  NoslipDiagnostic *diagnostic =
      noslip_diagnostic_new(severity, NOSLIP_CODE_SYNTAX, reader->line ? &place : NULL, remedy, "%s", cause);
  diagnostic->file = g_strdup(reader->name);
  noslip_diagnostics_add(reader->diagnostics, diagnostic);
}

static void
keep_line(Reader *reader, const char *key)
{
  g_hash_table_replace(reader->setup->lines,
                       key ? g_strdup_printf("%s\n%s", reader->group, key) : g_strdup(reader->group),
                       GUINT_TO_POINTER(reader->line));
}

static void
end_group(Reader *reader)
{
  if (reader->block && reader->setup)
    noslip_setup_set_block(reader->setup, reader->group, reader->block->str);
  if (reader->block)
    g_string_free(g_steal_pointer(&reader->block), TRUE);
}

static char *
taken(NoslipSetup *setup, const char *group, const char *key)
{
  char *value = noslip_setup_get(setup, group, key);
  noslip_setup_set(setup, group, key, NULL);
  return value;
}

static void
find_system(Reader *reader, NoslipSetup *setup)
{
  g_autofree char *id = taken(setup, NOSLIP_SETUP_SYSTEM, "id"), *file = taken(setup, NOSLIP_SETUP_SYSTEM, "file");
  /* An id that the catalogue does not have would be taken for the name of a file. */
  g_autofree char *known = id && reader->strange ? noslip_catalogue_path(id) : NULL;
  const char *refused = !reader->strange ? NULL : id && id[0] ? (known ? NULL : id) : file;
  if (refused && refused[0])
    complain(reader, NOSLIP_ERROR, _("copy both to a folder of your own, if you trust them"),
             _("the set-up comes from a folder that is not yours; its file “%s” is not opened"), refused);
  else if (id && id[0])
    setup->system = g_steal_pointer(&id);
  else if (file && file[0])
    setup->system = g_canonicalize_filename(file, reader->folder);
}

/* Ends a set-up, which must at least name its system. */
static void
end_setup(Reader *reader)
{
  end_group(reader);
  g_autoptr(NoslipSetup) setup = g_steal_pointer(&reader->setup);
  if (!setup)
    return;
  g_autofree char *version = taken(setup, NOSLIP_SETUP_HEAD, "version");
  setup->name = taken(setup, NOSLIP_SETUP_HEAD, "name");
  if (version && g_ascii_strtoull(version, NULL, 10) > VERSION)
    complain(reader, NOSLIP_WARNING, NULL, _("a later version wrote this set-up; unknown entries are ignored"));
  find_system(reader, setup);
  if (setup->system || noslip_setup_source(setup))
    g_ptr_array_add(reader->setups, g_steal_pointer(&setup));
  else
    complain(reader, NOSLIP_ERROR,
             _("below [System], write id=chaplygin-sleigh, file=NAME.noslip, or its text after bars"),
             _("the set-up “%s” names no system"), noslip_setup_name(setup));
}

static void
begin_group(Reader *reader, const char *name)
{
  if (g_str_equal(name, NOSLIP_SETUP_HEAD)) {
    end_setup(reader);
    reader->setup = noslip_setup_new();
    reader->setup->file = g_strdup(reader->name);
  }
  end_group(reader);
  g_free(reader->group);
  reader->group = g_strdup(name);
  if (reader->setup)
    keep_line(reader, NULL);
}

static void
complain_unread(Reader *reader, const char *line)
{
  complain(reader, NOSLIP_WARNING, _("a line is [GROUP], KEY=VALUE, a comment after #, or text after |"),
           _("“%s” cannot be read and is left out"), line);
}

static void
read_value(Reader *reader, const char *line)
{
  const char *equals = strchr(line, '=');
  g_autofree char *key = equals ? g_strstrip(g_strndup(line, (gsize) (equals - line))) : NULL;
  if (!key || !key[0] || strpbrk(key, "[]")) {
    complain_unread(reader, line);
    return;
  }
  g_autofree char *value = g_strstrip(g_strdup(equals + 1));
  g_key_file_set_value(reader->setup->keys, reader->group, key, value);
  keep_line(reader, key);
}

/* Whether a key file allows this name of a group. */
static gboolean
is_group(const char *name)
{
  for (const char *c = name; *c; c++)
    if (*c == '[' || *c == ']' || g_ascii_iscntrl(*c))
      return FALSE;
  return TRUE;
}

/* The lines after a malformed group line belong to it: they are in no known group. */
static void
read_head(Reader *reader, char *line)
{
  gsize length = strlen(line);
  if (length > 2 && line[length - 1] == ']') {
    line[length - 1] = '\0';
    if (is_group(line + 1)) {
      begin_group(reader, line + 1);
      return;
    }
    line[length - 1] = ']';
  }
  if (reader->setup)
    complain_unread(reader, line);
  end_group(reader);
  g_clear_pointer(&reader->group, g_free);
}

static void
read_line(Reader *reader, char *line)
{
  if (line[0] == '|' && reader->group) { /* unchanged, except for the blank after the bar */
    if (!reader->block)
      reader->block = g_string_new(NULL);
    g_string_append(reader->block, line + (line[1] == ' ' ? 2 : 1));
    g_string_append_c(reader->block, '\n');
    return;
  }
  g_strstrip(line);
  if (line[0] == '\0' || line[0] == '#')
    return;
  if (line[0] == '[')
    read_head(reader, line);
  else if (reader->setup && reader->group)
    read_value(reader, line);
}

static const char *
first_line(const char *text)
{
  for (;; text++) {
    text += strspn(text, " \t\r\n");
    if (*text != '#')
      return text;
    text += strcspn(text, "\n");
    if (!*text)
      return text;
  }
}

gboolean
noslip_setup_is_text(const char *text)
{
  return text && g_str_has_prefix(first_line(text), "[" NOSLIP_SETUP_HEAD "]");
}

static GPtrArray *
read_text(const char *text, const char *folder, const char *name, gboolean strange, NoslipDiagnostics *diagnostics)
{
  Reader reader = {.folder = folder, .name = name, .strange = strange, .diagnostics = diagnostics};
  reader.setups = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_setup_unref);
  if (!noslip_setup_is_text(text)) {
    complain(&reader, NOSLIP_ERROR, _("its first line must be [Noslip set-up]"), _("this is not a set-up"));
    return reader.setups;
  }
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    gsize length = strlen(lines[i]);
    if (length > 0 && lines[i][length - 1] == '\r')
      lines[i][length - 1] = '\0';
    reader.line = i + 1;
    read_line(&reader, lines[i]);
  }
  end_setup(&reader);
  g_free(reader.group);
  return reader.setups;
}

GPtrArray *
noslip_setups_from_text(const char *text, const char *folder, const char *name, NoslipDiagnostics *diagnostics)
{
  return read_text(text, folder, name, FALSE, diagnostics);
}

/* The absolute path of a file's folder: systems are named by absolute paths. */
static char *
folder_of(const char *file)
{
  g_autofree char *absolute = g_canonicalize_filename(file, NULL);
  return g_path_get_dirname(absolute);
}

GPtrArray *
noslip_setups_read(const char *file, NoslipDiagnostics *diagnostics)
{
  gsize length = 0;
  g_autofree char *text = noslip_catalogue_read(file, &length, diagnostics);
  if (!text)
    return g_ptr_array_new_with_free_func((GDestroyNotify) noslip_setup_unref);
  g_autofree char *valid = g_utf8_make_valid(text, (gssize) length), *folder = folder_of(file),
                  *name = g_filename_display_basename(file);
  return read_text(valid, folder, name, noslip_catalogue_is_strange(file), diagnostics);
}

void
noslip_setup_complain(const NoslipSetup *setup, const char *group, const char *key, const char *cause,
                      const char *remedy, NoslipDiagnostics *diagnostics)
{
  g_autofree char *id = g_strdup_printf("%s\n%s", group, key ? key : "");
  guint line = GPOINTER_TO_UINT(g_hash_table_lookup(setup->lines, key ? id : group));
  NoslipPlace place = {.line = line, .column = 1, .length = 1};
  NoslipDiagnostic *diagnostic =
      noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_ARGUMENT, line ? &place : NULL, remedy, "%s", cause);
  diagnostic->file = g_strdup(setup->file);
  noslip_diagnostics_add(diagnostics, diagnostic);
}

/* Writing */

static void
append_block(GString *text, const char *block)
{
  if (!block)
    return;
  g_auto(GStrv) lines = g_strsplit(block, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (lines[i + 1] || lines[i][0]) /* the last line has ended */
      g_string_append_printf(text, "|%s%s\n", lines[i][0] ? " " : "", lines[i]);
}

static void
append_keys(GString *text, GKeyFile *keys, const char *group)
{
  g_auto(GStrv) list = g_key_file_get_keys(keys, group, NULL, NULL);
  for (guint i = 0; list && list[i]; i++) {
    g_autofree char *value = g_key_file_get_value(keys, group, list[i], NULL);
    g_string_append_printf(text, "%s=%s\n", list[i], value);
  }
}

static void
append_system(GString *text, const NoslipSetup *setup, const char *folder)
{
  g_string_append(text, "\n[" NOSLIP_SETUP_SYSTEM "]\n");
  g_autofree char *parent = setup->system ? g_path_get_dirname(setup->system) : NULL;
  g_autofree char *base = setup->system ? g_path_get_basename(setup->system) : NULL;
  if (setup->system && g_path_is_absolute(setup->system))
    g_string_append_printf(text, "file=%s\n", g_strcmp0(parent, folder) == 0 ? base : setup->system);
  else if (setup->system)
    g_string_append_printf(text, "id=%s\n", setup->system);
  append_keys(text, setup->keys, NOSLIP_SETUP_SYSTEM);
  append_block(text, noslip_setup_source(setup));
}

static void
append_setup(GString *text, const NoslipSetup *setup, const char *folder)
{
  g_string_append_printf(text, "[" NOSLIP_SETUP_HEAD "]\nversion=%d\n", VERSION);
  if (setup->name && setup->name[0])
    g_string_append_printf(text, "name=%s\n", setup->name);
  append_keys(text, setup->keys, NOSLIP_SETUP_HEAD);
  append_system(text, setup, folder);
  g_auto(GStrv) groups = g_key_file_get_groups(setup->keys, NULL);
  for (guint i = 0; groups[i]; i++) {
    if (g_str_equal(groups[i], NOSLIP_SETUP_HEAD) || g_str_equal(groups[i], NOSLIP_SETUP_SYSTEM))
      continue;
    g_string_append_printf(text, "\n[%s]\n", groups[i]);
    append_keys(text, setup->keys, groups[i]);
    append_block(text, noslip_setup_block(setup, groups[i]));
  }
  GHashTableIter iter;
  gpointer group, block;
  g_hash_table_iter_init(&iter, setup->blocks);
  while (g_hash_table_iter_next(&iter, &group, &block))
    if (!g_key_file_has_group(setup->keys, group) && !g_str_equal(group, NOSLIP_SETUP_SYSTEM)) {
      g_string_append_printf(text, "\n[%s]\n", (const char *) group);
      append_block(text, block);
    }
}

char *
noslip_setups_to_text(guint n, NoslipSetup *const *setups, const char *folder)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    if (i > 0)
      g_string_append_c(text, '\n');
    append_setup(text, setups[i], folder);
  }
  return g_string_free(text, FALSE);
}

gboolean
noslip_setups_write(guint n, NoslipSetup *const *setups, const char *file, GError **error)
{
  g_autofree char *folder = folder_of(file), *text = noslip_setups_to_text(n, setups, folder);
  return noslip_output_write(file, text, strlen(text), NOSLIP_OUTPUT_ANY, NULL, error);
}
