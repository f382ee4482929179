/** Reports how Throughline is connected in an agent's settings, and whether it works. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import type {
  Blocker,
  Host,
  HostConnection,
  InstalledPlugin,
  Integration,
  IntegrationKind,
  SettingsLocation,
  SettingsTarget,
  SettingsText,
} from '../ports/host.ts'
import type { SettingsFiles } from '../ports/host-files.ts'
import { splitMark } from './settings-text.ts'

export interface ConnectedHosts extends HostSurroundings {
  readonly hosts: readonly Host[]
  readonly hook: OutputOf<'getHosts'>['hook']
  /** When the hook was last installed; undefined if it is missing. */
  readonly connectedAt: string | undefined
  readonly files: Pick<SettingsFiles, 'read'>
  connection(host: Host): HostConnection
}

export type HostReport = OutputOf<'getHosts'>['hosts'][number]

export interface IntegrationInspection {
  readonly kind: IntegrationKind
  readonly file: string
  readonly state: 'absent' | 'current' | 'outdated'
  readonly missingEvents: readonly string[]
}

interface HostInspection {
  readonly integrations: readonly IntegrationInspection[]
  readonly blockers: readonly Blocker[]
}

/** @param folders projects whose settings to inspect besides the user's */
export async function reportHost(
  host: Host,
  folders: readonly string[],
  connected: ConnectedHosts,
): Promise<HostReport> {
  const user = settingsLocation(host, 'user', connected.userHome, connected)
  const projects = folders.map((folder) => settingsLocation(host, 'project', folder, connected))
  const { found, reason } = await host.detect(user)
  const inspected = await Promise.all(
    [user, ...projects].map((location) => tryToInspect(host, location, connected)),
  )
  // A project may be the home folder, and its settings the user's.
  const integrations = uniqueBy(
    inspected.flatMap((each) => each.integrations),
    ({ kind, file }) => `${kind} ${file}`,
  )
  const plugin = await host.plugin?.find(user, connected.files)
  return {
    name: host.name,
    displayName: host.displayName,
    isFound: found,
    reason,
    integrations: integrations.flatMap(present),
    ...(plugin && { otherConnection: `the ${host.plugin?.noun} ${plugin.id}` }),
    blockers: uniqueBy(
      inspected.flatMap(({ blockers }) => blockers),
      ({ problem }) => problem,
    ),
    remarks: [...host.remarks],
    command: `throughline setup --host ${host.name}`,
  }
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed()
}

function present({ state, missingEvents, ...integration }: IntegrationInspection) {
  return state === 'absent' ? [] : [{ ...integration, state, missingEvents: [...missingEvents] }]
}

/** Unreadable settings connect nothing. */
async function tryToInspect(
  host: Host,
  location: SettingsLocation,
  { connection, files }: ConnectedHosts,
): Promise<HostInspection> {
  try {
    return await inspectHost(host, location, connection(host), files)
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    return { integrations: [], blockers: [{ problem: error.message, hint: error.hint ?? '' }] }
  }
}

/** @throws ThroughlineError `malformed-settings` with file, line and column */
export async function inspectHost(
  host: Host,
  location: SettingsLocation,
  connection: HostConnection,
  files: Pick<SettingsFiles, 'read'>,
): Promise<HostInspection> {
  const inspected = host.integrationFiles(location).map(async ({ file, integrations }) => {
    const { text } = splitMark((await files.read(file)) ?? '')
    return integrations.map((each) => inspectIntegration(each, { file, text }, connection))
  })
  const integrations = (await Promise.all(inspected)).flat()
  const plugin = await host.plugin?.find(location, files)
  const isInSettings = integrations.some(({ state }) => state !== 'absent')
  // A fault in a project's settings does not stop a plugin, which is the user's.
  const isConnected = isInSettings || (plugin !== undefined && location.target === 'user')
  if (!isConnected) return { integrations, blockers: [] }
  const blockers = (await host.findBlockers?.(location, files)) ?? []
  const twice = isInSettings && plugin ? [connectedTwice(host, plugin)] : []
  return { integrations, blockers: [...blockers, ...twice] }
}

function connectedTwice({ name, plugin }: Host, { id }: InstalledPlugin): Blocker {
  return {
    problem: `the ${plugin?.noun} ${id} is enabled too: every hook runs twice, although each event counts once`,
    hint: `throughline setup --host ${name} --plugin`,
  }
}

function inspectIntegration(
  integration: Integration,
  settings: SettingsText,
  connection: HostConnection,
): IntegrationInspection {
  const { file, text } = settings
  const isAbsent = integration.remove(settings) === text
  const isCurrent = !isAbsent && integration.install(settings, connection) === text
  return {
    kind: integration.kind,
    file,
    state: isAbsent ? 'absent' : isCurrent ? 'current' : 'outdated',
    missingEvents: integration.missingEvents?.(settings) ?? [],
  }
}

export interface HostSurroundings {
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the user's shell looks for programs. */
  readonly programFolders: readonly string[]
}

export function settingsLocation(
  host: Pick<Host, 'configFolderVariable'>,
  target: SettingsTarget,
  projectFolder: string,
  { userHome, env, programFolders }: HostSurroundings,
): SettingsLocation {
  const configFolder = host.configFolderVariable && env[host.configFolderVariable]
  return { target, userHome, projectFolder, programFolders, ...(configFolder && { configFolder }) }
}
