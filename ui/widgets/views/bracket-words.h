/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names, values and sentences of the Bracket view. Free texts with g_free(). */
#pragma once

#include "ui/picture/theme.h"
#include "ui/widgets/views/bracket-reading.h"

/* The bracket of these dynamics. */
const char *noslip_bracket_kind_name(NoslipDynamicsKind kind);
/* Observable i in the matrix, as LaTeX mathematics: a letter if its name is wide. */
char *noslip_bracket_name_latex(const NoslipBracketReading *reading, const NoslipTheme *theme, guint i);
/* "{x, p} = 1", with names for observables whose meaning is longer than `most` bytes. */
char *noslip_bracket_cell_text(const NoslipBracketReading *reading, int row, int column, guint digits, gsize most);
/* The meanings of the names in noslip_bracket_cell_text(), one a line. */
char *noslip_bracket_meanings_text(const NoslipBracketReading *reading, int row, int column);
/* One line no wider than `room`: with the meanings of the observables if there is room, else with their names and the
 * beginning of the meanings; *whole is FALSE then. */
char *noslip_bracket_cell_line(const NoslipBracketReading *reading, const NoslipTheme *theme, int row, int column,
                               double room, gboolean *whole);
/* Whether the Jacobi identity holds, and the largest Jacobiator; NULL if there is none. */
char *noslip_bracket_jacobiator_text(const NoslipBracketReading *reading, const NoslipTheme *theme);
