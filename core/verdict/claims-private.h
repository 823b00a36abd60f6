/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of claims along a motion, shared by claims.c (measuring) and claims-judge.c. */
#pragma once

#include "core/verdict/claims.h"

/* Consecutive outputs: the additive terms of an expression, with the extremes of each over the rows. */
typedef struct {
  guint first, n;
  double *low, *high;
  gboolean *vanishes; /* for each term: it vanishes symbolically */
} ClaimTerms;

/* f of a claim d(f) = 0. */
typedef struct {
  gboolean exists;
  guint value, size; /* outputs: f, and the sum of its absolute terms as written */
  ClaimTerms terms;
  double start, apart; /* f at the first row, or after an interruption; max|f - start| */
  gboolean interrupted;
  double largest_sum;  /* largest sum of |terms| */
  double largest_size; /* largest value of `size`, if the terms cancel symbolically */
} ClaimKept;

typedef struct {
  const NoslipClaim *claim;
  gboolean applies;
  guint left, right, left_size, right_size; /* outputs */
  guint n_rates, *rates;                    /* outputs: f of every d(f) */
  guint *domain;                            /* outputs: those of claim->domain */
  gboolean reacts;                          /* every term has a multiplier */
  guint reaction;                           /* output: the sum of the terms' sizes with those of the reactions */
  /* Over the rows seen: */
  double largest; /* |left - right| */
  double worst_time;
  double size;          /* sum of the absolute additive terms of both sides */
  double *rate_size;    /* |f| */
  double reaction_size; /* of the output `reaction` */
  ClaimTerms terms[2];  /* of each side */
  ClaimKept kept;
  gboolean in_symbols; /* left - right vanishes symbolically */
  gboolean moves;      /* a term depends on the motion */
  double last_left, last_right;
  gboolean undefined; /* a side was not a number */
} ClaimEntry;

struct _NoslipClaims {
  NoslipObserver *observer;
  NoslipObserverWorkspace *work;
  ClaimEntry *entries;
  guint n;
  guint64 n_rows;
  double first_time, last_time;
  guint row_size;
  double *outputs; /* BLOCK x n_outputs */
};
