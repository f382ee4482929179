/** What is wrong with a wiki, and where. */
import type { OutputOf } from '../../../contract/operations/index.ts'

export type WikiFinding = OutputOf<'lintWiki'>['findings'][number]

export function inPageOrder(findings: readonly WikiFinding[]): WikiFinding[] {
  return findings.toSorted(
    (a, b) => compare(a.path, b.path) || a.line - b.line || compare(a.kind, b.kind),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
