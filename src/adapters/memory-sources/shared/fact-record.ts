/** A fact in one of the many spellings that exports use. */

import { timeOf } from '../../../core/model/json-values.ts'
import type { ForeignPlace, ImportedMemory } from '../../../core/ports/memory-source.ts'
import type { ForeignRecord } from '../../foreign-files/foreign-database.ts'
import { kindOf } from './kinds.ts'
import { firstText, textsOf } from './statement.ts'

/** Undefined if it says nothing. */
export function readFact(record: ForeignRecord, line: string): ImportedMemory | undefined {
  const content = firstText(record, 'content', 'text', 'memory', 'fact', 'observation')
  if (content === undefined) return undefined
  const time = (...names: readonly string[]) => {
    const name = names.find((each) => timeOf(record[each]) !== undefined)
    return name === undefined ? undefined : timeOf(record[name])
  }
  return {
    id: firstText(record, 'id', 'external_id') ?? content,
    origin: line,
    content,
    kind: kindOf(firstText(record, 'kind', 'type', 'category', 'memory_type')),
    author: 'other',
    place: placeOf(firstText(record, 'project', 'scope', 'group_id')),
    tags: textsOf(record.tags ?? record.concepts ?? record.labels),
    importance: scaled(record),
    createdAt: time('created_at', 'createdAt', 'timestamp'),
    updatedAt: time('updated_at', 'updatedAt'),
    validFrom: time('valid_from', 'valid_at'),
    validTo: time('valid_to', 'invalid_at', 'expires_at', 'stale_after'),
    supersedes: textsOf(record.supersedes),
    session: firstText(record, 'session_id', 'source'),
  }
}

function placeOf(name: string | undefined): ForeignPlace {
  if (name === 'global') return { kind: 'global' }
  return name === undefined ? { kind: 'unknown' } : { kind: 'project', name }
}

/** Scales of one, ten and a hundred are in use. */
function scaled(record: ForeignRecord): number | undefined {
  const given = [record.importance, record.score, record.confidence, record.strength]
  const value = given.find((each) => typeof each === 'number')
  if (typeof value !== 'number') return undefined
  return value <= 1 ? value : value <= 10 ? value / 10 : value / 100
}
