/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/completion-words.h"

#include <glib/gi18n.h>

static const NoslipWordHelp words[] = {
    {"p", "p(NAME)", N_("the momentum of a velocity or section, dL/d NAME"), TRUE},
    {"d", "d(f)", N_("the rate of change along the motion"), TRUE},
    {"lambda", "lambda(CONSTRAINT)", N_("the multiplier of a constraint, nonholonomic"), TRUE},
    {"mu", "mu(CONSTRAINT)", N_("the multiplier of a constraint, vakonomic"), TRUE},
    {"jacobi", "jacobi(f, g, h)", N_("the Jacobiator {f,{g,h}} + {g,{h,f}} + {h,{f,g}}"), TRUE},
    {"dot", "dot(u, v)", N_("the scalar product of two vectors"), TRUE},
    {"cross", "cross(u, v)", N_("the vector product of two vectors"), TRUE},
    {"norm", "norm(v)", N_("the length of a vector"), TRUE},
    {"omega", "omega(ROTATION)", N_("the angular velocity of a rotation, along axes fixed in space"), TRUE},
    {"transpose", "transpose(ROTATION)", N_("the rotation from space to body: transpose(R)*u"), TRUE},
    {"if", "if(condition, a, b)", N_("a where the condition holds, else b"), TRUE},
    {"sum", "sum(i in A..B, expr)", N_("the sum over the whole numbers from A to B"), TRUE},
    {"sin", "sin(x)", N_("the sine of an angle in radians"), TRUE},
    {"cos", "cos(x)", N_("the cosine of an angle in radians"), TRUE},
    {"tan", "tan(x)", N_("the tangent of an angle in radians"), TRUE},
    {"asin", "asin(x)", N_("the angle whose sine is x, in radians"), TRUE},
    {"acos", "acos(x)", N_("the angle whose cosine is x, in radians"), TRUE},
    {"atan", "atan(x)", N_("the angle whose tangent is x, in radians"), TRUE},
    {"atan2", "atan2(y, x)", N_("the angle of the point (x, y), in radians"), TRUE},
    {"sinh", "sinh(x)", N_("the hyperbolic sine"), TRUE},
    {"cosh", "cosh(x)", N_("the hyperbolic cosine"), TRUE},
    {"tanh", "tanh(x)", N_("the hyperbolic tangent"), TRUE},
    {"exp", "exp(x)", N_("e to the power x"), TRUE},
    {"log", "log(x)", N_("the natural logarithm"), TRUE},
    {"sqrt", "sqrt(x)", N_("the square root"), TRUE},
    {"abs", "abs(x)", N_("the absolute value"), TRUE},
    {"sign", "sign(x)", N_("-1, 0 or 1"), TRUE},
    {"min", "min(x, y, …)", N_("the smallest of two or more"), TRUE},
    {"max", "max(x, y, …)", N_("the largest of two or more"), TRUE},
    {"pi", "pi", N_("3.14159…"), FALSE},
    {"t", "t", N_("the time, in seconds"), FALSE},
    {"energy", "energy", N_("the energy of the system"), FALSE},
    {"kinetic", "kinetic", N_("the kinetic energy"), FALSE},
    {"potential", "potential", N_("the potential energy"), FALSE},
    {"lagrangian", "lagrangian", N_("the Lagrangian"), FALSE},
};

const NoslipWordHelp *
noslip_language_words(guint *n)
{
  *n = G_N_ELEMENTS(words);
  return words;
}
