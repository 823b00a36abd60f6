/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the Exponents view; its values (exponents-values.c), its words (exponents-words.c) and its drawing
 * (exponents-view.c) share it. */
#pragma once

#include "ui/widgets/finder/exponents-work.h"
#include "ui/widgets/views/view-private.h"

typedef struct {
  NoslipSearch *search;
  const NoslipSystem *system;
  char *time;   /* the choice for which the search began, or NULL */
  GArray *rows; /* of double, noslip_exponents_copy() */
  guint n;      /* exponents in a row; 0: there is no row */
  GActionGroup *actions;
} NoslipExponentsView;

NoslipExponentsView *noslip_exponents_view_of(NoslipView *view);
/* Reads the rows found so far. */
void noslip_exponents_view_take_rows(NoslipExponentsView *exponents);
const double *noslip_exponents_view_last_row(const NoslipExponentsView *exponents);
/* The end of the motion (s), or 0 if none is chosen or what was typed is not one. */
double noslip_exponents_view_time(NoslipView *view);
/* "0.123 ± 0.004" with the digits of the command line, the error only if it is known. Free with g_free(), as the texts
 * below. k = n is the sum. */
char *noslip_exponents_view_number(const NoslipExponentsView *exponents, guint k);
/* "1: 0.12 ± 0.004" with the digits that the error leaves; the sum without its error. */
char *noslip_exponents_view_label(const NoslipExponentsView *exponents, guint k);
/* Why there are no estimates, or NULL. */
char *noslip_exponents_view_nothing(NoslipView *view);
char *noslip_exponents_view_caption(NoslipView *view);
char *noslip_exponents_view_detail(NoslipView *view);
/* For assistive technology. */
char *noslip_exponents_view_description(NoslipView *view);
/* For copying: "name\tvalue" lines with all digits. */
char *noslip_exponents_view_values(NoslipView *view);
