/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion for shells. */
#include "app/cli/describe-private.h"

#include "core/system/dynamics-kind.h"
#include "core/trajectory/events.h"

#include <string.h>

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
    g_string_append_printf(text, "--%s ", cli_description_option(description, i)->long_name);
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
    g_autofree char *subjects = cli_description_subjects(all[i]);
    if (*subjects != '\0')
      g_string_append_printf(text,
                             "  if [[ $COMP_CWORD -eq 2 && ${COMP_WORDS[1]} = %s && $current != -* ]]; then\n"
                             "    COMPREPLY=($(compgen -W '%s' -- \"$current\"))\n    return\n  fi\n",
                             all[i]->command->name, subjects);
  }
  g_string_append(text, "  [ \"$previous\" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}\n  case $previous in\n");
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < all[i]->options->len; j++) {
      const GOptionEntry *entry = cli_description_option(all[i], j);
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
    g_autofree char *subjects = cli_description_subjects(all[i]);
    g_string_append_printf(text, "  %s)\n", all[i]->command->name);
    if (*subjects != '\0')
      g_string_append_printf(text,
                             "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n      compadd -- %s\n"
                             "      return\n    fi\n",
                             subjects);
    g_string_append(text, "    _arguments \\\n");
    for (guint j = 0; j < all[i]->options->len; j++)
      add_zsh_option(text, cli_description_option(all[i], j));
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
    g_autofree char *subjects = cli_description_subjects(all[i]);
    if (*subjects != '\0')
      g_string_append_printf(text,
                             "complete -c noslip-cli -n '__fish_seen_subcommand_from %s; and not "
                             "__fish_seen_subcommand_from %s' -f -a '%s'\n",
                             all[i]->command->name, subjects, subjects);
    for (guint j = 0; j < all[i]->options->len; j++) {
      const GOptionEntry *entry = cli_description_option(all[i], j);
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
      all[i] = cli_description_new(commands[i]);
    shells[s].write(text, all, n);
    for (guint i = 0; i < n; i++)
      cli_description_free(all[i]);
    int status = cli_print(text->str);
    g_string_free(text, TRUE);
    return status;
  }
  cli_message("error: --completion is bash, zsh or fish%s%s%s", shell != NULL ? ", not '" : "",
              shell != NULL ? shell : "", shell != NULL ? "'" : "");
  return CLI_INPUT;
}
