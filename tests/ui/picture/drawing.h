/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces and themes for tests of single pictures. */
#pragma once

#include "ui/picture/display.h"

typedef struct {
  NoslipDisplay *display;
  NoslipTheme theme;
} Drawing;

static inline void
drawing_set_up(Drawing *f, gconstpointer data)
{
  f->display = noslip_display_new();
  noslip_theme_init(&f->theme, FALSE, 1);
}

static inline void
drawing_tear_down(Drawing *f, gconstpointer data)
{
  noslip_display_free(f->display);
}
