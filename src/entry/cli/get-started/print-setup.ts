/** What setup will change, and what it changed. */
import { findUnignored, type HookTrial } from '../../../compose/setup.ts'
import type { Config } from '../../../contract/config.ts'
import { describeLearning, learningHint } from '../../../contract/learning-text.ts'
import type { Host, SettingsChange, SettingsLocation } from '../../../core/ports/host.ts'
import type { FileOutcome, FilePlan } from '../../../core/setup/connect.ts'
import type { PluginState } from '../../../core/setup/plugin.ts'
import type { CliContext } from '../context.ts'
import { indented, printWrapped } from '../present.ts'
import { filesInWords, type HostChoice, type LocatedHost } from './host-choice.ts'

interface HostPlan {
  readonly host: Host
  readonly plans: readonly FilePlan[]
  readonly step?: 'install' | 'remove'
}

export interface ConnectedHost extends LocatedHost {
  readonly files: readonly FileOutcome[]
  readonly trial: HookTrial
  /** The plugin that connects it, if it is not connected in these files. */
  readonly plugin?: PluginState
}

export function announceChanges(context: CliContext, planned: readonly HostPlan[]): void {
  for (const { host, plans, step } of planned) {
    const changed = plans.filter(({ change }) => change.before !== change.after)
    const isSame = changed.length === 0 && !step
    context.print(`${host.displayName}${isSame ? ': nothing to change' : ''}`)
    if (step) context.print(`  ${step}s the ${host.plugin?.noun} with ${host.plugin?.program}`)
    for (const { change } of changed) {
      context.print(`  ${verbFor(change)} ${filesInWords([change], context)}`)
    }
  }
}

function verbFor({ before, after }: SettingsChange): string {
  if (before === undefined) return 'creates'
  return after === undefined ? 'deletes' : 'changes'
}

export function setupAsJson(
  connected: readonly ConnectedHost[],
  { absent, served }: HostChoice,
  config: Config,
): unknown {
  return {
    hosts: connected.map(({ host, location, files, trial, plugin }) => {
      const remarks = remarksOn(host, location)
      return { host: host.name, files, ...(plugin && { plugin: plugin.id }), trial, remarks }
    }),
    served: served.map(({ host, by }) => ({ host: host.name, by })),
    notFound: absent.map(({ name }) => name),
    learning: describeLearning(config),
  }
}

export function printSetup(
  context: CliContext,
  connected: readonly ConnectedHost[],
  { served }: HostChoice,
  config: Config,
): void {
  for (const host of connected) printHost(context, host)
  offerPlugins(context, connected)
  for (const { host, by } of served) {
    printWrapped(context, `${host.displayName} is connected by ${by}; nothing was changed`, '  ')
    context.print(`  To use its settings: throughline setup --host ${host.name} --no-plugin`)
  }
  printWrapped(context, `Learning: ${describeLearning(config)}`, '  ')
  context.print(`  To change it: ${learningHint(config)}`)
}

function printHost(context: CliContext, connected: ConnectedHost): void {
  const { host, location, files, trial, plugin } = connected
  printWrapped(context, stateOf(context, connected), '  ')
  const details = [
    ...(plugin && files.length > 0 ? [`No longer in ${filesInWords(files, context)}.`] : []),
    trial.works
      ? 'A test event came through.'
      : `A test event did not come through: ${trial.problem}`,
    ...remarksOn(host, location),
  ]
  for (const detail of details) printWrapped(indented(context, '  '), detail)
  if (plugin || location.target === 'user') return
  for (const file of findUnignored(files, location.projectFolder, context.env)) {
    context.print(`  Git does not ignore ${file}; add it to .git/info/exclude to keep it private.`)
  }
}

function stateOf(context: CliContext, { host, files, plugin }: ConnectedHost): string {
  if (plugin) {
    const from = plugin.isOurs ? '' : ` from ${filesInWords([{ file: plugin.folder }], context)}`
    return `${host.displayName} is connected by the ${host.plugin?.noun} ${plugin.id}${from}`
  }
  const isNew = files.some(({ outcome }) => outcome !== 'unchanged')
  const state = isNew ? 'connected' : 'already connected'
  return `${host.displayName} is ${state} in ${filesInWords(files, context)}`
}

/** In one line, for agents that are connected in their settings. */
function offerPlugins(context: CliContext, connected: readonly ConnectedHost[]): void {
  const canHaveOne = connected.some(
    ({ host, location, plugin }) => host.plugin && !plugin && location.target === 'user',
  )
  if (canHaveOne) context.print('As a plugin instead: throughline setup --plugin')
}

function remarksOn({ remarks, projectRemarks = [] }: Host, { target }: SettingsLocation): string[] {
  return target === 'project' ? [...remarks, ...projectRemarks] : [...remarks]
}
