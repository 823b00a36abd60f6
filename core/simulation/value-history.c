/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/value-history.h"

#include <math.h>

#define TOGETHER G_USEC_PER_SEC /* microseconds between movements of one value that are one undo step */
#define MOST_STEPS 200
#define MOST_NAMED 3 /* number of values of a step that are listed one by one */

typedef struct {
  guint index; /* parameters, then coordinates, then fibre coordinates */
  double before, after;
} Setting;

typedef struct {
  GArray *settings; /* of Setting */
  gint64 time;      /* of its last movement */
} Step;

struct _NoslipValueHistory {
  NoslipSimulation *simulation;
  GPtrArray *done, *undone; /* of Step * */
  GArray *values;           /* of double: values at the last change */
  gboolean replaying;
};

static void
step_free(gpointer data)
{
  g_array_unref(((Step *) data)->settings);
  g_free(data);
}

static guint
n_values(const NoslipSystem *system)
{
  return system->n_parameters + noslip_start_n(system);
}

static double
value_of(NoslipValueHistory *self, const NoslipSystem *system, guint index)
{
  return index < system->n_parameters
             ? noslip_start_parameter(noslip_simulation_start(self->simulation), index)
             : noslip_start_initial(noslip_simulation_start(self->simulation), index - system->n_parameters);
}

static const char *
name_of(const NoslipSystem *system, guint index)
{
  if (index < system->n_parameters)
    return system->parameters[index].name;
  return noslip_start_name(system, index - system->n_parameters);
}

/* An initial value that follows from others was not set by the user. */
static gboolean
was_set(NoslipValueHistory *self, const NoslipSystem *system, guint index)
{
  return index < system->n_parameters ||
         noslip_start_initial_is_set(noslip_simulation_start(self->simulation), index - system->n_parameters);
}

static void
remember(NoslipValueHistory *self, const NoslipSystem *system)
{
  g_array_set_size(self->values, system ? n_values(system) : 0);
  for (guint i = 0; i < self->values->len; i++)
    g_array_index(self->values, double, i) = value_of(self, system, i);
}

static void
add_step(NoslipValueHistory *self, GArray *settings)
{
  gint64 now = g_get_monotonic_time();
  Step *last = self->done->len > 0 ? g_ptr_array_index(self->done, self->done->len - 1) : NULL;
  Setting *moved = last && last->settings->len == 1 ? &g_array_index(last->settings, Setting, 0) : NULL;
  const Setting *now_set = &g_array_index(settings, Setting, 0);
  g_ptr_array_set_size(self->undone, 0);
  if (moved && settings->len == 1 && moved->index == now_set->index && now - last->time < TOGETHER) {
    moved->after = now_set->after;
    last->time = now;
    return;
  }
  Step *step = g_new0(Step, 1);
  step->settings = g_array_ref(settings);
  step->time = now;
  g_ptr_array_add(self->done, step);
  if (self->done->len > MOST_STEPS)
    g_ptr_array_remove_index(self->done, 0);
}

void
noslip_value_history_changed(NoslipValueHistory *self, NoslipChange change)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  if ((change & NOSLIP_CHANGED_SYSTEM) || (system && self->values->len != n_values(system))) {
    g_ptr_array_set_size(self->done, 0);
    g_ptr_array_set_size(self->undone, 0);
    remember(self, system);
    return;
  }
  if (!(change & NOSLIP_CHANGED_START) || !system)
    return;
  g_autoptr(GArray) settings = g_array_new(FALSE, FALSE, sizeof(Setting));
  for (guint i = 0; i < self->values->len && !self->replaying; i++) {
    Setting setting = {i, g_array_index(self->values, double, i), value_of(self, system, i)};
    if (isfinite(setting.before) && isfinite(setting.after) && setting.before != setting.after &&
        was_set(self, system, i))
      g_array_append_val(settings, setting);
  }
  if (settings->len > 0)
    add_step(self, settings);
  remember(self, system);
}

static char *
words_of(const NoslipSystem *system, const GArray *settings)
{
  g_autoptr(GString) words = g_string_new(NULL);
  for (guint i = 0; i < settings->len && i < MOST_NAMED; i++) {
    const Setting *setting = &g_array_index(settings, Setting, i);
    g_string_append_printf(words, "%s%s = %.4g", i ? ", " : "", name_of(system, setting->index), setting->after);
  }
  if (settings->len > MOST_NAMED)
    g_string_append(words, ", …");
  return g_strdup(words->str);
}

static char *
replay(NoslipValueHistory *self, GPtrArray *from, GPtrArray *to, gboolean back)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  if (from->len == 0 || !system)
    return NULL;
  Step *step = g_ptr_array_steal_index(from, from->len - 1);
  step->time = 0;
  self->replaying = TRUE;
  for (guint i = 0; i < step->settings->len; i++) {
    const Setting *setting = &g_array_index(step->settings, Setting, i);
    double value = back ? setting->before : setting->after;
    if (setting->index < system->n_parameters)
      noslip_simulation_set_parameter(self->simulation, setting->index, value);
    else
      noslip_simulation_set_initial(self->simulation, setting->index - system->n_parameters, value);
  }
  self->replaying = FALSE;
  remember(self, system);
  g_ptr_array_add(to, step);
  return words_of(system, step->settings);
}

char *
noslip_value_history_undo(NoslipValueHistory *self)
{
  return replay(self, self->done, self->undone, TRUE);
}

char *
noslip_value_history_redo(NoslipValueHistory *self)
{
  return replay(self, self->undone, self->done, FALSE);
}

NoslipValueHistory *
noslip_value_history_new(NoslipSimulation *simulation)
{
  NoslipValueHistory *self = g_new0(NoslipValueHistory, 1);
  self->simulation = simulation;
  self->done = g_ptr_array_new_with_free_func(step_free);
  self->undone = g_ptr_array_new_with_free_func(step_free);
  self->values = g_array_new(FALSE, FALSE, sizeof(double));
  remember(self, noslip_simulation_system(simulation));
  return self;
}

void
noslip_value_history_free(NoslipValueHistory *self)
{
  if (!self)
    return;
  g_ptr_array_unref(self->done);
  g_ptr_array_unref(self->undone);
  g_array_unref(self->values);
  g_free(self);
}
