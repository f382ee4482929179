/** The command line that a host runs for an event, quoted for the shell that runs it. */
import type { HostEventSpec, HostProtocol } from '../ports/host.ts'
import { quoteForShell } from '../text/safe-text.ts'

export interface HookProgram {
  readonly platform: string
  readonly shim: string
  readonly node: string
  /** What Node runs on systems without `sh`. */
  readonly entry: string
}

type HookedHost = Pick<HostProtocol, 'name' | 'windowsShell'>

/** The script starts Node only for an answer. On Windows, Node handles every event. */
export function hookCommandLine(
  { platform, shim, node, entry }: HookProgram,
  host: HookedHost,
  event: HostEventSpec,
): string {
  if (platform !== 'win32') return `${quoteForShell(shim)} ${host.name} ${event.name}`
  const flag = event.isOnlyAsked ? ' --ask' : mayAnswer(event) ? '' : ' --capture'
  const rest = `${host.name} ${event.name}${flag}`
  // In PowerShell a quoted path is just text without `&`; in other shells `&` ends a command.
  return host.windowsShell === 'powershell'
    ? `& ${quoteForPowerShell(node)} ${quoteForPowerShell(entry)} ${rest}`
    : `"${node}" "${entry}" ${rest}`
}

/** The shell option for `spawn`, to run such a line ourselves. */
export function hookShell({ windowsShell }: HookedHost, platform: string): string | true {
  return platform === 'win32' && windowsShell === 'powershell' ? 'powershell.exe' : true
}

/** The script decides from the payload whether to ask for an answer; on Windows the daemon does. */
function mayAnswer(event: HostEventSpec): boolean {
  const { answers, answersIfSettled, answersIfFailed, answersAtFile, answersAtTool } = event
  return [answers, answersIfSettled, answersIfFailed, answersAtFile, answersAtTool].includes(true)
}

const quoteForPowerShell = (value: string) => `'${value.replaceAll("'", "''")}'`

/** Our MCP tools that change and remove nothing, which an agent may use without asking. */
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

/** The line that puts a folder on the PATH of the user's shell. */

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
