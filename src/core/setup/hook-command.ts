/** The command line that a host runs for one event, quoted for the shell it runs it in. */
import type { HostEventSpec, HostProtocol } from '../ports/host.ts'
import { quoteForShell } from '../text/safe-text.ts'

export interface HookProgram {
  readonly platform: string
  /** The shell script. */
  readonly shim: string
  readonly node: string
  /** What Node runs where there is no `sh`. */
  readonly entry: string
}

type HookedHost = Pick<HostProtocol, 'name' | 'windowsShell'>

/** The script starts Node only for an answer. On Windows Node serves every event. */
export function hookCommandLine(
  { platform, shim, node, entry }: HookProgram,
  host: HookedHost,
  event: HostEventSpec,
): string {
  if (platform !== 'win32') return `${quoteForShell(shim)} ${host.name} ${event.name}`
  const flag = mayAnswer(event) ? '' : ' --capture'
  const rest = `${host.name} ${event.name}${flag}`
  // To PowerShell a quoted path is a text, unless `&` says to run it; to the others `&` ends a command.
  return host.windowsShell === 'powershell'
    ? `& ${quoteForPowerShell(node)} ${quoteForPowerShell(entry)} ${rest}`
    : `"${node}" "${entry}" ${rest}`
}

/** For running such a line ourselves, as `spawn` takes it. */
export function hookShell({ windowsShell }: HookedHost, platform: string): string | true {
  return platform === 'win32' && windowsShell === 'powershell' ? 'powershell.exe' : true
}

/** The script tells from a payload whether to ask for an answer; on Windows the daemon decides. */
function mayAnswer(event: HostEventSpec): boolean {
  const { answers, answersIfSettled, answersIfFailed, answersAtFile } = event
  return [answers, answersIfSettled, answersIfFailed, answersAtFile].includes(true)
}

const quoteForPowerShell = (value: string) => `'${value.replaceAll("'", "''")}'`
