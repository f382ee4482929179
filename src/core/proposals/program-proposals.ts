/** What programs propose about a memory: to make it global, or a rule. */
import { normaliseStatement } from '../memory/normalise-statement.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { Proposal } from '../model/proposal.ts'
import { type NewProposal, proposalKey } from './propose.ts'

/** One statement is proposed once, in whichever project and words it recurs. */
export function widenKey(content: string, hash: Hash): string {
  return proposalKey('widen', [wordsOf(content)], hash)
}

/** @param others memories of other projects that say the same */
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
