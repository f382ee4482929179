/** `throughline team policy`: whose memories every machine of the team trusts. */
import { openTeam, type PeopleClient } from '../../../compose/team/team-client.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Member } from '../../../contract/team/people.ts'
import type { PolicyAnswer } from '../../../contract/team/policy.ts'
import { type PolicyChoice, policyChoices } from '../../../contract/team/vocabulary.ts'
import { argument, type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { idCell, memoryCount, readableDate } from '../present.ts'
import { pickId } from '../resolve-ids.ts'

interface PolicyOptions {
  readonly approve?: PolicyChoice
  readonly json?: true
}

export const policyCommand: Command & { readonly summary: string } = {
  summary: 'Show or set whose memories the team approves; for admins',
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

/** `throughline team approve`: whose memories agents get unasked. */
export const approveCommand: Command & { readonly summary: string } = {
  summary: 'Let agents get a teammate’s memories unasked, or list teammates',
  arguments: [argument('[person]', 'Their name or id')],
  options: [
    option('--revoke', 'Revoke the approval on this machine, whatever the team’s policy says'),
  ],
  examples: ['team approve', 'team approve "Ada Lovelace"', 'team approve Ada --revoke'],
  run: (context, options, person) => approve(context, options, person),
}

const approvals = {
  you: 'approved by you',
  policy: 'approved by the team’s policy',
  newcomer: 'new in the team: the policy approves them after 24 hours',
  revoked: 'not approved: revoked by you',
  none: 'not approved',
} as const

async function approve(
  context: CliContext,
  { json, revoke }: Options,
  person: string | undefined,
): Promise<void> {
  await context.withLocal(async ({ team }) => {
    const people = (await team.status())?.people ?? []
    if (person === undefined) {
      if (json) return context.printJson({ people })
      if (people.length === 0) return context.print('No memories of teammates have arrived yet.')
      return context.printTable(
        people.map(({ name, approval, waiting, id }) => [
          name,
          approvals[approval],
          waiting === 0 ? '' : `${memoryCount(waiting)} wait`,
          idCell(id),
        ]),
      )
    }
    const whole = pickId(
      person,
      people.map(({ id }) => id),
    )
    if (revoke) {
      const { name } = await team.disapprove(whole)
      return json
        ? context.printJson({ revoked: name })
        : context.print(`${name} is not approved on this machine.`)
    }
    const approved = await team.approve(whole)
    if (json) return context.printJson(approved)
    const { person: author, confirmed, waiting } = approved
    context.print(`Approved ${author.name} and ${memoryCount(confirmed)}.`)
    if (waiting > 0)
      context.print(`Still in review because risky: ${memoryCount(waiting)} (throughline review)`)
  })
}

/**
 * A member by address, name or id. Suggests no similar names: the command changes rights.
 *
 * @throws `not-found`; `invalid-input` if several have that name
 */
export async function findTeamMember(people: PeopleClient, given: string): Promise<Member> {
  const { members } = await people.members()
  const wanted = given.toLowerCase()
  const exact = members.find(({ id, email }) => id === wanted || email === wanted)
  const named = members.filter(({ name }) => name.toLowerCase() === wanted)
  if (exact) return exact
  if (named.length > 1) {
    throw new ThroughlineError('invalid-input', `several members are called ${given}`, {
      hint: 'use the address',
    })
  }
  const [found] = named
  if (found) return found
  throw new ThroughlineError('not-found', `your organisation has no member ${given}`, {
    hint: 'throughline team members lists them',
  })
}
