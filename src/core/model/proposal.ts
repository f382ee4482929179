/** A change that waits for the user, because an agent or a program may not make it. */
import type { ProposalAction } from '../../contract/vocabulary.ts'
import type { Memory, MemorySource, ScopeAddress } from './memory.ts'

export interface Proposal {
  /** Grows with time. */
  readonly id: string
  /** The same proposal has the same key, so it is made once. */
  readonly key: string
  readonly action: ProposalAction
  /** The memory to change. A `store` has one if it would replace it. */
  readonly memoryId: string | undefined
  readonly memoryVersion: number | undefined
  /** Ids of other memories that say the same. */
  readonly evidence: readonly string[]
  readonly wanted: ProposedValues
  readonly proposer: Proposer
  /** Where it was made. */
  readonly projectId: string | undefined
  readonly createdAt: string
  readonly decidedAt: string | undefined
}

interface Proposer {
  readonly kind: 'agent' | 'program'
  readonly host: string | undefined
  /** Of a program. */
  readonly reason: string | undefined
  /** Set if these are the user's own words, which lost to a teammate's on the server. */
  readonly writtenAt?: string | undefined
}

/** Redacted. What is not given stays as it is. */
export interface ProposedValues
  extends Partial<ScopeAddress>,
    Partial<
      Pick<
        Memory,
        | 'content'
        | 'kind'
        | 'tags'
        | 'keywords'
        | 'importance'
        | 'pinned'
        | 'files'
        | 'commit'
        | 'trust'
      >
    > {
  /** Of a teammate's edit of a memory in use. Null makes the memory the user's. */
  readonly author?: Memory['author'] | null
  /** Null removes the key. */
  readonly key?: string | null | undefined
  readonly supersedes?: string | undefined
  readonly sources?: readonly MemorySource[] | undefined
}
