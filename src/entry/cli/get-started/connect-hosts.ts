/** Plans how agents are connected, and connects them. */

import { existsSync } from 'node:fs'
import { mustKeepPlugins } from '../../../compose/host-plugins.ts'
import type { Setup } from '../../../compose/setup.ts'
import { hostSurroundings } from '../../../compose/surroundings.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { IntegrationKind, SettingsLocation } from '../../../core/ports/host.ts'
import {
  applyConnect,
  applyDisconnect,
  type FileOutcome,
  type FilePlan,
  planConnect,
  planDisconnect,
} from '../../../core/setup/connect.ts'
import { pathLine } from '../../../core/setup/hook-command.ts'
import { inspectHost } from '../../../core/setup/inspect-host.ts'
import {
  findPlugin,
  installPlugin,
  type PluginTools,
  removePlugin,
} from '../../../core/setup/plugin.ts'
import { quoteIfNeeded } from '../../../core/text/safe-text.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'
import type { FormedHost } from './choose-form.ts'
import { type Planned, planEach, reportFailure, withoutDone } from './host-choice.ts'
import type { ConnectedHost } from './print-setup.ts'

export type PlannedHost = Planned<FormedHost, FilePlan>

export type WantedKinds = (kind: IntegrationKind) => boolean

/** An agent connected by a plugin has none of our settings. */
export function planHosts(
  context: CliContext,
  setup: Setup,
  hosts: readonly FormedHost[],
  isWanted: WantedKinds,
): Promise<PlannedHost[]> {
  return planEach(context, hosts, (one) => planHost(setup, one, isWanted))
}

async function planHost(
  { connection, tools }: Setup,
  one: FormedHost,
  isWanted: WantedKinds,
): Promise<FilePlan[]> {
  const { host, location, form } = one
  if (form === 'settings') {
    return planConnect(host, location, connection(host), tools, isWanted)
  }
  const plans = await planDisconnect(host, placesOf(one), tools)
  return plans.filter(({ change }) => change.before !== change.after)
}

/** As the user would type them. */
export function commandsFor(
  { host, step }: Pick<FormedHost, 'host' | 'step'>,
  { folderOf }: PluginTools,
): string[] {
  if (!host.plugin || !step) return []
  const { program, installCommands, removeCommands } = host.plugin
  const commands = step === 'install' ? installCommands(folderOf(host.plugin)) : removeCommands
  return commands.map(({ args }) => [program, ...args.map(quoteIfNeeded)].join(' '))
}

/** @param agreed the changes that the user has seen */
export async function connectHosts(
  context: CliContext,
  setup: Setup,
  agreed: readonly PlannedHost[],
  isWanted: WantedKinds,
): Promise<ConnectedHost[]> {
  await installProgram(context)
  const isPluginUsed =
    agreed.some(({ form }) => form === 'plugin') || mustKeepPlugins(context.paths)
  if (isPluginUsed) setup.writePlugins()
  const planned = withoutDone(agreed, await planHosts(context, setup, agreed, isWanted))
  const connected: ConnectedHost[] = []
  for (const one of planned) {
    try {
      const { host, location } = one
      const files = await connectHost(context, setup, one, isWanted)
      const plugin = await findPlugin(host, location, setup.plugins(context.env))
      const trial = setup.tryHook(host, context.env)
      if (!trial.works) context.exitCode = 1
      connected.push({ host, location, files, trial, ...(plugin && { plugin }) })
    } catch (error) {
      // Its program failed. A conflict in a settings file ends everything.
      if (!(error instanceof ThroughlineError) || !one.step || planned.length === 1) throw error
      reportFailure(context, one.host, error)
    }
  }
  return connected
}

async function connectHost(
  { env }: CliContext,
  setup: Setup,
  one: PlannedHost,
  isWanted: WantedKinds,
): Promise<FileOutcome[]> {
  const { host, location, form, step, plans } = one
  const { tools } = setup
  if (form === 'settings') {
    if (!host.plugin || step !== 'remove') return applyConnect(plans, tools)
    await removePlugin(host.plugin, location, setup.plugins(env))
    // The host has written its settings.
    return applyConnect(await planHost(setup, one, isWanted), tools)
  }
  const former = step ? await kindsIn(setup, one) : []
  const files = await applyDisconnect(plans, tools)
  if (!host.plugin || step !== 'install') return files
  try {
    await installPlugin(host.plugin, location, setup.plugins(env))
  } catch (error) {
    await reconnect(setup, one, former)
    throw error
  }
  return files
}

type FormerKinds = readonly {
  readonly place: SettingsLocation
  readonly kinds: IntegrationKind[]
}[]

/** Our entries in the user's settings and in those of this folder. */
async function kindsIn({ connection, tools }: Setup, one: FormedHost): Promise<FormerKinds> {
  const { host } = one
  return Promise.all(
    placesOf(one).map(async (place) => {
      const { integrations } = await inspectHost(host, place, connection(host), tools.files)
      const there = integrations.filter(({ state }) => state !== 'absent')
      return { place, kinds: there.map(({ kind }) => kind) }
    }),
  )
}

/** If a plugin cannot be installed, the agent stays connected as it was. */
async function reconnect(
  { connection, tools }: Setup,
  { host }: FormedHost,
  former: FormerKinds,
): Promise<void> {
  for (const { place, kinds } of former) {
    const wasThere = (kind: IntegrationKind) => kinds.includes(kind)
    const plans = await planConnect(host, place, connection(host), tools, wasThere)
    await applyConnect(plans, tools)
  }
}

function placesOf({ location }: FormedHost): SettingsLocation[] {
  return [location, { ...location, target: 'project' }]
}

/** Copies this program into the home folder. A running daemon continues with the new version. */
async function installProgram(context: CliContext): Promise<void> {
  const { installThisProgram } = await import('../../../compose/program/program-versions.ts')
  const { paths } = context
  const change = await installThisProgram(paths)
  if (change?.isChanged && (await stopDaemonProcess(paths))) await startDaemonProcess(paths)
}

/** Only if the command is there and its folder is not on PATH. */
export function printPathLine({ env, paths, userHome, print }: CliContext): void {
  const { platform } = process
  if (!existsSync(platform === 'win32' ? `${paths.command}.cmd` : paths.command)) return
  if (hostSurroundings(userHome, env).programFolders.includes(paths.bin)) return
  print('To call throughline from any folder, run this once and open a new terminal:')
  print(`  ${pathLine(paths.bin, { platform, shell: env.SHELL, userHome })}`)
}
