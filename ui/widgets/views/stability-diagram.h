/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lower figure of the Stability view: the eigenvalues over the parameter that is chosen in the menu. The equilibrium
 * is followed over the parameter's range in the background (core/finder/equilibria.h). */
#pragma once

#include "core/dynamics/formulation.h"
#include "ui/widgets/views/view.h"

typedef struct _NoslipStabilityDiagram NoslipStabilityDiagram;

/* "KIND numbers…" of n numbers: parameters, then the state. NULL if there are not as many. Free with g_free(). */
double *noslip_stability_read_key(const char *key, guint n, NoslipDynamicsKind *kind);

/* Owned by the view's state. */
NoslipStabilityDiagram *noslip_stability_diagram_new(void);
void noslip_stability_diagram_free(NoslipStabilityDiagram *self);

/* Whether a parameter is chosen. */
gboolean noslip_stability_diagram_is_shown(NoslipView *view);
/* FALSE while the diagram for this key is being computed. */
gboolean noslip_stability_diagram_is_ready(NoslipView *view, const char *key);
/* key: the present dynamics, parameters and initial state; NULL: not known. */
void noslip_stability_diagram_compose(NoslipStabilityDiagram *self, NoslipView *view, const char *key, guint index,
                                      NoslipFigure *figure, const NoslipTheme *theme);
/* "; diagram over Omega from 0 to 8; branch at 4.43" */
void noslip_stability_diagram_describe(NoslipStabilityDiagram *self, NoslipView *view, const char *key, GString *text);
void noslip_stability_diagram_add_choice(NoslipView *view, GtkBox *box);
/* Gives the parameter the value at this place of the view; FALSE if that is not in figure `index`. */
gboolean noslip_stability_diagram_clicked(NoslipView *view, guint index, double x, double y);
