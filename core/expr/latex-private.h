/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A name of the system language as LaTeX mathematics; free with g_free(). */
char *noslip_latex_name(const char *name);
