#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The count of tests: a test of the window that failed counts by its second run, and only such a test. Usage:
counting.py COUNT-PROGRAM. TAP."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, end  # noqa: E402

WINDOW, CORE = "noslip:desktop / desktop-tree", "noslip:core / core-base"
GOOD, BAD = "ok 1 - a\nok 2 - b\n", "ok 1 - a\nnot ok 2 - b\n"


def entry(name, text):
    return {"name": name, "stdout": text, "result": "ERROR" if "not ok" in text else "OK"}


def run(*arguments):
    return subprocess.run([sys.executable, sys.argv[1], *map(str, arguments)], capture_output=True, text=True, check=False)


def count(first, again=None):
    """(last line, exit status, names to be run again) for logs of these entries."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "testlog.json")
        for path, entries in ((log, first), (pathlib.Path(f"{log}-again"), again)):
            if entries is not None:
                path.write_text("".join(json.dumps(one) + "\n" for one in entries), encoding="utf-8")
        answer, driven = run(log), run("--driven", log)
        return answer.stdout.splitlines()[-1], answer.returncode, driven.stdout.split(), driven.returncode


both = [entry(WINDOW, BAD), entry(CORE, GOOD)]
check("a failure is one", count(both)[:2] == ("3 passed, 1 failed, 0 skipped", 1), count(both))
check("a test of the window runs again", count(both)[2:] == (["desktop-tree"], 0), count(both))
passes = count(both, [entry(WINDOW, GOOD)])
check("and counts by its second run", passes[:2] == ("4 passed, 0 failed, 0 skipped", 0), passes)
fails = count(both, [entry(WINDOW, BAD)])
check("which can fail", fails[:2] == ("3 passed, 1 failed, 0 skipped", 1), fails)
others = [entry(WINDOW, BAD), entry(CORE, BAD)]
check("another test does not run again, and is a failure", count(others)[2:] == (["desktop-tree"], 1), count(others))
mixed = count(others, [entry(WINDOW, GOOD), entry(CORE, GOOD)])
check("whatever its second run says", mixed[:2] == ("3 passed, 1 failed, 0 skipped", 1), mixed)
silent = count([dict(entry(CORE, ""), result="TIMEOUT")])
check("a test that ends without a word has failed", silent[:2] == ("0 passed, 1 failed, 0 skipped", 1), silent)
sys.exit(end())
