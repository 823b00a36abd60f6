/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SymPy: the rates as a Matrix of expressions in the symbols of the state, the parameters and t. */
#include "core/codegen/write.h"

#include <string.h>

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

/* NAME = [Symbol("a"), …] */
static void
write_symbols(GString *out, const char *list, guint n, const char *const *names)
{
  g_string_append_printf(out, "%s = [sympy.Symbol(name) for name in [", list);
  noslip_code_names(out, n, names);
  g_string_append(out, "]]\n");
}

/* The steps, and the outputs as a Matrix. */
static void
write_matrix(GString *out, const char *name, const NoslipListing *listing)
{
  GString *body = g_string_new(NULL);
  noslip_code_steps(body, listing, &style);
  gsize length = 0;
  for (guint s = 0; s < listing->steps->len; s++)
    length = (gsize) (strchr(body->str + length, '\n') - body->str) + 1;
  g_string_append_len(out, body->str, (gssize) length);
  if (listing->outputs->len == 0)
    g_string_append_printf(out, "%s = sympy.zeros(0, 1)\n\n", name);
  else
    g_string_append_printf(out, "%s = sympy.Matrix([\n%s])\n\n", name, body->str + length);
  g_string_free(body, TRUE);
}

static void
write_file(const NoslipExport *code, GString *out)
{
  const NoslipSystem *system = code->system;
  g_autofree const char **parameters = noslip_code_parameter_names(code);
  g_autofree const char **observables = noslip_code_observable_names(code);
  g_string_append(out, "# -*- coding: utf-8 -*-\n");
  noslip_code_heading(out, code, "# ");
  g_string_append(out, "# `rates` are the rates of `states`; `values` are those of `observables`, which are names.\n\n"
                       "import sympy\n\nt = sympy.Symbol(\"t\")\n");
  write_symbols(out, "states", code->flow->n_state, (const char *const *) code->states);
  write_symbols(out, "parameters", system->n_parameters, parameters);
  g_string_append(out, "observables = [");
  noslip_code_names(out, system->n_observables, observables);
  g_string_append(out, "]\n# The values of the system's text.\nparameter_values = [");
  noslip_code_numbers(out, system->n_parameters, code->parameters, &style);
  g_string_append(out, "]\ninitial = [");
  noslip_code_numbers(out, code->flow->n_state, code->initial, &style);
  g_string_append(out, "]\n\nstate = states\n");
  write_matrix(out, "rates", code->rates);
  write_matrix(out, "values", code->observe);
}

const NoslipCodeLanguage noslip_code_sympy = {
    .id = "sympy",
    .title = "SymPy",
    .write = write_file,
};
