/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/json.h"

#include "app/cli/cli.h"

void
cli_json_begin(JsonBuilder *builder, const char *format)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "format", format);
}

int
cli_json_print(JsonBuilder *builder)
{
  g_autofree char *text = cli_json_text(builder);
  return cli_print(text);
}
