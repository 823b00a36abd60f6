/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SymPy: the rates as a Matrix of expressions in the symbols of the state, the parameters and t. */
#include "core/codegen/write.h"

static const NoslipCodeStyle style = {
    .assign = "v$a = $b\n",
    .result = "    $b,\n",
    .whole = TRUE,
    .divide = "$a / $b",
    .nan = "sympy.nan",
    .infinity = "sympy.oo",
    .call =
        {
            [NOSLIP_OP_POWER] = "sympy.Pow($a, $b)",
            [NOSLIP_OP_SIN] = "sympy.sin($a)",
            [NOSLIP_OP_COS] = "sympy.cos($a)",
            [NOSLIP_OP_TAN] = "sympy.tan($a)",
            [NOSLIP_OP_ASIN] = "sympy.asin($a)",
            [NOSLIP_OP_ACOS] = "sympy.acos($a)",
            [NOSLIP_OP_ATAN] = "sympy.atan($a)",
            [NOSLIP_OP_ATAN2] = "sympy.atan2($a, $b)",
            [NOSLIP_OP_SINH] = "sympy.sinh($a)",
            [NOSLIP_OP_COSH] = "sympy.cosh($a)",
            [NOSLIP_OP_TANH] = "sympy.tanh($a)",
            [NOSLIP_OP_EXP] = "sympy.exp($a)",
            [NOSLIP_OP_LOG] = "sympy.log($a)",
            [NOSLIP_OP_SQRT] = "sympy.sqrt($a)",
            [NOSLIP_OP_ABS] = "sympy.Abs($a)",
            [NOSLIP_OP_SIGN] = "sympy.sign($a)",
            [NOSLIP_OP_MIN] = "sympy.Min($a, $b)",
            [NOSLIP_OP_MAX] = "sympy.Max($a, $b)",
            [NOSLIP_OP_LESS] = "sympy.StrictLessThan($a, $b)",
            [NOSLIP_OP_AT_MOST] = "sympy.LessThan($a, $b)",
            [NOSLIP_OP_AND] = "sympy.And($a, $b)",
            [NOSLIP_OP_OR] = "sympy.Or($a, $b)",
            [NOSLIP_OP_NOT] = "sympy.Not($a)",
            [NOSLIP_OP_WHEN] = "sympy.Piecewise(($b, $a), (0, True))",
        },
};

static const NoslipCodeLists lists = {
    .states = "states = [sympy.Symbol(name) for name in [",
    .parameters = "]]\nparameters = [sympy.Symbol(name) for name in [",
    .observables = "]]\nobservables = [",
    .values = "]\n# Parameters and initial state of the system's text.\nparameter_values = [",
    .initial = "]\ninitial = [",
    .end = "]\n\nstate = states\n",
};

/* Writes the steps, and the outputs as a Matrix. */
static void
write_matrix(GString *out, const char *name, const NoslipListing *listing)
{
  noslip_code_assignments(out, listing, &style);
  if (listing->outputs->len == 0) {
    g_string_append_printf(out, "%s = sympy.zeros(0, 1)\n\n", name);
    return;
  }
  g_string_append_printf(out, "%s = sympy.Matrix([\n", name);
  noslip_code_outputs(out, listing, &style);
  g_string_append(out, "])\n\n");
}

static void
write_file(const NoslipExport *code, GString *out)
{
  g_string_append(out, "# -*- coding: utf-8 -*-\n");
  noslip_code_heading(out, code, "# ");
  g_string_append(out, "# `rates` are the rates of `states`; `values` are those of `observables`, which are names.\n\n"
                       "import sympy\n\nt = sympy.Symbol(\"t\")\n");
  noslip_code_lists(out, code, &lists, &style);
  write_matrix(out, "rates", code->rates);
  write_matrix(out, "values", code->observe);
}

const NoslipCodeLanguage noslip_code_sympy = {
    .id = "sympy",
    .title = "SymPy",
    .formulas_only = TRUE,
    .write = write_file,
};
