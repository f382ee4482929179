/** `throughline server try`: everything a team needs on this machine, until Ctrl-C. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToServer, keepSignIn } from '../../../compose/team/team-client.ts'
import type { PeopleParts } from '../../../core/team/people/actor.ts'
import { setUpOrganisation } from '../../../core/team/people/operator.ts'
import { ensureHome } from '../../../home/ensure-home.ts'
import type { CliContext } from '../context.ts'
import { makeClone } from '../demo/make-clone.ts'
import { catchInterruption } from '../interruption.ts'
import { loadServer, loadTeamBackend } from './load-server.ts'
import { readServerOptions, type ServerCommandOptions } from './server-options.ts'

interface SamplePerson {
  readonly name: string
  readonly home: string
  /** A clone of the same repository. */
  readonly project: string
}

export async function tryServer(context: CliContext, options: ServerCommandOptions): Promise<void> {
  const { port } = readServerOptions({ ...options, port: options.port ?? '0' })
  const { startTrialDatabase } = await import('../../../compose/team/trial-database.ts')
  const { runServer } = await loadServer()
  const { openServerLog, openTeamBackend } = await loadTeamBackend()
  const interruption = catchInterruption()
  const closers: (() => Promise<void> | void)[] = [interruption.close]
  try {
    context.print('Starting PostgreSQL in a temporary folder …')
    const database = await startTrialDatabase()
    closers.push(database.stop)
    const log = openServerLog(() => undefined)
    const address = { host: '127.0.0.1', port, proxies: 0 }
    const server = await runServer({ databaseUrl: database.url, ...address, log })
    closers.push(server.stop)
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-try-')))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const backend = await openTeamBackend(database.url, log)
    closers.push(backend.close)
    const people = await signSamplesIn(backend.people, server.url.origin, folder)
    explain(context, server.url.origin, people)
    await interruption.received
    context.print('Stopping …')
  } finally {
    for (const close of closers.reverse()) await close()
  }
  context.print('Everything is stopped and removed.')
}

/** Ada owns the organisation and invites Grace, each with a home and a clone of their own. */
async function signSamplesIn(
  people: PeopleParts,
  server: string,
  folder: string,
): Promise<readonly [SamplePerson, SamplePerson]> {
  const owner = { email: 'ada@example.com', name: 'Ada' }
  const { link } = await setUpOrganisation(people, 'Try', owner)
  const ada = makePerson(folder, 'Ada')
  const { people: open } = connectToServer(server)
  const token = await open.join(link.code, 'ada-laptop')
  await keepSignIn(ensureHome(ada.home), server, token)
  const invited = await connectToServer(server, token).people.invite('grace@example.com', 'member')
  const grace = makePerson(folder, 'Grace')
  const code = invited.link.split('/').at(-1) ?? ''
  await keepSignIn(ensureHome(grace.home), server, await open.join(code, 'grace-laptop', 'Grace'))
  return [ada, grace]
}

function makePerson(folder: string, name: string): SamplePerson {
  const own = join(folder, name.toLowerCase())
  mkdirSync(own)
  return { name, home: join(own, 'home'), project: makeClone(join(own, 'widgets')) }
}

function explain(
  context: CliContext,
  server: string,
  [ada, grace]: readonly [SamplePerson, SamplePerson],
): void {
  // In a clone, `throughline` itself is not on the path.
  const program = context.env.npm_command === 'exec' ? 'npx throughline' : 'throughline'
  const inHome = ({ home }: SamplePerson, command: string) =>
    context.print(`  THROUGHLINE_HOME=${home} ${program} ${command}`)
  context.print(`A team server runs on ${server}, with the organisation Try.`)
  context.print('Ada owns it and Grace is a member. Each has a home and a clone of acme/widgets:')
  context.print(`  Ada    ${ada.project}`)
  context.print(`  Grace  ${grace.project}`)
  context.print()
  context.print('In another terminal, as Ada:')
  inHome(ada, 'team')
  inHome(ada, 'team invite you@example.com')
  inHome(ada, 'team audit')
  context.print('Open a browser as Ada with the link that this prints:')
  inHome(ada, 'team link')
  context.print('Sign your own machine in; enter the code in that browser:')
  context.print(`  ${program} login ${server}`)
  context.print()
  context.print('Ctrl-C ends it and removes everything.')
}
