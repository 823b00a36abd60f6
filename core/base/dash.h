/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dashes distinguish curves without colour. */
#pragma once

typedef enum {
  NOSLIP_DASH_SOLID,
  NOSLIP_DASH_DASHED,
  NOSLIP_DASH_DOTTED,
  NOSLIP_DASH_DASH_DOT,
  NOSLIP_DASH_LONG,
  NOSLIP_DASH_DASH_DOT_DOT,
  NOSLIP_N_DASHES
} NoslipDash;
