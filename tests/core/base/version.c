/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/version.h"

#include <glib.h>

static void
test_version(void)
{
  g_assert_cmpint(g_ascii_strtoll(noslip_version(), NULL, 10), >=, 0);
  g_assert_nonnull(strchr(noslip_version(), '.'));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/version", test_version);
  return g_test_run();
}
