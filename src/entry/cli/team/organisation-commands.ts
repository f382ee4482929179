/** `throughline server create`, `organisations` and `link`: for the operator, who needs no account. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { emailAddress, personName } from '../../../contract/team/people.ts'
import { peopleRoutes } from '../../../contract/team/routes.ts'
import {
  createLinkForMember,
  requireFreeName,
  setUpOrganisation,
} from '../../../core/team/people/operator.ts'
import {
  argument,
  type Command,
  type Options,
  option,
  type Switches,
  type Texts,
} from '../command.ts'
import type { CliContext } from '../context.ts'
import { brief, count, idCell, memoryCount, readableDate } from '../present.ts'
import { askYesNo } from '../user-input.ts'
import {
  defaultPort,
  organisationOption,
  readServerOptions,
  type ServerCommandOptions,
  withBackend,
  withOrganisation,
} from './server-backend.ts'

export const publicUrl = option(
  '--public-url <url>',
  'How people reach it, such as https://memory.example.com',
)

export const organisationCommands = {
  create: {
    summary: 'Create an organisation and print a link that signs its owner in',
    arguments: [argument('<name>', 'The name of the organisation')],
    options: [
      option('--owner <email>', 'The address of its first owner'),
      option('--owner-name <name>', 'Their name (default: from the address)'),
      publicUrl,
    ],
    examples: [
      'server create Acme --owner ada@example.com --public-url https://memory.example.com',
    ],
    run: (context, options, name = '') => create(context, options as OperatorOptions, name),
  },
  organisations: {
    summary: 'List the organisations of this server',
    examples: ['server organisations'],
    run: (context, options) => list(context, options),
  },
  remove: {
    summary: 'Remove an organisation with its people and everything they share, for good',
    arguments: [argument('<name>', 'Its name, or part of its id')],
    options: [option('--yes', 'Do not ask')],
    examples: ['server remove Acme'],
    run: (context, options, name = '') => remove(context, options as RemoveOptions, name),
  },
  link: {
    summary: 'Print a sign-in link for a member who lost every machine',
    arguments: [argument('<email>', 'The address of the member')],
    options: [organisationOption, publicUrl],
    examples: [
      'server link ada@example.com --organisation Acme --public-url https://memory.example.com',
    ],
    run: (context, options, email = '') => link(context, options as OperatorOptions, email),
  },
} satisfies Command['commands']

type OperatorOptions = Texts<'owner' | 'ownerName' | 'organisation' | 'publicUrl'> &
  Switches<'json'>

async function create(context: CliContext, options: OperatorOptions, name: string): Promise<void> {
  if (options.owner === undefined) {
    throw new ThroughlineError('invalid-input', 'name its owner', {
      hint: `throughline server create ${name} --owner EMAIL`,
    })
  }
  const email = parseInput(emailAddress, options.owner)
  const owner = {
    email,
    name: parseInput(personName, options.ownerName ?? email.split('@')[0]),
  }
  const organisationName = parseInput(personName, name)
  const linkTo = requireLinks(options)
  const made = await withBackend(context, async ({ people, organisations }) => {
    await requireFreeName(organisations, organisationName)
    return setUpOrganisation(people, organisationName, owner)
  })
  const address = linkTo(made.link.code)
  if (options.json) return context.printJson({ organisation: made.id, link: address })
  context.print(`Created ${organisationName} (${brief(made.id)})`)
  context.print(`Sign in as ${email} with this link, once, within 24 hours:`)
  context.print(`  ${address}`)
}

async function list(context: CliContext, { json }: Options): Promise<void> {
  const organisations = await withBackend(context, (backend) => backend.organisations.list())
  if (json) return context.printJson({ organisations })
  if (organisations.length === 0) {
    return context.print('None yet: throughline server create NAME --owner EMAIL')
  }
  context.printTable(
    organisations.map(({ id, name, members, memories, createdAt }) => [
      ...[name, count(members, 'member'), memoryCount(memories)],
      ...[`since ${readableDate(createdAt)}`, idCell(id)],
    ]),
  )
}

async function link(context: CliContext, options: OperatorOptions, email: string): Promise<void> {
  const address = parseInput(emailAddress, email)
  const linkTo = requireLinks(options)
  const made = await withOrganisation(context, options.organisation, ({ people }, { id }) =>
    createLinkForMember(people, id, address),
  )
  const shown = linkTo(made.code)
  if (options.json) return context.printJson({ link: shown })
  context.print(`This link signs ${address} in, once, within 24 hours:`)
  context.print(`  ${shown}`)
}

type RemoveOptions = Switches<'yes' | 'json'>

async function remove(
  context: CliContext,
  { yes, json }: RemoveOptions,
  name: string,
): Promise<void> {
  await withOrganisation(context, name, async ({ organisations }, { id, name: found }) => {
    const summary = (await organisations.list()).find((each) => each.id === id)
    const { members = 0, memories = 0 } = summary ?? {}
    const what = `${found} with ${count(members, 'member')} and ${memoryCount(memories)}`
    const question = `Remove ${what}? Nothing brings it back but a backup.`
    const mayAsk = context.isTerminal && !json
    const isSure = yes || (mayAsk && (await askYesNo(context, question, { isLikely: false })))
    if (!isSure) {
      throw new ThroughlineError('invalid-input', 'nothing changed', { hint: 'add --yes to do it' })
    }
    await organisations.remove(id)
    if (json) return context.printJson({ removed: { id, name: found } })
    context.print(`Removed ${what}. Memories stay on the machines of those who wrote them.`)
  })
}

/** Before anything is changed. @throws `invalid-input` without the address that people use */
function requireLinks(options: ServerCommandOptions): (code: string) => string {
  const { publicUrl: base } = readServerOptions(options)
  if (base) return (code) => new URL(`${peopleRoutes.joinPage}/${code}`, base).href
  throw new ThroughlineError('invalid-input', 'a link needs the address that people use', {
    hint: `--public-url https://memory.example.com; for a trial on this machine: --public-url http://127.0.0.1:${defaultPort}`,
  })
}
