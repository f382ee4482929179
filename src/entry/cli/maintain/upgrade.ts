/** `throughline upgrade`: switches this home to another version of the program, and back. */
import type { InstalledVersion, VersionChange } from '../../../compose/program/program-versions.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { argument, type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'

export const upgradeCommand: Command = {
  arguments: [
    argument(
      '[source]',
      'A folder such as a clone, a tarball, or an installed version (default: the program you run)',
    ),
  ],
  options: [
    option('--rollback', 'Go back to the version used before'),
    option('--list', 'Show the installed versions'),
    option('--refresh', 'Write the hook and the command again and restart the daemon'),
  ],
  examples: [
    'upgrade throughline-0.2.0.tgz',
    'upgrade ~/src/throughline',
    'upgrade --rollback',
    'upgrade --list',
  ],
  run: (context, options, source) => upgrade(context, options, source),
}

async function upgrade(context: CliContext, options: Options, source?: string): Promise<void> {
  const modes = [source, options.rollback, options.list, options.refresh]
  if (modes.filter((each) => each !== undefined).length > 1) {
    const message = 'say one thing: a source, --rollback, --list or --refresh'
    throw new ThroughlineError('invalid-input', message)
  }
  if (options.list) return list(context, options)
  if (options.refresh) return refresh(context, options)
  const programs = await import('../../../compose/program/program-versions.ts')
  const { finishSwitch } = await import('../../../compose/program/run-version.ts')
  const change = options.rollback
    ? await programs.rollBackProgram(context.paths)
    : await programs.upgradeProgram(context.paths, asGiven(context, source))
  const { restarted, stale } = change.isChanged
    ? await finishSwitch(context.paths, change.name)
    : { restarted: false, stale: [] }
  if (options.json) return context.printJson({ ...change, restarted })
  printChange(context, change, restarted)
  printStale(context, stale)
}

/** A path is relative to the current folder; anything else stays as typed. */
function asGiven(context: CliContext, source: string | undefined): string | undefined {
  if (source === undefined) return undefined
  return /^\d+\.\d+\.\d+/.test(source) && !source.endsWith('.tgz')
    ? source
    : context.resolvePath(source)
}

function printChange(context: CliContext, change: VersionChange, isRestarted: boolean): void {
  if (!change.isChanged) {
    context.print(`${change.version} is already in use.`)
    context.print('For another version: throughline upgrade FOLDER, a clone of it or a tarball')
    return
  }
  const from = change.before === undefined ? '' : `, before ${change.before}`
  context.print(`In use: ${change.name}${from}`)
  if (isRestarted) context.print('The daemon restarted.')
  context.print('Hooks use it from now on; the MCP server of an open agent after a restart.')
  context.print('throughline upgrade --rollback goes back.')
}

async function list(context: CliContext, options: Options): Promise<void> {
  const { listVersions } = await import('../../../compose/program/program-versions.ts')
  const versions = listVersions(context.paths)
  if (options.json) return context.printJson({ versions })
  if (versions.length === 0) {
    context.print('No version is installed in this home; throughline setup installs one.')
    return
  }
  context.printTable(versions.map(asRow))
}

function asRow({ name, installedAt, isInUse }: InstalledVersion): string[] {
  return [isInUse ? '*' : '', name, `installed ${installedAt.slice(0, 10)}`]
}

/** Run by the new version. */
async function refresh(context: CliContext, options: Options): Promise<void> {
  const { writeProgramFiles } = await import('../../../compose/program/program-versions.ts')
  const paths = context.openHome()
  writeProgramFiles(paths)
  const stale = await refreshPlugins(context)
  const restarted = await stopDaemonProcess(paths)
  if (restarted) await startDaemonProcess(paths)
  if (options.json) return context.printJson({ restarted, stale })
  printStale(context, stale)
  context.print(`Wrote the hook and the command${restarted ? ', restarted the daemon' : ''}.`)
}

/** Updates the plugins of agents that keep a copy. @returns the agents that failed */
async function refreshPlugins({ paths, env, userHome }: CliContext): Promise<string[]> {
  const { mustKeepPlugins, updateHostPlugins } = await import('../../../compose/host-plugins.ts')
  if (!mustKeepPlugins(paths)) return []
  const { openSetup } = await import('../../../compose/setup.ts')
  const { hostSurroundings } = await import('../../../compose/surroundings.ts')
  const setup = await openSetup(paths)
  setup.writePlugins()
  return updateHostPlugins(setup.hosts, setup.plugins(env), hostSurroundings(userHome, env))
}

/** Their old plugin still runs the version in use. */
function printStale(context: CliContext, stale: readonly string[]): void {
  for (const name of stale) context.print(`${name} still has the plugin of the previous version.`)
}
