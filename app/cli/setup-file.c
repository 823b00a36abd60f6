/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/setup-file.h"

#include "app/cli/stranger.h"
#include "core/base/decimal.h"
#include "core/catalogue/catalogue.h"
#include "core/simulation/setup/link.h"
#include "core/simulation/setup/setup.h"

#include <string.h>

gboolean
cli_is_setup(const char *name)
{
  return noslip_link_is(name) || g_str_has_suffix(name, NOSLIP_SETUP_SUFFIX);
}

/* "KEY=VALUE" of a group, then the values given as options. */
static char **
join(const NoslipSetup *setup, const char *group, char *const *given)
{
  GStrvBuilder *builder = g_strv_builder_new();
  g_auto(GStrv) keys = noslip_setup_keys(setup, group);
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++) {
    g_autofree char *value = noslip_setup_get(setup, group, keys[i]);
    g_autofree char *text = g_strdup_printf("%s=%s", keys[i], value != NULL ? g_strstrip(value) : "");
    g_strv_builder_add(builder, text);
  }
  for (guint i = 0; given != NULL && given[i] != NULL; i++)
    g_strv_builder_add(builder, given[i]);
  char **joined = g_strv_builder_end(builder);
  g_strv_builder_unref(builder);
  return joined;
}

/* The given value, or the set-up's value for the motion. */
static char *
choose(const NoslipSetup *setup, const char *group, const char *key, const char *given)
{
  return given != NULL ? g_strdup(given) : noslip_setup_get(setup, group, key);
}

static void
merge(const NoslipSetup *setup, const CliSetup *given, CliSetup *merged)
{
  static const CliSetup nothing = {0};
  const CliSetup *own = given != NULL ? given : &nothing;
  *merged = (CliSetup){.set = join(setup, "Parameters", own->set),
                       .initial = join(setup, "Initial values", own->initial),
                       .input = g_strdupv(own->input),
                       .dynamics = choose(setup, "Motion", "dynamics", own->dynamics),
                       .method = choose(setup, "Motion", "method", own->method),
                       .rtol = choose(setup, "Motion", "tolerance", own->rtol),
                       .trial = g_strdup(own->trial),
                       .to = choose(setup, "Time", "end", own->to),
                       .step = g_strdup(own->step),
                       .atol = g_strdup(own->atol),
                       .fixed_step = g_strdup(own->fixed_step),
                       .hands = g_strdup(noslip_setup_block(setup, "Hands")),
                       .no_stabilise = own->no_stabilise,
                       .consistent = own->consistent};
}

/* The formulation of a set-up, as in the window: without dynamics it determines them. */
static void
take_formulation(const NoslipSetup *setup, CliSetup *merged, char **formulation, NoslipDiagnostics *diagnostics)
{
  const NoslipFormulation *found = noslip_setup_formulation(setup, diagnostics);
  *formulation = found != NULL ? g_strdup(found->id) : NULL;
  if (found != NULL && merged->dynamics == NULL)
    merged->dynamics = g_strdup(noslip_dynamics_kind_id(found->kind));
}

/* The first set-up of a file. */
static NoslipSetup *
read_file(const char *name, NoslipDiagnostics *diagnostics)
{
  g_autoptr(GPtrArray) setups = noslip_setups_read(name, diagnostics);
  return setups != NULL && setups->len > 0 ? noslip_setup_ref(setups->pdata[0]) : NULL;
}

NoslipSetup *
cli_setup_open(const char *name)
{
  g_autoptr(NoslipDiagnostics) diagnostics =
      noslip_diagnostics_new(); /* reading it for the motion has already reported its
                                                                 * errors */
  return noslip_link_is(name) ? noslip_link_read(name, diagnostics) : read_file(name, diagnostics);
}

NoslipSystem *
cli_setup_read(const char *name, const CliSetup *given, CliSetup *merged, char **formulation, char **file,
               NoslipDiagnostics *diagnostics)
{
  gboolean link = noslip_link_is(name);
  g_autoptr(NoslipSetup) setup = link ? noslip_link_read(name, diagnostics) : read_file(name, diagnostics);
  if (setup == NULL)
    return NULL;
  if (noslip_setup_block(setup, "Hands") != NULL && (given == NULL || !given->takes_hands)) {
    noslip_diagnostics_add(
        diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL,
                                           "leave out its group [Hands]; run judges the claims along the motion",
                                           "the set-up has movements of hands, which only run and render compute"));
    return NULL;
  }
  const char *system = noslip_setup_system(setup), *source = noslip_setup_source(setup);
  merge(setup, given, merged);
  if (given == NULL || given->dynamics == NULL)
    take_formulation(setup, merged, formulation, diagnostics);
  if (system != NULL)
    return cli_load(system, file, NULL, FALSE, diagnostics);
  return noslip_catalogue_system(source != NULL ? source : "", -1, "set-up", "set-up", link || cli_stranger,
                                 diagnostics);
}

static void
set_number(NoslipSetup *setup, const char *group, const char *key, double value)
{
  char text[NOSLIP_DECIMAL_SIZE];
  noslip_setup_set(setup, group, key, noslip_decimal_text(value, text));
}

/* The values of the problem replace those of the set-up. */
static void
clear_group(NoslipSetup *setup, const char *group)
{
  g_auto(GStrv) keys = noslip_setup_keys(setup, group);
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    noslip_setup_set(setup, group, keys[i], NULL);
}

char *
cli_setup_link(const CliProblem *problem, const char *name, const char *formulation)
{
  const NoslipSystem *system = problem->system;
  g_autoptr(NoslipSetup) setup = cli_is_setup(name) ? cli_setup_open(name) : NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *known = noslip_catalogue_path(system->id);
  gboolean catalogued = known != NULL && noslip_output_same_file(known, problem->file);
  if (setup == NULL)
    setup = noslip_setup_new();
  if (*noslip_setup_name(setup) == '\0' && system->title != NULL)
    noslip_setup_set_name(setup, system->title);
  noslip_setup_set_system(setup, catalogued ? system->id : NULL, catalogued ? NULL : system->text);
  noslip_setup_set(setup, "Motion", "dynamics", noslip_dynamics_kind_id(problem->kind));
  noslip_setup_set(setup, "Motion", "formulation", formulation);
  noslip_setup_set(setup, "Motion", "method", problem->options.method->id);
  set_number(setup, "Motion", "tolerance", problem->options.rtol);
  clear_group(setup, "Parameters");
  clear_group(setup, "Initial values");
  for (guint i = 0; i < system->n_parameters; i++)
    if (problem->parameters[i] != system->parameters[i].value)
      set_number(setup, "Parameters", system->parameters[i].name, problem->parameters[i]);
  for (guint i = 0; i < problem->overrides->len; i++) {
    const NoslipOverride *given = &g_array_index(problem->overrides, NoslipOverride, i);
    set_number(setup, "Initial values", given->name, given->value);
  }
  char *link = noslip_link_can_hold(setup, &error) ? noslip_link_new(setup, &error) : NULL;
  if (link == NULL)
    cli_message("error: %s", error->message);
  return link;
}
