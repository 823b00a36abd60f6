# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by tests that use the program as a screen reader does, over the bus of the assistive technologies, with a
real keyboard and pointer. TAP."""
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import check, end, skip  # noqa: E402,F401 (for those who import this)

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib  # noqa: E402
except (ImportError, ValueError):
    sys.exit(skip("the assistive technologies' interface is not installed"))

PATIENCE = 60  # seconds
STALE = 10  # seconds after which what was read before is forgotten: a busy bus may lose the news of a change
VIEWS = ["Energy", "Path", "Time", "Bracket", "Constraints", "Momenta", "Agreement", "Equations", "Claims"]


def turn():
    """Handles the messages received so far."""
    while GLib.MainContext.default().iteration(False):
        pass


def forget():
    """Lets everything be asked for again; Atspi answers from its memory, which only news of changes correct."""
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(i)
        if child is not None:
            child.clear_cache()


def wait(condition, seconds=PATIENCE):
    begun = time.monotonic()
    stale = begun + STALE
    while time.monotonic() < begun + seconds:
        turn()
        found = condition()
        if found:
            return found
        if time.monotonic() > stale:
            forget()
            stale = time.monotonic() + STALE
        time.sleep(0.05)
    return condition()


def walk(node, depth=0):
    """Every visible element below a node, as (node, role, name)."""
    if node is None or depth > 60:
        return
    try:
        states = node.get_state_set()
        if depth and not states.contains(Atspi.StateType.VISIBLE):
            return
        yield node, node.get_role(), node.get_name() or ""
        for i in range(min(node.get_child_count(), 2000)):
            yield from walk(node.get_child_at_index(i), depth + 1)
    except GLib.Error:
        return  # removed in the meantime


def program(name):
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(i)
        if child is not None and child.get_name() == name and child.get_child_count() > 0:
            return child
    return None


def names_of(root):
    return {name for _, _, name in walk(root)}


MENU_ITEMS = {Atspi.Role.MENU_ITEM, Atspi.Role.CHECK_MENU_ITEM, Atspi.Role.RADIO_MENU_ITEM}


def menu_items(root):
    """The names of the items of the open menus. Some versions of GTK (4.18) give them no names."""
    return [name for _, role, name in walk(root) if role in MENU_ITEMS]


def key(*keys):
    subprocess.run(["xdotool", "key", "--clearmodifiers", "--delay", "60", *keys], check=True)


def focused(root):
    """The name of the element with the focus, or ""."""
    for node, _, name in walk(root):
        if node.get_state_set().contains(Atspi.StateType.FOCUSED) and node.get_role() != Atspi.Role.FRAME:
            return name
    return ""


def described_elements(root):
    """The scene and the views as (name, node), in their order: those that describe their content; titles and the
    scrubber have the same names."""
    found = [(name, node, node.get_description() or "") for node, _, name in walk(root) if name in VIEWS + ["Scene"]]
    return [(name, node) for name, node, text in found if text and "shared time" not in text]


def elements_by_name(root):
    return dict(described_elements(root))
