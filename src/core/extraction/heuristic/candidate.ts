/** An item and how sure the judge is of it. */
import type { MemoryKind, MemoryStanding, TrustLevel } from '../../../contract/memory.ts'
import type { ExtractedItem } from '../../model/extracted-item.ts'
import type { MemorySource } from '../../model/memory.ts'
import { keywordsOf, tagsOf } from './keywords.ts'
import { filesIn } from './names.ts'

export interface Candidate {
  readonly item: ExtractedItem
  /** How far above what was needed. */
  readonly margin: number
}

export interface Draft {
  readonly kind: MemoryKind
  readonly content: string
  readonly margin: number
  readonly trust: TrustLevel
  readonly sources: readonly MemorySource[]
  readonly standing?: MemoryStanding
  readonly scope?: 'project' | 'global'
  readonly files?: readonly string[]
  readonly keywords?: readonly string[]
  readonly supersedes?: string | undefined
}

export function toCandidate(draft: Draft): Candidate {
  const { kind, content, margin, trust, sources } = draft
  return {
    margin,
    item: {
      kind,
      content,
      importance: importanceOf(kind, margin),
      tags: tagsOf(content),
      keywords: keywordsOf(content, draft.keywords),
      scope: draft.scope ?? 'project',
      trust,
      standing: draft.standing ?? 'candidate',
      files: [...new Set([...filesIn(content), ...(draft.files ?? [])])],
      sources,
      supersedes: draft.supersedes,
    },
  }
}

const importanceByKind: Readonly<Record<MemoryKind, number>> = {
  correction: 0.75,
  rule: 0.75,
  decision: 0.7,
  preference: 0.65,
  procedure: 0.65,
  fix: 0.6,
  workaround: 0.6,
  fact: 0.55,
  reference: 0.55,
}

function importanceOf(kind: MemoryKind, margin: number): number {
  const strength = Math.min(2, Math.max(0, margin)) / 10
  return Math.round((importanceByKind[kind] + strength) * 100) / 100
}
