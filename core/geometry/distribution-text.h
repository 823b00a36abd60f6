/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quasi-Lie algebroid (D, [ , ]_P) with the restricted Lagrangian l as a text of the language (G Theorem 5.1): its
 * free motions are the nonholonomic ones of the system. */
#pragma once

#include "core/system/system.h"

/* The text, with the parameters at their present values in the system. Constraints must be linear and L mechanical.
 * NULL with *error set if they are not, or the system is not regular. Free with g_free(). */
char *noslip_distribution_system_text(const NoslipSystem *system, NoslipDiagnostic **error);
