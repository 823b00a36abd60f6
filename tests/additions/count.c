/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of systems in the catalogue: the command that the test adds. */
#include "app/cli/cli.h"
#include "core/catalogue/catalogue.h"

static int
run(int argc, char **argv)
{
  const GOptionEntry entries[] = {{NULL}};
  if (!cli_parse(&cli_count, entries, &argc, &argv, 0, 0))
    return CLI_INPUT;
  g_autoptr(GPtrArray) systems = noslip_catalogue_list();
  g_autofree char *text = g_strdup_printf("%u\n", systems->len);
  return cli_print_text(text);
}

const CliCommand cli_count = {
    .name = "count",
    .summary = "Count the systems of the catalogue.",
    .example = "noslip-cli count",
    .run = run,
};
