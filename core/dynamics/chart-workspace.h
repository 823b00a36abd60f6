/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thread's memory for charts, and what its files share. */
#pragma once

#include "core/base/linear.h"
#include "core/dynamics/chart-private.h"

/* A chart with this thread's works. */
typedef struct {
  const NoslipChart *chart;
  NoslipTapeWork *rates, *matrix, *observe, *enter, *newton, *jacobian;
  double *reference; /* sizes of the watched pivots where the chart was chosen */
  gboolean dense;    /* the unrolled elimination is of no use here */
} NoslipChartWork;

typedef struct {
  NoslipCharts *charts;
  guint m, n, k, r;
  double *parameters;
  GPtrArray *list;          /* NoslipChartWork */
  NoslipChartWork *current; /* of the list */
  NoslipTapeWork *survey;
  NoslipLu *solver;
  NoslipManifoldWork *manifold; /* or NULL */
  double worst_minor;           /* since the chart was chosen, of its pivots' sizes to their references */
  double minor;                 /* determinant of the minor up to a constant, at the last evaluation of the rates */
  double minor_before;          /* and at the last accepted state */
  double t_before;              /* which is here */
  double *z_before;             /* m + r */
  int failure;
  guint *pivot_rows, *pivot_columns; /* k */
  double *variables;                 /* 1 + m + n + r at most */
  double *y;                         /* curved constraints: the last solution, n */
  double *correction;                /* of Newton's method, k */
  double *outputs;
  double *zdot; /* m + r */
} NoslipChartsWork;

/* Gives the parameters to all tapes of the chart. */
void noslip_chart_set_constants(NoslipChartWork *chart, const double *parameters);
/* Sets the variables of the tapes to t and n values; returns them. */
double *noslip_chart_load(NoslipChartsWork *work, double t, guint n, const double *values);
/* The variables of the chart's tapes at z; FALSE where the constraints have no solution near the last one. */
gboolean noslip_chart_load_state(NoslipChartsWork *work, double t, const double *z);
/* Pivots for Phi at this state, down to `relative` of the largest, with the columns in units of the kinetic
 * energy and the rows of size 1. FALSE where Phi has lost rank; work->failure is then a constraint that
 * depends on the others. */
gboolean noslip_chart_choose_pivots(NoslipChartsWork *work, double t, const double *xy, double relative);
/* The chart of the chosen pivots with its works; NULL where the equations are structurally singular. */
NoslipChartWork *noslip_chart_find(NoslipChartsWork *work);
