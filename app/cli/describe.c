/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/describe-private.h"

#include "app/cli/stranger.h"
#include "core/base/version.h"

#include <gsl/gsl_version.h>
#include <json-glib/json-glib.h>
#include <string.h>

CliDescription *cli_describing;

void
cli_describe_add(const GOptionEntry *entries)
{
  for (const GOptionEntry *entry = entries; entry != NULL && entry->long_name != NULL; entry++) {
    GOptionEntry copy = *entry;
    copy.long_name = g_strdup(entry->long_name);
    copy.description = g_strdup(entry->description != NULL ? entry->description : "");
    copy.arg_description = g_strdup(entry->arg_description);
    copy.arg_data = NULL;
    g_array_append_val(cli_describing->options, copy);
  }
}

static void
entry_clear(gpointer data)
{
  GOptionEntry *entry = data;
  g_free((char *) entry->long_name);
  g_free((char *) entry->description);
  g_free((char *) entry->arg_description);
}

CliDescription *
cli_description_new(const CliCommand *command)
{
  CliDescription *description = g_new0(CliDescription, 1);
  char *arguments[] = {(char *) command->name, NULL};
  description->command = command;
  description->options = g_array_new(FALSE, FALSE, sizeof(GOptionEntry));
  description->subjects = g_ptr_array_new();
  g_array_set_clear_func(description->options, entry_clear);
  cli_describing = description;
  command->run(1, arguments);
  cli_describing = NULL;
  return description;
}

void
cli_description_free(CliDescription *description)
{
  g_array_unref(description->options);
  g_ptr_array_unref(description->subjects);
  g_free(description);
}

char *
cli_description_subjects(const CliDescription *description)
{
  GString *words = g_string_new(NULL);
  for (guint i = 0; i < description->subjects->len; i++) {
    const CliCommand *subject = description->subjects->pdata[i];
    g_string_append_printf(words, "%s%s", i > 0 ? " " : "", strchr(subject->name, ' ') + 1);
  }
  return g_string_free(words, FALSE);
}

const GOptionEntry *
cli_description_option(const CliDescription *description, guint i)
{
  return &g_array_index(description->options, GOptionEntry, i);
}

/* Text of a manual page: characters that troff would read as a command are escaped, and the hyphens of options are
 * kept. */
static void
add_roff(GString *page, const char *text)
{
  gboolean start = page->len == 0 || page->str[page->len - 1] == '\n';
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char(c)) {
    if (start && (*c == '.' || *c == '\''))
      g_string_append(page, "\\&");
    if (*c == '\\')
      g_string_append(page, "\\e");
    else if (*c == '-')
      g_string_append(page, "\\-");
    else if (*c == '\'')
      g_string_append(page, "\\(aq");
    else if ((guchar) *c >= 0x80)
      g_string_append_printf(page, "\\[u%04X]", g_utf8_get_char(c));
    else
      g_string_append_c(page, *c);
    start = *c == '\n';
  }
}

static void
add_manual_option(GString *page, const GOptionEntry *entry)
{
  g_string_append(page, ".TP\n.B ");
  if (entry->short_name != 0)
    g_string_append_printf(page, "\\-%c, ", entry->short_name);
  g_string_append(page, "\\-\\-");
  add_roff(page, entry->long_name);
  if (entry->arg_description != NULL) {
    g_string_append_c(page, '=');
    add_roff(page, entry->arg_description);
  }
  g_string_append_c(page, '\n');
  add_roff(page, entry->description);
  g_string_append_c(page, '\n');
}

static void
add_manual_details(GString *page, const CliCommand *command)
{
  if (command->details == NULL)
    return;
  g_string_append(page, ".PP\n");
  g_auto(GStrv) paragraphs = g_strsplit(command->details, "\n\n", -1);
  g_autofree char *joined = g_strjoinv("\n.PP\n", paragraphs);
  g_auto(GStrv) lines = g_strsplit(joined, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    if (strcmp(lines[i], ".PP") == 0)
      g_string_append(page, ".PP");
    else
      add_roff(page, lines[i]);
    g_string_append_c(page, '\n');
  }
}

static void
add_manual_example(GString *page, const CliCommand *command)
{
  g_string_append(page, ".PP\nExample:\n.PP\n.nf\n");
  g_auto(GStrv) examples = g_strsplit(command->example, "\n", -1);
  for (guint i = 0; examples[i] != NULL; i++) {
    g_string_append(page, "    ");
    add_roff(page, g_strstrip(examples[i]));
    g_string_append_c(page, '\n');
  }
  g_string_append(page, ".fi\n");
}

static void
add_manual_head(GString *page, const CliCommand *command)
{
  g_string_append(page, ".B noslip\\-cli ");
  add_roff(page, command->name);
  g_string_append(page, "\n[\\fIOPTION\\fR...] ");
  if (command->usage != NULL)
    add_roff(page, command->usage);
  g_string_append(page, "\n.PP\n");
  add_roff(page, command->summary);
  g_string_append_c(page, '\n');
  add_manual_details(page, command);
}

static void
add_manual_command(GString *page, const CliDescription *description)
{
  const CliCommand *command = description->command;
  g_string_append(page, ".SS ");
  add_roff(page, command->name);
  g_string_append_c(page, '\n');
  add_manual_head(page, command);
  for (guint i = 0; i < description->subjects->len; i++) {
    g_string_append(page, ".PP\n");
    add_manual_head(page, description->subjects->pdata[i]);
    add_manual_example(page, description->subjects->pdata[i]);
  }
  if (description->subjects->len > 0)
    g_string_append(page, ".PP\nOptions of these:\n");
  for (guint i = 0; i < description->options->len; i++)
    add_manual_option(page, cli_description_option(description, i));
  if (description->subjects->len == 0)
    add_manual_example(page, command);
}

int
cli_describe_manual(const CliCommand *const *commands, guint n)
{
  GString *page = g_string_new(NULL);
  g_string_append_printf(page, ".TH NOSLIP\\-CLI 1 \"\" \"Noslip %s\" \"Noslip\"\n", noslip_version());
  g_string_append(page, ".SH NAME\nnoslip\\-cli \\- nonholonomic mechanics, computed and checked\n"
                        ".SH SYNOPSIS\n.B noslip\\-cli\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n"
                        "Systems are short texts with coordinates, a Lagrangian and constraints. The commands derive\n"
                        "their equations, compute their motions in several ways, judge the formulas that are claimed\n"
                        "of them, and draw them. SYSTEM is an id of the catalogue (\\fBnoslip\\-cli list\\fR), a file\n"
                        "NAME.noslip, or \\- for standard input.\n.PP\n");
  g_autofree char *stranger = cli_stranger_help();
  add_roff(page, stranger);
  g_string_append(page, ".SH COMMANDS\n");
  for (guint i = 0; i < n; i++) {
    CliDescription *description = cli_description_new(commands[i]);
    add_manual_command(page, description);
    cli_description_free(description);
  }
  g_string_append(page,
                  ".SH EXIT STATUS\n.TP\n.B 0\ndone, and everything held\n.TP\n.B 1\nit ran, and something did not "
                  "hold\n.TP\n.B 2\nthe input is wrong\n.TP\n.B 3\nthe computation could not continue\n"
                  ".SH ENVIRONMENT\n.TP\n.B NOSLIP_SYSTEMS\nfolders of the catalogue, separated by colons\n"
                  ".SH SEE ALSO\n.BR noslip (1)\n");
  int status = cli_print(page->str);
  g_string_free(page, TRUE);
  return status;
}

int
cli_describe_version(void)
{
  g_auto(GStrv) optional = g_strsplit(NOSLIP_OPTIONAL, ";", -1);
  g_autofree char *lines = g_strjoinv("\n", optional);
  g_autofree char *text =
      g_strdup_printf("noslip-cli %s\nGLib %u.%u.%u, GSL %s, json-glib %d.%d.%d%s\n", noslip_version(),
                      glib_major_version, glib_minor_version, glib_micro_version, gsl_version, JSON_MAJOR_VERSION,
                      JSON_MINOR_VERSION, JSON_MICRO_VERSION, lines);
  return cli_print(text);
}
