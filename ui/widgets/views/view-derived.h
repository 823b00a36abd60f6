/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a view derives from its system beside the window: no frame waits for it. */
#pragma once

#include "ui/export/job.h"
#include "ui/widgets/views/view.h"

typedef struct {
  /* On a thread of its own; NULL where it was cancelled. It reads the system and changes nothing. */
  gpointer (*derive)(NoslipSystem *system, const char *key, NoslipJob *job);
  GDestroyNotify free; /* on any thread */
} NoslipDerivation;

/* What `kind` makes of the view's system and `key`; NULL while it is being derived, which begins with the first call.
 * The view is drawn again when it is there. It is the view's and lives until another key or system is asked for in this
 * slot (a static string). */
gpointer noslip_view_derived(NoslipView *view, const char *slot, const char *key, const NoslipDerivation *kind);
