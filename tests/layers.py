# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves the order of the folders: app includes ui and core, ui includes core, and within each storey no folder
includes a later one. The core includes GLib and GSL only, and code that needs no screen includes no toolkit. Within
a folder no two sources depend on each other; no folder is large. Speaks TAP."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from tap import check, check_none, end  # noqa: E402

# Each folder may include itself and those before it. The order is that of the architecture, lowest first; the system is
# before the language, which builds it.
LAYERS = [
    "core/base", "core/expr", "core/system", "core/algebroid", "core/language", "core/language/build", "core/dynamics", "core/dynamics/algorithm", "core/dynamics/lanes", "core/integrate",
    "core/geometry", "core/geometry/reduction", "core/geometry/figure", "core/equations", "core/trajectory", "core/verdict", "core/finder/linear", "core/finder/sampling", "core/finder/family", "core/finder/steady", "core/finder", "core/finder/lyapunov", "core/finder/measure", "core/finder/steer", "core/codegen", "core/output",
    "core/catalogue", "core/simulation", "core/simulation/ensemble", "core/simulation/hand", "core/simulation/setup",
    "shaders", "data/page",
    "ui/picture", "ui/picture/math", "ui/picture/plot", "ui/picture/scene", "ui/picture/cairo", "ui/picture/gl",
    "ui/export",
    "ui/widgets/common", "ui/widgets/views", "ui/widgets/views/formulas", "ui/widgets/finder", "ui/widgets/editor", "ui/widgets/scene", "ui/widgets/side",
    "ui/widgets/help", "ui/widgets/gallery", "ui/widgets/window",
    "app/cli", "app/cli/show", "app/cli/render", "app/cli/sweep", "app/cli/find", "app/cli/benchmark", "app/cli/server", "app/library/noslip", "app/library", "app/desktop",
]
# Folders of one level, whose files may include each other: a folder and its subfolders.
TOGETHER = [
    {"core/dynamics", "core/dynamics/algorithm"},
    {"core/finder", "core/finder/family", "core/finder/steady"},
    {"core/geometry", "core/geometry/reduction"},
    {"core/simulation", "core/simulation/ensemble", "core/simulation/hand", "core/simulation/setup"},
    {"ui/widgets/views", "ui/widgets/views/formulas"},
    {"app/library", "app/library/noslip"},
    {"app/cli", "app/cli/show", "app/cli/render", "app/cli/sweep", "app/cli/find", "app/cli/benchmark", "app/cli/server"},
]
STANDARD = {
    "assert.h", "complex.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "locale.h", "math.h",
    "pthread.h", "setjmp.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
    "stdlib.h", "string.h", "strings.h", "time.h",
}
POSIX = {"dirent.h", "fcntl.h", "poll.h", "signal.h", "unistd.h", "sys/file.h", "sys/mman.h", "sys/stat.h", "sys/types.h",
         "sys/wait.h"}
GIO_FOLDERS = ("core/output", "core/catalogue", "core/simulation")
# Other places: the reader that rejects pipes and devices, and the process that reads a text from others.
POSIX_PLACES = ("core/output/", "core/catalogue/files.c", "core/catalogue/folders.c", "core/simulation/stranger.c")
TOOLKIT = re.compile(r"^(gtk|gdk|adwaita|gtksourceview)\b")
WITH_TOOLKIT = ("ui/widgets", "app/desktop")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)
MOST_SOURCES = 35
# An optional library, for files that are not built without it.
SUNDIALS_PLACES = ("core/integrate/cvode.c", "core/integrate/ida.c", "core/integrate/sundials.")
SUNDIALS = {"cvode", "ida", "nvector", "sundials", "sunlinsol", "sunmatrix", "sunnonlinsol"}
NO_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
DEFINED = re.compile(r"^(noslip_\w+)\(", re.MULTILINE)
USED = re.compile(r"\bnoslip_\w+\b")
SUFFIXES = (".c", ".h", ".def")
# Tasks with one place: the task, the calls that would bypass it, and the place.
ONE_PLACE = [
    ("files are written", re.compile(r"\b(g_file_set_contents(_full)?|g_file_(replace|create|append_to)(_\w+)?|g_?fopen|"
                                     r"g_key_file_save_to_file|cairo_surface_write_to_png|json_generator_to_file)\s*\("),
     "core/output/"),
    ("files are opened to be written", re.compile(r"\b(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|creat|g_mkstemp\w*|"
                                                  r"g_file_open_tmp|g_file_new_tmp|g_open)\b"),
     "core/output/"),
    ("decimals are read", re.compile(r"\b(strto[dfl]d?|atof|g_strtod|g_ascii_strtod)\s*\("), "core/base/decimal.c"),
]


def within(folder, parents):
    return any(folder == parent or folder.startswith(parent + "/") for parent in parents)


def together(one, other):
    return one == other or any(one in group and other in group for group in TOGETHER)


def arrow(layer, name):
    """The error if a file of the folder `layer` includes "name", or None."""
    folder = name.rpartition("/")[0]
    if folder not in LAYERS:
        return "which is in no folder of the product"
    if folder.startswith("app/") and layer.startswith("app/") and not together(layer, folder):
        return "which belongs to another program"
    if LAYERS.index(folder) > LAYERS.index(layer) and not together(layer, folder):
        return "which stands above it"
    return None


def foreign(layer, path, name):
    """The error if a file of the folder `layer` includes <name>, or None."""
    if TOOLKIT.match(name) and not within(layer, WITH_TOOLKIT):
        return "no toolkit below the widgets"
    if not layer.startswith("core/") or name in STANDARD or re.match(r"(glib|gsl)\b", name):
        return None
    if re.match(r"gio\b", name):
        return None if within(layer, GIO_FOLDERS) else "GIO is for the folders that meet files"
    if name.partition("/")[0] in SUNDIALS:
        return None if path.startswith(SUNDIALS_PLACES) else "SUNDIALS is for its methods"
    if name in POSIX:
        return None if path.startswith(POSIX_PLACES) else "POSIX files are for the layer that writes files"
    return "the core uses GLib and GSL only"


def complaints(root, layer):
    for source in sorted((root / layer).iterdir()):
        if source.suffix not in SUFFIXES:
            continue
        path = str(source.relative_to(root))
        for quote, name in INCLUDE.findall(source.read_text(encoding="utf-8")):
            reason = arrow(layer, name) if quote == '"' else foreign(layer, path, name)
            if reason:
                yield "%s includes %s: %s" % (path, name, reason)


def unknown_folders(root):
    for storey in ("core", "ui", "app"):
        for source in sorted((root / storey).rglob("*")):
            folder = str(source.parent.relative_to(root))
            if source.suffix in SUFFIXES and folder not in LAYERS:
                yield "%s has no place in the order of the folders" % source.relative_to(root)


def needs(sources):
    """Which sources use functions that another one defines; `sources` are texts by name."""
    codes = {name: NO_CODE.sub("", text) for name, text in sources.items()}
    owner = {function: name for name, code in codes.items() for function in DEFINED.findall(code)}
    return {name: {owner[used] for used in set(USED.findall(code)) if owner.get(used, name) != name}
            for name, code in codes.items()}


def reached(graph, start):
    found, ahead = set(), list(graph[start])
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += graph[name]
    return found


def cycles(sources):
    """The names of the sources that depend on themselves through others."""
    graph = needs(sources)
    return [name for name in sorted(graph) if name in reached(graph, name)]


def sources_of(root, layer):
    return {source.name: source.read_text(encoding="utf-8") for source in sorted((root / layer).glob("*.c"))}


def all_sources(root):
    return {layer + "/" + name: text for layer in LAYERS if (root / layer).is_dir()
            for name, text in sources_of(root, layer).items()}


def elsewhere(calls, place, path, text):
    """The calls in a source that is not the place for them."""
    return [] if path.startswith(place) else ["%s calls %s" % (path, call.group(1)) for call in calls.finditer(NO_CODE.sub("", text))]


def check_places(root):
    for what, calls, place in ONE_PLACE:
        check_none("%s by %s alone" % (what, place),
                   [found for layer in LAYERS if (root / layer).is_dir() for name, text in sources_of(root, layer).items()
                    for found in elsewhere(calls, place, layer + "/" + name, text)])


def check_sources(root, layer):
    sources = sources_of(root, layer)
    check_none("no cycle in " + layer, ["%s needs itself" % name for name in cycles(sources)])
    check("%s has at most %d sources" % (layer, MOST_SOURCES), len(sources) <= MOST_SOURCES, "%d" % len(sources))


def check_rules():
    """The rules reject what they must: an include of each forbidden kind is detected."""
    for layer, name in [("core/base", "core/expr/graph.h"), ("core/simulation", "ui/export/job.h"),
                        ("ui/widgets/window", "app/desktop/desktop.h"), ("app/cli", "app/desktop/desktop.h"),
                        ("app/cli", "tests/core/load.h"), ("ui/picture/plot", "ui/picture/gl/gl-mesh.h")]:
        check("%s may not include %s" % (layer, name), arrow(layer, name) is not None)
    for layer, name in [("core/expr", "gtk/gtk.h"), ("app/cli", "gtk/gtk.h"), ("ui/export", "adwaita.h"),
                        ("core/expr", "gio/gio.h"), ("core/base", "unistd.h"), ("core/base", "json-glib/json-glib.h"),
                        ("core/integrate", "cvode/cvode.h")]:
        check("%s may not include <%s>" % (layer, name), foreign(layer, layer + "/file.c", name) is not None)
    check("two sources that call each other are a cycle",
          cycles({"a.c": "void\nnoslip_a(void)\n{ noslip_b(); }", "b.c": "void\nnoslip_b(void)\n{ noslip_a(); }"})
          == ["a.c", "b.c"])
    check("a call that only a comment names is none",
          cycles({"a.c": "void\nnoslip_a(void)\n{ noslip_b(); }", "b.c": "/* noslip_a() */\nvoid\nnoslip_b(void)\n{ }"})
          == [])
    (_, writers, output), (_, openers, _), (_, readers, decimal) = ONE_PLACE
    check("a file that is written past the output layer is found",
          elsewhere(writers, output, "app/cli/a.c", "g_file_set_contents(path, text, -1, NULL);") != [])
    check("a file that is opened past the output layer is found",
          elsewhere(openers, output, "app/cli/a.c", "int fd = open(path, O_RDWR | O_CREAT, 0666);") != [])
    check("reading is open to all", elsewhere(openers, output, "app/cli/a.c", "int fd = open(path, O_RDONLY);") == [])
    check("the output layer may write", elsewhere(writers, output, "core/output/a.c", "fopen(path);") == [])
    check("a decimal that is read elsewhere is found", elsewhere(readers, decimal, "ui/a.c", "x = strtod(text, NULL);") != [])
    check("the program may include the core", arrow("app/desktop", "core/base/words.h") is None)
    check("the output layer may include <gio/gio.h>", foreign("core/output", "core/output/a.c", "gio/gio.h") is None)


def main(root):
    root = pathlib.Path(root)
    check_rules()
    check_places(root)
    check_none("every folder has its place", unknown_folders(root))
    check_none("no cycle through several folders", cycles(all_sources(root)))
    check_none("functions of the window are defined in ui/widgets/window alone",
               ["%s defines %s" % (path, name) for path, text in all_sources(root).items() for name in DEFINED.findall(text)
                if name.startswith("noslip_window_") and not path.startswith("ui/widgets/window/")])
    for layer in LAYERS:
        if (root / layer).is_dir():
            check_none(layer, complaints(root, layer))
            check_sources(root, layer)
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
