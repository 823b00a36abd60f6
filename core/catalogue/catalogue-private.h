/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the catalogue share. */
#pragma once

#include "core/catalogue/catalogue.h"

#define MISPRINTS "misprints" /* the folder of the companions, and what their ids begin with */
#define SUFFIX ".noslip"

/* The text of standard input, to be freed; NULL after an error. */
char *noslip_catalogue_read_standard_input(gsize *length, NoslipDiagnostics *diagnostics);
