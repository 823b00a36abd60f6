/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of an expression's nodes, and errors, which are reported once per node. */
#include "core/language/scope-private.h"

void
noslip_evaluation_set(Evaluation *evaluation, guint row, guint shape, const NoslipExpr *components)
{
  evaluation->shape[row] = (guint8) shape;
  evaluation->value[row] = components[0];
  evaluation->rest[row][0] = shape >= SHAPE_PAIR ? components[1] : NOSLIP_ZERO;
  evaluation->rest[row][1] = shape >= SHAPE_TRIPLE ? components[2] : NOSLIP_ZERO;
}

NoslipDiagnostic *
noslip_evaluation_report(Evaluation *evaluation, NoslipCode code, NoslipPlace place, const char *remedy,
                         const char *format, ...)
{
  if (evaluation->scope->quiet)
    return NULL;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return noslip_source_error(evaluation->source, code, place, remedy, "%s", cause);
}
