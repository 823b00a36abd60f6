/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of the Equations view, which can be folded: long ones are initially folded. The user's choice is stored
 * in the view, and so in set-ups. */
#pragma once

#include "core/equations/document.h"
#include "ui/widgets/views/view.h"

typedef struct {
  const char *title;  /* message id; borrowed from the lines */
  const char *source; /* the papers that it follows, or NULL; borrowed as well */
  guint n_names;      /* not 0: this many definitions of the section before it */
  guint first, end;   /* lines */
  gboolean is_long, folded;
  gboolean is_omitted; /* in a picture: a list of names, or one long section of too many */
  double top, bottom;  /* of the heading, where it was drawn last */
} NoslipEquationsSection;

/* Gives the view its actions and keys for sections. */
void noslip_equations_sections_attach(NoslipView *view);
/* Replaces the sections by those of these lines (NULL: none). */
void noslip_equations_sections_set(NoslipView *view, const GPtrArray *lines);
/* Reads from the view's choice which are folded. */
void noslip_equations_sections_read(NoslipView *view);
/* The section of a line; NULL: there is none. */
NoslipEquationsSection *noslip_equations_section_of(NoslipView *view, guint line);
/* Draws the heading of a section, with its length if it is folded, and stores its position. Returns its height; without
 * a display nothing else. `document`: for paper, where nothing is folded. */
double noslip_equations_section_draw(NoslipView *view, NoslipEquationsSection *section, const NoslipTheme *theme,
                                     double x, double y, double width, gboolean document, NoslipDisplay *display);
/* A click: folds or opens the section whose heading is there. */
void noslip_equations_sections_clicked(NoslipView *view, double x, double y);
/* The heading selected by the keys, and the folded ones, in words; NULL: none. Free with g_free(). */
char *noslip_equations_sections_chosen(NoslipView *view);
char *noslip_equations_sections_folded(NoslipView *view);
/* Deselects the heading that the keys selected. */
void noslip_equations_sections_leave(NoslipView *view);
/* The actions on sections, as items of the view's menu. */
void noslip_equations_sections_add_items(NoslipView *view, GtkBox *box);
