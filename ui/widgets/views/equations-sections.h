/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of the Equations view, which fold: long ones are folded until somebody opens them. What somebody folded
 * or opened is a choice of the view, and so a part of set-ups. */
#pragma once

#include "core/equations/document.h"
#include "ui/widgets/views/view.h"

typedef struct {
  const char *title; /* message id; borrowed from the lines */
  guint first, end;  /* lines */
  gboolean is_long, folded;
  double top, bottom; /* of the heading, where it was drawn last */
} NoslipEquationsSection;

/* Gives the view its actions and keys for sections. */
void noslip_equations_sections_attach(NoslipView *view);
/* Others from here on: those of these lines (NULL: none). */
void noslip_equations_sections_set(NoslipView *view, const GPtrArray *lines);
/* Which are folded, as the view's choice says now. */
void noslip_equations_sections_read(NoslipView *view);
/* The section of a line; NULL: there is none. */
NoslipEquationsSection *noslip_equations_section_of(NoslipView *view, guint line);
/* Draws the heading of a section, with its length where it is folded, and remembers where. Returns its height. Without
 * a display only that; `document`: as it stands on paper, where nothing folds. */
double noslip_equations_section_draw(NoslipView *view, NoslipEquationsSection *section, const char *title,
                                     const NoslipTheme *theme, double x, double y, double width, gboolean document,
                                     NoslipDisplay *display);
/* A click: folds or opens the section whose heading is there. */
void noslip_equations_sections_clicked(NoslipView *view, double x, double y);
/* The heading that the keys have chosen, and those that are folded, in words; NULL: none. Free with g_free(). */
char *noslip_equations_sections_chosen(NoslipView *view);
char *noslip_equations_sections_folded(NoslipView *view);
/* No heading is chosen by the keys from here on. */
void noslip_equations_sections_leave(NoslipView *view);
/* What can be done with sections, as items of the view's menu. */
void noslip_equations_sections_add_items(NoslipView *view, GtkBox *box);
