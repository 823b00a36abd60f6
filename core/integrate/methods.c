/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const NoslipMethod *const methods[] = {
#define METHOD(name) &noslip_method_##name,
#include "core/integrate/methods.def"
#undef METHOD
    NULL,
};

/* Below this, round-off of doubles limits the error, not the step. */
static const double rtol_least = 1e-15;

const NoslipMethod *const *
noslip_methods(void)
{
  return methods;
}

const NoslipMethod *
noslip_method_find(const char *id)
{
  for (guint i = 0; id && methods[i]; i++)
    if (g_strcmp0(methods[i]->id, id) == 0)
      return methods[i];
  return NULL;
}

const char *
noslip_method_library(const char *id)
{
  static const struct {
    const char *id, *library;
  } absent[] = {
#define METHOD(name)
#define METHOD_LEFT_OUT(name, library) {#name, library},
#include "core/integrate/methods.def"
#undef METHOD
      {NULL, NULL},
  };
  for (guint i = 0; id != NULL && absent[i].id != NULL; i++)
    if (strcmp(absent[i].id, id) == 0)
      return absent[i].library;
  return NULL;
}

gboolean
noslip_method_is_adaptive(const NoslipMethod *method)
{
  return method->adjust != NULL;
}

void
noslip_run_options_default(NoslipRunOptions *options, const NoslipSystem *system)
{
  *options = (NoslipRunOptions){
      .method = methods[0],
      .rtol = 1e-10,
      .atol = 1e-12,
      .fixed_step = 0,
      .stabilise = TRUE,
      .step = system ? system->run_step : 0,
      .to = system ? system->run_to : 0,
  };
}

static NoslipDiagnostic *
argument_error(const char *what, double value, const char *remedy)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _(remedy), _("%s is %g"), _(what), value);
}

NoslipDiagnostic *
noslip_run_options_check(const NoslipRunOptions *options)
{
  if (!options->method)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("choose one of the methods"),
                                 _("no integration method is given"));
  if (!(options->rtol >= rtol_least && options->rtol < 1))
    return argument_error(N_("the relative tolerance"), options->rtol, N_("give a number from 1e-15 to below 1"));
  if (!(options->atol > 0 && isfinite(options->atol)))
    return argument_error(N_("the absolute tolerance"), options->atol, N_("give a finite number above 0"));
  if (!(options->fixed_step >= 0 && isfinite(options->fixed_step)))
    return argument_error(N_("the fixed step"), options->fixed_step, N_("give seconds, a finite number above 0"));
  if (options->fixed_step > 0 && options->method->own_steps)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL,
                                 _("leave the fixed step out, or choose another method"),
                                 _("method '%s' chooses its steps itself"), options->method->id);
  if (!(options->step >= 0 && isfinite(options->step)))
    return argument_error(N_("the sampling step"), options->step, N_("give seconds, a finite number above 0"));
  if (!(options->to >= 0 && isfinite(options->to)))
    return argument_error(N_("the end of the run"), options->to, N_("give seconds, a finite number above 0"));
  return NULL;
}
