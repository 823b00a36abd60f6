/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "core/catalogue/catalogue.h"

#include <string.h>

static int
print_json(const GPtrArray *entries)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-list-1");
  json_builder_set_member_name(builder, "systems");
  json_builder_begin_array(builder);
  for (guint i = 0; i < entries->len; i++) {
    const NoslipCatalogueEntry *entry = entries->pdata[i];
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "id", entry->id);
    cli_json_member_string(builder, "title", entry->title);
    cli_json_member_string(builder, "summary", entry->summary);
    cli_json_member_strings(builder, "tags", entry->tags);
    g_autofree char *path = g_filename_display_name(entry->path);
    cli_json_member_string(builder, "file", path);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static int
print_text(const GPtrArray *entries)
{
  gsize width = 0;
  for (guint i = 0; i < entries->len; i++)
    width = MAX(width, strlen(((NoslipCatalogueEntry *) entries->pdata[i])->id));
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < entries->len; i++) {
    const NoslipCatalogueEntry *entry = entries->pdata[i];
    g_string_append_printf(text, "%-*s  %s\n", (int) width, entry->id, entry->title);
    if (*entry->summary != '\0')
      g_string_append_printf(text, "%-*s  %s\n", (int) width, "", entry->summary);
  }
  int status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}

static int
run(int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
      CLI_JSON_ENTRY(&json),
      {NULL},
  };
  if (!cli_parse(&cli_list, entries, &argc, &argv, 0, 0))
    return CLI_INPUT;
  if (argc > 0) {
    cli_message("error: list takes no arguments; noslip-cli show %s describes a system", argv[0]);
    return CLI_INPUT;
  }
  g_autoptr(GPtrArray) systems = noslip_catalogue_list();
  if (systems->len == 0) {
    g_auto(GStrv) folders = noslip_catalogue_folders();
    g_autofree char *where = g_strjoinv(", ", folders);
    cli_message("error: there are no systems in %s; NOSLIP_SYSTEMS may name another folder", where);
    return CLI_INPUT;
  }
  return json ? print_json(systems) : print_text(systems);
}

const CliCommand cli_list = {
    .name = "list",
    .usage = NULL,
    .summary = "List the systems of the catalogue.",
    .example = "noslip-cli list --json",
    .run = run,
};
