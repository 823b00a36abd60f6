# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets each system call fail, one at a time, in everything that writes a file (fault.c is preloaded), and checks the
result: each file is the old or the new one, complete; after a status of success all are new, otherwise all are old and
there is a message. If memory allocation fails the program may end by a signal, or hang (GLib does, if it fails within
g_once_init_enter()) and be killed.

    faults.py FAULT.so NOSLIP-CLI ACTOR

NOSLIP_FAULTS=all tries every call, NOSLIP_FAULTS=calls every one but those of malloc; without it the later ones are
sampled. There are many thousands of calls of malloc: NOSLIP_FAULTS_SECONDS bounds the time for those of each scenario,
within which they are tried in an order that is spread over all of them. tests/fault/run does so. Further arguments are
the names of scenarios, if not all. Speaks TAP."""
import concurrent.futures
import hashlib
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from tap import check, end  # noqa: E402

THUMBNAIL = hashlib.sha256(b"a system").hexdigest() + ".png"
SYSTEM = "noslip 1\nparameter k = 1\ncoordinate x\nlagrangian x'^2/2 - k*x^2/2\ninitial x = 1\nrun to 1 step 0.1\n"
OLD = b"old, and precious\n" * 50
CALLS = ["open", "write", "pwrite", "fsync", "rename", "link", "close", "malloc"]
EVERY = {"all": CALLS, "calls": CALLS[:-1]}.get(os.environ.get("NOSLIP_FAULTS"), [])
DENSE = 8           # number of first calls that are all tried
RATIO = 1.6         # ratio between the numbers of the calls tried after them
DENSE_FILM = 2      # a film takes long
RATIO_FILM = 4.0
LONGEST = 60        # seconds for one program
LONGEST_MALLOC = 15
SECONDS = float(os.environ.get("NOSLIP_FAULTS_SECONDS", "inf"))
GOLDEN = 0.6180339887498949


class Scenario:
    """`silent`: files kept for convenience, whose failure is not reported. `inputs`: further files that exist."""
    def __init__(self, name, command, targets, slow=False, resumes=False, silent=False, inputs=()):
        self.name, self.command, self.targets, self.resumes = name, command, targets, resumes
        self.silent, self.inputs = silent, dict(inputs)
        self.dense, self.ratio = (DENSE_FILM, RATIO_FILM) if slow else (DENSE, RATIO)
        self.new = {}


def scenarios(cli, actor, films):
    yield Scenario("run", [cli, "run", "s.noslip", "-o", "a.csv"], ["a.csv"])
    yield Scenario("run with events", [cli, "run", "s.noslip", "-o", "a.csv", "--event", "x'+0.5", "--events", "e.csv"],
                   ["a.csv", "e.csv"])
    sweep = [cli, "sweep", "s.noslip", "--vary", "k=1..2:6", "--jobs", "1", "-o", "a.csv"]
    yield Scenario("sweep", sweep, ["a.csv"], resumes=True)
    yield Scenario("part of a sweep", sweep + ["--part", "1/2"], ["a.csv", "a.csv.sweep"], resumes=True)
    yield Scenario("join of a sweep", [cli, "sweep", "--join", "1.csv", "2.csv", "-o", "a.csv"], ["a.csv"],
                   inputs=parts(sweep))
    for language in ("c", "julia", "sympy"):
        yield Scenario(f"export as {language}", [cli, "export", "s.noslip", "--as", language, "-o", "a.out"], ["a.out"])
    yield Scenario("format", [cli, "format", "s.noslip", "-o", "a.noslip"], ["a.noslip"])
    render = [cli, "render", "s.noslip", "--size", "32x24", "-o"]
    yield Scenario("render", render + ["a.png"], ["a.png"], slow=True)
    if films:
        yield Scenario("film", render + ["a.webm", "--to", "0.1", "--fps", "10"], ["a.webm"], slow=True)
    for action, file in (("save", "a.noslip"), ("setups", "a.noslip-setup"), ("table", "a.csv"),
                         ("equations", "a.tex"), ("picture", "a.svg"), ("picture", "a.pdf"), ("picture", "a.png")):
        yield Scenario(f"{action} {file}", [actor, action, "s.noslip", file], [file])
    yield Scenario("draft", [actor, "draft", "s.noslip", "drafts"], [])
    for action, folder, file in (("settings", "noslip/views", "s.ini"), ("thumbnail", "thumbs", THUMBNAIL)):
        yield Scenario(action, [actor, action, "s.noslip", folder], [f"{folder}/{file}"], silent=True)


def parts(sweep):
    """The two parts of a sweep, each with its description."""
    with tempfile.TemporaryDirectory(prefix="noslip-faults-") as name:
        folder = pathlib.Path(name)
        (folder / "s.noslip").write_text(SYSTEM)
        for part in "12":
            subprocess.run(sweep[:-1] + [f"{part}.csv", "--part", f"{part}/2"], cwd=folder, check=True)
        return {file.name: file.read_bytes() for file in folder.glob("[12].csv*")}


def content(path):
    """The content of the file, or None if there is none."""
    return path.read_bytes() if path.exists() else None


def prepare(folder, scenario):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "s.noslip").write_text(SYSTEM)
    for file, data in list(scenario.inputs.items()) + [(target, OLD) for target in scenario.targets]:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)


def start(folder, scenario, fault, library):
    """Exit status, messages, and whether the call was reached."""
    report = folder.with_suffix(".report")
    report.unlink(missing_ok=True)
    environment = dict(os.environ, HOME=str(folder.parent), XDG_STATE_HOME=str(folder), G_DEBUG="", G_SLICE="always-malloc",
                       GST_REGISTRY_UPDATE="no", GST_REGISTRY_FORK="no", SOURCE_DATE_EPOCH="0")
    if fault:
        environment.update(NOSLIP_FAULT=fault, NOSLIP_FAULT_REPORT=str(report), LD_PRELOAD=library,
                           NOSLIP_FAULT_COUNT=str(folder.with_suffix(".count")))
    try:
        done = subprocess.run(scenario.command, cwd=folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=LONGEST_MALLOC if fault and "malloc" in fault else LONGEST)
        return done.returncode, done.stderr.decode(errors="replace"), report.exists()
    except subprocess.TimeoutExpired:
        return None, "it did not end", True


def hidden_files(folder):
    return [file.name for file in folder.rglob(".*") if file.is_file()]


def complaints_of_drafts(folder, status):
    drafts = list((folder / "drafts").glob("*.draft")) if (folder / "drafts").is_dir() else []
    texts = [draft.read_bytes().partition(b"\n") for draft in drafts]
    for head, _, text in texts:
        if not re.fullmatch(rb"# draft of /a/file.noslip [0-9a-f]{64}", head) or \
                text not in (b"the old text\n", b"the new text\n"):
            yield f"the draft is neither the old nor the new one: {head!r} {text[:40]!r}"
    if status == 0 and [text for _, _, text in texts] != [b"the new text\n"]:
        yield f"status 0, and the draft is not the new one: {texts}"


def is_whole_picture(name, data):
    """Without memory cairo omits a part of the drawing, and does not report it."""
    if name.endswith(".png"):
        return data.startswith(b"\x89PNG") and data.endswith(b"IEND\xaeB`\x82")
    if name.endswith(".pdf"):
        return data.startswith(b"%PDF") and data.endswith(b"%%EOF\n")
    return name.endswith(".svg") and data.startswith(b"<?xml") and data.endswith(b"</svg>\n")


def complaints(folder, scenario, status, messages, memory=False):
    found = {target: content(folder / target) for target in scenario.targets}
    for target, data in found.items():
        if data not in (OLD, scenario.new[target]) and not (memory and data and is_whole_picture(target, data)):
            yield f"{target} is neither the old nor the new one ({None if data is None else len(data)} bytes)"
    if status is None:
        if not memory:
            yield messages
        return
    if scenario.name == "draft":
        yield from complaints_of_drafts(folder, status)
    if status == 0 and not scenario.silent and any(data == OLD for data in found.values()):
        yield f"status 0, and old files are there: {messages}"
    if status > 0:
        new = [target for target, data in found.items() if data != OLD]
        if not messages.strip():
            yield f"status {status} without a message"
        if new and not all(f"{target} is new" in messages for target in new):
            yield f"status {status}, and {new} are new: {messages}"
    if status >= 0 and hidden_files(folder):
        yield f"left behind: {hidden_files(folder)}"


def try_one(folder, scenario, call, number, suffix, library):
    """The problems, and whether there was such a call."""
    fault = f"{call}:{number}{suffix}"
    prepare(folder, scenario)
    status, messages, hit = start(folder, scenario, fault, library)
    if status is not None and status < 0 and call != "malloc":
        return [f"{fault}: it ended by signal {-status}: {messages}"], hit
    wrong = [f"{fault}: {text}" for text in complaints(folder, scenario, status, messages, call == "malloc")]
    if scenario.resumes and hit and status != 0:
        again, messages_again, _ = start(folder, scenario, None, library)
        if again != 0 or any(content(folder / target) != scenario.new[target] for target in scenario.targets):
            wrong.append(f"{fault}: the same command afterwards ends with {again}: {messages_again}")
    return wrong, hit


def next_number(scenario, call, number):
    if call in EVERY or number < scenario.dense:
        return number + 1
    return max(number + 1, int(number * scenario.ratio * (2 if call == "malloc" else 1)))


def calls_of(folder, scenario, call, library):
    """The number of calls if none fails."""
    prepare(folder, scenario)
    start(folder, scenario, f"{call}:0", library)
    return int(folder.with_suffix(".count").read_text())


def try_spread(folder, scenario, call, library):
    """All calls, or as many as the time allows, in an order spread over all: steps of the golden ratio."""
    total = calls_of(folder, scenario, call, library)
    seen, wrong, until = set(), [], time.monotonic() + SECONDS
    step = next(n for n in range(max(1, int(total * GOLDEN)), 2 * total + 2) if math.gcd(n, total) == 1)
    for i in range(total):
        if time.monotonic() > until:
            break
        more, hit = try_one(folder, scenario, call, i * step % total + 1, "", library)
        seen.add(i)
        wrong += more if hit else []
    print(f"# {scenario.name}: {len(seen)} of {total} calls of {call}", flush=True)
    return len(seen), wrong


def try_all(top, scenario, call, suffix, library):
    """The number of tried calls, and the problems."""
    folder = top / re.sub(r"\W", "-", f"{scenario.name}-{call}{suffix}")
    number, tried, wrong = 1, 0, []
    if call == "malloc" and call in EVERY:
        return try_spread(folder, scenario, call, library)
    while True:
        more, hit = try_one(folder, scenario, call, number, suffix, library)
        if not hit:
            return tried, wrong
        tried += 1
        wrong += more
        number = next_number(scenario, call, number)


def main(library, cli, actor, *only):
    library, cli, actor = (os.path.abspath(path) for path in (library, cli, actor))
    with tempfile.TemporaryDirectory(prefix="noslip-faults-") as name, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        top = pathlib.Path(name)
        for scenario in scenarios(cli, actor, "films" in os.environ.get("NOSLIP_FAULTS_WITH", "")):
            if only and scenario.name not in only:
                continue
            folder = top / "plain"
            prepare(folder, scenario)
            status, messages, _ = start(folder, scenario, None, library)
            scenario.new = {target: content(folder / target) for target in scenario.targets}
            whole = status == 0 and all(data not in (None, OLD) for data in scenario.new.values())
            check(f"{scenario.name} without a fault", whole, messages)
            if not whole:
                continue
            cases = [(call, suffix) for call in CALLS for suffix in ("", ":on")
                     if not (call == "malloc" and suffix)]
            results = list(pool.map(lambda case: try_all(top, scenario, *case, library), cases))
            tried = sum(result[0] for result in results)
            check(f"{scenario.name}: {tried} faults", tried > 0 and not any(result[1] for result in results),
                  [line for result in results for line in result[1]][:20])
    return end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
