/** The catalogue: every page with one line. */
import { renderLink } from '../format/links.ts'
import type { PageHeading } from '../format/sections.ts'
import type { GeneratedLine, Page, PageType } from '../model.ts'
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
    return { heading, items: listed.map((page) => lineOf(page, summaryOf(page))) }
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

/** Most pages are planned as they were, and have the same line again. */
const lines = new WeakMap<PlannedPage, { readonly summary: string; readonly line: GeneratedLine }>()

function lineOf(page: PlannedPage, summary: string): GeneratedLine {
  const known = lines.get(page)
  if (known?.summary === summary) return known.line
  const line: GeneratedLine = { type: 'generated', text: toLine(page, summary) }
  lines.set(page, { summary, line })
  return line
}

function toLine({ path, type, title, statements }: PlannedPage, summary: string): string {
  const isReplaced = type === 'decision' && statements.length === 0
  const link = renderLink(path, title)
  return `${link}${summary === '' ? '' : ` · ${summary}`}${isReplaced ? ' (replaced)' : ''}`
}
