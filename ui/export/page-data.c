/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PAGE: the data of the system that the page shows. */
#include "ui/export/page-private.h"

#include "core/base/version.h"
#include "ui/export/json.h"
#include "ui/picture/scene/scene-builder.h"

#include <math.h>
#include <string.h>

static const char *const shapes[] = {
#define NOSLIP_SHAPE(KIND, name, ...) [NOSLIP_DRAW_##KIND] = #name,
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
    [NOSLIP_DRAW_TRAIL] = "trail",
};

static void
build_value(JsonBuilder *builder, const char *name, const char *unit, const char *description, double low, double high)
{
  json_builder_begin_object(builder);
  noslip_json_member_string(builder, "name", name);
  noslip_json_member_string(builder, "unit", unit);
  noslip_json_member_string(builder, "description", description);
  noslip_json_member_number(builder, "low", low);
  noslip_json_member_number(builder, "high", high);
  json_builder_end_object(builder);
}

static void
build_names(JsonBuilder *builder, const NoslipPage *page)
{
  const NoslipSystem *system = page->content->system;
  json_builder_set_member_name(builder, "parameters");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    build_value(builder, parameter->name, parameter->unit, parameter->description, parameter->low, parameter->high);
  }
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "inputs");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->n_inputs; i++) {
    const NoslipInput *input = &system->inputs[i];
    if (input->hand != G_MAXUINT)
      build_value(builder, input->name, input->unit, input->description, input->low, input->high);
  }
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "state");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->m; i++)
    build_value(builder, system->coordinates[i].name, system->coordinates[i].unit, system->coordinates[i].description,
                NAN, NAN);
  for (guint i = 0; i < system->n; i++)
    build_value(builder, system->fibres[i].name, system->fibres[i].unit, system->fibres[i].description, NAN, NAN);
  for (guint i = system->m + system->n; page->code != NULL && page->code->states[i] != NULL; i++)
    build_value(builder, page->code->states[i], NULL, NULL, NAN, NAN);
  json_builder_end_array(builder);
}

static void
build_draw(JsonBuilder *builder, const NoslipDraw *draw, guint first)
{
  json_builder_begin_object(builder);
  noslip_json_member_string(builder, "kind", shapes[draw->kind]);
  noslip_json_member_int(builder, "first", first);
  noslip_json_member_int(builder, "points", draw->n_points);
  noslip_json_member_string(builder, "color", draw->color);
  noslip_json_member_string(builder, "pattern", draw->pattern);
  noslip_json_member_string(builder, "label", draw->label);
  json_builder_set_member_name(builder, "turns");
  json_builder_begin_array(builder);
  for (guint i = 0; i < draw->n_turns; i++) {
    const char axis[] = {draw->turns[i].axis, '\0'};
    json_builder_add_string_value(builder, axis);
  }
  json_builder_end_array(builder);
  json_builder_end_object(builder);
}

/* A system that draws nothing shows its path, with axes: "axes" has their names. */
static void
build_draws(JsonBuilder *builder, const NoslipPage *page)
{
  static const NoslipDraw path = {.kind = NOSLIP_DRAW_TRAIL};
  const NoslipSystem *system = page->content->system;
  json_builder_set_member_name(builder, "draws");
  json_builder_begin_array(builder);
  for (guint d = 0; d < system->n_draws; d++)
    build_draw(builder, &system->draws[d], g_array_index(page->draws, guint, d));
  if (system->n_draws == 0)
    build_draw(builder, &path, 0);
  json_builder_end_array(builder);
  if (system->n_draws > 0)
    return;
  NoslipExpr at[3];
  char *names[4] = {NULL};
  noslip_scene_path(system, at, names);
  noslip_json_member_strings(builder, "axes", names);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    g_free(names[i]);
}

/* The camera's two points, which may depend on parameters. */
static void
build_camera(JsonBuilder *builder, const NoslipPageContent *content)
{
  const NoslipSystem *system = content->system;
  if (!system->has_camera)
    return;
  g_autoptr(NoslipObserver) observer = noslip_observer_new(content->system, content->kind);
  double values[6];
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  for (guint i = 0; i < 6; i++)
    noslip_page_add_output(observer, i < 3 ? system->camera_from[i] : system->camera_to[i - 3]);
  noslip_observer_seal(observer);
  NoslipObserverWorkspace *work = noslip_observer_workspace_new(observer);
  noslip_observer_set_parameters(work, content->parameters);
  memcpy(row + noslip_row_x(system), content->xy, ((gsize) system->m + system->n) * sizeof *row);
  noslip_observer_evaluate(work, row, values);
  noslip_observer_workspace_free(work);
  json_builder_set_member_name(builder, "camera");
  json_builder_begin_array(builder);
  for (guint point = 0; point < 2; point++) {
    json_builder_begin_array(builder);
    for (guint i = 0; i < 3; i++)
      noslip_json_number(builder, values[3 * point + i]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
}

/* The columns of the plot of two quantities that the text requests, else the first two of the state. */
static void
build_plot(JsonBuilder *builder, const NoslipPageContent *content, char **columns)
{
  const NoslipSystem *system = content->system;
  guint n = g_strv_length(columns);
  const char *across = columns[n > 3 ? 1 : 0], *up = columns[n > 3 ? 2 : 1];
  for (guint i = system->n_plots; i-- > 0;) {
    const NoslipPlot *plot = &system->plots[i];
    if (plot->against != NULL && g_strv_contains((const char *const *) columns, plot->name) &&
        g_strv_contains((const char *const *) columns, plot->against)) {
      across = plot->against;
      up = plot->name;
    }
  }
  const char *chosen[] = {across, up, NULL};
  noslip_json_member_strings(builder, "plot", (char *const *) chosen);
}

void
noslip_page_build_claims(JsonBuilder *builder, const NoslipPage *page, const NoslipClaims *claims)
{
  json_builder_set_member_name(builder, "claims");
  json_builder_begin_array(builder);
  for (guint i = 0; i < page->judged->len; i++) {
    guint index = g_array_index(page->judged, guint, i);
    const NoslipClaim *claim = &page->content->system->claims[index];
    json_builder_begin_object(builder);
    noslip_json_member_string(builder, "name", claim->title);
    noslip_json_member_number(builder, "tolerance", claim->tolerance);
    noslip_json_member_boolean(builder, "expected", claim->expected_to_fail);
    noslip_json_member_int(builder, "first", g_array_index(page->first, guint, i));
    noslip_json_member_int(builder, "rates", g_array_index(page->n_rates, guint, i));
    if (claims != NULL) {
      NoslipVerdict verdict;
      noslip_claims_verdict(claims, index, &verdict);
      noslip_json_member_number(builder, "residual", verdict.residual);
    }
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

/* The texts of a story, and the time at which it asks a question. */
static void
build_story(JsonBuilder *builder, const NoslipPageContent *content)
{
  noslip_json_member_string(builder, "caption", content->caption);
  if (content->caption != NULL && isfinite(content->pause))
    noslip_json_member_number(builder, "pause", content->pause);
}

void
noslip_page_build(JsonBuilder *builder, const NoslipPage *page, char **columns)
{
  const NoslipPageContent *content = page->content;
  const NoslipSystem *system = content->system;
  json_builder_begin_object(builder);
  noslip_json_member_string(builder, "id", system->id);
  noslip_json_member_string(builder, "title", system->title);
  noslip_json_member_string(builder, "summary", system->summary);
  noslip_json_member_string(builder, "text", system->text);
  noslip_json_member_string(builder, "version", noslip_version());
  noslip_json_member_string(builder, "dynamics", noslip_dynamics_kind_id(content->kind));
  noslip_json_member_string(builder, "formulation", content->formulation->id);
  noslip_json_member_number(builder, "step", content->options.step > 0 ? content->options.step : system->run_step);
  build_names(builder, page);
  noslip_json_member_numbers(builder, "values", system->n_parameters, content->parameters);
  json_builder_set_member_name(builder, "hands"); /* of each input: where its parameters (hand.h) begin in "values" */
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->n_inputs; i++)
    if (system->inputs[i].hand != G_MAXUINT)
      json_builder_add_int_value(builder, system->inputs[i].hand);
  json_builder_end_array(builder);
  noslip_json_member_strings(builder, "columns", columns);
  noslip_json_member_int(builder, "nState", system->m + system->n);
  build_plot(builder, content, columns);
  build_draws(builder, page);
  build_camera(builder, content);
  build_story(builder, content);
  noslip_page_build_overlays(builder, page);
}
