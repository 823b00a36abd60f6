/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep --native: the equations of motion as C, compiled by the machine's own compiler and called in place of the
 * built-in evaluation. The state, its projection and the rows are unchanged, and each accepted step compares both
 * results: if they differ, the built-in evaluation alone is used from then on. */
#include "app/cli/sweep/native.h"

#include "app/cli/stranger.h"
#include "core/codegen/code.h"
#include "core/dynamics/start.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#ifdef G_OS_UNIX
#include <dlfcn.h>
#endif

/* If compiled and interpreted rates differ by more than this (relative), the compiled ones are not used. */
#define PARTING 1e-12

typedef void (*Rates)(double t, const double *parameters, const double *state, double *rates);

/* The data of the table of functions below: there is one sweep in a process. */
static struct {
  const NoslipFormulation *plain;
  NoslipFormulation table;
  Rates rates;
} native;

typedef struct {
  gpointer plain;     /* the workspace of the formulation */
  double *parameters; /* of the system */
  double *check;      /* twice the size of the state */
  guint n_parameters, size;
  gboolean left; /* the compiled rates are no longer used */
} Work;

typedef struct {
  gpointer plain;
  guint n_parameters;
} Data;

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  gpointer plain = native.plain->create(system, error);
  if (plain == NULL)
    return NULL;
  Data *data = g_new0(Data, 1);
  data->plain = plain;
  data->n_parameters = system->n_parameters;
  return data;
}

static void
destroy(gpointer dynamics)
{
  native.plain->destroy(((Data *) dynamics)->plain);
  g_free(dynamics);
}

static guint
size(gconstpointer dynamics)
{
  return native.plain->size(((const Data *) dynamics)->plain);
}

static gpointer
work_new(gconstpointer dynamics)
{
  const Data *data = dynamics;
  Work *work = g_new0(Work, 1);
  work->plain = native.plain->work_new(data->plain);
  work->size = native.plain->size(data->plain);
  work->n_parameters = data->n_parameters;
  work->parameters = g_new0(double, work->n_parameters + 1);
  work->check = g_new0(double, 2 * (gsize) work->size + 1);
  return work;
}

static void
work_free(gpointer workspace)
{
  Work *work = workspace;
  native.plain->work_free(work->plain);
  g_free(work->parameters);
  g_free(work->check);
  g_free(work);
}

static void
set_parameters(gpointer workspace, const double *parameters)
{
  Work *work = workspace;
  memcpy(work->parameters, parameters, work->n_parameters * sizeof(double));
  native.plain->set_parameters(work->plain, parameters);
}

static NoslipStepStatus
enter(gpointer workspace, double t, const double *xy, double *z)
{
  Work *work = workspace;
  work->left = FALSE;
  return native.plain->enter(work->plain, t, xy, z);
}

static NoslipStepStatus
rates(gpointer workspace, double t, const double *z, double *zdot)
{
  Work *work = workspace;
  gboolean finite = !work->left;
  if (finite)
    native.rates(t, work->parameters, z, zdot);
  for (guint i = 0; i < work->size && finite; i++)
    finite = isfinite(zdot[i]);
  return finite ? NOSLIP_STEP_OK : native.plain->rates(work->plain, t, z, zdot);
}

/* The built-in rates, once a step: they monitor the ranks and check the compiled rates. */
static NoslipStepStatus
compare(Work *work, double t, const double *z)
{
  double *own = work->check, *compiled = work->check + work->size, largest = 0, difference = 0;
  NoslipStepStatus status = native.plain->rates(work->plain, t, z, own);
  if (status != NOSLIP_STEP_OK || work->left)
    return status;
  native.rates(t, work->parameters, z, compiled);
  for (guint i = 0; i < work->size; i++) {
    largest = fmax(largest, fabs(own[i]));
    double part = fabs(own[i] - compiled[i]);
    difference = isnan(part) || part > difference ? part : difference;
  }
  work->left = !(difference <= PARTING * largest);
  return status;
}

static NoslipStepStatus
accept(gpointer workspace, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Work *work = workspace;
  NoslipStepStatus status = native.plain->accept(work->plain, t, z, stabilise, changed);
  return status == NOSLIP_STEP_OK ? compare(work, t, z) : status;
}

static NoslipStepStatus
observe(gpointer workspace, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  return native.plain->observe(((Work *) workspace)->plain, t, z, x, y, ydot, lambda);
}

static int
failure(gconstpointer workspace)
{
  return native.plain->failure(((const Work *) workspace)->plain);
}

static NoslipStepStatus
jacobian(gpointer workspace, double t, const double *z, double *dfdz, double *dfdt)
{
  return native.plain->jacobian(((Work *) workspace)->plain, t, z, dfdz, dfdt);
}

static void
fill_table(const NoslipFormulation *plain)
{
  native.plain = plain;
  native.table = *plain;
  native.table.create = create;
  native.table.destroy = destroy;
  native.table.size = size;
  native.table.work_new = work_new;
  native.table.work_free = work_free;
  native.table.set_parameters = set_parameters;
  native.table.enter = enter;
  native.table.rates = rates;
  native.table.accept = accept;
  native.table.observe = observe;
  native.table.failure = failure;
  native.table.jacobian = plain->jacobian != NULL ? jacobian : NULL;
  native.table.linearize = NULL;
  native.table.flow = NULL;
  native.table.lanes = NULL;
}

/* The program in C, or NULL with the reason in *why. Free with g_free(). */
static char *
write_program(CliProblem *problem, NoslipDynamics *dynamics, char **name, char **why)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  if (formulation->state != NOSLIP_STATE_FIBRES) {
    *why = g_strdup_printf("%s integrates variables of its own", formulation->id);
    return NULL;
  }
  const NoslipSystem *system = problem->system;
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  g_autoptr(NoslipExport) code = NULL;
  if (noslip_start_state(system, problem->kind, TRUE, problem->parameters, 0, NULL, xy, xy + system->m, mu, NULL,
                         diagnostics))
    code = noslip_code_new(dynamics, &problem->options, problem->parameters, xy, mu, diagnostics);
  if (code == NULL) {
    const NoslipDiagnostic *first = diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL;
    *why = g_strdup(first != NULL ? first->cause : "its equations cannot be written out");
    return NULL;
  }
  GString *text = g_string_new(NULL);
  noslip_code_language_find("c")->write(code, text);
  *name = g_strdup(code->name);
  return g_string_free(text, FALSE);
}

/* Compiles the program to a shared library; the compiler reads it from its standard input. FALSE with the reason in
 * *why. */
static gboolean
compile(const char *library, const char *text, char **why)
{
  g_autofree char *compiler = g_find_program_in_path("cc");
  if (compiler == NULL) {
    *why = g_strdup("there is no C compiler (cc) on this machine");
    return FALSE;
  }
  const char *words[] = {compiler, "-std=c11", "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-o", library, "-x", "c",
                         "-",      "-lm",      NULL};
  g_autoptr(GSubprocess) run = g_subprocess_newv(
      words, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
      NULL);
  if (run != NULL && g_subprocess_communicate_utf8(run, text, NULL, NULL, NULL, NULL) &&
      g_subprocess_get_successful(run))
    return TRUE;
  *why = g_strdup_printf("%s could not compile it", compiler);
  return FALSE;
}

/* The function NAME_rates of the library, which is never unloaded. */
static Rates
load(const char *library, const char *name, char **why)
{
#ifdef G_OS_UNIX
  g_autofree char *function = g_strconcat(name, "_rates", NULL);
  gpointer handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  gpointer symbol = handle != NULL ? dlsym(handle, function) : NULL;
  if (symbol == NULL)
    *why = g_strdup("the compiled library cannot be loaded");
  Rates found;
  memcpy(&found, &symbol, sizeof found); /* ISO C has no cast from an object to a function */
  return found;
#else
  *why = g_strdup("this machine loads no compiled libraries");
  return NULL;
#endif
}

/* The compiled rates, or NULL with the reason in *why. */
static Rates
build(CliProblem *problem, NoslipDynamics *dynamics, char **why)
{
  if (cli_stranger) {
    *why = g_strdup("--stranger starts no other program");
    return NULL;
  }
  g_autofree char *name = NULL;
  g_autofree char *text = write_program(problem, dynamics, &name, why);
  if (text == NULL)
    return NULL;
  g_autofree char *folder = g_dir_make_tmp("noslip-native-XXXXXX", NULL);
  if (folder == NULL) {
    *why = g_strdup("there is no folder for temporary files");
    return NULL;
  }
  g_autofree char *library = g_build_filename(folder, "motion.so", NULL);
  Rates found = compile(library, text, why) ? load(library, name, why) : NULL;
  g_unlink(library);
  g_rmdir(folder);
  return found;
}

NoslipDynamics *
sweep_native_dynamics(CliProblem *problem, NoslipDynamics *dynamics)
{
  g_autofree char *why = NULL;
  g_autoptr(NoslipDiagnostic) error = NULL;
  native.rates = build(problem, dynamics, &why);
  if (native.rates == NULL) {
    cli_message("note: --native: %s; the built-in evaluation is used", why);
    return dynamics;
  }
  fill_table(noslip_dynamics_formulation(dynamics));
  NoslipDynamics *compiled = noslip_dynamics_new(&native.table, problem->system, &error);
  if (compiled == NULL)
    return dynamics;
  cli_message("note: --native: the equations of motion were compiled by the C compiler of this machine");
  noslip_dynamics_unref(dynamics);
  return compiled;
}

gboolean
sweep_is_native(const NoslipDynamics *dynamics)
{
  return noslip_dynamics_formulation(dynamics) == &native.table;
}
