# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a copy of a source file with one change: plant.py INPUT OUTPUT OLD NEW [INCLUDED]. OLD must occur exactly
once. With INCLUDED, the line that includes that file is first replaced by the text of the file."""
import pathlib
import sys

source, target, old, new = sys.argv[1:5]
text = pathlib.Path(source).read_text(encoding="utf-8")
for included in sys.argv[5:]:
    name = included[included.rindex("core/"):]
    text = text.replace('#include "%s"\n' % name, pathlib.Path(included).read_text(encoding="utf-8"))
if text.count(old) != 1:
    sys.exit("%s: %r occurs %d times" % (source, old, text.count(old)))
pathlib.Path(target).write_text(text.replace(old, new), encoding="utf-8")
