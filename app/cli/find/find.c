/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find SUBJECT SYSTEM. */
#include "app/cli/find/find.h"

#include "app/cli/describe.h"
#include "core/catalogue/catalogue.h"

#include <string.h>

static const CliCommand *const subjects[] = {
#define SUBJECT(name) &cli_find_##name,
#include "app/cli/find/subjects.def"
#undef SUBJECT
};

GOptionEntry *
find_entries(FindOptions *options, const GOptionEntry *extra)
{
  options->seed = 1;
  const GOptionEntry shared[] = {
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"initial", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->initial,
       "Initial value of a coordinate or velocity (may repeat)", "NAME=VALUE"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &options->dynamics,
       "nonholonomic, vakonomic or free (the system's if not given)", "D"},
      {"seed", 0, 0, G_OPTION_ARG_INT, &options->seed, "Seed of the random states (1 if not given)", "N"},
      CLI_JSON_ENTRY(&options->json),
      {NULL},
  };
  return cli_entries_join(extra, shared);
}

void
find_options_clear(FindOptions *options)
{
  g_strfreev(options->set);
  g_strfreev(options->initial);
  g_free(options->dynamics);
}

int
find_load(CliProblem *problem, const char *name, const FindOptions *options)
{
  CliSetup setup = {.set = options->set, .initial = options->initial, .dynamics = options->dynamics};
  int status = cli_problem_load(problem, name, &setup);
  if (status == CLI_DONE)
    status = cli_problem_start(problem, FALSE);
  if (status == CLI_DONE)
    cli_catch_interrupts();
  return status;
}

static const char *
subject_of(const CliCommand *command)
{
  return strchr(command->name, ' ') + 1;
}

static int
print_subjects(void)
{
  g_autoptr(GString) text = g_string_new("Usage: noslip-cli find SUBJECT SYSTEM [OPTIONS]\n\nSubjects:\n");
  for (guint i = 0; i < G_N_ELEMENTS(subjects); i++)
    g_string_append_printf(text, "  %-12s %s\n", subject_of(subjects[i]), subjects[i]->summary);
  g_string_append(text, "\nnoslip-cli find SUBJECT --help shows its options.\n");
  return cli_print(text->str);
}

/* For the manual page and the completions: the subjects, and the options of all of them, each once. */
static void
describe_subjects(void)
{
  GArray *options = cli_describing->options;
  for (guint i = 0; i < G_N_ELEMENTS(subjects); i++) {
    char *arguments[] = {(char *) subjects[i]->name, NULL};
    subjects[i]->run(1, arguments);
    g_ptr_array_add(cli_describing->subjects, (gpointer) subjects[i]);
  }
  for (guint i = 0; i < options->len; i++)
    for (guint j = options->len - 1; j > i; j--)
      if (strcmp(g_array_index(options, GOptionEntry, i).long_name,
                 g_array_index(options, GOptionEntry, j).long_name) == 0)
        g_array_remove_index(options, j);
}

static int
run(int argc, char **argv)
{
  if (cli_describing != NULL) {
    describe_subjects();
    return CLI_DONE;
  }
  if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
    return print_subjects();
  for (guint i = 0; argc >= 2 && i < G_N_ELEMENTS(subjects); i++)
    if (strcmp(argv[1], subject_of(subjects[i])) == 0)
      return subjects[i]->run(argc - 1, argv + 1);
  const char *known[G_N_ELEMENTS(subjects) + 1] = {NULL};
  for (guint i = 0; i < G_N_ELEMENTS(subjects); i++)
    known[i] = subject_of(subjects[i]);
  const char *near = argc >= 2 ? noslip_catalogue_nearest(argv[1], known) : NULL;
  g_autofree char *list = g_strjoinv(", ", (char **) known);
  if (near != NULL)
    cli_message("error: find has no subject '%s'; did you mean %s?", argv[1], near);
  else
    cli_message("error: find needs one of %s and a SYSTEM", list);
  return CLI_INPUT;
}

const CliCommand cli_find = {
    .name = "find",
    .usage = "SUBJECT SYSTEM",
    .summary = "Find conserved quantities, invariant measures, equilibria and periodic motions.",
    .example = "noslip-cli find conserved snakeboard",
    .run = run,
};
