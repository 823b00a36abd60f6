/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems for tests, from the catalogue or from a text. All end the test with the reason if there is no
 * system. */
#pragma once

#include "core/system/system.h"

NoslipSystem *test_parse(const char *text, const char *file, const char *id);
/* The catalogue's system. */
NoslipSystem *test_catalogue(const char *id);
/* A system of no particular name. */
NoslipSystem *test_text(const char *text);
/* The same, from statements without the line "noslip 1" before them. */
NoslipSystem *test_statements(const char *statements);
/* Either: a text begins with "noslip 1". */
NoslipSystem *test_open(const char *what);
/* All of them as messages of the test. */
void test_report(const NoslipDiagnostics *diagnostics);
