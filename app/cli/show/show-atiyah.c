/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of an Atiyah algebroid: its coefficients and its equations, horizontal and vertical. */
#include "app/cli/json.h"
#include "app/cli/show/show.h"

static void
build_lines(JsonBuilder *builder, const NoslipAtiyah *atiyah, const char *member, guint first, guint last)
{
  json_builder_set_member_name(builder, member);
  json_builder_begin_array(builder);
  for (guint i = first; i < last; i++) {
    g_autofree char *equation = noslip_atiyah_text(atiyah, i);
    json_builder_add_string_value(builder, equation);
  }
  json_builder_end_array(builder);
}

void
cli_show_atiyah_json(const NoslipPortrait *portrait, JsonBuilder *builder)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  if (atiyah == NULL)
    return;
  g_auto(GStrv) lines = noslip_portrait_atiyah_coefficients(portrait);
  json_builder_set_member_name(builder, "atiyah");
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", noslip_atiyah_name(atiyah, portrait->system->dynamics));
  cli_json_member_strings(builder, "coefficients", lines);
  build_lines(builder, atiyah, "horizontal", 0, atiyah->m);
  build_lines(builder, atiyah, "vertical", atiyah->m, atiyah->m + atiyah->g);
  if (portrait->split != NULL) {
    json_builder_set_member_name(builder, "without_multipliers");
    json_builder_begin_object(builder);
    for (guint i = 0; i < portrait->split->n; i++) {
      g_autofree char *equation = noslip_atiyah_split_text(portrait->split, i);
      cli_json_member_string(builder, portrait->split->sections_text[i], equation);
    }
    json_builder_end_object(builder);
  }
  json_builder_end_object(builder);
}
