/** Turns a repository's statements into candidates, and changed ones into proposals. A person decides. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { wasDropped } from '../../memory/dropped-candidates.ts'
import { forgetMemory, restoreMemory } from '../../memory/forget-memory.ts'
import { differing } from '../../memory/merge.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../../memory/new-memory.ts'
import { type WritePorts, writeDraft } from '../../memory/write-memory.ts'
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../../model/memory.ts'
import type { StoreTransaction } from '../../ports/store.ts'
import { proposalKey, propose } from '../../proposals/propose.ts'
import type { ChangedStatement, FoundStatement } from './compare-with-pages.ts'
import { idOfAnchor, type PageCopy } from './page-statements.ts'

export type TakePorts = Omit<WritePorts, 'memories' | 'guard'>

export type Taken =
  | { readonly what: 'to-review'; readonly memoryId: string }
  | { readonly what: 'known' }
  /** It stays on its page, and is tried again at the next build. */
  | { readonly what: 'refused'; readonly reason: string }

/** Nobody would review more. */
const mostProposals = 200

const fromRepository = 'from the repository’s wiki'

export async function takeFound(
  { copy, isReworded }: FoundStatement,
  address: ScopeAddress,
  ports: TakePorts,
): Promise<Taken> {
  const id = idOfAnchor(address.scopeId, copy.anchor, ports.hash)
  return refusable(async () => {
    const draft = draftCandidate(copy, address, ports)
    return ports.transaction(async (tx): Promise<Taken> => {
      const present = await tx.memories.find(id)
      if (present) return follow(tx, present, draft, ports)
      const former = await findArchived(tx, copy.anchor, address)
      const isCandidate = former?.id === id && former.standing === 'candidate'
      // The user forgot exactly this text.
      if (former?.contentHash === draft.contentHash && !isCandidate) return { what: 'known' }
      if (!isReworded && (await wasDropped(tx.extractions, draft, ports.hash))) {
        return { what: 'known' }
      }
      if (former?.id === id) {
        await follow(tx, await restoreMemory(tx.memories, id), draft, ports)
        return { what: 'to-review', memoryId: id }
      }
      const ids = { next: () => id }
      const { outcome } = await writeDraft(tx, draft, { ...ports, ids })
      return outcome === 'created' ? { what: 'to-review', memoryId: id } : { what: 'known' }
    })
  })
}

/** Until somebody decides, the candidate follows the page. */
async function follow(
  { memories }: StoreTransaction,
  memory: Memory,
  { content, contentHash, kind }: MemoryDraft,
  { clock }: TakePorts,
): Promise<Taken> {
  if (memory.standing !== 'candidate' || !isValid(memory)) return { what: 'known' }
  const change = differing(memory, { content, contentHash, kind })
  if (Object.keys(change).length === 0) return { what: 'known' }
  await memories.update(memory.id, change, clock.now().toISOString())
  return { what: 'to-review', memoryId: memory.id }
}

export async function proposeChange(
  { copy, own }: ChangedStatement,
  address: ScopeAddress,
  ports: TakePorts,
): Promise<Taken> {
  return refusable(async () => {
    const { content, contentHash } = draftCandidate(copy, address, ports)
    const kind = copy.kind === undefined || copy.kind === own.kind ? undefined : copy.kind
    const isReworded = contentHash !== own.contentHash
    const wanted = {
      ...(isReworded && { content }),
      ...(kind !== undefined && { kind }),
      trust: 'repository' as const,
    }
    return ports.transaction(async (tx): Promise<Taken> => {
      const waiting = await tx.proposals.waiting()
      if (waiting.length >= mostProposals) {
        return { what: 'refused', reason: `${waiting.length} proposals wait for review already` }
      }
      const memory = await tx.memories.find(own.id)
      const key = proposalKey('update', [fromRepository, own.id, contentHash, kind], ports.hash)
      const proposer = { kind: 'program', host: undefined, reason: fromRepository } as const
      const about = { memoryId: own.id, memoryVersion: memory?.version, evidence: [] }
      const projectId = address.scopeId
      const made = await propose(
        tx,
        { action: 'update', key, wanted, proposer, projectId, ...about },
        ports,
      )
      return made === 'new' ? { what: 'to-review', memoryId: own.id } : { what: 'known' }
    })
  })
}

/** Forgets the candidate of a statement that is gone from the pages. @returns whether there was one */
export async function withdraw(
  anchor: string,
  address: ScopeAddress,
  ports: TakePorts,
): Promise<boolean> {
  const id = idOfAnchor(address.scopeId, anchor, ports.hash)
  return ports.transaction(async ({ memories }) => {
    const memory = await memories.find(id)
    if (memory?.standing !== 'candidate' || !isSameAddress(memory, address)) return false
    await forgetMemory(memories, id, ports.clock.now().toISOString(), { now: false })
    return true
  })
}

function draftCandidate(copy: PageCopy, address: ScopeAddress, ports: TakePorts): MemoryDraft {
  const draft = draftMemory(
    {
      ...address,
      ...{ content: copy.text, kind: copy.kind, source: 'wiki', trust: 'repository' },
      validFrom: pastDay(copy.since, ports.clock.now()),
      sources: [{ type: 'file', ref: `.throughline/wiki/${copy.page}` }],
    },
    ports,
  )
  if (!holdsRedaction(draft.content)) return draft
  throw new ThroughlineError('invalid-input', 'it holds something secret or private')
}

/** A page may date its statements in the future. */
function pastDay(since: string | undefined, now: Date): string | undefined {
  const time = since === undefined ? Number.NaN : Date.parse(`${since}T00:00:00.000Z`)
  return time <= now.getTime() ? new Date(time).toISOString() : undefined
}

async function findArchived(
  { memories }: StoreTransaction,
  ending: string,
  address: ScopeAddress,
): Promise<Memory | undefined> {
  const filter = { addresses: [address], ending }
  return (await memories.listArchived(filter, { limit: 1, offset: 0 })).archived[0]?.memory
}

const refusals = new Set(['invalid-input', 'conflict', 'not-found'])

async function refusable(work: () => Promise<Taken>): Promise<Taken> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ThroughlineError) || !refusals.has(error.code)) throw error
    return { what: 'refused', reason: error.message }
  }
}
