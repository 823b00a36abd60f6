/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thread's memory for charts, and what its files share. */
#pragma once

#include "core/base/linear.h"
#include "core/dynamics/chart-private.h"

/* A chart with this thread's workspaces. */
typedef struct {
  const NoslipChart *chart;
  NoslipTapeWorkspace *rates, *matrix, *observe, *enter, *newton, *jacobian;
  double *reference; /* sizes of the watched pivots at the choice of the chart */
  gboolean dense;    /* the unrolled elimination is not accurate here */
} NoslipChartWorkspace;

typedef struct {
  NoslipCharts *charts;
  guint m, n, k, r;
  double *parameters;
  GPtrArray *list;               /* NoslipChartWorkspace */
  NoslipChartWorkspace *current; /* the present chart, of the list */
  NoslipTapeWorkspace *survey;
  NoslipLu *solver;
  NoslipManifoldWorkspace *manifold; /* or NULL */
  double worst_minor;       /* smallest ratios of the pivots to their references since the choice of the chart */
  double minor;             /* determinant of the minor up to a constant, at the last evaluation of the rates */
  double minor_before;      /* the same at the last accepted state */
  double t_before;          /* time of the last accepted state, s */
  double *z_before;         /* m + r */
  double *row_sizes;        /* k: of the rows of Phi at the last survey */
  double *chosen_sizes;     /* k: the same where the chart was chosen */
  double t_start, t_chosen; /* times of the start and of the choice of the chart, s */
  double lost_at;           /* time at which a refused step lost the rank of Phi; NaN: none did */
  int lost;                 /* the constraint that depended on the others then */
  int failure;
  guint *pivot_rows, *pivot_columns; /* k */
  double *variables;                 /* 1 + m + n + r at most */
  double *y;                         /* curved constraints: the last solution, n */
  double *correction;                /* of Newton's method, k */
  double *correction_before;         /* the correction one step before */
  double *outputs;
  double *zdot; /* m + r */
} NoslipChartsWorkspace;

/* Sets the parameters of all tapes of the chart. */
void noslip_chart_set_constants(NoslipChartWorkspace *chart, const double *parameters);
/* Sets the variables of the tapes to t and n values; returns them. */
double *noslip_chart_load(NoslipChartsWorkspace *work, double t, guint n, const double *values);
/* Sets the variables of the chart's tapes for z; FALSE if the constraints have no solution near the last one. */
gboolean noslip_chart_load_state(NoslipChartsWorkspace *work, double t, const double *z);
/* Phi (k x n) at this state, with the columns in units of the kinetic energy and the rows of size 1 (a row of zeros
 * stays 0); work->row_sizes are their sizes before. The result is work->outputs. */
double *noslip_chart_survey(NoslipChartsWorkspace *work, double t, const double *xy);
/* Pivots for Phi at this state, down to `relative` of the largest, with the columns in units of the kinetic
 * energy and the rows of size 1. FALSE if Phi has lost rank; work->failure is then a constraint that
 * depends on the others. */
gboolean noslip_chart_choose_pivots(NoslipChartsWorkspace *work, double t, const double *xy, double relative);
/* The chart of the chosen pivots with its workspaces; NULL if the equations are structurally singular. */
NoslipChartWorkspace *noslip_chart_find(NoslipChartsWorkspace *work);
