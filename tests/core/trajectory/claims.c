/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims and CSV on rows with given values. */
#include "core/verdict/claims.h"
#include "core/trajectory/csv.h"

#include "tests/core/geometry/support.h"

#include <locale.h>
#include <math.h>
#include <string.h>

static const char *const text =
    "noslip 1\nparameter k = 4\ncoordinate x\ncoordinate z\nlagrangian (x'^2 + z'^2 - k*x^2)/2\n"
    "constraint c: z' = 0\ninitial x = 1\n";

/* x = cos 2t over one second, 11 rows. */
enum { N = 11, SIZE = 8 };

static void
fill(double *rows)
{
  for (guint i = 0; i < N; i++) {
    double t = 0.1 * i;
    const double row[SIZE] = {t, cos(2 * t), 0.5, -2 * sin(2 * t), 0, -4 * cos(2 * t), 0, 0};
    memcpy(rows + i * SIZE, row, sizeof row);
  }
}

static void
judge(const char *claim, NoslipDynamicsKind kind, NoslipVerdict *verdict)
{
  double rows[N * SIZE];
  const double k = 4;
  g_autofree char *source = g_strdup_printf("%s%s\n", text, claim);
  g_autoptr(NoslipSystem) system = test_text(source);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipClaims) claims = noslip_claims_new(system, kind, diagnostics);
  g_assert_nonnull(claims);
  fill(rows);
  noslip_claims_add_rows(claims, &k, 4, rows); /* in two pieces, as chunks are added */
  noslip_claims_add_rows(claims, &k, N - 4, rows + 4 * SIZE);
  g_assert_cmpuint(noslip_claims_n(claims), ==, 1);
  noslip_claims_verdict(claims, 0, verdict);
}

static void
test_residual(void)
{
  NoslipVerdict verdict;
  judge("claim \"c\": d(energy) = 0", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  g_assert_true(verdict.applies && verdict.kind == NOSLIP_VERDICT_PROVED && verdict.good);
  g_assert_cmpfloat(verdict.residual, <, 1e-15);

  /* |left - right| = 0.1 |x|, largest 0.1 at t = 0; terms |4 x| and |4.1 x|, largest 8.1; max|x'|/T = 2 sin(2 t)/1. */
  judge("claim \"c\": d(x') = -4.1*x within 0.02", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  double fastest = 2 * sin(2 * 0.8);
  test_close(verdict.scale, 8.1 + fastest, 1e-12, "scale");
  test_close(verdict.residual, 0.1 / (8.1 + fastest), 1e-12, "residual");
  g_assert_cmpfloat(verdict.worst_time, ==, 0);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_HOLDS);
  test_close(verdict.left, -4 * cos(2), 1e-12, "left");
  test_close(verdict.right, -4.1 * cos(2), 1e-12, "right");
  judge("claim \"c\": d(x') = -4.1*x within 0.009", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  g_assert_true(verdict.kind == NOSLIP_VERDICT_FAILS && !verdict.good);
  judge("claim \"c\": d(x') = -4.1*x expected to fail", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  g_assert_true(verdict.kind == NOSLIP_VERDICT_FAILS_AS_EXPECTED && verdict.good);

  /* Terms of a product of sums count: x*(x - x - 0*...) would divide rounding by rounding otherwise. */
  judge("claim \"c\": z*(d(x') + k*x) = 0", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
}

static void
test_corners(void)
{
  NoslipVerdict verdict;
  judge("claim \"c\": x*2 = 2*x", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict); /* one node: no 0/0 */
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
  g_assert_cmpfloat(verdict.residual, ==, 0);
  judge("claim \"c\": z' = 0", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict); /* all terms vanish */
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
  g_assert_cmpfloat(verdict.residual, ==, 0);
  judge("claim \"c\": sqrt(-1 - x^2) = 1", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  g_assert_true(verdict.kind == NOSLIP_VERDICT_UNDEFINED && isnan(verdict.residual));
  judge("claim \"c\": 1/z' = x", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_UNDEFINED);
  judge("claim \"c\": x = 1 for vakonomic", NOSLIP_DYNAMICS_NONHOLONOMIC, &verdict);
  g_assert_true(!verdict.applies && verdict.good);
  judge("claim \"c\": x = 1 for vakonomic", NOSLIP_DYNAMICS_VAKONOMIC, &verdict);
  g_assert_true(verdict.applies && verdict.kind == NOSLIP_VERDICT_FAILS);
}

static void
test_refused(void)
{
  g_autofree char *source =
      g_strconcat(text, "claim \"force\": lambda(c) = 0\n", "claim \"mine\": lambda(c) = 0 for nonholonomic\n", NULL);
  g_autoptr(NoslipSystem) system = test_text(source);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_claims_new(system, NOSLIP_DYNAMICS_VAKONOMIC, diagnostics));
  g_assert_cmpuint(diagnostics->n_errors, ==, 1);
  const NoslipDiagnostic *error = g_ptr_array_index(diagnostics->list, 0);
  g_assert_nonnull(strstr(error->cause, "force"));
  g_assert_cmpuint(error->place.line, ==, 8);
  g_assert_nonnull(system->file);
  g_assert_cmpstr(error->file, ==, system->file);
  g_assert_cmpint(noslip_diagnostic_status(error), ==, 2);
}

static void
test_csv(void)
{
  const double k = 4;
  double rows[N * SIZE];
  g_autofree char *source = g_strconcat(text, "observable twice = 2*x\nobservable pull = lambda(c)\n", NULL);
  g_autoptr(NoslipSystem) system = test_text(source);
  fill(rows);
  rows[SIZE + 7] = NAN;
  const char *const headers[] = {"t,x,z,x',z',energy,lambda[c],twice,pull\n", "t,x,z,x',z',energy,mu[c],twice,pull\n",
                                 "t,x,z,x',z',energy,twice,pull\n"};
  for (guint kind = 0; kind < 3; kind++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipCsv) csv = noslip_csv_new(system, (NoslipDynamicsKind) kind, diagnostics);
    g_autoptr(GString) out = g_string_new(NULL);
    g_assert_nonnull(csv);
    g_assert_cmpuint(diagnostics->n_errors, ==, 0);
    g_assert_cmpuint(diagnostics->list->len, ==, kind == 0 ? 0 : 1); /* the warning about `pull` */
    noslip_csv_header(csv, out);
    g_assert_cmpstr(out->str, ==, headers[kind]);
    g_string_truncate(out, 0);
    noslip_csv_rows(csv, &k, N, rows, out);
    g_auto(GStrv) lines = g_strsplit(out->str, "\n", -1);
    g_assert_cmpuint(g_strv_length(lines), ==, N + 1);
    for (guint i = 0; i < N; i++) {
      g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
      g_assert_cmpuint(g_strv_length(cells), ==, kind == 2 ? 8 : 9);
      for (guint j = 0; j < 5; j++)
        g_assert_cmpfloat(g_ascii_strtod(cells[j], NULL), ==, rows[i * SIZE + j]); /* every bit */
      test_close(g_ascii_strtod(cells[5], NULL), 2, 1e-14, "energy");
      g_assert_cmpfloat(g_ascii_strtod(cells[kind == 2 ? 6 : 7], NULL), ==, 2 * rows[i * SIZE + 1]);
      g_assert_true((strcmp(cells[kind == 2 ? 7 : 8], "nan") == 0) == (kind != 0));
    }
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  setlocale(LC_NUMERIC, "de_DE.UTF-8"); /* where that locale is installed, decimals would have commas */
  g_test_add_func("/claims/residual", test_residual);
  g_test_add_func("/claims/corners", test_corners);
  g_test_add_func("/claims/refused", test_refused);
  g_test_add_func("/csv", test_csv);
  return g_test_run();
}
