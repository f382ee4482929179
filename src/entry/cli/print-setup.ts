/** What setup is going to do, and what it did. */
import type { HookTrial } from '../../compose/setup.ts'
import type { Host, HostPlace } from '../../core/ports/host.ts'
import type { InstallOutcome, InstallPlan } from '../../core/setup/install.ts'
import type { FileOutcome } from '../../core/setup/wire-host.ts'
import type { CliContext } from './context.ts'
import { seenByGit } from './git-ignore.ts'
import {
  filesInWords,
  type HostChoice,
  inWords,
  type PlacedHost,
  type Planned,
} from './host-choice.ts'

export interface WiredHost extends PlacedHost {
  readonly files: readonly FileOutcome<InstallOutcome>[]
  readonly trial: HookTrial
}

/** What will change, before anybody is asked. */
export function announceSetup(context: CliContext, planned: readonly Planned<InstallPlan>[]): void {
  for (const { host, plans } of planned) {
    const changed = plans.filter(({ change }) => change.before !== change.after)
    context.print(`${host.displayName}${changed.length === 0 ? ': nothing to change' : ''}`)
    for (const { change } of changed) {
      const verb = change.before === undefined ? 'makes' : 'changes'
      context.print(`  ${verb} ${filesInWords([change], context)}`)
    }
  }
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
