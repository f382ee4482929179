/** What setup is going to do, and what it did. */
import type { HookTrial } from '../../../compose/setup.ts'
import type { Host, HostPlace, SettingsChange } from '../../../core/ports/host.ts'
import type { FileOutcome, FilePlan } from '../../../core/setup/connect.ts'
import type { CliContext } from '../context.ts'
import { seenByGit } from './git-ignore.ts'
import { filesInWords, type HostChoice, inWords, type PlacedHost } from './host-choice.ts'

interface HostPlan {
  readonly host: Host
  readonly plans: readonly FilePlan[]
}

export interface WiredHost extends PlacedHost {
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

export function setupAsJson(wired: readonly WiredHost[], { absent, served }: HostChoice): unknown {
  return {
    hosts: wired.map(({ host, place, files, trial }) => {
      return { host: host.name, files, trial, remarks: remarksOn(host, place) }
    }),
    served: served.map(({ host, by }) => ({ host: host.name, by })),
    notFound: absent.map(({ name }) => name),
  }
}

export function tellSetup(
  context: CliContext,
  wired: readonly WiredHost[],
  { absent, served }: HostChoice,
): void {
  for (const host of wired) tellHost(context, host)
  for (const { host, by } of served) {
    context.print(`${host.displayName} has it by ${by}; nothing was changed`)
    context.print(`  To wire it all the same: throughline setup --host ${host.name}`)
  }
  if (absent.length > 0) {
    context.print(`Not found here: ${inWords(absent.map(({ displayName }) => displayName))}`)
  }
  context.print('Start a session, then look with: throughline sessions')
}

function tellHost(context: CliContext, { host, place, files, trial }: WiredHost): void {
  const isNew = files.some(({ outcome }) => outcome !== 'unchanged')
  const where = filesInWords(files, context)
  context.print(`${host.displayName} is wired${isNew ? '' : ' already'} in ${where}`)
  context.print(
    trial.works
      ? '  A test event came through.'
      : `  A test event did not come through: ${trial.problem}`,
  )
  for (const remark of remarksOn(host, place)) context.print(`  ${remark}`)
  if (place.target === 'user') return
  for (const file of seenByGit(files, place.projectFolder, context.env)) {
    context.print(`  Git does not ignore ${file}; .git/info/exclude is the place to say so.`)
  }
}

function remarksOn({ remarks, projectRemarks = [] }: Host, { target }: HostPlace): string[] {
  return target === 'project' ? [...remarks, ...projectRemarks] : [...remarks]
}
