# SPDX-License-Identifier: GPL-3.0-or-later
"""libnoslip exports exactly the names in its version script, and its headers declare all of them. Speaks TAP."""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import check, check_none, end  # noqa: E402


def main(source, library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout.splitlines()
    exported = {line.split()[-1] for line in lines} - {"NOSLIP_0"}
    named = {f"{name}@@NOSLIP_0" for name in re.findall(r"^  (noslip_\w+);", (source / "app/library/noslip.map").read_text(), re.M)}
    check_none("each exported symbol has a name and a version of the script", sorted(exported - named))
    check_none("each symbol of the script is exported", sorted(named - exported))
    headers = "".join(path.read_text() for path in (source / "app/library/noslip").glob("*.h"))
    check_none("and declared in a header", [name for name in sorted(named) if f"{name.split('@')[0]}(" not in headers])
    check("the headers include nothing of the core", "core/" not in headers)
    described = (pathlib.Path(library).resolve().parents[2] / "meson-private/noslip.pc").read_text()
    included = set(re.findall(r"#include <(?!noslip/)([^>]+)>", headers))
    check("programs that use it need only what the headers include", included == {"glib-object.h"} and
          re.findall(r"^Requires[^:]*: *(\S+)", described, re.M) == ["gobject-2.0"], f"{included}\n{described}")
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
