/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libnoslip: nonholonomic mechanics on Lie algebroids, computed and checked.
 *
 *   #include <noslip/noslip.h>          cc FILE.c $(pkg-config --cflags --libs noslip)
 *
 * A system is read from a text, a file or the catalogue; it runs, alone or as an ensemble, gives the rates of its state,
 * values of expressions, brackets and equations. No function prints or ends the program; what goes wrong is added to a
 * list of diagnostics, and an index beyond the end gives NULL, 0 or not a number. Everything may be used from many
 * threads, each object from one thread at a time; a system is immutable and may be shared. The first use switches the
 * error handler of the GNU Scientific Library off, which would end the program. */
#pragma once

#include <noslip/brackets.h>
#include <noslip/diagnostic.h>
#include <noslip/dynamics.h>
#include <noslip/ensemble.h>
#include <noslip/motion.h>
#include <noslip/system.h>
