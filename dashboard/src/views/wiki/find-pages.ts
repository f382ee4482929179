/** The pages of a wiki by type, in the order in which they are listed. */
import type { OutputOf } from '../../api/call.ts'

export type ListedPage = OutputOf<'getWiki'>['pages'][number]

const typeNames: Record<ListedPage['type'], string> = {
  concept: 'Concepts',
  decision: 'Decisions',
  question: 'Questions',
  connection: 'Connections',
  daily: 'Days',
  index: 'Index',
  log: 'Index',
}

export function findPages(pages: readonly ListedPage[], wanted: string): ListedPage[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return pages.filter(({ title, path, aliases, tags }) => {
    const names = [title, path, ...aliases, ...tags].join('\n').toLowerCase()
    return words.every((word) => names.includes(word))
  })
}

export interface PagesOfType {
  readonly name: string
  readonly pages: ListedPage[]
}

/** Days and decisions newest first, others by name. */
export function pagesByType(pages: readonly ListedPage[]): PagesOfType[] {
  const groups = Map.groupBy(pages, ({ type }) => typeNames[type])
  return [...new Set(Object.values(typeNames))].flatMap((name) => {
    const found = groups.get(name)
    return found ? [{ name, pages: found.toSorted(inOrder) }] : []
  })
}

function inOrder(a: ListedPage, b: ListedPage): number {
  if (a.type === 'daily') return a.path < b.path ? 1 : -1
  const byDay = a.type === 'decision' ? (b.updated ?? '').localeCompare(a.updated ?? '') : 0
  return byDay || a.title.localeCompare(b.title, 'en') || (a.path < b.path ? -1 : 1)
}
