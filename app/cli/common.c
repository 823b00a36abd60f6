/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/describe.h"
#include "app/cli/repeated.h"
#include "app/cli/stranger.h"
#include "core/base/decimal.h"

#include "core/base/shown.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
cli_worse(int a, int b)
{
  static const int rank[] = {[CLI_DONE] = 0, [CLI_FAILED] = 1, [CLI_STOPPED] = 2, [CLI_INPUT] = 3};
  return rank[a] >= rank[b] ? a : b;
}

void
cli_message(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_autofree char *valid = noslip_shown(text, "\t\n");
  fprintf(stderr, "noslip-cli: %s\n", valid);
}

static NoslipSystem *subject;
static guint n_warnings;

void
cli_report_about(const NoslipSystem *system)
{
  g_clear_pointer(&subject, noslip_system_unref);
  if (system != NULL)
    subject = noslip_system_ref((NoslipSystem *) system);
}

int
cli_report_one(const NoslipDiagnostic *diagnostic)
{
  g_autoptr(NoslipDiagnostic) located = noslip_diagnostic_copy(diagnostic);
  if (subject != NULL && located->source_line == NULL) /* a line of an option's text has its own location */
    noslip_diagnostic_locate(located, subject->text, strlen(subject->text), subject->file);
  g_autofree char *text = noslip_diagnostic_format(located);
  fputs(text, stderr);
  n_warnings += diagnostic->severity == NOSLIP_WARNING;
  return diagnostic->severity == NOSLIP_ERROR ? noslip_diagnostic_status(diagnostic) : CLI_DONE;
}

guint
cli_n_warnings(void)
{
  return n_warnings;
}

int
cli_report_option(const char *option, NoslipDiagnostics *diagnostics)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    NoslipDiagnostic *diagnostic = diagnostics->list->pdata[i];
    if (diagnostic->source_line != NULL && diagnostic->file == NULL)
      diagnostic->file = g_strdup(option);
  }
  return cli_report(diagnostics);
}

int
cli_report(const NoslipDiagnostics *diagnostics)
{
  int status = CLI_DONE;
  guint shown = 0;
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = diagnostics->list->pdata[i];
    status = cli_worse(status, cli_report_one(diagnostic));
    shown += diagnostic->severity == NOSLIP_ERROR;
  }
  if (diagnostics->n_errors > shown)
    cli_message("and %u more errors", diagnostics->n_errors - shown);
  return status;
}

gboolean
cli_number(const char *what, const char *text, double *value)
{
  if (noslip_decimal_read(text, value))
    return TRUE;
  cli_message("error: %s needs a finite number, not '%s'", what, text);
  return FALSE;
}

char *
cli_name(const char *written)
{
  g_autofree char *composed = g_utf8_normalize(written, -1, G_NORMALIZE_NFC);
  g_auto(GStrv) parts = g_strsplit(g_strstrip(composed), "′", -1);
  return g_strjoinv("'", parts);
}

gboolean
cli_assignment(const char *option, const char *text, char **name, double *value)
{
  const char *equals = strchr(text, '=');
  if (equals == NULL || equals == text || !g_utf8_validate(text, -1, NULL)) {
    cli_message("error: %s needs NAME=VALUE, not '%s'", option, text);
    return FALSE;
  }
  g_autofree char *written = g_strndup(text, (gsize) (equals - text));
  g_autofree char *plain = cli_name(written);
  g_autofree char *what = g_strdup_printf("%s %s", option, plain);
  if (!cli_number(what, equals + 1, value))
    return FALSE;
  *name = g_steal_pointer(&plain);
  return TRUE;
}

GOptionEntry *
cli_entries_join(const GOptionEntry *first, const GOptionEntry *second)
{
  GArray *joined = g_array_new(TRUE, FALSE, sizeof(GOptionEntry));
  for (const GOptionEntry *entry = first; entry->long_name; entry++)
    g_array_append_vals(joined, entry, 1);
  for (const GOptionEntry *entry = second; entry->long_name; entry++)
    g_array_append_vals(joined, entry, 1);
  return (GOptionEntry *) (gpointer) g_array_free(joined, FALSE);
}

static gboolean
asks_for_help(int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      return TRUE;
  return FALSE;
}

static int
print_help(GOptionContext *context)
{
  g_autofree char *help = g_option_context_get_help(context, TRUE, NULL);
  g_autofree char *ascii = g_get_charset(NULL) ? NULL : g_str_to_ascii(help, "C");
  return cli_print(ascii != NULL ? ascii : help);
}

/* GOption would print help by itself and exit with 0, even if the help could not be written. Its strings stay ASCII,
 * for any terminal. */
static gboolean
parse(const CliCommand *command, const GOptionEntry *entries, int *argc, char ***argv, int least, int most, int *helped)
{
  if (cli_describing != NULL) {
    cli_describe_add(entries);
    return FALSE;
  }
  g_autoptr(GError) error = NULL;
  g_autofree char *program = g_strdup_printf("noslip-cli %s", command->name);
  g_autofree char *stranger = cli_stranger_help();
  g_autofree char *example = g_strdup_printf("Example:\n  %s\n\n%s", command->example, stranger);
  g_autoptr(GOptionContext) context = g_option_context_new(command->usage);
  g_autofree char *summary =
      command->details != NULL ? g_strdup_printf("%s\n\n%s", command->summary, command->details) : NULL;
  g_option_context_set_summary(context, summary != NULL ? summary : command->summary);
  g_option_context_set_description(context, example);
  if (entries != NULL)
    g_option_context_add_main_entries(context, entries, NULL);
  g_set_prgname(program);
  if (asks_for_help(*argc, *argv)) {
    *helped = print_help(context);
    return FALSE;
  }
  if (cli_repeated(entries, *argc, *argv))
    return FALSE;
  gboolean read = g_option_context_parse(context, argc, argv, &error);
  g_set_prgname("noslip-cli");
  if (!read) {
    cli_message("error: %s; %s --help shows the options", error->message, program);
    return FALSE;
  }
  int first = *argc > 1 && strcmp((*argv)[1], "--") == 0 ? 2 : 1;
  *argc -= first;
  *argv += first;
  if (*argc < least) {
    cli_message("error: %s needs a SYSTEM; noslip-cli list shows the catalogue", program);
    return FALSE;
  }
  if (most > 0 && *argc > most) {
    cli_message("error: %s: unexpected argument '%s'", program, (*argv)[most]);
    return FALSE;
  }
  return TRUE;
}

gboolean
cli_parse(const CliCommand *command, const GOptionEntry *entries, int *argc, char ***argv, int least, int most)
{
  int helped = -1;
  gboolean read = parse(command, entries, argc, argv, least, most, &helped);
  if (helped >= 0) /* the status of printing the help */
    exit(helped);
  return read;
}
