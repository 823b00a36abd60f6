/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/stranger.h"

#include "core/catalogue/catalogue.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK 100          /* milliseconds between two checks of `cancel` */
#define STOPPED 3         /* exit status: the computation could not continue */
#define LINK "noslip:"    /* the prefix of a link, which may be used instead of a path */
#define MESSAGE_MOST 4096 /* number of bytes of its messages that are kept */

static void
complain(NoslipDiagnostics *diagnostics, const char *path, const char *remedy, const char *cause)
{
  NoslipDiagnostic *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, remedy, "%s", cause);
  error->file = g_str_has_prefix(path, LINK) ? g_strdup(_("the link")) : g_filename_display_name(path);
  noslip_diagnostics_add(diagnostics, error);
}

/* Starts a run of one short step, which derives and compiles everything that the window needs at first. */
static gboolean
start(const char *path, const NoslipStrangerBounds *trial, const char *program, GPid *child, int *messages,
      GError **error)
{
  g_autofree char *option = g_strdup_printf("--stranger=%u,%u", trial->seconds, trial->mib);
  const char *command[] = {program, "run",      option,      "--to", "1e-6", "--step",
                           "1e-6",  "--output", "/dev/null", "--",   path,   NULL};
  const GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_SEARCH_PATH;
  return g_spawn_async_with_pipes(NULL, (char **) command, NULL, flags, NULL, NULL, child, NULL, NULL, messages, error);
}

/* Reads the child's output until it ends; FALSE if cancelled. */
static gboolean
read_output(int messages, const int *cancel, GString *text)
{
  char buffer[512];
  for (;;) {
    struct pollfd look = {messages, POLLIN, 0};
    if (cancel != NULL && g_atomic_int_get(cancel))
      return FALSE;
    if (poll(&look, 1, LOOK) == 0)
      continue;
    gssize got = read(messages, buffer, sizeof buffer);
    if (got <= 0)
      return TRUE;
    if (text->len < MESSAGE_MOST)
      g_string_append_len(text, buffer, got);
  }
}

gboolean
noslip_stranger_try(const char *path, const NoslipStrangerBounds *trial, const int *cancel,
                    NoslipDiagnostics *diagnostics)
{
  g_autofree char *beside = trial->program == NULL ? noslip_catalogue_command_line() : NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) text = g_string_new(NULL);
  GPid child;
  int messages, status = 0;
  if (!start(path, trial, beside != NULL ? beside : trial->program, &child, &messages, &error)) {
    complain(diagnostics, path, _("copy it to a folder of your own, if you trust it"), error->message);
    return FALSE;
  }
  gboolean ended = read_output(messages, cancel, text);
  close(messages);
  if (!ended)
    kill(child, SIGTERM);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  g_spawn_close_pid(child);
  if (!ended)
    return FALSE;
  /* A motion that stops early is not a reason to refuse. */
  gboolean good = WIFEXITED(status) && (WEXITSTATUS(status) != STOPPED || strstr(text->str, "--stranger") == NULL);
  if (!good) {
    g_autofree char *cause =
        g_str_has_prefix(path, LINK)
            ? g_strdup_printf(_("it takes more than %u s or %u MiB to be read"), trial->seconds, trial->mib)
            : g_strdup_printf(_("it comes from a folder that is not yours, and takes more than %u s or "
                                "%u MiB to be read"),
                              trial->seconds, trial->mib);
    complain(diagnostics, path,
             g_str_has_prefix(path, LINK) ? _("open it on a faster machine, if you trust who sent it")
                                          : _("copy it to a folder of your own, if you trust it"),
             cause);
  }
  return good;
}
