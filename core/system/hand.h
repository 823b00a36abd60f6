/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that a hand moves. Where a system is read for that, the value of an input is
 *
 *     u(t) = own course(t) + c0 + c1 s + c2 s^2 + c3 s^3,   s = t - at,
 *
 * with parameters that the text does not name. Nobody has touched it where own is 1 and the others are 0. Every rate of
 * u follows from this in symbols, and a motion takes other parameters at the times when the hand moves. */
#pragma once

#include "core/system/system.h"

/* The parameters of an input, from its `hand` on. */
enum {
  NOSLIP_HAND_OWN, /* 1 on its own course, 0 where the hand has it */
  NOSLIP_HAND_AT,  /* seconds */
  NOSLIP_HAND_C0,  /* c0 .. c3 */
  NOSLIP_HAND_C1,
  NOSLIP_HAND_C2,
  NOSLIP_HAND_C3,
  NOSLIP_HAND_N,
};

/* Their names, with that of the input: no text can use them. Free with g_free(). */
char *noslip_hand_name(const char *input, guint parameter);
/* u(t) from the course and the symbols of the parameters (NOSLIP_HAND_N). */
NoslipExpr noslip_hand_value(NoslipGraph *graph, NoslipExpr t, NoslipExpr course, const NoslipExpr *symbols);
