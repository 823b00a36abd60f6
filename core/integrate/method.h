/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integration methods: const tables of functions, one file for each family (embedded.c, gsl.c, bsimp.c, rk4.c,
 * geometric.c, groupoid.c, and cvode.c and ida.c if the program is built with SUNDIALS), one line each in methods.def.
 * Control of the step size, landing on sample times, and the work after a step are the same for all of them
 * (stepper.c). */
#pragma once

#include "core/dynamics/formulation.h"

#include <gsl/gsl_odeiv2.h>

typedef enum {
  NOSLIP_METHOD_EXPLICIT,  /* steps the formulation's state z, using its rates */
  NOSLIP_METHOD_IMPLICIT,  /* the same, using the formulation's Jacobian too */
  NOSLIP_METHOD_GEOMETRIC, /* steps (x, y) itself; the formulation supplies accelerations and multipliers of rows */
} NoslipMethodKind;

/* The input of a method. */
typedef struct {
  const gsl_odeiv2_system *equations; /* rates of z, and the Jacobian */
  NoslipDynamics *dynamics;           /* for geometric methods, like the parameters; else may be NULL */
  const double *parameters;
  double rtol, atol;
  gboolean stabilise;     /* move the state back onto the manifold after a step */
  guint64 *n_evaluations; /* geometric methods count their own evaluations; for others the rates are counted */
} NoslipMethodProblem;

/* One step. State and arrays have the length of z, or m + n for geometric methods, which use only `state`. */
typedef struct {
  double *state;              /* in: at t; out: at t + h */
  const double *rates_before; /* at t */
  double *error;              /* out: the estimate, if the method has one */
  double *rates_after;        /* out: at t + h, if the method computes them */
} NoslipMethodStep;

typedef struct _NoslipMethod NoslipMethod;
struct _NoslipMethod {
  const char *id;            /* "rk8pd" */
  const char *title;         /* "Prince-Dormand 8(7)" */
  const char *documentation; /* one sentence: the purpose of the method */
  const char *source;        /* paper or book */
  guint order;
  NoslipMethodKind kind;
  gboolean own_steps;   /* chooses its steps itself, and refuses fixed ones */
  gboolean rates_after; /* a step also computes the rates at its end, which start the next step */
  gconstpointer detail; /* distinguishes the methods of a family, or NULL */

  /* The method's memory, one for each motion; NULL with *error (REFUSED) if the method does not apply. */
  gpointer (*create)(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error);
  void (*free)(gpointer work);
  /* A step of h seconds from t; does not allocate. Any status but OK is a failed step: the state is then undefined, or
   * unchanged for geometric methods. Methods that use rates need not report the cause, since the rates do. */
  NoslipStepStatus (*step)(gpointer work, double t, double h, const NoslipMethodStep *step);
  /* Error control after a step of *h: GSL_ODEIV_HADJ_DEC, _INC or _NIL, and the suitable step. NULL for a method with
   * fixed steps. */
  int (*adjust)(gpointer work, const NoslipMethodStep *step, double *h);
  /* Discards the history of earlier steps; NULL if the method has none. */
  void (*reset)(gpointer work);
};

/* NULL-terminated, in the order of methods.def; the default first. */
const NoslipMethod *const *noslip_methods(void);
/* NULL if there is no method with this id. */
const NoslipMethod *noslip_method_find(const char *id);
/* The library of the method with this id, if the program was built without it; else NULL. */
const char *noslip_method_library(const char *id);
/* Whether the method estimates its error and may choose its steps. */
gboolean noslip_method_is_adaptive(const NoslipMethod *method);

#define METHOD(name) extern const NoslipMethod noslip_method_##name;
#include "core/integrate/methods.def"
#undef METHOD
