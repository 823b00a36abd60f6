/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/describe.h"

#include "app/cli/stranger.h"
#include "core/base/version.h"
#include "core/system/dynamics-kind.h"
#include "core/trajectory/events.h"

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

static CliDescription *
describe(const CliCommand *command)
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

static void
description_free(CliDescription *description)
{
  g_array_unref(description->options);
  g_ptr_array_unref(description->subjects);
  g_free(description);
}

/* The second words of the names of a command's subjects, separated by blanks. Free with g_free(). */
static char *
subjects_of(const CliDescription *description)
{
  GString *words = g_string_new(NULL);
  for (guint i = 0; i < description->subjects->len; i++) {
    const CliCommand *subject = description->subjects->pdata[i];
    g_string_append_printf(words, "%s%s", i > 0 ? " " : "", strchr(subject->name, ' ') + 1);
  }
  return g_string_free(words, FALSE);
}

static const GOptionEntry *
option_of(const CliDescription *description, guint i)
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
    add_manual_option(page, option_of(description, i));
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
    CliDescription *description = describe(commands[i]);
    add_manual_command(page, description);
    description_free(description);
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

static void
append_ids(GString *words, const char *const *ids)
{
  for (guint i = 0; ids[i] != NULL; i++)
    g_string_append_printf(words, "%s%s", words->len > 0 ? " " : "", ids[i]);
}

static void
append_formulations(GString *words)
{
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++)
    if (!(*f)->automatic)
      append_ids(words, (const char *const[]){(*f)->id, NULL});
}

static void
append_methods(GString *words)
{
  for (const NoslipMethod *const *m = noslip_methods(); *m != NULL; m++)
    append_ids(words, (const char *const[]){(*m)->id, NULL});
}

static void
append_dynamics(GString *words)
{
  append_ids(words, noslip_dynamics_kind_ids());
}

static void
append_rows(GString *words)
{
  append_ids(words, (const char *const[]){"last", "all", NULL});
}

static void
append_exports(GString *words)
{
  g_autofree const char **ids = cli_export_ids();
  append_ids(words, ids);
}

static void
append_directions(GString *words)
{
  append_ids(words, noslip_event_direction_ids());
}

/* Options that take one word of a list. */
static const struct {
  const char *option;
  void (*append)(GString *words);
} listed[] = {
    {"formulation", append_formulations},
    {"formulations", append_formulations},
    {"method", append_methods},
    {"as", append_exports},
    {"dynamics", append_dynamics},
    {"rows", append_rows},
    {"event-direction", append_directions},
};

/* The words that an option accepts, separated by blanks; NULL if it accepts other values. Free with g_free(). */
static char *
values_of(const char *option)
{
  GString *words = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(listed); i++)
    if (strcmp(option, listed[i].option) == 0)
      listed[i].append(words);
  if (words->len == 0) {
    g_string_free(words, TRUE);
    return NULL;
  }
  return g_string_free(words, FALSE);
}

static gboolean
takes_file(const GOptionEntry *entry)
{
  return entry->arg_description != NULL && g_str_has_prefix(entry->arg_description, "FILE");
}

/* A word in single quotes for any of these shells. */
static void
add_quoted(GString *text, const char *word)
{
  g_auto(GStrv) parts = g_strsplit(word, "'", -1);
  g_autofree char *safe = g_strjoinv("'\\''", parts);
  g_string_append_printf(text, "'%s'", safe);
}

static void
add_bash(GString *text, const CliDescription *description)
{
  g_string_append_printf(text, "    %s) options='", description->command->name);
  for (guint i = 0; i < description->options->len; i++)
    g_string_append_printf(text, "--%s ", option_of(description, i)->long_name);
  g_string_append(text, "--help --stranger' ;;\n");
}

static void
write_bash(GString *text, CliDescription **all, guint n)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  g_string_append(text, "# Completion of noslip-cli for bash, written from its options.\n_noslip_cli() {\n"
                        "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options=\n"
                        "  COMPREPLY=()\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '");
  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "%s ", all[i]->command->name);
  g_string_append(text, "--help --version' -- \"$current\"))\n    return\n  fi\n");
  for (guint i = 0; i < n; i++) {
    g_autofree char *subjects = subjects_of(all[i]);
    if (*subjects != '\0')
      g_string_append_printf(text,
                             "  if [[ $COMP_CWORD -eq 2 && ${COMP_WORDS[1]} = %s && $current != -* ]]; then\n"
                             "    COMPREPLY=($(compgen -W '%s' -- \"$current\"))\n    return\n  fi\n",
                             all[i]->command->name, subjects);
  }
  g_string_append(text, "  [ \"$previous\" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}\n  case $previous in\n");
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < all[i]->options->len; j++) {
      const GOptionEntry *entry = option_of(all[i], j);
      g_autofree char *values = values_of(entry->long_name);
      if ((values == NULL && !takes_file(entry)) || !g_hash_table_add(seen, (gpointer) entry->long_name))
        continue;
      if (values != NULL)
        g_string_append_printf(text, "    --%s) COMPREPLY=($(compgen -W '%s' -- \"${current#=}\")); return ;;\n",
                               entry->long_name, values);
      else
        g_string_append_printf(text, "    --%s) COMPREPLY=($(compgen -f -- \"${current#=}\")); return ;;\n",
                               entry->long_name);
    }
  g_string_append(text, "  esac\n  case ${COMP_WORDS[1]} in\n");
  for (guint i = 0; i < n; i++)
    add_bash(text, all[i]);
  g_string_append(text,
                  "  esac\n  case $current in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
                  "    *) COMPREPLY=($(compgen -W \"$(noslip-cli list 2>/dev/null | cut -d ' ' -f 1)\" -- "
                  "\"$current\")\n         $(compgen -f -- \"$current\")) ;;\n  esac\n}\n"
                  "complete -o filenames -F _noslip_cli noslip-cli\n");
}

static void
add_zsh_option(GString *text, const GOptionEntry *entry)
{
  g_autofree char *values = values_of(entry->long_name);
  g_auto(GStrv) left = g_strsplit(entry->description, "[", -1);
  g_autofree char *half = g_strjoinv("(", left);
  g_auto(GStrv) right = g_strsplit(half, "]", -1);
  g_autofree char *words = g_strjoinv(")", right);
  g_auto(GStrv) colons = g_strsplit(words, ":", -1);
  g_autofree char *safe = g_strjoinv(";", colons);
  GString *spec = g_string_new(NULL);
  g_string_append_printf(spec, "*--%s%s[%s]", entry->long_name, entry->arg_description != NULL ? "=" : "", safe);
  if (values != NULL)
    g_string_append_printf(spec, ":value:(%s)", values);
  else if (entry->arg_description != NULL)
    g_string_append_printf(spec, ":value:%s", takes_file(entry) ? "_files" : "");
  g_string_append(text, "      ");
  add_quoted(text, spec->str);
  g_string_append(text, " \\\n");
  g_string_free(spec, TRUE);
}

static void
write_zsh(GString *text, CliDescription **all, guint n)
{
  g_string_append(text, "#compdef noslip-cli\n# Completion of noslip-cli for zsh, written from its options.\n"
                        "local -a commands systems\ncommands=(\n");
  for (guint i = 0; i < n; i++) {
    g_autofree char *word = g_strdup_printf("%s:%s", all[i]->command->name, all[i]->command->summary);
    g_string_append(text, "  ");
    add_quoted(text, word);
    g_string_append_c(text, '\n');
  }
  g_string_append(text, ")\nif (( CURRENT == 2 )); then\n  _describe 'command' commands\n  return\nfi\n"
                        "systems=(${(f)\"$(noslip-cli list 2>/dev/null | cut -d ' ' -f 1)\"})\n"
                        "local command=$words[2]\nshift words\n(( CURRENT-- ))\ncase $command in\n");
  for (guint i = 0; i < n; i++) {
    g_autofree char *subjects = subjects_of(all[i]);
    g_string_append_printf(text, "  %s)\n", all[i]->command->name);
    if (*subjects != '\0')
      g_string_append_printf(text,
                             "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n      compadd -- %s\n"
                             "      return\n    fi\n",
                             subjects);
    g_string_append(text, "    _arguments \\\n");
    for (guint j = 0; j < all[i]->options->len; j++)
      add_zsh_option(text, option_of(all[i], j));
    g_string_append(text, "      '*:system:{ compadd -- $systems; _files -g \"*.noslip\" }' ;;\n");
  }
  g_string_append(text, "esac\n");
}

static void
write_fish(GString *text, CliDescription **all, guint n)
{
  g_string_append(text, "# Completion of noslip-cli for fish, written from its options.\n"
                        "complete -c noslip-cli -n __fish_use_subcommand -f -l help -d 'Show help'\n"
                        "complete -c noslip-cli -n __fish_use_subcommand -f -l version -d 'Print the version'\n"
                        "complete -c noslip-cli -n 'not __fish_use_subcommand' "
                        "-a '(noslip-cli list 2>/dev/null | string match -r \"^\\S+\")'\n");
  for (guint i = 0; i < n; i++) {
    g_string_append_printf(text, "complete -c noslip-cli -n __fish_use_subcommand -f -a %s -d ", all[i]->command->name);
    add_quoted(text, all[i]->command->summary);
    g_string_append_c(text, '\n');
    g_autofree char *subjects = subjects_of(all[i]);
    if (*subjects != '\0')
      g_string_append_printf(text,
                             "complete -c noslip-cli -n '__fish_seen_subcommand_from %s; and not "
                             "__fish_seen_subcommand_from %s' -f -a '%s'\n",
                             all[i]->command->name, subjects, subjects);
    for (guint j = 0; j < all[i]->options->len; j++) {
      const GOptionEntry *entry = option_of(all[i], j);
      g_autofree char *values = values_of(entry->long_name);
      g_string_append_printf(text, "complete -c noslip-cli -n '__fish_seen_subcommand_from %s' -l %s",
                             all[i]->command->name, entry->long_name);
      if (entry->short_name != 0)
        g_string_append_printf(text, " -s %c", entry->short_name);
      if (values != NULL)
        g_string_append_printf(text, " -x -a '%s'", values);
      else if (entry->arg_description != NULL)
        g_string_append(text, takes_file(entry) ? " -r -F" : " -x");
      else
        g_string_append(text, " -f");
      g_string_append(text, " -d ");
      add_quoted(text, entry->description);
      g_string_append_c(text, '\n');
    }
  }
}

int
cli_describe_completion(const char *shell, const CliCommand *const *commands, guint n)
{
  static const struct {
    const char *name;
    void (*write)(GString *text, CliDescription **all, guint n);
  } shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
  for (guint s = 0; s < G_N_ELEMENTS(shells); s++) {
    if (g_strcmp0(shell, shells[s].name) != 0)
      continue;
    g_autofree CliDescription **all = g_new0(CliDescription *, n);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
      all[i] = describe(commands[i]);
    shells[s].write(text, all, n);
    for (guint i = 0; i < n; i++)
      description_free(all[i]);
    int status = cli_print(text->str);
    g_string_free(text, TRUE);
    return status;
  }
  cli_message("error: --completion is bash, zsh or fish%s%s%s", shell != NULL ? ", not '" : "",
              shell != NULL ? shell : "", shell != NULL ? "'" : "");
  return CLI_INPUT;
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
