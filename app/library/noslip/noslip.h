/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libnoslip: nonholonomic mechanics on Lie algebroids, computed and checked.
 *
 *   #include <noslip/noslip.h>          cc FILE.c $(pkg-config --cflags --libs noslip)
 *
 * A system is read from a text, a file or the catalogue; it runs, gives the rates of its state, brackets and equations.
 * No function prints or ends the program; what goes wrong is added to a list of diagnostics. Everything may be used from
 * many threads, each object from one thread at a time; a system is immutable and may be shared. The first use switches
 * the error handler of the GNU Scientific Library off, which would end the program. */
#pragma once

#include <noslip/brackets.h>
#include <noslip/diagnostic.h>
#include <noslip/dynamics.h>
#include <noslip/motion.h>
#include <noslip/system.h>
