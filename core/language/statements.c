/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DESCRIPTION " [\"what it is\"]"
#define UNIT " [unit \"…\"]"

static const NoslipStatementHelp statements[N_STATEMENTS] = {
    [STATEMENT_NOSLIP] = {"noslip", "noslip 1", N_("The version of the language; the first statement of the file."),
                          "noslip 1"},
    [STATEMENT_TITLE] = {"title", "title \"…\"", N_("The name that people read."), "title \"Chaplygin sleigh\""},
    [STATEMENT_SUMMARY] = {"summary", "summary \"…\"", N_("One sentence about the system."),
                           "summary \"A skate that carries a body: it turns until it runs straight.\""},
    [STATEMENT_SOURCE] = {"source", "source \"…\"",
                          N_("The paper and the example that the system is from; may repeat."),
                          "source \"Iglesias et al., example 4.8\""},
    [STATEMENT_TAGS] = {"tags", "tags word word", N_("Words to find the system by."), "tags rolling affine se(2)"},
    [STATEMENT_PARAMETER] = {"parameter", "parameter NAME = number [in LO .. HI]" UNIT DESCRIPTION,
                             N_("A constant with a slider; the range is a hint for the slider, not a bound."),
                             "parameter m = 1 in 0.1 .. 10 unit \"kg\" \"mass\""},
    [STATEMENT_LET] = {"let", "let NAME = expr", N_("An abbreviation."), "let mu_J = J + m*a^2"},
    [STATEMENT_COORDINATE] = {"coordinate", "coordinate NAME [angle] [in LO .. HI]" UNIT DESCRIPTION,
                              N_("A coordinate of the base manifold M; an angle is plotted modulo 2 pi."),
                              "coordinate theta angle in -pi .. pi unit \"rad\" \"heading\""},
    [STATEMENT_MANIFOLD] = {"manifold", "manifold expr = expr",
                            N_("M is cut out of the coordinate space by this equation."),
                            "manifold g1^2 + g2^2 + g3^2 = 1"},
    [STATEMENT_ROTATION] =
        {"rotation", "rotation NAME (q0, q1, q2, q3) space | body (w1, w2, w3)" DESCRIPTION,
         N_("A rigid body's attitude: a unit quaternion (scalar first, body to space), three sections with the angular "
            "velocity in the space or the body frame, and the rotation matrix NAME11 … NAME33 as lets."),
         "rotation R (q0, q1, q2, q3) space (w1, w2, w3) \"the ball\""},
    [STATEMENT_VELOCITY] = {"velocity", "velocity NAME = expr" UNIT DESCRIPTION,
                            N_("A quasi-velocity, linear in the natural velocities; none, or as many as coordinates."),
                            "velocity v1 = cos(theta)*x' + sin(theta)*y' unit \"m/s\" \"forward\""},
    [STATEMENT_SECTION] =
        {"section", "section NAME [anchor x: expr, y: expr, …]" UNIT DESCRIPTION,
         N_("A basis section of the Lie algebroid, named like its fibre coordinate, with its anchor; section x' is the "
            "natural one."),
         "section v1 anchor x: cos(theta), y: sin(theta) unit \"m/s\""},
    [STATEMENT_BRACKET] =
        {"bracket", "bracket [NAME, NAME] = expr",
         N_("The Lie bracket of two sections, linear in section names; pairs that are not given commute."),
         "bracket [w1, w2] = w3"},
    [STATEMENT_LAGRANGIAN] = {"lagrangian", "lagrangian expr",
                              N_("The Lagrangian; exactly one, or kinetic with or without potential."),
                              "lagrangian m/2*(x'^2 + y'^2) - m*g*y"},
    [STATEMENT_KINETIC] = {"kinetic", "kinetic expr",
                           N_("The kinetic energy; with potential the same as lagrangian kinetic - potential."),
                           "kinetic m/2*(x'^2 + y'^2)"},
    [STATEMENT_POTENTIAL] = {"potential", "potential expr", N_("The potential energy, beside kinetic."),
                             "potential m*g*y"},
    [STATEMENT_CONSTRAINT] =
        {"constraint", "constraint [NAME:] left = right" DESCRIPTION,
         N_("phi = left - right, a constraint on the velocities, with the multiplier lambda(NAME)."),
         "constraint blade: v2 = 0 \"no sideways slip\""},
    [STATEMENT_FORCE] =
        {"force", "force NAME = expr" DESCRIPTION,
         N_("The external force of power expr*NAME; NAME is a natural velocity or a fibre coordinate; several add up."),
         "force x' = -c*x' \"friction\""},
    [STATEMENT_DYNAMICS] = {"dynamics", "dynamics nonholonomic | vakonomic | free",
                            N_("The default dynamics; nonholonomic if not said."), "dynamics vakonomic"},
    [STATEMENT_INITIAL] =
        {"initial", "initial NAME = expr",
         N_("The initial value of a coordinate, a velocity or mu(CONSTRAINT), in parameters, lets and coordinates."),
         "initial x' = 2*cos(theta)"},
    [STATEMENT_RUN] = {"run", "run to T [step H]",
                       N_("The default time span and sampling step; 10 and T/1000 if not said."),
                       "run to 20 step 0.01"},
    [STATEMENT_OBSERVABLE] = {"observable", "observable NAME = expr" UNIT DESCRIPTION,
                              N_("A named function of the state, for plots, CSV and brackets."),
                              "observable p1 = p(x') + m*d(y) unit \"kg m/s\" \"momentum\""},
    [STATEMENT_CLAIM] = {"claim",
                         "claim \"…\": expr = expr [within TOL] [for nonholonomic | vakonomic] [expected to fail]",
                         N_("A formula that must hold along the motion, or must not where a misprint is on show."),
                         "claim \"energy is conserved\": d(energy) = 0 within 1e-9 for nonholonomic"},
    [STATEMENT_REDUCTION] =
        {"reduction", "reduction \"SYSTEM\": NAME = expr, …",
         N_("A bundle map onto another system: its coordinates and fibre coordinates as functions of this one's."),
         "reduction \"ball-on-rotating-table-reduced\": x = x, x' = x'"},
    [STATEMENT_DRAW] = {"draw", "draw ground | box | sphere | ellipsoid | disk | cylinder | line | arrow …",
                        N_("A thing in the picture."),
                        "draw box at (x, y, 0.1) size (1, 0.3, 0.1) turn z theta color \"steelblue\""},
    [STATEMENT_TRAIL] = {"trail", "trail (expr, expr, expr) [color \"…\"] [\"label\"]",
                         N_("The path of a point in the picture."),
                         "trail (x, y, 0) color \"orange\" \"contact point\""},
    [STATEMENT_CAMERA] = {"camera", "camera from (x, y, z) to (x, y, z)", N_("Where the picture is seen from."),
                          "camera from (3, -4, 3) to (0, 0, 0)"},
    [STATEMENT_PLOT] = {"plot", "plot NAME [against NAME]",
                        N_("A graph that opens with the system; against t if not said."), "plot v1 against omega"},
};

static const StatementEntry entries[N_STATEMENTS] = {
    [STATEMENT_NOSLIP] = {STATEMENT_NOSLIP, &statements[STATEMENT_NOSLIP], noslip_parse_noslip, " ", FALSE},
    [STATEMENT_TITLE] = {STATEMENT_TITLE, &statements[STATEMENT_TITLE], noslip_parse_string, " ", FALSE},
    [STATEMENT_SUMMARY] = {STATEMENT_SUMMARY, &statements[STATEMENT_SUMMARY], noslip_parse_string, " ", FALSE},
    [STATEMENT_SOURCE] = {STATEMENT_SOURCE, &statements[STATEMENT_SOURCE], noslip_parse_string, " ", FALSE},
    [STATEMENT_TAGS] = {STATEMENT_TAGS, &statements[STATEMENT_TAGS], noslip_parse_tags, " ", FALSE},
    [STATEMENT_PARAMETER] = {STATEMENT_PARAMETER, &statements[STATEMENT_PARAMETER], noslip_parse_parameter, " in unit ",
                             FALSE},
    [STATEMENT_LET] = {STATEMENT_LET, &statements[STATEMENT_LET], noslip_parse_definition, " ", FALSE},
    [STATEMENT_COORDINATE] = {STATEMENT_COORDINATE, &statements[STATEMENT_COORDINATE], noslip_parse_coordinate,
                              " unit ", FALSE},
    [STATEMENT_MANIFOLD] = {STATEMENT_MANIFOLD, &statements[STATEMENT_MANIFOLD], noslip_parse_manifold, " ", FALSE},
    [STATEMENT_ROTATION] = {STATEMENT_ROTATION, &statements[STATEMENT_ROTATION], noslip_parse_rotation, " ", FALSE},
    [STATEMENT_VELOCITY] = {STATEMENT_VELOCITY, &statements[STATEMENT_VELOCITY], noslip_parse_definition, " unit ",
                            FALSE},
    [STATEMENT_SECTION] = {STATEMENT_SECTION, &statements[STATEMENT_SECTION], noslip_parse_section, " unit ", FALSE},
    [STATEMENT_BRACKET] = {STATEMENT_BRACKET, &statements[STATEMENT_BRACKET], noslip_parse_bracket, " ", FALSE},
    [STATEMENT_LAGRANGIAN] = {STATEMENT_LAGRANGIAN, &statements[STATEMENT_LAGRANGIAN], noslip_parse_function, " ",
                              TRUE},
    [STATEMENT_KINETIC] = {STATEMENT_KINETIC, &statements[STATEMENT_KINETIC], noslip_parse_function, " ", TRUE},
    [STATEMENT_POTENTIAL] = {STATEMENT_POTENTIAL, &statements[STATEMENT_POTENTIAL], noslip_parse_function, " ", TRUE},
    [STATEMENT_CONSTRAINT] = {STATEMENT_CONSTRAINT, &statements[STATEMENT_CONSTRAINT], noslip_parse_constraint, " ",
                              FALSE},
    [STATEMENT_FORCE] = {STATEMENT_FORCE, &statements[STATEMENT_FORCE], noslip_parse_force, " ", FALSE},
    [STATEMENT_DYNAMICS] = {STATEMENT_DYNAMICS, &statements[STATEMENT_DYNAMICS], noslip_parse_dynamics, " ", FALSE},
    [STATEMENT_INITIAL] = {STATEMENT_INITIAL, &statements[STATEMENT_INITIAL], noslip_parse_initial, " ", FALSE},
    [STATEMENT_RUN] = {STATEMENT_RUN, &statements[STATEMENT_RUN], noslip_parse_run, " step ", FALSE},
    [STATEMENT_OBSERVABLE] = {STATEMENT_OBSERVABLE, &statements[STATEMENT_OBSERVABLE], noslip_parse_definition,
                              " unit ", FALSE},
    [STATEMENT_CLAIM] = {STATEMENT_CLAIM, &statements[STATEMENT_CLAIM], noslip_parse_claim, " within for expected ",
                         FALSE},
    [STATEMENT_REDUCTION] = {STATEMENT_REDUCTION, &statements[STATEMENT_REDUCTION], noslip_parse_reduction, " ", FALSE},
    [STATEMENT_DRAW] = {STATEMENT_DRAW, &statements[STATEMENT_DRAW], noslip_parse_draw,
                        " at size turn color radius pattern axis from to along z spin ", FALSE},
    [STATEMENT_TRAIL] = {STATEMENT_TRAIL, &statements[STATEMENT_TRAIL], noslip_parse_trail, " color ", FALSE},
    [STATEMENT_CAMERA] = {STATEMENT_CAMERA, &statements[STATEMENT_CAMERA], noslip_parse_camera, " to from ", FALSE},
    [STATEMENT_PLOT] = {STATEMENT_PLOT, &statements[STATEMENT_PLOT], noslip_parse_plot, " against ", FALSE},
};

/* The words that act before "(" come first, the formal operators of ops.def last: these two ends are not functions. */
#define N_ACTING 5
#define N_FORMAL 3
static const char *const functions[] = {
    "p", "d", "lambda", "mu", "jacobi",
#define NOSLIP_OP(identifier, name, ...) name,
#include "core/expr/ops.def"
#undef NOSLIP_OP
};
static const guint8 arities[] = {
#define NOSLIP_OP(identifier, name, arity, ...) arity,
#include "core/expr/ops.def"
#undef NOSLIP_OP
};
static const guint8 ops[] = {
#define NOSLIP_OP(identifier, name, arity, ...) NOSLIP_OP_##identifier,
#include "core/expr/ops.def"
#undef NOSLIP_OP
};

gboolean
noslip_language_function(const char *name, NoslipOp *op, guint *arity)
{
  for (guint i = 0; i + N_FORMAL < G_N_ELEMENTS(ops); i++) {
    if (strcmp(functions[N_ACTING + i], name) != 0)
      continue;
    *op = (NoslipOp) ops[i];
    *arity = arities[i];
    return TRUE;
  }
  return FALSE;
}

gboolean
noslip_language_acts(const char *name)
{
  for (guint i = 0; i < N_ACTING; i++)
    if (strcmp(functions[i], name) == 0)
      return TRUE;
  return FALSE;
}

static const char *const existing[] = {"pi", "t", "energy", "kinetic", "potential", "lagrangian"};

const char *const *
noslip_language_existing(guint *n)
{
  *n = G_N_ELEMENTS(existing);
  return existing;
}

gboolean
noslip_language_is_reserved(const char *name)
{
  NoslipOp op;
  guint arity;
  for (guint i = 0; i < G_N_ELEMENTS(existing); i++)
    if (strcmp(existing[i], name) == 0)
      return TRUE;
  return noslip_statement_entry(name) != NULL || noslip_language_function(name, &op, &arity);
}

const NoslipStatementHelp *
noslip_language_statements(guint *n)
{
  *n = N_STATEMENTS;
  return statements;
}

const char *const *
noslip_language_functions(guint *n)
{
  *n = G_N_ELEMENTS(functions) - N_FORMAL;
  return functions;
}

const StatementEntry *
noslip_statement_entry(const char *keyword)
{
  for (guint i = 0; i < N_STATEMENTS; i++)
    if (strcmp(statements[i].keyword, keyword) == 0)
      return &entries[i];
  return NULL;
}

const StatementEntry *
noslip_statement_entries(void)
{
  return entries;
}
