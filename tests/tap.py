# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test program in Python says, in TAP: a line for each check, below it what is wrong, at last how many there
were. A program that breaks off says no number, and so fails. Who imports it has set sys.dont_write_bytecode, which
leaves the tree as it is."""
count = failed = 0


def check(what, good, told=()):
    """`told`, a text or its lines, is said where it is not good."""
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {what}", flush=True)
    if not good:
        for line in (told if isinstance(told, str) else "\n".join(told)).splitlines():
            print(f"# {line}", flush=True)


def check_none(what, problems):
    """Good where there are no problems; each is a text."""
    problems = list(problems)
    check(what, not problems, problems)


def skip(why):
    """Instead of all checks; returns the status to exit with."""
    print(f"1..0 # SKIP {why}")
    return 0


def end():
    """Returns the status to exit with; no check at all is a failure."""
    print(f"1..{count}")
    return 1 if failed or not count else 0
