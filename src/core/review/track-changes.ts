/** Records a transaction's changes to memories, so that they can be undone. */
import { isValid, type Memory, type MemorySource } from '../model/memory.ts'
import type { Proposal, ProposedValues } from '../model/proposal.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { AppliedChange } from '../ports/review-store.ts'

export interface ChangeTracker {
  readonly tx: MemoryStore
  /** @param id of the memory that now applies; the other changed ones were closed for it */
  applied(id: string): Promise<AppliedChange>
}

export function trackChanges(memories: MemoryStore): ChangeTracker {
  /** The earlier versions; undefined for new memories. */
  const former = new Map<string, number | undefined>()
  const gained = new Map<string, MemorySource[]>()
  const tx: MemoryStore = {
    ...memories,
    async insert(memory) {
      former.set(memory.id, undefined)
      await memories.insert(memory)
    },
    async update(id, change, at) {
      if (!former.has(id)) former.set(id, (await memories.find(id))?.version)
      return memories.update(id, change, at)
    },
    async addSources(id, sources) {
      const had = await memories.sources(id)
      const isNew = ({ type, ref }: MemorySource) =>
        !had.some((source) => source.type === type && source.ref === ref)
      gained.set(id, [...(gained.get(id) ?? []), ...sources.filter(isNew)])
      await memories.addSources(id, sources)
    },
  }
  return {
    tx,
    async applied(id) {
      const now = await memories.findMany([id, ...former.keys()])
      const after = now.find((memory) => memory.id === id)?.version ?? 0
      const before = former.has(id) ? former.get(id) : after
      const closed = now.filter((memory) => memory.id !== id && !isValid(memory))
      return {
        action: {
          kind: 'merge',
          memory: { id, ...(before !== undefined && { before }), after },
          closed: closed.map(({ id, version }) => ({ id, version })),
        },
        sources: gained.get(id) ?? [],
      }
    },
  }
}

const fields = [
  'content',
  'key',
  'kind',
  'scope',
  'tags',
  'keywords',
  'importance',
  'pinned',
  'files',
] as const satisfies readonly (keyof ProposedValues & keyof Memory)[]

/** What a proposal would change, by member. */
export function describeChanges(
  { action, wanted }: Proposal,
  memory: Memory | undefined,
): { readonly field: string; readonly from?: string; readonly to?: string }[] {
  if (action === 'forget') return []
  return fields.flatMap((field) => {
    const [from, to] = [toText(memory?.[field]), toText(wanted[field])]
    if (wanted[field] === undefined || from === to) return []
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
  })
}

/** @returns undefined for an empty value */
function toText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === undefined || value === null ? undefined : String(value)
}
