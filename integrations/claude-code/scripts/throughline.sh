#!/bin/sh
# The way from this plugin to the Throughline that the user has installed; it brings none itself.
#
#     throughline.sh hook EVENT     hands over an event, the payload on stdin; always exits 0
#     throughline.sh mcp            becomes the MCP server
#
# The environment may be a repository's, whose .env an agent loads, so no variable leads to a program
# in the folder the agent works in. For another home than ~/.throughline there is the command on PATH.

home=$HOME/.throughline
shim=$home/bin/throughline-hook
advice='npm ci && npx throughline start'

# The command on PATH, unless the agent's folder or a repository around it brings it.
command_of_user() {
  program=$(command -v throughline) || return 1
  project=$PWD
  above=$PWD
  while [ -n "$above" ] && [ "$above" != "$HOME" ]; do
    [ ! -e "$above/.git" ] || project=$above
    above=${above%/*}
  done
  case $program in "$project"/*) return 1 ;; /*) return 0 ;; *) return 1 ;; esac
}

# The agent waits for this on every tool call: with the shim in place no Node is started for it.
hook() {
  trap 'exit 0' EXIT
  exec 2>/dev/null
  if [ -f "$shim" ] && [ -x "$shim" ]; then
    "$shim" claude-code "$1"
  elif command_of_user; then
    "$program" hook claude-code "$1"
  elif [ "$1" = SessionStart ]; then
    advise_once
  fi
}

advise_once() {
  data=${CLAUDE_PLUGIN_DATA-}
  told=$data/told-to-install
  [ -n "$data" ] && [ ! -e "$told" ] && command -p mkdir -p "$data" && true >"$told" &&
    printf '{"systemMessage":"Throughline remembers nothing yet. Install it, in a clone: %s"}\n' "$advice"
}

# Editors and desktops start agents with a shorter PATH than shells have, so the copy in the home comes
# first; a shim without one knows its program.
mcp() {
  [ -x "$home/bin/throughline" ] && exec "$home/bin/throughline" mcp
  command_of_user && exec "$program" mcp
  if [ -r "$shim" ]; then
    eval "$(command -p sed -n -e '/^node=/p' -e '/^entry=/p' "$shim")"
    program=${entry%/*/entry/hook/*}/bin/throughline.js
    [ -x "$node" ] && [ -f "$program" ] && exec "$node" "$program" mcp
  fi
  echo "Throughline is not installed. Install it, in a clone: $advice" >&2
  exit 1
}

case ${1-} in
  hook) hook "${2-}" ;;
  mcp) mcp ;;
esac
