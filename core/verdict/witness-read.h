/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What witness-read-frame.c gives to witness-read.c. */
#pragma once

#include "core/verdict/witness-private.h"

/* The text of a token. */
const char *noslip_witness_text(const WitnessTree *tree, const Part *part);
/* The index of the coordinate or fibre coordinate in a part, or G_MAXUINT. */
guint noslip_witness_index(const WitnessTree *tree, const Part *part, NameIs is);
/* A natural velocity x' by its name: the index of x, or G_MAXUINT. */
guint noslip_witness_index_of_prime(const WitnessTree *tree, const char *text);
/* The n-th part of this kind, or NULL. */
const Part *noslip_witness_part(const WitnessTree *tree, const Statement *statement, PartKind kind, guint i);
/* Each reads a statement into the tree; FALSE with tree->reason if the witness does not support it. */
gboolean noslip_witness_read_rotation(WitnessTree *tree, const Statement *statement);
/* See noslip_witness_read_rotation(). */
gboolean noslip_witness_read_section(WitnessTree *tree, const Statement *statement);
/* See noslip_witness_read_rotation(). */
gboolean noslip_witness_read_connection(WitnessTree *tree, const Statement *statement);
/* See noslip_witness_read_rotation(). */
gboolean noslip_witness_read_bracket(WitnessTree *tree, const Statement *statement);
