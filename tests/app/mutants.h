/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of groups, keys and values with errors: from a full disk, another version or an edit by hand. */
#pragma once

#include <glib.h>

/* Changes the text in one place: bytes or lines are removed, doubled or changed, or a value is replaced by an
 * unexpected one. */
void mutants_change(GString *text, GRand *rand);
