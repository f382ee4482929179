/** `throughline server`: runs the team server, and what its operator does without an account. */
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { databaseUrl, loadServer, loadTeamBackend } from './load-server.ts'
import { organisationCommands, publicUrl } from './organisation-commands.ts'
import { quotaCommand } from './quota-command.ts'
import { reindexCommand } from './reindex-command.ts'
import { defaultPort, readServerOptions, type ServerCommandOptions } from './server-options.ts'
import { ssoCommand } from './sso-command.ts'
import { withBackend } from './with-backend.ts'

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
    reindex: reindexCommand,
    ...organisationCommands,
    sso: ssoCommand,
    quota: quotaCommand,
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
