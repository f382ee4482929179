/** `throughline team policy`: whose memories count on every machine of the team. */
import { openTeam } from '../../../compose/team/team-client.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { PolicyAnswer } from '../../../contract/team/policy.ts'
import { type PolicyChoice, policyChoices } from '../../../contract/team/vocabulary.ts'
import { argument, type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { readableDate } from '../present.ts'
import { findTeamMember } from './find-team-member.ts'

interface PolicyOptions {
  readonly approve?: PolicyChoice
  readonly json?: true
}

export const policyCommand: Command & { readonly summary: string } = {
  summary: 'Show whose memories count for the whole team, or decide it; for admins',
  arguments: [argument('[people...]', 'With --approve named: their addresses, names or ids')],
  options: [option('--approve <whom>', `${policyChoices.join(', ')}`, { choices: policyChoices })],
  examples: [
    'team policy',
    'team policy --approve members',
    'team policy --approve named ada@example.com grace@example.com',
    'team policy --approve nobody',
  ],
  run: (context, options, ...people) => policy(context, options as PolicyOptions, people),
}

async function policy(
  context: CliContext,
  { approve, json }: PolicyOptions,
  named: readonly string[],
): Promise<void> {
  const { people } = openTeam(context.paths)
  if ((approve === 'named') !== named.length > 0) {
    throw new ThroughlineError('invalid-input', 'name people with --approve named, and only then', {
      hint: 'throughline team policy --approve named ada@example.com',
    })
  }
  if (approve === undefined) {
    const answer = await people.policy()
    return json ? context.printJson(answer) : printPolicy(context, answer)
  }
  const ids: string[] = []
  for (const name of named) ids.push((await findTeamMember(people, name)).id)
  const decided = await people.decidePolicy({ approve, people: ids })
  if (json) return context.printJson(decided)
  printPolicy(context, decided)
  context.print('Machines follow it from their next sync.')
}

function printPolicy(context: CliContext, answer: PolicyAnswer): void {
  const { approve, version, decidedBy, decidedAt = '' } = answer
  context.print(sayPolicy(answer))
  if (approve !== 'nobody') {
    context.print('Suspicious ones, and those of a person’s first 24 hours, still wait in review.')
  }
  if (decidedBy) {
    context.print(`Decided by ${decidedBy.name} on ${readableDate(decidedAt)}, version ${version}.`)
  }
}

function sayPolicy({ approve, people }: PolicyAnswer): string {
  if (approve === 'nobody') return 'Each person approves teammates for themselves.'
  const whose = approve === 'members' ? 'all members' : people.map(({ name }) => name).join(', ')
  return `Memories of ${whose} count on every machine.`
}
