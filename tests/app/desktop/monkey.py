#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Somebody who presses and drags whatever is there: a random session over every system of the catalogue. It fails where
the program ends, hangs, or something critical is said that is no old acquaintance of the toolkit's. Usage: monkey.py
NOSLIP SYSTEMS [SEED [ACTIONS]], under a display server and a session bus of its own."""
import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT = 1280, 800
KEYS = (["Tab"] * 6 + ["shift+Tab"] * 2 + ["space"] * 6 + ["Return"] * 3 + ["Escape"] * 5 +
        ["Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down", "BackSpace", "Delete"] * 2 +
        list("rlovtab123456789") + ["plus", "minus", "F9", "F11", "F11", "F10", "F1", "ctrl+e", "ctrl+e", "ctrl+z",
        "ctrl+shift+z", "ctrl+f", "ctrl+h", "F3", "ctrl+space", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+0",
        "ctrl+plus", "ctrl+minus", "ctrl+BackSpace", "ctrl+g", "ctrl+n", "ctrl+s", "ctrl+question", "shift+F10", "Menu"])
WORDS = ["constraint hinge: x' = 0", "let q = 2*", "parameter k = 1", "# note", "theta", "(", "draw sphere at (0, 0, 1)",
         "observable s = sin(t)", "title \"x\"", "}{", "energy"]
# GTK 4.8's own: a popup of a window that stands out of every screen; a click into a text whose handles are shown.
KNOWN = ("gdk_monitor_get_geometry", "gtk_css_node_insert_after")
QUIET = ("dbus", "Unable to acquire session bus", "Trying to snapshot GtkGizmo", "accessibility bus")


def xdotool(*words):
    subprocess.run(["xdotool", *[str(word) for word in words]], check=False, stderr=subprocess.DEVNULL)


class Monkey:
    def __init__(self, seed, systems):
        self.random = random.Random(seed)
        self.systems = systems
        self.done = collections.deque(maxlen=25)
        self.opened = 0

    def place(self, top=8):
        """Anywhere but on the buttons that close the window; a window that is dragged out of the screen proves nothing."""
        while True:
            x, y = self.random.randrange(8, WIDTH - 8), self.random.randrange(top, HEIGHT - 8)
            if y > 50 or x < WIDTH - 140:
                return x, y

    def note(self, *what):
        self.done.append(" ".join(str(word) for word in what))

    def click(self):
        button = self.random.choice([1, 1, 1, 1, 1, 3])
        x, y = self.place(8 if button == 1 else 60)
        self.note("click", x, y, button)
        xdotool("mousemove", x, y, "click", button)

    def drag(self):
        (x, y), (u, v) = self.place(60), self.place(60)
        self.note("drag", x, y, u, v)
        xdotool("mousemove", x, y, "mousedown", 1, "mousemove", (x + u) // 2, (y + v) // 2, "mousemove", u, v,
                "mouseup", 1)

    def scroll(self):
        x, y = self.place()
        button, n = self.random.choice([4, 5]), self.random.randrange(1, 6)
        self.note("scroll", x, y, button, n)
        xdotool("mousemove", x, y, "click", "--repeat", n, "--delay", 15, button)

    def key(self):
        keys = [self.random.choice(KEYS) for _ in range(self.random.randrange(1, 5))]
        self.note("key", *keys)
        xdotool("key", "--delay", 25, *keys)

    def type(self):
        word = self.random.choice(WORDS)
        self.note("type", word)
        xdotool("type", "--delay", 15, word)

    def open(self):
        """From the gallery; a question about unsaved text is answered with what is suggested or left."""
        system = self.systems[self.opened % len(self.systems)]
        self.opened += 1
        self.note("open", system)
        xdotool("key", "--delay", 60, "Escape", "Escape", "ctrl+g")
        time.sleep(0.3)
        xdotool("type", "--delay", 12, system.replace("-", " "))
        time.sleep(0.3)
        xdotool("key", "--delay", 60, "Return")
        time.sleep(0.4)

    def act(self, i):
        if i % 18 == 0:
            self.open()
        else:
            self.random.choice([self.click] * 5 + [self.drag] * 2 + [self.scroll] + [self.key] * 4 + [self.type])()


def complaints(log):
    for line in log.read_text(errors="replace").splitlines():
        if ("CRITICAL" in line or "WARNING" in line) and not any(known in line for known in QUIET):
            yield line


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    actions = int(sys.argv[4]) if len(sys.argv) > 4 else 1500
    monkey = Monkey(seed, sorted(path.stem for path in folder.glob("*.noslip")))
    with tempfile.TemporaryDirectory() as home:
        log = pathlib.Path(home, "log")
        environment = dict(os.environ, HOME=home, XDG_DATA_HOME=home + "/data", XDG_CONFIG_HOME=home + "/config")
        with log.open("w") as output:
            process = subprocess.Popen([program, "chaplygin-sleigh"], cwd=home, env=environment, stdout=output,
                                       stderr=output)
        time.sleep(4)
        done = 0
        while done < actions and process.poll() is None:
            monkey.act(done)
            done += 1
        alive = process.poll() is None
        if alive:
            time.sleep(2)
            process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            status = "none: it hung"
        said = list(dict.fromkeys(line.split(": ", 1)[-1] for line in complaints(log)))
        print(f"seed {seed}: {done} actions, {monkey.opened} systems, alive: {alive}, status {status}")
        for line in said[:20]:
            print("said:", line)
        critical = [line for line in said if "CRITICAL" in line and not any(known in line for known in KNOWN)]
        if not alive or status != 0:
            print("last:", *monkey.done, sep="\n  ")
            print(log.read_text(errors="replace")[-3000:])
        return 1 if critical or not alive or status != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
