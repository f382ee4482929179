/** What setup will change, and what it changed. */
import { existsSync } from 'node:fs'
import { findUnignored, type HookTrial } from '../../../compose/setup.ts'
import type { Config } from '../../../contract/config.ts'
import { describeLearning, learningHint } from '../../../contract/learning-text.ts'
import type { Host, SettingsChange, SettingsLocation } from '../../../core/ports/host.ts'
import type { FileOutcome, FilePlan } from '../../../core/setup/connect.ts'
import type { CliContext } from '../context.ts'
import { indented, printWrapped } from '../present.ts'
import { filesInWords, type HostChoice, inWords, type LocatedHost } from './host-choice.ts'

interface HostPlan {
  readonly host: Host
  readonly plans: readonly FilePlan[]
}

export interface ConnectedHost extends LocatedHost {
  readonly files: readonly FileOutcome[]
  readonly trial: HookTrial
}

/** Lists the files about to change, before the user is asked. */
export function announceChanges(context: CliContext, planned: readonly HostPlan[]): void {
  for (const { host, plans } of planned) {
    const changed = plans.filter(({ change }) => change.before !== change.after)
    context.print(`${host.displayName}${changed.length === 0 ? ': nothing to change' : ''}`)
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
    hosts: connected.map(({ host, location, files, trial }) => {
      return { host: host.name, files, trial, remarks: remarksOn(host, location) }
    }),
    served: served.map(({ host, by }) => ({ host: host.name, by })),
    notFound: absent.map(({ name }) => name),
    learning: describeLearning(config),
  }
}

export function printSetup(
  context: CliContext,
  connected: readonly ConnectedHost[],
  { absent, served }: HostChoice,
  config: Config,
): void {
  for (const host of connected) printHost(context, host)
  for (const { host, by } of served) {
    context.print(`${host.displayName} is connected by ${by}; nothing was changed`)
    context.print(`  To connect it anyway: throughline setup --host ${host.name}`)
  }
  if (absent.length > 0) {
    const names = inWords(absent.map(({ displayName }) => displayName))
    printWrapped(context, `Not found on this machine: ${names}`, '  ')
  }
  printWrapped(context, `Learning: ${describeLearning(config)}`, '  ')
  context.print(`  To change it: ${learningHint(config)}`)
}

function printHost(context: CliContext, { host, location, files, trial }: ConnectedHost): void {
  const isNew = files.some(({ outcome }) => outcome !== 'unchanged')
  const where = filesInWords(files, context)
  const state = isNew ? 'connected' : 'already connected'
  printWrapped(context, `${host.displayName} is ${state} in ${where}`, '  ')
  const details = [
    trial.works
      ? 'A test event came through.'
      : `A test event did not come through: ${trial.problem}`,
    ...remarksOn(host, location),
  ]
  for (const detail of details) printWrapped(indented(context, '  '), detail)
  if (location.target === 'user') {
    offerPlugin(context, host)
    return
  }
  for (const file of findUnignored(files, location.projectFolder, context.env)) {
    context.print(`  Git does not ignore ${file}; add it to .git/info/exclude to keep it private.`)
  }
}

/** Only an installed program has put the plugin into the home. */
function offerPlugin(context: CliContext, { name, plugin }: Host): void {
  const folder = context.paths.plugin
  if (!plugin || !existsSync(folder)) return
  const offer = `There is a plugin too, with ${plugin.extras}. To use it instead:`
  printWrapped(indented(context, '  '), offer)
  const commands = [...plugin.installCommands(folder), `throughline remove --host ${name}`]
  for (const command of commands) context.print(`    ${command}`)
}

function remarksOn({ remarks, projectRemarks = [] }: Host, { target }: SettingsLocation): string[] {
  return target === 'project' ? [...remarks, ...projectRemarks] : [...remarks]
}
