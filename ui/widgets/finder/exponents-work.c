/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/exponents-work.h"

#include "core/integrate/run.h"
#include "ui/widgets/finder/finder-choices.h"

struct _NoslipExponentsWork {
  NoslipSystem *system; /* a reference */
  NoslipDynamicsKind kind;
  NoslipLyapunovOptions options;
  double *parameters, *xy;
  guint done; /* atomic */
  NoslipDiagnostic *error;
  GMutex lock;
  GArray *rows; /* of double; protected by the lock */
  guint n;      /* exponents in a row; protected by the lock */
};

static void
work_free(gpointer data)
{
  NoslipExponentsWork *work = data;
  g_clear_pointer(&work->error, noslip_diagnostic_free);
  noslip_system_unref(work->system);
  g_mutex_clear(&work->lock);
  g_array_unref(work->rows);
  g_free(work->parameters);
  g_free(work->xy);
  g_free(work);
}

static void
add_row(NoslipExponentsWork *work, const NoslipLyapunov *lyapunov)
{
  work->n = lyapunov->n;
  g_array_append_val(work->rows, lyapunov->time);
  g_array_append_vals(work->rows, lyapunov->exponents, lyapunov->n);
  g_array_append_vals(work->rows, lyapunov->errors, lyapunov->n);
  g_array_append_val(work->rows, lyapunov->sum);
  g_array_append_val(work->rows, lyapunov->sum_error);
}

/* On the job's thread. */
static void
watch(const NoslipLyapunov *so_far, gpointer data)
{
  NoslipExponentsWork *work = data;
  g_mutex_lock(&work->lock);
  add_row(work, so_far);
  g_mutex_unlock(&work->lock);
}

static gboolean
run(NoslipJob *job, gpointer data, GError **ignored)
{
  NoslipExponentsWork *work = data;
  g_autoptr(NoslipLyapunov) found = noslip_lyapunov_find(work->system, work->kind, work->parameters, work->xy,
                                                         &work->options, noslip_job_cancel_flag(job), &work->error);
  if (!found)
    return FALSE;
  g_mutex_lock(&work->lock);
  guint last = work->rows->len - NOSLIP_EXPONENTS_COLUMNS(found->n); /* of the same time, without the last errors */
  g_array_set_size(work->rows, last);
  add_row(work, found);
  g_mutex_unlock(&work->lock);
  return TRUE;
}

char *
noslip_exponents_key(const NoslipSimulation *simulation, NoslipDynamicsKind kind, double time)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  GString *key = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_printf(key, "%d %s", (int) kind, g_ascii_formatd(number, sizeof number, "%.15g", time));
  noslip_finder_add_start(key, system, noslip_simulation_start(simulation), system->m + system->n);
  return g_string_free(key, FALSE);
}

void
noslip_exponents_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                       NoslipDynamicsKind kind, double time)
{
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipExponentsWork *work = g_new0(NoslipExponentsWork, 1);
  NoslipRunOptions usual;
  work->system = noslip_system_ref(noslip_simulation_system(simulation));
  work->kind = kind;
  noslip_run_options_default(&usual, work->system);
  work->options = (NoslipLyapunovOptions){
      .to = time, .rtol = usual.rtol, .atol = usual.atol, .seed = 1, .done = &work->done, .data = work, .watch = watch};
  work->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(work->system->n_parameters, 1));
  work->xy = g_memdup2(start->found, sizeof(double) * (work->system->m + work->system->n));
  work->rows = g_array_new(FALSE, FALSE, sizeof(double));
  g_mutex_init(&work->lock);
  noslip_search_begin(search, key, run, work, work_free);
}

const NoslipDiagnostic *
noslip_exponents_error(const NoslipExponentsWork *work)
{
  return work->error;
}

guint
noslip_exponents_blocks(NoslipExponentsWork *work)
{
  return (guint) g_atomic_int_get(&work->done);
}

guint
noslip_exponents_copy(NoslipExponentsWork *work, GArray *rows)
{
  g_mutex_lock(&work->lock);
  guint n = work->n;
  g_array_set_size(rows, 0);
  g_array_append_vals(rows, work->rows->data, work->rows->len);
  g_mutex_unlock(&work->lock);
  return n;
}
