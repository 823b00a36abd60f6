# shellcheck shell=bash
# What ./app/run and ./tests/run share: the Debian packages that Noslip needs, and how to configure a build.
# Sourced, not run. Every function returns non-zero with a message on standard error where it cannot go on.

noslip_packages_build=(
  gcc libc6-dev pkg-config meson ninja-build gettext libglib2.0-dev-bin
  libgtk-4-dev libadwaita-1-dev libgtksourceview-5-dev libepoxy-dev libgsl-dev libjson-glib-dev
  libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev
)
noslip_packages_run=(libegl1 libgl1-mesa-dri gstreamer1.0-plugins-base gstreamer1.0-plugins-good)
noslip_packages_test=(
  xvfb xserver-xorg-core xserver-xorg-video-dummy xauth xdotool dbus at-spi2-core python3-gi gir1.2-atspi-2.0 parallel
  appstream desktop-file-utils poppler-utils librsvg2-bin
)

# noslip_setup_packages PACKAGE...: installs those that are missing, or says which to ask for.
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
  printf 'Installing: %s\n' "${missing[*]}" >&2
  local log
  log=$(mktemp) || return 1
  if ! { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
           -o DPkg::Lock::Timeout=300 "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    printf 'The packages could not be installed; the reason stands above.\n' >&2
    return 1
  fi
  rm -f "$log"
}

# noslip_setup_configure FOLDER [MESON OPTION...]: once; the log is shown only where it fails.
noslip_setup_configure() {
  local folder=$1 log
  shift
  [ -f "$folder/build.ninja" ] && return 0
  log=$(mktemp) || return 1
  printf 'Configuring %s\n' "$folder" >&2
  if ! meson setup "$folder" "$@" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
  printf 'Building %s\n' "$folder" >&2
}

# noslip_setup_build FOLDER [MESON OPTION...]: configures once, then builds; the log is shown only where it fails.
noslip_setup_build() {
  local folder=$1 log
  noslip_setup_configure "$@" || return 1
  log=$(mktemp) || return 1
  if ! ninja -C "$folder" >"$log" 2>&1; then
    grep -E 'error|FAILED|undefined' "$log" | head -n 40 >&2
    tail -n 10 "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}
