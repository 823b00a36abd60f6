/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the part of a set-up about a simulation, and writes it. */
#include "core/base/decimal.h"
#include "core/simulation/setup/story.h"
#include "core/simulation/simulation-private.h"

#include "core/catalogue/catalogue.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOTION "Motion"
#define PARAMETERS "Parameters"
#define INITIAL "Initial values"
#define TIME "Time"
#define COMPARE "Compare"
#define HANDS "Hands" /* what hands did to inputs: hand/gestures.h */

static void
set_number(NoslipSetup *setup, const char *group, const char *key, double value)
{
  char text[NOSLIP_DECIMAL_SIZE];
  noslip_setup_set(setup, group, key, noslip_decimal_text(value, text));
}

static void
set_flag(NoslipSetup *setup, const char *group, const char *key, gboolean value)
{
  noslip_setup_set(setup, group, key, value ? "true" : "false");
}

static void
take_system(NoslipSetup *setup, const NoslipSimulation *self, gboolean unsaved)
{
  g_autofree char *known = noslip_catalogue_path(self->system->id);
  if (unsaved || !self->source.file)
    noslip_setup_set_system(setup, NULL, self->source.text);
  else if (known && g_str_equal(known, self->source.file))
    noslip_setup_set_system(setup, self->system->id, NULL);
  else {
    g_autofree char *path = g_canonicalize_filename(self->source.file, NULL);
    noslip_setup_set_system(setup, path, NULL);
  }
}

/* The row that the present segment began with: what it was asked to go on from, as the constraints of the values that
 * were changed allow it. NULL where the motion begins at the text's start. */
static const double *
first_row(const NoslipSimulation *self)
{
  const NoslipSimulationRun *primary =
      self->runs.has_base && self->runs.list->len ? g_ptr_array_index(self->runs.list, 0) : NULL;
  if (!primary || primary->view.pending || primary->view.n_rows == 0)
    return NULL;
  guint index = noslip_trajectory_find(primary->view.trajectory, self->runs.base_t);
  const double *row = noslip_trajectory_row(primary->view.trajectory, index, NULL);
  return row[0] == self->runs.base_t ? row : NULL;
}

/* Values that a hand set; and where the motion was changed on its way, the whole state that it went on from, with the
 * multipliers where they are part of it. */
static void
take_values(NoslipSetup *setup, const NoslipSimulation *self)
{
  const NoslipSystem *system = self->system;
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++)
    if (self->start.parameters[i] != system->parameters[i].value)
      set_number(setup, PARAMETERS, system->parameters[i].name, self->start.parameters[i]);
  guint n = system->m + system->n;
  const double *row = first_row(self), *mu = row ? row + noslip_row_lambda(system) : self->runs.base_mu;
  for (guint i = 0; i < noslip_start_n(system); i++) {
    const char *name = noslip_start_name(system, i);
    gboolean going_on = self->runs.has_base && (i < n || self->runs.kind == NOSLIP_DYNAMICS_VAKONOMIC);
    double value = !going_on ? self->start.value[i]
                   : i >= n  ? (mu && isfinite(mu[i - n]) ? mu[i - n] : 0)
                   : row     ? row[noslip_row_x(system) + i]
                             : self->runs.base_xy[i];
    if (going_on || self->start.is_set[i])
      set_number(setup, INITIAL, name, value);
  }
}

static void
take_time(NoslipSetup *setup, const NoslipSimulation *self)
{
  const NoslipPlayhead *playhead = &self->playhead;
  double begin = self->runs.has_base ? self->runs.base_t : 0, end = self->system->run_to;
  set_number(setup, TIME, "time", fmax(0, noslip_playhead_time(playhead) - begin));
  if (playhead->end != end)
    set_number(setup, TIME, "end", playhead->end);
  set_number(setup, TIME, "speed", playhead->speed);
  set_flag(setup, TIME, "playing", playhead->state == NOSLIP_PLAYING);
  set_flag(setup, TIME, "loop", playhead->looping);
  if (!noslip_playhead_is_marked(playhead) || playhead->loop_to <= begin)
    return;
  set_number(setup, TIME, "loop-from", fmax(0, playhead->loop_from - begin));
  set_number(setup, TIME, "loop-to", fmax(0, playhead->loop_to - begin));
}

void
noslip_setup_take_motion(NoslipSetup *setup, const NoslipSimulation *self, gboolean unsaved)
{
  if (!self->system)
    return;
  take_system(setup, self, unsaved);
  noslip_setup_set(setup, MOTION, "dynamics", noslip_dynamics_kind_id(self->runs.kind));
  noslip_setup_set(setup, MOTION, "formulation", self->runs.formulation->id);
  noslip_setup_set(setup, MOTION, "method", self->runs.method->id);
  set_number(setup, MOTION, "tolerance", self->runs.tolerance);
  take_values(setup, self);
  take_time(setup, self);
  g_autofree char *compared = noslip_simulation_comparison_text(self);
  noslip_setup_set_block(setup, COMPARE, compared);
  g_autoptr(NoslipGestures) gestures =
      noslip_gestures_from(self->runs.gestures, self->runs.has_base ? self->runs.base_t : 0);
  g_autofree char *hands = noslip_gestures_to_text(gestures, self->system);
  if (hands[0])
    noslip_setup_set_block(setup, HANDS, hands);
}

/* Giving back */

/* FALSE, with a warning where something is there that is no number. */
static gboolean
number(const NoslipSetup *setup, const char *group, const char *key, double *value, NoslipDiagnostics *diagnostics)
{
  g_autofree char *text = noslip_setup_get(setup, group, key);
  if (!text)
    return FALSE;
  g_autofree char *plain = g_strchomp(g_strdup(text));
  if (noslip_decimal_read(plain, value))
    return TRUE;
  g_autofree char *cause = g_strdup_printf(_("%s is “%s”, which is not a number, and is left as it was"), key, text);
  if (diagnostics)
    noslip_setup_complain(setup, group, key, cause, _("write it with a point, such as 0.5"), diagnostics);
  return FALSE;
}

static gboolean
flag(const NoslipSetup *setup, const char *group, const char *key)
{
  g_autofree char *text = noslip_setup_get(setup, group, key);
  return text && (g_ascii_strcasecmp(text, "true") == 0 || g_str_equal(text, "1"));
}

static void
unknown(const NoslipSetup *setup, const char *group, const char *key, const char *value, const char *const *known,
        NoslipDiagnostics *diagnostics)
{
  g_autofree char *cause = g_strdup_printf(_("nothing here is called “%s”, and it is left out"), value);
  const char *near = noslip_catalogue_nearest(value, known);
  g_autofree char *remedy = near ? g_strdup_printf(_("did you mean %s?"), near) : NULL;
  noslip_setup_complain(setup, group, key, cause, remedy, diagnostics);
}

static void
give_formulation(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  g_autofree char *id = noslip_setup_get(setup, MOTION, "formulation"),
                  *kind = noslip_setup_get(setup, MOTION, "dynamics");
  g_autoptr(GPtrArray) ids = g_ptr_array_new();
  for (guint i = 0; noslip_formulations()[i]; i++)
    g_ptr_array_add(ids, (gpointer) noslip_formulations()[i]->id);
  g_ptr_array_add(ids, NULL);
  NoslipDynamicsKind dynamics;
  if (kind && noslip_dynamics_kind_find(kind, &dynamics))
    noslip_simulation_set_kind(self, dynamics);
  else if (kind)
    unknown(setup, MOTION, "dynamics", kind, noslip_dynamics_kind_ids(), diagnostics);
  const NoslipFormulation *formulation = id ? noslip_formulation_find(id) : NULL;
  const char *refusal = formulation ? noslip_runs_refusal(noslip_simulation_runs(self), formulation) : NULL;
  if (refusal) {
    g_autofree char *cause = g_strdup_printf(_("%s does not apply to this system: %s"), id, refusal);
    noslip_setup_complain(setup, MOTION, "formulation", cause, _("the first one that applies is taken"), diagnostics);
  } else if (formulation) {
    noslip_simulation_set_formulation(self, formulation);
  } else if (id) {
    unknown(setup, MOTION, "formulation", id, (const char *const *) ids->pdata, diagnostics);
  }
}

static void
give_method(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  g_autofree char *id = noslip_setup_get(setup, MOTION, "method");
  const NoslipMethod *method = id ? noslip_method_find(id) : NULL;
  g_autoptr(GPtrArray) ids = g_ptr_array_new();
  for (guint i = 0; noslip_methods()[i]; i++)
    g_ptr_array_add(ids, (gpointer) noslip_methods()[i]->id);
  g_ptr_array_add(ids, NULL);
  const char *library = noslip_method_library(id);
  if (method) {
    noslip_simulation_set_method(self, method);
  } else if (library) {
    g_autofree char *cause =
        g_strdup_printf(_("the method “%s” needs %s, which was left out of this build"), id, library);
    noslip_setup_complain(setup, MOTION, "method", cause, _("the present method stays"), diagnostics);
  } else if (id)
    unknown(setup, MOTION, "method", id, (const char *const *) ids->pdata, diagnostics);
  double tolerance;
  if (number(setup, MOTION, "tolerance", &tolerance, diagnostics))
    noslip_simulation_set_tolerance(self, tolerance);
}

static char **
start_names(const NoslipSystem *system)
{
  char **names = g_new0(char *, noslip_start_n(system) + 1);
  for (guint i = 0; i < noslip_start_n(system); i++)
    names[i] = g_strdup(noslip_start_name(system, i));
  return names;
}

/* Those with sliders, then the inputs. */
static char **
parameter_names(const NoslipSystem *system)
{
  guint n = system->n_parameters - system->n_hidden;
  char **names = g_new0(char *, n + system->n_inputs + 1);
  for (guint i = 0; i < n; i++)
    names[i] = g_strdup(system->parameters[i].name);
  for (guint i = 0; i < system->n_inputs; i++)
    names[n + i] = g_strdup(system->inputs[i].name);
  return names;
}

/* An input that is given as a parameter has that value from the start. */
static void
give_parameter(NoslipSimulation *self, guint index, double value)
{
  const NoslipSystem *system = self->system;
  guint n = system->n_parameters - system->n_hidden;
  if (index < n || system->inputs[index - n].hand == G_MAXUINT) {
    noslip_simulation_set_parameter(self, index, value);
    return;
  }
  g_autoptr(NoslipGestures) gestures = noslip_gestures_copy(noslip_simulation_gestures(self));
  NoslipGesture gesture = {.input = index - n, .rests = TRUE};
  gesture.values[NOSLIP_HAND_C0] = value;
  noslip_gestures_add(gestures, &gesture);
  noslip_simulation_set_gestures(self, gestures);
}

static void
give_gestures(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  const char *text = noslip_setup_block(setup, HANDS);
  g_autofree char *problem = NULL;
  if (!text)
    return;
  g_autoptr(NoslipGestures) gestures = noslip_gestures_from_text(text, self->system, &problem);
  if (problem)
    noslip_setup_complain(setup, HANDS, NULL, problem, NULL, diagnostics);
  noslip_simulation_set_gestures(self, gestures);
}

/* Every key of a group is one of the names. */
static void
give_values(const NoslipSetup *setup, NoslipSimulation *self, const char *group, char **names,
            void (*set)(NoslipSimulation *, guint, double), NoslipDiagnostics *diagnostics)
{
  g_auto(GStrv) keys = noslip_setup_keys(setup, group);
  for (guint i = 0; keys && keys[i]; i++) {
    guint at = 0;
    double value;
    while (names[at] && !g_str_equal(names[at], keys[i]))
      at++;
    if (!names[at])
      unknown(setup, group, keys[i], keys[i], (const char *const *) names, diagnostics);
    else if (number(setup, group, keys[i], &value, diagnostics))
      set(self, at, value);
  }
}

static void
give_time(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  double value, from = 0, to;
  number(setup, TIME, "time", &value, diagnostics); /* sought later; errors are reported with the others */
  if (number(setup, TIME, "end", &value, diagnostics))
    noslip_simulation_set_end(self, value);
  to = self->playhead.end;
  if (number(setup, TIME, "speed", &value, diagnostics))
    noslip_simulation_set_speed(self, value);
  number(setup, TIME, "loop-from", &from, diagnostics);
  number(setup, TIME, "loop-to", &to, diagnostics);
  noslip_simulation_set_loop(self, flag(setup, TIME, "loop"), from, to);
  noslip_simulation_set_pause(self, noslip_story_pause(setup));
}

void
noslip_setup_give_motion(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  if (!self->system)
    return;
  g_auto(GStrv) parameters = parameter_names(self->system), states = start_names(self->system);
  give_formulation(setup, self, diagnostics);
  give_method(setup, self, diagnostics);
  give_values(setup, self, PARAMETERS, parameters, give_parameter, diagnostics);
  give_values(setup, self, INITIAL, states, noslip_simulation_set_start, diagnostics);
  give_gestures(setup, self, diagnostics);
  give_time(setup, self, diagnostics);
  const char *compared = noslip_setup_block(setup, COMPARE);
  g_autofree char *problem = NULL;
  if (!noslip_simulation_set_comparison_text(self, compared ? compared : "", &problem))
    noslip_setup_complain(setup, COMPARE, NULL, problem, NULL, diagnostics);
}

double
noslip_setup_time(const NoslipSetup *setup)
{
  double t = 0;
  return number(setup, TIME, "time", &t, NULL) ? fmax(0, t) : 0;
}

gboolean
noslip_setup_plays(const NoslipSetup *setup)
{
  return flag(setup, TIME, "playing");
}
