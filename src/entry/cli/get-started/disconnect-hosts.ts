/** Disconnects agents: removes our entries from their settings, and our plugins. */
import type { Setup } from '../../../compose/setup.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Host, SettingsLocation } from '../../../core/ports/host.ts'
import {
  applyDisconnect,
  type FileOutcome,
  type FilePlan,
  planDisconnect,
} from '../../../core/setup/connect.ts'
import { findPlugin, type PluginState, removePlugin } from '../../../core/setup/plugin.ts'
import type { CliContext } from '../context.ts'
import {
  filesInWords,
  inWords,
  type Planned,
  planEach,
  reportFailure,
  withoutDone,
} from './host-choice.ts'

interface HostPlaces {
  readonly host: Host
  readonly locations: readonly SettingsLocation[]
}

export interface HostToDisconnect extends HostPlaces {
  readonly plans: readonly FilePlan[]
  readonly step?: 'remove'
  readonly plugin?: string
}

export interface DisconnectedHost {
  readonly host: Host
  readonly files: readonly FileOutcome[]
  readonly plugin?: string
}

/** The connected agents. A plugin is installed for the user, so `--project` alone keeps it. */
export async function findConnected(
  context: CliContext,
  setup: Setup,
  chosen: readonly HostPlaces[],
): Promise<HostToDisconnect[]> {
  const planned = (await plan(context, setup, chosen)).map(
    async (one): Promise<HostToDisconnect> => {
      const plans = one.plans.filter(({ change }) => change.before !== change.after)
      const user = one.locations.find(({ target }) => target === 'user')
      const plugin = user && (await findPlugin(one.host, user, setup.plugins(context.env)))
      if (plugin?.isOurs) return { ...one, plans, plugin: plugin.id, step: 'remove' }
      if (plugin) reportForeign(context, one.host, plugin)
      return { ...one, plans }
    },
  )
  return (await Promise.all(planned)).filter(({ plans, step }) => plans.length > 0 || step)
}

function reportForeign(
  { writeError }: CliContext,
  { displayName, plugin }: Host,
  { id, folder }: PluginState,
): void {
  writeError(
    `${displayName}: the ${plugin?.noun} ${id} from ${folder} stays, because setup did not install it\n  remove it in ${displayName}\n`,
  )
}

function plan<Chosen extends HostPlaces>(
  context: CliContext,
  { tools }: Setup,
  chosen: readonly Chosen[],
): Promise<Planned<Chosen, FilePlan>[]> {
  return planEach(context, chosen, ({ host, locations }) => planDisconnect(host, locations, tools))
}

/** Agents whose program fails are reported, and keep the plugin. */
export async function disconnectHosts(
  context: CliContext,
  setup: Setup,
  connected: readonly HostToDisconnect[],
): Promise<DisconnectedHost[]> {
  const results: DisconnectedHost[] = []
  for (const one of withoutDone(connected, await plan(context, setup, connected))) {
    const { host, plans } = one
    const files = await applyDisconnect(plans, setup.tools)
    const plugin = await disconnectPlugin(context, setup, one)
    if (files.length > 0 || plugin !== undefined)
      results.push({ host, files, ...(plugin !== undefined && { plugin }) })
  }
  return results
}

async function disconnectPlugin(
  context: CliContext,
  setup: Setup,
  { host, locations, plugin }: HostToDisconnect,
): Promise<string | undefined> {
  const user = locations.find(({ target }) => target === 'user')
  if (!host.plugin || !plugin || !user) return undefined
  const tools = setup.plugins(context.env)
  try {
    // Another process may have removed it.
    if (await findPlugin(host, user, tools)) await removePlugin(host.plugin, user, tools)
    return plugin
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    reportFailure(context, host, error)
    return undefined
  }
}

/** `~/.claude/settings.json and the plugin throughline@throughline` */
export function placesInWords(
  context: CliContext,
  { host, files, plugin }: Omit<DisconnectedHost, 'files'> & { files: readonly { file: string }[] },
): string {
  const places = [
    ...(files.length > 0 ? [filesInWords(files, context)] : []),
    ...(plugin === undefined ? [] : [`the ${host.plugin?.noun} ${plugin}`]),
  ]
  return inWords(places)
}
