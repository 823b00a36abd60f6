/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/stranger.h"

#include "app/cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OPTION "--stranger"
#define SECONDS 30   /* of processor time, if none are given */
#define MIB 2048     /* of memory */
#define GRACE 3      /* seconds to clean up files after the time limit */
#define MIB_LEAST 64 /* with less, the program does not start */

gboolean cli_stranger;

static guint limit_seconds = SECONDS, limit_mib = MIB;
static pid_t child;

/* The sanitizers reserve more memory than any limit would allow. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNBOUNDED_MEMORY
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNBOUNDED_MEMORY
#endif

char *
cli_stranger_help(void)
{
  return g_strdup_printf(
      "--stranger[=SECONDS[,MIB]], before or after the command, is for a file that somebody else has\n"
      "written: no other file is opened for it (reductions are not checked), and it may take %d\n"
      "seconds of processor time and %d MiB of memory by default; beyond them the exit status is 3.\n",
      SECONDS, MIB);
}

static gboolean
read_limits(const char *text)
{
  g_auto(GStrv) words = g_strsplit(text, ",", 2);
  guint64 seconds = SECONDS, mib = MIB;
  gboolean good = words[0] != NULL && g_ascii_string_to_unsigned(words[0], 10, 1, 1000000, &seconds, NULL) &&
                  (words[1] == NULL || g_ascii_string_to_unsigned(words[1], 10, MIB_LEAST, 1 << 24, &mib, NULL));
  limit_seconds = (guint) seconds;
  limit_mib = (guint) mib;
  if (!good)
    cli_message("error: --stranger=SECONDS[,MIB] needs whole numbers from 1 and from %d, not '%s'", MIB_LEAST, text);
  return good;
}

/* FALSE after a message. */
static gboolean
take_option(int *argc, char **argv)
{
  gboolean good = TRUE, options = TRUE;
  const char *limits = NULL;
  int kept = 0;
  for (int i = 0; i < *argc; i++) {
    options = options && strcmp(argv[i], "--") != 0;
    gboolean plain = options && strcmp(argv[i], OPTION) == 0, with = options && g_str_has_prefix(argv[i], OPTION "=");
    cli_stranger = cli_stranger || plain || with;
    if (with && limits != NULL) {
      cli_message("error: " OPTION " is given twice: '%s' and '%s'; give it once", limits,
                  argv[i] + strlen(OPTION "="));
      good = FALSE;
    } else if (with) {
      limits = argv[i] + strlen(OPTION "=");
      good = read_limits(limits) && good;
    }
    if (!plain && !with)
      argv[kept++] = argv[i];
  }
  *argc = kept;
  argv[kept] = NULL;
  return good;
}

/* In the child: at the limit, the command ends as after any other request to stop. */
static void
on_time_over(int number)
{
  static const char words[] = "noslip-cli: error: the processor time that --stranger allows is over; "
                              "--stranger=SECONDS allows more\n";
  if (write(STDERR_FILENO, words, sizeof words - 1) < 0)
    _exit(CLI_STOPPED);
  raise(SIGTERM);
}

static void
bound(int resource, guint64 soft, guint64 hard)
{
  struct rlimit limit = {soft, hard};
  if (setrlimit((__rlimit_resource_t) resource, &limit) == 0)
    return;
  cli_message("error: the bounds of --stranger cannot be set: %s", g_strerror(errno));
  _exit(CLI_STOPPED);
}

static void
enter_bounds(pid_t parent)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) /* the parent ended before that call */
    _exit(CLI_STOPPED);
  signal(SIGXCPU, on_time_over);
  bound(RLIMIT_CPU, limit_seconds, limit_seconds + GRACE);
  bound(RLIMIT_CORE, 0, 0);
#ifndef UNBOUNDED_MEMORY
  bound(RLIMIT_AS, (guint64) limit_mib << 20, (guint64) limit_mib << 20);
#endif
}

static void
pass_on(int number)
{
  kill(child, number);
}

static int
status_of(int status)
{
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  int number = WTERMSIG(status);
  if (number == SIGKILL)
    cli_message("error: the command was ended: more than %u seconds of processor time, or too much memory",
                limit_seconds + GRACE);
  else if (number != SIGTERM && number != SIGINT && number != SIGHUP)
    cli_message("error: the command was ended (%s): more than the %u MiB of memory that --stranger allows, or a fault "
                "of the program",
                g_strsignal(number), limit_mib);
  return CLI_STOPPED;
}

/* The terminal sends its interrupts to the child itself; a signal sent to this process alone is forwarded. */
static int
wait_for_child(void)
{
  int status = 0;
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, pass_on);
  signal(SIGHUP, pass_on);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return CLI_STOPPED;
  return status_of(status);
}

gboolean
cli_stranger_start(int *argc, char **argv, int *status)
{
  *status = CLI_INPUT;
  if (!take_option(argc, argv))
    return FALSE;
  if (!cli_stranger)
    return TRUE;
  pid_t parent = getpid();
  child = fork();
  if (child == 0) {
    enter_bounds(parent);
    return TRUE;
  }
  if (child > 0) {
    *status = wait_for_child();
  } else {
    cli_message("error: --stranger needs a process of its own: %s", g_strerror(errno));
    *status = CLI_STOPPED;
  }
  return FALSE;
}
