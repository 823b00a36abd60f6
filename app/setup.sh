# shellcheck shell=bash
# Shared by ./app/run, ./app/package and ./tests/run: the Debian packages that Noslip needs, and how to configure and
# build. Sourced, not run. Every function returns non-zero with a message on standard error if it fails.

noslip_packages_build=(
  gcc libc6-dev pkg-config meson ninja-build gettext libglib2.0-dev-bin
  libgtk-4-dev libadwaita-1-dev libgtksourceview-5-dev libcmark-dev libepoxy-dev libgsl-dev libjson-glib-dev libqrencode-dev
  libmanette-0.2-dev
  libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev
)
# Icons are SVG, which needs its loader. Text is set in Cantarell, mathematics in STIX, and DejaVu has what they lack.
noslip_packages_run=(
  libegl1 libgl1-mesa-dri gstreamer1.0-plugins-base gstreamer1.0-plugins-good
  librsvg2-common adwaita-icon-theme fonts-cantarell fonts-stix fonts-dejavu-core
)
# Additional packages for ./app/package.
noslip_packages_package=(
  dpkg-dev debhelper dh-python appstream gobject-introspection libgirepository1.0-dev
)
# Tests also open pages in a browser, run exported programs, and compare with SciPy and SymPy.
noslip_packages_test=(
  xvfb xserver-xorg-core xserver-xorg-video-dummy xauth xdotool dbus at-spi2-core python3-gi gir1.2-atspi-2.0 parallel
  gstreamer1.0-plugins-ugly python3-jsonschema appstream desktop-file-utils shared-mime-info poppler-utils librsvg2-bin locales clang clang-format
  chromium nodejs gobject-introspection libgirepository1.0-dev python3-numpy python3-pandas python3-scipy python3-sympy
  libglib2.0-bin groff-base
)

# noslip_setup_progress WHAT: reads lines "PERCENT TEXT" and shows them on standard error: on a terminal in one line
# that is overwritten, otherwise in a new line for every ten percent.
noslip_setup_progress() {
  local what=$1 percent text last=-1
  while read -r percent text; do
    percent=${percent%%.*}
    case $percent in '' | *[!0-9]*) continue ;; esac
    if [ -t 2 ]; then
      printf '\r\033[K%s: %3d %%  %.60s' "$what" "$percent" "$text" >&2
    elif [ $((percent / 10)) -gt $last ]; then
      last=$((percent / 10))
      printf '%s: %3d %%  %s\n' "$what" "$percent" "$text" >&2
    fi
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

# noslip_setup_versions PACKAGE...: prints the installed ones with their versions; nothing on systems other than Debian.
noslip_setup_versions() {
  dpkg-query -W -f='${db:Status-Status} ${Package} ${Version}\n' "$@" 2>/dev/null | grep '^installed ' | sort
}

# noslip_setup_packages PACKAGE...: installs the missing ones, or prints the command to install them.
noslip_setup_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    printf 'This is not a Debian system, so nothing was installed. Noslip needs what Debian calls:\n  %s\n' "$*" >&2
    return 0
  fi
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    printf 'Noslip needs packages that are not installed, and only root can install them. Please run, or ask for:\n' >&2
    printf '  sudo apt-get install --no-install-recommends %s\n' "${missing[*]}" >&2
    return 1
  fi
  printf 'Installing packages: %s\n' "${missing[*]}" >&2
  local log
  log=$(mktemp) || return 1
  if ! noslip_setup_install "$log" "${missing[@]}"; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    printf 'The packages could not be installed; the reason stands above.\n' >&2
    return 1
  fi
  rm -f "$log"
}

# noslip_setup_install LOG PACKAGE...: apt reports its progress on descriptor 3 in lines "KIND:PACKAGE:PERCENT:TEXT".
noslip_setup_install() {
  local log=$1
  shift
  printf 'Reading the list of packages\n' >&2
  apt-get update -q >"$log" 2>&1 </dev/null || return 1
  {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=300 \
      -o APT::Status-Fd=3 "$@" 3>&1 >>"$log" 2>&1 </dev/null
    echo $? >"$log.status"
  } | awk -F: '/^dlstatus:/ { print int($3 / 2), $4; fflush() } /^pmstatus:/ { print 50 + int($3 / 2), $4; fflush() }' |
    noslip_setup_progress Installing
  local status
  status=$(cat "$log.status")
  rm -f "$log.status"
  return "$status"
}

# noslip_setup_configure FOLDER [MESON OPTION...]: configures the folder if it is new, or if packages or options have
# changed; the log is shown only on failure.
noslip_setup_configure() {
  local folder=$1 log stamp
  shift
  stamp="$* $(noslip_setup_versions "${noslip_packages_build[@]}" "${noslip_packages_test[@]}")"
  [ -f "$folder/build.ninja" ] && [ "$(cat "$folder/configured-for" 2>/dev/null)" = "$stamp" ] && return 0
  log=$(mktemp) || return 1
  printf 'Configuring %s\n' "$folder" >&2
  local again=
  [ ! -f "$folder/build.ninja" ] || again=--reconfigure
  if ! meson setup $again "$folder" "$@" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    rm -f "$log"
    return 1
  fi
  printf '%s\n' "$stamp" >"$folder/configured-for"
  rm -f "$log"
}

# noslip_setup_build FOLDER [TARGET...]: builds a configured folder; the log is shown only on failure.
noslip_setup_build() {
  local folder=$1 log
  shift
  log=$(mktemp) || return 1
  # By NINJA_STATUS each line begins with the percentage; the rest names the file.
  {
    NINJA_STATUS='%p ' ninja -C "$folder" "$@" 2>&1 </dev/null
    echo $? >"$log.status"
  } | tee "$log" | awk '/^ *[0-9]+% / { sub(/%/, "", $1); print $1, $2, $NF; fflush() }' |
    noslip_setup_progress "Building $folder"
  local status
  status=$(cat "$log.status")
  if [ "$status" -ne 0 ]; then
    grep -E 'error|FAILED|undefined' "$log" | head -n 40 >&2
    tail -n 10 "$log" >&2
  fi
  rm -f "$log" "$log.status"
  return "$status"
}
