/** `throughline team`: the members and their rights. */

import { z } from 'zod'
import { openTeam, type PeopleClient } from '../../../compose/team/team-client.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { inviteRequest, peopleLimits, roleRequest } from '../../../contract/team/people.ts'
import { roles } from '../../../contract/team/vocabulary.ts'
import { removeTeamSignIn } from '../../../home/team-sign-in.ts'
import {
  argument,
  type Command,
  type Options,
  option,
  type Switches,
  type Texts,
} from '../command.ts'
import type { CliContext } from '../context.ts'
import { brief, idCell, memoryCount, readableDate, readableTime } from '../present.ts'
import { pickId } from '../resolve-ids.ts'
import { askYesNo } from '../user-input.ts'
import { digestsCommand } from './digests.ts'
import { keysCommand } from './keys.ts'
import { approveCommand, findTeamMember, policyCommand } from './policy.ts'

const member = argument('<member>', 'Their address, name or id')
const yes = option('--yes', 'Do not ask')

export const teamCommand: Command = {
  examples: ['team', 'team invite grace@example.com', 'team role grace@example.com admin'],
  byDefault: 'members',
  commands: {
    members: {
      summary: 'List the members of your organisation',
      examples: ['team members'],
      run: (context, options) => listTeam(context, options),
    },
    approve: approveCommand,
    policy: policyCommand,
    digests: digestsCommand,
    invite: {
      summary: 'Invite someone with a link, or list open invitations',
      arguments: [argument('[email]', 'Their address')],
      options: [
        option('--role <role>', `${roles.join(', ')} (default: member)`, { choices: roles }),
        option('--returning', 'A former member comes back, and what they shared is theirs again'),
        option('--new-person', 'Somebody else has the address of a former member now'),
        option('--revoke <id>', 'End an open invitation'),
      ],
      examples: ['team invite grace@example.com', 'team invite bot@example.com --role reader'],
      run: (context, options, email) => invite(context, options as InviteOptions, email),
    },
    role: {
      summary: 'Change what a member may do',
      arguments: [member, argument('<role>', roles.join(', '))],
      examples: ['team role grace@example.com admin'],
      async run(context, options, name = '', given) {
        const { role } = parseInput(roleRequest, { role: given })
        const { people } = openTeam(context.paths)
        const found = await findTeamMember(people, name)
        await people.changeRole(found.id, role)
        if (options.json) return context.printJson({ ...found, role })
        context.print(`${found.name} is ${role} now.`)
      },
    },
    remove: {
      summary: 'Remove a member; what they shared stays with the team',
      arguments: [member],
      options: [yes],
      examples: ['team remove grace@example.com'],
      run: (context, options, name = '') => remove(context, options, name),
    },
    link: {
      summary: 'Print a link that signs your browser in',
      examples: ['team link'],
      async run(context, options) {
        const answer = await openTeam(context.paths).people.createLink()
        if (options.json) return context.printJson(answer)
        context.print(answer.link)
        context.print('It signs one browser in as you, once, within 15 minutes.')
      },
    },
    leave: {
      summary: 'Leave the organisation and take back what you shared',
      options: [yes],
      examples: ['team leave'],
      run: (context, options) => leaveTeam(context, options),
    },
    keys: keysCommand,
    audit: {
      summary: 'Show who did what, newest first; for admins',
      options: [
        option('--limit <n>', 'How many (default: 50)'),
        option('--before <n>', 'Only entries with a smaller number'),
      ],
      examples: ['team audit', 'team audit --limit 200 --json'],
      async run(context, options) {
        const { limit, before } = parseInput(auditInput, options)
        const answer = await openTeam(context.paths).people.audit(limit, before)
        if (options.json) return context.printJson(answer)
        context.printTable(
          answer.entries.map(({ number, at, action, person, subject = '', facts }) => [
            String(number),
            readableTime(at),
            person?.name ?? 'operator',
            action,
            Object.entries(facts)
              .map(([name, value]) => `${name} ${value}`)
              .join(', '),
            brief(subject),
          ]),
        )
      },
    },
  },
}

async function listTeam(context: CliContext, options: Options): Promise<void> {
  const { people, signIn } = openTeam(context.paths)
  const answer = await people.members()
  if (options.json) return context.printJson(answer)
  context.print(`${signIn.organisation.name}, ${signIn.server}`)
  context.printTable(
    answer.members.map(({ id, name, email, role, joinedAt }) => [
      id === signIn.person.id ? `${name} (you)` : name,
      email,
      role,
      `since ${readableDate(joinedAt)}`,
    ]),
    '  ',
  )
}

type InviteOptions = Texts<'role' | 'revoke'> & Switches<'json' | 'returning' | 'newPerson'>

async function invite(
  context: CliContext,
  { role, revoke, returning, newPerson, json }: InviteOptions,
  email: string | undefined,
): Promise<void> {
  const { people } = openTeam(context.paths)
  if (revoke !== undefined) {
    const { invitations } = await people.invitations()
    const revoked = pickId(
      revoke,
      invitations.map(({ id }) => id),
    )
    await people.revokeInvitation(revoked)
    return json ? context.printJson({ revoked }) : context.print('Revoked.')
  }
  if (email === undefined) return listInvitations(context, people, json)
  if (returning && newPerson) {
    throw new ThroughlineError('invalid-input', 'give --returning or --new-person, not both')
  }
  const person = returning ? 'same' : newPerson ? 'new' : undefined
  const request = parseInput(inviteRequest, {
    email,
    ...(role && { role }),
    ...(person && { person }),
  })
  const answer = await people.invite(request)
  if (json) return context.printJson(answer)
  context.print(`Send this link to ${request.email}. It works once, for seven days:`)
  context.print(`  ${answer.link}`)
}

async function listInvitations(context: CliContext, people: PeopleClient, json?: true) {
  const answer = await people.invitations()
  if (json) return context.printJson(answer)
  if (answer.invitations.length === 0) return context.print('No open invitations.')
  context.printTable(
    answer.invitations.map(({ id, email, role, expiresAt }) => [
      idCell(id),
      email,
      role,
      `until ${readableDate(expiresAt)}`,
    ]),
  )
}

async function remove(context: CliContext, options: Options, name: string): Promise<void> {
  const { people } = openTeam(context.paths)
  const found = await findTeamMember(people, name)
  await requireYes(context, options, `Remove ${found.name} (${found.email})?`)
  await people.remove(found.id)
  if (options.json) return context.printJson({ removed: found })
  context.print(`${found.name} is removed and signed out everywhere.`)
}

async function leaveTeam(context: CliContext, options: Options): Promise<void> {
  const { people, signIn } = openTeam(context.paths)
  const { name } = signIn.organisation
  await requireYes(context, options, `Leave ${name} and take back what you shared?`)
  // A restored server first gets what it lost; otherwise it would not know what is being taken back.
  await context.withLocal(async ({ team }) => {
    await team.round({ patienceMs: 10_000 })
    if (await team.withdrawLost()) await team.round({ patienceMs: 10_000 })
  })
  const { withdrawn } = await people.leave()
  await context.withLocal(({ team }) => team.leave())
  removeTeamSignIn(context.paths)
  if (options.json) return context.printJson({ left: signIn.organisation, withdrawn })
  context.print(
    `You left ${name} and took back ${memoryCount(withdrawn)}. Your memories stay on this machine.`,
  )
}

/** @throws `invalid-input` without a terminal to ask on */
async function requireYes(context: CliContext, options: Options, question: string): Promise<void> {
  if (options.yes) return
  if (
    context.isTerminal &&
    !options.json &&
    (await askYesNo(context, question, { isLikely: false }))
  )
    return
  throw new ThroughlineError('invalid-input', 'nothing changed', { hint: 'add --yes to do it' })
}

const auditInput = z.object({
  limit: z.coerce.number().int().min(1).max(peopleLimits.auditPage).default(50),
  before: z.coerce.number().int().positive().optional(),
})
