/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions from the papers, computed a second time from closed forms, or from equations that are derived here and
 * integrated by the test's own Runge-Kutta method. */
#include "tests/catalogue/motion.h"

#include "core/system/degenerate.h"
#include "core/system/state.h"

#include <math.h>

#define MOST 8       /* quantities that are compared */
#define SUBSTEPS 20  /* of the test's own method, a row */
#define ALLOWED 1e-9 /* relative to the largest of a quantity */

typedef void (*Rates)(const double *z, double *zdot);
typedef void (*Values)(double t, const double *z, double *values);

typedef struct {
  const char *id;
  const char *texts[MOST + 1]; /* the compared quantities, in the system language */
  Values values;               /* the same, from t or from z */
  Rates rates;                 /* of z; NULL if the values are closed forms */
  guint n;                     /* of z */
  double start[MOST];
  double allowed; /* 0: ALLOWED */
} Recomputed;

static void
step(Rates rates, guint n, double h, double *z)
{
  double k[4][MOST], at[MOST];
  rates(z, k[0]);
  for (guint s = 1; s < 4; s++) {
    for (guint i = 0; i < n; i++)
      at[i] = z[i] + (s < 3 ? h / 2 : h) * k[s - 1][i];
    rates(at, k[s]);
  }
  for (guint i = 0; i < n; i++)
    z[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static void
compare(const Recomputed *recomputed, const Motion *motion, const double *observed, guint n)
{
  double z[MOST], values[MOST] = {0}, worst[MOST] = {0}, size[MOST] = {0};
  for (guint i = 0; i < MOST; i++)
    z[i] = recomputed->start[i];
  for (guint row = 0; row < motion->n_rows; row++) {
    double t = motion->rows[(gsize) row * motion->row_size];
    recomputed->values(t, z, values);
    for (guint i = 0; i < n; i++) {
      worst[i] = fmax(worst[i], fabs(values[i] - observed[row * n + i]));
      size[i] = fmax(size[i], fabs(values[i]));
      g_assert_false(isnan(values[i]) || isnan(observed[row * n + i]));
    }
    double next = row + 1 < motion->n_rows ? motion->rows[(gsize) (row + 1) * motion->row_size] : t;
    for (guint s = 0; s < SUBSTEPS && recomputed->rates != NULL; s++)
      step(recomputed->rates, recomputed->n, (next - t) / SUBSTEPS, z);
  }
  double allowed = recomputed->allowed > 0 ? recomputed->allowed : ALLOWED;
  for (guint i = 0; i < n; i++) {
    motion_note(recomputed->texts[i], worst[i] / size[i], allowed);
    if (!(worst[i] <= allowed * size[i]))
      g_error("%s: %s is off by %g of %g", recomputed->id, recomputed->texts[i], worst[i], size[i]);
  }
}

static void
recompute(const Recomputed *recomputed)
{
  g_autoptr(NoslipSystem) system = motion_load(recomputed->id);
  g_autofree double *parameters = noslip_system_default_parameters(system), *mu = NULL;
  g_autofree double *xy = motion_start(system, parameters, &mu);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, system->dynamics);
  gboolean vakonomic = system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC;
  const char *formulation = vakonomic ? "vakonomic" : noslip_system_is_degenerate(system) ? "singular" : "multipliers";
  guint n = 0;
  for (; recomputed->texts[n] != NULL; n++)
    motion_add_text(observer, recomputed->texts[n]);
  noslip_observer_seal(observer);
  Motion motion;
  motion_compute(&motion, noslip_formulation_find(formulation), system, parameters, xy, vakonomic ? mu : NULL,
                 fmin(system->run_to, 10), 0.01, 1e-12);
  g_autofree double *observed = motion_observe(&motion, observer, parameters);
  compare(recomputed, &motion, observed, n);
  motion_clear(&motion);
}

/* x'' = -x dL/dx by the right anchor, 4 times x, and v' = -b v^2. */
static void
general_values(double t, const double *z, double *values)
{
  (void) z;
  values[0] = cos(2 * t);
  values[1] = -2 * sin(2 * t);
  values[2] = 1 / (1 + 0.5 * t);
}

static void
test_general_algebroid(void)
{
  recompute(&(Recomputed){"general-algebroid", {"x", "u", "v"}, .values = general_values});
}

/* x'^2 + y'^2 = 1 and the angle of the velocity turns at x': x' = 1/cosh t, y' = tanh t. */
static void
reaper_values(double t, const double *z, double *values)
{
  (void) z;
  values[0] = 2 * atan(tanh(t / 2));
  values[1] = log(cosh(t));
  values[2] = 1 / cosh(t);
}

static void
test_quasi_lie_algebroid(void)
{
  recompute(&(Recomputed){"quasi-lie-algebroid", {"x", "y", "x'"}, .values = reaper_values});
}

/* e B x' = -b y, e B y' = a x: an ellipse. */
static void
drift_values(double t, const double *z, double *values)
{
  const double eb = 1.4 * 2, a = 0.9, b = 1.6, w = sqrt(a * b) / eb;
  (void) z;
  values[0] = 0.8 * cos(w * t) - b / (eb * w) * 0.3 * sin(w * t);
  values[1] = 0.3 * cos(w * t) + a / (eb * w) * 0.8 * sin(w * t);
}

static void
test_limit_of_no_mass(void)
{
  recompute(&(Recomputed){"magnetic-limit", {"x", "y"}, .values = drift_values});
}

/* L depends only on the distance, whose frequency is sqrt(k/m). */
static void
distance_values(double t, const double *z, double *values)
{
  (void) z;
  values[0] = cos(2 * t) + 0.4 / 2 * sin(2 * t);
}

static void
test_gauge(void)
{
  recompute(&(Recomputed){"relational-oscillator", {"x1 - x2"}, .values = distance_values});
}

/* The velocity turns at mu; the swept area is that of r0 with the chord, and of the circle's segment. */
static void
circle_values(double t, const double *z, double *values)
{
  const double mu = 1.1, x0 = 0.2, y0 = -0.1, vx = 0.7, vy = 0.4, s = sin(mu * t), c = 1 - cos(mu * t);
  double x = (vx * s - vy * c) / mu, y = (vy * s + vx * c) / mu;
  (void) z;
  values[0] = x0 + x;
  values[1] = y0 + y;
  values[2] = 0.3 + (x0 * y - y0 * x) / 2 + (vx * vx + vy * vy) / (2 * mu) * (t - s / mu);
}

static void
test_normal_extremals(void)
{
  recompute(&(Recomputed){"heisenberg", {"x", "y", "z"}, .values = circle_values});
}

/* Riccati's equation of z^2 + u^2 gives z'' = -z - sqrt(2) z'. The adjoint equations grow as fast as z falls. */
static void
regulator_values(double t, const double *z, double *values)
{
  double w = G_SQRT2 / 2, decay = exp(-w * t), b = 0.3 / w + 1, c = cos(w * t), s = sin(w * t);
  (void) z;
  values[0] = decay * (c + b * s);
  values[1] = decay * w * ((b - 1) * c - (1 + b) * s);
}

static void
test_optimal_control(void)
{
  recompute(&(Recomputed){"regulator", {"z", "v"}, .values = regulator_values, .allowed = 1e-5});
}

/* The angle of (y1, x') swings like a pendulum with k r = mu times the speed, and x = -angle'/mu. */
static void
martinet_rates(const double *z, double *zdot)
{
  zdot[0] = z[1];
  zdot[1] = -1.3 * hypot(0.6, 0.9) * sin(z[0]);
}

static void
martinet_values(double t, const double *z, double *values)
{
  (void) t;
  values[0] = -z[1] / 1.3;
  values[1] = hypot(0.6, 0.9) * sin(z[0]);
  values[2] = hypot(0.6, 0.9) * cos(z[0]);
}

static void
test_pendulum(void)
{
  recompute(&(Recomputed){"martinet",
                          {"x", "x'", "y1"},
                          .values = martinet_values,
                          .rates = martinet_rates,
                          .n = 2,
                          .start = {atan2(0.6, 0.9), -1.3 * 0.4}});
}

/* An elastic rod: the force (1.2, 0.9) is constant, and the moment, which is the rate of the angle, changes by
 * its arm. */
static void
elastica_rates(const double *z, double *zdot)
{
  zdot[0] = z[1];
  zdot[1] = -1.2 * sin(z[0]) + 0.9 * cos(z[0]);
  zdot[2] = cos(z[0]);
  zdot[3] = sin(z[0]);
}

static void
elastica_values(double t, const double *z, double *values)
{
  (void) t;
  values[0] = z[2];
  values[1] = z[3];
  values[2] = -z[1];
}

static void
test_elastica(void)
{
  recompute(&(Recomputed){"elastica",
                          {"x1", "x2", "mu(p5)"},
                          .values = elastica_values,
                          .rates = elastica_rates,
                          .n = 4,
                          .start = {atan2(0.6, 0.8), -0.5, 0.1, -0.2}});
}

/* The covector in space is constant: in the body g' = g x (g1/I1, g2/I2, n). */
static void
attitude_rates(const double *z, double *zdot)
{
  double y1 = z[0] / 1, y2 = z[1] / 1.8, n = 0.7;
  zdot[0] = z[1] * n - z[2] * y2;
  zdot[1] = z[2] * y1 - z[0] * n;
  zdot[2] = z[0] * y2 - z[1] * y1;
}

static void
attitude_values(double t, const double *z, double *values)
{
  (void) t;
  values[0] = z[0];
  values[1] = z[1] / 1.8;
  values[2] = z[2];
}

static void
test_optimization_on_so3(void)
{
  recompute(&(Recomputed){"attitude-control",
                          {"y1", "y2", "mu(drift)"},
                          .values = attitude_values,
                          .rates = attitude_rates,
                          .n = 3,
                          .start = {0.6, 1.8 * 0.4, 0.9}});
}

/* In canonical momenta, so that no curvature occurs: p = x' + A.Q, p' = Q dA/dx x', and the charge turns with A x'. */
static void
wong_rates(const double *z, double *zdot)
{
  const double a = 0.8, b = 0.6;
  double x1 = z[2] - a * z[1] * z[4], y1 = z[3] - b * z[0] * z[5], turn[] = {a * z[1] * x1, b * z[0] * y1};
  zdot[0] = x1;
  zdot[1] = y1;
  zdot[2] = b * z[5] * y1;
  zdot[3] = a * z[4] * x1;
  zdot[4] = z[6] * turn[1];
  zdot[5] = -z[6] * turn[0];
  zdot[6] = z[5] * turn[0] - z[4] * turn[1];
}

static void
wong_values(double t, const double *z, double *values)
{
  (void) t;
  values[0] = z[0];
  values[1] = z[1];
  values[2] = z[4];
  values[3] = z[5];
  values[4] = z[6];
}

static void
test_wong(void)
{
  recompute(&(Recomputed){"wong-particle",
                          {"x", "y", "Q1", "Q2", "Q3"},
                          .values = wong_values,
                          .rates = wong_rates,
                          .n = 7,
                          .start = {0.5, -0.3, 1 + 0.8 * -0.3 * 0.7, 0.4 + 0.6 * 0.5 * -0.4, 0.7, -0.4, 0.9}});
}

/* On the bowl the blade has one velocity v; with s = x cos + y sin the energy is m/2 (1 + b^2 s^2) v^2 + m g b (x^2 +
 * y^2)/2 and is constant. */
static void
bowl_rates(const double *z, double *zdot)
{
  const double b = 0.8, g = 9.81, turn = 1.5;
  double c = cos(z[2]), sine = sin(z[2]), s = c * z[0] + sine * z[1], v = z[3];
  zdot[0] = v * c;
  zdot[1] = v * sine;
  zdot[2] = turn;
  zdot[3] = -b * s * (b * v * (v + turn * (c * z[1] - sine * z[0])) + g) / (1 + b * b * s * s);
}

static void
bowl_values(double t, const double *z, double *values)
{
  (void) t;
  values[0] = z[0];
  values[1] = z[1];
  values[2] = 0.8 * (z[0] * z[0] + z[1] * z[1]) / 2;
  values[3] = z[3];
}

static void
test_over_a_submanifold(void)
{
  recompute(&(Recomputed){"skate-in-bowl",
                          {"x", "y", "z", "v"},
                          .values = bowl_values,
                          .rates = bowl_rates,
                          .n = 4,
                          .start = {0.9, 0.1, 1.2, 0.5}});
}

/* The ball runs round a circle at nu = c Omega; the moments about the contact point and the spin stay. */
static void
table_values(double t, const double *z, double *values)
{
  const double r = 0.5, k = 0.3, c = k * k / (k * k + r * r), nu = c * 1.2, pi1 = 0.0852, pi2 = 0.2896;
  double vx = r * pi1 / (k * k + r * r) + nu * 0.4, vy = r * pi2 / (k * k + r * r) + nu * 0.7;
  double s = sin(nu * t), h = 1 - cos(nu * t);
  (void) z;
  values[0] = 0.7 + (vx * s - vy * h) / nu;
  values[1] = -0.4 + (vy * s + vx * h) / nu;
  values[2] = pi1;
  values[3] = pi2;
  values[4] = -nu * values[1];
}

static void
test_quasi_velocities(void)
{
  recompute(&(Recomputed){"ball-in-quasi-velocities", {"x", "y", "pi1", "pi2", "pi4"}, .values = table_values});
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/recomputed/general-algebroid", test_general_algebroid);
  g_test_add_func("/recomputed/quasi-lie-algebroid", test_quasi_lie_algebroid);
  g_test_add_func("/recomputed/limit-of-no-mass", test_limit_of_no_mass);
  g_test_add_func("/recomputed/gauge", test_gauge);
  g_test_add_func("/recomputed/normal-extremals", test_normal_extremals);
  g_test_add_func("/recomputed/optimal-control", test_optimal_control);
  g_test_add_func("/recomputed/pendulum", test_pendulum);
  g_test_add_func("/recomputed/elastica", test_elastica);
  g_test_add_func("/recomputed/optimization-on-so3", test_optimization_on_so3);
  g_test_add_func("/recomputed/wong", test_wong);
  g_test_add_func("/recomputed/over-a-submanifold", test_over_a_submanifold);
  g_test_add_func("/recomputed/quasi-velocities", test_quasi_velocities);
  return g_test_run();
}
