# SPDX-License-Identifier: GPL-3.0-or-later
"""The licence of each file: sources name it in their first lines, .reuse/dep5 lists the others, the text of each
licence exists, and Debian's copyright file agrees. Speaks TAP."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, check_none, end  # noqa: E402

SOURCES = (".c", ".h", ".py", ".js", ".css", ".vert", ".frag", ".glsl")
FOLDERS = ("app", "core", "data", "shaders", "tests", "ui")
NAMED = re.compile(r"SPDX-License-Identifier: ([A-Za-z0-9.-]+)")


def licence_of(path):
    found = NAMED.search(path.read_text(errors="replace")[:400])
    return found.group(1) if found else None


def paragraphs(path):
    """From a copyright file: [(patterns, licence), …]."""
    text = path.read_text()
    return [(files.split(), licence) for files, licence in re.findall(r"^Files: (.+)\nCopyright: .+\nLicense: (\S+)", text, re.MULTILINE)]


def main(source):
    files = [path for folder in FOLDERS for path in (source / folder).rglob("*")
             if path.suffix in SOURCES and path.is_file() and "/__pycache__/" not in str(path) and "/corpus/" not in str(path) and "/broken/" not in str(path)]
    check("there are sources", len(files) > 500, len(files))
    named = {path: licence_of(path) for path in files}
    check_none("each source names its licence", [str(path.relative_to(source)) for path, licence in named.items() if licence is None])
    others = paragraphs(source / ".reuse/dep5")
    check("all other files have one", (["*"], "GPL-3.0-or-later") in others)
    used = {licence for licence in named.values() if licence} | {licence for _, licence in others}
    texts = {path.stem for path in (source / "data/LICENSES").iterdir() if len(path.read_text()) > 1000}
    check("the text of each licence is there, and of no other", texts == used, f"{texts} and {used}")
    check("source packages have the texts where REUSE looks for them", 'cp -rL data/LICENSES "$source/LICENSES"' in (source / "app/package").read_text())
    check("Debian's copyright file agrees", paragraphs(source / "data/debian/copyright") == others)
    check_none("files that are named exist", [name for names, _ in others for name in names if name != "*" and not (source / name).exists()])
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
