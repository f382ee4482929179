/** `throughline server`: runs the team server, and what its operator does without an account. */

import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { emailAddress, personName } from '../../../contract/team/people.ts'
import { peopleRoutes } from '../../../contract/team/people-routes.ts'
import type { PeopleParts } from '../../../core/team/people/actor.ts'
import { createLinkForMember, setUpOrganisation } from '../../../core/team/people/operator.ts'
import { argument, type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { databaseUrl, loadServer, loadTeamBackend } from './load-server.ts'
import { defaultPort, readServerOptions, type ServerCommandOptions } from './server-options.ts'

const publicUrl = option(
  '--public-url <url>',
  'How people reach it, such as https://memory.example.com',
)

export const serverCommand: Command = {
  examples: [
    'server try',
    'server create Acme --owner ada@example.com --public-url https://memory.example.com',
    'server --public-url https://memory.example.com --host 0.0.0.0 --proxies 1',
  ],
  byDefault: 'start',
  commands: {
    start: {
      summary: 'Run the team server on the PostgreSQL of DATABASE_URL until Ctrl-C',
      options: [
        option('--host <address>', 'Where it listens (default: 127.0.0.1)'),
        option('--port <n>', `Port (default: ${defaultPort})`),
        publicUrl,
        option('--proxies <n>', 'Proxies of yours that a request passes (default: 0)'),
      ],
      hasNoJson: true,
      examples: ['server', 'server --public-url https://memory.example.com --proxies 1'],
      run: (context, options) => start(context, options as ServerCommandOptions),
    },
    migrate: {
      summary: 'Bring the database up to date, as a start does, and end',
      examples: ['server migrate'],
      run: (context, options) => migrate(context, options),
    },
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
    link: {
      summary: 'Print a link that signs a member in who lost every machine',
      arguments: [argument('<email>', 'The address of the member')],
      options: [option('--organisation <id>', 'As `server create` printed it'), publicUrl],
      examples: ['server link ada@example.com --organisation 6f1d2c1e-0d5b-4f7e-9a41-2b7c3d9e5a10'],
      run: (context, options, email = '') => link(context, options as OperatorOptions, email),
    },
    try: {
      summary: 'Try it: a PostgreSQL, an organisation and two people, gone on Ctrl-C',
      options: [option('--port <n>', 'Port (default: one that is free)')],
      hasNoJson: true,
      examples: ['server try'],
      async run(context, options) {
        const { tryServer } = await import('./try-server.ts')
        await tryServer(context, options as ServerCommandOptions)
      },
    },
  },
}

interface OperatorOptions {
  readonly owner?: string
  readonly ownerName?: string
  readonly organisation?: string
  readonly publicUrl?: string
  readonly json?: true
}

async function start(context: CliContext, options: ServerCommandOptions): Promise<void> {
  const { host, port, proxies, publicUrl } = readServerOptions(options)
  const { runServer } = await loadServer()
  const { openServerLog } = await loadTeamBackend()
  const url = databaseUrl(context)
  const interruption = catchInterruption()
  try {
    const log = openServerLog(context.write)
    const server = await runServer({ databaseUrl: url, host, port, proxies, publicUrl, log })
    await interruption.received
    await server.stop()
  } finally {
    interruption.close()
  }
}

/** For deployments that give a migration more time than a start. */
async function migrate(context: CliContext, { json }: Options): Promise<void> {
  await withPeople(context, async () => undefined)
  if (json) return context.printJson({ migrated: true })
  context.print('The database is up to date.')
}

async function create(context: CliContext, options: OperatorOptions, name: string): Promise<void> {
  if (options.owner === undefined) {
    throw new ThroughlineError('invalid-input', 'say who owns it', {
      hint: `throughline server create ${name} --owner EMAIL`,
    })
  }
  const email = parseInput(emailAddress, options.owner)
  const owner = {
    email,
    name: parseInput(personName, options.ownerName ?? email.split('@')[0]),
  }
  const organisationName = parseInput(personName, name)
  const made = await withPeople(context, (people) =>
    setUpOrganisation(people, organisationName, owner),
  )
  const address = linkTo(options, made.link.code)
  if (options.json) return context.printJson({ organisation: made.id, link: address })
  context.print(`Created ${organisationName}, organisation ${made.id}`)
  context.print(`Sign in as ${email} with this link, once, within 24 hours:`)
  context.print(`  ${address}`)
}

async function link(context: CliContext, options: OperatorOptions, email: string): Promise<void> {
  const { organisation } = options
  if (organisation === undefined) {
    throw new ThroughlineError('invalid-input', 'say of which organisation', {
      hint: 'throughline server link EMAIL --organisation ID',
    })
  }
  const address = parseInput(emailAddress, email)
  const made = await withPeople(context, (people) =>
    createLinkForMember(people, organisation, address),
  )
  const shown = linkTo(options, made.code)
  if (options.json) return context.printJson({ link: shown })
  context.print(`Signs ${address} in, once, within 24 hours:`)
  context.print(`  ${shown}`)
}

async function withPeople<T>(
  context: CliContext,
  work: (people: PeopleParts) => Promise<T>,
): Promise<T> {
  const { openServerLog, openTeamBackend } = await loadTeamBackend()
  const url = databaseUrl(context)
  const backend = await openTeamBackend(url, openServerLog(context.writeError))
  try {
    return await work(backend.people)
  } finally {
    await backend.close()
  }
}

function linkTo(options: ServerCommandOptions, code: string): string {
  const { publicUrl: base, port } = readServerOptions(options)
  return new URL(`${peopleRoutes.joinPage}/${code}`, base ?? `http://127.0.0.1:${port}`).href
}
