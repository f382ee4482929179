/** Corrects, moves and links memories by hand; each change adds a revision. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { LinkRelation, TrustLevel } from '../../contract/vocabulary.ts'
import {
  isSameAddress,
  isValid,
  type Memory,
  type MemoryLink,
  type ScopeAddress,
} from '../model/memory.ts'
import type { MemoryChange, MemoryStore } from '../ports/memory-store.ts'
import { findById } from './find-memory.ts'
import { differing, isForeign, type WantedChange } from './merge.ts'
import {
  cleanContent,
  cleanKey,
  cleanLabels,
  type DraftPorts,
  type NewMemory,
  within0And1,
} from './new-memory.ts'
import { approvedTrust, confirm } from './standing.ts'
import type { WriteGuard } from './write-memory.ts'

export interface Correction
  extends Pick<
    NewMemory,
    'kind' | 'tags' | 'keywords' | 'importance' | 'pinned' | 'files' | 'commit'
  > {
  readonly content?: string | undefined
  /** Empty removes the key. */
  readonly newKey?: string | undefined
  readonly trust?: TrustLevel | undefined
  readonly expectedVersion?: number | undefined
}

/** @throws ThroughlineError `conflict` if it changed meanwhile, or its key or content is taken */
export async function correctMemory(
  tx: MemoryStore,
  memory: Memory,
  correction: Correction,
  ports: DraftPorts & { readonly guard?: WriteGuard | undefined },
  at: string,
): Promise<Memory> {
  refuseSuperseded(memory)
  const { expectedVersion } = correction
  if (expectedVersion !== undefined && expectedVersion !== memory.version) {
    throw new ThroughlineError(
      'conflict',
      `memory "${memory.id}" is at version ${memory.version}, not ${expectedVersion}`,
      { hint: 'read it again, then change it' },
    )
  }
  const change = differing(memory, planCorrection(memory, correction, ports))
  if (Object.keys(change).length === 0) return memory
  await refuseTaken(tx, memory, change)
  ports.guard?.beforeUpdate(memory, change)
  const confirmed = confirmedBy(memory, correction, change.contentHash !== undefined)
  return tx.update(memory.id, { ...change, ...confirmed }, at)
}

/**
 * A person confirms a memory by editing or pinning it, an agent by changing it. New labels do not
 * make a repository's words anyone else's.
 */
function confirmedBy(
  memory: Memory,
  { trust, pinned }: Correction,
  isReworded: boolean,
): MemoryChange {
  if (trust === 'user') {
    const approved = approvedTrust({ ...memory, author: undefined }, isReworded)
    return { ...confirm(memory, 'reviewed'), trust: approved, author: null }
  }
  if (pinned && trust === undefined) return confirm(memory, 'reviewed')
  return trust === 'agent' && !isForeign(memory.trust) ? confirm(memory, 'stored') : {}
}

/** `supersedes` closes the other memory; other relations change neither memory. */
export async function linkMemories(
  tx: MemoryStore,
  { from, relation, to }: { from: string; relation: LinkRelation; to: string },
  at: string,
): Promise<MemoryLink> {
  if (from === to) {
    throw new ThroughlineError('invalid-input', 'a memory cannot be linked to itself')
  }
  const link = { from, relation, to, createdAt: at }
  const [one, other] = [await findById(tx, from), await findById(tx, to)]
  if (relation === 'supersedes' && other.supersededBy !== from) {
    refuseSuperseded(one)
    refuseSuperseded(other)
    if (!isSameAddress(one, other)) {
      throw new ThroughlineError('conflict', 'a memory can only supersede one in its own scope')
    }
    // Do this first, so that no candidate closes a memory.
    if (one.standing === 'candidate') await tx.update(from, confirm(one, 'reviewed'), at)
    await tx.update(to, { supersededBy: from }, at)
  }
  if (await tx.addLink(link)) return link
  const known = await tx.links(from)
  return known.find((other) => other.to === to && other.relation === relation) ?? link
}

function planCorrection(memory: Memory, correction: Correction, ports: DraftPorts): WantedChange {
  const { redactor } = ports
  const { newKey, content, kind, pinned, commit, trust } = correction
  const key =
    newKey === undefined ? memory.key : newKey === '' ? undefined : cleanKey(newKey, redactor)
  const said = content === undefined ? undefined : cleanContent(content, key, ports)
  // An agent that rewords a repository's statement does not make it its own.
  const rewordedTrust = memory.trust === 'repository' && trust === 'agent' ? undefined : trust
  return {
    ...said,
    ...cleanLabels(correction, redactor),
    trust: said && said.contentHash !== memory.contentHash ? rewordedTrust : undefined,
    key: key ?? null,
    kind,
    importance: within0And1(correction.importance, 'manual'),
    pinned,
    commit,
  }
}

export function refuseSuperseded(memory: Memory): void {
  if (isValid(memory)) return
  throw new ThroughlineError('conflict', `memory "${memory.id}" was superseded`, {
    ...(memory.supersededBy !== undefined && { hint: `change ${memory.supersededBy} instead` }),
  })
}

/** @throws ThroughlineError `conflict` if a memory there has its key or, without one, its content */
export async function refuseTaken(
  tx: MemoryStore,
  memory: Memory,
  change: MemoryChange,
): Promise<void> {
  const { key } = change
  const rival = key ? await tx.findByKey(memory, key) : undefined
  if (rival) throw taken(rival, `has the key "${key}"`)
  const isWithoutKey = key === undefined ? memory.key === undefined : key === null
  if (!isWithoutKey) return
  const twin = await tx.findByHash(memory, change.contentHash ?? memory.contentHash)
  if (twin && twin.id !== memory.id && twin.key === undefined) throw taken(twin, 'says the same')
}

function taken(memory: Memory, what: string): ThroughlineError {
  return new ThroughlineError('conflict', `memory "${memory.id}" ${what} already`, {
    hint: 'change or forget that memory',
  })
}

/** @throws ThroughlineError `conflict` if it was superseded, or its key or content is taken there */
export async function moveMemory(
  tx: MemoryStore,
  memory: Memory,
  { scope, scopeId }: ScopeAddress,
  at: string,
): Promise<Memory> {
  refuseSuperseded(memory)
  const address = { scope, scopeId }
  if (isSameAddress(memory, address)) return memory
  await refuseTaken(tx, { ...memory, ...address }, { key: memory.key ?? null })
  return tx.update(memory.id, address, at)
}
