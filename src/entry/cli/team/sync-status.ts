/** `throughline sync status`, `now` and `diagnose`: sync between this machine and the team server. */
import { findDaemon } from '../../../compose/presence.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { TeamStatus } from '../../../core/team/client/connection.ts'
import type { Command, Options } from '../command.ts'
import type { CliContext } from '../context.ts'
import { ago, brief, count, memoryCount } from '../present.ts'

/** A round of the daemon takes well below a second if the server answers. */
export const roundPatienceMs = 10_000

export const syncCommands = {
  status: {
    summary: 'Show what is shared with the team server and what waits',
    examples: ['sync status'],
    run: (context, options) => showStatus(context, options),
  },
  now: {
    summary: 'Sync with the team server at once; parked changes are tried again',
    examples: ['sync now'],
    run: (context, options) => syncNow(context, options, { comparing: false }),
  },
  diagnose: {
    summary: 'Compare everything with the team server, and repair what differs',
    examples: ['sync diagnose'],
    run: (context, options) => syncNow(context, options, { comparing: true }),
  },
} satisfies Command['commands']

async function showStatus(context: CliContext, { json }: Options): Promise<void> {
  const status = await context.withLocal(({ team }) => team.status())
  if (json) return context.printJson(status ?? null)
  if (!status) return context.print('This machine is not signed in to a team server.')
  printStatus(context, status)
  if (status.projects.length > 0 && !(await findDaemon(context.paths))) {
    context.print('The daemon is not running, so nothing is sent or fetched: throughline start')
  }
}

async function syncNow(
  context: CliContext,
  { json }: Options,
  { comparing }: { readonly comparing: boolean },
): Promise<void> {
  await context.withFreshLocal(async ({ team }) => {
    if (!team.isSignedIn()) {
      throw new ThroughlineError('not-signed-in', 'this machine is not signed in', {
        hint: 'throughline login URL',
      })
    }
    if (comparing) await team.compareNext()
    const result = await team.round({ retryParked: true, patienceMs: roundPatienceMs })
    const status = await team.status()
    if (result && result.state !== 'connected') context.exitCode = 1
    if (json) return context.printJson({ ran: result !== undefined, status })
    if (!result) context.print('The daemon is syncing just now.')
    if (status) printStatus(context, status)
  })
}

const states = {
  connected: 'connected',
  'signed-out': 'signed out: the server does not know this machine any more',
  'not-allowed': 'not allowed: your role or key does not permit it',
  unreachable: 'not reachable; everything else works without it',
} as const

function printStatus(context: CliContext, status: TeamStatus): void {
  const { organisation, person, server, state, problem, counts, projects, parked, people } = status
  context.print(`${organisation.name} at ${server}, signed in as ${person.name}`)
  context.print(`${states[state]}, last contact ${ago(status.lastContactAt, new Date())}`)
  const isReader = state === 'connected' && problem !== undefined
  if (problem) context.print(isReader ? `Nothing is sent: ${problem}` : `  ${problem}`)
  const present = projects.filter(({ isPresent }) => isPresent)
  const shared = present.map(({ name, state: each, sharesDigests }) => {
    if (each === 'leaving') return `${name} (leaving)`
    return sharesDigests ? `${name} (with session digests)` : name
  })
  context.print(shared.length === 0 ? 'Nothing is shared.' : `Shared: ${shared.join(', ')}`)
  for (const { name, isPresent } of projects) {
    if (isPresent) continue
    context.print(`${name} was merged into another project here, so it is not synced.`)
    context.print('  To continue: throughline share, in the folder of that project')
  }
  const unsent = `${count(counts.waiting, 'change')} ${isReader ? 'only here' : 'waiting'}`
  context.print(`${memoryCount(counts.synced)} in sync, ${unsent}`)
  for (const { problem: why, count: changes } of status.delayed) {
    context.print(`  ${count(changes, 'change')} did not go through yet: ${why}`)
  }
  if (counts.localOnly > 0)
    context.print(`${memoryCount(counts.localOnly)} only here, removed by the team`)
  if (counts.parked > 0) {
    context.print(`${count(counts.parked, 'change')} parked; throughline sync now tries again:`)
    for (const { memoryId, kind, type, problem: why } of parked) {
      context.print(
        `  ${type} ${kind === 'digest' ? 'digest ' : ''}${brief(memoryId)}: ${why ?? ''}`,
      )
    }
  }
  const approved = people.filter(({ isApproved }) => isApproved)
  if (approved.length > 0) context.print(`Approved: ${approved.map(sayApproved).join(', ')}`)
  for (const { name, waiting, isApproved } of people) {
    if (waiting === 0) continue
    const how = isApproved ? 'throughline review' : `throughline team approve "${name}"`
    context.print(`Waiting for you: ${memoryCount(waiting)} by ${name} (${how})`)
  }
}

const sayApproved = ({ name, approval }: TeamStatus['people'][number]) =>
  `${name} (${approval === 'you' ? 'by you' : 'by the team’s policy'})`
