#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the version script of libnoslip: the public version from noslip.map, and a private one with the other functions
and tables of the core that the programs use, whose name is of the exact version of the programs.

Usage: exports.py NM PUBLIC-MAP PRIVATE-NAME OUTPUT --core ARCHIVE... --programs ARCHIVE..."""
import argparse
import pathlib
import re
import subprocess
import sys


def symbols(nm, option, archives):
    """The names that nm lists in the archives; one line is "NAME TYPE ...", that of a member of an archive "...:"."""
    lines = subprocess.run([nm, "-P", "-g", option, *archives], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return {line.split()[0] for line in lines if line and not line.endswith(":")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("nm")
    parser.add_argument("public", type=pathlib.Path)
    parser.add_argument("private")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--core", nargs="+")
    parser.add_argument("--programs", nargs="+")
    given = parser.parse_args()
    public = given.public.read_text(encoding="utf-8")
    names = set(re.findall(r"^  (\w+);", public, re.MULTILINE))
    core = symbols(given.nm, "--defined-only", given.core)
    twice = symbols(given.nm, "--defined-only", given.programs) & (core | names)
    if twice:
        return "defined in a program and in libnoslip: " + " ".join(sorted(twice))
    used = sorted(symbols(given.nm, "--undefined-only", given.programs) & core - names)
    text = "%s\n%s {\nglobal:\n%s};\n" % (public, given.private, "".join("  %s;\n" % name for name in used))
    if not given.output.exists() or given.output.read_text(encoding="utf-8") != text:
        given.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
