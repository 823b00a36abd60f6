/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#include "ui/picture/file.h"

#include <json-glib/json-glib.h>

gboolean
noslip_frame_statistics_write(const NoslipMeter *meter, const char *file, GError **error)
{
  NoslipMeterSummary summary;
  noslip_meter_summary(meter, &summary);
  g_autoptr(JsonBuilder) builder = json_builder_new();
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "format");
  json_builder_add_string_value(builder, "noslip-frames-1");
  json_builder_set_member_name(builder, "count");
  json_builder_add_int_value(builder, summary.count);
  json_builder_set_member_name(builder, "median");
  json_builder_add_double_value(builder, summary.median);
  json_builder_set_member_name(builder, "percentile99");
  json_builder_add_double_value(builder, summary.percentile99);
  json_builder_set_member_name(builder, "worst");
  json_builder_add_double_value(builder, summary.worst);
  json_builder_end_object(builder);
  g_autoptr(JsonGenerator) generator = json_generator_new();
  g_autoptr(JsonNode) root = json_builder_get_root(builder);
  json_generator_set_root(generator, root);
  json_generator_set_pretty(generator, TRUE);
  gsize length = 0;
  g_autofree char *text = json_generator_to_data(generator, &length);
  g_autofree char *lines = g_strconcat(text, "\n", NULL);
  return noslip_file_write(file, NULL, lines, length + 1, NULL, NULL, error);
}
