#!/bin/bash
# The program as users start it: pictures, statistics, and its exit status. TAP.
set -u
noslip=$1
folder=$(mktemp -d)
export XDG_STATE_HOME=$folder
trap 'rm -rf "$folder"' EXIT
n=0
check() {
  n=$((n + 1))
  if eval "$2"; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}
echo 1..13
"$noslip" chaplygin-sleigh --time 2 --screenshot "$folder/a.png" >"$folder/log" 2>&1
status=$?
check "a screenshot ends with status 0" '[ $status = 0 ]'
check "it is a PNG of some size" '[ "$(head -c 4 "$folder/a.png" | tail -c 3)" = PNG ] && [ "$(wc -c <"$folder/a.png")" -gt 20000 ]'
"$noslip" chaplygin-sleigh --screenshot "$folder/no/such/folder/a.png" >"$folder/log" 2>&1
status=$?
check "a picture that cannot be written is status 2" '[ $status = 2 ]'
check "and is said" 'grep -q "cannot be written" "$folder/log"'
"$noslip" chaplygin-sleigh --time 2 --view Equations --screenshot "$folder/a.svg" >"$folder/log" 2>&1
status=$?
check "a view alone ends with status 0" '[ $status = 0 ]'
check "it is SVG, and the equations are derived" 'head -c 5 "$folder/a.svg" | grep -q "<?xml" && [ "$(grep -c "<g id=\"glyph\|<symbol" "$folder/a.svg")" -gt 40 ]'
"$noslip" chaplygin-sleigh --view nothing --screenshot "$folder/b.svg" >"$folder/log" 2>&1
status=$?
check "a view that does not exist is status 2" '[ $status = 2 ] && [ ! -e "$folder/b.svg" ]'
"$noslip" chaplygin-sleigh --view energy --screenshot "$folder/b.xyz" >"$folder/log" 2>&1
status=$?
check "and a file that says no format" '[ $status = 2 ] && [ ! -e "$folder/b.xyz" ]'
"$noslip" --time=-1 >"$folder/log" 2>&1
status=$?
check "a time before the start is status 2" '[ $status = 2 ]'
# moves FILE ARGUMENTS...: checks that the program draws frames and quits when requested; a busy machine gets more time.
moves() {
  file=$1
  shift
  for seconds in 4 8 16 32 64; do
    "$noslip" "$@" --frame-statistics "$file" >"$folder/log" 2>&1 &
    pid=$!
    sleep $seconds
    kill -TERM $pid
    wait $pid
    status=$?
    grep -q '"percentile99"' "$file" && ! grep -q '"count" : 0,' "$file" && return 0
  done
  return 1
}
moves "$folder/frames.json" chaplygin-sleigh --play
moved=$?
check "it quits when it is told to" '[ $status = 0 ]'
check "frame statistics are written at the end" '[ $moved = 0 ]'
schema=$(dirname "$0")/../../../data/schema/noslip-frames-1.schema.json
conforms='import json, sys, jsonschema
schema, data = (json.load(open(name)) for name in sys.argv[1:])
jsonschema.Draft202012Validator(schema).validate(data)'
if python3 -c 'import jsonschema' 2>/dev/null; then
  check "as their schema describes" 'python3 -c "$conforms" "$schema" "$folder/frames.json"'
else
  check "as their schema describes # SKIP jsonschema (package python3-jsonschema) is not installed" true
fi
# without arguments the sleigh plays at once
moves "$folder/first.json"
moved=$?
check "without arguments it moves" '[ $moved = 0 ]'
