/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of systems: the file of an id, and the text of a file or of standard input. */
#include "core/catalogue/catalogue-private.h"
#include "core/catalogue/catalogue.h"
#include "core/language/language.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the text is an id: a file's name, optionally after the folder of companions. */
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

/* Reads the rest of `fd` up to `most` bytes and one more; -1 if reading failed. */
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

/* What a file is expected to hold: its limit in bytes, and the words of refusals. */
typedef struct {
  gsize most;
  const char *limit, *too_large, *save_first;
} Content;

static char *
read_file(const char *path, const Content *content, gsize *length, NoslipDiagnostics *diagnostics)
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
    add_file_error(diagnostics, NOSLIP_CODE_FILE, path, content->save_first, _("is not a regular file"));
  } else if ((guint64) status.st_size > content->most) {
    add_file_error(diagnostics, NOSLIP_CODE_TOO_LARGE, path, content->limit, content->too_large);
  } else {
    text = g_malloc(content->most + 2);
    gssize got = read_all(fd, text, content->most);
    if (got < 0 || (gsize) got > content->most) {
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

char *
noslip_catalogue_read(const char *path, gsize *length, NoslipDiagnostics *diagnostics)
{
  const Content system = {NOSLIP_LANGUAGE_MOST_BYTES, _("a system's text is at most 4 MiB long"),
                          _("is too large to be the text of a system"), _("save the system to a file first")};
  return read_file(path, &system, length, diagnostics);
}

char *
noslip_catalogue_read_data(const char *path, gsize *length, NoslipDiagnostics *diagnostics)
{
  const Content data = {NOSLIP_CATALOGUE_MOST_DATA, _("leave rows out: data are at most 32 MiB long"),
                        _("is too large to be a table of data"), _("save the data to a file first")};
  return read_file(path, &data, length, diagnostics);
}

char *
noslip_catalogue_read_standard_input(gsize *length, NoslipDiagnostics *diagnostics)
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
