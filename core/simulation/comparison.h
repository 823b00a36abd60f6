/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparisons of a motion: a plain value, and its text.
 *
 * A set-up saves it in addition to the system, its parameters and the views:
 *
 *   g_autofree char *text = noslip_overlays_text(noslip_simulation_overlays(simulation));   (lines; "" where nothing is compared)
 *   ...
 *   g_autofree char *problem = NULL;                                          (once the system is there)
 *   if (!noslip_overlays_set_text(noslip_simulation_overlays(simulation), text, &problem))
 *     say(problem);
 *
 * both of core/simulation/overlays.h. One line each, in any order:
 *
 *   show FORMULATION
 *   overlay "NAME" color=N [dynamics=D] [formulation=F] [method=M] [tolerance=R] [set:NAME=VALUE]… [kept] [hidden]
 *   ensemble count=N seed=S [spread:NAME=HALFWIDTH]… [off]
 *
 * Names are those of the system's text; numbers have 17 digits, so that a text gives back the same bits. Lines with
 * other first words are an error, so a set-up keeps these lines in a separate section. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/integrate/run.h"
#include "core/system/dynamics-kind.h"
#include "core/system/state.h"

#define NOSLIP_ENSEMBLE_MOST 500 /* motions */

/* An overlay: the motion with changes. Everything that is not given is taken from the motion, and follows its
 * changes. */
typedef struct {
  char *name;                           /* the name given by the user */
  int dynamics;                         /* a NoslipDynamicsKind, or -1 */
  const NoslipFormulation *formulation; /* NULL: the motion's if the kind of dynamics is the motion's, else the default
                                         * of its kind */
  const NoslipMethod *method;           /* or NULL */
  double tolerance;                     /* relative, or 0 */
  guint n_values;
  NoslipOverride *values; /* parameters and initial values that it sets; names are owned */
  gboolean kept;          /* all its values are fixed: it does not follow later changes */
  gboolean hidden;        /* in the list, but not drawn */
  guint color;            /* place in the palette */
} NoslipVariant;
NoslipVariant *noslip_variant_new(const char *name);
NoslipVariant *noslip_variant_copy(const NoslipVariant *variant);
void noslip_variant_free(NoslipVariant *variant);
void noslip_variant_set(NoslipVariant *variant, const char *name, double value); /* replaces the value of this name */
/* Its differences from the motion in words: "vakonomic, omega = 2.5"; "" if there are none. Free with g_free(). */
char *noslip_variant_difference(const NoslipVariant *variant);

/* Motions from initial values near the present ones: each spread entry is drawn uniformly from its present value +- its
 * half width; entries determined by the constraints follow. */
typedef struct {
  gboolean on;
  guint n;      /* motions, up to NOSLIP_ENSEMBLE_MOST */
  guint32 seed; /* the same seed gives the same motions */
  guint n_spreads;
  NoslipOverride *spreads; /* name of a coordinate or velocity, half width; names are owned */
} NoslipEnsembleSettings;
void noslip_ensemble_settings_init(NoslipEnsembleSettings *ensemble); /* off, 200 motions, no spread */
void noslip_ensemble_settings_copy(NoslipEnsembleSettings *copy,
                                   const NoslipEnsembleSettings *ensemble); /* *copy is overwritten, not freed */
void noslip_ensemble_settings_clear(NoslipEnsembleSettings *ensemble);
void noslip_ensemble_settings_spread(NoslipEnsembleSettings *ensemble, const char *name,
                                     double half_width); /* 0 removes it */
double noslip_ensemble_settings_spread_of(const NoslipEnsembleSettings *ensemble,
                                          const char *name); /* 0 if it is not spread */

typedef struct {
  GPtrArray *shown;    /* of const NoslipFormulation *: formulations shown as overlays */
  GPtrArray *variants; /* of NoslipVariant *, owned */
  NoslipEnsembleSettings ensemble;
} NoslipComparison;
NoslipComparison *noslip_comparison_new(void);
void noslip_comparison_free(NoslipComparison *comparison);
char *noslip_comparison_to_text(const NoslipComparison *comparison); /* free with g_free() */
/* NULL with a sentence in *problem, which is to be freed. Names of the system are not checked here. */
NoslipComparison *noslip_comparison_from_text(const char *text, char **problem);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipVariant, noslip_variant_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipComparison, noslip_comparison_free)
