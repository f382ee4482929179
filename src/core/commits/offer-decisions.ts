/**
 * Makes candidates of the few commits that decide something and say why. Anyone who can commit may have
 * written them: they are the repository's word, found by recall, and given to nobody before a person
 * keeps them.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import { indexMemories } from '../indexing/index-changes.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { wasDropped } from '../memory/dropped-candidates.ts'
import { judgeSimilar } from '../memory/find-similar.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../memory/new-memory.ts'
import { type WritePorts, writeDraft } from '../memory/write-memory.ts'
import { daysBefore } from '../model/days.ts'
import type { Memory } from '../model/memory.ts'
import { type CommitStore, idOfCommit, type ProjectCommit } from '../ports/commit-store.ts'
import type { CommitReader, FindChangesSince, RepositoryReader } from '../ports/repository.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { decisionIn } from './commit-decision.ts'
import { findReverted } from './reverted.ts'

export interface OfferPorts extends WritePorts {
  readonly commits: Pick<CommitStore, 'findMany' | 'unconsidered' | 'reverting'>
  readonly repositories: RepositoryReader
  readonly reader: Pick<CommitReader, 'sharedTips' | 'findAncestors'>
  readonly findChangesSince: FindChangesSince
}

/** As many as somebody decides in one go; older ones follow when these are decided. */
export const mostOpen = 12
const mostDays = 365
const pageSize = 200
/** A commit that changes more is about none of them. */
const mostFiles = 5

interface Decision {
  readonly commit: ProjectCommit
  readonly content: string
}

/** The newest first, until so many wait. @returns how many are new */
export async function offerDecisions(
  project: { readonly id: string; readonly root: string },
  ports: OfferPorts,
  signal?: AbortSignal,
): Promise<number> {
  const { commits, memories, clock } = ports
  const repository = await ports.repositories.read(project.root)
  if (!repository || repository.isBorrowed) return 0
  const since = daysBefore(clock.now(), mostDays)
  const isReverted = findReverted(await commits.reverting(project.id, since))
  const addresses = [{ scope: 'project', scopeId: project.id }] as const
  const filter = { addresses, source: 'commit', standing: 'candidate' } as const
  const open = await memories.list(filter, { limit: mostOpen, offset: 0 })
  const withdrawn = await withdrawReverted(open.memories, project.id, isReverted, ports)
  let room = mostOpen - open.total + withdrawn
  let [offered, left] = [0, 0]
  while (room > 0 && !signal?.aborted) {
    const page = await commits.unconsidered(project.id, since, { limit: pageSize, offset: left })
    if (page.length === 0) break
    const decisions: Decision[] = []
    for (const commit of page) {
      await yieldToEventLoop()
      const content = isReverted(commit) ? undefined : decisionIn(commit.message)
      if (content !== undefined) decisions.push({ commit, content })
    }
    const shared = await findShared(decisions, repository.commonDir, ports)
    const found = new Map(decisions.map((decision) => [decision.commit.id, decision]))
    const drafts = await draftAll(
      decisions.filter(({ commit }) => shared.has(commit.hash)),
      { ...project, root: repository.root },
      ports,
    )
    const stored = await ports.transaction(async (tx) => {
      const [considered, waiting]: [string[], string[]] = [[], []]
      let count = 0
      for (const { id, hash } of page) {
        if (count === room) break
        if (found.has(id) && !shared.has(hash)) waiting.push(id)
        else considered.push(id)
        const draft = drafts.get(id)
        if (draft && (await offer(tx, draft, ports))) count += 1
      }
      await tx.commits.markConsidered(considered)
      return { count, waiting: waiting.length }
    })
    room -= stored.count
    offered += stored.count
    left += stored.waiting
  }
  return offered
}

/** A branch is no decision of the project before it is merged. */
async function findShared(
  decisions: readonly Decision[],
  commonDir: string,
  { reader }: OfferPorts,
): Promise<ReadonlySet<string>> {
  const shared = new Set<string>()
  const hashes = decisions.map(({ commit }) => commit.hash)
  if (hashes.length === 0) return shared
  for (const tip of await reader.sharedTips(commonDir)) {
    const left = hashes.filter((hash) => !shared.has(hash))
    if (left.length === 0) break
    const answers = await reader.findAncestors(commonDir, tip, left)
    for (const [hash, isAncestor] of answers) if (isAncestor) shared.add(hash)
  }
  return shared
}

/** By the commit's id. Without those that are about a secret. */
async function draftAll(
  decisions: readonly Decision[],
  project: { readonly id: string; readonly root: string },
  ports: OfferPorts,
): Promise<ReadonlyMap<string, MemoryDraft>> {
  const drafts = new Map<string, MemoryDraft>()
  for (const { commit, content } of decisions) {
    const { hash, at } = commit
    const files = await presentFiles(commit, project.root, ports)
    try {
      const draft = draftMemory(
        {
          ...({ scope: 'project', scopeId: project.id } as const),
          ...({ content, kind: 'decision', source: 'commit', trust: 'repository' } as const),
          ...{ createdAt: at, updatedAt: at, validFrom: at },
          ...(files.length > 0 && { files, commit: hash }),
          sources: [{ type: 'commit', ref: hash }],
        },
        ports,
      )
      if (!holdsRedaction(draft.content)) drafts.set(commit.id, draft)
    } catch (error) {
      if (!(error instanceof ThroughlineError) || error.code !== 'invalid-input') throw error
    }
  }
  return drafts
}

async function presentFiles(
  { hash, files }: ProjectCommit,
  root: string,
  { findChangesSince }: OfferPorts,
): Promise<readonly string[]> {
  if (files.length === 0 || files.length > mostFiles) return []
  const changes = await findChangesSince(root, hash, files)
  const gone = new Set(changes?.filter(({ change }) => change === 'gone').map(({ file }) => file))
  return changes ? files.filter((file) => !gone.has(file)) : []
}

/** @returns false if a memory or candidate says it, or a person dropped it */
async function offer(
  tx: StoreTransaction,
  draft: MemoryDraft,
  ports: OfferPorts,
): Promise<boolean> {
  if (await wasDropped(tx.extractions, draft, ports.hash)) return false
  await indexMemories(tx)
  for (const address of [draft, { scope: 'global', scopeId: '' } as const]) {
    const { scope, scopeId } = address
    const similar = await judgeSimilar(tx.memories, { ...draft, scope, scopeId }, tx.search)
    if (similar.some(({ verdict }) => verdict === 'same')) return false
  }
  await writeDraft(tx, draft, ports)
  return true
}

/** @returns how many */
async function withdrawReverted(
  open: readonly Memory[],
  projectId: string,
  isReverted: ReturnType<typeof findReverted>,
  { commits, memories, transaction, clock }: OfferPorts,
): Promise<number> {
  const gone: string[] = []
  for (const { id } of open) {
    const refs = (await memories.sources(id)).flatMap(({ type, ref }) =>
      type === 'commit' ? [idOfCommit(ref, projectId)] : [],
    )
    const from = await commits.findMany(refs)
    if (from.length > 0 && from.every(isReverted)) gone.push(id)
  }
  if (gone.length === 0) return 0
  const at = clock.now().toISOString()
  await transaction(async (tx) => {
    for (const id of gone) await forgetMemory(tx.memories, id, at, { now: false })
  })
  return gone.length
}
