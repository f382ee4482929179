import type { Concept } from '../concepts/find-concepts.ts'
import { hashLine } from '../format/generated-lines.ts'
import { pageSlug } from '../format/page-names.ts'
import type { PagePath } from '../model.ts'

/** By key. Of concepts with one file name, the others than the first by key get a suffix. */
export function conceptPaths(concepts: readonly Concept[]): Map<string, PagePath> {
  const paths = new Map<string, PagePath>()
  const taken = new Set<string>()
  for (const { key, name } of concepts.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const slug = pageSlug(name)
    const isTaken = taken.has(slug) || slug.startsWith('other-')
    const own = isTaken ? `${pageSlug(name, 70)}-${hashLine(key).slice(0, 6)}` : slug
    taken.add(own)
    paths.set(key, `concepts/${own}.md`)
  }
  return paths
}
