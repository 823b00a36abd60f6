/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory use of the program. */
#pragma once

#include <glib.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

/* One arena, so that all allocations are counted; call it before any thread is created. */
static inline void
memory_begin(void)
{
  mallopt(M_ARENA_MAX, 1);
}

/* Bytes that are allocated and not freed. */
static inline double
memory_allocated(void)
{
  struct mallinfo2 info = mallinfo2();
  return (double) info.uordblks + (double) info.hblkhd;
}

/* Resident bytes of the process. */
static inline double
memory_resident(void)
{
  long all = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%ld %ld", &all, &resident) != 2)
    resident = 0;
  if (file)
    fclose(file);
  return (double) resident * (double) sysconf(_SC_PAGESIZE);
}
