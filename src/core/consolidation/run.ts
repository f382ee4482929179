/** What the steps of one consolidation share. */
import { isSameAddress, type Memory, type ScopeAddress } from '../memory/memory.ts'
import { readStatement, type Statement } from '../memory/statement.ts'
import type { IdSource } from '../ports/clock.ts'
import type { ConsolidationReader, RecordedAction } from '../ports/consolidation-store.ts'
import type { MemoryFilter, MemoryReader, MemoryTransaction } from '../ports/memory-store.ts'

export interface Run {
  readonly tx: MemoryTransaction
  readonly account: ConsolidationReader
  readonly ids: IdSource
  readonly at: string
  /** Ids of memories that somebody took back from consolidation, or kept in review. */
  readonly spared: ReadonlySet<string>
}

export interface Action {
  readonly kind: RecordedAction['kind']
  readonly reason: string
  /** What stands since. */
  readonly memory: Memory
  /** Its version before; undefined when it is new. */
  readonly before: number | undefined
  /** The memories it rests on, as they were. */
  readonly evidence: readonly Memory[]
  /** Those of them that were superseded, as they are since. */
  readonly closed: readonly Memory[]
}

/** A memory and what its content is made of, read once. */
export interface Said {
  readonly memory: Memory
  readonly statement: Statement
}

const pageSize = 1_000

/** Every valid one that matches. */
export async function readSaid(reader: MemoryReader, filter: MemoryFilter): Promise<Said[]> {
  const said: Said[] = []
  for (;;) {
    const { memories } = await reader.list(filter, { limit: pageSize, offset: said.length })
    for (const memory of memories) {
      said.push({ memory, statement: readStatement(memory.content) })
    }
    if (memories.length < pageSize) return said
  }
}

/** What a person pinned, took back or kept stays. */
export function mayClose({ spared }: Run, { id, pinned }: Memory): boolean {
  return !pinned && !spared.has(id)
}

export function isAt(address: ScopeAddress): (memory: Memory) => boolean {
  return (memory) => isSameAddress(memory, address)
}
