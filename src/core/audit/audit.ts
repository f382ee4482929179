/** Looks through memories of agents and other tools without importing them. */
import type { FoundMemories } from '../import/memories/import-memories.ts'
import type { ForeignPlace } from '../ports/memory-source.ts'
import { findUnsound, withoutUnsound } from './clean-import.ts'
import { type AuditFinding, type ExaminePorts, examine, findingKinds } from './examine.ts'
import { type AuditPorts, type ReadResult, readAudited } from './read-audited.ts'

export interface Audit extends Omit<ReadResult, 'audited'> {
  /** How many were read. */
  readonly memories: number
  /** How many an import would take without what was found. */
  readonly sound: number
  /** The worst first. */
  readonly findings: readonly AuditFinding[]
}

export interface AuditWithImport {
  readonly audit: Audit
  /** What was read, without what was found. */
  readonly clean: readonly FoundMemories[]
}

export async function auditMemories(
  found: readonly FoundMemories[],
  isWanted: (place: ForeignPlace) => boolean,
  ports: AuditPorts & ExaminePorts,
): Promise<AuditWithImport> {
  const { audited, read, unread } = await readAudited(found, isWanted, ports)
  const findings = await examine(audited, ports)
  const rank = ({ kind }: AuditFinding) => findingKinds.indexOf(kind)
  const ordered = findings.toSorted((a, b) => rank(a) - rank(b))
  const importable = audited.filter(({ isMemory }) => isMemory)
  const { sound, reasons } = findUnsound(importable, ordered)
  return {
    audit: { read, unread, memories: importable.length, sound, findings: ordered },
    clean: withoutUnsound(found, reasons),
  }
}
