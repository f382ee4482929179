/** Findings that the memories behind the statements show: stale, said twice, disputed, without a source. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { MemoryReader } from '../../ports/memory-store.ts'
import type { ReviewItem } from '../../review/review-item.ts'
import type { WikiFinding } from './finding.ts'
import type { LintedPage } from './lint-pages.ts'

interface Place {
  readonly path: string
  readonly line: number
}

/** By anchor. */
export function placesOf(pages: readonly LintedPage[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const { path, parsed } of pages) {
    for (const { anchor, isConflict, line } of parsed.blocks) {
      if (anchor !== undefined && !isConflict) places.set(anchor, { path, line })
    }
  }
  return places
}

const kinds = {
  stale: 'stale',
  'near-duplicate': 'duplicate',
  contradiction: 'contradiction',
} as const

/** What the review queue holds about statements of this wiki. */
export function lintReviewed(
  items: readonly ReviewItem[],
  places: ReadonlyMap<string, Place>,
): WikiFinding[] {
  return items.flatMap(({ kind, memories, why }) => {
    const [one, other] = memories.map(({ id }) => places.get(shortId(id)))
    const known = kind in kinds ? kinds[kind as keyof typeof kinds] : undefined
    // Of two, the second is the one worth less.
    const place = other ?? one
    if (known === undefined || !one || !place || memories.length > 2) return []
    const where = other ? `; see ${one.path}:${one.line}` : ''
    const what = `${why.replace(/\.$/, '')}${where}; throughline review`
    return [{ kind: known, ...place, what, canFix: false }]
  })
}

export async function lintSources(
  memories: ReadonlyMap<string, Memory>,
  places: ReadonlyMap<string, Place>,
  store: Pick<MemoryReader, 'sources'>,
): Promise<WikiFinding[]> {
  const findings: WikiFinding[] = []
  for (const [anchor, place] of places) {
    const memory = memories.get(anchor)
    if (!memory || (await store.sources(memory.id)).length > 0) continue
    const what = 'it has no known source'
    findings.push({ kind: 'missing-source', ...place, what, canFix: false })
    await yieldToEventLoop()
  }
  return findings
}
