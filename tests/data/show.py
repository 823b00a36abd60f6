#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""show.py SOURCE: the film and the pictures of README.md and of the description for software catalogues exist, with
the stated length, dimensions and size."""
import pathlib
import re
import struct
import sys

ROOT = pathlib.Path(sys.argv[1])
SECONDS = 90  # of the film
STORIES = 5
MOST_FILM = 3_000_000  # bytes
MOST_PICTURE = 200_000
FILM = ROOT / "data/film/stories.noslip-setup"
METAINFO = ROOT / "data/org.noslip.Noslip.metainfo.xml.in"


def size_of(picture):
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{picture.name} is no PNG"
    return struct.unpack(">II", data[16:24])


def film():
    stories = FILM.read_text().split("[Noslip set-up]\n")[1:]
    ends = [float(re.search(r"^end=(.*)$", story, re.M)[1]) for story in stories]
    assert len(stories) == STORIES, f"{len(stories)} stories"
    assert sum(ends) == SECONDS, f"{sum(ends)} seconds"
    for story in stories:
        assert re.search(r"^caption=.+$", story, re.M), "a story without a caption"
        system = re.search(r"^id=(.*)$", story, re.M)
        assert not system or (ROOT / f"data/systems/{system[1]}.noslip").is_file(), f"no system {system[1]}"
    made = FILM.with_suffix(".webm")
    assert made.read_bytes()[:4] == b"\x1a\x45\xdf\xa3", "the film is no WebM"
    assert made.stat().st_size <= MOST_FILM, f"the film has {made.stat().st_size} bytes"


def pictures():
    listed = re.findall(r'<image type="source" width="(\d+)" height="(\d+)">[^<]*/([^/<]+)</image>', METAINFO.read_text())
    assert len(listed) == 6, f"{len(listed)} pictures"
    for width, height, name in listed:
        picture = ROOT / "data/screenshots" / name
        assert size_of(picture) == (int(width), int(height)), f"{name} is {size_of(picture)}"
        assert picture.stat().st_size <= MOST_PICTURE, f"{name} has {picture.stat().st_size} bytes"
    assert {name for _, _, name in listed} == {p.name for p in (ROOT / "data/screenshots").iterdir()}


def readme():
    shown = re.findall(r"\]\((data/(?:screenshots|film)/[^)]+)\)", (ROOT / "README.md").read_text())
    assert len(shown) >= 7, f"README.md shows {len(shown)}"
    for path in shown:
        assert (ROOT / path).is_file(), f"README.md shows {path}"


CHECKS = (film, pictures, readme)
print(f"1..{len(CHECKS)}")
failed = False
for number, check in enumerate(CHECKS, 1):
    try:
        check()
        print(f"ok {number} - {check.__name__}")
    except (AssertionError, OSError, TypeError) as wrong:
        failed = True
        print(f"not ok {number} - {check.__name__}: {wrong}")
sys.exit(failed)
