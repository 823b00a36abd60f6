#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program started again: the views of each system are as the user left them, in the same window and after a new
start, and the files that were opened are in the menu of recent files. With a real keyboard and pointer. TAP. Usage:
returning.py NOSLIP, under a display server and a session bus of its own."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from reader import (Atspi, GLib, MENU_ITEMS, PATIENCE, check, end, described_elements, focused, key,  # noqa: E402
                    menu_items, names_of, program, skip, wait, walk)

NEAR = 1  # pixels: shares of the height are stored
NOTHING = "Files that you open or save"  # the placeholder without recent files
BEAD = "noslip 1\ntitle \"%s\"\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"


class Session:
    """The program, from its start to its end."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([sys.argv[1], *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.root = wait(lambda: program("noslip"))
        if self.root is None:
            raise SystemExit("not ok - the program is not on the bus")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=PATIENCE)
        wait(lambda: program("noslip") is None)

    def title(self):
        return next((name for _, role, name in walk(self.root) if role == Atspi.Role.FRAME), "")

    def wait_for_title(self, title):
        return wait(lambda: self.title().startswith(title + " \N{EN DASH} "))

    def views(self):
        """The visible ones: name, top, height."""
        found = []
        for name, node in described_elements(self.root):
            try:
                place = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
            except GLib.Error:
                return []  # removed in the meantime
            found.append((name, place.y, place.height))
        return found

    def names(self):
        return [name for name, _, _ in self.views()]

    def at(self, node):
        """The place of a node on the screen: its window is in the corner, with space for its shadow around it."""
        frame = next(node for node, role, _ in walk(self.root) if role == Atspi.Role.FRAME)
        inner = Atspi.Component.get_extents(frame, Atspi.CoordType.WINDOW)
        place = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
        geometry = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Noslip$", "getwindowgeometry", "--shell"],
                              check=True, capture_output=True, text=True).stdout
        window = dict(line.split("=") for line in geometry.splitlines() if "=" in line)
        shadow = (int(window["WIDTH"]) - inner.width) // 2
        return place.x + shadow, place.y + shadow, place.width, place.height

    def tells_places(self):
        """Some versions of GTK (4.18) report places without the borders around them, even outside of the window."""
        button = next(node for node, _, name in walk(self.root) if name == "Play")
        return Atspi.Component.get_extents(button, Atspi.CoordType.WINDOW).y >= 0

    def click(self, name, role=None, nth=0):
        def nodes():
            return [node for node, other, what in walk(self.root) if what == name and (role is None or other == role)]

        wait(lambda: len(nodes()) > nth)
        x, y, width, height = self.at(nodes()[nth])
        pointer("mousemove", x + width // 2, y + height // 2, "click", 1)

    def drag_edge(self, name, by):
        """Drags the divider below a view."""
        node = next(node for what, node in described_elements(self.root) if what == name)
        x, y, width, height = self.at(node)
        below = y + height
        pointer("mousemove", x + width // 2, below, "sleep", 0.1, "mousedown", 1, "sleep", 0.1, "mousemove",
                x + width // 2, below + by // 2, "sleep", 0.1, "mousemove", x + width // 2, below + by, "sleep", 0.1,
                "mouseup", 1)

    def open(self, words, title):
        """Opens a system from the gallery."""
        key("ctrl+g")
        wait(lambda: "Search systems" in focused(self.root) or "Search systems" in names_of(self.root))
        subprocess.run(["xdotool", "type", "--delay", "30", words], check=True)
        wait(lambda: title in names_of(self.root))
        key("Return")
        return self.wait_for_title(title)

    def item(self, name):
        """An item of the open menu."""
        return next((node for node, role, what in walk(self.root) if role in MENU_ITEMS and what == name), None)

    def choose(self, name):
        """Moves down to an item of the open menu and activates it."""
        node = wait(lambda: self.item(name))
        for _ in range(40):
            if wait(lambda: node.get_state_set().contains(Atspi.StateType.FOCUSED), 0.3):
                break
            key("Down")
        key("Return")

    def recent(self):
        """Opens the main menu and its submenu of recent files. Returns their names."""
        key("F10")
        self.choose("Recent")
        return [name for name in menu_items(self.root) if ".noslip" in name or name == NOTHING]


def can_be_driven():
    with Session("chaplygin-sleigh") as session:
        session.wait_for_title("Chaplygin sleigh")
        return session.tells_places()


def pointer(*words):
    subprocess.run(["xdotool", *[str(word) for word in words]], check=True)


def alike(one, other):
    return ([name for name, _, _ in one] == [name for name, _, _ in other] and
            all(abs(a[2] - b[2]) <= NEAR for a, b in zip(one, other)))


def check_views(session, what, wanted):
    """Waits until the views are arranged like this."""
    wait(lambda: alike(session.views(), wanted))
    check(what, alike(session.views(), wanted), f"{session.views()} and not {wanted}")


def check_names(session, what, wanted):
    wait(lambda: session.names() == wanted)
    check(what, session.names() == wanted, f"{session.names()} and not {wanted}")


def arrange(session):
    """Views closed, duplicated, opened and enlarged. Returns their arrangement."""
    check_names(session, "the sleigh has the views that it plots", ["Scene", "Energy", "Path", "Bracket"])
    session.click("Close Energy")
    wait(lambda: "Energy" not in session.names())
    session.click("Path", Atspi.Role.IMAGE)
    key("ctrl+d")
    wait(lambda: session.names().count("Path") == 2)
    session.click("Scene")
    key("9")
    check_names(session, "closed, doubled and opened", ["Scene", "Path", "Path", "Bracket", "Claims"])
    before = session.views()
    session.drag_edge("Path", 70)
    wait(lambda: len(session.views()) == 5 and session.views()[1][2] > before[1][2] + 40)
    now = session.views()
    check("the divider between two views is drawn", now[1][2] > before[1][2] + 40, f"{before} {now}")
    return now


def arrangements():
    with Session("chaplygin-sleigh") as session:
        left = arrange(session)
        check("another system is opened", session.open("snakeboard", "Snakeboard"))
        check_names(session, "it has its own views", ["Scene", "Energy", "Path", "Path", "Bracket"])
        board = session.views()
        session.click("Maximise Bracket")
        check_names(session, "one is maximised", ["Bracket"])
        check("back to the first", session.open("chaplygin sleigh", "Chaplygin sleigh"))
        check_views(session, "its views are as they were left", left)
        session.open("snakeboard", "Snakeboard")
        check_views(session, "and those of the other, with its scene", board)
        key("ctrl+q")
        session.process.wait(timeout=PATIENCE)
    with Session("chaplygin-sleigh") as session:
        check_views(session, "the program is started again: the views are as they were left", left)
        session.open("snakeboard", "Snakeboard")
        check_views(session, "and those of the other", board)
        session.click("Scene")
        key("F11")
        check_names(session, "presenting shows two of them", ["Scene", "Energy", "Path"])
    with Session("snakeboard") as session:
        check_views(session, "the views of a presentation are not stored", board)


def recent_files(folder):
    files = [pathlib.Path(folder, name) for name in ("one/bead_x.noslip", "other/bead_x.noslip", "other/ring.noslip")]
    for path, title in zip(files, ("First bead", "Second bead", "Ring")):
        path.parent.mkdir(exist_ok=True)
        path.write_text(BEAD % title, encoding="utf-8")
    with Session("chaplygin-sleigh") as session:
        session.wait_for_title("Chaplygin sleigh")
        shown = session.recent()
        check("without recent files the menu has a placeholder", shown == [NOTHING], f"{shown}")
    for path, title in zip(files, ("First bead", "Second bead", "Ring")):
        with Session(str(path)) as session:
            check(f"{title} is opened", session.wait_for_title(title))
    labels = [f"bead_x.noslip \N{EN DASH} {files[0].parent}", f"bead_x.noslip \N{EN DASH} {files[1].parent}", "ring.noslip"]
    with Session("chaplygin-sleigh") as session:
        session.wait_for_title("Chaplygin sleigh")
        shown = session.recent()
        check("recent files are in the menu, the last first; those of one name have their folder",
              shown == labels[::-1], f"{shown}")
        session.choose(labels[0])
        check("one is opened from there", session.wait_for_title("First bead"))
        session.recent()
        session.choose(labels[1])
        check("and the other of its name", session.wait_for_title("Second bead"))
        check("the gallery has them too", session.open("ring", "Ring"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("STATE", "DATA", "CONFIG"):
            os.environ[f"XDG_{name}_HOME"] = os.path.join(folder, name)
        if not can_be_driven():
            return skip("this version of GTK tells wrong places of widgets, and no names of the items of menus")
        arrangements()
        recent_files(folder)
    return end()


if __name__ == "__main__":
    sys.exit(main())
