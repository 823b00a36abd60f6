# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual exists completely in every language of the interface, each page like the original: the same blocks,
headings, code, links and tables, with the names of buttons and views as in the interface. The translation is of the
present original: each translation stores the digests of the pages that it follows. Speaks TAP."""
import collections
import hashlib
import itertools
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check_none, end  # noqa: E402

DIGESTS = "originals.sha256"  # in the format of sha256sum, of the folder of the original
ITEM = re.compile(r" {0,8}([-*]|\d{1,3}\.) ")
LINK = re.compile(r"\[[^\[\]]*\]\(([^)]*)\)")
CODE = re.compile(r"`([^`]+)`")
QUOTED = re.compile(r'"([^"`]+)"')
MESSAGE = re.compile(r'(?<!")\nmsgid (".+")\nmsgstr (".+")$', re.MULTILINE)
SENTENCE = 4  # words: a longer message in a page is no coincidence


def kind_of(line, before):
    if line.startswith("#"):
        return "heading %d" % (len(line) - len(line.lstrip("#")))
    if line.startswith("|"):
        return "table"
    if ITEM.match(line):
        return "item %d" % ITEM.match(line).start(1)
    if line.startswith("    ") and before in ("", "code"):
        return "code"
    return "paragraph"


def blocks_of(text):
    """(kind, lines) of each block; a paragraph or an item ends at an empty line or another block."""
    blocks, before, fence = [], "", False
    for line in text.splitlines():
        if line.startswith("```"):
            fence = not fence
            before = "fence" if fence else ""
            if fence:
                blocks.append((line.replace("```", "fence ").strip(), []))
        elif fence:
            blocks[-1][1].append(line)
        elif not line.strip():
            before = ""
        else:
            kind = kind_of(line, before)
            goes_on = kind == before and kind in ("table", "code", "paragraph")
            if goes_on or (kind == "paragraph" and before.startswith("item")):
                blocks[-1][1].append(line)
            else:
                blocks.append((kind, [line]))
                before = kind
    return blocks


def prose(blocks):
    return "\n".join("\n".join(lines) for kind, lines in blocks if kind.split()[0] not in ("fence", "code"))


def cells_of(line):
    """The number of cells of a row; a bar in code or after a backslash does not separate cells."""
    plain = re.sub(r"\\\||`[^`]*`", lambda found: found.group().replace("|", " "), line)
    return len(plain.strip().strip("|").split("|"))


def structure(original, translated):
    kinds, others = [kind for kind, _ in original], [kind for kind, _ in translated]
    for at, (kind, other) in enumerate(itertools.zip_longest(kinds, others)):
        if kind != other:
            yield "block %d is %s, and %s in the original: %s" % (
                at + 1, other, kind, (original[at] if kind else translated[at])[1][0])
            return
    for (kind, lines), (_, others) in zip(original, translated):
        if kind == "table" and [cells_of(line) for line in lines] != [cells_of(line) for line in others]:
            yield "another shape of the table %s" % others[0]
        if kind.startswith("heading") and CODE.sub("", lines[0]).strip("#, ") == "" and lines != others:
            yield "the heading %s names statements and is not translated" % lines[0]


def code(original, translated):
    for (kind, lines), (_, others) in zip(original, translated):
        if kind.split()[0] in ("fence", "code") and lines != others:
            yield "other code: %s" % next((b for a, b in zip(lines, others) if a != b), others[:1])


def inline(original, translated):
    spans, others = (collections.Counter(CODE.findall(prose(blocks))) for blocks in (original, translated))
    yield from ("`%s` is only in the original" % span for span in spans - others)
    yield from ("`%s` is not in the original" % span for span in others - spans)


def links(original, translated):
    targets, others = (LINK.findall(prose(blocks)) for blocks in (original, translated))
    if targets != others:
        yield "the links are %s, and in the original %s" % (others, targets)


def interface(original, translated, messages):
    """The quotations, headings, first cells of rows and sentences of the original that are messages of the
    interface."""
    text, source = (" ".join(prose(blocks).split()) for blocks in (translated, original))
    named = QUOTED.findall(CODE.sub("", source))
    named.extend(message for message in messages if len(message.split()) > SENTENCE and message in source)
    for kind, lines in original:
        if kind.startswith("heading"):
            named.append(lines[0].strip("# "))
        elif kind == "table":
            named.extend(line.split("|")[1].strip() for line in lines)
    for name in named:
        if messages.get(name, "").casefold() not in text.casefold():
            yield "“%s” is “%s” in the interface" % (name, messages[name])


def digests(help, folder, pages):
    kept = {}
    for line in (help / folder / DIGESTS).read_text(encoding="utf-8").splitlines():
        digest, page = line.split(maxsplit=1)
        kept[page] = digest
    now = {page: hashlib.sha256((help / page).read_bytes()).hexdigest() for page in pages}
    for page in sorted(set(kept) | set(now)):
        if kept.get(page) != now.get(page):
            yield "data/help/%s is not the page that data/help/%s/%s translates any more; bring that up to date, then" % (
                page, folder, page)
            yield "    cd data/help && sha256sum *.md lessons/*.md >%s/%s" % (folder, DIGESTS)


def messages_of(po):
    """The messages of one line and without a context, with their translations."""
    found = subprocess.run(["msgcat", "--no-wrap", str(po)], check=True, capture_output=True, text=True).stdout
    return {json.loads(message): json.loads(words) for message, words in MESSAGE.findall(found)}


def pages_of(folder, others=()):
    found = (path.relative_to(folder) for path in folder.rglob("*.md"))
    return sorted(str(page) for page in found if page.parts[0] not in others)


def main(root):
    help, po = root / "data/help", root / "data/po"
    languages = [word for line in (po / "LINGUAS").read_text(encoding="utf-8").splitlines()
                 if not line.startswith("#") for word in line.split()]
    pages = pages_of(help, languages)
    for language in languages:
        own = pages_of(help / language)
        check_none("%s has every page, and no other" % language,
                   ["%s/%s" % (language, page) for page in sorted(set(pages) ^ set(own))])
        check_none("%s translates the pages as they are" % language, digests(help, language, pages))
        messages = messages_of(po / (language + ".po"))
        for page in pages:
            original = blocks_of((help / page).read_text(encoding="utf-8"))
            path = help / language / page
            translated = blocks_of(path.read_text(encoding="utf-8") if path.is_file() else "")
            name = "%s/%s: " % (language, page)
            check_none(name + "structure", structure(original, translated))
            check_none(name + "code", code(original, translated))
            check_none(name + "code in sentences", inline(original, translated))
            check_none(name + "links", links(original, translated))
            check_none(name + "words of the interface", interface(original, translated, messages))
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
