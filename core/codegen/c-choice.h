/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choice of the chart of a state, for programs in C. */
#pragma once

/* The functions that choose the chart of a state and give the inner variables in it, by the lists `survey`, `scores`
 * and `enter` of the flow; a text for noslip_code_text(). */
extern const char noslip_code_choice_c[];
