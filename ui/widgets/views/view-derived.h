/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that a view derives from its system in the background: no frame waits for it. */
#pragma once

#include "ui/export/job.h"
#include "ui/widgets/views/view.h"

typedef struct {
  /* On a thread of its own; NULL if it was cancelled. It reads the system and changes nothing. */
  gpointer (*derive)(NoslipSystem *system, const char *key, NoslipJob *job);
  GDestroyNotify free; /* on any thread */
} NoslipDerivation;

/* The result of `kind` for the view's system and `key`; NULL while it is being derived, which starts with the first
 * call. The view is redrawn when it is ready. Owned by the view, valid until another key or system is requested in this
 * slot (a static string). */
gpointer noslip_view_derived(NoslipView *view, const char *slot, const char *key, const NoslipDerivation *kind);
