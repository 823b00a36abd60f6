/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled program against the value of the graph, lanes against one state. */
#include "core/expr/tape.h"
#include "core/expr/listing.h"
#include "core/expr/sincos.h"
#include "tests/core/expr/random.h"
#include "tests/core/expr/short.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES

static gboolean
same_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* 1e-15 for each rounding, for the about hundred roundings of these expressions. */
static gboolean
close_to(double a, double b)
{
  return same_bits(a, b) || fabs(a - b) <= 1e-11 * MAX(fabs(a), fabs(b)) || fabs(a - b) < 1e-12;
}

static void
check_lanes(NoslipTapeWorkspace *work, guint n_variables, guint n_outputs, const double *variables)
{
  g_autofree double *in = g_new(double, n_variables + 1);
  g_autofree double *one = g_new(double, n_outputs), *all = g_new(double, (gsize) n_outputs *LANES);
  static const guint widths[] = {1, LANES / 4, LANES / 4 + 1, LANES / 2, LANES / 2 + 1, LANES};
  for (guint w = 0; w < G_N_ELEMENTS(widths); w++) {
    for (guint i = 0; i < n_outputs * LANES; i++)
      all[i] = -12345;
    noslip_tape_use_lanes(work, widths[w]);
    noslip_tape_evaluate_lanes(work, variables, all);
    for (guint lane = 0; lane < widths[w]; lane++) {
      for (guint i = 0; i < n_variables; i++)
        in[i] = variables[i * LANES + lane];
      noslip_tape_evaluate(work, in, one);
      for (guint i = 0; i < n_outputs; i++)
        g_assert_true(same_bits(one[i], all[i * LANES + lane]));
    }
  }
}

static void
test_random(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(20240607);
  guint finite = 0;
  for (guint round = 0; round < 300; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr symbols[6], outputs[5];
    double values[6], results[5], lanes[4 * LANES];
    random_symbols(g, 6, symbols);
    for (guint i = 0; i < 5; i++)
      outputs[i] = random_expr(g, rand, 6, symbols, 4 + round / 8);
    for (guint i = 0; i < 6; i++)
      values[i] = g_rand_double_range(rand, 0.2, 1.4);
    g_autoptr(NoslipTape) tape = noslip_tape_new(g, 2, symbols, 4, symbols + 2, 5, outputs);
    g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
    noslip_tape_set_constants(work, values);
    noslip_tape_evaluate(work, values + 2, results);
    double first[2], rest[3];
    noslip_tape_evaluate_state(work, values[2], values + 3, 2, first, rest);
    for (guint i = 0; i < 5; i++)
      g_assert_true(same_bits(results[i], i < 2 ? first[i] : rest[i - 2]));
    for (guint i = 0; i < 5; i++) {
      double expected = noslip_expr_value(g, outputs[i], 6, symbols, values);
      finite += isfinite(expected) && expected != 0;
      if (isfinite(expected) && fabs(expected) < 1e6)
        g_assert_true(close_to(results[i], expected));
    }
    for (guint i = 0; i < G_N_ELEMENTS(lanes); i++)
      lanes[i] = g_rand_double_range(rand, -3, 3);
    lanes[5] = NAN;
    lanes[LANES + 7] = INFINITY;
    lanes[2 * LANES + 9] = 0;
    lanes[3 * LANES + 11] = 1e7;
    check_lanes(work, 4, 5, lanes);
  }
  g_assert_cmpuint(finite, >, 1000);
}

/* An argument that is too large for the fast sine, in any lane, including the first and the last. */
static void
test_far_lanes(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = noslip_expr_symbol(g, "x");
  const NoslipExpr outputs[] = {F(SIN, x), noslip_expr_mul(g, F(COS, x), F(SIN, x))};
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, 0, NULL, 1, &x, 2, outputs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  for (guint far = 0; far < LANES; far++) {
    double in[LANES], out[2 * LANES];
    for (guint lane = 0; lane < LANES; lane++)
      in[lane] = lane == far ? 3e7 + 0.1 : 0.1 * lane;
    check_lanes(work, 1, 2, in);
    noslip_tape_evaluate_lanes(work, in, out);
    g_assert_cmpfloat_with_epsilon(out[far], sin(3e7 + 0.1), 1e-15);
  }
}

static void
test_constants_by_lane(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  g_autoptr(GRand) rand = g_rand_new_with_seed(7);
  NoslipExpr symbols[4], e;
  random_symbols(g, 4, symbols);
  e = noslip_expr_add(g, random_expr(g, rand, 4, symbols, 12),
                      noslip_expr_mul(g, F(SIN, symbols[0]), noslip_expr_mul(g, F(EXP, symbols[1]), symbols[2])));
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, 2, symbols, 2, symbols + 2, 1, &e);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape), single = noslip_tape_workspace_new(tape);
  double constants[2 * LANES], variables[2 * LANES], all[LANES];
  for (guint i = 0; i < 2 * LANES; i++) {
    constants[i] = g_rand_double_range(rand, 0.3, 1.1);
    variables[i] = g_rand_double_range(rand, 0.3, 1.1);
  }
  noslip_tape_set_constants_lanes(work, constants);
  noslip_tape_evaluate_lanes(work, variables, all);
  for (guint lane = 0; lane < LANES; lane++) {
    double own[2] = {constants[lane], constants[LANES + lane]}, in[2] = {variables[lane], variables[LANES + lane]};
    double one;
    noslip_tape_set_constants(single, own);
    noslip_tape_evaluate(single, in, &one);
    g_assert_true(isfinite(one) && same_bits(one, all[lane]));
  }
  g_assert_false(same_bits(all[0], all[1]));
}

static void
test_edges(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = noslip_expr_symbol(g, "x"), y = noslip_expr_symbol(g, "y"), z = noslip_expr_symbol(g, "z");
  NoslipExpr outputs[8] = {
      x, x, noslip_expr_rational(g, 1, 3), z, noslip_expr_pi(g), F(RATE, x), noslip_expr_mul(g, y, y), NOSLIP_ZERO};
  double value = 2.5, constant = 3.0, results[8];
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, 1, &y, 1, &x, 8, outputs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_assert_cmpuint(noslip_tape_n_operations(tape), <=, 1);
  noslip_tape_evaluate(work, &value, results);
  g_assert_true(isnan(results[6])); /* the constant is not set */
  noslip_tape_set_constants(work, &constant);
  noslip_tape_evaluate(work, &value, results);
  g_assert_cmpfloat(results[0], ==, 2.5);
  g_assert_cmpfloat(results[1], ==, 2.5);
  g_assert_cmpfloat(results[2], ==, 1.0 / 3.0);
  g_assert_true(isnan(results[3]));
  g_assert_cmpfloat(results[4], ==, G_PI);
  g_assert_true(isnan(results[5]));
  g_assert_cmpfloat(results[6], ==, 9.0);
  g_assert_cmpfloat(results[7], ==, 0.0);
  g_autoptr(NoslipTape) empty = noslip_tape_new(g, 0, NULL, 0, NULL, 0, NULL);
  g_autoptr(NoslipTapeWorkspace) nothing = noslip_tape_workspace_new(empty);
  noslip_tape_evaluate(nothing, NULL, NULL);
  noslip_tape_evaluate_lanes(nothing, NULL, NULL);
}

/* Only the sine, only the cosine, both, and a long chain. */
static void
test_sines(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = noslip_expr_symbol(g, "x"), outputs[4], chain = x;
  for (guint i = 0; i < 50; i++)
    chain = i % 2 ? F(SIN, chain) : F(COS, noslip_expr_add(g, chain, NOSLIP_ONE));
  outputs[0] = F(COS, x);
  outputs[1] = F(SIN, noslip_expr_mul(g, x, x));
  outputs[2] = noslip_expr_mul(g, F(SIN, outputs[1]), F(COS, outputs[1]));
  outputs[3] = chain;
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, 0, NULL, 1, &x, 4, outputs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  for (double value = -20; value < 20; value += 0.37) {
    double results[4];
    noslip_tape_evaluate(work, &value, results);
    for (guint i = 0; i < 4; i++)
      g_assert_cmpfloat_with_epsilon(results[i], noslip_expr_value(g, outputs[i], 1, &x, &value), 1e-13);
  }
}

/* Against the C library in extended precision. Two roundings of half a unit near 1 (the reduced argument and
 * the result), 1.1e-16, and the remainders of the reduction and of the series, some 5e-17 each. */
static void
test_sincos(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(3);
  long double worst = 0;
  for (guint i = 0; i < 200000; i++) {
    double range = i % 4 == 0 ? 1e5 : i % 4 == 1 ? 100 : i % 4 == 2 ? 3.5 : 0.8;
    double x = i % 50 == 0 ? (i / 50) * G_PI_2 : g_rand_double_range(rand, -range, range), s, c;
    noslip_sincos_reduced(x, &s, &c);
    worst = MAX(worst, MAX(fabsl(s - sinl(x)), fabsl(c - cosl(x))));
  }
  g_test_message("largest error %.3Lg", worst);
  g_assert_true(worst > 0 && worst < 2e-16L);
  double s, c;
  noslip_sincos_reduced(-0.0, &s, &c);
  g_assert_true(s == 0 && c == 1);
}

/* A list keeps the steps that its outputs need, and the outputs refer to these. */
static void
test_listing(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), exprs[3] = {F(TANH, x), F(EXP, x), F(LOG, x)};
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, 0, NULL, 1, &x, 3, exprs);
  static const NoslipOp ops[] = {NOSLIP_OP_TANH, NOSLIP_OP_EXP, NOSLIP_OP_LOG};
  for (guint i = 0; i < 3; i++) {
    g_autoptr(NoslipListing) listing = noslip_listing_new();
    const NoslipOperand input = noslip_operand_input(0);
    NoslipOperand outputs[3];
    noslip_listing_add(listing, tape, &input, outputs);
    g_assert_cmpuint(listing->steps->len, ==, 3);
    noslip_listing_output(listing, 1, outputs + i);
    noslip_listing_output(listing, 1, outputs + (i + 1) % 3);
    noslip_listing_seal(listing);
    g_assert_cmpuint(listing->steps->len, ==, 2);
    for (guint j = 0; j < 2; j++) {
      const NoslipOperand *output = &g_array_index(listing->outputs, NoslipOperand, j);
      g_assert_cmpint(output->kind, ==, NOSLIP_OPERAND_STEP);
      g_assert_cmpuint(output->index, <, 2);
      const NoslipListingStep *step = &g_array_index(listing->steps, NoslipListingStep, output->index);
      g_assert_cmpint(step->op, ==, ops[(i + j) % 3]);
      g_assert_cmpint(step->a.kind, ==, NOSLIP_OPERAND_INPUT);
    }
  }
}

/* The third operand of a product (added or subtracted) is needed and moves with the others. */
static void
test_listing_thirds(void)
{
  for (guint minus = 0; minus < 2; minus++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr symbols[3] = {S("x"), S("y"), S("z")};
    NoslipExpr product = MUL(symbols[0], symbols[1]), third = F(EXP, symbols[2]);
    NoslipExpr exprs[2] = {F(TANH, symbols[2]), minus ? SUB(third, product) : ADD(third, product)};
    g_autoptr(NoslipTape) tape = noslip_tape_new(g, 0, NULL, 3, symbols, 2, exprs);
    g_autoptr(NoslipListing) listing = noslip_listing_new();
    NoslipOperand inputs[3], outputs[2];
    for (guint i = 0; i < 3; i++)
      inputs[i] = noslip_operand_input(i);
    noslip_listing_add(listing, tape, inputs, outputs);
    noslip_listing_output(listing, 1, outputs + 1);
    noslip_listing_seal(listing);
    g_assert_cmpuint(listing->steps->len, ==, 2);
    const NoslipListingStep *steps = (const NoslipListingStep *) (gpointer) listing->steps->data;
    g_assert_cmpint(steps[0].op, ==, NOSLIP_OP_EXP);
    g_assert_cmpint(steps[1].kind, ==, minus ? NOSLIP_STEP_MULSUB : NOSLIP_STEP_MULADD);
    g_assert_cmpint(steps[1].c.kind, ==, NOSLIP_OPERAND_STEP);
    g_assert_cmpuint(steps[1].c.index, ==, 0);
    g_assert_cmpuint(noslip_listing_arity(&steps[1]), ==, 3);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/tape/far-lanes", test_far_lanes);
  g_test_add_func("/expr/tape/random", test_random);
  g_test_add_func("/expr/tape/constants-by-lane", test_constants_by_lane);
  g_test_add_func("/expr/tape/edges", test_edges);
  g_test_add_func("/expr/tape/sines", test_sines);
  g_test_add_func("/expr/tape/sincos", test_sincos);
  g_test_add_func("/expr/tape/listing", test_listing);
  g_test_add_func("/expr/tape/listing-thirds", test_listing_thirds);
  return g_test_run();
}
