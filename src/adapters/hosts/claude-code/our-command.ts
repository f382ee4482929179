/**
 * Whether a hook command is one of ours, of whatever version, installed wherever: the shell shim
 * by its name, or (on Windows) our Node entry by the folders it lies in.
 */
const shim = /(^|[/\\\s'"])throughline-hook(\.\w+)?['"]?\s+claude-code(\s|$)/
const nodeEntry = /[/\\]entry[/\\]hook[/\\][\w.-]+\.[cm]?[jt]s['"]?\s+claude-code(\s|$)/

export function isOurCommand(command: string): boolean {
  return shim.test(command) || nodeEntry.test(command)
}
