/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dry friction and bounces did along a run: a summary for people, every event for the past of the data. */
#pragma once

#include "app/cli/json.h"

#include "core/integrate/run.h"

/* One message for each friction and bounce that has changed. */
void cli_contacts_say(const NoslipRun *run, const NoslipSystem *system);
/* The member "contacts" of the open object; of a system with dry friction or bounces alone. */
void cli_contacts_json(JsonBuilder *builder, const NoslipRun *run, const NoslipSystem *system);
