/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that fontconfig and Mesa keep until the process ends is not reported as a leak; anything else still fails the
 * sanitized tests. */
#include <glib.h>

const char *__lsan_default_suppressions(void);

const char *
__lsan_default_suppressions(void)
{
  return "leak:libfontconfig.so\n"
         "leak:libgallium\n";
}
