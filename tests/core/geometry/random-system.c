/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/geometry/random-system.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#define MOST RANDOM_MOST
#define SO3 3 /* sections of the action algebroid that rotate */

/* Hundredths, so that the text gives exactly the same double. */
static double
draw(GRand *random, double size)
{
  return round(g_rand_double_range(random, -100 * size, 100 * size)) / 100;
}

static Quadric
draw_quadric(GRand *random, guint m, double constant, double size)
{
  Quadric q = {.c = constant};
  for (guint i = 0; i < m; i++) {
    q.b[i] = draw(random, size);
    for (guint j = i; j < m; j++)
      q.a[i][j] = draw(random, size);
  }
  return q;
}

static double
value(const Quadric *q, const double *x)
{
  double sum = q->c;
  for (guint i = 0; i < MOST; i++) {
    sum += q->b[i] * x[i];
    for (guint j = i; j < MOST; j++)
      sum += q->a[i][j] * x[i] * x[j];
  }
  return sum;
}

/* dq/dx^k */
static double
slope(const Quadric *q, const double *x, guint k)
{
  double sum = q->b[k];
  for (guint j = 0; j < MOST; j++)
    sum += (j < k ? q->a[j][k] : q->a[k][j]) * x[j] * (j == k ? 2 : 1);
  return sum;
}

static const char *const coordinates[MOST] = {"x1", "x2", "x3", "x4"};

/* The names of the sections as fibre coordinates. */
static const char *
fibre(const RandomSystem *system, guint a)
{
  static const char *const names[][MOST] = {
      [RANDOM_TANGENT] = {"x1'", "x2'", "x3'"},
      [RANDOM_FRAME] = {"w1", "w2", "w3"},
      [RANDOM_ACTION] = {"w1", "w2", "w3", "x4'"},
  };
  return names[system->algebroid][a];
}

static void
write_quadric(GString *text, const Quadric *q)
{
  g_string_append_printf(text, "(%.2f", q->c);
  for (guint i = 0; i < MOST; i++) {
    if (q->b[i] != 0)
      g_string_append_printf(text, " + (%.2f)*%s", q->b[i], coordinates[i]);
    for (guint j = i; j < MOST; j++)
      if (q->a[i][j] != 0)
        g_string_append_printf(text, " + (%.2f)*%s*%s", q->a[i][j], coordinates[i], coordinates[j]);
  }
  g_string_append_c(text, ')');
}

static void
write_geometry(const RandomSystem *system, GString *text)
{
  for (guint i = 0; i < system->m; i++)
    g_string_append_printf(text, "coordinate %s\n", coordinates[i]);
  for (guint a = 0; system->algebroid == RANDOM_FRAME && a < system->n; a++) {
    g_string_append_printf(text, "velocity %s = %s'", fibre(system, a), coordinates[a]);
    for (guint i = 0; i < a; i++) {
      g_string_append(text, " + ");
      write_quadric(text, &system->frame[a][i]);
      g_string_append_printf(text, "*%s'", coordinates[i]);
    }
    g_string_append_c(text, '\n');
  }
  if (system->algebroid == RANDOM_ACTION) /* e_a acts by the field of the rotation about axis a, x' = x cross e_a */
    g_string_append(text, "section w1 anchor x2: x3, x3: -x2\nsection w2 anchor x1: -x3, x3: x1\n"
                          "section w3 anchor x1: x2, x2: -x1\nsection x4'\n"
                          "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n");
}

static void
write_mechanics(const RandomSystem *system, GString *text)
{
  g_string_append(text, "lagrangian -");
  write_quadric(text, &system->v);
  for (guint a = 0; a < system->n; a++) {
    for (guint b = 0; b < system->n; b++) {
      g_string_append(text, " +\n  ");
      write_quadric(text, &system->w[a][b]);
      g_string_append_printf(text, "/2*%s*%s", fibre(system, a), fibre(system, b));
    }
    g_string_append(text, " + ");
    write_quadric(text, &system->l[a]);
    g_string_append_printf(text, "*%s", fibre(system, a));
  }
  g_string_append_c(text, '\n');
  for (guint k = 0; k < system->k; k++) {
    g_string_append_printf(text, "constraint c%u: ", k + 1);
    write_quadric(text, &system->s0[k]);
    for (guint a = 0; a < system->n; a++) {
      g_string_append(text, " + ");
      write_quadric(text, &system->s[k][a]);
      g_string_append_printf(text, "*%s", fibre(system, a));
      for (guint b = 0; system->constraints == RANDOM_NONLINEAR && b < system->n; b++)
        g_string_append_printf(text, " + (%.2f)/2*%s*%s", system->bend[k][a][b], fibre(system, a), fibre(system, b));
    }
    g_string_append(text, " = 0\n");
  }
  for (guint a = 0; a < system->n; a++) {
    g_string_append_printf(text, "force %s = ", fibre(system, a));
    write_quadric(text, &system->force[a]);
    g_string_append_c(text, '\n');
  }
}

RandomSystem *
random_system_new(RandomAlgebroid algebroid, RandomConstraints constraints, gboolean gyroscopic, guint32 seed)
{
  RandomSystem *system = g_new0(RandomSystem, 1);
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);
  system->algebroid = algebroid;
  system->constraints = constraints;
  system->gyroscopic = gyroscopic;
  guint m = system->m = system->n = algebroid == RANDOM_ACTION ? 4 : 3, n = m;
  guint k = system->k = algebroid == RANDOM_ACTION ? 2 : 1;
  system->v = draw_quadric(random, m, 0, 0.8);
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b <= a; b++)
      system->frame[a][b] = draw_quadric(random, m, draw(random, 0.5), 0.5);
    for (guint b = 0; b <= a; b++) /* diagonally dominant where |x| < 1/2 */
      system->w[a][b] = system->w[b][a] = draw_quadric(random, m, a == b ? 2 + a : draw(random, 0.2), 0.1);
    if (gyroscopic)
      system->l[a] = draw_quadric(random, m, 0, 0.7);
    system->force[a] = draw_quadric(random, m, 0, 0.5);
  }
  for (guint c = 0; c < k; c++) {
    if (constraints != RANDOM_LINEAR)
      system->s0[c] = draw_quadric(random, m, draw(random, 0.4), 0.5);
    for (guint a = 0; a < n; a++) { /* column c holds a pivot, so that the constraints are independent */
      system->s[c][a] = draw_quadric(random, m, a == c ? 1 : 0, a == c ? 0.1 : 0.5);
      for (guint b = 0; b <= a && constraints == RANDOM_NONLINEAR; b++)
        system->bend[c][a][b] = system->bend[c][b][a] = draw(random, 0.1);
    }
  }
  GString *text = g_string_new("noslip 1\n");
  write_geometry(system, text);
  write_mechanics(system, text);
  system->text = g_string_free(text, FALSE);
  return system;
}

void
random_system_free(RandomSystem *system)
{
  g_free(system->text);
  g_free(system);
}

/* e_a = rho^i_a d/dx^i with rho = f^-1; [e_a, e_b]^i = rho_a(rho^i_b) - rho_b(rho^i_a) with d rho = -rho df rho, and
 * the components in the frame are f times these. */
static void
evaluate_frame(const RandomSystem *system, RandomState *state)
{
  guint n = system->n;
  double f[MOST][MOST] = {{0}}, drho[MOST][MOST][MOST] = {{{0}}}; /* d_j rho^i_a: [i][a][j] */
  for (guint a = 0; a < n; a++)
    for (guint i = 0; i <= a; i++)
      f[a][i] = i == a ? 1 : value(&system->frame[a][i], state->x);
  for (guint a = 0; a < n; a++) /* forward substitution: f rho = 1 */
    for (guint i = 0; i < n; i++) {
      double sum = i == a;
      for (guint j = 0; j < i; j++)
        sum -= f[i][j] * state->rho[j][a];
      state->rho[i][a] = sum;
    }
  for (guint i = 0; i < n; i++)
    for (guint a = 0; a < n; a++)
      for (guint j = 0; j < n; j++)
        for (guint b = 0; b < n; b++)
          for (guint l = 0; l < b; l++)
            drho[i][a][j] -= state->rho[i][b] * slope(&system->frame[b][l], state->x, j) * state->rho[l][a];
  for (guint c = 0; c < n; c++)
    for (guint a = 0; a < n; a++)
      for (guint b = 0; b < n; b++)
        for (guint i = 0; i < n; i++)
          for (guint j = 0; j < n; j++)
            state->c[c][a][b] += f[c][i] * (state->rho[j][a] * drho[i][b][j] - state->rho[j][b] * drho[i][a][j]);
}

static void
evaluate_action(RandomState *state)
{
  for (guint a = 0; a < SO3; a++) {
    guint b = (a + 1) % SO3, c = (a + 2) % SO3;
    state->rho[b][a] = state->x[c]; /* x cross e_a */
    state->rho[c][a] = -state->x[b];
    state->c[c][a][b] = 1;
    state->c[c][b][a] = -1;
  }
  state->rho[SO3][SO3] = 1;
}

/* F_a = rho^i_a dL/dx^i - C^c_ab y^b p_c - xdot^i dp_a/dx^i + Q_a */
static void
evaluate_force(const RandomSystem *system, RandomState *state)
{
  guint m = system->m, n = system->n;
  const double *x = state->x, *y = state->y;
  for (guint a = 0; a < n; a++) {
    state->f[a] = value(&system->force[a], x);
    for (guint i = 0; i < m; i++) {
      double dl = -slope(&system->v, x, i);
      for (guint b = 0; b < n; b++) {
        dl += slope(&system->l[b], x, i) * y[b];
        for (guint c = 0; c < n; c++)
          dl += slope(&system->w[b][c], x, i) * y[b] * y[c] / 2;
      }
      state->f[a] += state->rho[i][a] * dl - state->xdot[i] * state->dp[a][i];
    }
    for (guint b = 0; b < n; b++)
      for (guint c = 0; c < n; c++)
        state->f[a] -= state->c[c][a][b] * y[b] * state->p[c];
  }
}

static void
evaluate_constraints(const RandomSystem *system, RandomState *state)
{
  for (guint k = 0; k < system->k; k++) {
    state->phi[k] = value(&system->s0[k], state->x);
    for (guint i = 0; i < system->m; i++)
      state->slope[k][i] = slope(&system->s0[k], state->x, i);
    for (guint a = 0; a < system->n; a++) {
      state->jacobian[k][a] = value(&system->s[k][a], state->x);
      state->phi[k] += state->jacobian[k][a] * state->y[a];
      for (guint i = 0; i < system->m; i++)
        state->slope[k][i] += slope(&system->s[k][a], state->x, i) * state->y[a];
      for (guint b = 0; b < system->n; b++) {
        state->jacobian[k][a] += system->bend[k][a][b] * state->y[b];
        state->phi[k] += system->bend[k][a][b] * state->y[a] * state->y[b] / 2;
      }
    }
  }
}

void
random_state_evaluate(const RandomSystem *system, RandomState *state)
{
  RandomState fresh = {0};
  memcpy(fresh.x, state->x, sizeof fresh.x);
  memcpy(fresh.y, state->y, sizeof fresh.y);
  if (system->algebroid == RANDOM_FRAME)
    evaluate_frame(system, &fresh);
  else if (system->algebroid == RANDOM_ACTION)
    evaluate_action(&fresh);
  for (guint i = 0; i < system->m && system->algebroid == RANDOM_TANGENT; i++)
    fresh.rho[i][i] = 1;
  for (guint a = 0; a < system->n; a++) {
    fresh.p[a] = value(&system->l[a], fresh.x);
    for (guint b = 0; b < system->n; b++) {
      fresh.w[a][b] = value(&system->w[a][b], fresh.x);
      fresh.p[a] += fresh.w[a][b] * fresh.y[b];
    }
    for (guint i = 0; i < system->m; i++) {
      fresh.xdot[i] += fresh.rho[i][a] * fresh.y[a];
      fresh.dp[a][i] = slope(&system->l[a], fresh.x, i);
      for (guint b = 0; b < system->n; b++)
        fresh.dp[a][i] += slope(&system->w[a][b], fresh.x, i) * fresh.y[b];
    }
  }
  evaluate_constraints(system, &fresh);
  evaluate_force(system, &fresh);
  *state = fresh;
}

/* ( W  -Phi^T ) (  ydot  )   (        F        )
 * ( Phi   0   ) ( lambda ) = ( -dphi/dx . xdot ) */
static void
solve_motion(const RandomSystem *system, RandomState *state)
{
  guint n = system->n, k = system->k;
  gsl_matrix *matrix = gsl_matrix_calloc(n + k, n + k);
  gsl_vector *right = gsl_vector_calloc(n + k);
  for (guint a = 0; a < n; a++) {
    gsl_vector_set(right, a, state->f[a]);
    for (guint b = 0; b < n; b++)
      gsl_matrix_set(matrix, a, b, state->w[a][b]);
    for (guint c = 0; c < k; c++) {
      gsl_matrix_set(matrix, a, n + c, -state->jacobian[c][a]);
      gsl_matrix_set(matrix, n + c, a, state->jacobian[c][a]);
    }
  }
  for (guint c = 0; c < k; c++)
    for (guint i = 0; i < system->m; i++)
      *gsl_vector_ptr(right, n + c) -= state->slope[c][i] * state->xdot[i];
  g_assert_cmpint(gsl_linalg_HH_svx(matrix, right), ==, 0);
  for (guint a = 0; a < n; a++)
    state->ydot[a] = gsl_vector_get(right, a);
  for (guint c = 0; c < k; c++)
    state->lambda[c] = gsl_vector_get(right, n + c);
  gsl_matrix_free(matrix);
  gsl_vector_free(right);
}

void
random_state_draw(const RandomSystem *system, GRand *random, RandomState *state)
{
  *state = (RandomState){0};
  for (guint i = 0; i < system->m; i++)
    state->x[i] = g_rand_double_range(random, -0.5, 0.5);
  for (guint a = 0; a < system->n; a++)
    state->y[a] = g_rand_double_range(random, -1, 1);
  /* Newton's method for the first k velocities, whose minor of Phi is near 1; the last rounds only settle round-off. */
  for (guint round = 0; round < 30; round++) {
    random_state_evaluate(system, state);
    const double(*j)[MOST] = state->jacobian;
    if (system->k == 1) {
      state->y[0] -= state->phi[0] / j[0][0];
      continue;
    }
    double det = j[0][0] * j[1][1] - j[0][1] * j[1][0];
    state->y[0] -= (j[1][1] * state->phi[0] - j[0][1] * state->phi[1]) / det;
    state->y[1] -= (j[0][0] * state->phi[1] - j[1][0] * state->phi[0]) / det;
  }
  random_state_evaluate(system, state);
  for (guint c = 0; c < system->k; c++)
    g_assert_cmpfloat(fabs(state->phi[c]), <, 1e-14);
  solve_motion(system, state);
}

/* Over the basis X_a, V_a of T^E E, z = (z_X, z_V) in R^2n:
 *
 *   omega_L(X_a, X_b) = p_c C^c_ab - rho_a(p_b) + rho_b(p_a),   omega_L(X_a, V_b) = W_ab,   omega_L(V_a, V_b) = 0.
 *
 * T^V M is where Phi z_X = 0 and dphi/dx rho z_X + Phi z_V = 0; Pbar X_f is the u in it with omega_L(u, z) = z(f) for
 * all z in it, and {f, g} = omega_L(u_f, u_g) = u_g(f). With a basis of T^V M as the columns of B, u_g = B v where
 * (B^T omega B)^T v = B^T dg. */
double
random_state_bracket(const RandomSystem *system, const RandomState *state, const double *df, const double *dg)
{
  guint m = system->m, n = system->n, k = system->k, size = 2 * n, rank = 2 * (n - k);
  double f[2 * MOST] = {0}, g[2 * MOST] = {0}, omega[2 * MOST][2 * MOST] = {{0}};
  for (guint a = 0; a < n; a++) {
    f[n + a] = df[m + a];
    g[n + a] = dg[m + a];
    for (guint i = 0; i < m; i++) {
      f[a] += state->rho[i][a] * df[i];
      g[a] += state->rho[i][a] * dg[i];
    }
    for (guint b = 0; b < n; b++) {
      omega[a][n + b] = state->w[a][b];
      omega[n + b][a] = -state->w[a][b];
      for (guint c = 0; c < n; c++)
        omega[a][b] += state->p[c] * state->c[c][a][b];
      for (guint i = 0; i < m; i++)
        omega[a][b] += state->rho[i][b] * state->dp[a][i] - state->rho[i][a] * state->dp[b][i];
    }
  }
  gsl_matrix *conditions = gsl_matrix_calloc(size, size), *v = gsl_matrix_calloc(size, size); /* the rest stays 0 */
  gsl_vector *values = gsl_vector_calloc(size), *work = gsl_vector_calloc(size);
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++) {
      gsl_matrix_set(conditions, c, a, state->jacobian[c][a]);
      gsl_matrix_set(conditions, k + c, n + a, state->jacobian[c][a]);
      for (guint i = 0; i < m; i++)
        *gsl_matrix_ptr(conditions, k + c, a) += state->slope[c][i] * state->rho[i][a];
    }
  g_assert_cmpint(gsl_linalg_SV_decomp(conditions, v, values, work), ==, 0);
  g_assert_cmpfloat(gsl_vector_get(values, 2 * k - 1), >, 1e-2); /* B is the last `rank` columns of v */
  gsl_matrix *form = gsl_matrix_calloc(rank, rank);
  gsl_vector *right = gsl_vector_calloc(rank);
  for (guint r = 0; r < rank; r++)
    for (guint i = 0; i < size; i++) {
      *gsl_vector_ptr(right, r) += gsl_matrix_get(v, i, 2 * k + r) * g[i];
      for (guint s = 0; s < rank; s++)
        for (guint j = 0; j < size; j++)
          *gsl_matrix_ptr(form, r, s) +=
              omega[j][i] * gsl_matrix_get(v, i, 2 * k + r) * gsl_matrix_get(v, j, 2 * k + s);
    }
  g_assert_cmpint(gsl_linalg_HH_svx(form, right), ==, 0);
  double sum = 0;
  for (guint r = 0; r < rank; r++)
    for (guint i = 0; i < size; i++)
      sum += gsl_vector_get(right, r) * gsl_matrix_get(v, i, 2 * k + r) * f[i];
  gsl_matrix_free(conditions);
  gsl_matrix_free(v);
  gsl_matrix_free(form);
  gsl_vector_free(values);
  gsl_vector_free(work);
  gsl_vector_free(right);
  return sum;
}
