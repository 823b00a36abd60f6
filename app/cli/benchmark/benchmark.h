/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the benchmark command: how it measures, and its measurements of more than one system. */
#pragma once

#include "app/cli/cli.h"

/* Seconds of processor time of the whole process. */
double cli_benchmark_now(void);
/* Seconds that one evaluation of the rates takes; `state` has been entered. */
double cli_benchmark_rates(const NoslipFormulation *formulation, gpointer work, double *state, double *rates);

/* Seconds a motion of a sweep of snakeboards by one method, and seconds on the clock for all of them. */
typedef struct {
  const char *method;
  guint motions;
  double alone, side_by_side;     /* processor time a motion */
  double one_thread, two_threads; /* wall clock; NaN if there is one processor */
} CliSweepTimes;
/* 0, or a status after messages. */
int cli_benchmark_sweep(const char *method, CliSweepTimes *times);

#define CLI_TRAILERS 12
/* A car with 1 .. CLI_TRAILERS trailers, generated as a text. */
typedef struct {
  double ready[CLI_TRAILERS];            /* seconds from the text to the compiled formulation with multipliers */
  double rates[CLI_TRAILERS];            /* seconds a right-hand side */
  double ready_exponent, rates_exponent; /* exponents in the number of trailers, fitted over the longer half */
} CliTrailerTimes;
int cli_benchmark_trailers(CliTrailerTimes *times);

#define CLI_FINDER_TASKS 16
/* Processor time of one search of the finder, without reading the system's text. */
typedef struct {
  const char *task, *system;
  double seconds;
  double by_hand; /* what the same takes in C that was written for this system alone; NaN if that was not measured */
} CliFinderTime;
int cli_benchmark_finder(CliFinderTime times[CLI_FINDER_TASKS]);
