/** Converts parts of a memory as stores read them. */
import type { Memory } from '../core/model/memory.ts'

export function toAuthor(id: string | undefined, name: string | undefined): Memory['author'] {
  return id === undefined ? undefined : { id, name: name ?? '' }
}

/** Restores a memory from JSON: members that JSON omits become undefined. */
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
