/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What show tells, gathered once and written in three ways. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/page.h"
#include "core/equations/forms.h"
#include "core/geometry/atiyah.h"
#include "core/geometry/bracket.h"
#include "core/geometry/vakonomic.h"
#include "core/system/equations.h"

#include <json-glib/json-glib.h>

typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipDistribution *distribution; /* NULL: why is in `no_distribution` */
  NoslipEquations *equations;       /* NULL: why is in `no_equations`, or they are in `named` */
  NoslipEquations *named;           /* those too long to be written out, with names for their parts; else NULL */
  NoslipAtiyah *atiyah;             /* NULL where the algebroid is not given as an Atiyah algebroid */
  NoslipAtiyahSplit *split;         /* NULL where there is none without multipliers */
  char *no_distribution, *no_equations;
  NoslipVakonomicBracket *vakonomic; /* of vakonomic systems; NULL: why is in `no_vakonomic` */
  char *no_vakonomic;
  GPtrArray *forms;  /* of NoslipWrittenForm: the formulations in their own variables; NULL where there are none */
  NoslipExpr energy; /* simplified */
  gboolean regular;
  char *irregular;      /* why not, or NULL */
  gboolean degenerate;  /* the mass matrix has no full rank at generic states */
  guint rank;           /* of D at the initial state */
  guint mass_rank;      /* of W there */
  guint vakonomic_rank; /* of R_ab there */
  double *xy, *mu;      /* the initial state and its vakonomic multipliers, or NULL */
  double *lengths;      /* of every expression of the model's graph, written out */
} CliPortrait;

/* What the constraint algorithm has to say, one line a step. Free with g_strfreev(). */
char **cli_portrait_algorithm(const CliPortrait *portrait);

/* Lagrange's equation along section alpha, not solved for the accelerations: W_alpha beta dy^beta/dt on the left,
 * forces and reactions on the right. Where L is degenerate it may be an equation without accelerations. */
void cli_portrait_balance(const CliPortrait *portrait, guint alpha, NoslipExpr *left, NoslipExpr *right);

/* An expression of the model's graph as text, or words in its place where nobody would read it. */
char *cli_portrait_expr(const CliPortrait *portrait, NoslipExpr expr);

/* The name of dy^alpha/dt. */
const char *cli_portrait_acceleration(const CliPortrait *portrait, guint alpha);

/* Written out, an expression of more symbols is read by nobody. */
#define CLI_MOST_SYMBOLS 5000

/* The equations, to be written as text or LaTeX; the graph of the model grows. */
CliPage *cli_portrait_page(const CliPortrait *portrait);

int cli_show_text(const CliPortrait *portrait);
int cli_show_json(const CliPortrait *portrait);
int cli_show_latex(const CliPortrait *portrait);

/* The equations with horizontal and vertical part apart, appended; nothing where there is no Atiyah algebroid. */
void cli_show_atiyah_text(const CliPortrait *portrait, GString *text);
void cli_show_atiyah_latex(const CliPortrait *portrait, GString *text);
void cli_show_atiyah_json(const CliPortrait *portrait, JsonBuilder *builder);
