/** Groups memories by the files they are about, and by what replaced what. */
import type { OperationHandlers, OutputOf } from '../../../contract/operations/index.ts'
import type { Memory } from '../../model/memory.ts'
import type { Store } from '../../ports/store.ts'
import { shorten } from '../../text/shorten.ts'
import { closeness, filesNamedBy } from './file-triggers.ts'

export interface MemoryGroupPorts extends Pick<Store, 'memories' | 'projects'> {
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
}

type Group = OutputOf<'listMemoryGroups'>['groups'][number]

/** The last changed; what is older is in no group. */
const mostRead = 2_000
const mostInGroup = 60
const mostCharacters = 160

export function createMemoryGroupOperations({
  memories,
  projects,
  findProject,
}: MemoryGroupPorts): Pick<OperationHandlers, 'listMemoryGroups'> {
  return {
    async listMemoryGroups({ project, limit }) {
      const scopeId = project === undefined ? undefined : (await findProject(project)).id
      const filter = {
        addresses:
          scopeId === undefined ? ('all' as const) : [{ scope: 'project' as const, scopeId }],
        scope: 'project' as const,
        standing: 'memory' as const,
        includeSuperseded: true,
      }
      const page = await memories.list(filter, { limit: mostRead, offset: 0, order: 'changed' })
      const names = new Map((await projects.list()).map(({ id, name }) => [id, name]))
      const found = [...Map.groupBy(page.memories, (each) => each.scopeId)].flatMap(([id, own]) => {
        const name = names.get(id)
        const place = name === undefined ? {} : { project: { id, name } }
        return groupMemories(own).map((group) => ({ ...group, ...place }))
      })
      const groups = neighboursTogether(found, limit)
      return {
        groups: groups.map((group) => ({ ...group, memories: group.memories.map(toOutput) })),
        total: found.length,
      }
    },
  }
}

interface Gathered {
  readonly file?: string
  readonly memories: readonly Memory[]
}

/** @param memories of one project */
function groupMemories(memories: readonly Memory[]): Gathered[] {
  const byFile = [...groupByFile(memories)]
    .filter(([, about]) => about.length > 1)
    .map(([file, about]) => ({ file, memories: about }))
  const known = byFile.map((group) => new Set(group.memories))
  const chains = replacementsAmong(memories).filter(
    (chain) => !known.some((group) => chain.every((each) => group.has(each))),
  )
  return [...byFile, ...chains.map((chain) => ({ memories: chain }))].map((group) => ({
    ...group,
    memories: group.memories.toSorted(byAge).slice(-mostInGroup),
  }))
}

const byAge = (one: Memory, other: Memory) =>
  one.validFrom.localeCompare(other.validFrom) || one.id.localeCompare(other.id)

type NamedFile = ReturnType<typeof filesNamedBy>[number]

/** A path that only ends another one, such as a bare name, counts for the longer one. */
function groupByFile(memories: readonly Memory[]): Map<string, Memory[]> {
  const named = memories.map((memory) => ({ memory, files: filesNamedBy(memory) }))
  const all = new Map<string, NamedFile>()
  for (const file of named.flatMap(({ files }) => files)) all.set(file.path, file)
  const byName = Map.groupBy(all.values(), ({ path }) => baseName(path))
  const meantBy = (file: NamedFile) => {
    const alike = byName.get(baseName(file.path)) ?? []
    const longer = alike.filter(({ path }) => path !== file.path && closeness(file, path) > 0)
    return longer.length > 0 ? longer : [file]
  }
  const groups = new Map<string, Memory[]>()
  for (const { memory, files } of named) {
    for (const path of new Set(files.flatMap(meantBy).map(({ path }) => path))) {
      groups.set(path, [...(groups.get(path) ?? []), memory])
    }
  }
  return groups
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Memories with all that led to them. */
function replacementsAmong(memories: readonly Memory[]): Memory[][] {
  const byId = new Map(memories.map((each) => [each.id, each]))
  const lastOf = (memory: Memory, left = memories.length): Memory => {
    const next = byId.get(memory.supersededBy ?? '')
    return next && left > 0 ? lastOf(next, left - 1) : memory
  }
  return [...Map.groupBy(memories, (each) => lastOf(each)).values()].filter(
    (chain) => chain.length > 1,
  )
}

/** Of the largest, each followed by that which shares most memories with it. */
function neighboursTogether<Group extends Gathered>(groups: readonly Group[], most: number) {
  const left = groups
    .toSorted((one, other) => other.memories.length - one.memories.length)
    .slice(0, most)
  const placed: Group[] = []
  while (left.length > 0) {
    const last = new Set(placed.at(-1)?.memories)
    const shared = left.map(({ memories }) => memories.filter((each) => last.has(each)).length)
    placed.push(...left.splice(shared.indexOf(Math.max(...shared)), 1))
  }
  return placed
}

function toOutput(memory: Memory): Group['memories'][number] {
  const { id, kind, content, validFrom, validTo, supersededBy } = memory
  return { id, kind, content: shorten(content, mostCharacters), validFrom, validTo, supersededBy }
}
