/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli: nonholonomic mechanics on the command line. */
#include "app/cli/cli.h"
#include "app/cli/describe.h"
#include "app/cli/server/server.h"
#include "app/cli/stranger.h"
#include "core/catalogue/catalogue.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const CliCommand *const commands[] = {
#define COMMAND(name) &cli_##name,
#include "app/cli/commands.def"
#undef COMMAND
};

/* The first signal lets the command clean up; a second one of any kind ends the program at once. */
static void
interrupted(int number)
{
  if (__atomic_exchange_n(&cli_cancelled, 1, __ATOMIC_RELAXED) == 0)
    return;
  signal(number, SIG_DFL);
  raise(number);
}

void
cli_catch_interrupts(void)
{
  if (__atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED))
    return;
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = interrupted}, old; /* no SA_RESTART: code that waits checks the flag */
  sigemptyset(&action.sa_mask);
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    /* under nohup the program keeps running after its terminal is closed */
    if (numbers[i] == SIGHUP && sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
      continue;
    sigaction(numbers[i], &action, NULL);
  }
}

/* A newly opened file must not get the number of a standard stream that the caller has closed. Writing to such a stream
 * must fail, so it is opened for reading. */
static void
hold_standard_streams(void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != fd)
      g_debug("standard stream %d stays closed", fd);
}

static int
print_help(void)
{
  GString *text = g_string_new("Usage: noslip-cli COMMAND [ARGUMENTS]\n\n"
                               "Nonholonomic mechanics on Lie algebroids, computed and checked.\n\nCommands:\n");
  int width = 0;
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    width = MAX(width, (int) strlen(commands[i]->name));
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    g_string_append_printf(text, "  %-*s %s\n", width, commands[i]->name, commands[i]->summary);
  g_string_append(text,
                  "\nSYSTEM is an id of the catalogue (see noslip-cli list), a file NAME.noslip, - for standard\n"
                  "input, or a set-up: a file NAME.noslip-setup or a link noslip:?s=...\n"
                  "noslip-cli COMMAND --help describes a command and shows an example. An option with a value is\n"
                  "given once; NAME=VALUE once for each NAME.\n\n");
  g_autofree char *stranger = cli_stranger_help();
  g_string_append_printf(text, "%s\n", stranger);
  g_string_append(text,
                  "noslip-cli --version prints the version and the optional libraries, --manual writes the manual\n"
                  "page, --completion bash, zsh or fish the completions for that shell. --grammar writes a TextMate\n"
                  "grammar of the language, --grammar tree-sitter a grammar.js for tree-sitter, --grammar highlights\n"
                  "its highlights.scm.\n\n");
  g_string_append(text, "Exit status: 0 done and everything held; 1 it ran, and something did not hold;\n"
                        "2 the input is wrong; 3 the computation could not continue.\n");
  int status = cli_print(text->str);
  g_string_free(text, TRUE);
  return status;
}

static int
unknown_command(const char *name)
{
  static const char *const more[] = {"help"};
  const char *known[G_N_ELEMENTS(commands) + G_N_ELEMENTS(more) + 1] = {NULL};
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    known[i] = commands[i]->name;
  known[G_N_ELEMENTS(commands)] = more[0];
  const char *near = noslip_catalogue_nearest(name, known);
  if (near != NULL)
    cli_message("error: there is no command '%s'; did you mean %s?", name, near);
  else
    cli_message("error: there is no command '%s'; noslip-cli --help lists them", name);
  return CLI_INPUT;
}

/* The first is the default. */
static const struct {
  const char *kind;
  int (*write)(void);
} grammars[] = {
    {"textmate", server_write_grammar},
    {"tree-sitter", server_write_tree_sitter},
    {"highlights", server_write_highlights},
};

static int
write_grammar(const char *kind)
{
  const char *kinds[G_N_ELEMENTS(grammars) + 1] = {NULL};
  for (guint i = 0; i < G_N_ELEMENTS(grammars); i++) {
    if (kind == NULL || strcmp(kind, grammars[i].kind) == 0)
      return grammars[i].write();
    kinds[i] = grammars[i].kind;
  }
  cli_message("error: there is no grammar '%s'; there are %s", kind, cli_join_ids(kinds, " and "));
  return CLI_INPUT;
}

int
main(int argc, char **argv)
{
  hold_standard_streams();
  gsl_set_error_handler_off();
  signal(SIGPIPE, SIG_IGN);
  g_set_prgname("noslip-cli");
  int status;
  if (!cli_stranger_start(&argc, argv, &status))
    return status;
  if (argc < 2) {
    cli_message("error: no command given; noslip-cli --help lists the commands");
    return CLI_INPUT;
  }
  const char *name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
    return print_help();
  if (strcmp(name, "--version") == 0)
    return cli_describe_version();
  if (strcmp(name, "--manual") == 0)
    return cli_describe_manual(commands, G_N_ELEMENTS(commands));
  if (strcmp(name, "--grammar") == 0)
    return write_grammar(argv[2]);
  if (strcmp(name, "--completion") == 0)
    return cli_describe_completion(argv[2], commands, G_N_ELEMENTS(commands));
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    if (strcmp(name, commands[i]->name) == 0)
      return commands[i]->run(argc - 1, argv + 1);
  return unknown_command(name);
}
