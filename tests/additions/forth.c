/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The initial state as words of Forth: the language of export that the test adds. */
#include "core/codegen/code.h"

static void
write_file(const NoslipExport *code, GString *out)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < code->flow->n_state; i++)
    g_string_append_printf(out, "%se0 fconstant %s\n",
                           g_ascii_formatd(number, sizeof number, "%.17g", code->initial[i]), code->states[i]);
}

const NoslipCodeLanguage noslip_code_forth = {
    .id = "forth",
    .title = "Forth",
    .write = write_file,
};
