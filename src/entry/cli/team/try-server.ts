/** `throughline server try`: everything a team needs on this machine, until Ctrl-C. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peopleRoutes } from '../../../contract/team/routes.ts'
import { setUpOrganisation } from '../../../core/team/people/operator.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { loadServer, loadTeamBackend } from './load-server.ts'
import { readServerOptions, type ServerCommandOptions } from './server-options.ts'
import { describeTrial, ownerLink } from './try-guide.ts'
import { makeMachine } from './try-machines.ts'

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
