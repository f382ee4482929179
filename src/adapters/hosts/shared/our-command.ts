/**
 * Recognises our hook commands, of any version and installed anywhere: the shell shim by its name,
 * or (on Windows) our Node entry by its folders.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { HostConnection, HostEventSpec } from '../../../core/ports/host.ts'

const shim = /(?:^|[/\\\s'"])throughline-hook(?:\.\w+)?['"]?\s+([\w-]+)(?:\s|$)/
const nodeEntry = /[/\\]entry[/\\]hook[/\\][\w.-]+\.[cm]?[jt]s['"]?\s+([\w-]+)(?:\s|$)/

export function isOurCommand(command: string, host: string): boolean {
  return [shim, nodeEntry].some((pattern) => pattern.exec(command)?.[1] === host)
}

/** A command we could not recognise again could be neither updated nor removed. */
export function ourCommand(connection: HostConnection, host: string, event: HostEventSpec): string {
  const command = connection.command(event)
  if (isOurCommand(command, host)) return command
  throw new ThroughlineError('internal', `cannot recognise our own hook command: ${command}`)
}
