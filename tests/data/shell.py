# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages and the completions contain every command and every option of the programs. Speaks TAP."""
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, check_none, end  # noqa: E402

COMPLETE = """
. "$1"
noslip-cli() { printf 'chaplygin-sleigh  Title\\n                  Summary\\n'; }
shift
COMP_WORDS=(noslip-cli "$@")
COMP_CWORD=$#
_noslip_cli
printf '%s\\n' "${COMPREPLY[@]}"
"""


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def options_of(text):
    return set(re.findall(r"^ +(?:-\w, )?--([a-z][a-z-]+)", text, re.M)) - {"help"}


def complete(script, *words):
    return run("bash", "-c", COMPLETE, "bash", script, *words).stdout.split()


def check_manual(page, name):
    if shutil.which("groff"):
        done = run("groff", "-ww", "-man", "-Tutf8", page)
        check(f"{name} is a manual page without warnings", done.returncode == 0 and done.stderr == "", done.stderr)
    return page.read_text().replace("\\-", "-")


def main(source, build, noslip):
    cli, shell = build / "app/cli/noslip-cli", build / "data/shell"
    commands = re.findall(r"^COMMAND\((\w+)\)", (source / "app/cli/commands.def").read_text(), re.M)
    commands = [name for name in (name.replace("_", "-") for name in commands)]
    page = check_manual(shell / "noslip-cli.1", "noslip-cli(1)")
    sections = dict(re.findall(r"^\.SS (\S+)\n(.*?)(?=^\.S[SH] )", page, re.M | re.S))
    check("it has every command", set(sections) == set(commands), f"{set(sections) ^ set(commands)}")
    texts = {name: (shell / file).read_text() for name, file in
             {"bash": "noslip-cli", "zsh": "_noslip-cli", "fish": "noslip-cli.fish"}.items()}
    for name in commands:
        wanted = options_of(run(cli, name, "--help").stdout)
        check_none(f"every option of {name} is in the manual page", [o for o in wanted if f"--{o}" not in sections.get(name, "")])
        check_none("and completed by bash", wanted - {word[2:] for word in complete(shell / "noslip-cli", name, "--")})
        part = re.search(rf"^  {name}\)\n(.*?);;$", texts["zsh"], re.M | re.S)
        check_none("by zsh", [o for o in wanted if f"'*--{o}" not in (part.group(1) if part else "")])
        check_none("and by fish", [o for o in wanted if f"__fish_seen_subcommand_from {name}' -l {o} " not in texts["fish"]])
    subjects = re.findall(r"^SUBJECT\((\w+)\)", (source / "app/cli/find/subjects.def").read_text(), re.M)
    check_none("every subject of find is in the manual page", [name for name in subjects if f".B noslip-cli find {name}\n" not in sections["find"]])
    check("bash completes them, before systems", complete(shell / "noslip-cli", "find", "") == subjects and
          "chaplygin-sleigh" in complete(shell / "noslip-cli", "find", subjects[0], "chap"))
    for name in ("zsh", "fish"):
        check(f"{name} has them", " ".join(subjects) in texts[name])
    check("bash completes commands", complete(shell / "noslip-cli", "ch") == ["check"])
    check("values of options", complete(shell / "noslip-cli", "run", "x", "--formulation", "pro") == ["projection"])
    check("and systems", "chaplygin-sleigh" in complete(shell / "noslip-cli", "run", "chap"))
    for program, file in {"bash": "noslip-cli", "zsh": "_noslip-cli", "fish": "noslip-cli.fish"}.items():
        if shutil.which(program):
            done = run(program, "-n", shell / file)
            check(f"{program} reads its completions", done.returncode == 0, done.stderr)
    wrong = run(cli, "--completion", "tcsh")
    check("other shells are refused", wrong.returncode == 2 and "bash, zsh or fish" in wrong.stderr, wrong.stderr)
    check("and a shell that is not given", run(cli, "--completion").returncode == 2)
    version = run(cli, "--version").stdout.splitlines()
    check("the version is on the first line, optional parts are on lines of their own",
          re.fullmatch(r"noslip-cli \d+\.\d+\.\d+", version[0]) and
          all(re.search(": (yes|left out of this build)$", line) for line in version[2:]) and len(version) > 3, version)
    page = check_manual(source / "data/shell/noslip.1", "noslip(1)")
    wanted = options_of(run(noslip, "--help").stdout)
    check_none("it has every option of the window's program", [o for o in wanted if f"--{o}" not in page and o not in ("help-all", "help-gapplication")])
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]))
