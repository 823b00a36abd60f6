/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/benchmark/by-hand.h"

#include <math.h>
#include <string.h>

#define MOST 8

/* a x = b with partial pivoting, n <= MOST; x replaces b. */
static void
solve(unsigned n, double a[MOST][MOST], double *b)
{
  for (unsigned k = 0; k < n; k++) {
    unsigned pivot = k;
    for (unsigned i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k]))
        pivot = i;
    if (pivot != k) {
      for (unsigned j = k; j < n; j++) {
        double keep = a[k][j];
        a[k][j] = a[pivot][j];
        a[pivot][j] = keep;
      }
      double keep = b[k];
      b[k] = b[pivot];
      b[pivot] = keep;
    }
    for (unsigned i = k + 1; i < n; i++) {
      double factor = a[i][k] / a[k][k];
      for (unsigned j = k + 1; j < n; j++)
        a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (unsigned i = n; i-- > 0;) {
    for (unsigned j = i + 1; j < n; j++)
      b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
}

/* Chaplygin sleigh (G 6.1). Parameters m J a b; x, y, theta; v1, v2, omega; p = dL/dv obeys
 * dp1/dt = omega p2, dp2/dt = -omega p1 + lambda, dp3/dt = v2 p1 - v1 p2. */
static void
sleigh_unreduced(const double *p, const double *s, double *r)
{
  double m = p[0], J = p[1], a = p[2], b = p[3];
  double v1 = s[3], v2 = s[4], w = s[5];
  double p1 = m * (v1 - b * w), p2 = m * (v2 + a * w);
  double matrix[MOST][MOST] = {
      {m, 0, -m * b, 0}, {0, m, m * a, -1}, {-m * b, m * a, J + m * (a * a + b * b), 0}, {0, 1, 0, 0}};
  double right[MOST] = {w * p2, -w * p1, v2 * p1 - v1 * p2, 0};
  solve(4, matrix, right);
  r[0] = cos(s[2]) * v1 - sin(s[2]) * v2;
  r[1] = sin(s[2]) * v1 + cos(s[2]) * v2;
  r[2] = w;
  memcpy(r + 3, right, 3 * sizeof *r);
}

static void
sleigh_reduced(const double *p, const double *z, double *r)
{
  double m = p[0], J = p[1], a = p[2], b = p[3], v = z[3], w = z[4];
  double factor = a * w / (J + m * a * a);
  r[0] = cos(z[2]) * v;
  r[1] = sin(z[2]) * v;
  r[2] = w;
  r[3] = factor * ((J + m * (a * a + b * b)) * w - m * b * v);
  r[4] = m * factor * (b * w - v);
}

static void
sleigh_enter(const double *p, const double *s, double *z)
{
  (void) p;
  memcpy(z, s, 4 * sizeof *z);
  z[4] = s[5];
}

static void
sleigh_leave(const double *p, const double *z, double *s)
{
  (void) p;
  memcpy(s, z, 4 * sizeof *s);
  s[4] = 0;
  s[5] = z[4];
}

/* q' = (0, w) q / 2, w along axes fixed in space. */
static void
turn(const double *q, const double *w, double *r)
{
  r[0] = (-w[0] * q[1] - w[1] * q[2] - w[2] * q[3]) / 2;
  r[1] = (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]) / 2;
  r[2] = (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]) / 2;
  r[3] = (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]) / 2;
}

/* Ball on a rotating table (M). Parameters r k Omega; x, y, q0..q3; x', y', w1, w2, w3. */
static void
ball_unreduced(const double *p, const double *s, double *r)
{
  double radius = p[0], k2 = p[1] * p[1], Omega = p[2];
  double matrix[MOST][MOST] = {
      {1, 0, 0, 0, 0, -1, 0}, {0, 1, 0, 0, 0, 0, -1},      {0, 0, k2, 0, 0, 0, -radius}, {0, 0, 0, k2, 0, radius, 0},
      {0, 0, 0, 0, k2, 0, 0}, {1, 0, 0, -radius, 0, 0, 0}, {0, 1, radius, 0, 0, 0, 0},
  };
  double right[MOST] = {0, 0, 0, 0, 0, -Omega * s[7], Omega * s[6]};
  solve(7, matrix, right);
  r[0] = s[6];
  r[1] = s[7];
  turn(s + 2, s + 8, r + 2);
  memcpy(r + 6, right, 5 * sizeof *r);
}

static void
ball_reduced(const double *p, const double *z, double *r)
{
  double radius = p[0], k2 = p[1] * p[1], Omega = p[2], mu = k2 * Omega / (k2 + radius * radius);
  double w[3] = {(Omega * z[0] - z[7]) / radius, (z[6] + Omega * z[1]) / radius, z[8]};
  r[0] = z[6];
  r[1] = z[7];
  turn(z + 2, w, r + 2);
  r[6] = -mu * z[7];
  r[7] = mu * z[6];
  r[8] = 0;
}

static void
ball_enter(const double *p, const double *s, double *z)
{
  (void) p;
  memcpy(z, s, 8 * sizeof *z);
  z[8] = s[10];
}

static void
ball_leave(const double *p, const double *z, double *s)
{
  memcpy(s, z, 8 * sizeof *s);
  s[8] = (p[2] * z[0] - z[7]) / p[0];
  s[9] = (z[6] + p[2] * z[1]) / p[0];
  s[10] = z[8];
}

/* Snakeboard (G 6.2). Parameters m r J J0 J1 k_phi k_psi; x, y, theta, psi, phi and their rates. */
static void
snakeboard_unreduced(const double *p, const double *s, double *r)
{
  double m = p[0], d = p[1], J0 = p[3], J1 = p[4], It = p[2] + J0 + 2 * J1;
  double sb = sin(s[2] + s[4]), cb = cos(s[2] + s[4]), sf = sin(s[2] - s[4]), cf = cos(s[2] - s[4]);
  double c = cos(s[4]), sn = sin(s[4]);
  double vx = s[5], vy = s[6], vt = s[7], vp = s[9];
  double matrix[MOST][MOST] = {
      {m, 0, 0, 0, 0, sb, sf},      {0, m, 0, 0, 0, -cb, -cf},  {0, 0, It, J0, 0, d * c, -d * c},
      {0, 0, J0, J0, 0, 0, 0},      {0, 0, 0, 0, 2 * J1, 0, 0}, {-sb, cb, -d * c, 0, 0, 0, 0},
      {-sf, cf, d * c, 0, 0, 0, 0},
  };
  double right[MOST] = {0,
                        0,
                        0,
                        -p[6] * s[3],
                        -p[5] * s[4],
                        (vt + vp) * (vx * cb + vy * sb) - d * vt * vp * sn,
                        (vt - vp) * (vx * cf + vy * sf) + d * vt * vp * sn};
  solve(7, matrix, right);
  memcpy(r, s + 5, 5 * sizeof *r);
  memcpy(r + 5, right, 5 * sizeof *r);
}

/* z: x, y, theta, psi, phi, then the rates of psi and phi and the component along e3. */
static void
snakeboard_reduced(const double *p, const double *z, double *r)
{
  double m = p[0], d = p[1], J0 = p[3], J1 = p[4], It = p[2] + J0 + 2 * J1;
  double cos_phi = cos(z[4]), c2 = cos_phi * cos_phi, s2 = sin(2 * z[4]), cos2 = 2 * c2 - 1;
  double y1 = z[5], y2 = z[6], y3 = z[7], length = -2 * d * c2;
  double G = 4 * m * d * d * c2 * c2 + It * s2 * s2;
  double Gdot = (-8 * m * d * d * c2 * s2 + 4 * It * s2 * cos2) * y2;
  /* d(G y3 + J0 s2 y1) = 2 J0 cos2 y1 y2 + Gdot y3 / 2 and d(y1 + s2 y3) = -k_psi psi / J0 */
  double spring = -p[6] * z[3];
  double right = 2 * J0 * cos2 * y1 * y2 + Gdot * y3 / 2 - Gdot * y3 - 2 * J0 * cos2 * y1 * y2;
  double rotor = spring / J0 - 2 * cos2 * y2 * y3;
  r[0] = length * cos(z[2]) * y3;
  r[1] = length * sin(z[2]) * y3;
  r[2] = s2 * y3;
  r[3] = y1;
  r[4] = y2;
  r[6] = -p[5] * z[4] / (2 * J1);
  r[7] = (right - J0 * s2 * rotor) / (G - J0 * s2 * s2);
  r[5] = rotor - s2 * r[7];
}

static void
snakeboard_enter(const double *p, const double *s, double *z)
{
  double c = cos(s[4]);
  memcpy(z, s, 5 * sizeof *z);
  z[5] = s[8];
  z[6] = s[9];
  z[7] = -(s[5] * cos(s[2]) + s[6] * sin(s[2])) / (2 * p[1] * c * c);
}

static void
snakeboard_leave(const double *p, const double *z, double *s)
{
  double c = cos(z[4]), length = -2 * p[1] * c * c;
  memcpy(s, z, 5 * sizeof *s);
  s[5] = length * cos(z[2]) * z[7];
  s[6] = length * sin(z[2]) * z[7];
  s[7] = sin(2 * z[4]) * z[7];
  s[8] = z[5];
  s[9] = z[6];
}

const NoslipByHand noslip_by_hand[] = {
    {"chaplygin-sleigh", 6, 5, sleigh_unreduced, sleigh_reduced, sleigh_enter, sleigh_leave},
    {"ball-on-rotating-table", 11, 9, ball_unreduced, ball_reduced, ball_enter, ball_leave},
    {"snakeboard", 10, 8, snakeboard_unreduced, snakeboard_reduced, snakeboard_enter, snakeboard_leave},
    {0},
};
