/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/morphism.h"

#include "core/language/names.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
add_error(NoslipDiagnostics *diagnostics, NoslipCode code, const NoslipReduction *reduction, guint entry,
          const char *remedy, const char *cause)
{
  NoslipPlace place = entry < reduction->n && reduction->places != NULL ? reduction->places[entry] : reduction->place;
  noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, code, &place, remedy, "%s", cause));
}

/* The index of a name of S': coordinates 0 .. m' - 1, then fibre coordinates up to m' + n' - 1; else G_MAXUINT. */
static guint
find_name(const NoslipSystem *target, const char *name)
{
  for (guint i = 0; i < target->m; i++)
    if (strcmp(target->coordinates[i].name, name) == 0)
      return i;
  for (guint i = 0; i < target->n; i++)
    if (strcmp(target->fibres[i].name, name) == 0)
      return target->m + i;
  return G_MAXUINT;
}

static void
report_unknown(const NoslipSystem *target, const NoslipReduction *reduction, guint entry,
               NoslipDiagnostics *diagnostics)
{
  Nearest nearest;
  noslip_nearest_start(&nearest, reduction->names[entry]);
  for (guint i = 0; i < target->m; i++)
    noslip_nearest_try(&nearest, target->coordinates[i].name);
  for (guint i = 0; i < target->n; i++)
    noslip_nearest_try(&nearest, target->fibres[i].name);
  g_autofree char *near = noslip_nearest_remedy(&nearest);
  g_autofree char *cause =
      g_strdup_printf(_("%s has no coordinate or fibre coordinate %s"), reduction->system, reduction->names[entry]);
  add_error(diagnostics, NOSLIP_CODE_UNKNOWN_NAME, reduction, entry,
            near != NULL ? near : _("noslip-cli show lists those of the other system"), cause);
}

/* y'^mu = Phi^mu_a y^a: the slopes do not depend on y, and the value at y = 0 is 0. */
static gboolean
find_slopes(NoslipMorphism *morphism, guint mu)
{
  const NoslipModel *model = morphism->model;
  NoslipGraph *graph = model->graph;
  NoslipExpr *slopes = morphism->slopes + (gsize) mu * model->n;
  NoslipExpr rest = morphism->fibre[mu];
  for (guint a = 0; a < model->n; a++) {
    if (!noslip_expr_depends(graph, morphism->fibre[mu], 1, &model->y[a]))
      continue;
    slopes[a] = noslip_expr_simplify(graph, noslip_expr_derivative(graph, morphism->fibre[mu], model->y[a]));
    if (noslip_expr_depends(graph, slopes[a], model->n, model->y))
      return FALSE;
    rest = noslip_expr_sub_product(graph, rest, slopes[a], model->y[a]);
  }
  return noslip_expr_simplify(graph, rest) == NOSLIP_ZERO;
}

static gboolean
read_entry(NoslipMorphism *morphism, const NoslipReduction *reduction, guint entry, gboolean *given,
           NoslipDiagnostics *diagnostics)
{
  const NoslipModel *model = morphism->model;
  guint m = morphism->target->m, at = find_name(morphism->target, reduction->names[entry]);
  if (at == G_MAXUINT) {
    report_unknown(morphism->target, reduction, entry, diagnostics);
    return FALSE;
  }
  given[at] = TRUE;
  if (at >= m) {
    morphism->fibre[at - m] = reduction->exprs[entry];
    if (find_slopes(morphism, at - m))
      return TRUE;
    g_autofree char *cause =
        g_strdup_printf(_("the image of %s is not linear in the velocities"), reduction->names[entry]);
    add_error(diagnostics, NOSLIP_CODE_NOT_LINEAR, reduction, entry, _("a reduction is linear in the fibre"), cause);
    return FALSE;
  }
  morphism->base[at] = reduction->exprs[entry];
  if (!noslip_expr_depends(model->graph, morphism->base[at], model->n, model->y))
    return TRUE;
  g_autofree char *cause =
      g_strdup_printf(_("the image of the coordinate %s depends on velocities"), reduction->names[entry]);
  add_error(diagnostics, NOSLIP_CODE_MISPLACED, reduction, entry, _("write it as a function of coordinates"), cause);
  return FALSE;
}

static gboolean
read_entries(NoslipMorphism *morphism, const NoslipReduction *reduction, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *target = morphism->target;
  gboolean good = TRUE;
  g_autofree gboolean *given = g_new0(gboolean, target->m + target->n + 1);
  for (guint i = 0; i < reduction->n; i++)
    good = read_entry(morphism, reduction, i, given, diagnostics) && good;
  g_autoptr(GString) missing = g_string_new(NULL);
  for (guint i = 0; i < target->m + target->n; i++)
    if (!given[i])
      g_string_append_printf(missing, "%s%s", missing->len > 0 ? ", " : "",
                             i < target->m ? target->coordinates[i].name : target->fibres[i - target->m].name);
  if (missing->len > 0) {
    g_autofree char *cause =
        g_strdup_printf(_("the reduction to %s does not say what %s is"), reduction->system, missing->str);
    add_error(diagnostics, NOSLIP_CODE_COUNT, reduction, G_MAXUINT,
              _("give every coordinate and fibre coordinate of the other system"), cause);
  }
  return good && missing->len == 0;
}

static void
add_image(NoslipMorphism *morphism, const char *name, NoslipExpr image)
{
  morphism->symbols[morphism->n_symbols] = noslip_expr_symbol(morphism->model->graph, name);
  morphism->images[morphism->n_symbols++] = image;
}

static void
list_images(NoslipMorphism *morphism)
{
  const NoslipSystem *source = morphism->source, *target = morphism->target;
  NoslipGraph *graph = morphism->model->graph;
  guint most = 1 + target->n_parameters + target->m + target->n;
  morphism->symbols = g_new0(NoslipExpr, most);
  morphism->images = g_new0(NoslipExpr, most);
  morphism->target_parameters = noslip_system_default_parameters(target);
  add_image(morphism, noslip_expr_symbol_name(target->graph, target->t), source->t);
  for (guint i = 0; i < target->n_parameters; i++) {
    const NoslipParameter *parameter = &target->parameters[i];
    int same = noslip_system_parameter(source, parameter->name);
    if (same >= 0)
      morphism->target_parameters[i] = source->parameters[same].value;
    add_image(morphism, parameter->name,
              same >= 0 ? source->parameters[same].symbol : noslip_expr_number(graph, parameter->value));
  }
  for (guint i = 0; i < target->m; i++)
    add_image(morphism, target->coordinates[i].name, morphism->base[i]);
  for (guint i = 0; i < target->n; i++)
    add_image(morphism, target->fibres[i].name, morphism->fibre[i]);
}

NoslipMorphism *
noslip_morphism_new(NoslipSystem *source, guint reduction, NoslipSystem *target, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipMorphism) morphism = g_new0(NoslipMorphism, 1);
  morphism->source = noslip_system_ref(source);
  morphism->target = noslip_system_ref(target);
  morphism->model = noslip_model_new(source);
  morphism->target_model = noslip_model_new(target);
  morphism->base = g_new0(NoslipExpr, MAX(target->m, 1));
  morphism->fibre = g_new0(NoslipExpr, MAX(target->n, 1));
  morphism->slopes = g_new0(NoslipExpr, MAX((gsize) target->n * source->n, 1));
  if (!read_entries(morphism, &source->reductions[reduction], diagnostics))
    return NULL;
  list_images(morphism);
  return g_steal_pointer(&morphism);
}

void
noslip_morphism_free(NoslipMorphism *morphism)
{
  if (morphism == NULL)
    return;
  noslip_model_free(morphism->model);
  noslip_model_free(morphism->target_model);
  noslip_system_unref(morphism->source);
  noslip_system_unref(morphism->target);
  g_free(morphism->base);
  g_free(morphism->fibre);
  g_free(morphism->slopes);
  g_free(morphism->target_parameters);
  g_free(morphism->symbols);
  g_free(morphism->images);
  g_free(morphism);
}

/* Symbols are matched by name between graphs: before the substitution they are those of S', after it those of S. */
NoslipExpr
noslip_morphism_pull(NoslipMorphism *morphism, NoslipExpr e)
{
  NoslipGraph *graph = morphism->model->graph;
  NoslipExpr here = noslip_expr_import(graph, morphism->target_model->graph, e);
  return noslip_expr_substitute(graph, here, morphism->n_symbols, morphism->symbols, morphism->images);
}
