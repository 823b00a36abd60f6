/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/basins-work.h"

#include <glib/gi18n.h>
#include <math.h>

struct _NoslipBasinsWork {
  NoslipSystem *system; /* a reference */
  NoslipBasinsOrder order;
  char *classify;
  double *parameters;
  NoslipOverride *overrides; /* names belong to the system */
  NoslipDiagnostic *refusal, *error;
  GMutex lock;
  double *values; /* protected by the lock */
  guint n_done;   /* protected by the lock */
};

static void
work_free(gpointer data)
{
  NoslipBasinsWork *work = data;
  for (guint a = 0; a < 2; a++)
    noslip_section_spread_clear(&work->order.axes[a]);
  g_clear_pointer(&work->refusal, noslip_diagnostic_free);
  g_clear_pointer(&work->error, noslip_diagnostic_free);
  noslip_system_unref(work->system);
  g_mutex_clear(&work->lock);
  g_free(work->classify);
  g_free(work->parameters);
  g_free(work->overrides);
  g_free(work->values);
  g_free(work);
}

/* On the job's thread. */
static void
found(guint first, guint second, guint size, double value, const double *xy, gpointer data)
{
  NoslipBasinsWork *work = data;
  const NoslipSectionSpread *axes = work->order.axes;
  g_mutex_lock(&work->lock);
  for (guint i = first; i < MIN(first + size, axes[0].n); i++)
    for (guint j = second; j < MIN(second + size, axes[1].n); j++)
      work->values[(gsize) i * axes[1].n + j] = value;
  work->n_done++;
  g_mutex_unlock(&work->lock);
}

static gboolean
run(NoslipJob *job, gpointer data, GError **ignored)
{
  NoslipBasinsWork *work = data;
  return !work->refusal && noslip_basins_run(&work->order, found, work, noslip_job_cancel_flag(job), &work->error);
}

/* Whether the name varies along an axis. */
static gboolean
varies(const NoslipSectionSpread axes[2], const char *name)
{
  return g_strcmp0(axes[0].name, name) == 0 || g_strcmp0(axes[1].name, name) == 0;
}

/* Describes the error in the axes; NULL if they are valid. */
static NoslipDiagnostic *
read_axes(const NoslipSystem *system, const NoslipBasinsRequest *request, NoslipSectionSpread axes[2])
{
  NoslipDiagnostic *first = NULL, *second = NULL;
  noslip_section_spread_read(system, request->axes[0], &axes[0], &first);
  noslip_section_spread_read(system, request->axes[1], &axes[1], &second);
  if (first && second)
    g_clear_pointer(&second, noslip_diagnostic_free);
  if (first || second)
    return first ? first : second;
  return g_strcmp0(axes[0].name, axes[1].name) != 0
             ? NULL
             : noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, NULL, "%s",
                                     _("the two axes need different names"));
}

char *
noslip_basins_key(const NoslipSimulation *simulation, NoslipDynamicsKind kind, const NoslipBasinsRequest *request)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipStart *start = noslip_simulation_start(simulation);
  g_autoptr(GString) key = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_printf(key, "%d\n%s\n%s\n%s\n", (int) kind, request->classify, request->axes[0], request->axes[1]);
  g_string_append(key, g_ascii_formatd(number, sizeof number, "%.12g", request->time));
  for (guint i = 0; i < system->n_parameters; i++) {
    g_autofree char *begins = g_strdup_printf("%s=", system->parameters[i].name);
    if (!g_str_has_prefix(request->axes[0], begins) && !g_str_has_prefix(request->axes[1], begins))
      g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.15g", start->parameters[i]));
  }
  for (guint i = 0; i < noslip_start_n(system); i++) {
    g_autofree char *begins = g_strdup_printf("%s=", noslip_start_name(system, i));
    if (start->is_set[i] && !g_str_has_prefix(request->axes[0], begins) && !g_str_has_prefix(request->axes[1], begins))
      g_string_append_printf(key, " %u:%s", i, g_ascii_formatd(number, sizeof number, "%.12g", start->value[i]));
  }
  return g_string_free(g_steal_pointer(&key), FALSE);
}

void
noslip_basins_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation, NoslipDynamicsKind kind,
                    const NoslipBasinsRequest *request)
{
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipBasinsWork *work = g_new0(NoslipBasinsWork, 1);
  NoslipBasinsOrder *order = &work->order;
  work->system = noslip_system_ref(noslip_simulation_system(simulation));
  work->classify = g_strdup(request->classify);
  work->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(work->system->n_parameters, 1));
  g_mutex_init(&work->lock);
  *order = (NoslipBasinsOrder){.system = work->system, .kind = kind, .parameters = work->parameters};
  order->classify = work->classify;
  noslip_run_options_default(&order->options, work->system);
  order->options.to = request->time;
  work->refusal = read_axes(work->system, request, order->axes);
  guint n = kind == NOSLIP_DYNAMICS_VAKONOMIC ? noslip_start_n(work->system) : work->system->m + work->system->n;
  work->overrides = g_new0(NoslipOverride, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    if (start->is_set[i] && !varies(order->axes, noslip_start_name(work->system, i)))
      work->overrides[order->n_overrides++] = (NoslipOverride){noslip_start_name(work->system, i), start->value[i]};
  order->overrides = work->overrides;
  gsize n_points = (gsize) order->axes[0].n * order->axes[1].n;
  work->values = g_new(double, n_points);
  for (gsize i = 0; i < n_points; i++)
    work->values[i] = NAN;
  noslip_search_begin(search, key, run, work, work_free);
}

const NoslipDiagnostic *
noslip_basins_refusal(const NoslipBasinsWork *work)
{
  return work->refusal;
}

const NoslipDiagnostic *
noslip_basins_error(const NoslipBasinsWork *work)
{
  return work->error;
}

const NoslipSectionSpread *
noslip_basins_axis(const NoslipBasinsWork *work, guint axis)
{
  return &work->order.axes[axis];
}

double *
noslip_basins_values(NoslipBasinsWork *work, guint *n_done)
{
  g_mutex_lock(&work->lock);
  double *copy = g_memdup2(work->values, sizeof(double) * work->order.axes[0].n * work->order.axes[1].n);
  *n_done = work->n_done;
  g_mutex_unlock(&work->lock);
  return copy;
}
