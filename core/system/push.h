/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand that pulls a drawn body while it moves: a spring from the grabbed point of the body to the pointer, with a
 * damper along it, a couple about the vertical, and a brake. Virtual work gives the force of the motion: with the point
 * P(x, t), its velocity Pdot and the body's angular velocity w about the vertical,
 *
 *     Q_alpha += F . dPdot/dy^alpha + C dw/dy^alpha,   F = k (target - P) - (c + brake) Pdot,   C = spin - turn_brake w,
 *
 * so that F . Pdot + C w is the power of the hand if P does not depend on t. */
#pragma once

#include "core/system/system.h"

/* Parameters of a push, after those of the system. */
enum {
  NOSLIP_PUSH_STIFFNESS, /* k, N/m */
  NOSLIP_PUSH_DAMPING,   /* c, N s/m */
  NOSLIP_PUSH_LOCAL,     /* 3: the point in the body's own axes, relative to the place where it is drawn */
  NOSLIP_PUSH_TARGET = NOSLIP_PUSH_LOCAL + 3, /* 3: the pointer, in the picture's axes */
  NOSLIP_PUSH_SPIN = NOSLIP_PUSH_TARGET + 3,  /* N m */
  NOSLIP_PUSH_BRAKE,                          /* N s/m */
  NOSLIP_PUSH_TURN_BRAKE,                     /* N m s */
  NOSLIP_PUSH_N,
};

typedef struct {
  NoslipSystem *system; /* the system with the force, and n_parameters + NOSLIP_PUSH_N parameters; its state is that of
                         * the original */
  NoslipExpr point[3];  /* P, in the graph of `system` */
  NoslipExpr velocity[3];
  NoslipExpr force[3]; /* F, N */
  NoslipExpr couple;   /* C, N m; NOSLIP_ZERO if the body cannot turn */
  NoslipExpr turning;  /* w, rad/s */
  NoslipExpr power;    /* power of the hand, W */
} NoslipPush;
/* The system with a hand on the body of the draw statement with this index; NULL if the body cannot be held, or does
 * not move with the state. Dry friction and bounces act together with the hand. */
NoslipPush *noslip_push_new(const NoslipSystem *system, guint draw);
void noslip_push_free(NoslipPush *push);
/* v, in the body's own axes, rotated as in the picture: about axes of space, one after the other. */
void noslip_draw_turn(NoslipGraph *graph, const NoslipDraw *draw, NoslipExpr v[3]);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPush, noslip_push_free)
