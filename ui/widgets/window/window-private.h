/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window's parts and state, for window.c and window-parts.c only. */
#pragma once

#include "core/simulation/value-history.h"
#include "ui/widgets/common/toasts.h"
#include "ui/widgets/window/window.h"

/* numbers.c: numbers of labels can be dragged away. */
void noslip_window_add_numbers(NoslipWindow *window);
/* regions.c: the names of the landmarks. */
void noslip_window_name_regions(NoslipWindow *window);

struct _NoslipWindow {
  AdwApplicationWindow parent;
  NoslipSimulation *simulation;
  NoslipMeter meter;
  NoslipValueHistory *values;
  NoslipToasts *toasts;
  /* parts, owned by their parents */
  GtkWidget *announcements, *header, *layout, *scene_pane, *tiles, *side_pane, *problems, *works, *timeline;
  /* parts without a picture, owned here */
  NoslipSystemDocument *document;
  NoslipOpening *opening;
  NoslipPresentation *presentation;
  NoslipLecture *lecture;
  NoslipPointerFocus *pointer_focus;
  guint tick;           /* callback that moves the playhead, or 0 */
  guint n_warnings;     /* of the motion that were shown */
  guint settled_frames; /* frames drawn since the last change */
  gint64 last_change;   /* monotonic, microseconds */
  gint64 advanced;      /* the same, when the playhead moved last */
};
