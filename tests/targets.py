# SPDX-License-Identifier: GPL-3.0-or-later
"""The target "product", which ./app/run builds, does not depend on the tests. Speaks TAP."""
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from tap import check, check_none, end  # noqa: E402


def main(build):
    commands = subprocess.run([shutil.which("ninja"), "-C", build, "-t", "commands", "product"], stdout=subprocess.PIPE,
                              text=True, check=True).stdout.splitlines()
    check("it has the command line program", any(re.search(r"-o app/cli/noslip-cli\b", line) for line in commands))
    check_none("it has nothing of the tests", (line for line in commands if re.search(r"-o tests/|\.\./tests/", line)))
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
