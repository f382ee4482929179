/** The command line that a host runs for one event, quoted for the shell it runs it in. */
import type { HostEventSpec, HostProtocol } from '../ports/host.ts'
import { quoteForShell } from '../text/safe-text.ts'

export interface HookProgram {
  readonly platform: string
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
  const flag = event.isOnlyAsked ? ' --ask' : mayAnswer(event) ? '' : ' --capture'
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
  const { answers, answersIfSettled, answersIfFailed, answersAtFile, answersAtTool } = event
  return [answers, answersIfSettled, answersIfFailed, answersAtFile, answersAtTool].includes(true)
}

const quoteForPowerShell = (value: string) => `'${value.replaceAll("'", "''")}'`

/** Our MCP tools that change and remove nothing, so that an agent may use them without asking. */
export const harmlessTools = [
  'memory_store',
  'memory_recall',
  'memory_list',
  'memory_get',
  'memory_timeline',
  'memory_count',
  'session_recall',
  'session_get',
  'session_learn',
] as const

/** The one line that puts a folder on the PATH of the user's shell. */

interface ShellSurroundings {
  readonly platform: string
  /** `$SHELL`, such as `/bin/zsh`. */
  readonly shell: string | undefined
  readonly userHome: string
}

export function pathLine(folder: string, { platform, shell, userHome }: ShellSurroundings): string {
  const separator = platform === 'win32' ? '\\' : '/'
  const isInHome = folder.startsWith(userHome + separator)
  const shown = isInHome ? `$HOME${folder.slice(userHome.length)}` : folder
  if (platform === 'win32') {
    const user = `[Environment]::GetEnvironmentVariable('Path', 'User')`
    return `[Environment]::SetEnvironmentVariable('Path', "${shown};" + ${user}, 'User')`
  }
  const name = shell?.split('/').at(-1) ?? 'sh'
  if (name === 'fish') return `fish_add_path "${shown}"`
  if (name === 'pwsh') return `Add-Content $PROFILE '$env:PATH = "${shown}:$env:PATH"'`
  return `echo 'export PATH="${shown}:$PATH"' >> ~/${startFiles[name] ?? '.profile'}`
}

const startFiles: Readonly<Record<string, string>> = { bash: '.bashrc', zsh: '.zshrc' }
