/** Parts of a memory as stores read them back. */
import type { MemoryStanding } from '../contract/vocabulary.ts'
import type { Memory } from '../core/model/memory.ts'

export function toAuthor(id: string | undefined, name: string | undefined): Memory['author'] {
  return id === undefined ? undefined : { id, name: name ?? '' }
}

/** A memory that was JSON: members that JSON leaves out are undefined again. */
export function fromSnapshot(memory: Memory): Memory {
  const { key, author, confirmation, confirmedAt, host } = memory
  const { validTo, supersededBy, lastUsedAt, commit } = memory
  const optional = {
    key,
    author,
    confirmation,
    confirmedAt,
    host,
    validTo,
    supersededBy,
    lastUsedAt,
    commit,
  }
  return { ...memory, ...optional }
}

export function toStandingCounts(
  counts: readonly { readonly standing: MemoryStanding; readonly learned: number }[],
): Record<MemoryStanding, number> {
  const of = (standing: MemoryStanding) =>
    counts.find((each) => each.standing === standing)?.learned ?? 0
  return { memory: of('memory'), candidate: of('candidate') }
}
