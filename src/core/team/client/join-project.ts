/** Begins to share a project, or what is global between one's own machines. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SharedProject } from '../../../contract/team/sync.ts'
import { feedStart } from '../../ports/change-feed.ts'
import type { Store } from '../../ports/store.ts'
import type { TeamClientPorts } from './client-ports.ts'
import { noteDigests } from './digests/note-digest.ts'
import { teamConsumer } from './follow-changes.ts'
import { noteProject } from './note-project.ts'
import { presentProjects } from './present-projects.ts'

/** @param localId of the project; '' for what is global */
export async function joinProject(localId: string, ports: TeamClientPorts): Promise<SharedProject> {
  const { store, server } = ports
  const shared = await server.share(await describe(localId, store))
  await refuseSecond(shared, localId, store)
  await store.transaction(async (tx) => {
    const known = (await tx.team.projects()).find(({ id }) => id === shared.id)
    const project = { id: shared.id, localId, name: shared.name, needsCompare: true } as const
    const sharesDigests = known?.state === 'joined' && known.sharesDigests
    await tx.team.putProject({ ...project, state: 'joined', sharesDigests })
    if ((await tx.changes.cursor(teamConsumer)) === feedStart) {
      await tx.changes.advance(teamConsumer, await tx.changes.head())
    }
    if (!(await tx.team.connection())) {
      throw new ThroughlineError('not-signed-in', 'nobody is signed in to a team server')
    }
  })
  // If this is cut short, comparing the project with the server notes the rest.
  await noteProject({ localId }, ports)
  await noteDigests({ id: shared.id, localId }, ports)
  return shared
}

/** Otherwise the memories of the other one would be taken back. */
async function refuseSecond(
  { id, name }: SharedProject,
  localId: string,
  store: Pick<Store, 'team' | 'projects'>,
): Promise<void> {
  const known = (await presentProjects(store)).find((each) => each.id === id)
  if (!known || known.localId === localId) return
  const other = await store.projects.find(known.localId)
  throw new ThroughlineError(
    'conflict',
    `the team knows this project as "${name}", which is shared here from "${other?.name ?? name}"`,
    { hint: 'merge the two with `throughline projects merge`, or unshare the other one first' },
  )
}

async function describe(localId: string, { projects }: Store) {
  if (localId === '') return { type: 'personal' } as const
  const project = await projects.find(localId)
  if (!project) throw new ThroughlineError('not-found', `there is no project "${localId}"`)
  const aliases = await projects.aliasesOf(localId)
  return { type: 'team', identity: project.identity, name: project.name, aliases } as const
}
