# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up the test cases of Meson's logs and prints "N passed, N failed, N skipped" as the last line."""
import json
import re
import sys


def count(entry):
    """(passed, failed, skipped) of one test program: its TAP lines, or itself as one case where it has none."""
    passed = failed = skipped = 0
    for line in entry.get("stdout", "").splitlines():
        match = re.match(r"(not )?ok\b(.*)", line)
        if not match:
            continue
        if re.search(r"#\s*skip", match.group(2), re.IGNORECASE):
            skipped += 1
        elif match.group(1):
            failed += 1
        else:
            passed += 1
    good = entry["result"] in ("OK", "EXPECTEDFAIL")
    if entry["result"] == "SKIP" and not (passed or failed):
        return 0, 0, max(skipped, 1)
    if not good and not failed:
        failed = 1  # it crashed, or ran out of time, without saying so in TAP
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
    print("%d passed, %d failed%s" % (total[0], total[1], ", %d skipped" % total[2] if total[2] else ""))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
