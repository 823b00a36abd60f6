/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequence of a presentation: the list of set-ups, which several windows may share, and the stories opened last,
 * which belong to the window. */
#pragma once

#include "ui/widgets/side/setup-list.h"

#define NOSLIP_TYPE_LECTURE (noslip_lecture_get_type())
G_DECLARE_FINAL_TYPE(NoslipLecture, noslip_lecture, NOSLIP, LECTURE, GObject)

NoslipLecture *noslip_lecture_new(void);
NoslipSetupList *noslip_lecture_setups(NoslipLecture *lecture);
/* Replaces the list. */
void noslip_lecture_set_setups(NoslipLecture *lecture, NoslipSetupList *setups);
NoslipSetupList *noslip_lecture_stories(NoslipLecture *lecture);
/* The stories if `story`, the one shown (or NULL), is among them, else the set-ups. */
NoslipSetupList *noslip_lecture_list_of(NoslipLecture *lecture, const NoslipSetup *story);
