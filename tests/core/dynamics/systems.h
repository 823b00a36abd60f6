/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems that together have every feature that a formulation must support. */
#pragma once

typedef struct {
  const char *id;
  gboolean quadratic, nonlinear; /* of the Lagrangian in the velocities; of the constraints */
  const char *text;
} TestSystem;

static const TestSystem test_systems[] = {
    {"sleigh in its frame", TRUE, FALSE,
     "noslip 1\n"
     "parameter m = 1.3\nparameter J = 0.4\nparameter a = 0.3\nparameter b = 0.1\n"
     "coordinate x\ncoordinate y\ncoordinate theta\n"
     "velocity v1 = cos(theta)*x' + sin(theta)*y'\nvelocity v2 = -sin(theta)*x' + cos(theta)*y'\n"
     "velocity omega = theta'\n"
     "lagrangian m/2*((v1 - b*omega)^2 + (v2 + a*omega)^2) + J/2*omega^2 - x*y\n"
     "constraint blade: v2 = 0\n"},
    {"sleigh in natural coordinates, pushed", TRUE, FALSE,
     "noslip 1\n"
     "coordinate x\ncoordinate y\ncoordinate theta\n"
     "lagrangian (x'^2 + y'^2)/2 + 0.35*theta'^2*(1 + 0.2*x^2) - sin(x)\n"
     "constraint blade: sin(theta)*x' - cos(theta)*y' = 0\n"
     "force x' = 0.3*cos(t) - 0.1*x'\nforce theta' = x*y - 0.2*theta'*y'\n"},
    {"snakeboard", TRUE, FALSE,
     "noslip 1\n"
     "parameter m = 1.5\nparameter r = 0.7\nparameter J0 = 0.3\nparameter J1 = 0.2\n"
     "coordinate x\ncoordinate y\ncoordinate theta\ncoordinate psi\ncoordinate phi\n"
     "lagrangian m/2*(x'^2 + y'^2) + m*r^2/2*theta'^2 + J0/2*psi'^2 + J0*psi'*theta' + J1*phi'^2\n"
     "constraint front: -sin(theta + phi)*x' + cos(theta + phi)*y' - r*cos(phi)*theta' = 0\n"
     "constraint back: -sin(theta - phi)*x' + cos(theta - phi)*y' + r*cos(phi)*theta' = 0\n"},
    {"a term linear in the velocities", TRUE, FALSE,
     "noslip 1\n"
     "coordinate x\ncoordinate y\ncoordinate z\n"
     "lagrangian (x'^2*(1 + y^2) + y'^2 + z'^2 + x'*z'*x)/2 + (x*y - z)*x' + y^2*z' + sin(z)*y' - x^2/2\n"
     "constraint c: z' - y*x' + x*z*y' = 0\n"},
    {"ball on a rotating table, reduced", TRUE, FALSE,
     "noslip 1\n"
     "parameter r = 0.5\nparameter k = 0.3\nparameter Omega = 1.2\n"
     "coordinate x\ncoordinate y\nsection x'\nsection y'\nsection w1\nsection w2\nsection w3\n"
     "bracket [w2, w1] = w3\nbracket [w3, w2] = w1\nbracket [w1, w3] = w2\n"
     "lagrangian (x'^2 + y'^2 + k^2*(w1^2 + w2^2 + w3^2))/2 - 0.3*x^2*y\n"
     "constraint slip_x: x' - r*w2 + Omega*y = 0\nconstraint slip_y: y' + r*w1 - Omega*x = 0\n"},
    {"affine, with a metric that varies and a linear term", TRUE, FALSE,
     "noslip 1\n"
     "coordinate x\ncoordinate y\ncoordinate z\n"
     "lagrangian (x'^2*(2 + sin(y)) + y'^2*(1 + x^2) + z'^2 + x'*y'*z)/2 + x*z*y' - y^2*z' - x*y\n"
     "constraint c: z' - y*x' + 0.5*x*y' = sin(x) + 0.3*y\n"},
    {"Suslov", TRUE, FALSE,
     "noslip 1\n"
     "section w1\nsection w2\nsection w3\n"
     "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"
     "lagrangian (2*w1^2 + 3*w2^2 + 4*w3^2)/2 + 0.3*w1*w3 - 0.2*w2*w3\n"
     "constraint c: w3 = 0\n"},
    {"heavy top, unconstrained", TRUE, FALSE,
     "noslip 1\n"
     "coordinate g1\ncoordinate g2\ncoordinate g3\n"
     "section w1 anchor g2: g3, g3: -g2\nsection w2 anchor g1: -g3, g3: g1\nsection w3 anchor g1: g2, g2: -g1\n"
     "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"
     "lagrangian (2*w1^2 + 2.5*w2^2 + 1.2*w3^2)/2 - 3*g3\n"},
    {"an indefinite metric", TRUE, FALSE,
     "noslip 1\n"
     "coordinate x\ncoordinate y\ncoordinate z\n"
     "lagrangian x'*y' + (1 + x^2)*y'*z' - z'^2/2 - x*y\n"
     "constraint c: z' - (1 + 0.1*y^2)*x' = 0\n"},
    {"Appell's machine", TRUE, TRUE,
     "noslip 1\n"
     "parameter g = 9.8\n"
     "coordinate x\ncoordinate y\ncoordinate z\n"
     "lagrangian (x'^2 + y'^2 + z'^2)/2 - g*z\n"
     "constraint c: x'^2 + y'^2 = 4*z'^2\n"
     "initial x' = 1\ninitial y' = 1.2\ninitial z' = 0.7810249675906654\n"},
    {"nonlinear in a frame, over the base", TRUE, TRUE,
     "noslip 1\n"
     "coordinate x\ncoordinate y\ncoordinate theta\n"
     "velocity v1 = cos(theta)*x' + sin(theta)*y'\nvelocity v2 = -sin(theta)*x' + cos(theta)*y'\n"
     "velocity omega = theta'\n"
     "lagrangian ((1 + 0.1*x^2)*v1^2 + v2^2 + 0.4*omega^2 + 0.2*v1*omega)/2 - sin(y)\n"
     "constraint c: v1^2 + 0.5*v2^2 + x*v1 = 1 + 0.2*y^2\n"
     "initial v1 = 1\ninitial v2 = 0\ninitial omega = 0.3\n"},
    {"a Lagrangian that is not quadratic", FALSE, FALSE,
     "noslip 1\n"
     "coordinate x\ncoordinate y\ncoordinate z\n"
     "lagrangian (x'^2 + y'^2 + z'^2)/2 + 0.1*(x'^2 + y'^2)^2 + 0.05*x'^3*z + x*y*z'^4/20 - x*y\n"
     "constraint c: z' - y*x' = 0\n"},
    {"not quadratic and affine", FALSE, FALSE,
     "noslip 1\n"
     "coordinate x\ncoordinate y\ncoordinate z\n"
     "lagrangian sqrt(1 + x'^2 + y'^2 + z'^2*(1 + x^2)) + 0.2*x'*y' + y'^2\n"
     "constraint c: z' - y*x' = 0.2*x\n"},
};
