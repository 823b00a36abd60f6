/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choices that the menus of several finder views offer. */
#pragma once

#include "ui/widgets/views/view.h"

#include "core/dynamics/formulation.h"

/* The view's system, or NULL. */
NoslipSystem *noslip_finder_system(NoslipView *view);
/* The dynamics of the displayed motion. */
NoslipDynamicsKind noslip_finder_dynamics(NoslipView *view);
/* The initial state; NULL while it is unknown. */
const NoslipStart *noslip_finder_start(NoslipView *view);
/* The single value of a choice, or NULL. */
const char *noslip_finder_chosen(NoslipView *view, const char *name);
void noslip_finder_choose(NoslipView *view, const char *name, const char *value); /* NULL: no choice */
/* The value of a choice as an integer in low .. high; `otherwise` if it is not one. */
guint noslip_finder_count(NoslipView *view, const char *name, guint low, guint high, guint otherwise);
/* The choice "time" in seconds: `otherwise` without a choice, 0 if it is not a positive number. */
double noslip_finder_seconds(NoslipView *view, double otherwise);
/* The index, among the system's coordinates and velocities, of the name in a choice; `otherwise` if there is none. */
guint noslip_finder_entry(NoslipView *view, const char *name, guint otherwise);
/* A menu of the first n of these; coordinates are first. */
void noslip_finder_add_entries(NoslipView *view, GtkBox *box, const char *title, const char *name, guint n,
                               guint present);
/* The axis of such a quantity, with its unit. */
void noslip_finder_set_axis(NoslipView *view, guint figure_index, NoslipFigure *figure, NoslipAxisId id, guint entry,
                            gboolean folded);
/* Whether both are coordinates, not angles, in the same unit: both axes then get the same scale. */
gboolean noslip_finder_same_unit(NoslipView *view, const guint entries[2]);
/* Gives the window's motion another value of a parameter (its index), or (parameter < 0) of the initial value with this name. */
void noslip_finder_set_value(NoslipView *view, int parameter, const char *name, double value);
/* Appends the parameters and the first n entries of the initial state to a key, so that a change of these starts a new search. */
void noslip_finder_add_start(GString *key, const NoslipSystem *system, const NoslipStart *start, guint n);
/* "; NAME = VALUE" with names and numbers as they are displayed. */
void noslip_finder_add_value(GString *text, const char *separator, const char *name, double value);
