/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "core/base/shown.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean
fail(CliOutput *output, const char *what, int error)
{
  output->failed = TRUE;
  output->quiet = error == EPIPE; /* the reader has seen enough */
  if (!output->quiet) {
    g_autofree char *shown =
        output->target != NULL ? g_filename_display_name(output->target) : g_strdup("standard output");
    cli_message("error: %s %s: %s", what, shown, g_strerror(error));
  }
  return FALSE;
}

/* A new file beside the target, so that renaming it is atomic. */
static gboolean
open_temporary(CliOutput *output)
{
  g_autofree char *folder = g_path_get_dirname(output->target);
  g_autofree char *base = g_path_get_basename(output->target);
  g_autofree char *pattern = g_strdup_printf("%s/.%.64s.XXXXXX", folder, base);
  output->fd = g_mkstemp_full(pattern, O_RDWR | O_CLOEXEC, 0666);
  if (output->fd < 0)
    return fail(output, "cannot write", errno);
  output->temporary = g_steal_pointer(&pattern);
  return TRUE;
}

static gboolean
open_target(CliOutput *output)
{
  struct stat status;
  if (stat(output->target, &status) != 0)
    return open_temporary(output);
  if (S_ISDIR(status.st_mode))
    return fail(output, "cannot write", EISDIR);
  if (S_ISREG(status.st_mode))
    return access(output->target, W_OK) == 0 ? open_temporary(output) : fail(output, "cannot write", errno);
  output->fd = open(output->target, O_WRONLY | O_CLOEXEC);
  return output->fd >= 0 ? TRUE : fail(output, "cannot write", errno);
}

gboolean
cli_output_open(CliOutput *output, const char *path)
{
  *output = (CliOutput){.fd = STDOUT_FILENO};
  if (path == NULL || strcmp(path, "-") == 0)
    return TRUE;
  output->fd = -1;
  /* A link stays a link: what it points to is replaced. */
  char *real = realpath(path, NULL);
  output->target = g_strdup(real != NULL ? real : path);
  free(real);
  if (open_target(output))
    return TRUE;
  g_clear_pointer(&output->target, g_free);
  return FALSE;
}

gboolean
cli_output_write(CliOutput *output, const char *text, gsize length)
{
  while (length > 0 && !output->failed) {
    gssize written = write(output->fd, text, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail(output, "cannot write", errno);
    text += written;
    length -= (gsize) written;
  }
  return !output->failed;
}

/* The permissions that the file had before, where there was one. */
static void
keep_permissions(const CliOutput *output)
{
  struct stat status;
  if (stat(output->target, &status) == 0 && fchmod(output->fd, status.st_mode & 07777) != 0)
    g_debug("the permissions of %s are not kept", output->target);
}

int
cli_output_close(CliOutput *output)
{
  if (output->temporary != NULL && !output->failed) {
    keep_permissions(output);
    if (fsync(output->fd) != 0 && errno != EINVAL)
      fail(output, "cannot write", errno);
  }
  if (output->fd > STDERR_FILENO && close(output->fd) != 0 && !output->failed)
    fail(output, "cannot write", errno);
  if (output->temporary != NULL) {
    if (!output->failed && rename(output->temporary, output->target) != 0)
      fail(output, "cannot write", errno);
    if (output->failed)
      unlink(output->temporary);
  }
  g_clear_pointer(&output->temporary, g_free);
  g_clear_pointer(&output->target, g_free);
  return output->failed && !output->quiet ? CLI_INPUT : CLI_DONE;
}

int
cli_print(const char *text)
{
  CliOutput output;
  cli_output_open(&output, NULL);
  cli_output_write(&output, text, strlen(text));
  return cli_output_close(&output);
}

int
cli_print_text(const char *text)
{
  g_autofree char *shown = noslip_shown(text, "\t\n");
  return cli_print(shown);
}
