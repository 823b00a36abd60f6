/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded into a program, this library lets one call of the system fail:
 *
 *     NOSLIP_FAULT=CALL:N[:on]   the N-th call of CALL (from 1) fails; with "on" all later ones do too
 *     NOSLIP_FAULT=CALL:0        none fails
 *     NOSLIP_FAULT_REPORT=FILE   gets one byte when a call was made to fail
 *     NOSLIP_FAULT_COUNT=FILE    gets the number of such calls when the program ends
 *
 * CALL is open, write, pwrite, fsync, rename, link, close or malloc. Only writes to regular files fail; a failing write
 * has written half of its bytes, as on a full disk. The errors are ENOSPC, for close EIO, and for malloc ENOMEM. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#undef _FILE_OFFSET_BITS /* else open() below would be called open64() */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, WRITE, PWRITE, FSYNC, RENAME, LINK, CLOSE, MALLOC, N_CALLS, NONE = N_CALLS };
static const char *const names[N_CALLS] = {"open", "write", "pwrite", "fsync", "rename", "link", "close", "malloc"};

static int chosen = NONE;
static long number;
static int from_then_on;
static atomic_long count;

/* Before main; nothing fails before it. */
__attribute__((constructor)) static void
read_environment(void)
{
  const char *text = getenv("NOSLIP_FAULT");
  const char *colon = text != NULL ? strchr(text, ':') : NULL;
  if (colon == NULL)
    return;
  number = strtol(colon + 1, NULL, 10);
  from_then_on = strstr(colon + 1, ":on") != NULL;
  for (int i = 0; i < N_CALLS; i++)
    if (strlen(names[i]) == (size_t) (colon - text) && strncmp(names[i], text, (size_t) (colon - text)) == 0)
      chosen = i;
}

/* Past the functions of this library, which would count. */
static void
report(void)
{
  const char *file = getenv("NOSLIP_FAULT_REPORT");
  int fd = file != NULL ? (int) syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT, 0600) : -1;
  if (fd < 0)
    return;
  if (syscall(SYS_write, fd, "x", (size_t) 1) == 1)
    syscall(SYS_close, fd);
}

__attribute__((destructor)) static void
write_count(void)
{
  const char *file = getenv("NOSLIP_FAULT_COUNT");
  char text[24];
  int length = snprintf(text, sizeof text, "%ld", atomic_load(&count));
  int fd = file != NULL ? (int) syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (fd >= 0 && syscall(SYS_write, fd, text, (size_t) length) == length)
    syscall(SYS_close, fd);
}

static int
fails(int call, int error)
{
  if (call != chosen)
    return 0;
  long n = atomic_fetch_add(&count, 1) + 1;
  if (number == 0 || n < number || (n > number && !from_then_on))
    return 0;
  if (n == number)
    report();
  errno = error;
  return 1;
}

#define REAL(type, name, ...)                                                                                          \
  static type (*real)(__VA_ARGS__);                                                                                    \
  if (real == NULL)                                                                                                    \
  *(void **) &real = dlsym(RTLD_NEXT, name)

/* The mode is there only with O_CREAT or O_TMPFILE. */
#define OPEN_LIKE(name)                                                                                                \
  int name(const char *path, int flags, ...);                                                                          \
  int name(const char *path, int flags, ...)                                                                           \
  {                                                                                                                    \
    REAL(int, #name, const char *, int, ...);                                                                          \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) ? va_arg(rest, mode_t) : 0;                                        \
    va_end(rest);                                                                                                      \
    return fails(OPEN, ENOSPC) ? -1 : real(path, flags, mode);                                                         \
  }
#undef open
#undef open64
OPEN_LIKE(open)
OPEN_LIKE(open64)

/* Pipes and event counters between threads have no disk that could be full. */
static int
is_file(int fd)
{
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/* A failing write has written one half. */
static ssize_t
half(int fd, const void *data, size_t length)
{
  if (length > 1)
    (void) !syscall(SYS_write, fd, data, length / 2);
  errno = ENOSPC;
  return -1;
}

ssize_t
write(int fd, const void *data, size_t length)
{
  REAL(ssize_t, "write", int, const void *, size_t);
  return is_file(fd) && fails(WRITE, ENOSPC) ? half(fd, data, length) : real(fd, data, length);
}

ssize_t
writev(int fd, const struct iovec *pieces, int n)
{
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  return is_file(fd) && fails(WRITE, ENOSPC) ? half(fd, pieces[0].iov_base, pieces[0].iov_len) : real(fd, pieces, n);
}

#undef pwrite
#undef pwrite64
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset);
ssize_t
pwrite(int fd, const void *data, size_t length, off_t offset)
{
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  return fails(PWRITE, ENOSPC) ? -1 : real(fd, data, length, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset);
ssize_t
pwrite64(int fd, const void *data, size_t length, off64_t offset)
{
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  return fails(PWRITE, ENOSPC) ? -1 : real(fd, data, length, offset);
}

int
fsync(int fd)
{
  REAL(int, "fsync", int);
  return fails(FSYNC, ENOSPC) ? -1 : real(fd);
}

int
rename(const char *from, const char *to)
{
  REAL(int, "rename", const char *, const char *);
  return fails(RENAME, ENOSPC) ? -1 : real(from, to);
}

int
link(const char *from, const char *to)
{
  REAL(int, "link", const char *, const char *);
  return fails(LINK, ENOSPC) ? -1 : real(from, to);
}

/* As the system does: the descriptor is closed nevertheless. */
int
close(int fd)
{
  REAL(int, "close", int);
  int result = real(fd);
  return fails(CLOSE, EIO) ? -1 : result;
}

/* glibc's own, so that looking the others up may allocate. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

void *
malloc(size_t size)
{
  return fails(MALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
  return fails(MALLOC, ENOMEM) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *old, size_t size)
{
  return fails(MALLOC, ENOMEM) ? NULL : __libc_realloc(old, size);
}
