# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the readable texts of the catalogue's systems (titles, summaries, descriptions, labels, names of claims,
tags) and of their stories as a template of translations: systems.py FOLDER TEMPLATE, where FOLDER contains the
.noslip files and has the stories beside it. xgettext reads templates, but not the language of systems."""
import pathlib
import re
import sys

# The translatable parts of each statement: all texts except those that follow one of the given words.
STATEMENTS = {
    "title": (), "summary": (), "claim": (), "trial": (), "parameter": ("unit",), "coordinate": ("unit",), "velocity": ("unit",),
    "section": ("unit",), "observable": ("unit",), "rotation": (), "constraint": (), "force": (),
    "draw": ("color", "pattern"), "body": ("color", "pattern"), "trail": ("color",),
}
OTHERS = ("noslip", "source", "tags", "let", "manifold", "bracket", "lagrangian", "kinetic", "potential", "dynamics",
          "initial", "run", "reduction", "camera", "plot")
TOKEN = re.compile(r'#.*|"(?:\\.|[^"\\])*"|\w+')
HEAD = """# What people read of the catalogue's systems, gathered by systems.py. Run `ninja -C .build noslip-systems-pot` after
# a text of the catalogue has changed.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"""


def texts(source):
    """(statement, text) of every translatable text; texts are quoted as in the file, which is also the quoting of
    templates."""
    statement = None
    for line in source.splitlines():
        tokens = [token for token in TOKEN.findall(line) if not token.startswith("#")]
        if tokens and (tokens[0] in STATEMENTS or tokens[0] in OTHERS):
            statement = tokens[0]
            if statement == "tags":
                yield from ((statement, '"%s"' % word) for word in line.split("#")[0].split()[1:])
        for before, token in zip([None] + tokens, tokens):
            if token.startswith('"') and statement in STATEMENTS and before not in STATEMENTS[statement]:
                yield statement, token


def stories(source):
    """The same for a file of stories: their names, captions and answers, and the systems that it contains."""
    for line in source.splitlines():
        key, _, value = line.partition("=")
        if key in ("name", "caption", "answer"):
            yield "story", '"%s"' % value.replace("\\", "\\\\").replace('"', '\\"')
    yield from texts("\n".join(line[2:] for line in source.splitlines() if line.startswith("|")))


def template(folder):
    seen = set()
    text = HEAD
    found = [(path, texts(path.read_text(encoding="utf-8")))
             for path in sorted(folder.rglob("*.noslip"), key=lambda path: (len(path.parts), path))]
    found += [(path, stories(path.read_text(encoding="utf-8")))
              for path in sorted((folder.parent / "stories").glob("*.noslip-setup"))]
    for path, said in found:
        for statement, quoted in said:
            if quoted not in seen and quoted != '""':
                seen.add(quoted)
                text += '\n#. %s, %s\nmsgctxt "system"\nmsgid %s\nmsgstr ""\n' % (path.stem, statement, quoted)
    return text


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(template(pathlib.Path(sys.argv[1])), encoding="utf-8")
