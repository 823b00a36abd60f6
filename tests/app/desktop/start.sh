#!/bin/bash
# start.sh MEASURE OTHER NOSLIP: from the start of each program to its first frame, alternating, since the machine may
# be busy; the median of ours is at most 1.3 times that of the other one. Then from our window to the moving sleigh in
# it: at most a second.
set -eu
measure=$1 other=$2 noslip=$3
theirs=() ours=() moving=()
for turn in 1 2 3 4 5 6 7; do
  theirs+=("$("$measure" "$other" 2>/dev/null)")
  ours+=("$("$measure" "$noslip" 2>/dev/null)")
  moving+=("$("$measure" --moving "$noslip" 2>/dev/null)")
done
median() {
  printf '%s\n' "$@" | sort -n | sed -n 4p
}
a=$(median "${theirs[@]}") b=$(median "${ours[@]}") c=$(median "${moving[@]}")
echo "$other: $a ms (${theirs[*]})"
echo "noslip: $b ms (${ours[*]})"
echo "in motion: $c ms (${moving[*]})"
[ "$c" -le 1000 ]
[ $((10 * b)) -le $((13 * a)) ]
