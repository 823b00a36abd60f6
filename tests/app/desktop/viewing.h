/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views without a window: opened, drawn and read. */
#pragma once

#include "tests/app/desktop/driven.h"
#include "ui/widgets/views/view-private.h"

/* A simulation of a catalogue system, computed up to this time and at it. */
NoslipSimulation *viewing_opened(const char *id, double time);
/* Draws the view at this size, and fails if nothing is drawn. */
void viewing_picture(NoslipView *view, const char *id, gboolean dark, double scale, double factor, double width,
                     double height);
/* A view of this kind that shows the simulation. */
NoslipView *viewing_view(const char *kind, NoslipSimulation *simulation);
void viewing_close(NoslipView *view);
/* TRUE if the description of the view contains this text. */
gboolean viewing_describes(NoslipView *view, const char *words);
/* A column of a run. */
double viewing_cell(const NoslipRunView *run, guint row, guint column);
/* Sets a choice of the view to these values; NULL ends the list. */
void viewing_choose(NoslipView *view, const char *name, const char *first, const char *second, const char *third);
