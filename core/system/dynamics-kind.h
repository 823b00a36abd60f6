/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the kinds of dynamics, as the language, the command line, set-ups and JSON write them. */
#pragma once

#include "core/system/system.h"

/* "nonholonomic", marked for translation in the context "dynamics"; NULL for a number that is no kind. */
const char *noslip_dynamics_kind_id(NoslipDynamicsKind kind);
/* The same in the reader's language. */
const char *noslip_dynamics_kind_words(NoslipDynamicsKind kind);
/* All ids in the order of NoslipDynamicsKind, NULL-terminated. */
const char *const *noslip_dynamics_kind_ids(void);
/* FALSE where there is no kind of this id. */
gboolean noslip_dynamics_kind_find(const char *id, NoslipDynamicsKind *kind);
