#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No formulation's object file refers to another's: what one defines, no other may leave undefined.

Usage: independence.py NM ARCHIVE
A formulation may have several files; NAME.c and NAME-*.c belong together. What is no formulation (the registry)
may refer to all of them. Prints TAP."""
import collections
import re
import subprocess
import sys

FORMULATIONS = ['multipliers', 'gibbs-appell', 'projection', 'lagrange-dalembert', 'hamiltonian', 'free', 'vakonomic',
                'singular']


def owner(member):
    found = re.search(r'dynamics_([a-z-]+)\.c\.o', member)
    if not found:
        return None
    for name in FORMULATIONS:
        if found.group(1) == name or found.group(1).startswith(name + '-'):
            return name
    return None


def symbols(nm, archive):
    """{formulation: set} of the defined and of the undefined symbols."""
    defined, undefined = collections.defaultdict(set), collections.defaultdict(set)
    text = subprocess.run([nm, '-A', '-P', '-g', archive], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        place, name, kind = re.match(r'(.*): (\S+) (\S)', line).groups()
        formulation = owner(place)
        if formulation:
            (undefined if kind in 'Uvw' else defined)[formulation].add(name)
    return defined, undefined


def main():
    defined, undefined = symbols(sys.argv[1], sys.argv[2])
    present = [name for name in FORMULATIONS if name in defined]
    failures = 0
    print('1..%d' % (len(present) + 1))
    for number, name in enumerate(present, 1):
        borrowed = sorted((symbol, other) for other in present if other != name
                          for symbol in undefined[name] & defined[other])
        for symbol, other in borrowed:
            print('# %s refers to %s of %s' % (name, symbol, other))
        failures += bool(borrowed)
        print('%sok %d %s stands alone' % ('not ' if borrowed else '', number, name))
    # a list of files that were renamed or never read would prove nothing
    seen = {'gibbs-appell', 'projection', 'lagrange-dalembert', 'hamiltonian'} <= set(present)
    print('%sok %d the archive has the formulations' % ('' if seen else 'not ', len(present) + 1))
    return 1 if failures or not seen else 0


sys.exit(main())
