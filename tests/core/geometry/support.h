/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Catalogue systems, reference data and states for the tests of brackets and observations. */
#pragma once

#include "core/geometry/bracket.h"
#include "tests/core/load.h"

#include <json-glib/json-glib.h>

/* tests/reference/NAME.json */
JsonParser *test_reference(const char *name);
/* The default parameters, replaced by those of a JSON object (or NULL); free with g_free(). */
double *test_parameters(const NoslipSystem *system, JsonObject *values);
/* x[m] and y[n] from a JSON object of names. */
void test_state(const NoslipSystem *system, JsonObject *values, double *x, double *y);
/* A seeded state near the initial one: coordinates on the manifolds, velocities on the constraints (Newton's method in
 * the Euclidean metric). */
void test_seeded_state(const NoslipSystem *system, const double *parameters, guint32 seed, double *x, double *y);
/* An expression at a state; NaN for symbols other than parameters, x and y. */
double test_value(const NoslipSystem *system, const NoslipGraph *graph, NoslipExpr e, const double *parameters,
                  const double *x, const double *y);
/* |a - b| <= tolerance * (1 + |b|) */
void test_close(double a, double b, double tolerance, const char *what);

/* A system with its distribution and room for a state. */
typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipDistribution *distribution;
  double *parameters, *x, *y;
} TestCase;

/* Takes ownership of the system. */
void test_case_open(TestCase *c, NoslipSystem *system);
void test_case_close(TestCase *c);
double test_case_value(const TestCase *c, NoslipExpr e);
