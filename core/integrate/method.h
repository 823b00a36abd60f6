/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integration methods: const tables of functions, one file a family (gsl.c, bsimp.c, rk4.c, geometric.c, and cvode.c where the
 * program is built with SUNDIALS), one line each in methods.def. The control of the step size, landing on sample times and what is done after a step are the same for
 * all of them (stepper.c). */
#pragma once

#include "core/dynamics/formulation.h"

#include <gsl/gsl_odeiv2.h>

typedef enum {
  NOSLIP_METHOD_EXPLICIT,  /* steps the formulation's state z by its rates */
  NOSLIP_METHOD_IMPLICIT,  /* the same, and needs the formulation's Jacobian */
  NOSLIP_METHOD_GEOMETRIC, /* steps (x, y) itself; the formulation gives rows their accelerations and multipliers */
} NoslipMethodKind;

/* What is integrated. */
typedef struct {
  const gsl_odeiv2_system *equations; /* rates of z, and the Jacobian */
  const NoslipSystem *system;         /* of geometric methods, with the two below; else may be NULL */
  NoslipDynamicsKind dynamics;
  const double *parameters;
  double rtol, atol;
  gboolean stabilise;     /* bring the state back onto the manifold after a step */
  guint64 *n_evaluations; /* geometric methods count their own evaluations; the rates count themselves */
} NoslipMethodProblem;

/* One step. State and arrays have the length of z, or m + n for geometric methods, which use `state` alone. */
typedef struct {
  double *state;              /* in: at t; out: at t + h */
  const double *rates_before; /* at t */
  double *error;              /* out: estimated, where the method has an estimate */
  double *rates_after;        /* out: at t + h, where the method computes them */
} NoslipMethodStep;

typedef struct _NoslipMethod NoslipMethod;
struct _NoslipMethod {
  const char *id;            /* "rk8pd" */
  const char *title;         /* "Prince-Dormand 8(7)" */
  const char *documentation; /* one sentence: what it is good for */
  const char *source;        /* paper or book */
  guint order;
  NoslipMethodKind kind;
  gboolean own_steps;   /* chooses its steps itself, and refuses fixed ones */
  gboolean rates_after; /* a step ends with the rates there, which the next one begins with */
  gconstpointer detail; /* distinguishes the methods of a family, or NULL */

  /* The method's memory, one for each motion; NULL with *error (REFUSED) where it does not apply. */
  gpointer (*create)(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error);
  void (*free)(gpointer work);
  /* A step of h seconds from t; does not allocate. Anything but OK is a failed step: the state is undefined then, that
   * of geometric methods as it was. Methods of rates need not report why: the rates do. */
  NoslipStepStatus (*step)(gpointer work, double t, double h, const NoslipMethodStep *step);
  /* Error control after a step of *h: GSL_ODEIV_HADJ_DEC, _INC or _NIL, and the step that suits. NULL for a method of
   * fixed steps. */
  int (*adjust)(gpointer work, const NoslipMethodStep *step, double *h);
  /* Forgets earlier steps; NULL where a method remembers none. */
  void (*reset)(gpointer work);
};

/* NULL-terminated, in the order of methods.def; the default first. */
const NoslipMethod *const *noslip_methods(void);
/* NULL where there is none of that id. */
const NoslipMethod *noslip_method_find(const char *id);
/* The name of the library that the method of this id is in, where the program was built without it; else NULL. */
const char *noslip_method_library(const char *id);
/* Whether the method estimates its error and may choose its steps. */
gboolean noslip_method_is_adaptive(const NoslipMethod *method);

#define METHOD(name) extern const NoslipMethod noslip_method_##name;
#include "core/integrate/methods.def"
#undef METHOD
