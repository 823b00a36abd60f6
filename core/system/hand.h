/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that the user moves by hand. In a system that is prepared for this, the value of an input is
 *     u(t) = own course(t) + c0 + c1 s + c2 s^2 + c3 s^3,   s = t - at,
 * with parameters that the text does not name. An input that was not moved has own = 1 and the others 0. All rates of u
 * follow symbolically; each movement of the hand changes the parameters, and the motion continues with these. */
#pragma once

#include "core/system/system.h"

/* The parameters of an input, starting at index `hand`. */
enum {
  NOSLIP_HAND_OWN, /* 1 on its own course, 0 while it is moved by hand */
  NOSLIP_HAND_AT,  /* seconds */
  NOSLIP_HAND_C0,  /* c0 .. c3 */
  NOSLIP_HAND_C1,
  NOSLIP_HAND_C2,
  NOSLIP_HAND_C3,
  NOSLIP_HAND_N,
};

/* The name of a parameter, derived from that of the input; a text cannot use it. Free with g_free(). */
char *noslip_hand_name(const char *input, guint parameter);
/* "u'" for the first derivative by t of the input u. Free with g_free(). */
char *noslip_hand_rate_name(const char *input, guint order);
/* u(t) from the course and the symbols of the parameters (NOSLIP_HAND_N). */
NoslipExpr noslip_hand_value(NoslipGraph *graph, NoslipExpr t, NoslipExpr course, const NoslipExpr *symbols);
