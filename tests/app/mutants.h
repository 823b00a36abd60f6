/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of groups, keys and values with something wrong: what a full disk, another version or a hand leaves behind. */
#pragma once

#include <glib.h>

/* Changes the text in one place: bytes or lines are lost, doubled or others, or a value is one that nobody expects. */
void mutants_change(GString *text, GRand *rand);
