# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide to additions in core/README.md: each kind of addition touches five files or fewer, the files that it names
exist (NAME stands for any), and the commits that show the additions touched five files or fewer. Speaks TAP."""
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, check_none, end  # noqa: E402

MOST = 5
HEADING = "## What an addition touches\n"
FILE = re.compile(r"`([a-z][\w./-]*(?:/[\w.-]+)?\.(?:c|def|md|py|po|ui|build))`|`([a-z][\w./-]*/POTFILES)`")
COMMIT = re.compile(r'"([^"]+)"')


def rows_of(readme):
    """(kind, files, commit) of each row of the guide's table."""
    section = readme.split(HEADING)[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 3 and re.match(r"1\. ", cells[1]):
            yield cells[0], re.split(r"(?:^|; )\d\. ", cells[1])[1:], cells[2]


def missing(root, files):
    """Files that are named and do not exist; NAME stands for any."""
    for item in files:
        for found in FILE.findall(item):
            path = found[0] or found[1]
            if not any(root.glob(path.replace("NAME", "*"))):
                yield path


def git(root, *words):
    found = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True)
    return found.stdout if found.returncode == 0 else ""


def touched(root):
    """The files of each commit of the history, by its subject; empty without one."""
    if not shutil.which("git") or git(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        return {}
    commits = {}
    for commit in git(root, "log", "--format=%x00%s", "--name-only").split("\0")[1:]:
        subject, _, names = commit.partition("\n")
        commits[subject] = names.split()
    return commits


def main(root):
    rows = list(rows_of((root / "core/README.md").read_text(encoding="utf-8")))
    check("the guide has a row for each kind", len(rows) >= 10, str([kind for kind, _, _ in rows]))
    commits = touched(root)
    for kind, files, commit in rows:
        check("%s touches %u files" % (kind, len(files)), 2 <= len(files) <= MOST)
        check_none("%s: its files exist" % kind, missing(root, files))
        for subject in COMMIT.findall(commit):
            if subject in commits:  # the history may be a part
                names = commits[subject]
                check("%s: “%s” touched %u files" % (kind, subject, len(names)), 1 <= len(names) <= MOST)
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
