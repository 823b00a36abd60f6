# SPDX-License-Identifier: GPL-3.0-or-later
"""libnoslip exports the names in its public list, which its headers declare, and in a private version what the programs use;
they have nothing of the core in themselves. Speaks TAP."""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import check, check_none, end  # noqa: E402


def symbols(path, *options):
    """Name and version ("": none) of the symbols that nm lists."""
    lines = subprocess.run(["nm", *options, path], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return {tuple(line.split()[-1].replace("@@", "@").partition("@")[::2]) for line in lines}


def check_programs(exported, public, private, programs):
    """What the programs need of the library, and what it exports for them."""
    used = set()
    for program in programs:
        needed = {(name, version) for name, version in symbols(program, "-D", "--undefined-only") if version in (public, private)}
        check("%s needs the library" % pathlib.Path(program).name, needed != set())
        check_none("and all of it is there", sorted(needed - exported))
        own = {name for name, _ in symbols(program, "--defined-only")}
        check_none("and has none of it in itself", sorted(name for name, _ in exported if name in own))
        used |= needed
    check_none("a private symbol is used by a program",
               sorted(name for name, version in exported if version == private and (name, version) not in used))


def main(source, library, version, programs):
    public, private = "NOSLIP_0", "NOSLIP_PRIVATE_" + version
    exported = {symbol for symbol in symbols(library, "-D", "--defined-only") if symbol[1]}
    named = {(name, public) for name in re.findall(r"^  (noslip_\w+);", (source / "app/library/noslip.map").read_text(), re.M)}
    check_none("each public symbol is in the list", sorted({symbol for symbol in exported if symbol[1] == public} - named))
    check_none("each symbol of the list is public", sorted(named - exported))
    check_none("each other one is private", sorted(symbol for symbol in exported if symbol[1] not in (public, private)))
    check_programs(exported, public, private, programs)
    headers = "".join(path.read_text() for path in (source / "app/library/noslip").glob("*.h"))
    check_none("public symbols are declared in a header", sorted(name for name, _ in named if f"{name}(" not in headers))
    check("the headers include nothing of the core", "core/" not in headers)
    described = (pathlib.Path(library).resolve().parents[2] / "meson-private/noslip.pc").read_text()
    included = set(re.findall(r"#include <(?!noslip/)([^>]+)>", headers))
    check("programs that use it need only what the headers include", included == {"glib-object.h"} and
          re.findall(r"^Requires[^:]*: *(\S+)", described, re.M) == ["gobject-2.0"], f"{included}\n{described}")
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]))
