/** One memory of mem0. Its keys are camel case in TypeScript and snake case in Python. */

import { timeOf } from '../../../core/model/json-values.ts'
import type { ForeignPlace, ImportedMemory } from '../../../core/ports/memory-source.ts'
import type { ForeignRecord } from '../../foreign-files/foreign-database.ts'
import { kindOf } from '../shared/kinds.ts'
import { firstText } from '../shared/statement.ts'

/** Undefined if it says nothing. */
export function toImported(id: string, payload: ForeignRecord): ImportedMemory | undefined {
  const content = firstText(payload, 'data', 'memory')
  if (content === undefined) return undefined
  return {
    id,
    origin: `memory ${id}`,
    content,
    kind: kindOf(firstText(payload, 'category', 'kind', 'type')),
    author: 'other',
    place: placeOf(payload),
    createdAt: timeOf(payload.createdAt ?? payload.created_at),
    updatedAt: timeOf(payload.updatedAt ?? payload.updated_at),
    session: firstText(payload, 'run_id', 'runId'),
  }
}

/** A project in the caller's own metadata, else the widest of its scopes. */
function placeOf(payload: ForeignRecord): ForeignPlace {
  const name = firstText(payload, 'project')
  if (name !== undefined) return { kind: 'project', name }
  if (firstText(payload, 'user_id', 'userId') !== undefined) return { kind: 'global' }
  const agent = firstText(payload, 'agent_id', 'agentId')
  if (agent !== undefined) return { kind: 'agent', name: agent }
  const session = firstText(payload, 'run_id', 'runId')
  return session === undefined ? { kind: 'unknown' } : { kind: 'project' }
}
