/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time from the start of a program to its first visible frame: start PROGRAM [ARGUMENT...]; or from the appearance
 * of its window until its middle moves: start --moving PROGRAM [ARGUMENT...]. Prints milliseconds. It watches the
 * screen from outside, so that any program can be measured in the same way; the screen must be otherwise empty. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRID 32
#define LONGEST 60.0 /* seconds */
#define PICTURES 6   /* different pictures: empty, without a system, without OpenGL, with it, and two of the motion */

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

/* The program's window, once it is on the screen; or None. */
static Window
viewable(Display *display, int *width, int *height)
{
  Window root = DefaultRootWindow(display), parent, *children = NULL, found = None;
  unsigned n = 0;
  if (!XQueryTree(display, root, &root, &parent, &children, &n))
    return None;
  for (unsigned i = 0; i < n && found == None; i++) {
    XWindowAttributes attributes;
    if (XGetWindowAttributes(display, children[i], &attributes) && attributes.map_state == IsViewable &&
        attributes.width > 300 && attributes.height > 200) {
      found = children[i];
      *width = attributes.width;
      *height = attributes.height;
    }
  }
  if (children)
    XFree(children);
  return found;
}

/* A checksum of all pixels in the middle of the window. */
static unsigned long
fingerprint(Display *display, Window window, int width, int height)
{
  unsigned long sum = 14695981039346656037ul; /* FNV-1a */
  int w = width / 4, h = height / 2;
  XImage *image = XGetImage(display, window, width * 3 / 8, height / 4, (unsigned) w, (unsigned) h, AllPlanes, ZPixmap);
  if (!image)
    return 0;
  for (int i = 0; i < image->bytes_per_line * h; i++)
    sum = (sum ^ (unsigned char) image->data[i]) * 1099511628211ul;
  XDestroyImage(image);
  return sum;
}

/* The event that is waited for, and the start time. */
typedef struct {
  int moving, pictures;
  unsigned long last;
  double begun;
} Watch;

static int
seen(Watch *watch, Display *display)
{
  int width = 0, height = 0;
  Window window = viewable(display, &width, &height);
  if (window == None)
    return 0;
  if (!watch->moving)
    return is_drawn(display, window, width, height);
  unsigned long now_shown = fingerprint(display, window, width, height);
  if (!watch->pictures)
    watch->begun = now();
  if (!watch->pictures || now_shown != watch->last)
    watch->pictures++;
  watch->last = now_shown;
  return watch->pictures >= PICTURES;
}

/* A window may be destroyed between two requests about it. */
static int
ignore(Display *display, XErrorEvent *event)
{
  return 0;
}

int
main(int argc, char **argv)
{
  Display *display = NULL;
  Watch watch = {argc > 1 && strcmp(argv[1], "--moving") == 0, 0, 0, 0};
  char **program = argv + 1 + watch.moving;
  /* a display server resets when its last client disconnects, and accepts no clients meanwhile */
  for (int i = 0; program[0] && !display && i < 50; i++) {
    display = XOpenDisplay(NULL);
    if (!display)
      usleep(100000);
  }
  if (!display)
    return 2;
  XSetErrorHandler(ignore);
  double started = watch.begun = now();
  pid_t child = fork();
  if (child == 0) {
    execvp(program[0], program);
    _exit(127);
  }
  int status = 0, drawn = 0;
  while (!drawn && now() - started < LONGEST && waitpid(child, &status, WNOHANG) == 0) {
    drawn = seen(&watch, display);
    if (!drawn)
      usleep(watch.moving ? 8000 : 2000); /* polling takes time from the program */
  }
  double took = now() - watch.begun;
  kill(child, SIGTERM);
  waitpid(child, &status, 0);
  XCloseDisplay(display);
  if (!drawn)
    return 1;
  printf("%.0f\n", took * 1e3);
  return 0;
}
