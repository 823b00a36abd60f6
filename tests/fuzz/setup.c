/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Set-ups: read, written, read again. Writing keeps what was read. */
#include "tests/fuzz/fuzz.h"

#include "core/simulation/setup/setup.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

static GPtrArray *
read_setups(const char *text, NoslipDiagnostics *diagnostics)
{
  GPtrArray *setups = noslip_setups_from_text(text, "/nowhere", "fuzz.noslip-setup", diagnostics);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_assert_true(g_utf8_validate(line, -1, NULL));
  }
  return setups;
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *raw = g_strndup((const char *) data, size);
  g_autofree char *text = g_utf8_make_valid(raw, -1);
  g_autoptr(GPtrArray) setups = read_setups(text, diagnostics);
  g_autofree char *written = noslip_setups_to_text(setups->len, (NoslipSetup *const *) setups->pdata, "/nowhere");
  if (setups->len == 0)
    return 0;
  g_autoptr(GPtrArray) again = read_setups(written, diagnostics);
  g_assert_cmpuint(again->len, ==, setups->len);
  for (guint i = 0; i < setups->len; i++) {
    g_assert_cmpstr(noslip_setup_system(setups->pdata[i]), ==, noslip_setup_system(again->pdata[i]));
    g_assert_cmpstr(noslip_setup_source(setups->pdata[i]), ==, noslip_setup_source(again->pdata[i]));
  }
  fuzz_count("set-ups read and written");
  return 0;
}
