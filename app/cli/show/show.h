/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways in which show writes a portrait. */
#pragma once

#include "app/cli/cli.h"
#include "core/equations/portrait.h"

#include <json-glib/json-glib.h>

int cli_show_text(const NoslipPortrait *portrait);
int cli_show_json(const NoslipPortrait *portrait);
int cli_show_latex(const NoslipPortrait *portrait);

/* The objects by the names that papers give them: "G", "l", "L_c", "H", "theta_L", "curvature", "chain", ...; those that
 * exist for this system. */
void cli_show_objects_json(const NoslipPortrait *portrait, JsonBuilder *builder);
/* A member "atiyah"; nothing where there is no Atiyah algebroid. */
void cli_show_atiyah_json(const NoslipPortrait *portrait, JsonBuilder *builder);
