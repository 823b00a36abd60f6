# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON that the command line prints or writes beside its data conforms to the schemas of data/schema. Speaks
TAP."""
import hashlib
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, end  # noqa: E402

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP jsonschema (package python3-jsonschema) is not installed")
    sys.exit(0)

# Each command prints one document; together the systems have every kind of entry.
COMMANDS = """
list
show chaplygin-sleigh|show capri-kobayashi|show heisenberg|show ball-on-rotating-table|show martinet|show appell-hamel|show rigid-body
check chaplygin-sleigh misprints/snakeboard tension-pendulum|check rolling-ball
compare chaplygin-sleigh --to 1|compare appell-hamel --to 1|compare ball-on-rotating-table --to 1
compare heisenberg --dynamics nonholonomic,vakonomic --to 1
bracket rolling-ball|bracket heisenberg|bracket snakeboard --of 'x, theta'
bracket rolling-ball --section "r*x' + w2"
benchmark suslov
find conserved rolling-disk|find measure chaplygin-sleigh|find measure nonholonomic-particle
find equilibria chaplygin-sleigh --relative|find equilibria heavy-top --along mgl=1..2:3|lyapunov rigid-body --to 5
section pendulum --event x --count 2|basins pendulum --vary x=0..0.1:2 --classify x --to 1
bifurcation pendulum --vary g=9..10:2 --event x --to 5
find periodic bead-on-hoop --initial theta=1.2 --period 1.2|steer heisenberg --to x=1 --time 1 --starts 2|holonomy heisenberg --shape x,y --loop 'ellipse(0,0,1,1)'
"""


def run(cli, line, text=None):
    return subprocess.run(f"'{cli}' {line}", shell=True, capture_output=True, text=True, input=text)


def read_schemas(source):
    schemas = {}
    for path in sorted((source / "data/schema").glob("*.schema.json")):
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        name = schema["properties"]["format"]["const"]
        check(f"{path.name} is named by its format", path.name == f"{name}.schema.json", name)
        schemas[name] = jsonschema.Draft202012Validator(schema)
    return schemas


tested = set()  # formats of which there was real output


def problems(schemas, document):
    if isinstance(document, dict):
        tested.add(document.get("format"))
    if not isinstance(document, dict) or document.get("format") not in schemas:
        return ["no known format"]
    return [f"{list(error.path)}: {error.message[:200]}" for error in schemas[document["format"]].iter_errors(document)]


def check_commands(cli, schemas):
    for line in (line.strip() for lines in COMMANDS.strip().splitlines() for line in lines.split("|")):
        result = run(cli, f"{line} --json")
        try:
            wrong = problems(schemas, json.loads(result.stdout))
        except ValueError:
            wrong = [result.stdout + result.stderr]
        check(line, not wrong, "\n".join(wrong[:10]))


# A minimal system: no title, no ranges, no texts.
BARE = "noslip 1\nparameter k = 2\ncoordinate x\nkinetic x'^2/2\npotential k*x^2/2\ninitial x = 1\nrun to 1\n"


# And one that no formulation can integrate.
NOWHERE = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = sqrt(x^2)*x'\n"


# And one with a claim for other dynamics, which is not checked.
OTHER = ("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = x*x'\ninitial x' = 1\n"
         "run to 1\nclaim \"other\": d(x') = 17 for vakonomic\n")


def check_bare(cli, schemas):
    commands = ("show", "check", "bracket", "compare", "find conserved", "find measure", "find equilibria")
    for command, text in [(command, BARE) for command in commands] + [("compare", NOWHERE), ("check", OTHER)]:
        result = run(cli, f"{command} - --json", text)
        try:
            wrong = problems(schemas, json.loads(result.stdout))
        except ValueError:
            wrong = [result.stdout + result.stderr]
        kind = {BARE: "a system without words", NOWHERE: "none that starts", OTHER: "a claim that is not checked"}[text]
        check(f"{command} of {kind}", not wrong, "\n".join(wrong[:10]))


def check_run(cli, schemas, folder, systems):
    data = folder / "F.csv"
    done = run(cli, f"run chaplygin-sleigh --set a=0.3 --initial omega=1.5 --to 1 --rtol 1e-9 -o '{data}'")
    past = json.loads((folder / "F.csv.json").read_text())
    text = (systems / "chaplygin-sleigh.noslip").read_bytes()
    check("a run writes its past", done.returncode == 0 and not problems(schemas, past), problems(schemas, past))
    check("with the text and its hash", past["system"]["text"].encode() == text and
          past["system"]["sha256"] == hashlib.sha256(text).hexdigest())
    rows = data.read_text().splitlines()
    check("the columns are those of the data", past["columns"] == rows[0].split(","))
    first = dict(zip(past["columns"], map(float, rows[1].split(","))))
    check("the initial values are those of the first row", all(first[name] == value for name, value in past["initial"].items())
          and past["initial"]["omega"] == 1.5)
    check("it contains the given values", past["parameters"]["a"] == 0.3 and past["to"] == 1 and past["rtol"] == 1e-9 and
          past["dynamics"] == "nonholonomic" and past["formulation"] == "multipliers")
    claims = [claim["name"] for claim in past["verdicts"]]
    check("and the verdicts", "energy is conserved" in claims and
          all(claim["verdict"] in ("proved", "holds") for claim in past["verdicts"]), claims)
    text = folder / "again.noslip"
    text.write_text(past["system"]["text"])
    options = " ".join(f"--initial \"{name}={value!r}\"" for name, value in past["initial"].items())
    options += " ".join([""] + [f"--set {name}={value!r}" for name, value in past["parameters"].items()])
    again = run(cli, f"run '{text}' {options} --to {past['to']} --step {past['step']} --method {past['method']} "
                f"--rtol {past['rtol']} --atol {past['atol']} --formulation {past['formulation']}")
    check("from its past the motion is computed again, bit for bit", again.stdout == data.read_text(), again.stderr)


def check_transaction(cli, folder):
    data, past = folder / "old.csv", folder / "old.csv.json"
    data.write_text("old")
    past.mkdir()
    done = run(cli, f"run suslov --to 1 -o '{data}'")
    check("data and past are written together or not at all", done.returncode == 2 and data.read_text() == "old", done.stderr)
    done = run(cli, "run suslov --to 1 -o /dev/null")
    check("a device has no past", done.returncode == 0 and not pathlib.Path("/dev/null.json").exists(), done.stderr)


def check_sweep(cli, schemas, folder):
    done = run(cli, f"sweep chaplygin-sleigh --vary a=-3..1:3 --vary theta=0..1:2 --to 1 -o '{folder}/S.csv'")
    past = json.loads((folder / "S.csv.json").read_text())
    check("a sweep writes its past", done.returncode == 0 and not problems(schemas, past), problems(schemas, past))
    check("with its grid", past["vary"] == [{"name": "a", "from": -3, "to": 1, "n": 3}, {"name": "theta", "from": 0, "to": 1, "n": 2}])
    check("values beyond a declared range are reported", "beyond its declared range -1 .. 1" in done.stderr, done.stderr)
    within = run(cli, "sweep chaplygin-sleigh --vary a=-1..1:3 --to 1")
    check("and values within are not", within.returncode == 0 and "range" not in within.stderr, within.stderr)


def check_fit(cli, schemas, folder):
    data = folder / "data.csv"
    data.write_text("t,x\n" + "".join(f"{i / 4},{math.cos(math.sqrt(2) * i / 4)}\n" for i in range(9)))
    done = run(cli, f"fit - --data '{data}' --parameters k --json", BARE)
    check("fit", done.returncode == 0 and not problems(schemas, json.loads(done.stdout)), done.stderr + done.stdout)


def check_all_tested(source, schemas):
    """Formats are found by their looks in all sources, however they are written."""
    used = set()
    for folder in ("app", "core", "ui", "data/page"):
        for path in source.glob(f"{folder}/**/*.*"):
            if path.suffix in (".c", ".h", ".js", ".def", ".py"):
                used |= set(re.findall(r"""["'`](noslip-[a-z-]+-\d+)["'`]""", path.read_text()))
    check("every format has a schema", used <= set(schemas), used - set(schemas))
    check("and every schema a format that is written", set(schemas) <= used, set(schemas) - used)
    # the window writes the times of its frames; the test of its program reads them
    check("output of every format was compared with its schema", used - tested == {"noslip-frames-1"}, used - tested)


def check_standard_input(cli, systems):
    text = (systems / "suslov.noslip").read_text()
    for command in ["show", "check", "run", "compare", "bracket", "sweep --vary w1=1..2:2", "format", "export --as c", "benchmark"]:
        words = command.split(" ", 1)
        line = f"{words[0]} - " + (words[1] if len(words) > 1 else "")
        done = run(cli, line, text)
        check(f"{line} reads standard input", done.returncode == 0 and done.stdout != "", done.stderr)
    check("and its errors have lines", "standard-input:2:" in run(cli, "check -", "noslip 1\nlagrangian 2 z\n").stderr)
    check("nothing is no system", run(cli, "check -", "").returncode == 2)
    check("too much is refused", run(cli, "check -", "#" * (1 << 22) + "\n# more").returncode == 2)


def main(source, cli):
    os.environ["NOSLIP_SYSTEMS"] = str(source / "data/systems")
    schemas = read_schemas(source)
    check_bare(cli, schemas)
    check_commands(cli, schemas)
    with tempfile.TemporaryDirectory() as name:
        check_run(cli, schemas, pathlib.Path(name), source / "data/systems")
        check_transaction(cli, pathlib.Path(name))
        check_sweep(cli, schemas, pathlib.Path(name))
        check_fit(cli, schemas, pathlib.Path(name))
    check_all_tested(source, schemas)
    check_standard_input(cli, source / "data/systems")
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
