# SPDX-License-Identifier: GPL-3.0-or-later
"""Every C file is formatted as .clang-format says. Versions of the program differ in details, so one counts: that of
Debian 12. Speaks TAP; skips where another version is installed."""
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from tap import check, check_none, end, skip  # noqa: E402

VERSION = "14"


def program():
    """(path, None), or (None, why there is none)."""
    found = "none is installed"
    for name in ("clang-format-" + VERSION, "clang-format"):
        path = shutil.which(name)
        if not path:
            continue
        said = subprocess.run([path, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
        match = re.search(r"version (\d+)", said)
        if match and match.group(1) == VERSION:
            return path, None
        found = "this is " + said.strip()
    return None, "clang-format %s is needed; %s" % (VERSION, found)


def differs(clang_format, root, text):
    """Whether the text of a C file would be changed."""
    formatted = subprocess.run([clang_format, "--assume-filename=%s/core/text.c" % root], input=text, text=True,
                               stdout=subprocess.PIPE, check=True).stdout
    return formatted != text


def main(root):
    root = pathlib.Path(root)
    clang_format, reason = program()
    if not clang_format:
        return skip(reason)
    check("a badly formatted text is found", differs(clang_format, root, "int f( void ) {return 0;}\n"))
    sources = sorted(path for folder in ("app", "core", "ui", "tests") for path in (root / folder).rglob("*.[ch]"))
    check("there are sources", len(sources) > 100)
    said = subprocess.run([clang_format, "--dry-run"] + sources, stderr=subprocess.PIPE, text=True, check=True).stderr
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: warning", said, re.MULTILINE)))
    check_none("every file is formatted", ("clang-format -i " + str(pathlib.Path(path).relative_to(root)) for path in wrong))
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
