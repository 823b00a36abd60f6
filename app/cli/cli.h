/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of noslip-cli share. Data go to standard output, messages to standard error. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/integrate/run.h"
#include "core/output/output.h"
#include "core/system/dynamics-kind.h"
#include "core/system/state.h"

/* Exit statuses; noslip-cli --help tells them too. */
enum {
  CLI_DONE = 0,    /* done, and everything held */
  CLI_FAILED = 1,  /* it ran, and something did not hold */
  CLI_INPUT = 2,   /* the input is wrong */
  CLI_STOPPED = 3, /* the computation could not go on */
};
/* The status that tells more: wrong input before a computation that stopped before something that failed. */
int cli_worse(int a, int b);

typedef struct {
  const char *name;
  const char *usage;                 /* what follows the name: "SYSTEM [--json]" */
  const char *summary;               /* one sentence */
  const char *details;               /* more of them, lines of at most 110 characters; or NULL */
  const char *example;               /* works as typed */
  int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} CliCommand;
#define COMMAND(name) extern const CliCommand cli_##name;
#include "app/cli/commands.def"
#undef COMMAND

/* Reads the options of a command; on failure says what is wrong and returns FALSE. What is left in argv are the
 * command's arguments, of which there must be least .. most (most 0: any number). */
gboolean cli_parse(const CliCommand *command, const GOptionEntry *entries, int *argc, char ***argv, int least,
                   int most);
/* One list of both, each of which ends with a NULL entry; free with g_free(). */
GOptionEntry *cli_entries_join(const GOptionEntry *first, const GOptionEntry *second);
/* The option of every command that prints JSON too. */
#define CLI_JSON_ENTRY(json)                                                                                           \
  {                                                                                                                    \
    "json", 0, 0, G_OPTION_ARG_NONE, (json), "Print JSON", NULL                                                        \
  }
/* Of the finder's commands that draw nothing at random: all of them take a seed. */
#define CLI_SEED_ENTRY(seed)                                                                                           \
  {                                                                                                                    \
    "seed", 0, 0, G_OPTION_ARG_INT, (seed), "Accepted as by the other commands; nothing is random here", "N"           \
  }

/* "noslip-cli: MESSAGE" and a newline on standard error. */
void cli_message(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Prints all of them and returns the worst status of the errors, 0 where there is none. */
int cli_report(const NoslipDiagnostics *diagnostics);
/* The same where expressions were read from an option, which is what they are called: "--of:1:3: error: …". */
int cli_report_option(const char *option, NoslipDiagnostics *diagnostics);
int cli_report_one(const NoslipDiagnostic *diagnostic);
/* How many warnings were reported so far. */
guint cli_n_warnings(void);
/* What has no place of its own is reported as being about this system from now on (NULL: about none). */
void cli_report_about(const NoslipSystem *system);

/* A whole text that is a finite number; says what is wrong otherwise. `what` names it: "--rtol". */
gboolean cli_number(const char *what, const char *text, double *value);
/* NAME=VALUE; *name is newly allocated. */
gboolean cli_assignment(const char *option, const char *text, char **name, double *value);

/* What the commands that compute have in common: one system, its parameters, its initial state. */
typedef struct {
  char **set, **initial; /* NAME=VALUE */
  char **input;          /* NAME=EXPR */
  char *dynamics, *trial, *to, *step, *method, *rtol, *atol, *fixed_step;
  gboolean no_stabilise, consistent;
} CliSetup;
/* Option entries for the above; free with g_free(). `extra` (ends with a NULL entry) come first. */
GOptionEntry *cli_setup_entries(CliSetup *setup, const GOptionEntry *extra);
void cli_setup_clear(CliSetup *setup);

typedef struct {
  NoslipSystem *system;
  char *file;         /* the system was read from it */
  GPtrArray *courses; /* of inputs from --input: name, expression, name, …; or NULL */
  char **inputs;      /* this one, and those that it includes or reduces to: none may be written */
  char *formulation;  /* of the set-up that the problem was read from, or NULL */
  NoslipDynamicsKind kind;
  gboolean consistent; /* given initial values that contradict a constraint make way */
  double *parameters;  /* n_parameters */
  GArray *overrides;   /* of NoslipOverride; names belong to override_names */
  GPtrArray *override_names;
  double *xy; /* m + n */
  double *mu; /* k */
  NoslipRunOptions options;
  NoslipDiagnostics *read; /* what reading the text said; it has been printed */
} CliProblem;
/* The system of a catalogue id, a file or, for "-", standard input: as noslip_catalogue_load_source(); without `starts`
 * its initial state is not looked at. */
NoslipSystem *cli_load(const char *name, char **file, char **text, gboolean starts, NoslipDiagnostics *diagnostics);
/* Loads the system and applies the set-up; 0, or a status after messages. Call cli_problem_clear() in any case. */
int cli_problem_load(CliProblem *problem, const char *name, const CliSetup *setup);
void cli_problem_clear(CliProblem *problem);
/* parameters from --set alone, and one override; for commands without the other options. */
gboolean cli_problem_set(CliProblem *problem, char **set);
/* The kind of dynamics by its name ("vakonomic"). */
gboolean cli_problem_kind(CliProblem *problem, const char *text);
gboolean cli_problem_override(CliProblem *problem, const char *option, char **assignments);
/* Adds the initial values of a trial as overrides; overrides that are there already stay. */
void cli_problem_trial(CliProblem *problem, guint trial);
/* Fills in xy and mu; 0 or a status after messages. Notes go to standard error where `notes`. */
int cli_problem_start(CliProblem *problem, gboolean notes);
/* "multipliers, gibbs-appell … or hamiltonian": the ids that people choose from, in the order of the table; `last` comes
 * before the last one. Kept for the life of the program. */
const char *cli_formulation_list(const char *last);
const char *cli_method_list(const char *last);
/* A formulation that people choose by its id; NULL after a message. */
const NoslipFormulation *cli_formulation(const char *id);
/* The formulation by its id (NULL: the default of the kind of dynamics), compiled; NULL and *status after messages. */
NoslipDynamics *cli_problem_dynamics(const CliProblem *problem, const char *formulation, int *status);
/* The state's names: coordinates, fibre coordinates, mu(…). NULL-terminated, free with g_free(). */
const char **cli_state_names(const NoslipSystem *system);

/* The results of one command: all files take their names at the end, or none does. */
typedef struct {
  NoslipOutput *files;
  gboolean failed;
  gboolean quiet;     /* the reader closed the pipe: stop without a message */
  gboolean cancelled; /* while a pipe was waited for */
} CliOutput;
/* The system's file is none of the results; `problem` may be NULL. Call cli_output_end() in any case. */
void cli_output_start(CliOutput *output, const CliProblem *problem);
/* NULL or "-": standard output. NULL after a message; the file is the output's. */
NoslipOutputFile *cli_output_add(CliOutput *output, const char *path);
/* FALSE after a message (of the first failure). */
gboolean cli_output_write(CliOutput *output, NoslipOutputFile *file, const char *text, gsize length);
/* Gives the files their names where the results are complete and nothing failed; else each stays as it was, and what
 * was written is left in FILE.partial. CLI_DONE; CLI_STOPPED where it was not complete; CLI_INPUT after a message where
 * something could not be written. */
int cli_output_end(CliOutput *output, gboolean complete);
/* Instead of that, where nothing was computed: each file stays as it was. CLI_STOPPED where a signal ended the waiting
 * for a pipe, else CLI_INPUT. */
int cli_output_drop(CliOutput *output);
/* One text as one file, which is not that of the problem (NULL: of none); the path as for cli_output_add(). */
int cli_output_text(const CliProblem *problem, const char *path, const char *text);
/* A whole text to standard output. */
int cli_print(const char *text);
/* The same for people: what would act on a terminal (control characters, marks of direction) is written out. */
int cli_print_text(const char *text);

/* Whether a state of the system has this name: also x' of any coordinate x. */
gboolean cli_is_state_name(const NoslipSystem *system, const char *name);

/* Set by SIGINT, SIGTERM or SIGHUP; computations read it and end as if they could not go on. Only from cli_catch_interrupts() on:
 * what does not read it, like the derivation of equations, is ended by the signal itself. A second signal ends the
 * program at once. */
extern int cli_cancelled;
void cli_catch_interrupts(void);

/* A text in the canonical layout (format.c); NULL where that would change its meaning. Free with g_free(). */
char *cli_format_text(const char *text);
