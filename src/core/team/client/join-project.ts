/** Starts sharing a project, or global memories between the user's own machines. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { type DigestText, digestLimits } from '../../../contract/team/digest-text.ts'
import type { SharedProject } from '../../../contract/team/sync.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { feedStart } from '../../ports/change-feed.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { Store } from '../../ports/store.ts'
import { cleanDigest } from '../clean-text.ts'
import { presentProjects, type TeamClientPorts } from './client-ports.ts'
import { isOver, noteDigests, toDigestText } from './digests/note-digest.ts'
import { noteProject, teamConsumer } from './follow-changes.ts'
import { localAddress } from './note-memory.ts'

/** @param localId the project's id; '' for global memories */
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
  // If this is interrupted, comparing the project with the server notes the rest.
  await noteProject({ localId }, ports)
  await noteDigests({ id: shared.id, localId }, ports)
  return shared
}

/** Otherwise the memories of the other project would be taken back. */
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

// Shows what sharing a project would send, before anything is sent.

export interface SharePreview {
  /** How many were already sent, if it is shared; sync sends their changes. */
  readonly sent?: number
  readonly memories: readonly {
    readonly id: string
    readonly kind: MemoryKind
    readonly content: string
  }[]
  readonly kinds: readonly { readonly kind: MemoryKind; readonly count: number }[]
}

export async function previewShare(
  localId: string,
  { memories: reader, team }: Pick<Store, 'memories' | 'team'>,
): Promise<SharePreview> {
  const filter = { addresses: [localAddress({ localId })], standing: 'memory' } as const
  const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const own = (await reader.list(filter, page)).memories.filter(({ author }) => !author)
  const joined = (await team.projects()).find(
    (each) => each.localId === localId && each.state === 'joined',
  )
  const fresh: typeof own = []
  for (const memory of own) {
    const item = joined && (await team.item(joined.id, memory.id))
    if (!item || item.version === 0) fresh.push(memory)
  }
  const kinds = Map.groupBy(fresh, ({ kind }) => kind)
  return {
    ...(joined && { sent: own.length - fresh.length }),
    memories: fresh.map(({ id, kind, content }) => ({ id, kind, content })),
    kinds: [...kinds].map(([kind, { length: count }]) => ({ kind, count })),
  }
}

/** The digests that would be sent if that were switched on; latest sessions first. */
export async function previewDigests(
  localId: string,
  { digests }: Pick<Store, 'digests'>,
  redactor: Redactor,
): Promise<DigestText[]> {
  const found: DigestText[] = []
  for (const id of await digests.lastDigested(localId, digestLimits.newest)) {
    const session = await digests.sessionWithDigest(id)
    const text = session && isOver(session) ? toDigestText(session) : undefined
    if (text) found.push(cleanDigest(text, redactor.forEvent()))
  }
  return found
}
