/** `throughline server create`, `organisations` and `link`: for the operator, who needs no account. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { emailAddress, personName } from '../../../contract/team/people.ts'
import { peopleRoutes } from '../../../contract/team/routes.ts'
import { createLinkForMember, setUpOrganisation } from '../../../core/team/people/operator.ts'
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
import {
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
    examples: ['server create Acme --owner ada@example.com'],
    run: (context, options, name = '') => create(context, options as OperatorOptions, name),
  },
  organisations: {
    summary: 'List the organisations of this server',
    examples: ['server organisations'],
    run: (context, options) => list(context, options),
  },
  link: {
    summary: 'Print a sign-in link for a member who lost every machine',
    arguments: [argument('<email>', 'The address of the member')],
    options: [organisationOption, publicUrl],
    examples: ['server link ada@example.com', 'server link ada@example.com --organisation Acme'],
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
  const made = await withBackend(context, ({ people }) =>
    setUpOrganisation(people, organisationName, owner),
  )
  const address = linkTo(options, made.link.code)
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
  const made = await withOrganisation(context, options.organisation, ({ people }, { id }) =>
    createLinkForMember(people, id, address),
  )
  const shown = linkTo(options, made.code)
  if (options.json) return context.printJson({ link: shown })
  context.print(`This link signs ${address} in, once, within 24 hours:`)
  context.print(`  ${shown}`)
}

function linkTo(options: ServerCommandOptions, code: string): string {
  const { publicUrl: base, port } = readServerOptions(options)
  return new URL(`${peopleRoutes.joinPage}/${code}`, base ?? `http://127.0.0.1:${port}`).href
}
