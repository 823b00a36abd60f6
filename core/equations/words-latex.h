/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences as LaTeX. */
#pragma once

#include <glib.h>

/* Plain text with the special characters of LaTeX escaped. */
void noslip_latex_escape(GString *text, const char *words);

/* The same, with names that have a subscript, a superscript or a prime (E_0, phi^A, S^X, x', omega_L) and Greek ones
 * set as mathematics, including adjacent operators but not punctuation. */
void noslip_latex_append_words(GString *text, const char *words);
