#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Progress and messages of long commands, which only a terminal shows. Speaks TAP."""
import os
import pty
import signal
import subprocess
import sys

CLI = sys.argv[1]
# Crossings that never occur, over a time that no machine can compute: only a signal ends the command.
LONG = [CLI, "section", "heavy-top", "--event", "w1 + 1e6", "--count", "1", "--to", "1e9"]


def on_terminal(command, awaited):
    """Exit status and output on the terminal. The command is interrupted once the awaited words have appeared."""
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
        if awaited is not None and awaited in shown:
            process.send_signal(signal.SIGINT)
            awaited = None
    return process.wait(), shown.decode()


def in_file(command, seconds):
    """The content of a file of messages, if the command was interrupted after this time."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        return process.communicate(timeout=seconds)[1]
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        return process.communicate()[1]


try:
    os.close(pty.openpty()[0])
except OSError as problem:
    print(f"1..0 # SKIP there is no terminal to be had here: {problem}")
    sys.exit(0)
print("1..3")
status, shown = on_terminal(LONG, b"motions: 0 of 1")
drawn = "motions: 0 of 1" in shown
print("ok" if status == 3 and drawn else "not ok", "1 - a terminal shows how far it has come")
after = shown.split("motions: 0 of 1")[-1].replace("noslip-cli: ", "")
print("ok" if "\r\x1b[Kmotion 0:" in after else "not ok", "2 - the line is gone before messages")
messages = in_file(LONG, 1.5)  # a line of progress would appear after half a second
absent = "motions:" not in messages and "\r" not in messages
print("ok" if absent and "cancelled" in messages else "not ok", "3 - a file does not have it")
