/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the writers of all languages. */
#pragma once

#include "core/codegen/code.h"

/* The notation of a language. In formats $a, $b and $c are operands (names or numbers), which may occur more than
 * once. */
typedef struct {
  const char *assign;             /* "  const double v$a = $b;\n": $a is the number of the step */
  const char *result;             /* "  values[$a] = $b;\n": $a is the index of the output */
  const char *divide;             /* "$a / $b" */
  const char *nan, *infinity;     /* infinity without its sign */
  guint base;                     /* of array indices: 0 or 1 */
  gboolean whole;                 /* whole numbers are written without a point: 2, not 2.0 */
  const char *call[NOSLIP_N_OPS]; /* "sin($a)" */
} NoslipCodeStyle;

/* The lists of a language: the text before each list, and the text after the last one. */
typedef struct {
  const char *states, *parameters, *observables; /* names */
  const char *values, *initial;                  /* numbers */
  const char *header;                            /* header of the CSV; NULL: left out */
  const char *end;
} NoslipCodeLists;

/* Writes the assignments of a list and its outputs. Inputs are t, then state[…]; constants are parameters[…]. */
void noslip_code_steps(GString *out, const NoslipListing *listing, const NoslipCodeStyle *style);
/* The two parts of noslip_code_steps(). */
void noslip_code_assignments(GString *out, const NoslipListing *listing, const NoslipCodeStyle *style);
void noslip_code_outputs(GString *out, const NoslipListing *listing, const NoslipCodeStyle *style);
/* Writes names in double quotes, and numbers, separated by commas. */
void noslip_code_names(GString *out, guint n, const char *const *names);
void noslip_code_numbers(GString *out, guint n, const double *values, const NoslipCodeStyle *style);
/* Names of the parameters and the observables: n_parameters and n_observables of them; free with g_free(). */
const char **noslip_code_parameter_names(const NoslipExport *code);
const char **noslip_code_observable_names(const NoslipExport *code);
/* The header line of the CSV, quoted as required by RFC 4180; free with g_free(). */
char *noslip_code_header(const NoslipExport *code);
/* Writes the names of the states, parameters and observables, the values of the parameters and the initial state. */
void noslip_code_lists(GString *out, const NoslipExport *code, const NoslipCodeLists *lists,
                       const NoslipCodeStyle *style);
/* Writes a text, with these replaced: @N@ the identifier, @m@ @n@ coordinates and fibre coordinates, @c@ equations of
 * the positions, @k@ constraints on velocities, @size@ of the state, @inner@ variables, @total@ both, @parameters@
 * @observables@ @columns@ @samples@ their numbers, @to@ @step@ of the run; for programs with charts @charts@ @pivots@
 * their numbers, @bound@ constraints (k), @free@ velocities of a chart, @k2@ numbers of its pivots, @survey@ of the
 * survey, @varies@ and @pivoted@ lists of numbers (see flow.h). */
void noslip_code_text(GString *out, const NoslipExport *code, const char *text, const NoslipCodeStyle *style);
/* Writes lines that describe the file, each after `mark` ("# "). */
void noslip_code_heading(GString *out, const NoslipExport *code, const char *mark);
