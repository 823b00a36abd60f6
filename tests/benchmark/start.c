/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a program takes from its start to the first frame that a person sees: start PROGRAM [ARGUMENT...].
 * Prints milliseconds. It watches the screen from outside, so that any program can be measured in the same way; the
 * screen must be otherwise empty. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRID 32
#define LONGEST 60.0 /* seconds */

static double
now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/* A window that was mapped and not drawn yet has one colour. */
static int
is_drawn(Display *display, Window window, int width, int height)
{
  XImage *image = XGetImage(display, window, 0, 0, (unsigned) width, (unsigned) height, AllPlanes, ZPixmap);
  unsigned long seen[4];
  int n = 0;
  if (!image)
    return 0;
  for (int i = 0; i < GRID * GRID && n < 4; i++) {
    unsigned long pixel =
        XGetPixel(image, (2 * (i % GRID) + 1) * width / (2 * GRID), (2 * (i / GRID) + 1) * height / (2 * GRID));
    int known = 0;
    for (int j = 0; j < n; j++)
      known = known || seen[j] == pixel;
    if (!known)
      seen[n++] = pixel;
  }
  XDestroyImage(image);
  return n >= 3;
}

static int
shown(Display *display)
{
  Window root = DefaultRootWindow(display), parent, *children = NULL;
  unsigned n = 0;
  int found = 0;
  if (!XQueryTree(display, root, &root, &parent, &children, &n))
    return 0;
  for (unsigned i = 0; i < n && !found; i++) {
    XWindowAttributes attributes;
    found = XGetWindowAttributes(display, children[i], &attributes) && attributes.map_state == IsViewable &&
            attributes.width > 300 && attributes.height > 200 &&
            is_drawn(display, children[i], attributes.width, attributes.height);
  }
  if (children)
    XFree(children);
  return found;
}

/* A window may be gone between two questions about it. */
static int
ignore(Display *display, XErrorEvent *event)
{
  return 0;
}

int
main(int argc, char **argv)
{
  Display *display = NULL;
  /* a display server begins anew when its last client leaves, and listens to nobody meanwhile */
  for (int i = 0; argc > 1 && !display && i < 50; i++) {
    display = XOpenDisplay(NULL);
    if (!display)
      usleep(100000);
  }
  if (!display)
    return 2;
  XSetErrorHandler(ignore);
  double begun = now();
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0, drawn = 0;
  while (!drawn && now() - begun < LONGEST && waitpid(child, &status, WNOHANG) == 0) {
    drawn = shown(display);
    if (!drawn)
      usleep(2000);
  }
  double took = now() - begun;
  kill(child, SIGTERM);
  waitpid(child, &status, 0);
  XCloseDisplay(display);
  if (!drawn)
    return 1;
  printf("%.0f\n", took * 1e3);
  return 0;
}
