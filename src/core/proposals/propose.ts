/** Makes each proposal once, even if the user has decided on it or its memory was rewritten. */

import { normaliseStatement } from '../memory/normalise-statement.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { Proposal } from '../model/proposal.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { StoreTransaction } from '../ports/store.ts'

export type ProposePorts = Pick<Runtime, 'clock' | 'ids'>

export type NewProposal = Omit<Proposal, 'id' | 'createdAt' | 'decidedAt'>

/** Waiting: it was made before. Decided: the user accepted or dropped it. */
export type Proposed = 'new' | 'waiting' | 'decided'

/** @param otherKeys of proposals with the same effect */
export async function propose(
  { proposals, reviews }: Pick<StoreTransaction, 'proposals' | 'reviews'>,
  given: NewProposal,
  { clock, ids }: ProposePorts,
  otherKeys: readonly string[] = [],
): Promise<Proposed> {
  for (const key of new Set([given.key, ...otherKeys])) {
    if (await reviews.findDecision(key)) return 'decided'
    if (await proposals.find(key)) return 'waiting'
  }
  const createdAt = clock.now().toISOString()
  await proposals.insert({ ...given, id: ids.next(), createdAt, decidedAt: undefined })
  return 'new'
}

/** As long as the keys of other review items. */
const keyCharacters = 12

/** @param parts what identifies the proposal */
export function proposalKey(
  action: Proposal['action'],
  parts: readonly unknown[],
  hash: Hash,
): string {
  return hash(JSON.stringify(['proposal', action, ...parts])).slice(0, keyCharacters)
}

/** One statement is proposed once, whatever the project and wording in which it recurs. */
export function widenKey(content: string, hash: Hash): string {
  return proposalKey('widen', [wordsOf(content)], hash)
}

/** A program's proposal to make a memory global. @param others the same in other projects */
export function proposeWidening(
  memory: Memory,
  reason: string,
  hash: Hash,
  { others = [], kind }: { others?: readonly Memory[]; kind?: Memory['kind'] | undefined } = {},
): NewProposal {
  return {
    ...about(memory, reason),
    action: 'widen',
    key: widenKey(memory.content, hash),
    evidence: others.map(({ id }) => id),
    wanted: { scope: 'global', scopeId: '', ...(kind && { kind }) },
  }
}

/** A program's proposal to make a memory a rule. */
export function proposeRule(memory: Memory, reason: string, hash: Hash): NewProposal {
  const { scope, scopeId, content } = memory
  return {
    ...about(memory, reason),
    action: 'make-rule',
    key: proposalKey('make-rule', [scope, scopeId, wordsOf(content)], hash),
    evidence: [],
    wanted: { kind: 'rule' },
  }
}

function about(
  { id, version, scope, scopeId }: Memory,
  reason: string,
): Pick<Proposal, 'memoryId' | 'memoryVersion' | 'proposer' | 'projectId'> {
  return {
    memoryId: id,
    memoryVersion: version,
    proposer: { kind: 'program', host: undefined, reason },
    projectId: scope === 'project' ? scopeId : undefined,
  }
}

function wordsOf(content: string): readonly string[] {
  const { words, anchors } = normaliseStatement(content)
  return [...words.toSorted(), ...anchors]
}
