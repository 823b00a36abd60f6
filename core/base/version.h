/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The version of the program, "0.1.0". */
const char *noslip_version(void);
