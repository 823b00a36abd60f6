/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/front-meetings.h"

#include "core/base/linear.h"

#include <math.h>
#include <string.h>

#define SAMPLES 40   /* samples of each extremal */
#define CANDIDATES 5 /* nearest extremals tried for each extremal */
#define NEWTON_MOST 9
#define MEETS 1e-7      /* a distance of 0, relative to the size of the front */
#define APART 1e-3      /* least difference of two extremals: half turns plus fraction of the largest multiplier */
#define EARLIEST 0.02   /* fraction of the time without meetings: all extremals are close together there */
#define TOLERANCE 1e-9  /* tolerance of the extremals, relative and absolute */
#define DIFFERENCE 1e-5 /* difference quotients by the angle and the multiplier */

/* A meeting: its time, and the angle and multiplier of the other extremal. The unknowns of Newton's method. */
typedef struct {
  double t, angle, multiplier;
} Meeting;

typedef struct {
  NoslipFront *front;
  guint n;        /* number of extremals */
  double *places; /* n x SAMPLES x 3; NaN if the extremal has ended */
  double *scale;  /* 3: 1 / the size of the front */
  double *near;   /* n x SAMPLES: distances from one extremal, divided by the time */
  Meeting *found; /* n: the first meeting of each; t is INFINITY if there is none */
  NoslipLu *lu;
  gboolean even; /* L is constant on all extremals: equal times are equal costs */
} Search;

static gboolean
is_cancelled(const Search *search)
{
  return search->front->cancel != NULL && g_atomic_int_get(search->front->cancel);
}

/* b - a; for an angle the shorter way round. */
static double
difference(const Search *search, guint coordinate, double a, double b)
{
  double way = b - a;
  return search->front->system->coordinates[coordinate].angle ? way - 2 * G_PI * round(way / (2 * G_PI)) : way;
}

static void
sample_all(Search *search)
{
  NoslipFront *front = search->front;
  guint per = front->options->n_multipliers;
  double step = front->options->time / SAMPLES, most[3] = {0}, cost = pow(front->options->speed, 2) / 2;
  search->even = TRUE;
  for (guint i = 0; i < search->n && !is_cancelled(search); i++) {
    gboolean good =
        noslip_front_enter(front, noslip_front_angle(front, i / per), noslip_front_multiplier(front, i % per));
    for (guint s = 0; s < SAMPLES; s++) {
      double *place = search->places + ((gsize) i * SAMPLES + s) * 3;
      good = good && noslip_arc_move(front->arc, s * step, (s + 1) * step, front->z, 0, NULL, NULL);
      search->even = search->even && (!good || fabs(front->extremal->lagrangian / cost - 1) < 1e-6);
      for (guint a = 0; a < 3; a++) {
        place[a] = good ? front->z[a] : (double) NAN;
        most[a] = good ? fmax(most[a], fabs(place[a] - front->options->xy[a])) : most[a];
      }
    }
  }
  for (guint a = 0; a < 3; a++)
    search->scale[a] = most[a] > 0 ? 1 / most[a] : 1;
}

/* The position of an extremal at t, its velocity, and slopes (3 x 2, or NULL), the derivatives of the position by the
 * angle and the multiplier. */
static gboolean
move_to(Search *search, double angle, double multiplier, double t, double *place, double *velocity, double *slopes)
{
  NoslipFront *front = search->front;
  guint size = front->extremal->size;
  g_autofree double *variations = g_new0(double, (gsize) size * 2);
  g_autofree double *rates = g_new0(double, size);
  const double steps[2] = {DIFFERENCE, DIFFERENCE * front->most};
  for (guint column = 0; column < 2 && slopes != NULL; column++)
    for (int side = -1; side <= 1; side += 2) {
      double by = side * steps[column];
      if (!noslip_front_enter(front, angle + (column == 0 ? by : 0), multiplier + (column == 1 ? by : 0)))
        return FALSE;
      for (guint i = 0; i < size; i++)
        variations[2 * i + column] += side * front->z[i] / (2 * steps[column]);
    }
  if (!noslip_front_enter(front, angle, multiplier) ||
      !noslip_arc_move(front->arc, 0, t, front->z, slopes != NULL ? 2 : 0, variations, NULL) ||
      !noslip_extremal_rates(front->extremal, t, front->z, rates, FALSE))
    return FALSE;
  memcpy(place, front->z, sizeof(double) * 3);
  memcpy(velocity, rates, sizeof(double) * 3);
  if (slopes != NULL)
    memcpy(slopes, variations, sizeof(double) * 6);
  return TRUE;
}

/* Whether the other extremal has another initial velocity or multiplier. */
static gboolean
is_other(const Search *search, double angle, double multiplier, const Meeting *meeting)
{
  double turn = (meeting->angle - angle) / (2 * G_PI);
  return 2 * fabs(turn - round(turn)) + fabs(meeting->multiplier - multiplier) / search->front->most > APART;
}

/* Whether the velocities at the meeting differ. They agree if both extremals are the same curve (an abnormal one, with
 * any multiplier). */
static gboolean
is_crossing(const Search *search, const double *v, const double *w)
{
  double apart = 0, size = 0;
  for (guint a = 0; a < 3; a++) {
    apart += pow((v[a] - w[a]) * search->scale[a], 2);
    size += pow(v[a] * search->scale[a], 2);
  }
  return apart > APART * APART * size;
}

/* Newton's method for the meeting of the extremal (angle, multiplier) with another one; FALSE if they do not meet. */
static gboolean
meet(Search *search, double angle, double multiplier, Meeting *meeting)
{
  double own[3], other[3], v[3], w[3], slopes[6], gap[3], matrix[9];
  double time = search->front->options->time, most = search->front->most, first = INFINITY;
  for (guint pass = 0; pass < NEWTON_MOST && !is_cancelled(search); pass++) {
    if (!move_to(search, angle, multiplier, meeting->t, own, v, NULL) ||
        !move_to(search, meeting->angle, meeting->multiplier, meeting->t, other, w, slopes))
      return FALSE;
    double largest = 0;
    for (guint a = 0; a < 3; a++) {
      gap[a] = difference(search, a, own[a], other[a]) * search->scale[a];
      largest = fmax(largest, fabs(gap[a]));
      matrix[3 * a] = (v[a] - w[a]) * search->scale[a] * time;
      matrix[3 * a + 1] = -slopes[2 * a] * search->scale[a];
      matrix[3 * a + 2] = -slopes[2 * a + 1] * search->scale[a] * most;
    }
    if (largest < MEETS)
      return is_other(search, angle, multiplier, meeting) && is_crossing(search, v, w) &&
             meeting->t <= time * (1 + 1e-9);
    if (pass == 0)
      first = largest;
    if (largest > 3 * first || !noslip_lu_solve(search->lu, matrix, gap, gap))
      return FALSE;
    double length = fmax(fabs(gap[0]) / 0.1, fmax(fabs(gap[1]) / 0.5, fabs(gap[2]) / 0.25));
    double part = length > 1 ? 1 / length : 1;
    meeting->t += part * gap[0] * time;
    meeting->angle += part * gap[1];
    meeting->multiplier += part * gap[2] * most;
    if (meeting->t < EARLIEST * time || meeting->t > 1.1 * time || fabs(meeting->multiplier) > 3 * most)
      return FALSE;
  }
  return FALSE;
}

static void
try_meeting(Search *search, guint i, Meeting meeting)
{
  guint per = search->front->options->n_multipliers;
  double angle = noslip_front_angle(search->front, i / per),
         multiplier = noslip_front_multiplier(search->front, i % per);
  if (meet(search, angle, multiplier, &meeting) && meeting.t < search->found[i].t)
    search->found[i] = meeting;
}

/* Fills the distances of all extremals from extremal i at all samples, in units of the front's size times the fraction
 * of the time. */
static void
fill_distances(Search *search, guint i)
{
  for (guint j = 0; j < search->n; j++)
    for (guint s = 0; s < SAMPLES; s++) {
      const double *own = search->places + ((gsize) i * SAMPLES + s) * 3;
      const double *other = search->places + ((gsize) j * SAMPLES + s) * 3;
      double sum = 0;
      for (guint a = 0; a < 3; a++) {
        double way = difference(search, a, own[a], other[a]) * search->scale[a];
        sum += way * way;
      }
      double distance = sqrt(sum) * SAMPLES / (s + 1);
      search->near[(gsize) j * SAMPLES + s] = i != j && isfinite(distance) ? distance : (double) INFINITY;
    }
}

/* Whether the distance of extremal j from i is a local minimum over neighbours in the grid and adjacent samples. */
static gboolean
is_nearest(const Search *search, guint i, guint j, guint s)
{
  int per = (int) search->front->options->n_multipliers, directions = (int) search->front->options->n_directions;
  double here = search->near[(gsize) j * SAMPLES + s];
  if ((s > 0 && search->near[(gsize) j * SAMPLES + s - 1] < here) ||
      (s + 1 < SAMPLES && search->near[(gsize) j * SAMPLES + s + 1] < here))
    return FALSE;
  for (int dd = -1; dd <= 1; dd++)
    for (int dm = -1; dm <= 1; dm++) {
      int direction = ((int) j / per + dd + directions) % directions, multiplier = (int) j % per + dm;
      if ((dd == 0 && dm == 0) || multiplier < 0 || multiplier >= per)
        continue;
      guint k = (guint) (direction * per + multiplier);
      if (k == i || search->near[(gsize) k * SAMPLES + s] < here)
        return FALSE;
    }
  return TRUE;
}

/* Tries the extremals that come nearest to extremal i. */
static void
search_from_grid(Search *search, guint i)
{
  NoslipFront *front = search->front;
  guint per = front->options->n_multipliers, n_best = 0;
  double best[CANDIDATES];
  Meeting candidates[CANDIDATES];
  fill_distances(search, i);
  for (guint j = 0; j < search->n; j++)
    for (guint s = 0; s < SAMPLES; s++) {
      double here = search->near[(gsize) j * SAMPLES + s];
      if (!isfinite(here) || (n_best == CANDIDATES && here >= best[CANDIDATES - 1]) || !is_nearest(search, i, j, s))
        continue;
      guint at = n_best < CANDIDATES ? n_best++ : CANDIDATES - 1;
      for (; at > 0 && best[at - 1] > here; at--) {
        best[at] = best[at - 1];
        candidates[at] = candidates[at - 1];
      }
      best[at] = here;
      candidates[at] = (Meeting){front->options->time * (s + 1) / SAMPLES, noslip_front_angle(front, j / per),
                                 noslip_front_multiplier(front, j % per)};
    }
  for (guint c = 0; c < n_best && !is_cancelled(search); c++)
    try_meeting(search, i, candidates[c]);
}

/* Neighbours in the grid meet others at about the same time: extremals without a meeting, or with a later one than a
 * neighbour, start Newton's method from the neighbour's meeting. */
static void
search_from_neighbours(Search *search)
{
  NoslipFront *front = search->front;
  guint per = front->options->n_multipliers, directions = front->options->n_directions;
  for (guint pass = 0; pass < 2; pass++)
    for (guint count = 0; count < search->n && !is_cancelled(search); count++) {
      guint i = pass % 2 == 0 ? count : search->n - 1 - count, direction = i / per, multiplier = i % per;
      const guint beside[4] = {(direction + 1) % directions * per + multiplier,
                               (direction + directions - 1) % directions * per + multiplier,
                               multiplier + 1 < per ? i + 1 : i, multiplier > 0 ? i - 1 : i};
      for (guint b = 0; b < 4; b++)
        if (search->found[beside[b]].t < search->found[i].t - 0.02 * front->options->time)
          try_meeting(search, i, search->found[beside[b]]);
    }
}

/* Whether the coordinates are three independent ones and the front has two dimensions. */
static gboolean
meets_in_general(const NoslipFront *front)
{
  const NoslipSystem *system = front->system;
  return system->m == 3 && system->n == 3 && system->k == 1 && system->n_rotations == 0;
}

gboolean
noslip_front_meetings(NoslipFront *front, double *times)
{
  guint n = front->options->n_directions * front->options->n_multipliers;
  for (guint i = 0; i < n; i++)
    times[i] = NAN;
  if (!meets_in_general(front))
    return TRUE;
  g_autofree double *places = g_new0(double, (gsize) n *SAMPLES * 3);
  g_autofree double *near = g_new0(double, (gsize) n *SAMPLES);
  g_autofree Meeting *found = g_new0(Meeting, n);
  g_autoptr(NoslipLu) lu = noslip_lu_new(3);
  double scale[3];
  Search search = {front, n, places, scale, near, found, lu};
  g_autofree double *sizes = g_new0(double, front->extremal->size);
  for (guint i = 0; i < front->extremal->size; i++)
    sizes[i] = 1;
  noslip_arc_set_tolerance(front->arc, TOLERANCE, sizes);
  sample_all(&search);
  if (!search.even)
    return !is_cancelled(&search);
  for (guint i = 0; i < n; i++)
    found[i].t = INFINITY;
  for (guint i = 0; i < n && !is_cancelled(&search); i++)
    search_from_grid(&search, i);
  search_from_neighbours(&search);
  for (guint i = 0; i < n; i++)
    times[i] = found[i].t;
  return !is_cancelled(&search);
}
