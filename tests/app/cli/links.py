# SPDX-License-Identifier: GPL-3.0-or-later
"""Set-ups as links and files: unpacking restores what was packed, and an untrusted link does no harm. Speaks TAP."""
import base64
import os
import pathlib
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import check, end  # noqa: E402

HEAD = "[Noslip set-up]\nversion=1\n\n"


def link_of(data):
    return "noslip:?s=" + base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


def text_of(link):
    data = link.strip().split("=", 1)[1]
    return zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))).decode()


def main(cli):
    def run(*arguments):
        return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        options = ["--set", "a=0.3", "--initial", "omega=2", "--formulation", "projection"]
        made = run("export", "chaplygin-sleigh", *options, "--as", "link")
        link = made.stdout.strip()
        check("a link is written on one line", made.returncode == 0 and made.stdout == link + "\n" and set("+/= ").isdisjoint(link[10:]) and
              link.startswith("noslip:?s=") and len(link) <= 8000, made.stderr)
        text = text_of(link)
        check("it holds the set-up", text.startswith("[Noslip set-up]") and "id=chaplygin-sleigh" in text and "a=0.3" in text and "omega=2" in text)
        first, second = run("run", link, "--to", "1"), run("run", "chaplygin-sleigh", *options, "--to", "1")
        check("the link is the same motion", first.returncode == 0 and first.stdout == second.stdout, first.stderr)
        other = run("run", link, "--to", "1", "--set", "a=0.1", "--initial", "omega=1", "--formulation", "multipliers")
        plain = run("run", "chaplygin-sleigh", "--to", "1", "--set", "a=0.1", "--initial", "omega=1")
        check("what options of the command precede those of the link", other.stdout == plain.stdout, other.stderr)
        file = folder / "one.noslip-setup"
        file.write_text(text)
        check("the set-up as a file, too", run("run", file, "--to", "1").stdout == second.stdout)
        own = folder / "own.noslip"
        own.write_text("noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\nrun to 1 step 0.5\n")
        carried = run("export", own, "--as", "link").stdout.strip()
        check("a link carries the text of a system of one's own", "| lagrangian" in text_of(carried) and
              run("run", carried).stdout == run("run", own).stdout)
        check("its text is written in the canonical layout", run("format", carried).stdout == run("format", own).stdout != "" and
              run("format", link).stdout == run("format", "chaplygin-sleigh").stdout, run("format", carried).stderr)
        beside = folder / "beside.noslip-setup"
        beside.write_text(HEAD + "[System]\nfile=own.noslip\n")
        for path, where in ((beside, None), (beside.name, folder), (f"./{beside.name}", folder), (f"{folder.name}/{beside.name}", folder.parent)):
            done = subprocess.run([cli, "run", path], capture_output=True, text=True, cwd=where)
            check(f"a set-up finds the system beside it: {path if where else 'absolute'}".replace(folder.name, "FOLDER"),
                  done.returncode == 0 and done.stdout == run("run", own).stdout and not done.stderr, done.stderr)
        (folder / "part.noslip").write_text("noslip 1\nparameter k = 2\n")
        (folder / "whole.noslip").write_text('noslip 1\ninclude "part.noslip"\ncoordinate x\nlagrangian x\'^2/2 - k*x^2\n')
        done = run("export", folder / "whole.noslip", "--as", "link")
        check("no link is written that cannot be opened", done.returncode == 2 and done.stdout == "" and "part.noslip" in done.stderr, done.stderr)
        for lost in (["--input", "Omega=2*t"], ["--to", "3"], ["--step", "0.1"], ["--consistent"]):
            done = run("export", "ball-on-driven-table", *lost, "--as", "link")
            check(f"nor one that has lost {lost[0]}", done.returncode == 2 and done.stdout == "" and lost[0] in done.stderr, done.stderr)
        kept = folder / "kept.noslip-setup"
        kept.write_text(HEAD.replace("\n\n", "\nname=My own name\n\n") + "[System]\nid=chaplygin-sleigh\n\n[Motion]\nmethod=rk4\n\n[Parameters]\n"
                        "a=0.25\nm=2\n\n[Time]\nend=3\nspeed=0.5\n\n[Compare]\n| formulation projection\n")
        again = run("export", kept, "--set", "m=1", "--as", "link").stdout.strip()
        text = text_of(again)
        check("a link to a set-up keeps what it has", all(f"\n{part}\n" in text for part in (
            "name=My own name", "method=rk4", "a=0.25", "end=3", "speed=0.5", "| formulation projection")) and "m=" not in text, text)
        whole = run("run", "chaplygin-sleigh", "--method", "rk4", "--set", "a=0.25", "--set", "m=2", "--to", "3")
        check("a set-up's motion ends where it says", whole.returncode == 0 and run("run", kept).stdout == whole.stdout)
        check("unless the command says otherwise", len(run("run", again, "--to", "1").stdout.splitlines()) == 102)
        large = folder / "large.noslip"
        large.write_text(own.read_text() + "".join(f"# {i * 7919 % 104729} {i * 104729 % 7919}\n" for i in range(4000)))
        done = run("export", large, "--as", "link")
        check("what is too long is refused", done.returncode == 2 and done.stdout == "" and "8000" in done.stderr, done.stderr)
        bomb = link_of((HEAD + "[System]\n" + "| x\n" * 2_000_000).encode())
        for what, wrong in {
            "another scheme's rest": "noslip:abc", "no base64": "noslip:?s=a+b", "no zlib": "noslip:?s=AAAA", "cut off": link[:-6],
            "nothing": "noslip:?s=", "no set-up": link_of(b"hello"), "no text": link_of(b"\xff\xfe" * 20), "a bomb": bomb,
            "a file's name": link_of((HEAD + f"[System]\nfile={own}\n").encode()),
            "a file as an id": link_of((HEAD + f"[System]\nid={own}\n").encode()),
            "a file elsewhere as an id": link_of((HEAD + f"[System]\nid={os.path.relpath(own)}\n").encode()),
            "too long": "noslip:?s=" + "A" * 8000,
        }.items():
            done = run("run", wrong)
            check(f"refused: {what}", done.returncode == 2 and "link" in done.stderr, f"{done.returncode} {done.stderr}")
        driven = folder / "driven.noslip-setup"
        driven.write_text(HEAD + "[System]\nid=trailers\n\n[Hands]\n| 1 steer rests 0 1 -0.5 0 0 0\n")
        for command in ("check", "export --as python", "bracket", "compare", "show"):
            done = run(*command.split(), driven)
            check(f"what hands did is not left out in silence: {command}", done.returncode == 2 and "[Hands]" in done.stderr, done.stderr)
        include = link_of((HEAD + '[System]\n| noslip 1\n| include "own"\n').encode())
        done = subprocess.run([cli, "check", include], capture_output=True, text=True, cwd=folder)
        check("a stranger's text includes no file", done.returncode == 2 and "not opened" in done.stderr, done.stderr)
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
