/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The momentum of a section given by the user, its rate measured along the motion, and by the momentum
 * equation. */
#pragma once

#include "ui/widgets/views/view.h"

typedef enum { NOSLIP_SECTION_MOMENTUM, NOSLIP_SECTION_RATE, NOSLIP_SECTION_EQUATION } NoslipSectionColumn;

typedef struct {
  const char *text;  /* as typed; NULL: none is chosen */
  const char *error; /* why there is no such section, or NULL */
  gboolean conserved;
  const double *rows; /* n of them: t, then a value for each column; NULL while they are derived */
  guint n;
  guint64 source; /* of their series: cached data are kept from picture to picture */
} NoslipSection;

/* The chosen section ("section"); FALSE if there is none. Evaluates new rows. */
gboolean noslip_momenta_section(NoslipView *view, NoslipSection *section);
#define NOSLIP_SECTION_STRIDE 4
