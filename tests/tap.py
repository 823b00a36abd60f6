# SPDX-License-Identifier: GPL-3.0-or-later
"""TAP output of test programs in Python: a line for each check, below it the details of a failure, at the end the
number of checks. A program that breaks off prints no number, and so fails. The importing program has set
sys.dont_write_bytecode, so that no files are written to the source tree."""
count = failed = 0


def check(what, good, told=()):
    """`told`, a text or its lines, is printed if the check fails."""
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {what}", flush=True)
    if not good:
        for line in (told if isinstance(told, str) else "\n".join(told)).splitlines():
            print(f"# {line}", flush=True)


def check_none(what, problems):
    """Passes if there are no problems; each is a text."""
    problems = list(problems)
    check(what, not problems, problems)


def skip(why):
    """Skips all checks; returns the exit status."""
    print(f"1..0 # SKIP {why}")
    return 0


def end():
    """Returns the exit status; a program without checks fails."""
    print(f"1..{count}")
    return 1 if failed or not count else 0
