/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wording of claims' verdicts, shared by check and run. */
#pragma once

#include "app/cli/cli.h"

#include "core/verdict/claims.h"

/* "proved; residual 1.2e-16, allowed 1e-10, sensitivity 3e-10, drift 2e-15", and remarks on this verdict: the term that
 * the motion hardly tests, the time of the worst row, the method of a motion that drifts, that accelerations which a
 * degenerate Lagrangian leaves free were chosen for the motion. */
char *cli_verdict_text(const NoslipClaims *claims, const NoslipVerdict *verdict, const NoslipRunOptions *options);
