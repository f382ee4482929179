/** `throughline server`: runs the team server, and the operator's commands. */

import { ThroughlineError } from '../../../contract/errors.ts'
import {
  defaultQuota,
  type QuotaName,
  quotaNames,
  quotaText,
} from '../../../contract/team/quotas.ts'
import { findOrganisation } from '../../../core/team/people/operator.ts'
import { reportQuota, setQuota } from '../../../core/team/people/quota.ts'
import { type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { bytes, count, memoryCount, wholeNumber } from '../present.ts'
import { catchInterruption } from '../user-input.ts'
import { organisationCommands, publicUrl } from './organisation-commands.ts'
import {
  databaseUrl,
  defaultPort,
  loadServer,
  loadTeamBackend,
  organisationOption,
  readServerOptions,
  type ServerCommandOptions,
  withBackend,
  withOrganisation,
} from './server-backend.ts'
import { ssoCommand } from './sso-command.ts'

/** The quota of an organisation, which its operator sets. */
const described: Record<QuotaName, string> = {
  memories: 'Memories that it shares',
  bytes: 'Their size with former versions, such as 500MB or 20GB',
  perPerson: 'Memories that one person shared',
  members: 'People in it',
  keys: 'API keys that have not expired',
}

const optionName = (name: QuotaName) => (name === 'perPerson' ? 'per-person' : name)

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
    // For deployments that give a migration more time than a start.
    migrate: {
      summary: 'Migrate the database, as a start does, and exit',
      examples: ['server migrate'],
      async run(context, { json }) {
        await withBackend(context, async () => undefined)
        if (json) return context.printJson({ migrated: true })
        context.print('The database is up to date.')
      },
    },
    reindex: {
      summary: 'Compare the search index with what is shared, and repair what differs',
      options: [organisationOption],
      examples: ['server reindex', 'server reindex --organisation Acme'],
      run: (context, options) => reindex(context, options as ReindexOptions),
    },
    ...organisationCommands,
    sso: ssoCommand,
    quota: {
      summary: 'Show or change the quotas of an organisation',
      options: [
        organisationOption,
        ...quotaNames.map((name) =>
          option(
            `--${optionName(name)} <n>`,
            `${described[name]} (default: ${quotaText(name, defaultQuota[name])}); “default” resets it`,
          ),
        ),
      ],
      examples: ['server quota', 'server quota --organisation Acme --memories 50000 --bytes 2GB'],
      run: (context, options) => run(context, options),
    },
    try: {
      summary: 'Try it: PostgreSQL, a server and two machines, removed on Ctrl-C',
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

async function start(context: CliContext, options: ServerCommandOptions): Promise<void> {
  const { host, port, proxies, publicUrl } = readServerOptions(options)
  const { runServer } = await loadServer()
  const { openServerLog } = await loadTeamBackend()
  const url = databaseUrl(context)
  const interruption = catchInterruption()
  try {
    const log = openServerLog(context.write)
    const variable = (name: string) => context.env[name]
    const address = { host, port, proxies, publicUrl }
    const server = await runServer({ databaseUrl: url, ...address, variable, log })
    await interruption.received
    await server.stop()
  } finally {
    interruption.close()
  }
}

async function run(context: CliContext, options: Options): Promise<void> {
  const given = quotaNames.filter((name) => options[name] !== undefined)
  const change = Object.fromEntries(given.map((name) => [name, limitOf(name, options[name])]))
  const { organisation } = options as { organisation?: string }
  await withOrganisation(context, organisation, async ({ people }, { id, name }) => {
    if (given.length > 0) await setQuota(people, id, change)
    const { quota, used } = await reportQuota(people, id)
    if (options.json) return context.printJson({ organisation: { id, name }, quota, used })
    const show = (each: QuotaName, value: number) =>
      each === 'bytes' ? bytes(value) : wholeNumber(value)
    context.print(name)
    context.printTable(
      quotaNames.map((each) => [
        wordsOf(each),
        `${show(each, used[each])} of ${show(each, quota[each])}`,
      ]),
      '  ',
    )
  })
}

const wordsOf = (name: QuotaName) => (name === 'perPerson' ? 'per person' : name)

const units = ['', 'KB', 'MB', 'GB', 'TB']

/** @returns null for the default. @throws `invalid-input` */
function limitOf(name: QuotaName, given: unknown): number | null {
  if (given === 'default') return null
  const [, digits, unit = ''] = /^(\d{1,15})\s?([KMGT]B)?$/i.exec(String(given)) ?? []
  const isRight = digits !== undefined && (unit === '' || name === 'bytes')
  const limit = Number(digits) * 1024 ** units.indexOf(unit.toUpperCase())
  if (isRight && Number.isSafeInteger(limit)) return limit
  throw new ThroughlineError('invalid-input', `--${optionName(name)} must be a number`, {
    hint: name === 'bytes' ? '--bytes 20GB, or --bytes default' : `--${optionName(name)} 50000`,
  })
}

interface ReindexOptions extends Options {
  readonly organisation?: string
}

const mostOrganisations = 1_000_000

/** Runs the server's daily work now. */
async function reindex(context: CliContext, { organisation, json }: ReindexOptions): Promise<void> {
  const repaired = await withBackend(context, async ({ organisations, memories }) => {
    const chosen =
      organisation === undefined
        ? await organisations.find(undefined, mostOrganisations)
        : [await findOrganisation(organisations, organisation)]
    const done = []
    for (const { id, name } of chosen) {
      const { added, removed } = await memories.repairIndex(id)
      done.push({ id, name, added, removed })
      if (json || added + removed === 0) continue
      context.print(`${name}: indexed ${memoryCount(added)}, removed ${removed}`)
    }
    return done
  })
  if (json) return context.printJson({ organisations: repaired })
  context.print(`The index of ${count(repaired.length, 'organisation')} is up to date.`)
}
