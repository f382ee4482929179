/** Parts of a memory as stores read them back. */
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
