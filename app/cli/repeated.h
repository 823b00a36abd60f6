/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Whether an option with a value, or one of NAME=VALUE with the same NAME, is given twice in argv, so that the first
 * value would be ignored. Names the option on standard error. Flags may be repeated. */
gboolean cli_repeated(const GOptionEntry *entries, int argc, char **argv);
