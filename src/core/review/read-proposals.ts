/** Turns proposals into items of the review queue. */
import { plainName } from '../../contract/team/author-name.ts'
import { nameAgent } from '../../contract/vocabulary.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ProposalStore } from '../ports/review-store.ts'
import type { ReviewItem } from './review-item.ts'
import { describeChanges } from './track-changes.ts'

/** Skips proposals about memories that are no longer valid. */
export async function readProposals(
  projectId: string | undefined,
  ports: {
    readonly proposals: ProposalStore
    readonly memories: Pick<MemoryStore, 'findMany'>
  },
): Promise<ReviewItem[]> {
  const waiting = await ports.proposals.waiting()
  if (waiting.length === 0) return []
  const found = await ports.memories.findMany(waiting.flatMap(({ memoryId }) => memoryId ?? []))
  const byId = new Map(found.filter(isValid).map((memory) => [memory.id, memory]))
  return waiting.flatMap((proposal) => {
    const { memoryId, key } = proposal
    const memory = memoryId === undefined ? undefined : byId.get(memoryId)
    if (memoryId !== undefined && !memory) return []
    // Until the other version arrives, or after this one was chosen, there is no choice to make.
    const isConflict = proposal.proposer.writtenAt !== undefined
    if (isConflict && describeChanges(proposal, memory).length === 0) return []
    if (projectId !== undefined && !isOf(projectId, proposal, memory)) return []
    const why = explain(proposal, memory)
    const memories = memory ? [memory] : []
    return [{ key, kind: 'proposal', memories, proposal, why, suggestion: suggest(proposal) }]
  })
}

function isOf(projectId: string, proposal: Proposal, memory: Memory | undefined): boolean {
  if (memory?.scope === 'project') return memory.scopeId === projectId
  return proposal.projectId === projectId
}

/** Foreign text may have told the agent to propose it. */
function suggest({ wanted, proposer }: Proposal): 'accept' | 'drop' {
  if (wanted.author && proposer.reason !== undefined) return 'drop'
  return wanted.trust === 'tool' && proposer.kind === 'agent' ? 'drop' : 'accept'
}

function explain(proposal: Proposal, memory: Memory | undefined): string {
  const { action, proposer, memoryVersion, wanted } = proposal
  if (proposer.writtenAt !== undefined) return explainConflict(memory)
  if (wanted.author) return explainEdit(proposal, plainName(wanted.author.name))
  const sentences = [
    proposer.kind === 'agent'
      ? `${proposer.host === undefined ? 'An agent' : nameAgent(proposer.host)} wants to ${describe(proposal, memory)}.`
      : `Suggestion: ${describe(proposal, memory)}${proposer.reason ? ` (${proposer.reason})` : ''}.`,
  ]
  if (wanted.trust === 'tool' && proposer.kind === 'agent') {
    sentences.push('The text repeats what a tool returned.')
  }
  const hasChanged = memory && memoryVersion !== undefined && memory.version !== memoryVersion
  if (hasChanged && action !== 'store') sentences.push('The memory has changed since.')
  return sentences.join(' ')
}

function explainConflict(memory: Memory | undefined): string {
  const by = memory?.author ? plainName(memory.author.name) : 'Another machine of yours'
  return `${by} changed this memory before your version reached the team server.`
}

function explainEdit({ wanted, proposer: { reason } }: Proposal, by: string): string {
  const [edit, words] =
    wanted.content === undefined ? ['closed', 'memory'] : ['changed', 'former words']
  const warning = reason === undefined ? '' : ` It ${reason}.`
  return `${by} ${edit} this memory.${warning} Until you accept that, agents get the ${words}.`
}

function describe({ action, wanted }: Proposal, memory: Memory | undefined): string {
  switch (action) {
    case 'store':
      if (memory) return 'replace this memory'
      return wanted.scope === 'global' ? 'store this for all projects' : 'store this'
    case 'update':
      return 'change this memory'
    case 'forget':
      return 'forget this memory'
    case 'pin':
      return wanted.pinned ? 'pin this memory' : 'unpin this memory'
    case 'widen':
      return 'make this memory global'
    case 'make-rule':
      return 'make this memory a rule'
  }
}
