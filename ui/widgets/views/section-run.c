/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/section-run.h"

#include "core/system/row.h"
#include "ui/export/job.h"

#define POLL_INTERVAL 100 /* milliseconds */
#define LONGEST 200       /* time spans of the system, after which a motion that does not return ends */

/* The job's. */
typedef struct {
  NoslipSystem *system; /* a reference */
  NoslipSectionOrder order;
  char *event;
  double *parameters;
  NoslipOverride *overrides; /* names are the system's */
  NoslipDiagnostic *error;
  NoslipDiagnostic **ended; /* spread.n */
  GMutex lock;
  GArray *found; /* of double: the motion, then its row; not taken by the window yet */
} Work;

struct _NoslipSectionRun {
  NoslipView *view;
  guint source; /* 0 after the end */
  NoslipJob *job;
  Work *work;
  guint row_size, n;
  guint64 serial;
  gboolean done, cancelled;
  NoslipSectionMotion *motions; /* n */
};

static void
work_free(gpointer data)
{
  Work *work = data;
  for (guint i = 0; i < work->order.spread.n; i++)
    g_clear_pointer(&work->ended[i], noslip_diagnostic_free);
  g_clear_pointer(&work->error, noslip_diagnostic_free);
  noslip_section_spread_clear(&work->order.spread);
  g_free(work->order.starts);
  noslip_system_unref(work->system);
  g_array_unref(work->found);
  g_mutex_clear(&work->lock);
  g_free(work->ended);
  g_free(work->event);
  g_free(work->parameters);
  g_free(work->overrides);
  g_free(work);
}

/* On the job's thread. */
static void
found(guint motion, const double *row, gpointer data)
{
  Work *work = data;
  double number = motion;
  g_mutex_lock(&work->lock);
  g_array_append_val(work->found, number);
  g_array_append_vals(work->found, row, noslip_row_size(work->system));
  g_mutex_unlock(&work->lock);
}

static gboolean
run(NoslipJob *job, gpointer data, GError **error)
{
  Work *work = data;
  if (work->error == NULL)
    noslip_section_run(&work->order, found, work, work->ended, noslip_job_cancel_flag(job), &work->error);
  return work->error == NULL;
}

static NoslipDynamicsKind
dynamics_of(const NoslipSimulation *simulation)
{
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  return primary && primary->formulation ? primary->formulation->kind : noslip_simulation_runs(simulation)->kind;
}

char *
noslip_section_run_key(const NoslipSimulation *simulation, const NoslipSectionRequest *request)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipStart *start = system ? noslip_simulation_start(simulation) : NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (!start || !start->is_found)
    return NULL;
  g_autoptr(NoslipDiagnostic) ignored = NULL;
  NoslipSectionSpread spread;
  noslip_section_spread_read(system, request->motions, &spread, &ignored);
  g_autoptr(GString) key = g_string_new(NULL);
  g_string_printf(key, "%d %d %u\n%s\n%s\n", (int) dynamics_of(simulation), (int) request->direction, request->count,
                  request->event, request->motions ? request->motions : "");
  for (guint i = 0; i < system->n_parameters; i++)
    if ((int) i != spread.parameter)
      g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.15g", start->parameters[i]));
  noslip_section_spread_clear(&spread);
  return g_string_free(g_steal_pointer(&key), FALSE);
}

/* A single motion starts exactly like the window's; several keep the set values, and the other values are chosen for
 * each. */
static void
set_overrides(Work *work, const NoslipStart *start)
{
  const NoslipSystem *system = work->system;
  guint n = work->order.kind == NOSLIP_DYNAMICS_VAKONOMIC ? noslip_start_n(system) : system->m + system->n, used = 0;
  gboolean alone = work->order.spread.name == NULL;
  work->overrides = g_new0(NoslipOverride, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    if (start->is_set[i] || alone)
      work->overrides[used++] =
          (NoslipOverride){noslip_start_name(system, i), start->is_set[i] ? start->value[i] : start->found[i]};
  work->order.overrides = work->overrides;
  work->order.n_overrides = used;
}

static Work *
work_new(const NoslipSimulation *simulation, const NoslipSectionRequest *request)
{
  const NoslipStart *start = noslip_simulation_start(simulation);
  Work *work = g_new0(Work, 1);
  work->system = noslip_system_ref(noslip_simulation_system(simulation));
  work->event = g_strdup(request->event);
  work->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(work->system->n_parameters, 1));
  work->found = g_array_new(FALSE, FALSE, sizeof(double));
  g_mutex_init(&work->lock);
  NoslipSectionOrder *order = &work->order;
  *order =
      (NoslipSectionOrder){.system = work->system, .kind = dynamics_of(simulation), .parameters = work->parameters};
  order->cut = (NoslipSectionCut){work->event, request->direction, request->count};
  noslip_run_options_default(&order->options, work->system);
  order->options.to = LONGEST * work->system->run_to;
  order->options.step = 0;
  noslip_section_spread_read(work->system, request->motions, &order->spread, &work->error);
  work->ended = g_new0(NoslipDiagnostic *, order->spread.n);
  order->starts = g_new0(double, (gsize) order->spread.n *noslip_start_n(work->system));
  set_overrides(work, start);
  return work;
}

/* Takes new crossings; FALSE if there are none. */
static gboolean
take_crossings(NoslipSectionRun *self)
{
  gboolean done = noslip_job_is_done(self->job); /* read before the results: none are added afterwards */
  g_mutex_lock(&self->work->lock);
  GArray *found = self->work->found;
  guint each = self->row_size + 1, n = found->len / each;
  for (guint i = 0; i < n; i++) {
    const double *crossing = (const double *) (gpointer) found->data + (gsize) i * each;
    g_array_append_vals(self->motions[(guint) crossing[0]].rows, crossing + 1, self->row_size);
  }
  g_array_set_size(found, 0);
  g_mutex_unlock(&self->work->lock);
  gboolean changed = n > 0 || done != self->done;
  self->done = done;
  for (guint i = 0; done && i < self->n; i++)
    self->motions[i].ended = self->cancelled ? NULL : self->work->ended[i];
  return changed;
}

static gboolean
poll_job(gpointer data)
{
  NoslipSectionRun *self = data;
  if (take_crossings(self))
    noslip_view_changed(self->view, NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_EDITED);
  if (!self->done)
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

NoslipSectionRun *
noslip_section_run_new(NoslipView *view, const NoslipSectionRequest *request)
{
  static guint64 serial;
  NoslipSectionRun *self = g_new0(NoslipSectionRun, 1);
  self->view = view;
  self->work = work_new(noslip_view_simulation(view), request);
  self->row_size = noslip_row_size(self->work->system);
  self->n = self->work->order.spread.n;
  self->serial = ++serial;
  self->motions = g_new0(NoslipSectionMotion, self->n);
  for (guint i = 0; i < self->n; i++)
    self->motions[i].rows = g_array_new(FALSE, FALSE, sizeof(double));
  self->job = noslip_job_new(run, self->work, work_free);
  self->source = g_timeout_add(POLL_INTERVAL, poll_job, self);
  return self;
}

void
noslip_section_run_free(NoslipSectionRun *self)
{
  if (!self)
    return;
  g_clear_handle_id(&self->source, g_source_remove);
  for (guint i = 0; i < self->n; i++)
    g_array_unref(self->motions[i].rows);
  g_free(self->motions);
  noslip_job_free(self->job);
  g_free(self);
}

void
noslip_section_run_cancel(NoslipSectionRun *self)
{
  self->cancelled = !self->done;
  noslip_job_cancel(self->job);
}

gboolean
noslip_section_run_is_done(const NoslipSectionRun *self)
{
  return self->done;
}

gboolean
noslip_section_run_is_cancelled(const NoslipSectionRun *self)
{
  return self->cancelled;
}

const NoslipDiagnostic *
noslip_section_run_error(const NoslipSectionRun *self)
{
  return self->done ? self->work->error : NULL;
}

guint
noslip_section_run_n_motions(const NoslipSectionRun *self)
{
  return self->n;
}

const NoslipSectionMotion *
noslip_section_run_motion(const NoslipSectionRun *self, guint motion)
{
  return &self->motions[motion];
}

const NoslipSectionSpread *
noslip_section_run_spread(const NoslipSectionRun *self)
{
  return &self->work->order.spread;
}

guint64
noslip_section_run_serial(const NoslipSectionRun *self)
{
  return self->serial;
}

/* Of the motion of a crossing that the window's thread has. */
static const double *
start_of(const NoslipSectionRun *self, guint motion)
{
  return self->work->order.starts + (gsize) motion * noslip_start_n(self->work->system);
}

const double *
noslip_section_run_shown_start(const NoslipSectionRun *self, guint motion, const double *row)
{
  const NoslipSystem *system = self->work->system;
  return noslip_system_is_autonomous(system) ? row + noslip_row_x(system) : start_of(self, motion);
}

static void
show_from_crossing(const NoslipSectionRun *self, NoslipSimulation *simulation, const double *row)
{
  const NoslipSystem *system = self->work->system;
  guint n = system->m + system->n;
  g_autofree guint *all = g_new(guint, n);
  g_autofree double *xy = g_memdup2(row + noslip_row_x(system), sizeof(double) * n);
  for (guint i = 0; i < n; i++)
    all[i] = i;
  noslip_simulation_place(simulation, xy, n, all);
}

void
noslip_section_run_show(const NoslipSectionRun *self, NoslipSimulation *simulation, guint motion, const double *row)
{
  const NoslipSectionSpread *spread = &self->work->order.spread;
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  noslip_playback_pause(playback);
  noslip_playback_seek(playback, 0);
  if (spread->parameter >= 0)
    noslip_simulation_set_parameter(simulation, (guint) spread->parameter, noslip_section_spread_value(spread, motion));
  if (noslip_system_is_autonomous(self->work->system))
    show_from_crossing(self, simulation, row);
  else
    noslip_simulation_show(simulation, start_of(self, motion), row[0]);
  noslip_playback_play(playback);
}
