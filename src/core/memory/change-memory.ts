/** Correcting, pinning and linking: changes by hand, each with a revision. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseLines, normaliseTags } from '../../contract/memory-text.ts'
import { type LinkRelation, memoryLimits, type TrustLevel } from '../../contract/vocabulary.ts'
import {
  isSameAddress,
  isValid,
  type Memory,
  type MemoryLink,
  type ScopeAddress,
} from '../model/memory.ts'
import type { MemoryChange, MemoryTransaction } from '../ports/memory-store.ts'
import { findById } from './find-memory.ts'
import { differing } from './merge.ts'
import { cleanContent, cleanKey, type DraftPorts, within0And1 } from './new-memory.ts'

export interface Correction {
  readonly content?: string | undefined
  /** Empty takes the key away. */
  readonly newKey?: string | undefined
  readonly kind?: Memory['kind'] | undefined
  readonly tags?: readonly string[] | undefined
  readonly keywords?: readonly string[] | undefined
  readonly importance?: number | undefined
  readonly pinned?: boolean | undefined
  readonly files?: readonly string[] | undefined
  readonly commit?: string | undefined
  /** Who corrects it: whoever changes the words vouches for them. */
  readonly trust?: TrustLevel | undefined
  readonly expectedVersion?: number | undefined
}

/** @throws ThroughlineError `conflict` when it changed meanwhile, or another has its key or words */
export async function correctMemory(
  tx: MemoryTransaction,
  memory: Memory,
  correction: Correction,
  ports: DraftPorts,
  at: string,
): Promise<Memory> {
  refuseSuperseded(memory)
  const { expectedVersion } = correction
  if (expectedVersion !== undefined && expectedVersion !== memory.version) {
    throw new ThroughlineError(
      'conflict',
      `memory "${memory.id}" has version ${memory.version} by now, not ${expectedVersion}`,
      { hint: 'read it again, then change it' },
    )
  }
  const change = differing(memory, planCorrection(memory, correction, ports))
  if (Object.keys(change).length === 0) return memory
  await refuseTaken(tx, memory, change)
  return tx.update(memory.id, change, at)
}

/** `supersedes` closes the other memory; every other relation only says something about both. */
export async function linkMemories(
  tx: MemoryTransaction,
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
      throw new ThroughlineError('conflict', 'a memory can only supersede one of its own scope')
    }
    await tx.update(to, { supersededBy: from }, at)
  }
  if (await tx.addLink(link)) return link
  const known = await tx.links(from)
  return known.find((other) => other.to === to && other.relation === relation) ?? link
}

function planCorrection(memory: Memory, correction: Correction, ports: DraftPorts): MemoryChange {
  const { redactor } = ports
  const { newKey, tags, keywords, files, importance, trust } = correction
  const redactAll = (texts: readonly string[]) => texts.map((text) => redactor.redact(text))
  const key =
    newKey === undefined ? memory.key : newKey === '' ? undefined : cleanKey(newKey, redactor)
  const said =
    correction.content === undefined ? undefined : cleanContent(correction.content, key, ports)
  const isOther = said !== undefined && said.contentHash !== memory.contentHash
  return {
    ...said,
    ...(isOther && trust !== undefined && { trust }),
    ...(newKey !== undefined && { key: key ?? null }),
    ...(correction.kind !== undefined && { kind: correction.kind }),
    ...(tags && { tags: normaliseTags(redactAll(tags)).slice(0, memoryLimits.tags) }),
    ...(keywords && { keywords: normaliseLines(redactAll(keywords)) }),
    ...(importance !== undefined && {
      importance: within0And1(importance, 'manual') ?? importance,
    }),
    ...(correction.pinned !== undefined && { pinned: correction.pinned }),
    ...(files && { files: normaliseLines(redactAll(files)) }),
    ...(correction.commit !== undefined && { commit: correction.commit }),
  }
}

export function refuseSuperseded(memory: Memory): void {
  if (isValid(memory)) return
  throw new ThroughlineError('conflict', `memory "${memory.id}" was superseded`, {
    ...(memory.supersededBy !== undefined && { hint: `change ${memory.supersededBy} instead` }),
  })
}

/** @throws ThroughlineError `conflict` when another one there has its key or, without one, its words */
export async function refuseTaken(
  tx: MemoryTransaction,
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
    hint: 'change or forget that one',
  })
}

/** @throws ThroughlineError `conflict` when it was superseded, or its key or words are taken there */
export async function moveMemory(
  tx: MemoryTransaction,
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
