#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a screen reader sees it: every active element has a role and a name, and the names that users and
tests rely on exist. Also: the keyboard reaches everything, and the descriptions of the views are current. Speaks
TAP. Usage: tree.py NOSLIP, under a display server and a session bus of its own."""
import math
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from reader import (Atspi, VIEWS, check, end, focused, key, menu_items, names_of, program, elements_by_name,  # noqa: E402
                    turn, wait, walk)

ROLES = Atspi.Role
INTERACTIVE = {
    ROLES.PUSH_BUTTON, ROLES.TOGGLE_BUTTON, ROLES.CHECK_BOX, ROLES.RADIO_BUTTON, ROLES.COMBO_BOX, ROLES.SLIDER,
    ROLES.SPIN_BUTTON, ROLES.ENTRY, ROLES.TEXT, ROLES.MENU_ITEM, ROLES.CHECK_MENU_ITEM, ROLES.RADIO_MENU_ITEM,
    ROLES.LINK, ROLES.LIST_ITEM, ROLES.LIST_BOX,
}
HEADER = ["System gallery", "Open", "Play", "Restart", "Step back", "Step forward", "Menu", "Speed"]
PANE = ["Dynamics", "Formulation", "Method", "Tolerance"]
PARAMETERS = ["m", "J", "a", "b", "x", "y", "theta", "v1", "v2", "omega"]
FORMULATIONS = ["gibbs-appell", "projection", "lagrange-dalembert", "hamiltonian"]


def is_named(name):
    """A widget without a name has the name of its type."""
    return bool(name.strip()) and not name.startswith(("Gtk", "Adw", "Noslip"))


def unnamed(root):
    return sorted(f"{role.value_nick} below {parent(node)}" for node, role, name in walk(root)
                  if role in INTERACTIVE and not is_named(name))


def parent(node):
    trail = []
    for _ in range(4):
        node = node.get_parent()
        if node is None:
            break
        trail.append(node.get_name() or node.get_role().value_nick)
    return " < ".join(trail)


def main():
    process = subprocess.Popen([sys.argv[1], "chaplygin-sleigh"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        root = wait(lambda: program("noslip"))
        if root is None:
            check("the program is on the bus", False)
            return
        check("the program is on the bus", True)
        wait(lambda: {"omega", "Energy"} <= names_of(root))
        keyboard(root)
        look(root)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def look(root):
    names = names_of(root)
    for title, wanted in (("header", HEADER), ("side pane", PANE), ("parameters and initial values", PARAMETERS),
                          ("overlays", FORMULATIONS), ("scene and scrubber", ["Scene", "Time"])):
        missing = [name for name in wanted if name not in names]
        check(f"names of the {title}", not missing, f"missing: {missing}")
    bare = unnamed(root)
    check("everything that can be acted on has a name", not bare, "; ".join(bare[:12]))
    shown = elements_by_name(root)
    for digit, view in enumerate(VIEWS, 1):
        if view not in shown:
            key(str(digit))
    wait(lambda: set(VIEWS) <= set(elements_by_name(root)), 30)
    silent = sorted(set(VIEWS) - set(elements_by_name(root)))
    check("each view has its name and a description", not silent, f"silent: {silent}")
    moment(root)
    key("ctrl+e")
    check("the editor is named", bool(wait(lambda: "System text" in names_of(root))))
    bare = unnamed(root)
    check("everything has a name with all views and the editor", not bare, "; ".join(bare[:12]))


def descriptions(nodes):
    turn()
    return {name: node.get_description() or "" for name, node in nodes.items()}


def number(text, before):
    """The number after these words; NaN where there is none."""
    found = re.search(re.escape(before) + r" ?([-\N{MINUS SIGN}]?[0-9.]+(?:e[-\N{MINUS SIGN}+]?[0-9]+)?)", text)
    return float(found[1].replace("\N{MINUS SIGN}", "-")) if found else math.nan


def near(one, other):
    """To the four displayed digits, some of which a cosine loses."""
    return abs(one - other) <= 2e-3 * max(abs(one), abs(other)) + 1e-3


def outdated(nodes):
    """The views that describe another moment than the scene, by formulas for the sleigh with m = 1, J = 0.3, a =
    0.2, b = 0.1."""
    texts = descriptions(nodes)
    scene = texts.get("Scene", "")
    theta, v, omega = (number(scene, f"{name} =") for name in ("theta", "v1", "omega"))
    energy = ((v - 0.1 * omega) ** 2 + (0.2 * omega) ** 2 + 0.3 * omega ** 2) / 2
    force = number(scene, "force of the ice on the blade:")
    expected = {
        "Energy": ("T now", energy), "Path": ("now \N{GREEK SMALL LETTER OMEGA}", omega),
        "Momenta": ("p(v1) =", v - 0.1 * omega), "Bracket": ("{x, p(v\N{SUBSCRIPT ONE})} =", math.cos(theta)),
        "Constraints": ("lambda(blade) =", force), "Claims": ("restricted Lagrangian:", energy),
    }
    return [f"{view}: {texts.get(view, '')[:160]} (expected {words} {value:.4g})"
            for view, (words, value) in expected.items() if not near(number(texts.get(view, ""), words), value)]


def moment(root):
    """While time runs the descriptions of all views follow, at most about once a second; at rest, all are of the
    same moment."""
    nodes = elements_by_name(root)
    last = descriptions(nodes)
    for _ in range(3):  # a busy machine may lose a click
        subprocess.run(["xdotool", "mousemove", "600", "120", "click", "1"], check=True)  # where Space plays
        if wait(lambda: focused(root) == "Scene", 20):
            break
    key("minus", "minus")  # slowly, so that it does not end meanwhile
    for _ in range(3):  # a busy machine may lose a key
        key("space")
        if wait(lambda: "Pause" in names_of(root), 20):
            break
    moving = set(nodes) - {"Equations", "Energy"}  # which is constant along the sleigh's motion
    changes, begun = dict.fromkeys(moving, 0), time.monotonic()

    def every_one_twice():
        for view, text in descriptions(nodes).items():
            if view in moving and text != last[view]:
                changes[view] += 1
                last[view] = text
        return min(changes.values()) >= 2
    wait(every_one_twice)
    seconds = time.monotonic() - begun
    check("the description of each view follows the motion", len(nodes) == len(VIEWS) + 1 and min(changes.values()) >= 2,
          f"{changes}")
    check("it changes at most twice a second", max(changes.values()) <= 2 * seconds + 2,
          f"{changes} in {seconds:.1f} s")
    key("space")
    wait(lambda: "Play" in names_of(root), 15)
    wait(lambda: not outdated(nodes), 20)
    check("at rest all views describe the same moment", not outdated(nodes), "; ".join(outdated(nodes)))


def tab_around(root):
    """Tab moves through header, scene, views and side pane, and back to the start."""
    seen = []
    key("Tab")
    for _ in range(120):
        name = wait(lambda: focused(root), 5)
        if seen and name == seen[0] and len(set(seen)) > 10:
            break
        seen.append(name)
        key("Tab")
    print(f"# Tab: {' > '.join(seen)}", flush=True)
    return seen


def keyboard(root):
    seen = tab_around(root)
    wanted = ["System gallery", "Open", "Play", "Menu", "Speed", "Scene", "Energy", "omega", "Dynamics", "Time"]
    missing = [name for name in wanted if name not in seen]
    check("Tab gets to every part of the window", not missing, f"missing: {missing}")
    nameless = sorted({name or "(nothing)" for name in seen if not is_named(name)})
    check("what Tab gets to has a name", not nameless, f"{nameless}")
    for what, keys, is_open in (("the main menu", ["F10"], lambda: is_main_menu(root)),
                                ("the gallery", ["ctrl+g"], lambda: "Snakeboard" in names_of(root))):
        key(*keys)
        opened = wait(is_open, 15)
        key("Escape")
        check(f"{what} opens with a key and closes with Escape",
              bool(opened) and bool(wait(lambda: not is_open(), 15)), f"opened: {bool(opened)}")


def is_main_menu(root):
    """By its first item, or by the number of its items if GTK gives them no names."""
    items = menu_items(root)
    return "New system" in items or (len(items) > 10 and not any(items))


if __name__ == "__main__":
    main()
    sys.exit(end())
