/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the kinds of dynamics, as the language, the command line, set-ups and JSON write them. */
#pragma once

#include "core/system/system.h"

/* "nonholonomic", marked for translation in the context "dynamics"; NULL for an invalid number. */
const char *noslip_dynamics_kind_id(NoslipDynamicsKind kind);
/* The same, translated. */
const char *noslip_dynamics_kind_words(NoslipDynamicsKind kind);
/* All ids in the order of NoslipDynamicsKind, NULL-terminated. */
const char *const *noslip_dynamics_kind_ids(void);
/* FALSE if there is no kind with this id. */
gboolean noslip_dynamics_kind_find(const char *id, NoslipDynamicsKind *kind);
