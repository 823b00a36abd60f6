/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes the part of a set-up that concerns a simulation. */
#include "core/base/decimal.h"
#include "core/simulation/setup/story.h"

#include "core/catalogue/catalogue.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOTION "Motion"
#define PARAMETERS "Parameters"
#define INITIAL "Initial values"
#define TIME "Time"
#define COMPARE "Compare"
#define HANDS "Hands" /* movements of inputs by hand: hand/gestures.h */

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
  const NoslipSystem *system = noslip_simulation_system(self);
  const NoslipTextSource *source = noslip_simulation_source(self);
  g_autofree char *known = noslip_catalogue_path(system->id);
  if (unsaved || !source->file)
    noslip_setup_set_system(setup, NULL, source->text);
  else if (known && g_str_equal(known, source->file))
    noslip_setup_set_system(setup, system->id, NULL);
  else {
    g_autofree char *path = g_canonicalize_filename(source->file, NULL);
    noslip_setup_set_system(setup, path, NULL);
  }
}

/* The first row of the present segment: the requested state, as far as the constraints allow it. NULL if the motion
 * begins at the text's start. */
static const double *
first_row(const NoslipSimulation *self)
{
  const NoslipRuns *runs = noslip_simulation_runs(self);
  const NoslipSimulationRun *primary = runs->has_base && runs->list->len ? g_ptr_array_index(runs->list, 0) : NULL;
  if (!primary || primary->view.pending || primary->view.n_rows == 0)
    return NULL;
  guint index = noslip_trajectory_find(primary->view.trajectory, runs->base_t);
  const double *row = noslip_trajectory_row(primary->view.trajectory, index, NULL);
  return row[0] == runs->base_t ? row : NULL;
}

/* Values set by hand; and if the motion was changed on its way, the complete state from which it continued, including
 * multipliers that belong to it. */
static void
take_values(NoslipSetup *setup, const NoslipSimulation *self)
{
  const NoslipRuns *runs = noslip_simulation_runs(self);
  const NoslipStart *start = noslip_simulation_start(self);
  const NoslipSystem *system = noslip_simulation_system(self);
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++)
    if (start->parameters[i] != system->parameters[i].value)
      set_number(setup, PARAMETERS, system->parameters[i].name, start->parameters[i]);
  guint n = system->m + system->n;
  const double *row = first_row(self), *mu = row ? row + noslip_row_lambda(system) : runs->base_mu;
  for (guint i = 0; i < noslip_start_n(system); i++) {
    const char *name = noslip_start_name(system, i);
    gboolean going_on = runs->has_base && (i < n || runs->kind == NOSLIP_DYNAMICS_VAKONOMIC);
    double value = !going_on ? start->value[i]
                   : i >= n  ? (mu && isfinite(mu[i - n]) ? mu[i - n] : 0)
                   : row     ? row[noslip_row_x(system) + i]
                             : runs->base_xy[i];
    if (going_on || start->is_set[i])
      set_number(setup, INITIAL, name, value);
  }
}

static void
take_time(NoslipSetup *setup, const NoslipSimulation *self)
{
  const NoslipRuns *runs = noslip_simulation_runs(self);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(self);
  double begin = runs->has_base ? runs->base_t : 0, end = noslip_simulation_system(self)->run_to;
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
  const NoslipRuns *runs = noslip_simulation_runs(self);
  if (!noslip_simulation_system(self))
    return;
  take_system(setup, self, unsaved);
  noslip_setup_set(setup, MOTION, "dynamics", noslip_dynamics_kind_id(runs->kind));
  noslip_setup_set(setup, MOTION, "formulation", runs->formulation->id);
  noslip_setup_set(setup, MOTION, "method", runs->method->id);
  set_number(setup, MOTION, "tolerance", runs->tolerance);
  take_values(setup, self);
  take_time(setup, self);
  g_autofree char *compared = noslip_overlays_text(noslip_simulation_overlays(self));
  noslip_setup_set_block(setup, COMPARE, compared);
  g_autoptr(NoslipGestures) gestures =
      noslip_gestures_from(noslip_hands_gestures(noslip_simulation_hands(self)), runs->has_base ? runs->base_t : 0);
  g_autofree char *hands = noslip_gestures_to_text(gestures, noslip_simulation_system(self));
  if (hands[0])
    noslip_setup_set_block(setup, HANDS, hands);
}

/* Applying a set-up */

/* FALSE, with a warning if there is a value that is not a number. */
static gboolean
number(const NoslipSetup *setup, const char *group, const char *key, double *value, NoslipDiagnostics *diagnostics)
{
  g_autofree char *text = noslip_setup_get(setup, group, key);
  if (!text)
    return FALSE;
  g_autofree char *plain = g_strchomp(g_strdup(text));
  if (noslip_decimal_read(plain, value))
    return TRUE;
  g_autofree char *cause = g_strdup_printf(_("%s is “%s”, which is not a number, and is unchanged"), key, text);
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
  g_autofree char *cause = g_strdup_printf(_("“%s” is unknown here; the line is ignored"), value);
  const char *near = noslip_catalogue_nearest(value, known);
  g_autofree char *remedy = near ? g_strdup_printf(_("did you mean %s?"), near) : NULL;
  noslip_setup_complain(setup, group, key, cause, remedy, diagnostics);
}

/* The dynamics of a set-up; FALSE if it has none, or an unknown one. */
static gboolean
dynamics_of(const NoslipSetup *setup, NoslipDynamicsKind *kind)
{
  g_autofree char *id = noslip_setup_get(setup, MOTION, "dynamics"), *plain = id ? g_strchomp(g_strdup(id)) : NULL;
  return plain && noslip_dynamics_kind_find(plain, kind);
}

const NoslipFormulation *
noslip_setup_formulation(const NoslipSetup *setup, NoslipDiagnostics *diagnostics)
{
  g_autofree char *id = noslip_setup_get(setup, MOTION, "formulation");
  const NoslipFormulation *found = id ? noslip_formulation_find(g_strchomp(id)) : NULL;
  NoslipDynamicsKind kind;
  if (id && !found) {
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    for (guint i = 0; noslip_formulations()[i]; i++)
      g_ptr_array_add(ids, (gpointer) noslip_formulations()[i]->id);
    g_ptr_array_add(ids, NULL);
    unknown(setup, MOTION, "formulation", id, (const char *const *) ids->pdata, diagnostics);
  }
  if (!found || !dynamics_of(setup, &kind) || kind == found->kind)
    return found;
  g_autofree char *cause = g_strdup_printf(_("%s is not a formulation of %s dynamics; the line is ignored"), id,
                                           noslip_dynamics_kind_id(kind));
  g_autofree char *remedy =
      g_strdup_printf(_("leave it out, or write dynamics=%s"), noslip_dynamics_kind_id(found->kind));
  noslip_setup_complain(setup, MOTION, "formulation", cause, remedy, diagnostics);
  return NULL;
}

static void
give_formulation(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  g_autofree char *name = noslip_setup_get(setup, MOTION, "dynamics");
  NoslipDynamicsKind kind;
  if (dynamics_of(setup, &kind))
    noslip_runs_set_kind(noslip_simulation_runs(self), kind);
  else if (name)
    unknown(setup, MOTION, "dynamics", name, noslip_dynamics_kind_ids(), diagnostics);
  const NoslipFormulation *formulation = noslip_setup_formulation(setup, diagnostics);
  const char *refusal = formulation ? noslip_runs_refusal(noslip_simulation_runs(self), formulation) : NULL;
  if (refusal) {
    g_autofree char *cause = g_strdup_printf(_("%s does not apply to this system: %s"), formulation->id, refusal);
    noslip_setup_complain(setup, MOTION, "formulation", cause, _("the first one that applies is taken"), diagnostics);
  } else if (formulation) {
    noslip_runs_set_formulation(noslip_simulation_runs(self), formulation);
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
    noslip_runs_set_method(noslip_simulation_runs(self), method);
  } else if (library) {
    g_autofree char *cause =
        g_strdup_printf(_("the method “%s” needs %s, which was left out of this build"), id, library);
    noslip_setup_complain(setup, MOTION, "method", cause, _("the present method stays"), diagnostics);
  } else if (id)
    unknown(setup, MOTION, "method", id, (const char *const *) ids->pdata, diagnostics);
  double tolerance;
  if (number(setup, MOTION, "tolerance", &tolerance, diagnostics))
    noslip_runs_set_tolerance(noslip_simulation_runs(self), tolerance);
}

static char **
start_names(const NoslipSystem *system)
{
  char **names = g_new0(char *, noslip_start_n(system) + 1);
  for (guint i = 0; i < noslip_start_n(system); i++)
    names[i] = g_strdup(noslip_start_name(system, i));
  return names;
}

/* Parameters with sliders, then the inputs. */
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

/* Sets a parameter or an input; an input has this value from the start. */
static void
give_parameter(NoslipSimulation *self, guint index, double value)
{
  const NoslipSystem *system = noslip_simulation_system(self);
  guint n = system->n_parameters - system->n_hidden;
  if (index < n || system->inputs[index - n].hand == G_MAXUINT) {
    noslip_simulation_set_parameter(self, index, value);
    return;
  }
  g_autoptr(NoslipGestures) gestures = noslip_gestures_copy(noslip_hands_gestures(noslip_simulation_hands(self)));
  NoslipGesture gesture = {.input = index - n, .rests = TRUE};
  gesture.values[NOSLIP_HAND_C0] = value;
  noslip_gestures_add(gestures, &gesture);
  noslip_hands_set_gestures(noslip_simulation_hands(self), gestures);
}

static void
give_gestures(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  const char *text = noslip_setup_block(setup, HANDS);
  g_autofree char *problem = NULL;
  if (!text)
    return;
  g_autoptr(NoslipGestures) gestures = noslip_gestures_from_text(text, noslip_simulation_system(self), &problem);
  if (problem)
    noslip_setup_complain(setup, HANDS, NULL, problem, NULL, diagnostics);
  noslip_hands_set_gestures(noslip_simulation_hands(self), gestures);
}

/* Applies the values of a group, whose keys must be among the names. */
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
  number(setup, TIME, "time", &value, diagnostics); /* used later; errors are reported with the others */
  if (number(setup, TIME, "end", &value, diagnostics))
    noslip_playback_set_end(noslip_simulation_playback(self), value);
  to = noslip_simulation_playhead(self)->end;
  if (number(setup, TIME, "speed", &value, diagnostics))
    noslip_playback_set_speed(noslip_simulation_playback(self), value);
  number(setup, TIME, "loop-from", &from, diagnostics);
  number(setup, TIME, "loop-to", &to, diagnostics);
  noslip_playback_set_loop(noslip_simulation_playback(self), flag(setup, TIME, "loop"), from, to);
  noslip_playback_set_pause(noslip_simulation_playback(self), noslip_story_pause(setup));
}

void
noslip_setup_give_motion(const NoslipSetup *setup, NoslipSimulation *self, NoslipDiagnostics *diagnostics)
{
  if (!noslip_simulation_system(self))
    return;
  g_auto(GStrv) parameters = parameter_names(noslip_simulation_system(self)),
                states = start_names(noslip_simulation_system(self));
  give_formulation(setup, self, diagnostics);
  give_method(setup, self, diagnostics);
  give_values(setup, self, PARAMETERS, parameters, give_parameter, diagnostics);
  give_values(setup, self, INITIAL, states, noslip_simulation_set_initial, diagnostics);
  give_gestures(setup, self, diagnostics);
  give_time(setup, self, diagnostics);
  const char *compared = noslip_setup_block(setup, COMPARE);
  g_autofree char *problem = NULL;
  if (!noslip_overlays_set_text(noslip_simulation_overlays(self), compared ? compared : "", &problem))
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
