# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves the one way through the house: no folder includes one that stands above it, the core includes GLib and
GSL only, and the programs without a screen include no toolkit. Speaks TAP."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from tap import check_none, end  # noqa: E402

# Each folder may include itself and those before it.
LAYERS = [
    "core/base", "core/expr", "core/system", "core/algebroid", "core/language", "core/dynamics", "core/integrate",
    "core/geometry", "core/trajectory", "core/verdict", "core/catalogue", "core/simulation", "ui/picture", "ui/export",
    "ui/widgets", "app/cli", "app/desktop",
]
STANDARD = {
    "assert.h", "complex.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "locale.h", "math.h",
    "pthread.h", "setjmp.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
    "string.h", "strings.h", "time.h",
}
TOOLKIT = re.compile(r"(gtk|gdk|adwaita|gtksourceview)\b|^(gtk|gdk)/")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)


def folder_of(path):
    return "/".join(path.split("/")[:2])


def complaints(root, layer):
    above = set(LAYERS[LAYERS.index(layer) + 1:])
    for source in sorted((root / layer).rglob("*")):
        if source.suffix not in (".c", ".h", ".def"):
            continue
        for quote, name in INCLUDE.findall(source.read_text(encoding="utf-8")):
            where = "%s includes %s" % (source.relative_to(root), name)
            if quote == '"' and folder_of(name) in above:
                yield where + ", which stands above it"
            if layer.startswith("core/") and quote == "<":
                if name not in STANDARD and not re.match(r"(glib|gsl)\b", name):
                    yield where + ": the core uses GLib and GSL only"
            if layer not in ("ui/widgets", "app/desktop") and TOOLKIT.search(name):
                yield where + ": no toolkit below the widgets"


def main(root):
    root = pathlib.Path(root)
    layers = [layer for layer in LAYERS if (root / layer).is_dir()]
    for layer in layers:
        check_none(layer, complaints(root, layer))
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
