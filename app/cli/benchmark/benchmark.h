/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the benchmark command: how it measures, and what it measures besides single systems. */
#pragma once

#include "app/cli/cli.h"

/* Seconds of processor time of the whole process. */
double cli_benchmark_now(void);
/* Seconds that the rates of a motion take; `state` has been entered. */
double cli_benchmark_rates(const NoslipFormulation *formulation, gpointer work, double *state, double *rates);

/* Seconds a motion of a sweep of snakeboards by rk4, and seconds on the clock for all of them. */
typedef struct {
  guint motions;
  double alone, side_by_side;     /* processor time a motion */
  double one_thread, two_threads; /* on the clock; NaN where there is one processor */
} CliSweepTimes;
/* 0, or a status after messages. */
int cli_benchmark_sweep(CliSweepTimes *times);

#define CLI_TRAILERS 12
/* A car with 1 .. CLI_TRAILERS trailers, written as a text. */
typedef struct {
  double ready[CLI_TRAILERS];            /* seconds from the text to the formulation of multipliers */
  double rates[CLI_TRAILERS];            /* seconds a right-hand side */
  double ready_exponent, rates_exponent; /* of the number of trailers, fitted over the longer half */
} CliTrailerTimes;
int cli_benchmark_trailers(CliTrailerTimes *times);

#define CLI_FINDER_TASKS 7
/* Processor time of one search of the finder; the system's text has been read before. */
typedef struct {
  const char *task, *system;
  double seconds;
} CliFinderTime;
int cli_benchmark_finder(CliFinderTime times[CLI_FINDER_TASKS]);
