/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the commands of noslip-cli. Data are written to standard output, messages to standard error. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/integrate/run.h"
#include "core/output/output.h"
#include "core/simulation/hand/hand-run.h"
#include "core/system/dynamics-kind.h"
#include "core/system/state.h"

/* Exit statuses; noslip-cli --help lists them too. */
enum {
  CLI_DONE = 0,    /* done, and everything held */
  CLI_FAILED = 1,  /* the command ran, and a check failed */
  CLI_INPUT = 2,   /* the input is wrong */
  CLI_STOPPED = 3, /* the computation could not continue */
};
/* The more important of two statuses: wrong input, then a computation that stopped, then a check that failed. */
int cli_worse(int a, int b);

typedef struct {
  const char *name;
  const char *usage;                 /* what follows the name: "SYSTEM [--json]" */
  const char *summary;               /* one sentence */
  const char *details;               /* more lines of help, of at most 110 characters each; or NULL */
  const char *example;               /* works as typed */
  int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} CliCommand;
#define COMMAND(name) extern const CliCommand cli_##name;
#include "app/cli/commands.def"
#undef COMMAND

/* Reads the options of a command; on failure prints the error and returns FALSE. The command's arguments remain in
 * argv; there must be least .. most of them (most 0: any number). */
gboolean cli_parse(const CliCommand *command, const GOptionEntry *entries, int *argc, char ***argv, int least,
                   int most);
/* Concatenates two lists, each of which ends with a NULL entry; free with g_free(). */
GOptionEntry *cli_entries_join(const GOptionEntry *first, const GOptionEntry *second);
/* The option of every command that can also print JSON. */
#define CLI_JSON_ENTRY(json)                                                                                           \
  {                                                                                                                    \
    "json", 0, 0, G_OPTION_ARG_NONE, (json), "Print JSON", NULL                                                        \
  }
/* For the finder's commands that use no random numbers: all of them accept a seed. */
#define CLI_SEED_ENTRY(seed)                                                                                           \
  {                                                                                                                    \
    "seed", 0, 0, G_OPTION_ARG_INT, (seed), "Accepted by all finders; this one uses no random numbers", "N"            \
  }

/* "noslip-cli: MESSAGE" and a newline on standard error. */
void cli_message(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Prints all diagnostics and returns the worst status of the errors, 0 if there is none. */
int cli_report(const NoslipDiagnostics *diagnostics);
/* The same for expressions that were read from an option; the option's name takes the place of the file's: "--of:1:3:
 * error: …". */
int cli_report_option(const char *option, NoslipDiagnostics *diagnostics);
int cli_report_one(const NoslipDiagnostic *diagnostic);
/* The number of warnings reported so far. */
guint cli_n_warnings(void);
/* Sets the system name that is reported with diagnostics without a place of their own (NULL: none). */
void cli_report_about(const NoslipSystem *system);

/* Reads a text that must be one finite number; prints an error otherwise. `what` names it in the error: "--rtol". */
gboolean cli_number(const char *what, const char *text, double *value);
/* The name of a coordinate, velocity … as the system language compares it, in NFC and with ASCII primes, without spaces
 * around it; free with g_free(). */
char *cli_name(const char *written);
/* NAME=VALUE; *name is newly allocated. */
gboolean cli_assignment(const char *option, const char *text, char **name, double *value);

/* Shared by the commands that compute: one system, its parameters, its initial state. */
typedef struct {
  char **set, **initial; /* NAME=VALUE */
  char **input;          /* NAME=EXPR */
  char *dynamics, *trial, *to, *step, *method, *rtol, *atol, *fixed_step;
  gboolean no_stabilise, consistent;
  gboolean takes_hands; /* the command computes the movements of hands of a set-up; otherwise they are refused */
  char *hands;          /* these movements, as in noslip_gestures_from_text(), or NULL */
} CliSetup;
/* Option entries for the above; free with g_free(). The entries of `extra` (ends with a NULL entry) come first. */
GOptionEntry *cli_setup_entries(CliSetup *setup, const GOptionEntry *extra);
void cli_setup_clear(CliSetup *setup);

typedef struct {
  NoslipSystem *system;
  char *file;               /* the file that the system was read from */
  GPtrArray *courses;       /* of inputs from --input: name, expression, name, …; or NULL */
  char **inputs;            /* this file, and those that it includes or reduces to: results must not overwrite them */
  char *formulation;        /* the formulation of the set-up that the problem was read from, or NULL */
  NoslipGestures *gestures; /* its movements of hands, whose values at t = 0 are among the parameters; or NULL */
  NoslipDynamicsKind kind;
  gboolean consistent; /* given initial values that contradict a constraint are adjusted */
  double *parameters;  /* n_parameters */
  GArray *overrides;   /* of NoslipOverride; names belong to override_names */
  GPtrArray *override_names;
  double *xy; /* m + n */
  double *mu; /* k */
  NoslipRunOptions options;
  NoslipDiagnostics *read; /* diagnostics of reading the text, already printed */
} CliProblem;
/* The system of a catalogue id, a file or, for "-", standard input: as noslip_catalogue_load_source(); without `starts`
 * its initial state is not checked. */
NoslipSystem *cli_load(const char *name, char **file, char **text, gboolean starts, NoslipDiagnostics *diagnostics);
/* Loads the system and applies the set-up; 0, or a status after messages. Call cli_problem_clear() in either case. */
int cli_problem_load(CliProblem *problem, const char *name, const CliSetup *setup);
void cli_problem_clear(CliProblem *problem);
/* Applies the parameters of --set alone, and one override; for commands without the other options. */
gboolean cli_problem_set(CliProblem *problem, char **set);
/* The kind of dynamics by its name ("vakonomic"). */
gboolean cli_problem_kind(CliProblem *problem, const char *text);
gboolean cli_problem_override(CliProblem *problem, const char *option, char **assignments);
/* Adds the initial values of a trial as overrides; existing overrides are kept. */
void cli_problem_trial(CliProblem *problem, guint trial);
/* Fills in xy and mu; 0 or a status after messages. Notes on given values that were replaced are printed to standard
 * error, the others only if `notes`. */
int cli_problem_start(CliProblem *problem, gboolean notes);
/* "multipliers, gibbs-appell … or hamiltonian": the ids that the user can choose from, in the order of the table;
 * `last` comes before the last one. The string is never freed. */
const char *cli_formulation_list(const char *last);
const char *cli_method_list(const char *last);
/* What `export --as` takes: languages, pages, links. NULL-terminated, free with g_free(). */
const char **cli_export_ids(void);
/* "a, b or c" of a NULL-terminated list. Kept for the life of the program. */
const char *cli_join_ids(const char *const *ids, const char *last);
/* A formulation that the user can choose, by its id; NULL after a message. */
const NoslipFormulation *cli_formulation(const char *id);
/* The formulation by its id (NULL: the default of the kind of dynamics), compiled; NULL and *status after messages. */
NoslipDynamics *cli_problem_dynamics(const CliProblem *problem, const char *formulation, int *status);
/* The motion from the problem's initial state, with its movements of hands; NULL and *status after messages. */
NoslipHandRun *cli_problem_run(const CliProblem *problem, NoslipDynamics *dynamics, NoslipPushes *pushes, int *status);
/* The state's names: coordinates, fibre coordinates, mu(…). NULL-terminated, free with g_free(). */
const char **cli_state_names(const NoslipSystem *system);

/* The result files of one command: either all of them get their final names at the end, or none does. */
typedef struct {
  NoslipOutput *files;
  gboolean failed;
  gboolean quiet;     /* the reader closed the pipe: end without a message */
  gboolean cancelled; /* while waiting for a pipe */
} CliOutput;
/* No result may overwrite the system's file; `problem` may be NULL. Call cli_output_end() in either case. */
void cli_output_start(CliOutput *output, const CliProblem *problem);
/* NULL or "-": standard output. NULL after a message; the output owns the file. */
NoslipOutputFile *cli_output_add(CliOutput *output, const char *path);
/* FALSE after a message (for the first failure only). */
gboolean cli_output_write(CliOutput *output, NoslipOutputFile *file, const char *text, gsize length);
/* Renames the files to their final names if the results are complete and nothing failed; otherwise the existing files
 * are unchanged, and the partial results remain in FILE.partial. CLI_DONE; CLI_STOPPED if the results are incomplete;
 * CLI_INPUT after a message if a file could not be written. */
int cli_output_end(CliOutput *output, gboolean complete);
/* Called in place of cli_output_end() if nothing was computed: all files are unchanged. CLI_STOPPED if a signal
 * interrupted the opening of a pipe, else CLI_INPUT. */
int cli_output_drop(CliOutput *output);
/* Writes one text to one file, which must not be the problem's own (NULL: no problem); the path as for
 * cli_output_add(). */
int cli_output_text(const CliProblem *problem, const char *path, const char *text);
/* Writes a text to standard output. */
int cli_print(const char *text);
/* The same for readers on a terminal: characters that a terminal would interpret (control characters, direction marks)
 * are escaped. */
int cli_print_text(const char *text);

/* Whether a state of the system has a value of this name: also x' for any coordinate x. */
gboolean cli_is_state_name(const NoslipSystem *system, const char *name);

/* Set by SIGINT, SIGTERM or SIGHUP; computations read it and end as if they could not continue. It is set only after
 * cli_catch_interrupts(): code that does not read it, such as the derivation of equations, is ended by the signal
 * itself. A second signal ends the program at once. */
extern int cli_cancelled;
void cli_catch_interrupts(void);

/* A text in the canonical layout (format.c); NULL if that would change its meaning. Free with g_free(). */
char *cli_format_text(const char *text);
