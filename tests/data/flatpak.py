# SPDX-License-Identifier: GPL-3.0-or-later
"""The Flatpak manifest: only members of the format, the same name of the program as elsewhere, a module for each library
that the runtime lacks, a checksum for each archive, and no unnecessary permissions. Speaks TAP."""
import json
import pathlib
import re
import sys

import jsonschema

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, check_none, end  # noqa: E402

ARCHIVE = {
    "type": "object",
    "properties": {"type": {"const": "archive"}, "url": {"type": "string", "pattern": "^https://"},
                   "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
    "required": ["type", "url", "sha256"],
    "additionalProperties": False,
}
FOLDER = {
    "type": "object",
    "properties": {"type": {"const": "dir"}, "path": {"type": "string"}},
    "required": ["type", "path"],
    "additionalProperties": False,
}
STRINGS = {"type": "array", "items": {"type": "string"}}
SCHEMA = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*){2,}$"},
        "runtime": {"type": "string"}, "runtime-version": {"type": "string"}, "sdk": {"type": "string"},
        "command": {"type": "string"}, "finish-args": STRINGS, "cleanup": STRINGS,
        "modules": {"type": "array", "minItems": 1, "items": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "buildsystem": {"enum": ["autotools", "cmake", "meson", "simple"]},
                           "config-opts": STRINGS, "cleanup": STRINGS,
                           "sources": {"type": "array", "minItems": 1, "items": {"anyOf": [ARCHIVE, FOLDER]}}},
            "required": ["name", "sources"],
            "additionalProperties": False}},
    },
    "required": ["id", "runtime", "runtime-version", "sdk", "command", "modules"],
    "additionalProperties": False,
}
WIDE = {"--filesystem=host", "--filesystem=home", "--share=network", "--device=all", "--socket=session-bus"}

# What org.gnome.Platform has of the libraries that the program cannot be built without.
RUNTIME = {"glib-2.0", "gio-2.0", "gobject-2.0", "json-glib-1.0", "threads", "cairo", "pangocairo", "gtk4", "libadwaita-1",
           "gtksourceview-5", "epoxy"}
MODULES = {"libcmark": "cmark"}  # names of pkg-config that differ from those of modules


def needed(source):
    """The dependencies that are required, by their names for pkg-config."""
    for path in [source / "meson.build", *(file for part in ("core", "ui", "app", "data") for file in (source / part).rglob("meson.build"))]:
        for name, rest in re.findall(r"dependency\('([^']+)'((?:[^()]|\([^()]*\))*)\)", path.read_text()):
            if not re.search(r"required *: *(false|get_option|with)", rest):
                yield name


def main(source):
    path = source / "data/flatpak/org.noslip.Noslip.json"
    manifest = json.loads(path.read_text())
    problems = jsonschema.Draft202012Validator(SCHEMA).iter_errors(manifest)
    check_none("the manifest is one", [f"{list(problem.path)}: {problem.message}" for problem in problems])
    check("it has the program's name", (source / f"data/{manifest['id']}.desktop.in").exists() and path.stem == manifest["id"])
    check("it starts the program", f"Exec={manifest['command']} " in (source / f"data/{manifest['id']}.desktop.in").read_text())
    check_none("it asks for no more than it needs", sorted(WIDE & set(manifest["finish-args"])))
    folders = [entry["path"] for module in manifest["modules"] for entry in module["sources"] if entry["type"] == "dir"]
    check("it builds this folder", [(path.parent / folder).resolve() for folder in folders] == [source.resolve()])
    libraries, modules = set(needed(source)), {module["name"] for module in manifest["modules"]}
    check("the program needs libraries", {"gsl", "libcmark", "gtk4"} <= libraries, str(libraries))
    check_none("each library that the runtime lacks has a module",
               sorted(name for name in libraries - RUNTIME if MODULES.get(name, name) not in modules))
    broken = {**manifest, "modules": [{"name": "gsl", "sources": [{"type": "archive", "url": "https://x"}]}]}
    check("an archive without a checksum is refused", not jsonschema.Draft202012Validator(SCHEMA).is_valid(broken))
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
