/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene in words, for assistive technology: the state, the quantities of the arrows, and the direction of view. */
#include "ui/widgets/common/absence.h"
#include "ui/widgets/scene/scene-private.h"

#include <glib/gi18n.h>
#include <math.h>

static void
append(GString *text, const char *words)
{
  if (words && words[0])
    g_string_append_printf(text, "%s%s", text->len > 0 ? "; " : "", words);
}

static void
append_arrows(GString *text, const NoslipSceneView *view)
{
  for (guint i = 0; i < MIN(view->n_primary, noslip_scene_n_bodies(view->scene)); i++) {
    const NoslipBody *body = noslip_scene_body(view->scene, i);
    if (body->kind != NOSLIP_BODY_ARROW || !isfinite(body->value))
      continue;
    g_autofree char *words = noslip_body_words(body);
    append(text, words);
  }
}

static void
append_overlays(GString *text, const NoslipSceneView *view)
{
  guint n = 0;
  for (guint i = 1; i < noslip_runs_n(noslip_simulation_runs(view->simulation)); i++)
    n += noslip_runs_view(noslip_simulation_runs(view->simulation), i)->shown != FALSE;
  if (n == 0)
    return;
  g_autofree char *words = g_strdup_printf(ngettext("%u overlay beside it", "%u overlays beside it", n), n);
  append(text, words);
}

char *
noslip_scene_view_words(NoslipSceneView *view)
{
  const double *parameters = NULL, *row = NULL;
  /* a slow picture may show an earlier time than the state */
  if (!noslip_scene_view_is_drawn(view))
    noslip_scene_view_build(view);
  NoslipSceneBuilder *primary = noslip_scene_view_builder(view, 0);
  if (view->simulation && view->system)
    row = noslip_runs_row(noslip_simulation_runs(view->simulation), 0, &parameters);
  if (!row || !primary)
    return g_strdup(noslip_absence(view->simulation));
  GString *text = g_string_new(NULL);
  g_autofree char *state = noslip_scene_builder_description(primary, parameters, row);
  append(text, state);
  append_arrows(text, view);
  append_overlays(text, view);
  append(text, view->camera.elevation > 1.3 ? _("seen from above") : NULL);
  append(text, view->camera.following ? _("the camera follows the body") : NULL);
  return g_string_free(text, FALSE);
}
