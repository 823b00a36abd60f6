# SPDX-License-Identifier: GPL-3.0-or-later
"""The installation is complete, and its programs find its files after it was moved. Speaks TAP."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, end  # noqa: E402

PLACES = """
bin/noslip
bin/noslip-cli
include/noslip/noslip.h
share/bash-completion/completions/noslip-cli
share/fish/vendor_completions.d/noslip-cli.fish
share/man/man1/noslip.1
share/man/man1/noslip-cli.1
share/zsh/site-functions/_noslip-cli
share/applications/org.noslip.Noslip.desktop
share/glib-2.0/schemas/org.noslip.Noslip.gschema.xml
share/gtksourceview-5/language-specs/noslip.lang
share/icons/hicolor/scalable/apps/org.noslip.Noslip.svg
share/icons/hicolor/scalable/mimetypes/application-x-noslip.svg
share/icons/hicolor/symbolic/apps/org.noslip.Noslip-symbolic.svg
share/locale/es/LC_MESSAGES/noslip.mo
share/metainfo/org.noslip.Noslip.metainfo.xml
share/mime/packages/org.noslip.Noslip.xml
share/noslip/help/index.md
share/noslip/help/es/index.md
share/noslip/help/es/lessons/why-does-the-sleigh-turn.md
share/noslip/help/lessons/why-does-the-sleigh-turn.md
share/noslip/schema/noslip-run-1.schema.json
share/noslip/systems/chaplygin-sleigh.noslip
""".split()


def run(*command, **more):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NOSLIP_")}
    environment.update(more)
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def moved(folder, build):
    """Installs below `folder` and moves the result away from its configured prefix."""
    subprocess.run(["meson", "install", "-C", str(build), "--no-rebuild", "--destdir", str(folder / "first")], check=True,
                   stdout=subprocess.DEVNULL)
    prefix = next((folder / "first").rglob("bin/noslip-cli")).parent.parent
    return prefix.rename(folder / "else where")


PROGRAM = """#include <noslip/noslip.h>
int main(void) { return noslip_system_load("nowhere", noslip_diagnostics_new()) == NULL ? 0 : 1; }
"""


def check_library(prefix, folder):
    """A program is built with the flags of pkg-config alone."""
    found = list(prefix.rglob("noslip.pc"))
    check("the library is installed for pkg-config", len(found) == 1)
    if not found:
        return
    (folder / "prefix").symlink_to(prefix)
    (folder / "noslip.pc").write_text(re.sub("^prefix=.*", f"prefix={folder}/prefix", found[0].read_text()))
    environment = {"PKG_CONFIG_PATH": str(folder), "LD_LIBRARY_PATH": str(found[0].parent.parent)}
    flags = run("pkg-config", "--cflags", "--libs", "noslip", **environment)
    (folder / "program.c").write_text(PROGRAM)
    built = run("cc", "-Wall", "-Wextra", "-Werror", "-std=c17", "-o", str(folder / "program"), str(folder / "program.c"),
                *flags.stdout.split(), **environment)
    check("a program is built with it", built.returncode == 0, flags.stderr + built.stderr)
    check("and runs", built.returncode == 0 and run(str(folder / "program"), **environment).returncode == 0)


def main(source, build):
    with tempfile.TemporaryDirectory() as name:
        prefix = moved(pathlib.Path(name), build)
        lacking = [place for place in PLACES if not (prefix / place).is_file()]
        check("every file is at its place", not lacking, "\n".join(lacking))
        systems = {path.name for path in (source / "data/systems").glob("*.noslip")}
        check("the catalogue is whole", systems == {path.name for path in (prefix / "share/noslip/systems").glob("*.noslip")})
        manual = {path.relative_to(source / "data") for path in (source / "data/help").rglob("*.md")}
        check("the manual is whole in every language, and its pages are all that is installed of it",
              manual == {path.relative_to(prefix / "share/noslip") for path in (prefix / "share/noslip/help").rglob("*")
                         if path.is_file()})
        listed = run(str(prefix / "bin/noslip-cli"), "list")
        check("the moved program lists it", listed.returncode == 0 and len(listed.stdout.splitlines()) >= len(systems),
              listed.stderr)
        checked = run(str(prefix / "bin/noslip-cli"), "check", "chaplygin-sleigh")
        check("and checks a system", checked.returncode == 0, checked.stdout + checked.stderr)
        linked = run("ldd", str(prefix / "bin/noslip-cli")).stdout
        check("the command line links no toolkit", "libc.so" in linked and "libgtk" not in linked, linked)
        check_library(prefix, pathlib.Path(name))
        output = run(str(source / "tests/spanish"), str(prefix / "bin/noslip"), "--help")
        own = run(str(prefix / "bin/noslip"), "--help", LC_ALL="C")
        if not output.stdout.startswith("1..0 # SKIP"):
            check("the moved program finds its translations", "Mostrar la versión" in output.stdout, output.stdout + output.stderr)
        check("the window's program lists its options", own.returncode == 0 and "--screenshot" in own.stdout, own.stderr)
        check("it contains no path of the build tree",
              str(build).encode() not in (prefix / "share/applications/org.noslip.Noslip.desktop").read_bytes())
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
