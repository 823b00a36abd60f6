/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dry friction and bounces along a run: a summary for the user, and every event for the record of the data. */
#pragma once

#include "app/cli/json.h"

#include "core/integrate/run.h"

/* Prints one message for each friction and bounce whose state has changed. */
void cli_contacts_report(const NoslipModeChange *changes, guint n, const NoslipSystem *system);
/* The member "contacts" of the open object; only for a system with dry friction or bounces. */
void cli_contacts_json(JsonBuilder *builder, const NoslipModeChange *changes, guint n, const NoslipSystem *system);
