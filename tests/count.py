# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up the test cases of Meson's logs and prints "N passed, N failed, N skipped" as the last line."""
import json
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


def main(paths):
    total = [0, 0, 0]
    for path in paths:
        try:
            with open(path, encoding="utf-8") as log:
                for line in log:
                    total = [a + b for a, b in zip(total, count(json.loads(line)))]
        except OSError as error:
            print("no test log: %s" % error)
            total[1] += 1
    print("%d passed, %d failed, %d skipped" % tuple(total))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
