/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known conserved quantities are found without hints, and not found if the system is changed. */
#include "core/finder/conserved.h"
#include "core/finder/linear/fractions.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/measure/measure.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A system without its claims and reductions. */
static NoslipSystem *
bare(NoslipSystem *system)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_auto(GStrv) lines = g_strsplit(system->text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_str_has_prefix(lines[i], "claim") && !g_str_has_prefix(lines[i], "reduction"))
      g_string_append_printf(text, "%s\n", lines[i]);
  noslip_system_unref(system);
  return test_text(text->str);
}

typedef struct {
  const char *name;
  double value;
} Value;

static NoslipConserved *
find(NoslipSystem *system, guint degree, const char *functions, guint n, const Value *values)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  NoslipDiagnostic *error = NULL;
  for (guint i = 0; i < n; i++)
    parameters[noslip_system_parameter(system, values[i].name)] = values[i].value;
  gboolean started = noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics);
  test_report(diagnostics);
  g_assert_true(started);
  const NoslipConservedOptions options = {.degree = degree, .functions = functions, .seed = 1};
  NoslipConserved *conserved = noslip_conserved_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  for (guint i = 0; i < conserved->found->len; i++) {
    const NoslipConservedItem *item = conserved->found->pdata[i];
    g_test_message("%s: %s", item->name, item->expression);
    g_assert_cmpfloat(item->residual, <=, 1e-10);
  }
  noslip_system_unref(system);
  return conserved;
}

static guint
count(const NoslipConserved *conserved, const char *kind)
{
  guint n = 0;
  for (guint i = 0; i < conserved->found->len; i++)
    n += strcmp(noslip_conserved_kind_name(((NoslipConservedItem *) conserved->found->pdata[i])->kind), kind) == 0;
  return n;
}

static const NoslipConservedItem *
item_of(const NoslipConserved *conserved, const char *kind)
{
  for (guint i = 0; i < conserved->found->len; i++)
    if (strcmp(noslip_conserved_kind_name(((NoslipConservedItem *) conserved->found->pdata[i])->kind), kind) == 0)
      return conserved->found->pdata[i];
  g_assert_not_reached();
}

/* (p_1 + sin(phi) p_2)/sqrt(A), for any inertia of the board; a spring on the rotor destroys it. */
static void
test_snakeboard(void)
{
  g_autoptr(NoslipConserved) found = find(bare(test_catalogue("snakeboard")), 1, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(count(found, "gauge momentum"), ==, 3);
  const NoslipConservedItem *last = found->found->pdata[2];
  g_assert_nonnull(strstr(last->expression, "/sqrt(J + 2*J1 + cos(phi)^2*"));
  g_assert_true(last->proved);
  const Value other = {"J", 0.5}, spring = {"k_psi", 1};
  g_autoptr(NoslipConserved) changed = find(bare(test_catalogue("snakeboard")), 1, NULL, 1, &other);
  g_assert_true(changed->definite);
  g_assert_cmpuint(count(changed, "gauge momentum"), ==, 3);
  g_autoptr(NoslipConserved) sprung = find(bare(test_catalogue("snakeboard")), 1, NULL, 1, &spring);
  g_assert_true(sprung->definite);
  g_assert_cmpuint(count(sprung, "gauge momentum"), ==, 1);
}

/* The energy of the ball on the rotating table changes, a moving energy is conserved. */
static void
test_table(void)
{
  g_autoptr(NoslipConserved) found = find(bare(test_catalogue("ball-on-rotating-table-reduced")), 0, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(found->known->len, ==, 0);
  g_assert_cmpuint(count(found, "moving energy"), ==, 1);
  const NoslipConservedItem *moving = item_of(found, "moving energy");
  g_assert_true(moving->general);
  g_assert_true(g_str_has_prefix(moving->expression, "energy "));
  g_assert_cmpuint(count(found, "linear"), ==, 4);
}

/* What a proved claim of the file says is known, in whatever form it says it. */
static void
test_known_claim(void)
{
  static const char *const claims[] = {"d(m*x') = -d(m*y')", "m*d(x') + m*d(y') = 0", "0 = d(m*x' + m*y')",
                                       "2*m*d(x') - d(m*x') = -m*d(y')"};
  for (guint i = 0; i < G_N_ELEMENTS(claims); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\nparameter m = 1.2\ncoordinate x\ncoordinate y\n"
                                            "kinetic m*(x'^2 + y'^2)/2\npotential (x - y)^4\ninitial x' = 1\n"
                                            "claim \"momentum\": %s\n",
                                            claims[i]);
    g_autoptr(NoslipConserved) found = find(test_text(text), 1, NULL, 0, NULL);
    g_assert_cmpuint(found->found->len, ==, 0);
    g_assert_cmpuint(found->known->len, ==, 2);
  }
}

/* The same ball by its attitude, with the velocity in the body: E - m k^2 Omega^2 r^2/2 (k^2 + a^2), for all parameters,
 * though the sum k^2 + a^2 is not written in the metric. */
static void
test_table_in_body(void)
{
  g_autoptr(NoslipConserved) found =
      find(test_text("noslip 1\nparameter mass = 1.1\nparameter radius = 0.5\nparameter inertia = 0.04\n"
                     "parameter rate = 0.7\ncoordinate X\ncoordinate Y\nrotation B (a0, a1, a2, a3) body (w1, w2, w3)\n"
                     "let o = omega(B)\nkinetic mass/2*(X'^2 + Y'^2) + inertia/2*dot(o, o)\n"
                     "constraint X' - radius*o.y + rate*Y = 0\nconstraint Y' + radius*o.x - rate*X = 0\n"
                     "initial X = 0.3\ninitial X' = 0.2\ninitial w3 = 0.8\n"),
           1, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(count(found, "linear"), ==, 4);
  g_assert_true(item_of(found, "moving energy")->general);
  for (guint i = 0; i < found->found->len; i++)
    g_assert_true(((NoslipConservedItem *) found->found->pdata[i])->general);
}

/* Angular momentum about the contact point, three components in space. */
static void
test_ball(void)
{
  g_autoptr(NoslipConserved) found = find(bare(test_catalogue("chaplygin-ball")), 1, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(count(found, "gauge momentum"), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_true(((NoslipConservedItem *) found->found->pdata[i])->general);
}

static void
test_disk_and_veselova(void)
{
  g_autoptr(NoslipConserved) disk = find(bare(test_catalogue("rolling-disk")), 1, NULL, 0, NULL);
  g_assert_cmpuint(count(disk, "gauge momentum"), ==, 4); /* two momenta, and the centre of the circle */
  g_autoptr(NoslipConserved) veselova = find(bare(test_catalogue("veselova")), 1, NULL, 0, NULL);
  g_assert_cmpuint(count(veselova, "gauge momentum"), ==, 2);
}

/* Degree four if I1 = I2 = 2 I3 and the centre of mass is in the equatorial plane; no other degree. */
static void
test_kovalevskaya(void)
{
  const Value top[] = {{"I1", 2}, {"I2", 2}, {"I3", 1}, {"chi1", 0.5}, {"chi2", 0}, {"chi3", 0}};
  g_autoptr(NoslipConserved) found = find(test_catalogue("heavy-top"), 4, NULL, G_N_ELEMENTS(top), top);
  g_assert_cmpuint(found->found->len, ==, 1);
  g_assert_cmpuint(count(found, "quartic"), ==, 1);
  g_assert_true(item_of(found, "quartic")->proved);
  const Value other[] = {{"I1", 2}, {"I2", 2}, {"I3", 1.1}, {"chi1", 0.5}, {"chi2", 0}, {"chi3", 0}};
  g_autoptr(NoslipConserved) none = find(test_catalogue("heavy-top"), 4, NULL, G_N_ELEMENTS(other), other);
  g_assert_true(none->definite);
  g_assert_cmpuint(none->found->len, ==, 0);
  g_assert_cmpfloat(none->gap, >=, 1e6);
}

/* The same by Euler's angles: |(theta' + i phi' sin(theta))^2 exp(-i psi) - i k/I sin(theta)|^2. */
static void
test_kovalevskaya_by_angles(void)
{
  g_autoptr(NoslipConserved) found =
      find(test_text("noslip 1\nparameter I = 1.1\nparameter k = 0.7\ncoordinate phi angle\n"
                     "coordinate theta angle in 0.3 .. 2.8\ncoordinate psi angle\n"
                     "kinetic I*(theta'^2 + phi'^2*sin(theta)^2 + (psi' + phi'*cos(theta))^2/2)\n"
                     "potential k*sin(theta)*sin(psi)\ninitial theta = 1\ninitial theta' = 0.4\ninitial psi' = 0.7\n"),
           4, NULL, 0, NULL);
  g_assert_cmpuint(found->found->len, ==, 2); /* and p(phi') */
  g_assert_cmpuint(count(found, "quartic"), ==, 1);
  g_assert_true(item_of(found, "quartic")->general);
}

/* A ball whose centre of mass is off its centre, in the body frame: Jellett's and Routh's integrals. */
#define TOP                                                                                                            \
  "noslip 1\nparameter m = 1.3\nparameter I1 = 0.5\nparameter I2 = 0.5\nparameter I3 = 0.4\nparameter R = 0.9\n"       \
  "parameter a = 0.2\nparameter g = 9.8\n"                                                                             \
  "coordinate g1 in -1 .. 1\ncoordinate g2 in -1 .. 1\ncoordinate g3 in -1 .. 1\n"                                     \
  "manifold g1^2 + g2^2 + g3^2 = 1\n"                                                                                  \
  "section w1 anchor g2: g3, g3: -g2\nsection w2 anchor g1: -g3, g3: g1\nsection w3 anchor g1: g2, g2: -g1\n"          \
  "section V1\nsection V2\nsection V3\n"                                                                               \
  "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"                                              \
  "bracket [w1, V2] = V3\nbracket [w1, V3] = -V2\nbracket [w2, V3] = V1\n"                                             \
  "bracket [w2, V1] = -V3\nbracket [w3, V1] = V2\nbracket [w3, V2] = -V1\n"                                            \
  "lagrangian m/2*((V1 - a*w2)^2 + (V2 + a*w1)^2 + V3^2) + (I1*w1^2 + I2*w2^2 + I3*w3^2)/2 + m*g*a*g3\n"               \
  "constraint V1 = R*(w2*g3 - w3*g2)\nconstraint V2 = R*(w3*g1 - w1*g3)\nconstraint V3 = R*(w1*g2 - w2*g1)\n"          \
  "initial g1 = 0.8\ninitial g3 = 0.6\ninitial w1 = 0.6\ninitial w2 = 1.2\ninitial w3 = 0.8\n"

static void
test_top(void)
{
  const char *radical = "sqrt(I1*I3 + m*(I1*R^2*(1 - g3^2) + I3*(R*g3 - a)^2))";
  g_autoptr(NoslipConserved) found = find(test_text(TOP), 1, radical, 0, NULL);
  g_assert_cmpuint(count(found, "gauge momentum"), ==, 2);
  /* with three different moments of inertia neither is conserved */
  const Value other = {"I2", 0.6};
  g_autoptr(NoslipConserved) none = find(test_text(TOP), 1, NULL, 1, &other);
  g_assert_true(none->definite);
  g_assert_cmpuint(none->found->len, ==, 0);
}

/* The same top by its angles: Jellett's integral and Routh's, without a hint. Routh's has the root of
 * I1 I3 + m (I1 (R sin theta)^2 + I3 (R cos theta + a)^2), which the determinant of the metric on D brings. */
#define TOP_BY_ANGLES                                                                                                  \
  "noslip 1\nparameter m = 1.3\nparameter I1 = 0.5\nparameter I3 = 0.4\nparameter R = 0.9\nparameter a = 0.2\n"        \
  "parameter g = 9.8\ncoordinate X\ncoordinate Y\ncoordinate phi angle\ncoordinate theta angle in 0.3 .. 2.8\n"        \
  "coordinate psi angle\nlet axis = (sin(theta)*sin(phi), -sin(theta)*cos(phi), cos(theta))\n"                         \
  "let c = (X, Y, R) + a*axis\n"                                                                                       \
  "kinetic m/2*dot(d(c), d(c)) + I1/2*(theta'^2 + phi'^2*sin(theta)^2) + I3/2*(psi' + phi'*cos(theta))^2\n"            \
  "potential m*g*a*cos(theta)\n"                                                                                       \
  "constraint X' - R*(theta'*sin(phi) - psi'*sin(theta)*cos(phi)) = 0\n"                                               \
  "constraint Y' + R*(theta'*cos(phi) + psi'*sin(theta)*sin(phi)) = 0\n"                                               \
  "initial theta = 0.9\ninitial theta' = 0.3\ninitial phi' = 0.7\ninitial psi' = 2\n"

static void
test_top_unaided(void)
{
  g_autoptr(NoslipConserved) found = find(test_text(TOP_BY_ANGLES), 1, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(found->found->len, ==, 2);
  g_assert_cmpuint(count(found, "gauge momentum"), ==, 2);
  guint with_root = 0;
  for (guint i = 0; i < 2; i++)
    with_root += strstr(((const NoslipConservedItem *) found->found->pdata[i])->expression, "sqrt(") != NULL;
  g_assert_cmpuint(with_root, ==, 1);
  for (guint i = 0; i < 2; i++)
    g_assert_true(((NoslipConservedItem *) found->found->pdata[i])->general);
}

/* The sleigh with its centre of mass ahead of the blade conserves only the energy. */
static void
test_none(void)
{
  g_autoptr(NoslipConserved) found = find(bare(test_catalogue("chaplygin-sleigh")), 0, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(found->degree, ==, 2);
  g_assert_cmpuint(found->found->len, ==, 0);
  g_assert_cmpstr(found->known->pdata[0], ==, "energy");
  g_assert_cmpfloat(found->gap, >=, 1e6);
}

static void
test_nullspace(void)
{
  /* the third column is the sum of the first two; 8 rows */
  double a[24];
  for (guint r = 0; r < 8; r++) {
    a[r] = sin(1.0 + r) / 2;
    a[8 + r] = cos(3.0 * r) / 2;
    a[16 + r] = a[r] + a[8 + r];
  }
  g_autoptr(NoslipNullspace) one = noslip_nullspace_new(8, 3, a, NULL);
  g_assert_cmpuint(one->n, ==, 1);
  g_assert_true(one->definite);
  g_assert_cmpfloat(fabs(one->vectors[0] + one->vectors[2]), <, 1e-12);
  /* nearly so: neither rank is certain */
  for (guint r = 0; r < 8; r++) {
    a[r] = sin(1.0 + r) / 2;
    a[8 + r] = cos(3.0 * r) / 2;
    a[16 + r] = a[r] + a[8 + r] + 1e-8 * cos(1.0 + r * r);
  }
  g_autoptr(NoslipNullspace) unclear = noslip_nullspace_new(8, 3, a, NULL);
  g_assert_false(unclear->definite);
  a[3] = NAN;
  g_assert_null(noslip_nullspace_new(8, 3, a, NULL));
}

static void
test_fractions(void)
{
  gint64 p, q;
  g_assert_true(noslip_recognise_fraction(-22.0 / 7, 100, &p, &q));
  g_assert_cmpint(p, ==, -22);
  g_assert_cmpint(q, ==, 7);
  g_assert_false(noslip_recognise_fraction(sqrt(2), 1000, &p, &q));
  g_assert_false(noslip_recognise_fraction(4161.0 / 1525 + 1.4e-10, 10000, &p, &q));
  g_assert_true(noslip_recognise_fraction(4161.0 / 1525, 10000, &p, &q));
}

/* A function that would be conserved if the force kept its value of t = 0 is not conserved. */
static void
test_driven(void)
{
  g_autoptr(NoslipConserved) found = find(
      test_text("noslip 1\nparameter F = 0.5\ncoordinate q\nkinetic q'^2/2\nforce q' = F*cos(t)\ninitial q' = 1\n"), 0,
      NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(found->found->len, ==, 0);
}

/* A coefficient that is not a product of parameters, but is close to a fraction (4161/1525 by 1.3e-10). */
static void
test_number(void)
{
  g_autoptr(NoslipConserved) found =
      find(test_text("noslip 1\nparameter m = 2\nparameter I = 0.7\nparameter g = 9.81\nparameter alpha = 0.2\n"
                     "coordinate x\ncoordinate y\ncoordinate phi angle\nkinetic m/2*(x'^2 + y'^2) + I/2*phi'^2\n"
                     "potential m*g*sin(alpha)*x\nconstraint edge: x'*sin(phi) - y'*cos(phi) = 0\n"
                     "initial phi = 0.5\ninitial phi' = 1.3\nclaim \"turn\": d(phi') = 0\n"),
           0, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(found->n_unverified, ==, 0);
  g_assert_cmpuint(count(found, "quadratic"), ==, 2);
}

/* Dry friction dissipates the energy, and a bounce a part of it. */
static void
test_modes(void)
{
  const char *const modes[] = {"friction s' = 0.1\n", "bounce s >= 0 restitution 0.8\n"};
  for (guint i = 0; i < G_N_ELEMENTS(modes); i++) {
    g_autofree char *text = g_strconcat("noslip 1\ncoordinate s\nkinetic s'^2/2\npotential s\n", modes[i], NULL);
    g_autoptr(NoslipSystem) system = test_text(text);
    const NoslipConservedOptions options = {.seed = 1};
    const double xy[] = {1, 0};
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipDiagnostic) no_measure = NULL;
    g_assert_null(noslip_conserved_find(system, system->dynamics, NULL, xy, &options, NULL, &error));
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_REFUSED);
    g_assert_cmpuint(error->place.line, ==, 5);
    g_assert_null(noslip_measure_find(system, system->dynamics, NULL, xy, 1, &no_measure));
    g_assert_cmpint(no_measure->code, ==, NOSLIP_CODE_REFUSED);
  }
}

/* A moving energy of a system that conserves its energy is the energy plus other conserved functions: nothing new. */
static void
test_moving(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate z\nkinetic (x'^2 + z'^2)/2\n"
                                             "potential x^2\ninitial x = 1\n");
  const NoslipConservedOptions options = {.degree = 1, .moving = TRUE, .seed = 1};
  const double xy[] = {1, 0, 0.2, 0.3};
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipConserved) found =
      noslip_conserved_find(system, NOSLIP_DYNAMICS_FREE, NULL, xy, &options, NULL, &error);
  g_assert_null(error);
  g_assert_cmpstr(found->known->pdata[0], ==, "energy");
  g_assert_cmpuint(count(found, "moving energy"), ==, 0);
  g_assert_cmpuint(found->found->len, ==, 1);
}

/* Systems that conserve functions of degree 1 if the potential between the two parts of the text is 0. */
static const struct {
  const char *before, *after, *coordinates[3];
} kept[] = {
    {"noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2 - (",
     ")\nconstraint c: z' = y*x'\ninitial x' = 1\ninitial y' = 0.3\n",
     {"x", "y", "z"}},
    {"noslip 1\ncoordinate x\ncoordinate y\ncoordinate h angle\nlagrangian (x'^2 + y'^2)/2 + 0.7*h'^2 - (",
     ")\nconstraint c: y'*cos(h) = x'*sin(h)\ninitial x' = 1\ninitial h' = 0.4\n",
     {"x", "y", "h"}},
};

/* Without a potential they are found; a small random one that depends on each coordinate destroys all of them. */
static void
test_perturbed(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(7);
  for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
    g_autofree char *free_text = g_strconcat(kept[i].before, "0", kept[i].after, NULL);
    g_autoptr(NoslipConserved) before = find(test_text(free_text), 1, NULL, 0, NULL);
    g_assert_true(before->definite);
    g_assert_cmpuint(before->found->len, >=, 3);
    for (guint seed = 0; seed < 10; seed++) {
      g_autoptr(GString) potential = g_string_new("0");
      for (guint c = 0; c < 3; c++)
        g_string_append_printf(potential, " + %.3f*sin(%u*%s + %.3f)", g_rand_double_range(random, 0.01, 0.1),
                               g_rand_int_range(random, 1, 4), kept[i].coordinates[c],
                               g_rand_double_range(random, 0, 6));
      g_string_append_printf(potential, " + %.3f*cos(%s + %s)", g_rand_double_range(random, 0.01, 0.1),
                             kept[i].coordinates[0], kept[i].coordinates[g_rand_int_range(random, 1, 3)]);
      g_autofree char *text = g_strconcat(kept[i].before, potential->str, kept[i].after, NULL);
      g_test_message("%s", potential->str);
      g_autoptr(NoslipConserved) after = find(test_text(text), 1, NULL, 0, NULL);
      g_assert_true(after->definite);
      g_assert_cmpstr(after->known->pdata[0], ==, "energy");
      g_assert_cmpuint(after->found->len, ==, 0);
    }
  }
}

/* Potentials of degree 3 and 4 that are known to be integrable, and their neighbours that are not: Henon and Heiles,
 * quartic oscillators, Garnier's system. The integrals are of degree 2 or 4 in the momenta. */
static void
test_polynomials(void)
{
  static const struct {
    guint degree, found;
    const char *potential;
  } cases[] = {
      {0, 1, "(x^2 + y^2)/2 + x^2*y + y^3/3"},
      {0, 1, "(x^2 + y^2)/2 + x^2*y + 2*y^3"},
      {0, 0, "(x^2 + y^2)/2 + x^2*y - y^3/3"},
      {4, 1, "(x^2 + 16*y^2)/2 + x^2*y + 16*y^3/3"},
      {4, 0, "(x^2 + 15*y^2)/2 + x^2*y + 16*y^3/3"},
      {0, 1, "x^4 + 6*x^2*y^2 + y^4"},
      {0, 1, "x^4 + 12*x^2*y^2 + 16*y^4"},
      {0, 0, "x^4 + 5*x^2*y^2 + y^4"},
      {4, 1, "x^4 + 6*x^2*y^2 + 8*y^4"},
      {0, 1, "x^2/2 + y^2 + (x^2 + y^2)^2"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x in -1 .. 1\ncoordinate y in -1 .. 1\n"
                                            "kinetic (x'^2 + y'^2)/2\npotential %s\ninitial x = 0.1\n"
                                            "initial y' = 0.3\n",
                                            cases[i].potential);
    g_autoptr(NoslipConserved) found = find(test_text(text), cases[i].degree, NULL, 0, NULL);
    g_test_message("%s", cases[i].potential);
    g_assert_true(found->definite);
    g_assert_cmpfloat(found->gap, >=, 1e6);
    g_assert_cmpuint(found->found->len, ==, cases[i].found);
    for (guint j = 0; j < found->found->len; j++)
      g_assert_true(((const NoslipConservedItem *) found->found->pdata[j])->proved);
  }
}

/* A rigid body with any inertia conserves the square of its angular momentum, whatever the parameters are. */
static void
test_common(void)
{
  g_autoptr(NoslipConserved) found =
      find(test_text("noslip 1\nparameter A = 1\nparameter B = 2\nparameter C = 3.3\nsection a\nsection b\nsection c\n"
                     "bracket [a, b] = c\nbracket [b, c] = a\nbracket [c, a] = b\n"
                     "lagrangian (A*a^2 + B*b^2 + C*c^2)/2\ninitial a = 1\ninitial b = 0.4\ninitial c = 0.3\n"),
           0, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_cmpuint(found->found->len, ==, 1);
  g_assert_true(item_of(found, "quadratic")->general);
  g_assert_cmpstr(item_of(found, "quadratic")->expression, ==, "p(a)^2 + p(b)^2 + p(c)^2");
}

/* The ball on the rotating table in mm and us, its mass a decimal number: the moving energy is E - m/2 k^2 Omega^2 (x^2 +
 * y^2)/(k^2 + r^2) for all parameters. */
static void
test_decimals(void)
{
  g_autoptr(NoslipConserved) found =
      find(test_text("noslip 1\nparameter r = 20\nparameter k = 12\nparameter Omega = 3e-6\n"
                     "coordinate x in -100 .. 100\ncoordinate y in -100 .. 100\n"
                     "section x'\nsection y'\nsection a\nsection b\nsection c\n"
                     "bracket [b, a] = c\nbracket [c, b] = a\nbracket [a, c] = b\n"
                     "lagrangian 7e-3*(x'^2 + y'^2 + k^2*(a^2 + b^2 + c^2))\n"
                     "constraint x' - r*b + Omega*y = 0\nconstraint y' + r*a - Omega*x = 0\n"
                     "initial x = 30\ninitial y' = 1e-5\ninitial c = 2e-6\n"),
           0, NULL, 0, NULL);
  g_assert_true(found->definite);
  g_assert_true(item_of(found, "moving energy")->general);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/conserved/snakeboard", test_snakeboard);
  g_test_add_func("/conserved/table", test_table);
  g_test_add_func("/conserved/known-claim", test_known_claim);
  g_test_add_func("/conserved/table-in-body", test_table_in_body);
  g_test_add_func("/conserved/ball", test_ball);
  g_test_add_func("/conserved/disk-and-veselova", test_disk_and_veselova);
  g_test_add_func("/conserved/kovalevskaya", test_kovalevskaya);
  g_test_add_func("/conserved/kovalevskaya-by-angles", test_kovalevskaya_by_angles);
  g_test_add_func("/conserved/top", test_top);
  g_test_add_func("/conserved/top-unaided", test_top_unaided);
  g_test_add_func("/conserved/none", test_none);
  g_test_add_func("/conserved/nullspace", test_nullspace);
  g_test_add_func("/conserved/fractions", test_fractions);
  g_test_add_func("/conserved/driven", test_driven);
  g_test_add_func("/conserved/number", test_number);
  g_test_add_func("/conserved/moving", test_moving);
  g_test_add_func("/conserved/modes", test_modes);
  g_test_add_func("/conserved/perturbed", test_perturbed);
  g_test_add_func("/conserved/polynomials", test_polynomials);
  g_test_add_func("/conserved/common", test_common);
  g_test_add_func("/conserved/decimals", test_decimals);
  return g_test_run();
}
