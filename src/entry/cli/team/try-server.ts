/** `throughline server try`: a complete team setup on this machine, until Ctrl-C. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peopleRoutes } from '../../../contract/team/routes.ts'
import { setUpOrganisation } from '../../../core/team/people/operator.ts'
import { quoteForShell } from '../../../core/text/safe-text.ts'
import { ensureHome } from '../../../home/ensure-home.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'
import { makeClone } from '../demo/demo-home.ts'
import { catchInterruption } from '../user-input.ts'
import {
  loadServer,
  loadTeamBackend,
  readServerOptions,
  type ServerCommandOptions,
} from './server-backend.ts'

export async function tryServer(context: CliContext, options: ServerCommandOptions): Promise<void> {
  const { port } = readServerOptions({ ...options, port: options.port ?? '0' })
  const { startTrialDatabase } = await import('../../../compose/team/trial-database.ts')
  const { runServer } = await loadServer()
  const { openServerLog, openTeamBackend } = await loadTeamBackend()
  const interruption = catchInterruption()
  const closers: (() => Promise<void> | void)[] = [interruption.close]
  try {
    context.print('Starting PostgreSQL in a temporary folder …')
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-try-')))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const database = await startTrialDatabase(folder)
    closers.push(database.stop)
    const log = openServerLog(() => undefined)
    const address = { host: '127.0.0.1', port, proxies: 0 }
    const server = await runServer({ databaseUrl: database.url, ...address, log })
    closers.push(server.stop)
    const backend = await openTeamBackend(database.url, log)
    closers.push(backend.close)
    const owner = { email: 'ada@example.com', name: 'Ada' }
    const { link } = await setUpOrganisation(backend.people, 'Try', owner)
    const signIn = new URL(`${peopleRoutes.joinPage}/${link.code}`, server.url)
    writeFileSync(join(folder, ownerLink), `${signIn.href}\n`, { mode: 0o600 })
    for (const name of ['ada', 'grace']) {
      const machine = await makeMachine(folder, name)
      closers.push(machine.close)
    }
    for (const line of describeTrial({ server: server.url.origin, folder })) context.print(line)
    await interruption.received
    context.print('Stopping …')
  } finally {
    for (const close of closers.reverse()) await close()
  }
  context.print('Everything is stopped and removed.')
}

/** @param name of the command in `folder` that is `throughline` on this machine */
async function makeMachine(folder: string, name: string) {
  const own = join(folder, `${name}-machine`)
  mkdirSync(own)
  const paths = ensureHome(join(own, 'home'))
  const clone = makeClone(join(own, 'widgets'))
  const program = [process.execPath, process.argv[1] ?? ''].map(quoteForShell).join(' ')
  const script = [
    '#!/bin/sh',
    `cd ${quoteForShell(clone)} && THROUGHLINE_HOME=${quoteForShell(paths.root)} exec ${program} "$@"`,
  ]
  const command = join(folder, name)
  writeFileSync(command, `${script.join('\n')}\n`)
  chmodSync(command, 0o755)
  await startDaemonProcess(paths)
  return {
    async close() {
      await stopDaemonProcess(paths)
    },
  }
}

/** Prints lines to copy, from signing in to seeing a memory arrive. */

interface Trial {
  readonly server: string
  readonly folder: string
}

const ownerLink = 'owner-link'

/** At most 80 columns, unless the folder's path is long. */
function describeTrial({ server, folder }: Trial): string[] {
  return [
    `A team server runs on ${server}, with the organisation Try.`,
    'Beside it are the machines of Ada, who will own it, and of Grace. Each has',
    'its own memories, a daemon and a clone of acme/widgets. In another terminal:',
    '',
    `  cd ${folder}`,
    '',
    'Sign in as the owner, on her machine; then open the second link in a browser:',
    `  ./ada login "$(cat ${ownerLink})"`,
    '  ./ada team link',
    '',
    'Share a project. The first line shows what would go:',
    '  ./ada remember "Deploys run on Mondays."',
    '  ./ada share --dry-run',
    '  ./ada share --yes',
    '',
    'Invite Grace, who signs in with the link and shares the project too:',
    '  ./ada team invite grace@example.com | tee invitation',
    '  ./grace login "$(grep -o \'http.*\' invitation)" --name Grace',
    '  ./grace share --yes',
    '  ./grace list',
    '',
    'See a memory arrive in about a second; Grace decides whether to accept it:',
    '  ./ada remember "The staging database is reset every night."',
    '  ./grace list',
    '  ./grace team approve Ada',
    '  ./ada team audit',
    '',
    'Ctrl-C ends everything and removes it.',
  ]
}
