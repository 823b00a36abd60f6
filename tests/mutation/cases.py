# SPDX-License-Identifier: GPL-3.0-or-later
"""A copy of the core that can be changed, the tests linked to it, and which of their cases runs which line."""
import bisect
import concurrent.futures
import hashlib
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build-mutation"
SUITES = {"core", "catalogue", "simulation", "cli"}
CORE = ("core/libnoslip-core.a", "core/catalogue/libnoslip-catalogue.a", "core/simulation/libnoslip-simulation.a")
LIBRARY = "libnoslip-mutation.so"
CASES = WORK / "cases.json"
SLOWEST = 10  # seconds: slower cases are excluded

# Counts the executed blocks of code of a process, and writes their addresses when it ends.
TRACE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static const uint8_t *counts;
static const uintptr_t *places, *places_end;
void __sanitizer_cov_8bit_counters_init(const uint8_t *start, const uint8_t *stop) { counts = start; }
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) { places = start; places_end = stop; }
__attribute__((destructor)) static void end(void)
{
  const char *folder = getenv("NOSLIP_TRACE");
  Dl_info info;
  char path[4096];
  if (folder == NULL || !dladdr((void *) &end, &info))
    return;
  snprintf(path, sizeof path, "%s/%d", folder, (int) getpid());
  FILE *file = fopen(path, "w");
  int all = getenv("NOSLIP_TRACE_ALL") != NULL;
  for (long i = 0; file != NULL && places + 2 * i < places_end; i++)
    if (all || counts[i])
      fprintf(file, "0x%lx\n", (long) (places[2 * i] - (uintptr_t) info.dli_fbase));
  if (file != NULL)
    fclose(file);
}
"""


def call(command, **more):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)


def digest(paths):
    return hashlib.sha1(b"".join(Path(path).read_bytes() for path in paths)).hexdigest()[:16]


class Copy:
    """The core as a shared library, and the tests linked to it."""

    def __init__(self, build, names):
        self.build = build
        self.work = WORK / build.name.lstrip(".")
        for name in ("plain", "programs", "traced"):
            (self.work / name).mkdir(parents=True, exist_ok=True)
        self.entries = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            source = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
            if any(entry["output"].startswith(archive + ".p/") for archive in CORE):
                self.entries[os.path.relpath(source, ROOT)] = entry
        targets = json.loads((build / "meson-info" / "intro-targets.json").read_text())
        self.targets = {name: target for target in targets for name in target["filename"]}
        tests = json.loads((build / "meson-info" / "intro-tests.json").read_text())
        self.tests = {t["name"]: t for t in tests if (not names or t["name"] in names) and t["cmd"][0] in self.targets
                      and SUITES & {suite.split(":")[-1] for suite in t["suite"]}}
        # Tests with generated sources have planted errors of their own.
        for name, test in list(self.tests.items()):
            if any(group["generated_sources"] for group in self.targets[test["cmd"][0]]["target_sources"]):
                del self.tests[name]
        # The folders of a test's sources: tests in the folder of a layer test that layer first.
        self.layers = {name: {part for group in self.targets[test["cmd"][0]]["target_sources"] for source in group["sources"]
                              for part in Path(source).parts} for name, test in self.tests.items()}
        self.failed = set()

    def build_all(self):
        """Links the programs to a shared core, from the objects of the build folder."""
        called = {test["env"]["NOSLIP_CLI"] for test in self.tests.values() if "NOSLIP_CLI" in test["env"]}
        programs = {test["cmd"][0] for test in self.tests.values()} | called
        known = json.loads(subprocess.check_output(["ninja", "-C", str(self.build), "-t", "compdb"]))
        names = {os.path.relpath(program, self.build): program for program in programs}
        commands = {names[entry["output"]]: shlex.split(entry["command"]) for entry in known if entry["output"] in names}
        parts = {word for words in commands.values() for word in words if word.endswith((".o", ".a"))}
        parts |= {*CORE, *(os.path.relpath(program, self.build) for program in called)}
        done = subprocess.run(["ninja", "-C", str(self.build), *sorted(parts)], stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout[-2000:])
        self.sanitizers = [word for word in commands[min(commands)] if word.startswith("-fsanitize")]
        self.libraries = sorted({word for words in commands.values() for word in words if word.startswith("-l")})
        self.objects = {source: str(self.build / entry["output"]) for source, entry in self.entries.items()}
        for folder in (self.work, self.work / "plain"):
            self.link(folder, self.objects)
        for program, words in commands.items():
            self.link_program(program, words)

    def link_program(self, program, words):
        target = self.program(program)
        parts = [self.build / word for word in words if word.endswith((".o", ".a")) and word not in CORE]
        if target.exists() and all(part.stat().st_mtime < target.stat().st_mtime for part in parts):
            return
        words = [word for word in words if word not in CORE]
        words[words.index("-o") + 1] = str(target)
        at = max(i for i, word in enumerate(words) if word.endswith((".o", ".a")))
        words[at + 1:at + 1] = ["-L" + str(self.work), "-lnoslip-mutation", "-Wl,-rpath," + str(self.work)]
        done = call(words, cwd=self.build)
        if done.returncode != 0:
            sys.exit("%s does not link: %s" % (program, done.stderr.decode()[-800:]))

    def link(self, folder, objects, more=()):
        """Other processes may be using the existing library: it is replaced atomically, and only if it is older."""
        target, parts = folder / LIBRARY, [Path(part) for part in objects.values()]
        if not more and target.exists() and all(part.stat().st_mtime < target.stat().st_mtime for part in parts):
            return
        libraries = subprocess.check_output(["pkg-config", "--libs", "glib-2.0", "gio-2.0", "gsl", "json-glib-1.0"], text=True)
        made = target.with_suffix(".new")
        done = call(["cc", "-shared", *map(str, parts), *more, "-o", str(made), *self.sanitizers, *libraries.split(),
                     *self.libraries, "-lm", "-lpthread", "-ldl"])
        if done.returncode != 0:
            sys.exit("cannot link the core: %s" % done.stderr.decode()[-800:])
        made.rename(target)

    def program(self, name):
        return self.work / "programs" / Path(name).name

    def compile(self, source, text, target, compiler=(), options=()):
        """Compiles `text` instead of this source, and returns whether that succeeds."""
        entry = self.entries[source]
        words = [word for word in shlex.split(entry["command"]) if not word.startswith(("-g", "-W"))]
        words = words[words[0] == "ccache":]
        for option in ("-MQ", "-MF", "-o", "-c"):
            at = words.index(option)
            del words[at:at + 2]
        words.remove("-MD")
        changed = Path(target).with_suffix(".c")
        changed.write_text('#line 1 "%s"\n%s' % (ROOT / source, text))
        words = [*(compiler or words[:1]), *words[1:], *options, "-w", "-I", str(ROOT), "-c", str(changed), "-o", str(target)]
        return call(words, cwd=entry["directory"]).returncode == 0

    def plant(self, folder, source, text):
        """Links a core with another text of this source into a folder, and returns whether that succeeds: the
        changed object alone, before the unchanged core, whose functions of the same names are then not called."""
        folder.mkdir(exist_ok=True)
        if not self.compile(source, text, folder / "core.o", options=["-O1"]):
            return False
        return call(["cc", "-shared", str(folder / "core.o"), "-o", str(folder / LIBRARY), "-Wl,--no-as-needed",
                     str(self.work / "plain" / LIBRARY), *self.sanitizers]).returncode == 0

    def is_same(self, folder, source, text):
        """Whether the compiler generates the same code for this text, so that no test can detect the change."""
        before, after = folder / "before.o", folder / "after.o"
        for target, made_of in (before, (ROOT / source).read_text()), (after, text):
            if not self.compile(source, made_of, folder / "core.o"):
                return False
            target.write_bytes((folder / "core.o").read_bytes())
        return before.read_bytes() == after.read_bytes()

    def build_traced(self):
        """A second core that records which blocks it executes, and the lines at which its blocks begin."""
        self.headers = digest(sorted(path for kind in ("*.h", "*.def") for path in (ROOT / "core").rglob(kind)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = dict(zip(self.entries, pool.map(self.compile_traced, self.entries)))
        trace = self.work / "traced" / "trace.c"
        trace.write_text(TRACE)
        self.link(self.work / "traced", objects, ["-fPIC", "-O1", str(trace)])
        empty = self.work / "traced" / "empty"
        empty.with_suffix(".c").write_text("int main(void) { return 0; }")
        call(["cc", str(empty.with_suffix(".c")), "-o", str(empty), "-Wl,--no-as-needed", str(self.work / "traced" / LIBRARY)])
        with tempfile.TemporaryDirectory() as folder:
            call([str(empty)], env={**os.environ, **self.traced(folder), "NOSLIP_TRACE_ALL": "1"})
            places = next(Path(folder).iterdir()).read_text()
        found = subprocess.run(["addr2line", "-e", str(self.work / "traced" / LIBRARY)], input=places,
                               text=True, stdout=subprocess.PIPE, check=True).stdout
        self.lines = {}
        # For some functions the compiler gives the name of the passed text instead of the source's.
        given = {str(Path(made).with_suffix(".c")): source for source, made in objects.items()}
        for place, line in zip(places.split(), found.splitlines()):
            path, _, number = line.split(" ")[0].rpartition(":")
            if path.startswith(str(ROOT) + os.sep) and number.isdigit():
                self.lines[place] = given.get(path, os.path.relpath(path, ROOT)), int(number)
        return self.masks(self.lines)

    def compile_traced(self, source):
        text = (ROOT / source).read_text()
        name = "%s-%s.o" % (source.replace("/", "_")[:-2], hashlib.sha1((self.headers + text).encode()).hexdigest()[:16])
        target = self.work / "traced" / name
        if not target.exists() and not self.compile(source, text, target, ["clang"], [
                "-O1", "-gline-tables-only", "-UNOSLIP_TARGET_CLONES",
                "-fsanitize-coverage=inline-8bit-counters,pc-table,no-prune"]):
            sys.exit("clang cannot compile %s" % source)
        return str(target)

    def traced(self, folder):
        return {"NOSLIP_TRACE": folder, "LD_LIBRARY_PATH": str(self.work / "traced")}

    def masks(self, places):
        """{file: bits of the lines on which these blocks begin}"""
        lines = {}
        for name, line in (self.lines[place] for place in places if place in self.lines):
            lines.setdefault(name, set()).add(line)
        return {name: hex(sum(1 << line for line in numbers)) for name, numbers in lines.items()}

    def list_cases(self, name):
        """The arguments of each case: -p PATH if the program has several."""
        test = self.tests[name]
        if len(test["cmd"]) > 1:
            return [test["cmd"][1:]]
        done = subprocess.run([str(self.program(test["cmd"][0])), "-l"], stdout=subprocess.PIPE, text=True, cwd=self.build,
                              env=dict(os.environ, **test["env"]), timeout=SLOWEST)
        return [["-p", line] for line in done.stdout.splitlines() if line.startswith("/")] or [[]]

    def trace(self, name):
        """The cases of one test that pass, with their seconds of processor time and their executed lines."""
        cases = []
        for arguments in self.list_cases(name):
            with tempfile.TemporaryDirectory() as folder:
                failed, seconds = self.run(name, arguments, SLOWEST, self.traced(folder))
                places = {place for path in Path(folder).iterdir() for place in path.read_text().split()}
            if failed:
                print("left out: %s %s (%s)" % (name, " ".join(arguments), failed), flush=True)
            else:
                cases.append({"test": name, "arguments": arguments, "seconds": seconds, "lines": self.masks(places)})
        return cases

    def run(self, name, arguments, seconds, more={}):
        """None if the case passes, else how it failed, and its seconds of processor time. The limit is of processor
        time too, so that other load does not count."""
        limits = ["prlimit", "--core=0", "--cpu=%d:%d" % (math.ceil(seconds), math.ceil(seconds) + 1)]
        if not self.sanitizers:
            limits.append("--as=%d" % (1 << 33))
        test = self.tests[name]
        environment = {**os.environ, **test["env"], **more}
        if self.sanitizers:
            # A changed object and its original have the same names.
            environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_odr_violation=0"
        if "NOSLIP_CLI" in environment:
            environment["NOSLIP_CLI"] = str(self.program(environment["NOSLIP_CLI"]))
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen([*limits, str(ROOT / "tests" / "alone"), str(self.build / "tests"),
                                        str(self.program(test["cmd"][0])), *arguments], stdout=output, stderr=subprocess.STDOUT,
                                       env=environment, start_new_session=True, cwd=test.get("workdir") or self.build)
            timer = threading.Timer(20 * seconds + 30, kill_group, [process.pid])
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            timer.cancel()
            kill_group(process.pid)
            output.seek(0)
            text = output.read()
        taken = usage.ru_utime + usage.ru_stime
        if status == 0 and not re.search(rb"^not ok", text, re.M):
            return None, taken
        failed = re.search(rb"^not ok \S+ (\S+)|ERROR:(\S+)|ERROR: \S+Sanitizer: \S+|^\S+ runtime error: .*", text, re.M)
        return failed.group().decode(errors="replace") if failed else "status %d" % process.returncode, taken


def kill_group(number):
    """Ends a process with all its children."""
    try:
        os.killpg(number, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Cases:
    """The stored results on the cases: for each test its cases and the build of their trace, and for each build the
    digests of the sources and the lines of all blocks."""

    def __init__(self, copy, fresh, jobs):
        self.copy = copy
        self.known = {"builds": [], "tests": {}}
        if CASES.exists() and not fresh:
            self.known = json.loads(CASES.read_text())
        stale = []
        for name, test in copy.tests.items():
            groups = copy.targets[test["cmd"][0]]["target_sources"]
            test["digest"] = digest(s for group in groups for s in group["sources"] if s.endswith(".c"))
            if self.known["tests"].get(name, {}).get("sources") != test["digest"]:
                stale.append(name)
        if stale and copy.sanitizers:
            sys.exit("first without sanitizers: which lines they run is not known of %s" % ", ".join(stale))
        if stale:
            self.trace(stale, jobs)

    def trace(self, stale, jobs):
        self.known["builds"].append({"blocks": self.copy.build_traced(),
                                     "files": {source: digest([ROOT / source]) for source in self.copy.entries}})
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for name, cases in zip(stale, pool.map(self.copy.trace, stale)):
                self.known["tests"][name] = {"sources": self.copy.tests[name]["digest"],
                                             "build": len(self.known["builds"]) - 1, "cases": cases}
                print("%s: %d cases, %.1f s" % (name, len(cases), sum(case["seconds"] for case in cases)), flush=True)
                CASES.write_text(json.dumps(self.known))

    def of(self, change):
        """Two lists of cases: those that execute the block of the change, and others that execute its function. If
        that is unknown, as for a macro, all that execute code of the file are in the first."""
        first, last = function_at(change)
        function = sum(1 << line for line in range(first, last + 1))
        now = digest([ROOT / change["file"]])
        near, far = [], []
        for record in (self.known["tests"][name] for name in self.copy.tests):
            build = self.known["builds"][record["build"]]
            blocks = int(build["blocks"].get(change["file"], "0"), 16) & function
            before = blocks & ((1 << (change["line"] + 1)) - 1)
            known = blocks and build["files"].get(change["file"]) == now and not change["old"].startswith("#")
            for case in record["cases"]:
                case["layer"] = self.copy.layers[case["test"]]
                mask = int(case["lines"].get(change["file"], "0"), 16)
                if mask if not known else mask >> before.bit_length() - 1 & 1 if before else mask & function:
                    near.append(case)
                elif mask & function:
                    far.append(case)
        return near, far


def function_at(change):
    """The lines from the end of the previous function to the end of this one."""
    lines = (ROOT / change["file"]).read_text().splitlines()
    ends = [0] + [i + 1 for i, line in enumerate(lines) if line.startswith("}")] + [len(lines)]
    number = bisect.bisect_left(ends, change["line"])
    return ends[number - 1] + 1, ends[number]
