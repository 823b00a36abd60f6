/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparisons on a page: other formulations, and motions with other values. */
#include "ui/export/page-private.h"

#include "ui/export/json.h"
#include "ui/picture/theme.h"

#include <glib/gi18n.h>
#include <math.h>

void
noslip_page_overlay_free(NoslipPageOverlay *overlay)
{
  noslip_code_free(overlay->code);
  g_clear_pointer(&overlay->picture, noslip_observer_unref);
  g_free(overlay->parameters);
  g_free(overlay->name);
  g_free(overlay->color);
  g_free(overlay);
}

static char *
color_text(NoslipColor color)
{
  return g_strdup_printf("#%02x%02x%02x", (guint) lround(255 * color.r), (guint) lround(255 * color.g),
                         (guint) lround(255 * color.b));
}

static int
state_index(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->m + system->n; i++)
    if (g_str_equal(i < system->m ? system->coordinates[i].name : system->fibres[i - system->m].name, name))
      return (int) i;
  return -1;
}

/* The page moves these values onto the constraints itself. */
static void
give_values(const NoslipSystem *system, const NoslipVariant *variant, double *parameters, double *xy)
{
  for (guint i = 0; variant != NULL && i < variant->n_values; i++) {
    int parameter = noslip_system_parameter(system, variant->values[i].name);
    int state = state_index(system, variant->values[i].name);
    if (parameter >= 0)
      parameters[parameter] = variant->values[i].value;
    else if (state >= 0)
      xy[state] = variant->values[i].value;
  }
}

/* NULL with a note if its equations cannot be written out. */
static NoslipPageOverlay *
overlay_new(const NoslipPage *page, const NoslipFormulation *formulation, const NoslipVariant *variant)
{
  const NoslipPageContent *content = page->content;
  const NoslipSystem *system = content->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree char *refusal = noslip_formulation_refusal(formulation, system);
  g_autoptr(NoslipDynamics) dynamics =
      refusal == NULL ? noslip_dynamics_new(formulation, content->system, &error) : NULL;
  NoslipPageOverlay *overlay = g_new0(NoslipPageOverlay, 1);
  g_autofree double *xy = g_memdup2(content->xy, ((gsize) system->m + system->n) * sizeof *xy);
  g_autofree double *none = g_new0(double, system->k + 1);
  overlay->parameters = g_memdup2(content->parameters, system->n_parameters * sizeof(double));
  give_values(system, variant, overlay->parameters, xy);
  if (dynamics != NULL)
    overlay->code = noslip_code_new(dynamics, &content->options, overlay->parameters, xy,
                                    content->mu != NULL ? content->mu : none, diagnostics);
  if (overlay->code == NULL) {
    noslip_page_overlay_free(overlay);
    return NULL;
  }
  overlay->variant = variant;
  overlay->picture = noslip_page_picture(content->system, formulation->kind, NULL);
  return overlay;
}

static void
add(NoslipPage *page, const NoslipFormulation *formulation, const NoslipVariant *variant, GString *missing)
{
  NoslipTheme theme;
  const char *name = variant != NULL && variant->name != NULL ? variant->name : noslip_formulation_words(formulation);
  NoslipPageOverlay *overlay = overlay_new(page, formulation, variant);
  if (overlay == NULL) {
    g_string_append_printf(missing, "%s%s", missing->len > 0 ? ", " : "", name);
    return;
  }
  noslip_theme_init(&theme, FALSE, 1);
  overlay->name = g_strdup(name);
  overlay->color = color_text(variant != NULL ? noslip_theme_overlay_color(&theme, variant->color)
                                              : noslip_theme_formulation_color(&theme, formulation->id));
  g_ptr_array_add(page->overlays, overlay);
}

static const NoslipFormulation *
formulation_of(const NoslipPageContent *content, const NoslipVariant *variant)
{
  if (variant->formulation != NULL)
    return variant->formulation;
  if (variant->dynamics >= 0 && (NoslipDynamicsKind) variant->dynamics != content->kind)
    return noslip_formulation_for(content->system, (NoslipDynamicsKind) variant->dynamics);
  return content->formulation;
}

void
noslip_page_add_overlays(NoslipPage *page)
{
  const NoslipComparison *comparison = page->content->comparison;
  g_autoptr(GString) missing = g_string_new(NULL);
  for (guint i = 0; comparison != NULL && i < comparison->shown->len; i++)
    if (comparison->shown->pdata[i] != page->content->formulation)
      add(page, comparison->shown->pdata[i], NULL, missing);
  for (guint i = 0; comparison != NULL && i < comparison->variants->len; i++) {
    const NoslipVariant *variant = comparison->variants->pdata[i];
    const NoslipFormulation *formulation = formulation_of(page->content, variant);
    if (!variant->hidden && formulation != NULL)
      add(page, formulation, variant, missing);
  }
  if (missing->len > 0)
    noslip_diagnostics_add(page->diagnostics,
                           noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_ARGUMENT, NULL, NULL,
                                                 _("the page leaves out what cannot be written out: %s"),
                                                 missing->str));
}

/* "values": of each parameter its own, or null where it follows the motion's, as hidden ones always do. */
static void
build_values(JsonBuilder *builder, const NoslipPage *page, const NoslipPageOverlay *overlay)
{
  const NoslipSystem *system = page->content->system;
  const NoslipVariant *variant = overlay->variant;
  json_builder_set_member_name(builder, "values");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++) {
    gboolean own = variant != NULL && variant->kept;
    for (guint v = 0; variant != NULL && v < variant->n_values; v++)
      own = own || g_str_equal(variant->values[v].name, system->parameters[i].name);
    noslip_json_number(builder, own ? overlay->parameters[i] : NAN);
  }
  json_builder_end_array(builder);
}

void
noslip_page_build_overlays(JsonBuilder *builder, const NoslipPage *page)
{
  json_builder_set_member_name(builder, "overlays");
  json_builder_begin_array(builder);
  for (guint i = 0; i < page->overlays->len; i++) {
    const NoslipPageOverlay *overlay = page->overlays->pdata[i];
    json_builder_begin_object(builder);
    noslip_json_member_string(builder, "name", overlay->name);
    noslip_json_member_string(builder, "color", overlay->color);
    /* the same motion computed in another way; their difference measures the agreement */
    noslip_json_member_boolean(builder, "agrees",
                               overlay->variant == NULL && overlay->code->formulation->kind == page->content->kind);
    build_values(builder, page, overlay);
    noslip_json_member_numbers(builder, "initial", overlay->code->flow->n_state, overlay->code->initial);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}
