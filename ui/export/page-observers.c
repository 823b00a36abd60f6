/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities that a page computes besides the motion: the picture and the sides of the claims. */
#include "ui/export/page-private.h"

#include "ui/picture/scene/scene-builder.h"

void
noslip_page_add_output(NoslipObserver *observer, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_observer_add(observer, expr, &error) < 0)
    noslip_observer_add_undefined(observer);
}

/* Of each statement: at (3), along (3), radius, tube, z, spin, its points (3 each), and of each turn the angle or the
 * quaternion. bodies.js reads them in this order. */
static void
add_draw(NoslipObserver *observer, const NoslipDraw *draw)
{
  const NoslipExpr fixed[] = {draw->at[0],    draw->at[1],  draw->at[2], draw->along[0], draw->along[1],
                              draw->along[2], draw->radius, draw->tube,  draw->z,        draw->spin};
  for (guint i = 0; i < G_N_ELEMENTS(fixed); i++)
    noslip_page_add_output(observer, fixed[i]);
  for (guint i = 0; i < 3 * draw->n_points; i++)
    noslip_page_add_output(observer, draw->points[i]);
  for (guint i = 0; i < draw->n_turns; i++)
    for (guint q = 0; q < (draw->turns[i].axis == 'q' ? 4 : 1); q++)
      noslip_page_add_output(observer,
                             draw->turns[i].axis == 'q' ? draw->turns[i].quaternion[q] : draw->turns[i].angle);
}

/* The path of a system that draws nothing, like the place of a trail. */
static void
add_path(NoslipObserver *observer, const NoslipSystem *system)
{
  NoslipDraw path = {.kind = NOSLIP_DRAW_TRAIL,
                     .along = {NOSLIP_ZERO, NOSLIP_ZERO, NOSLIP_ZERO},
                     .radius = NOSLIP_ZERO,
                     .tube = NOSLIP_ZERO,
                     .z = NOSLIP_ZERO,
                     .spin = NOSLIP_ZERO};
  char *names[3];
  guint n = noslip_scene_path(system, path.at, names);
  for (guint i = 0; i < n; i++)
    g_free(names[i]);
  add_draw(observer, &path);
}

NoslipObserver *
noslip_page_picture(NoslipSystem *system, NoslipDynamicsKind kind, GArray *draws)
{
  NoslipObserver *picture = noslip_observer_new(system, kind);
  for (guint d = 0; d < system->n_draws; d++) {
    guint first = noslip_observer_n(picture);
    if (draws != NULL)
      g_array_append_val(draws, first);
    add_draw(picture, &system->draws[d]);
  }
  if (system->n_draws == 0)
    add_path(picture, system);
  noslip_observer_seal(picture);
  return picture;
}

static void
add_magnitude(NoslipObserver *observer, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_observer_add_magnitude(observer, expr, &error) < 0)
    noslip_observer_add_undefined(observer);
}

static guint
add_rates(NoslipObserver *observer, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  guint first, n = 0;
  return noslip_observer_add_rate_arguments(observer, expr, &first, &n, &error) < 0 ? 0 : n;
}

void
noslip_page_add_claims(NoslipPage *page)
{
  const NoslipSystem *system = page->content->system;
  gboolean judged =
      page->content->kind != NOSLIP_DYNAMICS_FREE || system->k == 0 || system->dynamics == NOSLIP_DYNAMICS_FREE;
  page->claims = noslip_observer_new(page->content->system, page->content->kind);
  for (guint i = 0; judged && i < system->n_claims; i++) {
    const NoslipClaim *claim = &system->claims[i];
    if (claim->has_kind && claim->kind != page->content->kind)
      continue;
    guint first = noslip_observer_n(page->claims);
    noslip_page_add_output(page->claims, claim->left);
    noslip_page_add_output(page->claims, claim->right);
    add_magnitude(page->claims, claim->left);
    add_magnitude(page->claims, claim->right);
    guint rates = add_rates(page->claims, claim->left);
    rates += add_rates(page->claims, claim->right);
    g_array_append_val(page->judged, i);
    g_array_append_val(page->first, first);
    g_array_append_val(page->n_rates, rates);
  }
  noslip_observer_seal(page->claims);
}
