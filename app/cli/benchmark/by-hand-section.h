/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Poincare section of the heavy top as one would write it in C for this system alone, with GSL's method of order 8:
 * the reference for the program's own section. */
#pragma once

/* The states at which w1 rises through 0, at most `most` of them. parameters (7) and start (6) are those of the
 * catalogue's system, in the same order. Returns their number; *first is the time of the first one. */
unsigned cli_section_by_hand(const double *parameters, const double *start, unsigned most, double rtol, double atol,
                             double *first);
