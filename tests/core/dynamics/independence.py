#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No formulation's object file refers to another's: no symbol that one defines is undefined in another.

Usage: independence.py NM ARCHIVE"""
import collections
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import check, check_none, end  # noqa: E402

TABLE = pathlib.Path(__file__).resolve().parents[3] / 'core/dynamics/formulations.def'
FORMULATIONS = [name.replace('_', '-') for name in re.findall(r'^FORMULATION\((\w+)\)', TABLE.read_text(encoding='utf-8'),
                                                              re.MULTILINE)]


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
    for name in present:
        check_none('%s stands alone' % name, sorted('%s refers to %s of %s' % (name, symbol, other)
                                                    for other in present if other != name
                                                    for symbol in undefined[name] & defined[other]))
    # the formulations found in the archive are those of the table: an empty list would prove nothing
    check('the archive has every formulation of the table', len(present) > 4 and present == FORMULATIONS,
          'it has %s' % ', '.join(present))
    return end()


sys.exit(main())
