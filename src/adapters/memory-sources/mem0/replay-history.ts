/** Where only mem0's history is left, its last value is what it remembers. */

import { timeOf } from '../../../core/model/json-values.ts'
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import type { ForeignRecord } from '../../foreign-files/foreign-database.ts'
import { firstText } from '../shared/statement.ts'

interface Replayed {
  content: string
  createdAt: string | undefined
  updatedAt: string | undefined
  isDeleted: boolean
}

export function* replayHistory(rows: Iterable<ForeignRecord>): Generator<ImportedMemory> {
  const memories = new Map<string, Replayed>()
  for (const row of rows) {
    const id = firstText(row, 'memory_id')
    if (id !== undefined) memories.set(id, replay(memories.get(id), row))
  }
  for (const [id, { content, createdAt, updatedAt, isDeleted }] of memories) {
    if (content === '') continue
    const place = { kind: 'unknown' } as const
    const base = { id, origin: `memory ${id}`, kind: 'fact', author: 'other', place } as const
    yield { ...base, content, createdAt, updatedAt, isSuperseded: isDeleted }
  }
}

function replay(before: Replayed | undefined, row: ForeignRecord): Replayed {
  const isDeleted = firstText(row, 'event', 'action') === 'DELETE' || row.is_deleted === 1
  const said = firstText(row, 'new_memory', 'new_value')
  return {
    content: said ?? before?.content ?? '',
    createdAt: before?.createdAt ?? timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at) ?? before?.updatedAt,
    isDeleted,
  }
}
