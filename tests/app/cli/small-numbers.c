/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded into a program: the first of GLib's random numbers begin with zeros. */
#include <glib.h>
#include <stdatomic.h>

#define SMALL 2

guint32
g_random_int(void)
{
  static atomic_uint drawn;
  guint n = atomic_fetch_add(&drawn, 1);
  return n < SMALL ? 7 : 0xfffffff0u - n;
}
