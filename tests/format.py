# SPDX-License-Identifier: GPL-3.0-or-later
"""Every C file is formatted by .clang-format. Versions of the program differ in details, so one is required: that of
Debian 12. Speaks TAP; skipped if another version is installed."""
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from tap import check, check_none, end, skip  # noqa: E402

VERSION = "14"


def program():
    """(path, None), or (None, the reason if there is none)."""
    found = "none is installed"
    for name in ("clang-format-" + VERSION, "clang-format"):
        path = shutil.which(name)
        if not path:
            continue
        output = subprocess.run([path, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
        match = re.search(r"version (\d+)", output)
        if match and match.group(1) == VERSION:
            return path, None
        found = "this is " + output.strip()
    return None, "clang-format %s is needed; %s" % (VERSION, found)


def differs(clang_format, root, text):
    """Whether clang-format would change the text of a C file."""
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
    output = subprocess.run([clang_format, "--dry-run"] + sources, stderr=subprocess.PIPE, text=True, check=True).stderr
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: warning", output, re.MULTILINE)))
    check_none("every file is formatted", ("clang-format -i " + str(pathlib.Path(path).relative_to(root)) for path in wrong))
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
