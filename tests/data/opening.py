# SPDX-License-Identifier: GPL-3.0-or-later
"""A double click: files of systems and of set-ups have their own types, and the desktop opens them with the program.
As on a desktop, the types and the program are registered, and a file is opened by its type. Speaks TAP. Usage:
opening.py BUILD, under a display server and a session bus of its own."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, end, skip  # noqa: E402

PATIENCE = 60  # seconds
SYSTEM = 'noslip 1\ntitle "Opened by hand"\ncoordinate x\nlagrangian 1/2*x\'^2\ninitial x\' = 1\n'
SETUP = "[Noslip set-up]\n\n[System]\nid=snakeboard\n\n[Time]\ntime=1\n"


def windows(title):
    """Process ids of the programs that have windows with this title."""
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^%s – Noslip$" % title], capture_output=True,
                           text=True).stdout.split()
    return [int(subprocess.run(["xdotool", "getwindowpid", window], capture_output=True, text=True).stdout)
            for window in found]


def wait(condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    return condition()


def install(folder, build):
    """Returns the prefix with all files, registered as by a package's triggers."""
    subprocess.run(["meson", "install", "-C", str(build), "--no-rebuild", "--destdir", str(folder / "install")],
                   check=True, stdout=subprocess.DEVNULL)
    prefix = next((folder / "install").rglob("bin/noslip")).parent.parent
    share = prefix / "share"
    for command in (["update-mime-database", share / "mime"], ["update-desktop-database", share / "applications"],
                    ["glib-compile-schemas", share / "glib-2.0/schemas"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return prefix


def kind_of(file, environment):
    info = subprocess.run(["gio", "info", "-a", "standard::content-type", str(file)], capture_output=True, text=True,
                          env=environment).stdout
    return info.split("standard::content-type:")[-1].strip()


def open_file(file, environment):
    subprocess.run(["gio", "open", str(file)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def look(folder, environment):
    system, setup, plain = folder / "by hand.noslip", folder / "lecture.noslip-setup", folder / "without a suffix"
    system.write_text(SYSTEM)
    setup.write_text(SETUP)
    plain.write_text(SYSTEM)
    for file, kind in ((system, "application/x-noslip"), (setup, "application/x-noslip-setup"),
                       (plain, "application/x-noslip")):
        found = kind_of(file, environment)
        check("%s is %s" % (file.name, kind), found == kind, found)
    for kind in ("application/x-noslip", "application/x-noslip-setup"):
        handlers = subprocess.run(["gio", "mime", kind], capture_output=True, text=True, env=environment).stdout
        check("%s is opened by the program" % kind, "org.noslip.Noslip.desktop" in handlers.splitlines()[0], handlers)
    open_file(system, environment)
    first = wait(lambda: windows("Opened by hand"))
    check("a system is opened by a double click", first, "no window of that title")
    open_file(setup, environment)
    second = wait(lambda: windows("Snakeboard"))
    check("and a set-up", second, "no window of that title")
    check("in one program", first and first == second, "%s and %s" % (first, second))
    return first + second


def main(build):
    if not all(shutil.which(tool) for tool in ("gio", "update-mime-database", "update-desktop-database", "xdotool")):
        return skip("the tools that register kinds of files are not installed")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = install(folder, build)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("NOSLIP_")}
        environment.update(XDG_DATA_DIRS="%s/share:/usr/local/share:/usr/share" % prefix,
                           XDG_DATA_HOME=name + "/data", XDG_CONFIG_HOME=name + "/config",
                           XDG_STATE_HOME=name + "/state", PATH="%s/bin:%s" % (prefix, environment["PATH"]))
        processes = look(folder, environment)
        for process in set(processes):
            os.kill(process, signal.SIGTERM)
        wait(lambda: not any(pathlib.Path("/proc/%d/cmdline" % process).exists() for process in set(processes)))
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
