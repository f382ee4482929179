/** Uninstalls Throughline: connections, the daemon and, on request, the data. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  deleteHome,
  deleteLocks,
  deleteProgram,
  requireOurHome,
} from '../../../compose/delete-home.ts'
import type { Setup } from '../../../compose/setup.ts'
import { hostSurroundings } from '../../../compose/surroundings.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { settingsLocation } from '../../../core/setup/inspect-host.ts'
import { type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { stopDaemonProcess } from '../daemon-process.ts'
import {
  disconnectHosts,
  findConnected,
  type HostToDisconnect,
  placesInWords,
} from '../get-started/disconnect-hosts.ts'
import { inWords } from '../get-started/host-choice.ts'
import { bytes, count, inHome } from '../present.ts'
import { ask, canAsk, printFiles } from './confirm-deletion.ts'

export const uninstallCommand: Command = {
  options: [
    option('--data', 'Delete everything that was captured and learned, too'),
    option('--yes', 'Do not ask'),
    option('--dry-run', 'Show what would happen and do nothing'),
  ],
  examples: ['uninstall --dry-run', 'uninstall', 'uninstall --data --yes'],
  run: uninstall,
}

async function uninstall(context: CliContext, options: Options): Promise<void> {
  const { paths, userHome } = context
  const hasHome = existsSync(paths.root)
  if (options.data) requireOurHome(paths, userHome)
  const { openSetup } = await import('../../../compose/setup.ts')
  const setup = await openSetup(paths)
  const connected = await findEverywhere(context, setup)
  const names = inWords(connected.map(({ host }) => host.displayName))
  if (options.dryRun) {
    announce(context, options, connected, hasHome)
    if (options.json) return
    return printFiles(context, 'Markers in your projects would stay:', await findMarkers(context))
  }
  const question = names ? `Disconnect ${names} and stop the daemon?` : 'Stop the daemon?'
  if (!(await isWanted(context, options, question))) return
  const withData = hasHome && (await isDataWanted(context, options))

  const markers = await findMarkers(context)
  const removeAll = async () => {
    const disconnected = await disconnectHosts(context, setup, connected)
    if (!hasHome) return { disconnected, stopped: false }
    const stopped = await stopDaemonProcess(paths)
    deleteProgram(paths)
    return { disconnected, stopped, deleted: withData ? deleteHome(paths) : undefined }
  }
  // Without a home there is no place for the lock, and nothing to race with.
  const { disconnected, stopped, deleted } = await (hasHome ? setup.alone(removeAll) : removeAll())
  if (deleted) deleteLocks(paths)
  if (options.json) {
    const hosts = disconnected.map(({ host, ...rest }) => ({ host: host.name, ...rest }))
    return context.printJson({ hosts, stopped, data: deleted ?? null, home: paths.root, markers })
  }
  for (const result of disconnected) {
    context.print(`Disconnected ${result.host.displayName}: ${placesInWords(context, result)}`)
  }
  if (disconnected.length === 0) context.print('No agent was connected')
  context.print(stopped ? 'Stopped the daemon' : 'No daemon was running')
  const home = inHome(context, paths.root)
  if (deleted) {
    const { files, left } = deleted
    context.print(`Deleted ${home}: ${count(files, 'file')}, ${bytes(deleted.bytes)}`)
    printFiles(context, 'Not ours, so it stays:', left)
  } else if (hasHome) {
    context.print(`Your data stays in ${home}. To delete it, too, remove that folder.`)
  }
  printFiles(context, 'Markers in your projects stay:', markers)
  context.print('Restart agents that are open.')
}

/** For the user, for this folder, and for every project in which setup ever changed a file. */
async function findEverywhere(context: CliContext, setup: Setup): Promise<HostToDisconnect[]> {
  const surroundings = hostSurroundings(context.userHome, context.env)
  const owners = (await setup.tools.backups.list())
    .flatMap(({ layers }) => layers.map(({ owner }) => owner))
    .filter((owner) => owner !== 'user')
  const folders = [...new Set([context.cwd, ...owners])]
  const chosen = setup.hosts.map((host) => ({
    host,
    locations: [
      settingsLocation(host, 'user', context.cwd, surroundings),
      ...folders.map((folder) => settingsLocation(host, 'project', folder, surroundings)),
    ],
  }))
  return findConnected(context, setup, chosen)
}

async function isWanted(context: CliContext, options: Options, question: string): Promise<boolean> {
  if (options.yes) return true
  if (canAsk(context, options)) return ask(question)
  throw new ThroughlineError('invalid-input', 'this changes files of yours and needs --yes', {
    hint: '--dry-run shows what would happen',
  })
}

async function isDataWanted(context: CliContext, options: Options): Promise<boolean> {
  if (options.data) return true
  if (options.yes || !canAsk(context, options)) return false
  const home = inHome(context, context.paths.root)
  if (!(await ask(`Delete all memories and sessions in ${home}, too? It cannot be undone.`)))
    return false
  requireOurHome(context.paths, context.userHome)
  return true
}

/** Markers in folders without a git remote. */
async function findMarkers(context: CliContext): Promise<string[]> {
  if (!existsSync(context.paths.database)) return []
  try {
    const { projects } = await context.withLocal(({ ask: run }) => run('listProjects', {}))
    return projects
      .flatMap(({ root }) => (root === undefined ? [] : [join(root, '.throughline')]))
      .filter((folder) => existsSync(folder))
  } catch {
    // A damaged database must not prevent uninstalling.
    return []
  }
}

function announce(
  context: CliContext,
  options: Options,
  connected: readonly HostToDisconnect[],
  hasHome: boolean,
): void {
  const home = context.paths.root
  const hosts = connected.map(({ host, plans, plugin }) => ({
    host: host.name,
    files: plans.map(({ change }) => change.file),
    ...(plugin && { plugin }),
  }))
  if (options.json) {
    context.printJson({ isDryRun: true, hosts, home, data: options.data === true })
    return
  }
  for (const { host, plans, plugin } of connected) {
    const files = plans.map(({ change }) => ({ file: change.file }))
    const what = { host, files, ...(plugin && { plugin }) }
    context.print(`Would disconnect ${host.displayName}: ${placesInWords(context, what)}`)
  }
  if (connected.length === 0) context.print('No agent is connected')
  if (!hasHome) return
  const shown = inHome(context, home)
  context.print('Would stop the daemon, and remove the program, the hook and the command')
  context.print(
    options.data ? `Would delete all data in ${shown}` : `Your data would stay in ${shown}`,
  )
}
