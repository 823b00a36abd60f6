# SPDX-License-Identifier: GPL-3.0-or-later
"""Every marked string is extracted, including those of the catalogue's systems; every text of a diagnostic is
marked; every translation is complete, without fuzzy messages, and has the same conversions. Speaks TAP."""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, check_none, end  # noqa: E402

MARKED = re.compile(r'(?<![A-Za-z0-9])(?:N?C?_|ngettext|g_dngettext)\s*\((?:\s*GETTEXT_PACKAGE,)?\s*"|'
                    r'translatable="(?:yes|true)"')
# Functions that report to users; an argument with two words is a text to translate.
REPORTS = ("noslip_diagnostic_new", "noslip_source_error", "noslip_parser_fail", "noslip_parser_expected",
           "noslip_parser_expect_op", "noslip_parser_name", "noslip_parser_string", "noslip_builder_expression",
           "noslip_scope_unknown", "noslip_setup_complain", "add_error", "add_file_error", "argument_error", "complain",
           "fail", "refuse", "say", "egl_problem", "g_set_error", "g_set_error_literal")
MARKS = ("_", "N_", "C_", "NC_", "ngettext", "g_dngettext")
TOKEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\w+|\S', re.DOTALL)
ARGUMENTS = ["--from-code=UTF-8", "--add-comments=Translators", "--no-location", "--keyword=_", "--keyword=N_",
             "--keyword=C_:1c,2", "--keyword=NC_:1c,2", "--keyword=ngettext:1,2", "--keyword=g_dngettext:2,3"]


def lines_of(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def with_marks(root):
    for folder in ("app", "core", "ui", "data"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".c", ".def", ".h", ".ui") and MARKED.search(path.read_text(encoding="utf-8")):
                yield str(path.relative_to(root))


def unmarked(path):
    """Texts among the arguments of these functions that no mark encloses."""
    calls, before = [], ""
    for token in TOKEN.findall(path.read_text(encoding="utf-8")):
        if token == "(":
            calls.append(before)
        elif token == ")" and calls:
            calls.pop()
        elif token.startswith('"') and re.search(r"[A-Za-z]{2,} [a-z]", token):
            if any(call in REPORTS for call in calls) and not any(call in MARKS for call in calls):
                yield "%s is not marked in %s" % (token, path)
        if not token.startswith("/*"):
            before = token


def statistics(file):
    """The untranslated and the fuzzy messages."""
    for attribute, what in (("--untranslated", "not translated"), ("--only-fuzzy", "fuzzy")):
        found = subprocess.run(["msgattrib", attribute, "--no-obsolete", "--no-wrap", str(file)], check=True,
                               capture_output=True, text=True).stdout
        # the first message is the header
        for message in re.findall(r'^msgid (".*"(?:\n".*")*)', found, re.MULTILINE):
            if message != '""':
                yield "%s: %s" % (what, message.replace("\n", " "))


def main(root):
    po = root / "data/po"
    listed = list(lines_of(po / "POTFILES"))
    languages = list(lines_of(po / "LINGUAS"))
    check_none("POTFILES names every file with strings to translate",
               ["%s is not in data/po/POTFILES" % name for name in with_marks(root) if name not in listed])
    check_none("and no other", ["%s does not exist" % name for name in listed if not (root / name).is_file()])
    sources = [path for folder in ("core", "app/desktop", "ui")
               for path in sorted((root / folder).rglob("*.c"))]
    check_none("what is reported to people is marked", [problem for path in sources for problem in unmarked(path)])
    with tempfile.TemporaryDirectory() as folder:
        pot, merged = pathlib.Path(folder) / "noslip.pot", pathlib.Path(folder) / "merged.po"
        systems = pathlib.Path(folder) / "systems.pot"
        subprocess.run([sys.executable, str(po / "systems.py"), str(root / "data/systems"), str(systems)], check=True)
        check("systems.pot is current", systems.read_bytes() == (po / "systems.pot").read_bytes(),
              "run `ninja -C .build noslip-systems-pot`")
        present = [name for name in listed if (root / name).is_file()]
        subprocess.run(["xgettext", *ARGUMENTS, "--output", str(pot), *present], cwd=root, check=True)
        for language in languages:
            subprocess.run(["msgmerge", "--quiet", "--no-fuzzy-matching", "--output-file", str(merged),
                            str(po / (language + ".po")), str(pot)], check=True)
            check_none("%s is complete" % language, statistics(merged))
            tried = subprocess.run(["msgfmt", "--check", "--output-file", "/dev/null", str(merged)],
                                   capture_output=True, text=True)
            check("%s is well formed" % language, tried.returncode == 0, tried.stderr)
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
