# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up the test cases of Meson's logs and prints "N passed, N failed, N skipped" as the last line. Usage:
  count.py LOG...          LOG-again beside a log, if there, holds the second run of tests that failed in it
  count.py --driven LOG    prints the failed tests that drive a window, a name a line; exits with 1 if others failed"""
import json
import os
import re
import sys


def count(entry):
    """(passed, failed, skipped) of one test program: its TAP lines, or the program as one case if it has none.
    Prints what was skipped and why."""
    passed = failed = skipped = 0
    for line in entry.get("stdout", "").splitlines():
        match = re.match(r"(not )?ok\b(.*)", line)
        whole = re.match(r"1\.\.0\s*#\s*skip\S*\s*(.*)", line, re.IGNORECASE)
        if whole:
            skipped += 1
            print("skipped: %s: %s" % (entry["name"], whole.group(1)))
        if not match:
            continue
        skip = re.search(r"#\s*skip\S*\s*(.*)", match.group(2), re.IGNORECASE)
        if skip:
            skipped += 1
            print("skipped: %s: %s" % (entry["name"], match.group(2).strip(" -")))
        elif match.group(1):
            failed += 1
        else:
            passed += 1
    good = entry["result"] in ("OK", "EXPECTEDFAIL")
    if entry["result"] == "SKIP" and not (passed or failed):
        return 0, 0, max(skipped, 1)
    if not good and not failed:
        failed = 1  # it crashed or timed out without a TAP line about it
        print("failed without a word: %s (%s)" % (entry["name"], entry["result"]))
    if good and not (passed or skipped):
        passed = 1
    return passed, failed, skipped


def entries(path):
    """Of one log, by name."""
    with open(path, encoding="utf-8") as log:
        return {entry["name"]: entry for entry in map(json.loads, log)}


def has_failed(entry):
    return entry["result"] not in ("OK", "EXPECTEDFAIL", "SKIP")


def is_driven(entry):
    """Whether it drives a window in real time, which a machine that stands still for a while can spoil."""
    return "desktop" in entry["name"].split(" / ")[0]


def runs(path):
    """The entries of a log. One that is driven and failed counts by its second run, and that is said."""
    first, second = entries(path), {}
    if os.path.exists(path + "-again"):
        second = entries(path + "-again")
    for name, entry in first.items():
        if has_failed(entry) and is_driven(entry) and name in second:
            entry = second[name]
            print("%s: failed, and %s when it ran again" % (name, "failed" if has_failed(entry) else "passed"))
        yield entry


def main(paths):
    total = [0, 0, 0]
    for path in paths:
        try:
            for entry in runs(path):
                total = [a + b for a, b in zip(total, count(entry))]
        except OSError as error:
            print("no test log: %s" % error)
            total[1] += 1
    print("%d passed, %d failed, %d skipped" % tuple(total))
    return 1 if total[1] or not total[0] else 0


def driven(path):
    """Prints the names of the failed tests that are driven. Returns 1 if another one failed."""
    failed = [entry for entry in entries(path).values() if has_failed(entry)]
    for entry in filter(is_driven, failed):
        print(entry["name"].split(" / ")[1])
    return 0 if all(map(is_driven, failed)) else 1


if __name__ == "__main__":
    sys.exit(driven(sys.argv[2]) if sys.argv[1] == "--driven" else main(sys.argv[1:]))
