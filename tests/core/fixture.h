/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems built by hand, for tests of the layers below the language. */
#pragma once

#include "core/system/system.h"

/* An empty system on R^m with natural velocities: coordinates x0, x1, … , fibre coordinates x0', … . */
NoslipSystem *fixture_natural(guint m);
/* x_i' as an expression is system->fibres[i].symbol. These append; the expressions belong to system->graph. */
void fixture_parameter(NoslipSystem *system, const char *name, double value);
void fixture_constraint(NoslipSystem *system, const char *name, NoslipExpr phi);
void fixture_initial(NoslipSystem *system, const char *name, double value);
void fixture_manifold(NoslipSystem *system, NoslipExpr g);
/* Half the sum of squares of all velocities minus `potential`. */
void fixture_unit_lagrangian(NoslipSystem *system, NoslipExpr potential);

/* The Chaplygin sleigh of tests/reference/chaplygin-sleigh.json, in the frame (v1, v2, omega); J = 0 gives a
 * degenerate Lagrangian where a = 0. */
NoslipSystem *fixture_sleigh(double mass, double inertia, double a, double b);
/* The text of a reference file; free with g_free(). */
char *fixture_reference(const char *id);
