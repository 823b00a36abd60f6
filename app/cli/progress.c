/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/progress.h"

#include "app/cli/cli.h"

#include <stdio.h>
#include <unistd.h>

#define OFTEN (G_USEC_PER_SEC / 10)

static gint64 shown_at; /* of the line that is shown; 0: none is */

void
cli_progress(const char *format, ...)
{
  gint64 now = g_get_monotonic_time();
  if (!isatty(STDERR_FILENO) || (shown_at != 0 && now - shown_at < OFTEN))
    return;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  fprintf(stderr, "\r\033[K%s", text);
  fflush(stderr);
  shown_at = now;
}

void
cli_progress_end(void)
{
  if (shown_at == 0)
    return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  shown_at = 0;
}
