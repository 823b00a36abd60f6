/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/version.h"

const char *
noslip_version(void)
{
  return NOSLIP_VERSION;
}
