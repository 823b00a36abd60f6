#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random input: presses and drags whatever is visible, calls every action, makes the window narrow and wide, and
opens invalid files, over every system of the catalogue. It fails if the program ends, hangs, or prints a warning
that is not a known one of the toolkit; a session with a time limit, which also runs with other versions of the
toolkit, fails only by a warning of the program's own or a critical one."""
import collections
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

WIDTH, HEIGHT = 1280, 800
PATIENCE = 60  # seconds for an answer of the window before it counts as hanging
KEYS = (["Tab"] * 6 + ["shift+Tab"] * 2 + ["space"] * 6 + ["Return"] * 3 + ["Escape"] * 5 +
        ["Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down", "BackSpace", "Delete"] * 2 +
        list("rlovtabmd123456789") + ["plus", "minus", "F9", "F11", "F11", "F10", "F1", "ctrl+e", "ctrl+e", "ctrl+z",
        "ctrl+shift+z", "ctrl+f", "ctrl+h", "F3", "ctrl+space", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+0",
        "ctrl+plus", "ctrl+minus", "ctrl+BackSpace", "ctrl+g", "ctrl+n", "ctrl+s", "ctrl+question", "shift+F10", "Menu",
        "ctrl+b", "ctrl+l", "ctrl+d", "ctrl+shift+c", "ctrl+shift+v", "bracketleft", "bracketright", "shift+l"])
WORDS = ["constraint hinge: x' = 0", "let q = 2*", "parameter k = 1", "# note", "theta", "(", "draw sphere at (0, 0, 1)",
         "observable s = sin(t)", "title \"x\"", "}{", "energy", "1e308", "nan", "-inf", "1e-300", "0"]
# These end the session, or block it until the user has chosen a file.
NOT_CALLED = {"quit", "open", "save-as", "save-setup", "save-setups"}
ARGUMENTS = {"color-scheme": ["light", "dark", "default", "green"], "camera": ["isometric", "top", "side", "none"],
             "help-page": ["language.md#constraint", "nowhere.md", "", "#"],
             "export": ["scene-png", "csv", "energy", "nothing", ""]}
SETUP = b"""[Noslip set-up]
name=x
[System]
id=%s
[Initial values]
x=nan
theta=1e400
[Time]
time=1e300
loop-from=9
loop-to=-9
speed=-inf
[View 1]
kind=nothing
[View 2]
kind=energy
share=nan
[Compare]
| (
"""
PRESSED = {Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.CHECK_BOX, Atspi.Role.SLIDER,
           Atspi.Role.SPIN_BUTTON}
# Warnings of GTK 4.8 itself: a popup of a window that is outside every screen; a click into a text whose handles are
# shown; a click on the head of the file chooser's list before the folder is read; its button when nothing has the
# focus. Of GTK 4.18: the file chooser is closed, or shows another folder, while it reads the names of the folders
# above; its path bar then removes buttons that it has not added yet. Of both: a grab of the pointer takes a held
# button away, as when a window is dragged by its bar or its edge. gtkmain.c's handle_pointing_event() counts that
# twice: the leaving by the grab ends the state of the pressed widget, and the broken implicit grab, which comes after
# the entering, that of the widget that is now under the pointer. A plain window with a GtkHeaderBar shows it. A window
# is closed while the keys scroll a text: gtkadjustment.c's gtk_adjustment_enable_animation() sets the last value, at which
# the text, whose lines are measured only now, sets another one and so ends the animation, which is then ended again. A
# scrolled window with a handler that sets the value shows it; the program calls neither function itself.
KNOWN = ("gdk_monitor_get_geometry", "gtk_css_node_insert_after", "gtk_tree_sortable_", "gtk_widget_is_ancestor",
         "gtk_box_remove: assertion 'gtk_widget_get_parent (child)", "Broken accounting of active state",
         "g_signal_handler_disconnect: assertion 'handler_id > 0'", "gdk_frame_clock_idle_end_updating")
# Services that a test's bus lacks.
QUIET = ("dbus", "Unable to acquire session bus", "accessibility bus")


def xdotool(*words):
    return subprocess.run(["xdotool", *[str(word) for word in words]], check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout


class Hangs(Exception):
    pass


class Bus:
    """The program's own actions, as any program on the desktop can call them."""
    NAME, ROOT = "org.noslip.Noslip", "/org/noslip/Noslip"

    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.slowest = 0

    def call(self, path, interface, method, arguments, reply):
        start = time.monotonic()
        try:
            answer = self.bus.call_sync(self.NAME, path, interface, method, arguments, reply,
                                        Gio.DBusCallFlags.NO_AUTO_START, PATIENCE * 1000, None)
            self.slowest = max(self.slowest, time.monotonic() - start)
            return answer
        except GLib.Error as error:
            if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT) or time.monotonic() - start > PATIENCE:
                raise Hangs(f"{path} {method} was not answered in {PATIENCE} s") from error
            return None  # the window or the program has ended

    def windows(self):
        answer = self.call(self.ROOT + "/window", "org.freedesktop.DBus.Introspectable", "Introspect", None,
                           GLib.VariantType("(s)"))
        nodes = Gio.DBusNodeInfo.new_for_xml(answer.unpack()[0]).nodes if answer else []
        return [f"{self.ROOT}/window/{node.path}" for node in nodes]

    def actions(self, path):
        answer = self.call(path, "org.gtk.Actions", "DescribeAll", None, GLib.VariantType("(a{s(bgav)})"))
        return {name: what[1] for name, what in answer.unpack()[0].items()} if answer else {}

    def activate(self, path, name, argument):
        self.call(path, "org.gtk.Actions", "Activate", GLib.Variant("(sava{sv})", (name, argument, {})), None)


class Monkey:
    def __init__(self, seed, program, systems, folder):
        self.random = random.Random(seed)
        self.program = program
        self.systems = systems
        self.folder = folder
        self.done = collections.deque(maxlen=25)
        self.opened = 0
        self.bus = Bus()

    def place(self, top=8):
        """A random place, but not on the buttons that close the window; dragging a window off the screen would test
        nothing."""
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
        between = self.random.choice([[], [], ["key", self.random.choice(KEYS)]])
        self.note("drag", x, y, u, v, *between)
        xdotool("mousemove", x, y, "mousedown", 1, "mousemove", (x + u) // 2, (y + v) // 2, *between,
                "mousemove", u, v, "mouseup", 1)

    def pull(self):
        """Pulls at a random place while the motion plays, with the wheel and the brake in between."""
        (x, y), (u, v) = self.place(60), self.place(60)
        self.note("pull", x, y, u, v)
        windows = self.bus.windows()
        if windows:
            self.bus.activate(windows[0], "play-pause", [])
        xdotool("mousemove", x, y, "keydown", "ctrl", "mousedown", 1, "mousemove", (x + u) // 2, (y + v) // 2,
                "click", self.random.choice([4, 5]), "keydown", "shift", "mousemove", u, v, "keyup", "shift", "mouseup", 1,
                "keyup", "ctrl")

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

    def resize(self):
        """The width decides whether views are tabs."""
        windows = xdotool("search", "--onlyvisible", "--name", "Noslip").split()
        width, height = self.random.randrange(360, WIDTH), self.random.randrange(320, HEIGHT)
        if self.random.random() < 0.4:
            width, height = WIDTH, HEIGHT
        self.note("resize", width, height)
        for window in windows[:3]:
            xdotool("windowmove", window, 0, 0, "windowsize", window, width, height)

    def argument(self, name, kind):
        if kind == "i":
            return GLib.Variant("i", self.random.choice([-1, 0, 1, 2, 3, 5, 9, 1000]))
        choices = self.systems + ["", "no-such", self.folder] if name == "open-system" else ARGUMENTS.get(name, [""])
        return GLib.Variant("s", self.random.choice(choices))

    def act_by_name(self):
        """Calls any action in any window, in any state."""
        path = self.random.choice([Bus.ROOT] + self.bus.windows() * 4)
        actions = self.bus.actions(path)
        names = sorted(set(actions) - NOT_CALLED)
        for name in self.random.choices(names, k=self.random.randrange(1, 4)) if names else []:
            argument = [self.argument(name, actions[name])] if actions[name] else []
            self.note("action", path, name, *argument)
            self.bus.activate(path, name, argument)

    def descend(self):
        """A random element that a screen reader could press, or None: whole trees take too long to read."""
        node = Atspi.get_desktop(0)
        for _ in range(50):
            if node is None or node.get_role() in PRESSED:
                return node
            n = node.get_child_count()
            if n <= 0:  # -1: it no longer exists
                return None
            node = node.get_child_at_index(self.random.randrange(n))
        return None

    def press(self):
        """Presses a button, anywhere, or sets a value, anywhere in its range."""
        try:
            node = next(filter(None, (self.descend() for _ in range(15))), None)
            if not node or (node.get_name() or "") in ("Close", "Save as"):
                return
            self.note("press", node.get_role_name(), node.get_name())
            interfaces = node.get_interfaces()
            if "Value" in interfaces:
                low, high = Atspi.Value.get_minimum_value(node), Atspi.Value.get_maximum_value(node)
                between = low + (high - low) * self.random.random()
                Atspi.Value.set_current_value(node, self.random.choice([low, high, between]))
            elif "Action" in interfaces:
                Atspi.Action.do_action(node, 0)
        except GLib.Error:
            pass  # removed in the meantime

    def open(self):
        """From the gallery; a question about unsaved text gets the suggested answer or none."""
        system = self.systems[self.opened % len(self.systems)]
        self.opened += 1
        self.note("open", system)
        xdotool("key", "--delay", 60, "Escape", "Escape", "ctrl+g")
        time.sleep(0.3)
        xdotool("type", "--delay", 12, system.replace("-", " "))
        time.sleep(0.3)
        xdotool("key", "--delay", 60, "Return")
        time.sleep(0.4)

    def change_quickly(self):
        """Opens systems one after the other while each is computed."""
        paths = self.bus.windows()
        for system in self.random.choices(self.systems, k=5) if paths else []:
            self.note("quickly", system)
            self.bus.activate(paths[0], "open-system", [GLib.Variant("s", system)])
            then = self.random.choice(["play-pause", "compare-formulations", "leap-forward", "loop"])
            self.bus.activate(paths[0], then, [])

    def hostile_file(self):
        """The text of a system or a list of set-ups with errors."""
        text = pathlib.Path(os.environ["NOSLIP_SYSTEMS"], self.random.choice(self.systems) + ".noslip").read_bytes()
        path = pathlib.Path(self.folder, f"odd-{self.random.randrange(15)}.noslip")
        kind = self.random.randrange(7)
        if kind == 0:
            return self.folder
        if kind == 1:
            path = path.with_name("pipe.noslip")
            if not path.exists():
                os.mkfifo(path)
            return str(path)
        if kind == 2:
            text = self.random.randbytes(20000)
        elif kind == 3:
            text = text[:self.random.randrange(len(text))]
        elif kind == 4:
            place = self.random.randrange(len(text))
            text = text[:place] + self.random.randbytes(3) + text[place + 3:]
        elif kind == 5:
            text += b"".join(b'claim "c%d": d(energy) = 0\n' % i for i in range(500))
        else:
            text = SETUP % self.random.choice(self.systems).encode()
            path = path.with_suffix(".noslip-setup")
        path.write_bytes(text)
        return str(path)

    def open_file(self):
        """Opens a file in a new window or in the present one; some files are deleted before they are read."""
        path = self.hostile_file()
        windows = self.bus.windows()
        self.note("file", path, len(windows))
        if len(windows) > 3 or self.random.random() < 0.7:
            for window in windows[:1]:
                self.bus.activate(window, "open-system", [GLib.Variant("s", path)])
        else:
            try:
                subprocess.run([self.program, path], check=False, timeout=PATIENCE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
            except subprocess.TimeoutExpired as error:
                raise Hangs(f"a second start with {path} was not answered") from error
        if self.random.random() < 0.3 and os.path.isfile(path):
            os.unlink(path)

    def act(self, i):
        if i % 18 == 0:
            self.open()
        else:
            self.random.choice([self.click] * 10 + [self.drag] * 5 + [self.pull] * 3 + [self.scroll] * 2 + [self.key] * 8 +
                               [self.type] * 2 + [self.act_by_name] * 4 + [self.press] * 3 + [self.resize] * 2 +
                               [self.open_file, self.change_quickly])()


def complaints(log):
    for line in log.read_text(errors="replace").splitlines():
        if ("CRITICAL" in line or "WARNING" in line) and not any(known in line for known in QUIET):
            yield line


def one_of_each_kind(lines):
    """The first of the lines that differ only by addresses and numbers, without the process and the time."""
    kinds = {}
    for line in lines:
        line = re.sub(r"^\(.*?\): |\*\*: \d\d:\S+ ", "", line)
        kinds.setdefault(re.sub(r"0x[0-9a-f]+|\d+", "", line), line)
    return list(kinds.values())


def session(monkey, process, actions, seconds):
    """Runs actions. Returns their number, and the reason if they ended early."""
    time.sleep(4)
    done, end = 0, time.monotonic() + seconds
    while done < actions and time.monotonic() < end and process.poll() is None:
        try:
            monkey.act(done)
        except Hangs as error:
            return done, str(error)
        done += 1
    return done, None if process.poll() is None else "it ended"


def main():
    program, systems = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    actions = int(sys.argv[4]) if len(sys.argv) > 4 else 1500
    seconds = float(sys.argv[5]) if len(sys.argv) > 5 else float("inf")
    os.environ["NOSLIP_SYSTEMS"] = systems
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(HOME=home, XDG_DATA_HOME=home + "/data", XDG_CONFIG_HOME=home + "/config",
                          XDG_STATE_HOME=home + "/state")
        log = pathlib.Path(home, "log")
        with log.open("w") as output:
            process = subprocess.Popen([program, "chaplygin-sleigh"], cwd=home, stdout=output, stderr=output)
        # Not the folder that file choosers show at first: GTK 4.8's list of files mixes up its rows, and reads freed
        # ones, if files appear and disappear there while it is read.
        files = pathlib.Path(home, "files")
        files.mkdir()
        monkey = Monkey(seed, program, sorted(path.stem for path in pathlib.Path(systems).glob("*.noslip")), str(files))
        done, ended = session(monkey, process, actions, seconds)
        if not ended:
            time.sleep(2)
            process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)
            status = "none: it hung"
        brief = seconds < float("inf")
        lines = one_of_each_kind(complaints(log))
        complained = [line for line in lines if not any(known in line for known in KNOWN) and
                      (not brief or "CRITICAL" in line or "noslip-" in line)]
        print(f"seed {seed}: {done} actions, {monkey.opened} systems, ended: {ended}, status {status}, "
              f"slowest answer {monkey.bus.slowest:.1f} s")
        for line in lines:
            print("fails by:" if line in complained else "warning:", line)
        if ended or status != 0 or complained:
            print("last:", *monkey.done, sep="\n  ")
            print(log.read_text(errors="replace")[-6000:])
        return 1 if complained or ended or status != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
