/**
 * What an audit's import takes: everything it read, except what it found. Of duplicates one comes in,
 * of two that contradict each other neither; the user's own text comes in without its secrets.
 */
import type { FoundMemories } from '../import/memories/import-memories.ts'
import { ofElsewhere } from '../import/memories/import-memory-item.ts'
import { isSkipped } from '../ports/history-source.ts'
import type { ForeignMemorySource } from '../ports/memory-source.ts'
import type { AuditFinding } from './examine.ts'
import type { Audited } from './read-audited.ts'

/** For each that was read, why it stays out; undefined if it comes in. */
type Reasons = ReadonlyMap<string, string | undefined>

export function findUnsound(
  audited: readonly Audited[],
  findings: readonly AuditFinding[],
): { readonly sound: number; readonly reasons: Reasons } {
  const reasons = new Map<string, string | undefined>(
    audited.map((each) => [keyOf(each.source, each.foreign), undefined]),
  )
  for (const finding of findings) {
    for (const each of atFault(finding)) {
      const key = keyOf(each.source, each.foreign)
      if (reasons.has(key) && reasons.get(key) === undefined)
        reasons.set(key, stayOut[finding.kind])
    }
  }
  const sound = [...reasons.values()].filter((reason) => reason === undefined).length
  return { sound, reasons }
}

const keyOf = (source: string, foreign: string) => `${source}\n${foreign}`

const stayOut: Readonly<Record<AuditFinding['kind'], string>> = {
  secret: 'memory with a secret in it',
  outside: 'instruction from outside',
  contradiction: 'memory that contradicts another one',
  duplicate: 'duplicate',
  'stale-path': 'memory that names a path that is gone',
  unused: 'memory that its tool never used',
}

function atFault({ kind, memories }: AuditFinding): readonly Audited[] {
  const [one, other] = memories
  if (kind === 'contradiction') return memories
  if (kind === 'secret') return one.author === 'user' ? [] : [one]
  // The same words twice in one file have one id.
  const isOne = one.source === other?.source && one.foreign === other.foreign
  return kind === 'duplicate' && isOne ? [] : [one]
}

export function withoutUnsound(
  found: readonly FoundMemories[],
  reasons: Reasons,
): readonly FoundMemories[] {
  const reading = (source: ForeignMemorySource): ForeignMemorySource['read'] =>
    async function* (item) {
      for await (const part of source.read(item)) {
        if (isSkipped(part) || part.isOnlyAudited) {
          yield part
          continue
        }
        const key = keyOf(source.name, part.id)
        const reason = reasons.get(key)
        if (!reasons.has(key)) yield { skipped: ofElsewhere }
        else yield reason === undefined ? part : { skipped: reason }
      }
    }
  return found.map(({ source, items }) => ({
    source: { ...source, read: reading(source) },
    items,
  }))
}
