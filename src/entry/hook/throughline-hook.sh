#!/bin/sh
# throughline-hook HOST EVENT [HOME], the payload on stdin. Written by `throughline setup`; edits are
# lost. The agent waits for this on every tool call, so capturing forks only cat and mv. Whatever
# happens, it exits 0 and says nothing.

[ -z "${THROUGHLINE_INTERNAL-}" ] || exit 0
trap 'exit 0' EXIT
exec 2>/dev/null
# The terminal's Ctrl-C and hang-up must not cost an event that is already here, a full disk must
# be an error instead of a signal, and a killed cat must still be tidied up after.
trap '' HUP INT XFSZ
trap : TERM

case ${1-} in '' | *[!A-Za-z0-9_-]*) exit 0 ;; esac
case ${2-} in '' | *[!A-Za-z0-9_-]*) exit 0 ;; esac
case ${THROUGHLINE_ENABLED-} in
  0 | [Ff][Aa][Ll][Ss][Ee] | [Oo][Ff][Ff] | [Nn][Oo]) exit 0 ;;
esac
[ ! -t 0 ] || exit 0
# A closed stdin counts as an empty one.
{ :; } 3<&0 || exec </dev/null
umask 077

# The environment may be a repository's: agents load a project's .env. So it chooses neither the home
# nor the programs that run here, and makes Node load nothing.
inherited=${PATH-}
PATH=@path@
unset THROUGHLINE_HOME NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE OPENSSL_CONF
home=@home@
[ -z "${3-}" ] || home=$3
node=@node@
entry=@entry@
versions=@versions@
answering=@answering@
settling=@settling@
failing=@failing@
touching=@touching@
using=@using@
announcing=@announcing@
guarding=@guarding@
# Where versions are installed, a file names the one in use; an upgrade only replaces that file.
[ -z "$versions" ] || { read -r version <"$versions/in-use" &&
  entry=$versions/$version/dist/entry/hook/main.cjs; }
newline='
'

# Is capture on here? config.json is Node's to read; run/hook-policy says what it came to, while
# config.json lies between the times of the policy and of its floor.
mode=on
config=$home/config.json
policy=$home/run/hook-policy
if [ -e "$config" ] || [ -h "$config" ]; then
  mode=ask
  if [ "$policy" -nt "$config" ] && [ "$config" -nt "$policy-floor" ]; then
    while IFS= read -r line; do
      case $line in
        'mode on' | 'mode off' | 'mode ask') mode=${line#mode } ;;
        "on $PWD") mode=on && break ;;
        "off $PWD") mode=off && break ;;
      esac
    done <"$policy"
  fi
fi
[ -z "${THROUGHLINE_DISABLED_PROJECTS-}" ] || mode=ask
[ "$mode" != off ] || exit 0

# A host may never close our stdin; then we take what came. An alarm outlives the exec.
read_stdin() {
  if command -v timeout >/dev/null; then
    timeout @patience@ cat
  elif command -v perl >/dev/null; then
    perl -e 'alarm shift; exec @ARGV' @patience@ cat
  else
    cat
  fi
  status=$?
  # What `timeout` and an alarm end with: 124 (busybox: 143), and 128 + SIGALRM.
  case $status in 124 | 142 | 143) return 0 ;; *) return "$status" ;; esac
}

# Whether a payload names a command or path that rules are about: as whole words, with the daemon's
# list. What the list or a payload says is only ever compared. Guards that ask or block have a list of
# their own, which stays while no daemon runs.
rules=$home/run/tool-triggers
guards=$home/run/tool-guards
names_rule() { LC_ALL=C grep -Fqwf "$1"; }
in_payload() { [ -s "$1" ] && printf '%s\n' "$payload" | names_rule "$1"; }

# A tool that is about to run is asked about and not captured: once it ran, another event has it all.
case $announcing in
  *" $1/$2 "*)
    case $guarding in *" $1/$2 "*) rules= ;; esac
    [ -s "$rules" ] || [ -s "$guards" ] || exit 0
    [ -x "$node" ] && [ -f "$entry" ] || exit 0
    payload=$(read_stdin)
    in_payload "$guards" || in_payload "$rules" || exit 0
    printf '%s\n' "$payload" | PATH=$inherited "$node" "$entry" "$1" "$2" --ask "$home"
    exit 0
    ;;
esac

# Where nothing can be written any more, a byte still fits into the block of a file that is there:
# `lost-events.ts` counts them.
lose() {
  printf . >>"$home/run/lost-events"
  exit 0
}

case $answering in *" $1/$2 "*) flag=--answer ;; *) flag=--capture ;; esac
# Node runs anyway then, so it also sees whether a tool call is to be answered.
[ "$mode" != ask ] || case $settling$failing$touching$using in *" $1/$2 "*) flag=--answer ;; esac
# Some systems keep their tools elsewhere. Node's path is written above.
tools=found
for tool in cat mv; do command -v "$tool" >/dev/null || tools=missing; done
if [ "$mode" = ask ] || [ "$flag" = --answer ] || [ "$tools" = missing ]; then
  [ -x "$node" ] && [ -f "$entry" ] &&
    PATH=$inherited "$node" "$entry" "$1" "$2" "$flag" "$home" && exit 0
  # Node, once it runs our code, exits 0. Otherwise stdin is still unread, unless it was killed.
  [ "$?" -le 128 ] && [ "$mode" = on ] || exit 0
fi

spool=$home/spool
[ -d "$spool" ] || mkdir -p "$spool" || lose
read -r id </proc/sys/kernel/random/uuid || id=$(uuidgen) || id=$(date +%s)-$$
header="throughline-spool 1${newline}host $1${newline}event $2$newline"
case ${PWD-} in '' | *"$newline"*) ;; *) header="${header}cwd $PWD$newline" ;; esac
case ${THROUGHLINE_PROJECT-} in
  '' | *"$newline"*) ;;
  *) header="${header}project $THROUGHLINE_PROJECT$newline" ;;
esac
# `caller-names.ts` has the same rule, and says so where somebody listens.
name_caller() {
  [ "${#2}" -le 64 ] || return 0
  case $2 in '' | [!A-Za-z0-9]* | *[!A-Za-z0-9._:@-]*) ;; *) header="$header$1 $2$newline" ;; esac
}
name_caller session "${THROUGHLINE_SESSION-}"
name_caller agent "${THROUGHLINE_AGENT-}"

# Whether a command may have settled work, such as a commit, while the agent has our tools: one look
# at the payload, and none without the tools. Quotes inside of a text are escaped, so no output of a
# tool looks like a command.
wanted=no
look_for_settled() {
  case $settling in *" $1/$2 "*) ;; *) return 0 ;; esac
  for each in "$home/run/mcp/$1".*; do
    [ -e "$each" ] && [ -x "$node" ] && [ -f "$entry" ] || return 0
    LC_ALL=C grep -Eq @settled@ "$temporary" && exec 3<"$temporary" && wanted=yes
    return 0
  done
}

# Whether a command seems to have failed; then an earlier session may know the way out.
look_for_failed() {
  case $failing in *" $1/$2 "*) ;; *) return 0 ;; esac
  [ "$wanted" = no ] && [ -x "$node" ] && [ -f "$entry" ] || return 0
  LC_ALL=C grep -Eq @failed@ "$temporary" && exec 3<"$temporary" && wanted=yes
  return 0
}

# Whether the payload names a file that memories are about: one look with the daemon's list, and none
# without it. What the list or a payload says is only ever compared.
look_for_file() {
  case $touching in *" $1/$2 "*) ;; *) return 0 ;; esac
  [ "$wanted" = no ] && [ -s "$home/run/file-triggers" ] && [ -x "$node" ] && [ -f "$entry" ] ||
    return 0
  LC_ALL=C grep -Fqf "$home/run/file-triggers" "$temporary" && exec 3<"$temporary" && wanted=yes
  return 0
}

# The same for a command or path that rules are about, where the host takes nothing before a tool.
look_for_rule() {
  case $using in *" $1/$2 "*) ;; *) return 0 ;; esac
  [ "$wanted" = no ] && [ -s "$rules" ] && [ -x "$node" ] && [ -f "$entry" ] || return 0
  names_rule "$rules" <"$temporary" && exec 3<"$temporary" && wanted=yes
  return 0
}

spooled=no
# With -C a redirection creates its file or fails, so that no two hooks ever share one.
set -C
for suffix in '' -2 -3 -4; do
  temporary=$spool/.$id$suffix.tmp
  file=$spool/$id$suffix.spool
  [ ! -e "$file" ] || continue
  created=no
  { created=yes && printf '%s\n' "$header" && read_stdin; } >"$temporary" &&
    look_for_settled "$1" "$2" && look_for_failed "$1" "$2" && look_for_file "$1" "$2" &&
    look_for_rule "$1" "$2" && mv -f "$temporary" "$file" && spooled=yes && break
  [ "$created" = no ] || { rm -f "$temporary"; lose; }
done
[ "$spooled" = yes ] || lose

# Answered once it is spooled; the daemon may have taken the file by then.
[ "$wanted" = no ] ||
  PATH=$inherited "$node" "$entry" "$1" "$2" --spooled "$home" <&3

# The event is safe, but without a daemon nobody takes it in. The first hook of a minute that finds
# none starts one in the background; as long as one runs, this takes built-in commands only.
case ${THROUGHLINE_AUTOSTART-} in 0 | false | off | no) exit 0 ;; esac
run=$home/run
pid=
[ ! -r "$run/daemon.json" ] || while IFS= read -r line; do
  case $line in *'"pid": '*) pid=${line##* } && pid=${pid%,} && break ;; esac
done <"$run/daemon.json"
case $pid in *[!0-9]*) pid= ;; esac
if [ -n "$pid" ] && kill -0 "$pid"; then
  # Its pid may belong to another program by now, or to a zombie, which has no executable. Where
  # there is no /proc, the pid has to do.
  [ -r "/proc/$pid/comm" ] || exit 0
  read -r name <"/proc/$pid/comm"
  [ "$name" != throughline ] || [ ! -e "/proc/$pid/exe" ] || exit 0
fi

# `claimDaemonStart` in start-daemon.ts keeps the same files.
read -r now rest </proc/uptime || now=$(date +%s) || exit 0
now=${now%%.*}
minute=$((now / 60))
[ ! -e "$run/daemon-start.$minute" ] || exit 0
before=
[ ! -e "$run/daemon-start.$((minute - 1))" ] || read -r before <"$run/daemon-start.$((minute - 1))"
case $before in
  '' | *[!0-9]*) ;;
  *) [ "$((now - before))" -ge 60 ] || exit 0 ;;
esac
[ -x "$node" ] && [ -f "$entry" ] || exit 0
[ -d "$run" ] || mkdir -p "$run" || exit 0
printf '%s\n' "$now" >"$run/daemon-start.$minute" || exit 0
# The host waits until everybody has closed what it gave the hook.
PATH=$inherited "$node" "$entry" "$1" "$2" --start-daemon "$home" \
  </dev/null >/dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
exit 0
