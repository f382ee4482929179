#!/bin/sh
# The way from this plugin to the Throughline that the user has installed; it brings none itself.
#
#     throughline.sh hook EVENT     hands over an event, the payload on stdin; always exits 0
#     throughline.sh mcp            becomes the MCP server

home=${THROUGHLINE_HOME:-$HOME/.throughline}
case $home in '~/'*) home=$HOME/${home#'~/'} ;; esac
shim=$home/bin/throughline-hook
advice='npm install -g throughline && throughline start'

# The agent waits for this on every tool call: with the shim in place no Node is started for it.
hook() {
  trap 'exit 0' EXIT
  exec 2>/dev/null
  if [ -f "$shim" ] && [ -x "$shim" ]; then
    "$shim" claude-code "$1"
  elif command -v throughline >/dev/null; then
    throughline hook claude-code "$1"
  elif [ "$1" = SessionStart ]; then
    advise_once
  fi
}

advise_once() {
  data=${CLAUDE_PLUGIN_DATA-}
  told=$data/told-to-install
  [ -n "$data" ] && [ ! -e "$told" ] && mkdir -p "$data" && true >"$told" &&
    printf '{"systemMessage":"Throughline remembers nothing yet. Install it: %s"}\n' "$advice"
}

# Editors and desktops start agents with a shorter PATH than shells have, so the copy in the home comes
# first; a shim without one knows its program.
mcp() {
  [ -x "$home/bin/throughline" ] && exec "$home/bin/throughline" mcp
  command -v throughline >/dev/null && exec throughline mcp
  if [ -r "$shim" ]; then
    eval "$(sed -n -e '/^node=/p' -e '/^entry=/p' "$shim")"
    program=${entry%/*/entry/hook/*}/bin/throughline.js
    [ -x "$node" ] && [ -f "$program" ] && exec "$node" "$program" mcp
  fi
  echo "Throughline is not installed. Install it: $advice" >&2
  exit 1
}

case ${1-} in
  hook) hook "${2-}" ;;
  mcp) mcp ;;
esac
