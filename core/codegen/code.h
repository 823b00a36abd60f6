/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of motion of a system as a program in another language: the parts that do not depend on the language,
 * and the table of the languages. */
#pragma once

#include "core/dynamics/flow.h"
#include "core/integrate/run.h"

typedef struct {
  char *name; /* the system's id as an identifier */
  NoslipSystem *system;
  const NoslipFormulation *formulation;
  NoslipFlow *flow;
  char **states;  /* flow->n_state names: coordinates, fibre coordinates, "mu[c]"; NULL-terminated */
  char **columns; /* columns of the CSV after t, x and y: "energy", "lambda[c]" or "mu[c]", observables */
  guint n_columns;
  const double *parameters; /* n_parameters */
  double *initial;          /* n_state */
  guint n_samples;          /* samples of the run that `main` computes: at 0, step, 2 step … to */
  double to, step;
  const char *note; /* a sentence for the file's heading, or NULL */

  /* Inputs: t, then the state (and the inner variables, see flow.h). */
  NoslipListing *rates;   /* n_state */
  NoslipListing *observe; /* the observables */
  NoslipListing *row;     /* n_columns */
} NoslipExport;

typedef struct _NoslipObserver NoslipObserver; /* trajectory/observer.h */
/* The outputs of a sealed observer of this system and dynamics, from `first` on, as a list whose inputs are t and the
 * state (and the inner variables). Free with noslip_listing_free(). */
NoslipListing *noslip_code_listing(const NoslipExport *code, const NoslipObserver *observer, guint first);
/* Writes a JavaScript function HEAD(t, state, parameters) that returns the outputs of the list. */
void noslip_code_javascript_function(GString *out, const NoslipExport *code, const char *head,
                                     const NoslipListing *listing);

/* The program of the motion that starts at xy (m + n) and, for vakonomic dynamics, mu (k), sampled according to
 * `options`, with one Runge-Kutta step from sample to sample. NULL with errors in `diagnostics`. `parameters` must
 * outlive it. */
NoslipExport *noslip_code_new(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters,
                              const double *xy, const double *mu, NoslipDiagnostics *diagnostics);
void noslip_code_free(NoslipExport *code);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipExport, noslip_code_free)

typedef struct {
  const char *id;         /* "python": the value of --as */
  const char *title;      /* "Python 3" */
  gboolean formulas_only; /* its files have no main program */
  void (*write)(const NoslipExport *code, GString *out);
} NoslipCodeLanguage;

/* All languages, NULL-terminated. */
const NoslipCodeLanguage *const *noslip_code_languages(void);
const NoslipCodeLanguage *noslip_code_language_find(const char *id);

#define LANGUAGE(name) extern const NoslipCodeLanguage noslip_code_##name;
#include "core/codegen/languages.def"
#undef LANGUAGE
