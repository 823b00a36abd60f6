#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What long commands show on a terminal, and nowhere else. Speaks TAP."""
import os
import pty
import subprocess
import sys

CLI = sys.argv[1]
# Crossings that never come: only the end of the time ends it.
LONG = [CLI, "section", "heavy-top", "--event", "w1 + 1e6", "--count", "1", "--to", "20000"]


def on_terminal(command):
    """Exit status, and what the terminal showed."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    return process.wait(), shown.decode()


try:
    os.close(pty.openpty()[0])
except OSError as problem:
    print(f"1..0 # SKIP there is no terminal to be had here: {problem}")
    sys.exit(0)
print("1..3")
status, shown = on_terminal(LONG)
drawn = "motions: 0 of 1" in shown
print("ok" if status == 1 and drawn else "not ok", "1 - a terminal shows how far it has come")
after = shown.split("motions: 0 of 1")[-1]
print("ok" if "\r\x1b[Kmotion 0 ended" in after.replace("noslip-cli: ", "") else "not ok", "2 - the line is gone before messages")
piped = subprocess.run(LONG, capture_output=True, text=True)
print("ok" if "motions:" not in piped.stderr and "\r" not in piped.stderr else "not ok", "3 - a file does not have it")
