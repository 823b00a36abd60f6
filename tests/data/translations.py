# SPDX-License-Identifier: GPL-3.0-or-later
"""Every string that is marked is extracted, and every translation has all of them, none of them fuzzy, each with the
same conversions. Speaks TAP."""
import pathlib
import re
import subprocess
import sys
import tempfile

MARKED = re.compile(r'(?<![A-Za-z0-9])(?:N?_|ngettext)\s*\(\s*"|translatable="(?:yes|true)"')
ARGUMENTS = ["--from-code=UTF-8", "--add-comments=Translators", "--no-location", "--keyword=_", "--keyword=N_",
             "--keyword=C_:1c,2", "--keyword=NC_:1c,2", "--keyword=ngettext:1,2", "--keyword=g_dngettext:2,3"]
number = 0
failed = 0


def check(what, problems):
    global number, failed
    number += 1
    print("%sok %d - %s" % ("not " if problems else "", number, what))
    for problem in problems:
        print("# " + problem)
    failed += bool(problems)


def lines_of(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def with_marks(root):
    for folder in ("app", "core", "ui", "data"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".ui") and MARKED.search(path.read_text(encoding="utf-8")):
                yield str(path.relative_to(root))


def statistics(file):
    """The messages that are not translated, and those that are fuzzy."""
    for attribute, what in (("--untranslated", "not translated"), ("--only-fuzzy", "fuzzy")):
        found = subprocess.run(["msgattrib", attribute, "--no-obsolete", "--no-wrap", str(file)], check=True,
                               capture_output=True, text=True).stdout
        # the first message is the head of the file
        for message in re.findall(r'^msgid (".*"(?:\n".*")*)', found, re.MULTILINE):
            if message != '""':
                yield "%s: %s" % (what, message.replace("\n", " "))


def main(root):
    po = root / "data/po"
    listed = list(lines_of(po / "POTFILES"))
    languages = list(lines_of(po / "LINGUAS"))
    print("1..%d" % (2 + 2 * len(languages)))
    check("POTFILES names every file with strings to translate",
          ["%s is not in data/po/POTFILES" % name for name in with_marks(root) if name not in listed])
    check("and no other", ["%s does not exist" % name for name in listed if not (root / name).is_file()])
    with tempfile.TemporaryDirectory() as folder:
        pot, merged = pathlib.Path(folder) / "noslip.pot", pathlib.Path(folder) / "merged.po"
        present = [name for name in listed if (root / name).is_file()]
        subprocess.run(["xgettext", *ARGUMENTS, "--output", str(pot), *present], cwd=root, check=True)
        for language in languages:
            subprocess.run(["msgmerge", "--quiet", "--no-fuzzy-matching", "--output-file", str(merged),
                            str(po / (language + ".po")), str(pot)], check=True)
            check("%s is complete" % language, list(statistics(merged)))
            tried = subprocess.run(["msgfmt", "--check", "--output-file", "/dev/null", str(merged)],
                                   capture_output=True, text=True)
            check("%s is well formed" % language, tried.stderr.splitlines() if tried.returncode else [])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
