/** Looks through memories of agents and other tools without importing them. */
import type { FoundMemories } from '../import/memories/import-memories.ts'
import type { ForeignPlace } from '../ports/memory-source.ts'
import { type AuditFinding, type ExaminePorts, examine, findingKinds } from './examine.ts'
import { type AuditPorts, type ReadResult, readAudited } from './read-audited.ts'

export interface Audit extends Omit<ReadResult, 'audited'> {
  /** How many were read. */
  readonly memories: number
  /** The worst first. */
  readonly findings: readonly AuditFinding[]
}

export async function auditMemories(
  found: readonly FoundMemories[],
  isWanted: (place: ForeignPlace) => boolean,
  ports: AuditPorts & ExaminePorts,
): Promise<Audit> {
  const { audited, read, unread } = await readAudited(found, isWanted, ports)
  const findings = await examine(audited, ports)
  const rank = ({ kind }: AuditFinding) => findingKinds.indexOf(kind)
  const ordered = findings.toSorted((a, b) => rank(a) - rank(b))
  return { read, unread, memories: audited.length, findings: ordered }
}
