/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What show tells of an Atiyah algebroid: curvature, connection and algebra of the trivialisation, and the equations
 * with horizontal and vertical part apart. */
#include "app/cli/json.h"
#include "app/cli/show.h"

/* One coefficient that does not vanish: "omega^w1(x', y') = ..." */
static void
add_coefficient(GPtrArray *lines, const CliPortrait *portrait, const char *name, guint c, guint a, guint b,
                NoslipExpr value)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  const NoslipFibre *fibres = portrait->system->fibres;
  if (value == NOSLIP_ZERO)
    return;
  g_autofree char *shown = cli_portrait_expr(portrait, value);
  g_ptr_array_add(lines, g_strdup_printf("%s(%s, %s) along %s = %s", name, fibres[a].name, fibres[b].name,
                                         fibres[atiyah->vertical[c]].name, shown));
}

/* Curvature, connection and algebra, NULL-terminated. */
static char **
coefficients(const CliPortrait *portrait)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  guint m = atiyah->m, g = atiyah->g;
  GPtrArray *lines = g_ptr_array_new();
  for (guint c = 0; c < g; c++)
    for (guint i = 0; i < m; i++)
      for (guint j = i + 1; j < m; j++)
        add_coefficient(lines, portrait, "curvature", c, atiyah->horizontal[i], atiyah->horizontal[j],
                        atiyah->curvature[(c * m + i) * m + j]);
  for (guint c = 0; c < g; c++)
    for (guint i = 0; i < m; i++)
      for (guint a = 0; a < g; a++)
        add_coefficient(lines, portrait, "connection", c, atiyah->horizontal[i], atiyah->vertical[a],
                        atiyah->connection[(c * m + i) * g + a]);
  if (lines->len == 0 && m > 0)
    g_ptr_array_add(lines, g_strdup("curvature and connection of the trivialisation vanish"));
  g_ptr_array_add(lines, NULL);
  return (char **) g_ptr_array_free(lines, FALSE);
}

void
cli_show_atiyah_text(const CliPortrait *portrait, GString *text)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  if (atiyah == NULL)
    return;
  g_string_append_printf(text, "\n%s equations\n", noslip_atiyah_name(atiyah, portrait->system->dynamics));
  g_auto(GStrv) lines = coefficients(portrait);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf(text, "  %s\n", lines[i]);
  for (guint i = 0; i < atiyah->m + atiyah->g; i++) {
    g_autofree char *equation = noslip_atiyah_text(atiyah, i);
    if (i == 0 || i == atiyah->m)
      g_string_append_printf(text, "  %s\n", i < atiyah->m ? "horizontal" : "vertical");
    g_string_append_printf(text, "    %s\n", equation);
  }
  if (portrait->split == NULL)
    return;
  g_string_append(text, "  without multipliers\n");
  for (guint i = 0; i < portrait->split->n; i++) {
    g_autofree char *equation = noslip_atiyah_split_text(portrait->split, i);
    g_string_append_printf(text, "    %s %s:  %s\n", i < atiyah->m ? "horizontal" : "vertical",
                           portrait->split->sections_text[i], equation);
  }
}

void
cli_show_atiyah_latex(const CliPortrait *portrait, GString *text)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  if (atiyah == NULL)
    return;
  for (guint part = 0; part < 2; part++) {
    guint first = part == 0 ? 0 : atiyah->m, last = part == 0 ? atiyah->m : atiyah->m + atiyah->g;
    if (first == last)
      continue;
    g_string_append_printf(text, "\n%% %s equations, %s\n\\begin{align*}\n",
                           noslip_atiyah_name(atiyah, portrait->system->dynamics),
                           part == 0 ? "horizontal" : "vertical");
    for (guint i = first; i < last; i++) {
      g_autofree char *equation = noslip_atiyah_latex(atiyah, i);
      g_string_append_printf(text, "  %s%s\n", equation, i + 1 < last ? " \\\\" : "");
    }
    g_string_append(text, "\\end{align*}\n");
  }
  if (portrait->split == NULL || portrait->split->n == 0)
    return;
  g_string_append(text, "\n% The same without multipliers\n\\begin{align*}\n");
  for (guint i = 0; i < portrait->split->n; i++) {
    g_autofree char *equation = noslip_atiyah_split_latex(portrait->split, i);
    g_string_append_printf(text, "  %s%s\n", equation, i + 1 < portrait->split->n ? " \\\\" : "");
  }
  g_string_append(text, "\\end{align*}\n");
}

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
cli_show_atiyah_json(const CliPortrait *portrait, JsonBuilder *builder)
{
  const NoslipAtiyah *atiyah = portrait->atiyah;
  if (atiyah == NULL)
    return;
  g_auto(GStrv) lines = coefficients(portrait);
  json_builder_set_member_name(builder, "atiyah");
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", noslip_atiyah_name(atiyah, portrait->system->dynamics));
  json_builder_set_member_name(builder, "coefficients");
  json_builder_begin_array(builder);
  for (guint i = 0; lines[i] != NULL; i++)
    json_builder_add_string_value(builder, lines[i]);
  json_builder_end_array(builder);
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
