/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of the checks of a system's reductions. */
#include "app/cli/json.h"
#include "app/cli/show/show.h"
#include "core/geometry/reduction/reduction.h"

#include <math.h>

static void
build_check(JsonBuilder *builder, const NoslipReductionCheck *check)
{
  const char *outcome = !check->applies     ? "not applicable"
                        : !check->good      ? "fails"
                        : check->in_symbols ? "in symbols"
                                            : "in numbers";
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "title", check->title);
  cli_json_member_string(builder, "outcome", outcome);
  cli_json_member_number(builder, "residual", check->applies ? check->residual : NAN);
  cli_json_member_number(builder, "allowed", check->applies ? check->allowed : NAN);
  cli_json_member_string(builder, "detail", check->detail);
  json_builder_end_object(builder);
}

void
cli_show_reductions_json(const NoslipPortrait *portrait, JsonBuilder *builder)
{
  if (portrait->reductions == NULL || portrait->reductions->len == 0)
    return;
  json_builder_set_member_name(builder, "reductions");
  json_builder_begin_array(builder);
  for (guint i = 0; i < portrait->reductions->len; i++) {
    const NoslipReductionReport *report = portrait->reductions->pdata[i];
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "to", portrait->system->reductions[i].system);
    json_builder_set_member_name(builder, "checks");
    json_builder_begin_array(builder);
    for (guint j = 0; report != NULL && j < NOSLIP_N_REDUCTION_CHECKS; j++)
      if (report->checks[j].applies || report->checks[j].detail != NULL)
        build_check(builder, &report->checks[j]);
    json_builder_end_array(builder);
    if (report == NULL)
      cli_json_member_string(builder, "not_checked", noslip_portrait_no_reduction(portrait));
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}
