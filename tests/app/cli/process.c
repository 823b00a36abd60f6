/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;

void
result_clear(Result *result)
{
  g_clear_pointer(&result->output, g_free);
  g_clear_pointer(&result->messages, g_free);
}

static char *
text_of(GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data(bytes, &length);
  return length > 0 ? g_strndup(data, length) : g_strdup("");
}

static Result
run_line(const char *line)
{
  g_autoptr(GError) error = NULL;
  Result result = {0};
  /* in the foreground: otherwise timeout sends each signal twice, to the program and to its group */
  g_autofree char *command = g_strdup_printf("timeout --foreground 200 '%s' %s", g_getenv("NOSLIP_CLI"), line);
  g_autoptr(GSubprocess) process = g_subprocess_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                                                    &error, "bash", "-c", command, NULL);
  g_assert_no_error(error);
  g_autoptr(GBytes) output = NULL;
  g_autoptr(GBytes) messages = NULL;
  g_assert_true(g_subprocess_communicate(process, NULL, NULL, &output, &messages, &error));
  g_assert_no_error(error);
  result.status = g_subprocess_get_if_exited(process) ? g_subprocess_get_exit_status(process) : -1;
  result.output = text_of(output);
  result.messages = text_of(messages);
  return result;
}

Result
run_cli(const char *line, ...)
{
  va_list arguments;
  va_start(arguments, line);
  g_autofree char *text = g_strdup_vprintf(line, arguments);
  va_end(arguments);
  return run_line(text);
}

Result
expect(int status, const char *line, ...)
{
  va_list arguments;
  va_start(arguments, line);
  g_autofree char *text = g_strdup_vprintf(line, arguments);
  va_end(arguments);
  Result result = run_line(text);
  if (result.status != status)
    g_error("noslip-cli %s: status %d, not %d\n%s", text, result.status, status, result.messages);
  assert_lacks(result.messages, "Sanitizer");
  assert_lacks(result.messages, "CRITICAL");
  if (status >= 2 && *result.messages == '\0')
    g_error("noslip-cli %s: failed without a message", text);
  return result;
}

const char *
scratch(void)
{
  if (folder == NULL)
    folder = g_dir_make_tmp("noslip-cli-XXXXXX", NULL);
  g_assert_nonnull(folder);
  return folder;
}

void
scratch_remove(void)
{
  if (folder == NULL)
    return;
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  const char *name;
  while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_remove(path);
  }
  g_rmdir(folder);
  g_clear_pointer(&folder, g_free);
}

char *
scratch_write(const char *name, const char *text, gssize length)
{
  char *path = g_build_filename(scratch(), name, NULL);
  g_assert_true(g_file_set_contents(path, text, length, NULL));
  return path;
}

gboolean
scratch_is_empty_but(const char *only)
{
  g_autoptr(GDir) dir = g_dir_open(scratch(), 0, NULL);
  const char *name;
  while ((name = g_dir_read_name(dir)) != NULL)
    if (g_strcmp0(name, only) != 0 && !g_str_has_suffix(name, ".noslip"))
      return FALSE;
  return TRUE;
}

JsonNode *
json_of(const Result *result)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = json_from_string(result->output, &error);
  g_assert_no_error(error);
  g_assert_nonnull(node);
  return node;
}

void
assert_contains(const char *text, const char *part)
{
  if (strstr(text, part) == NULL)
    g_error("'%s' is not in:\n%s", part, text);
}

void
assert_lacks(const char *text, const char *part)
{
  if (strstr(text, part) != NULL)
    g_error("'%s' is in:\n%s", part, text);
}

guint
count_lines(const char *text)
{
  guint n = 0;
  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}
