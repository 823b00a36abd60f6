# SPDX-License-Identifier: GPL-3.0-or-later
"""What notebooks show of systems and motions: equations, pictures and films."""
from __future__ import annotations

import base64
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import Any, Mapping, Optional, Sequence

_ESCAPES = {r"\textbackslash{}": "\\", r"\~{}": "~", r"\^{}": "^", r"\&": "&", r"\%": "%",
            r"\$": "$", r"\#": "#", r"\_": "_", r"\{": "{", r"\}": "}"}


def escape(text: str) -> str:
    """Text as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _words(text: str) -> str:
    """Words of a LaTeX document as Markdown; formulas between $ stay."""
    parts = re.split(r"((?<!\\)\$[^$]*\$)", re.sub(r"\\par$", "\n", text))
    for index in range(0, len(parts), 2):
        plain = re.sub("|".join(re.escape(code) for code in _ESCAPES), lambda found: _ESCAPES[found[0]], parts[index])
        parts[index] = re.sub(r"([\\`*_{}\[\]<>$#])", r"\\\1", plain)
    return "".join(parts)


def markdown(latex: str) -> str:
    """The equations of a LaTeX document as Markdown, which notebooks typeset."""
    lines, formulas = [], False
    for line in latex.partition("\\begin{document}\n")[2].partition("\\end{document}")[0].splitlines():
        title = re.fullmatch(r"\\(sub)?section\*\{(.*)\}", line)
        formulas = (formulas or line.startswith("\\begin{align")) and not line.startswith("\\end{align")
        if title:
            lines.append(("####" if title[1] else "###") + " " + _words(title[2]) + "\n")
        elif formulas or line.startswith("\\end{align"):
            lines.append(line)
        elif not line.startswith("%"):
            lines.append(_words(line))
    return "\n".join(lines) + "\n"


class Portrait(str):
    """Plain text, in a notebook with letters of one width."""

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self)}</pre>"


class _File:
    data: bytes  #: the contents of the file

    def __init__(self, data: bytes, kind: str) -> None:
        self.data = data
        self.kind = kind  #: "png", "svg", "webm", …

    def save(self, path: Any) -> None:
        """Writes the file."""
        pathlib.Path(path).write_bytes(self.data)

    def __repr__(self) -> str:
        return f"<noslip.{type(self).__name__} {self.kind}, {len(self.data)} bytes>"


class Picture(_File):
    """A picture of the scene."""

    def _repr_png_(self) -> Optional[bytes]:
        return self.data if self.kind == "png" else None

    def _repr_svg_(self) -> Optional[str]:
        return self.data.decode() if self.kind == "svg" else None


class Film(_File):
    """A film of a motion."""

    def _repr_html_(self) -> str:
        source = f"data:{'image' if self.kind == 'gif' else 'video'}/{self.kind};base64,{base64.b64encode(self.data).decode()}"
        return f'<img src="{source}">' if self.kind == "gif" else f'<video controls loop src="{source}"></video>'


class WrongLook(RuntimeError, ValueError):
    """A time, a size or a kind that noslip-cli refuses."""


def render(text: str, folder: Optional[str], kind: str, settings: Mapping[str, Any], values: Sequence[str],
           parameters: Sequence[str]) -> bytes:
    """The file that noslip-cli draws of a text with these options and values. `folder` has the files that it includes."""
    program = os.environ.get("NOSLIP_CLI") or shutil.which("noslip-cli")
    if program is None:
        raise RuntimeError("pictures and films are drawn by noslip-cli, which is not installed")
    if not kind.isalnum():
        raise WrongLook(f"there are no files of kind {kind!r}")
    command = [program, "render", "-"]
    for name, value in settings.items():
        if value is True:
            command.append(f"--{name}")
        elif value is not None and value is not False:
            command.append(f"--{name}={value}")
    for value in values:
        command.append(("--set=" if value.partition("=")[0] in parameters else "--initial=") + value)
    with tempfile.TemporaryDirectory() as scratch:
        output = os.path.join(scratch, f"picture.{kind}")
        done = subprocess.run([*command, "--output", output], input=text, capture_output=True, text=True, cwd=folder)
        if not os.path.exists(output):
            wrong = WrongLook if done.returncode == 2 else RuntimeError
            raise wrong(done.stderr.strip() or f"noslip-cli ended with {done.returncode}")
        return pathlib.Path(output).read_bytes()
