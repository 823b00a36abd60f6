# SPDX-License-Identifier: GPL-3.0-or-later
"""The small changes that can be planted in the core's sources."""
import random
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Memory leaks are detected by the sanitizers, in tests/run.
RELEASES = re.compile(r"(g_free|g_clear_pointer|g_strfreev|g_array_set_clear_func|\w+_free|\w+_unref|\w+_clear)\(")

# No code, or copied unchanged.
SKIP = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#.*?$', re.S | re.M)

OTHER_SIGN = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}
OTHER_COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}


def masked(text):
    """The text with blanks instead of comments, strings and preprocessor lines."""
    return SKIP.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def other_constant(text, rng):
    if text in ("TRUE", "FALSE"):
        return "FALSE" if text == "TRUE" else "TRUE"
    if re.fullmatch(r"\d+", text):
        value = int(text)
        return {0: "1", 1: rng.choice(["0", "2"])}.get(value, str(value + rng.choice([-1, 1])))
    return "(%s * %s)" % (text, rng.choice(["1e3", "1e-3", "2", "0.5"]))


def changes_of(text, rng):
    """All (offset, length, new text, kind) of a file."""
    code = masked(text)
    body = re.search(r"^\{", code, re.M)
    start = body.start() if body else len(code)
    found = []
    for m in re.finditer(r"(?<=[\w)\]] )(\+=|-=|\+|-)(?= )", code):
        found.append((m.start(), len(m.group()), OTHER_SIGN[m.group()], "sign"))
    for m in re.finditer(r"(?<=[=(,?:] )-(?=[\w(])|(?<=\()-(?=[\w(])|(?<=return )-(?=[\w(])", code):
        found.append((m.start(), 1, "", "sign"))
    for m in re.finditer(r"(?<= )(<=|>=|==|!=|&&|\|\||<|>)(?= )", code):
        found.append((m.start(), len(m.group()), OTHER_COMPARISON[m.group()], "comparison"))
    for m in re.finditer(r"(?<![\w.])(\d+\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\d+|TRUE|FALSE)(?![\w.])", code):
        found.append((m.start(), len(m.group()), other_constant(m.group(), rng), "constant"))
    for m in re.finditer(r"^[ ]+([\w>.\[\]()*& -]+ [-+*/|&]?= [^;{}]*|[a-z]\w+\([^;{}]*\));$", code, re.M):
        line = m.group(1)
        if RELEASES.match(line.strip()):
            continue
        if not re.match(r"(return|static|const|g_auto|double|guint|gint|gsize|int|char|gboolean|Noslip\w+ |[A-Z]\w+ \*?\w+ =)", line):
            found.append((m.start(1), len(line) + 1, ";", "statement"))
    # Constants that are defined by the preprocessor.
    for m in re.finditer(r"^#define \w+ \(?(\d[\d.]*(?:[eE][-+]?\d+)?)\)?(?=\s|$)", text, re.M):
        found.append((m.start(1), len(m.group(1)), other_constant(m.group(1), rng), "constant"))
    return [c for c in found if c[0] >= start or text[text.rfind("\n", 0, c[0]) + 1] == "#"]


def all_changes(only, seed):
    rng = random.Random(seed)
    changes = []
    for path in sorted((ROOT / "core").rglob("*.c")):
        name = str(path.relative_to(ROOT))
        if only and not any(part in name for part in only.split(",")):
            continue
        text = path.read_text()
        for offset, length, new, kind in changes_of(text, rng):
            first = text.rfind("\n", 0, offset) + 1
            last = text.find("\n", offset)
            changed = text[first:offset] + new + text[offset + length:max(last, offset + length)]
            changes.append({"file": name, "line": text.count("\n", 0, offset) + 1, "kind": kind,
                            "old": text[first:last].strip(), "new": " ".join(changed.split()),
                            "start": first, "offset": offset, "length": length, "text": new, "seed": seed})
    rng.shuffle(changes)
    return changes


def key(change):
    return (change["file"], change["old"], change["new"])
