/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/picture/motion.h"

#include "core/dynamics/start.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "ui/picture/scene/scene-items.h"

void
motion_clear(Motion *motion)
{
  g_clear_pointer(&motion->system, noslip_system_unref);
  g_clear_pointer(&motion->parameters, g_free);
  g_clear_pointer(&motion->rows, g_array_unref);
}

void
motion_no_problems(NoslipDiagnostics *diagnostics)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    NoslipDiagnostic *d = g_ptr_array_index(diagnostics->list, i);
    g_autofree char *text = noslip_diagnostic_format(d);
    if (d->severity == NOSLIP_ERROR)
      g_test_message("%s", text);
  }
  g_assert_cmpuint(diagnostics->n_errors, ==, 0);
}

void
motion_init(Motion *motion, const char *text, const char *id)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) problem = NULL;
  motion->system = noslip_language_system(text, -1, id, id, diagnostics);
  motion_no_problems(diagnostics);
  const NoslipSystem *system = motion->system;
  motion->parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1), *mu = g_new0(double, system->k + 1);
  g_assert_true(noslip_start_state(system, system->dynamics, FALSE, motion->parameters, 0, NULL, xy, xy + system->m, mu,
                                   NULL, diagnostics));
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), motion->system, &problem);
  g_assert_nonnull(dynamics);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, motion->parameters, 0, xy,
                                            system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &problem);
  g_assert_nonnull(run);
  motion->row_size = noslip_row_size(system);
  motion->rows = g_array_new(FALSE, TRUE, sizeof(double));
  for (guint k = 0; k < 200; k++) {
    g_array_set_size(motion->rows, (k + 1) * motion->row_size);
    if (!noslip_run_next(run, &g_array_index(motion->rows, double, k * motion->row_size), NULL, &problem)) {
      g_array_set_size(motion->rows, k * motion->row_size);
      break;
    }
  }
  g_assert_null(problem);
}

guint
motion_n_rows(const Motion *motion)
{
  return motion->rows->len / motion->row_size;
}

const double *
motion_row(const Motion *motion, guint k)
{
  return &g_array_index(motion->rows, double, k * motion->row_size);
}

NoslipScene *
motion_scene(NoslipSceneBuilder *builder, const Motion *motion, guint k, const NoslipTheme *theme)
{
  NoslipScene *scene = noslip_scene_new();
  NoslipSceneLook look;
  noslip_scene_look_init(&look, theme);
  noslip_scene_builder_build(builder, motion->parameters, motion_row(motion, k), &look, scene);
  return scene;
}
