/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mathematics as text: names, layout, and input that is not LaTeX. */
#include "ui/picture/math/mathtext.h"

#include "core/language/language.h"

#include <glib.h>

#include "tests/ui/picture/drawing.h"
#include "ui/picture/display-items.h"

static void
test_names(void)
{
  static const struct {
    const char *name, *dots, *primes;
  } cases[] = {
      {"omega", "ω", "ω"},
      {"v1", "v₁", "v₁"},
      {"w_12", "w₁₂", "w₁₂"},
      {"theta'", "θ\314\207", "θ′"},
      {"x''", "x\314\210", "x′′"},
      {"energy", "energy", "energy"},
      {"slip_x", "slip_x", "slip_x"},
      {"", "", ""},
      {"tau_theta", "τ_θ", "τ_θ"},
      {"k_phi'", "k_φ′", "k_φ′"},
      {"_x", "_x", "_x"},
      {"x_", "x_", "x_"},
      {"blade'", "blade′", "blade′"},
  };
  for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
    g_autofree char *dots = noslip_math_name(cases[k].name, FALSE), *primes = noslip_math_name(cases[k].name, TRUE);
    g_assert_cmpstr(dots, ==, cases[k].dots);
    g_assert_cmpstr(primes, ==, cases[k].primes);
  }
  g_autofree char *pretty = noslip_math_pretty("p(omega)+x1"), *words = noslip_math_pretty("mu of mine");
  g_autofree char *person = noslip_math_pretty("Lagrange-d'Alembert"), *rate = noslip_math_pretty("d'+x'");
  g_assert_cmpstr(pretty, ==, "p(ω)+x₁");
  g_assert_cmpstr(words, ==, "mu of mine");
  g_autofree char *product = noslip_math_expression("r^2*p(x') - 2*w_1^12"), *none = noslip_math_expression(NULL);
  g_assert_cmpstr(product, ==, "r²\342\200\211p(x\314\207) \342\210\222 2\342\200\211w₁¹²");
  g_assert_cmpstr(none, ==, "");
  g_assert_cmpstr(person, ==, "Lagrange-d'Alembert");
  g_assert_cmpstr(rate, ==, "d\314\207+x\314\207");
}

static void
test_units_and_words(void)
{
  g_autofree char *inertia = noslip_math_unit("kg m^2/s"), *rate = noslip_math_unit("m s^-10"),
                  *bare = noslip_math_unit(NULL);
  g_assert_cmpstr(inertia, ==, "kg m²/s");
  g_assert_cmpstr(rate, ==, "m s⁻¹⁰");
  g_assert_cmpstr(bare, ==, "");
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate omega\nlagrangian x'^2/2 + omega'^2/2\n"
                             "let speed = x'\n";
  static const char *const cases[][2] = {
      {"equation of w1", "equation of w₁"},
      {"momentum along omega, x'", "momentum along ω, x\314\207"},
      {"pi1 is conserved", "π₁ is conserved"},
      {"w2 sqrt(1 + y^2) is conserved", "w₂ sqrt(1 + y²) is conserved"},
      {"the speed of part1, mu of mine", "the speed of part1, mu of mine"}, /* words stay words */
      {"Lagrange-d'Alembert's x", "Lagrange-d'Alembert's x"},
      {"", ""},
  };
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "words", "words", diagnostics);
  g_assert_nonnull(system);
  for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
    g_autofree char *set = noslip_math_words(system, cases[k][0]);
    g_assert_cmpstr(set, ==, cases[k][1]);
  }
}

static void
test_layout(Drawing *f, gconstpointer data)
{
  double w, a, d, w2, a2, d2;
  g_autoptr(NoslipMath) line = noslip_math_new(&f->theme, "a + b", 20);
  g_autoptr(NoslipMath) fraction = noslip_math_new(&f->theme, "\\frac{a + b}{J + m a^{2}}", 20);
  noslip_math_size(line, &w, &a, &d);
  noslip_math_size(fraction, &w2, &a2, &d2);
  g_assert_cmpfloat(a2 + d2, >, 1.8 * (a + d));
  noslip_math_display(fraction, 10, 50, f->theme.text, f->display);
  g_assert_true(noslip_display_has_text(f->display, "J"));
  g_assert_true(noslip_display_has_text(f->display, "2"));
  g_assert_false(noslip_display_has_text(f->display, "frac"));
  g_autoptr(NoslipMath) bold = noslip_math_new(&f->theme, "\\mathbf{e}_{1} = e", 20);
  noslip_math_display(bold, 10, 90, f->theme.text, f->display);
  g_assert_true(noslip_display_has_text(f->display, "e"));
  g_assert_false(noslip_display_has_text(f->display, "mathbf"));
  g_autoptr(NoslipMath) big = noslip_math_new(&f->theme, "\\Bigl( x \\Bigr)", 20);
  g_autoptr(NoslipMath) small = noslip_math_new(&f->theme, "( x )", 20);
  double big_width, big_ascent, small_width, small_ascent;
  noslip_math_size(big, &big_width, &big_ascent, NULL);
  noslip_math_size(small, &small_width, &small_ascent, NULL);
  g_assert_cmpfloat(big_ascent, >, 1.3 * small_ascent);
  g_assert_cmpfloat(big_width, <, 2 * small_width);
  /* A long sum is broken; no line is wider than requested. */
  g_autoptr(NoslipMath) wrapped =
      noslip_math_new_wrapped(&f->theme, "x = aaaa + bbbb - cccc + dddd - eeee + ffff", 20, 160);
  noslip_math_size(wrapped, &w, &a, &d);
  g_assert_cmpfloat(w, <=, 160);
  g_assert_cmpfloat(a + d, >, 40);
}

static double
width_of(const Drawing *f, const char *text)
{
  NoslipTextStyle style = {.size = 20};
  double width = 0;
  noslip_text_measure(&f->theme, &style, text, &width, NULL, NULL);
  return width;
}

static double
set_width(const Drawing *f, const char *latex)
{
  double width = 0;
  g_autoptr(NoslipMath) math = noslip_math_new(&f->theme, latex, 20);
  noslip_math_size(math, &width, NULL, NULL);
  return width;
}

/* An index is below the line, smaller, without its underscore; a dot needs no width, also on Greek letters. */
static void
test_indices(Drawing *f, gconstpointer data)
{
  g_assert_cmpfloat(width_of(f, "slip_x"), <, width_of(f, "slipx"));
  g_assert_cmpfloat(width_of(f, "slip_x"), >, width_of(f, "slip"));
  g_assert_cmpfloat(width_of(f, "k_φ"), <, width_of(f, "kφ"));
  g_assert_cmpfloat_with_epsilon(width_of(f, "w₁₂, p₃"), width_of(f, "w_12, p_3"), 1e-6);
  g_assert_cmpfloat(width_of(f, "a _ b"), >, width_of(f, "a  b"));
  g_assert_cmpfloat(width_of(f, "_x"), >, width_of(f, "x"));
  g_assert_cmpfloat(width_of(f, "θ\314\207θ\314\207θ\314\207"), <, 1.25 * width_of(f, "θθθ"));
}

/* A dot is above its letter, also above a stem. */
static void
test_dots(Drawing *f, gconstpointer data)
{
  const NoslipTextStyle style = {.size = 20};
  for (const char *letter = "abcdefghklmnopqrstuvwxyz"; *letter; letter++) {
    g_autofree char *plain = g_strndup(letter, 1), *dotted = g_strdup_printf("%c\314\207", *letter);
    double rise = noslip_text_ink_ascent(&f->theme, &style, dotted) - noslip_text_ink_ascent(&f->theme, &style, plain);
    if (rise < 1.5)
      g_error("the dot on %s is %.2f above it", plain, rise);
  }
}

/* Factors that are words are separated; a function is adjacent to the bracket of its argument. */
static void
test_spaces(Drawing *f, gconstpointer data)
{
  double apart = set_width(f, "r \\mathrm{force}") - set_width(f, "r") - set_width(f, "\\mathrm{force}");
  double close = set_width(f, "r s") - set_width(f, "r") - set_width(f, "s");
  double call = set_width(f, "\\sin\\left(x\\right)") - set_width(f, "\\sin") - set_width(f, "\\left(x\\right)");
  g_assert_cmpfloat(apart, >, 1.5 * close);
  g_assert_cmpfloat(call, <, close);
  g_assert_cmpfloat(set_width(f, "x \\sin x") - set_width(f, "x x"), >, set_width(f, "\\sin") + close);
}

static void
test_never_fails(Drawing *f, gconstpointer data)
{
  static const char *const odd[] = {
      "",       "{",      "}",        "\\",         "\\frac",           "\\frac{a}", "^",
      "a^^b",   "a__",    "\\left(",  "\\right)",   "\\left",           "\\dot",     "\\unknown{x}",
      "\xff",   "x}y{z",  "\\sqrt[3", "\\mathrm{a", "\\left.a\\right|", "'''",       "\\\\",
      "\\Bigl", "\\bigr)"};
  for (guint k = 0; k < G_N_ELEMENTS(odd); k++) {
    g_autoptr(NoslipMath) math = noslip_math_new(&f->theme, odd[k], 16);
    noslip_math_display(math, 0, 0, f->theme.text, f->display);
  }
  GString *deep = g_string_new(NULL);
  for (guint i = 0; i < 20000; i++)
    g_string_append(deep, "\\frac{a}{");
  g_autoptr(NoslipMath) math = noslip_math_new(&f->theme, deep->str, 16);
  g_assert_nonnull(math);
  g_string_free(deep, TRUE);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/math/names", test_names);
  g_test_add_func("/picture/math/units-and-words", test_units_and_words);
  g_test_add("/picture/math/layout", Drawing, NULL, drawing_set_up, test_layout, drawing_tear_down);
  g_test_add("/picture/math/indices", Drawing, NULL, drawing_set_up, test_indices, drawing_tear_down);
  g_test_add("/picture/math/dots", Drawing, NULL, drawing_set_up, test_dots, drawing_tear_down);
  g_test_add("/picture/math/spaces", Drawing, NULL, drawing_set_up, test_spaces, drawing_tear_down);
  g_test_add("/picture/math/never-fails", Drawing, NULL, drawing_set_up, test_never_fails, drawing_tear_down);
  return g_test_run();
}
