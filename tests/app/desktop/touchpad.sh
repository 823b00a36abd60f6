#!/bin/bash
# touchpad.sh PROGRAM [ARGUMENTS...]: runs it under a separate display server with a touchpad and a mouse with a
# high-resolution wheel, which virtual servers lack: Xorg with the driver "inputtest", which sends the events that it
# receives through the sockets $NOSLIP_TEST_TOUCHPAD and $NOSLIP_TEST_MOUSE, each for one client. Skipped (TAP) without
# that driver, or without permission to run it.
set -u
modules=$(dirname "$(find /usr/lib/xorg/modules /usr/lib64/xorg/modules -name inputtest_drv.so -print -quit 2>/dev/null)")/..
if ! command -v Xorg >/dev/null || ! [ -e "$modules/drivers/dummy_drv.so" ]; then
  echo "1..0 # SKIP a display server with the drivers inputtest and dummy is not installed"
  exit 0
fi
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; wait; rm -rf "$folder"' EXIT
device() {
  printf 'Section "InputDevice"\n  Identifier "%s"\n  Driver "inputtest"\n  Option "SocketPath" "%s"\n' "$1" "$folder/$1"
  printf '  Option "DeviceType" "%s"\nEndSection\n' "$2"
}
{
  device touchpad PointerGesture
  device mouse Pointer
  device keyboard Keyboard
  cat <<'END'
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
EndSection
Section "Device"
  Identifier "memory"
  Driver "dummy"
  VideoRam 16384
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "1280x800" 83.5 1280 1352 1480 1680 800 803 809 831
EndSection
Section "Screen"
  Identifier "screen"
  Device "memory"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Modes "1280x800"
  EndSubSection
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "mouse" "CorePointer"
  InputDevice "touchpad" "SendCoreEvents"
  InputDevice "keyboard" "CoreKeyboard"
EndSection
END
} >"$folder/xorg.conf"
# it prints its display's number when it is ready
mkfifo "$folder/display"
Xorg -config "$folder/xorg.conf" -logfile "$folder/log" -displayfd 3 -noreset -novtswitch -nolisten tcp \
  3>"$folder/display" >"$folder/said" 2>&1 &
server=$!
read -r -t 60 display <"$folder/display" || {
  tail -n 20 "$folder/said" "$folder/log" 2>&1 | sed 's/^/# /'
  echo "1..0 # SKIP a display server with the drivers inputtest and dummy does not start here"
  exit 0
}
export DISPLAY=:$display NOSLIP_TEST_TOUCHPAD=$folder/touchpad NOSLIP_TEST_MOUSE=$folder/mouse
"$@"
