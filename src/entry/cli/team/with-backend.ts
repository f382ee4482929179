/** What an operator's command works with: the database, without a server. */
import type { TeamBackend } from '../../../compose/team/team-server.ts'
import type { Organisation } from '../../../core/ports/team/people-store.ts'
import { findOrganisation } from '../../../core/team/people/operator.ts'
import { option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { databaseUrl, loadTeamBackend } from './load-server.ts'

export const organisationOption = option(
  '--organisation <name>',
  'Its name, or part of its id; not needed if there is only one',
)

export async function withBackend<T>(
  context: CliContext,
  work: (backend: TeamBackend) => Promise<T>,
): Promise<T> {
  const { openServerLog, openTeamBackend } = await loadTeamBackend()
  const url = databaseUrl(context)
  const backend = await openTeamBackend(url, openServerLog(context.writeError))
  try {
    return await work(backend)
  } finally {
    await backend.close()
  }
}

/** @param given as `organisationOption` takes it */
export async function withOrganisation<T>(
  context: CliContext,
  given: string | undefined,
  work: (backend: TeamBackend, organisation: Organisation) => Promise<T>,
): Promise<T> {
  return withBackend(context, async (backend) =>
    work(backend, await findOrganisation(backend.organisations, given)),
  )
}
