/** The catalogue: every page with one line. */
import type { PageHeading } from '../format/sections.ts'
import type { Page, PageType } from '../model.ts'
import { section } from './compile-sections.ts'
import type { PageFacts } from './page-facts.ts'
import type { PlannedPage } from './wiki-plan.ts'

const headings: readonly (readonly [PageType, PageHeading])[] = [
  ['concept', 'Concepts'],
  ['decision', 'Decisions'],
  ['connection', 'Connections'],
  ['daily', 'Days'],
]

export function compileIndex(
  { path, title }: PlannedPage,
  facts: PageFacts,
  summaryOf: (page: PlannedPage) => string,
): Page {
  const pages = Map.groupBy(facts.plan.pages.values(), ({ type }) => type)
  const sections = headings.map(([type, heading]) => {
    const listed = inOrder(type, pages.get(type) ?? [])
    return section(
      heading,
      listed.map((page) => toLine(page, facts, summaryOf(page))),
    )
  })
  return {
    ...{ path, title, type: 'index', summary: '', tags: [], aliases: [] },
    updated: undefined,
    sources: facts.input.memories.length,
    sections: sections.filter(({ items }) => items.length > 0),
  }
}

/** The latest day first; what has no concept of its own last. */
function inOrder(type: PageType, pages: readonly PlannedPage[]): readonly PlannedPage[] {
  if (type === 'daily') return pages.toReversed()
  const isOther = ({ path }: PlannedPage) => path.startsWith('concepts/other-')
  return [...pages.filter((page) => !isOther(page)), ...pages.filter(isOther)]
}

function toLine(page: PlannedPage, facts: PageFacts, summary: string): string {
  const link = facts.linkToPage(page.path)
  const isReplaced = page.type === 'decision' && page.statements.length === 0
  return `${link}${summary === '' ? '' : ` · ${summary}`}${isReplaced ? ' (replaced)' : ''}`
}
