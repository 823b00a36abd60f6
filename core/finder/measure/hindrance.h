/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reasons why a function of the coordinates does not exist, as texts and numbers. */
#pragma once

#include "core/finder/measure/setting.h"

typedef enum { NOSLIP_UNKNOWN = -1, NOSLIP_NO, NOSLIP_YES } NoslipAnswer;

/* Why a function sigma with given slopes does not exist, and where it does locally. */
typedef struct {
  guint m;
  char **coordinates;  /* m names, NULL-terminated */
  char *of[2], *value; /* obstruction: two sections and its value, a number where the expression is too long; or NULL */
  double number, noise; /* the value at `at`, and its rounding */
  double *at;           /* m coordinates, or NULL */
  int *turns;           /* or a closed path of angles, m: how often each goes round; NULL if there is none */
  char *period;         /* the change of sigma along it */
  char *local;          /* exp(sigma) where it is a function locally only, or NULL */
} NoslipHindrance;

/* Clear it in every case. */
void noslip_hindrance_fill(NoslipHindrance *hindrance, const NoslipPrimitiveSetting *setting,
                           const NoslipPrimitive *primitive);
/* With no reason but these numbers at the state `row`. */
void noslip_hindrance_place(NoslipHindrance *hindrance, const NoslipPrimitiveSetting *setting, guint row, double number,
                            double noise);
void noslip_hindrance_clear(NoslipHindrance *hindrance);
/* "phi1, 2 phi2": the angles that go round on the closed path; NULL if there is none. Free with g_free(). */
char *noslip_hindrance_turns(const NoslipHindrance *hindrance);
