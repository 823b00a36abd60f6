/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document's sections on the prolongation and on constraints, compared with components computed by hand. */
#include "core/equations/portrait.h"
#include "core/expr/numbers.h"
#include "tests/core/load.h"

#include <string.h>

static char *
document_of(NoslipSystem *system)
{
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  GString *text = g_string_new(NULL);
  noslip_document_text(document, text);
  return g_string_free(text, FALSE);
}

static void
assert_lines(const char *id, const char *const *lines)
{
  g_autoptr(NoslipSystem) system = test_catalogue(id);
  g_autofree char *text = document_of(system);
  for (guint i = 0; lines[i] != NULL; i++) {
    g_autofree char *line = g_strdup_printf("  %s\n", lines[i]);
    if (strstr(text, line) == NULL)
      g_error("%s: there is no line \"%s\" in\n%s", id, lines[i], text);
  }
}

/* With [v1, omega] = -v2 and [v2, omega] = v1, and L of constant coefficients: theta_L has the momenta, omega_L(X_a,
 * X_b) = p_c C^c_ab: of (v1, omega) that is -p_v2 = -m (v2 + a omega). D is spanned by v1 and omega, so that B =
 * phi([v1, omega]) = -1; W^-1 Phi^T is the second column of W^-1, whose part in D is orthogonal to D. */
static void
test_sleigh(void)
{
  static const char *const lines[] = {"[X_v2, X_omega] = X_v1",
                                      "Delta = v1*V_v1 + v2*V_v2 + omega*V_omega",
                                      "theta_L(X_v2) = m*(v2 + a*omega)",
                                      "omega_L(X_v1, V_omega) = -m*b",
                                      "omega_L(X_v1, X_omega) = -m*(v2 + a*omega)",
                                      "Omega_E(X_v1, X_omega) = -p_2",
                                      "Psi_blade(X_v2) = 1",
                                      "B^blade_12 = -1",
                                      "I(X_2) = X_omega",
                                      "[I(X_1), I(X_2)] = -X_v2",
                                      "Q(V_v2) = -m*a*b/(J + m*a^2)*V_v1 + V_v2 - m*a/(J + m*a^2)*V_omega",
                                      "Delta is tangent to M: Pbar(xi_L) is the motion, and R_L = 0",
                                      "p_3' = v2*p_1 - v1*p_2",
                                      NULL};
  assert_lines("chaplygin-sleigh", lines);
}

/* Euler's equations on the dual, and i_Gamma omega_L = dE_L gives I1 w1' = (I2 - I3) w2 w3 by omega_L(X_w1, X_w2) =
 * I3 w3 and so on. */
static void
test_body(void)
{
  static const char *const lines[] = {"omega_L(X_w1, X_w2) = I3*w3", "omega_L(X_w1, X_w3) = -I2*w2",
                                      "H = p_1^2/(2*I1) + p_2^2/(2*I2) + p_3^2/(2*I3)",
                                      "p_1' = (I2 - I3)*p_2*p_3/(I2*I3)", NULL};
  assert_lines("rigid-body", lines);
}

/* phi_x = x' - r w2 + Omega y is affine: Delta(phi_x) = x' - r w2 = -Omega y on M. D of the spherical pendulum is
 * integrable. The right anchor of a general algebroid is in the rate of p. */
static void
test_others(void)
{
  static const char *const ball[] = {"Delta(phi_slip_x) on M = -Omega*y", "Delta is not tangent to M",
                                     "Psi_slip_x(X_w2) = -r", NULL};
  static const char *const pendulum[] = {
      "vanishes: D is a Lie subalgebroid, and the constraints are those of holonomic mechanics", NULL};
  static const char *const general[] = {"sigma_x = 4*u", "p_1' = -4*x", NULL};
  assert_lines("ball-on-rotating-table-reduced", ball);
  assert_lines("spherical-pendulum", pendulum);
  /* M's quasi-velocities are orthogonal, and phi = pi4 + c Omega y, pi5 - c Omega x with c = k^2/(k^2 + r^2): Q is
   * d/dpi4 (x) dphi^4 + d/dpi5 (x) dphi^5; x' has pi4 in it, and the momenta of the contact point are conserved. */
  /* e_1 = d/dx, e_2 = d/dy + x^2/2 d/dz of Martinet: [e_1, e_2] = x d/dz. */
  static const char *const plane[] = {"I(X_2) = X_y' + x^2/2*X_z'", "[I(X_1), I(X_2)] = x*X_z'", NULL};
  assert_lines("martinet-full", plane);
  static const char *const quasi[] = {"Q(V_pi4) = V_pi4", "Q(V_pi5) = V_pi5", "Q(X_pi4) = -k^2*Omega/(k^2 + r^2)*V_pi5",
                                      "Q(X_pi2) = r*k^2*Omega/(k^2 + r^2)^2*V_pi4", NULL};
  assert_lines("ball-in-quasi-velocities", quasi);
  assert_lines("general-algebroid", general);
}

/* I Example 4.8: p_1 = p_2 = 0 is M_1, and x1 = y1 = 0 carries over to M_2. In L = m/2 (x'^2 + y'^2) - m g y + s (x^2 +
 * y^2 - l^2) the multiplier s has no momentum; M_2 and M_3 are the rod and its rate, x p_1 + y p_2 = 0. For two beads L
 * depends on the distance only: p_1 + p_2 = 0, and h = p_1^2/(2 m) + k/2 (x1 - x2)^2. */
static void
test_dual(void)
{
  static const char *const reduced[] = {"M_1: 0 = p_1", "M_1: 0 = p_2", "M_2: 0 = x1", "M_2: 0 = y1", NULL};
  static const char *const rod[] = {"M_1: 0 = p_3", "M_2: 0 = x^2 + y^2 - l^2", "M_3: 0 = 2*x*p_1/m + 2*y*p_2/m", NULL};
  static const char *const beads[] = {"M_1: 0 = p_1 + p_2", "h = k*(x1 - x2)^2/2 + p_1^2/(2*m)", NULL};
  assert_lines("capri-kobayashi-reduced", reduced);
  assert_lines("tension-pendulum", rod);
  assert_lines("relational-oscillator", beads);
}

/* Numbers for the symbols of a system of which the momenta are those at its velocities. */
typedef struct {
  NoslipSystem *system;
  GPtrArray *lines; /* of NoslipDocumentLine *, of one section */
  guint n;
  NoslipExpr *symbols; /* of the system: parameters, coordinates, velocities */
  double *values;
} Place;

static double
at_place(const Place *place, NoslipExpr e)
{
  return noslip_expr_value(place->system->graph, e, place->n, place->symbols, place->values);
}

static double line_value(const Place *place, const NoslipDocumentLine *line);

/* The value of a parameter, a coordinate, a momentum p_a, or a name that a line of the section defines. */
static double
symbol_value(const Place *place, const char *name)
{
  NoslipExpr known;
  guint64 a;
  if (noslip_system_lookup(place->system, name, &known))
    return at_place(place, known);
  if (g_str_has_prefix(name, "p_") && g_ascii_string_to_unsigned(name + 2, 10, 1, place->system->n, &a, NULL))
    return at_place(place, place->system->momentum[a - 1]);
  for (guint i = 0; i < place->lines->len; i++) {
    const NoslipDocumentLine *line = place->lines->pdata[i];
    if (line->graph && g_str_equal(noslip_expr_symbol_name(line->graph, line->left_expr), name))
      return line_value(place, line);
  }
  g_error("nothing defines %s", name);
}

static double
line_value(const Place *place, const NoslipDocumentLine *line)
{
  g_autoptr(GArray) symbols = noslip_expr_symbols(line->graph, line->right_expr);
  g_autofree double *values = g_new0(double, symbols->len + 1);
  const NoslipExpr *own = (const NoslipExpr *) (gconstpointer) symbols->data;
  for (guint i = 0; i < symbols->len; i++)
    values[i] = symbol_value(place, noslip_expr_symbol_name(line->graph, own[i]));
  return noslip_expr_value(line->graph, line->right_expr, symbols->len, own, values);
}

/* If the formulas are too long to be read, their names and expressions are still those of the free motion on the dual,
 * which is derived separately: H is the energy and dH/dp the velocity, at any state. */
static void
test_long(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("double-pendulum");
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  g_autoptr(GPtrArray) lines = noslip_document_screen(document), section = g_ptr_array_new();
  double values[] = {1.1, 0.9, 1.2, 0.8, 9.81, 0.4, -0.7, 0.3, 0.5};
  NoslipExpr symbols[G_N_ELEMENTS(values)];
  for (guint i = 0; i < 5; i++)
    symbols[i] = system->parameters[i].symbol;
  for (guint i = 0; i < 2; i++) {
    symbols[5 + i] = system->coordinates[i].symbol;
    symbols[7 + i] = system->fibres[i].symbol;
  }
  Place place = {system, section, G_N_ELEMENTS(values), symbols, values};
  gboolean inside = FALSE;
  for (guint i = 0; i < lines->len; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    inside = line->title ? g_str_has_prefix(line->title, "Hamilton-Poincar") : inside;
    if (inside)
      g_ptr_array_add(section, lines->pdata[i]);
  }
  g_assert_cmpfloat_with_epsilon(symbol_value(&place, "H"), at_place(&place, system->energy), 1e-12);
  for (guint i = 0; i < section->len; i++) {
    const NoslipDocumentLine *line = section->pdata[i];
    const char *name = noslip_expr_symbol_name(line->graph, line->left_expr);
    if (g_str_equal(name, "a'") || g_str_equal(name, "b'"))
      g_assert_cmpfloat_with_epsilon(line_value(&place, line), symbol_value(&place, name), 1e-12);
  }
}

/* The disk turns about its axis and about the vertical: d/dphi + R (cos theta d/dx + sin theta d/dy) and d/dtheta; D
 * grows to (2, 3, 4). Martinet's distribution grows later at x = 0 than beside it, and a plane field of gradients does
 * not. */
static void
test_symmetry(void)
{
  static const char *const disk[] = {"n(x_0) = (2, 3, 4)",
                                     "n(x) = (2, 3, 4)",
                                     "D is completely nonholonomic",
                                     "d_T X_2 = d/dtheta",
                                     "<p, X_2> - f_2 = J*theta'",
                                     "Q_V_x_V_phi = -m*R*cos(theta)/(I + m*R^2)",
                                     NULL};
  static const char *const cases[][4] = {
      {"z' = x^2/2*y'", "  n(x_0) = (2, 2, 3)\n", "  n(x) = (2, 3)\n", "  D is completely nonholonomic\n"},
      {"z' = x*y' + y*x'", "  n(x_0) = (2)\n", "  n(x) = (2)\n", "  D is involutive\n"}};
  assert_lines("rolling-disk", disk);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *source = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                              "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint c: %s\ninitial y' = 1\n",
                                              cases[i][0]);
    g_autoptr(NoslipSystem) system = test_text(source);
    g_autofree char *text = document_of(system);
    for (guint line = 1; line < 4; line++)
      g_assert_nonnull(strstr(text, cases[i][line]));
  }
}

/* I (4.11) with the corrected coefficient of V_3 (004-2), where x1' and y1' cancel since X is tangent to x1 = y1 = 0.
 * The momenta of the pendulum on its phase space are free of arbitrary functions: s' follows from the rate of
 * s (x^2 + y^2) = (px^2 + py^2)/m - m g y. A pair without a place moves as a whole, by f_1, at any acceleration f_2. */
static void
test_solutions(void)
{
  static const char *const reduced[] = {"X = rho'*X_rho' + r*X_r + f_1*V_x1' + f_2*V_y1' + "
                                        "rho*(2*r + m2*r^2 - 2)/m2*V_rho' - 2*rho'*(m2*r + 1)/(m2*rho)*V_r",
                                        "the f_i are arbitrary functions", NULL};
  static const char *const phase[] = {"X = px/m*X_x' + py/m*X_y' - x*s*X_px' + (-m*g - y*s)*X_py' - "
                                      "(4*x*px*s + 3*m*g*py + 4*y*py*s)/(m*(x^2 + y^2))*X_s'",
                                      "X is unique there", NULL};
  static const char *const beads[] = {
      "X = (x1' + f_1)*X_x1' + (x2' + f_1)*X_x2' + (f_2 + k*(x2 - x1)/m)*V_x1' + f_2*V_x2'", NULL};
  static const char *const rod[] = {"f_1 is an arbitrary function", NULL};
  assert_lines("capri-kobayashi-reduced", reduced);
  assert_lines("phase-space-pendulum", phase);
  assert_lines("relational-oscillator", beads);
  assert_lines("tension-pendulum", rod);
  /* The same X from the forms themselves: its components along the kernel X1, X2 vanish on E_1, those along V1, V2 are
   * arbitrary. */
  static const char *const forms[] = {"X = u3*X_X3 + r*X_X0 + f_1*X_V1 + f_2*X_V2 + "
                                      "rho*(2*r + m2*r^2 - 2)/m2*X_V3 - 2*(u3 + m2*u3*r)/(m2*rho)*X_V0",
                                      NULL};
  assert_lines("capri-kobayashi-prolongation", forms);
  /* x dx ^ dy has rank 2 where x is not 0, and 0 at the initial state */
  g_autoptr(NoslipSystem) degenerate = test_text("noslip 1\ncoordinate x\ncoordinate y\nform Omega = x*wedge(x', y')\n"
                                                 "presymplectic Omega = dE(y*x^2/2)\n");
  g_autofree char *text = document_of(degenerate);
  g_assert_nonnull(strstr(text, "  1 component of X stays free (gauge), along y'\n"));
  g_assert_nonnull(strstr(text, "  X is unique at a generic point, but not at the initial state\n"));
}

/* H_W0 = p_a y^a + p_A Psi^A - L~ on M, and its derivatives by the y^a: the regulator has z' = v, v' = u, Heisenberg's
 * curves z' = (x y' - y x')/2, the plate with the ball at rest w1 = -x2', w2 = x1'. Also where R_ab or W is singular. */
static void
test_skinner_rusk(void)
{
  static const char *const regulator[] = {"H_W0 = v*p_1 - z^2/2 - r*u^2/2 + u*p_2 + u'*p_3", "W_1 (1): 0 = p_3", NULL};
  static const char *const heisenberg[] = {"H_W0 = x'*(2*p_1 - x' - y*p_3)/2 + y'*(2*p_2 - y' + x*p_3)/2",
                                           "W_1 (1): 0 = p_1 - x' - y*p_3/2", "W_1 (2): 0 = p_2 - y' + x*p_3/2", NULL};
  static const char *const elastica[] = {"W_1 (1): 0 = p_1 - x1' + p_4", "W_1 (2): 0 = p_2 - x2' - p_3", NULL};
  static const char *const rod[] = {"W_1 (1): 0 = p_1 - m*x'", "W_1 (3): 0 = p_3", NULL};
  assert_lines("regulator", regulator);
  assert_lines("heisenberg", heisenberg);
  assert_lines("elastica", elastica);
  assert_lines("tension-pendulum", rod);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/equations/sections/sleigh", test_sleigh);
  g_test_add_func("/equations/sections/body", test_body);
  g_test_add_func("/equations/sections/dual", test_dual);
  g_test_add_func("/equations/sections/others", test_others);
  g_test_add_func("/equations/sections/solutions", test_solutions);
  g_test_add_func("/equations/sections/skinner-rusk", test_skinner_rusk);
  g_test_add_func("/equations/sections/long", test_long);
  g_test_add_func("/equations/sections/symmetry", test_symmetry);
  return g_test_run();
}
