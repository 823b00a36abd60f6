/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the catalogue. */
#pragma once

#include "core/catalogue/catalogue.h"

#define MISPRINTS "misprints" /* the folder of the companions, and the prefix of their ids */
#define SUFFIX ".noslip"

/* Reads standard input; free with g_free(). NULL after an error. */
char *noslip_catalogue_read_standard_input(gsize *length, NoslipDiagnostics *diagnostics);
