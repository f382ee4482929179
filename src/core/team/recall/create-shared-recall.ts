/** Recall on the server: the same search and ranking as on a machine, over what the team shares. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SharedInputOf, SharedOutputOf } from '../../../contract/team/shared-recall.ts'
import { hashContent } from '../../memory/new-memory.ts'
import { toOutput } from '../../memory/read-operations.ts'
import type { Hash } from '../../model/content-key.ts'
import { projectPath } from '../../model/folder-path.ts'
import type { Memory } from '../../model/memory.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { SearchFilter } from '../../ports/search-index.ts'
import type {
  SharedMemoryReader,
  SharedMemoryStore,
  StoredMemory,
  VisibleProject,
} from '../../ports/team/team-sync-store.ts'
import { matchProject } from '../../project/find-project.ts'
import { parseIdentity } from '../../project/parse-identity.ts'
import { toHit } from '../../recall/create-recall.ts'
import { type DescriptionPorts, describeHits } from '../../recall/describe-hits.ts'
import { recall } from '../../recall/recall.ts'
import type { Caller } from '../caller.ts'
import { requireScope } from '../people/actor.ts'

/** Every method throws `not-allowed` without the scope `recall`, which readers have too. */
export interface SharedRecall {
  recall(caller: Caller, input: SharedInputOf<'recall'>): Promise<SharedOutputOf<'recall'>>
  listMemories(
    caller: Caller,
    input: SharedInputOf<'listMemories'>,
  ): Promise<SharedOutputOf<'listMemories'>>
  getMemory(caller: Caller, input: SharedInputOf<'getMemory'>): Promise<SharedOutputOf<'getMemory'>>
  countMemories(
    caller: Caller,
    input: SharedInputOf<'countMemories'>,
  ): Promise<SharedOutputOf<'countMemories'>>
}

export function createSharedRecall(store: SharedMemoryStore, clock: Clock): SharedRecall {
  /** @throws `not-allowed` */
  const read = async <T>(
    caller: Caller,
    work: (reader: SharedMemoryReader) => Promise<T>,
  ): Promise<T> => {
    requireScope(caller, 'recall')
    return store.read(caller.organisation, caller.person.id, work)
  }
  return {
    recall: (caller, input) =>
      read(caller, async (reader) => {
        const projects = await projectsToRead(reader, input)
        const filter = toFilter(input, projects, clock)
        const { query: text, limit, offset, weak, personal } = input
        const { hits, withoutDate } = await recall(
          { text, filter, limit, offset, ...(weak && { threshold: 0 }) },
          { index: reader.search({ personal }), clock },
        )
        const shown = await describeHits(hits, filter, portsOf(reader))
        const names = new Map(projects.map(({ id, name }) => [id, name]))
        return {
          hits: shown.map((hit) => toHit(hit, names, input.explain)),
          ...(withoutDate && { withoutDate }),
        }
      }),
    listMemories: (caller, { limit, offset, project, personal, ...filter }) =>
      read(caller, async (reader) => {
        const projects = idsOf(await projectsToRead(reader, { project, personal }))
        const { memories, total } = await reader.list({ ...filter, projects }, { limit, offset })
        return { memories: memories.map((memory) => asSeenBy(caller, memory)), total }
      }),
    async getMemory(caller, { id }) {
      const [memory] = await read(caller, (reader) => reader.findMany([id]))
      if (memory) return asSeenBy(caller, memory)
      throw new ThroughlineError('not-found', `the team shares no memory "${id}"`)
    },
    countMemories: (caller, { project, personal, ...filter }) =>
      read(caller, async (reader) => {
        const projects = idsOf(await projectsToRead(reader, { project, personal }))
        const counts = await reader.count({ ...filter, projects })
        return {
          total: counts.reduce((sum, { count }) => sum + count, 0),
          counts: counts.map((each) => ({ ...each, scope: 'project' as const })),
        }
      }),
  }
}

function toFilter(
  { kind, host, file, since, until, asOf }: SharedInputOf<'recall'>,
  projects: readonly VisibleProject[],
  clock: Clock,
): SearchFilter {
  return {
    ...{ types: ['memory'], kinds: kind && [kind], host, from: since, to: until },
    scopes: idsOf(projects).map((scopeId) => ({ scope: 'project', scopeId })),
    file: file === undefined ? undefined : projectPath(file, undefined),
    ...(asOf === undefined ? { validNow: clock.now().toISOString() } : { validAt: asOf }),
  }
}

const idsOf = (projects: readonly VisibleProject[]) => projects.map(({ id }) => id)

/** A server has no history or commits, nor the turns from which memories were learned. */
const portsOf = (reader: SharedMemoryReader): DescriptionPorts => ({
  history: {
    spoken: async () => [],
    toolEvents: async () => [],
    sessionPlace: async () => undefined,
  },
  memories: { findMany: reader.findMany, learnedFrom: async () => [], revisions: async () => [] },
  commits: { findMany: async () => [] },
})

// Converts a shared state to a memory for recall.

/** Without pins and uses, which belong to each machine. */
export function asMemory({ id, project, version, author, text }: StoredMemory, hash: Hash): Memory {
  const { key, host, commit, validTo, supersededBy, ...rest } = text
  return {
    ...rest,
    ...{ id, key, host, commit, validTo, supersededBy, version, author },
    ...{ scope: 'project', scopeId: project, source: 'sync', standing: 'memory' },
    ...{ confirmation: undefined, confirmedAt: undefined, pinned: false },
    ...{ useCount: 0, lastUsedAt: undefined },
    contentHash: hashContent(text.content, hash),
  }
}

/** What its author's machine calls the user's word is a teammate's to everyone else. */
export function asSeenBy(caller: Caller, memory: Memory): SharedOutputOf<'getMemory'> {
  return toOutput({ ...memory, trust: isOwn(caller, memory) ? memory.trust : 'teammate' })
}

export function isOwn({ person }: Caller, { author }: Memory): boolean {
  return author?.id === person.id
}

// The shared projects of a request.

interface SharedPlace {
  /** Its id, identity, name, or repository URL. */
  readonly project?: string | undefined
  /** Includes the person's own project. Only on request, because others read what CI prints. */
  readonly personal: boolean
}

/** @throws `not-found`, `conflict` */
async function projectsToRead(
  reader: SharedMemoryReader,
  { project, personal }: SharedPlace,
): Promise<VisibleProject[]> {
  const visible = await reader.projects()
  const ofTeam = visible.filter(({ type }) => type === 'team')
  return [
    ...(project === undefined ? ofTeam : [pickShared(ofTeam, project)]),
    ...(personal ? visible.filter(({ type }) => type === 'personal') : []),
  ]
}

/** @throws `not-found`, `conflict` */
export function pickShared(projects: readonly VisibleProject[], reference: string): VisibleProject {
  const found =
    matchProject(projects, reference) ?? matchProject(projects, parseIdentity(reference) ?? '')
  if (found) return found
  throw new ThroughlineError('not-found', `the team shares no project "${reference}"`, {
    hint: hintAt(projects),
  })
}

const mostNamed = 10

function hintAt(projects: readonly VisibleProject[]): string {
  if (projects.length === 0) return 'throughline share, in a project, shares it'
  const names = projects.slice(0, mostNamed).map(({ identity }) => identity)
  const more = projects.length > mostNamed ? ` and ${projects.length - mostNamed} more` : ''
  return `it shares ${names.join(', ')}${more}`
}
