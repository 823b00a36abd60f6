/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output and messages of a command: core/output for standard output and the files of --output. */
#include "app/cli/cli.h"

#include "core/base/shown.h"

#include <string.h>

int cli_cancelled;

static gboolean
is_cancelled(gpointer data)
{
  return __atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED);
}

static gboolean
fail(CliOutput *output, const GError *error)
{
  output->failed = TRUE;
  output->quiet = g_error_matches(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_CLOSED);
  output->cancelled = g_error_matches(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_CANCELLED);
  if (!output->quiet)
    cli_message("error: cannot write %s: %s", noslip_output_culprit(output->files), error->message);
  return FALSE;
}

void
cli_output_start(CliOutput *output, const CliProblem *problem)
{
  *output = (CliOutput){.files = noslip_output_new(is_cancelled, NULL)};
  if (problem != NULL)
    noslip_output_reads_all(output->files, (const char *const *) problem->inputs);
}

NoslipOutputFile *
cli_output_add(CliOutput *output, const char *path)
{
  g_autoptr(GError) error = NULL;
  NoslipOutputFile *file = noslip_output_add(output->files, path, NOSLIP_OUTPUT_ANY, &error);
  if (file == NULL)
    fail(output, error);
  return file;
}

gboolean
cli_output_write(CliOutput *output, NoslipOutputFile *file, const char *text, gsize length)
{
  g_autoptr(GError) error = NULL;
  if (output->failed)
    return FALSE;
  return noslip_output_file_write(file, text, length, &error) || fail(output, error);
}

/* Whether some file has a partial result now. */
static gboolean
keep_partial(CliOutput *output)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) names = noslip_output_keep_partial(output->files, &error);
  if (names == NULL) {
    fail(output, error);
    return TRUE;
  }
  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree char *shown = g_filename_display_name(names[i]);
    cli_message("what was computed until then is in %s", shown);
  }
  return names[0] != NULL;
}

int
cli_output_end(CliOutput *output, gboolean complete)
{
  g_autoptr(GError) error = NULL;
  gboolean partial = FALSE;
  if (!complete)
    output->failed = TRUE;
  else if (!output->failed && !noslip_output_commit(output->files, &error))
    fail(output, error);
  if (output->failed)
    partial = keep_partial(output);
  g_clear_pointer(&output->files, noslip_output_free);
  if (!output->failed || (output->quiet && !partial))
    return CLI_DONE; /* the reader closed the pipe, which is not an error */
  return !complete || output->cancelled ? CLI_STOPPED : CLI_INPUT;
}

int
cli_output_drop(CliOutput *output)
{
  g_clear_pointer(&output->files, noslip_output_free);
  return output->cancelled ? CLI_STOPPED : CLI_INPUT;
}

int
cli_output_text(const CliProblem *problem, const char *path, const char *text)
{
  CliOutput output;
  cli_output_start(&output, problem);
  NoslipOutputFile *file = cli_output_add(&output, path);
  if (file == NULL)
    return cli_output_drop(&output);
  cli_output_write(&output, file, text, strlen(text));
  return cli_output_end(&output, TRUE);
}

int
cli_print(const char *text)
{
  return cli_output_text(NULL, NULL, text);
}

int
cli_print_text(const char *text)
{
  g_autofree char *shown = noslip_shown(text, "\t\n");
  return cli_print(shown);
}
