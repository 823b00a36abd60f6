/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences as LaTeX. */
#pragma once

#include <glib.h>

/* Plain text with what LaTeX would take for a command escaped. */
void noslip_latex_escape(GString *text, const char *words);

/* Plain text with what LaTeX would take for a command escaped, and with names that have a subscript, a superscript or a
 * prime (E_0, phi^A, S^X, x', omega_L) and Greek ones set as mathematics, each with what adjoins it but for the
 * punctuation around. */
void noslip_latex_append_words(GString *text, const char *words);
