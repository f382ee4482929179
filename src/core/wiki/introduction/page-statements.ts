/** What a page's introduction is written from. */
import type { Page, PageStatement } from '../model.ts'

/** Fewer can be read faster than an introduction to them. */
const fewest = 3
/** Of more, a model reads the latest: about 2,500 tokens. */
const mostStatements = 40
const mostCharacters = 10_000

/** Decisions, days and connections say themselves what they are about. */
export function isIntroduced(page: Page): boolean {
  return page.type === 'concept' && statementsOf(page).length >= fewest
}

export function statementsOf({ sections }: Page): PageStatement[] {
  return sections.flatMap(({ items }) => items).filter((item) => item.type === 'statement')
}

/** In the order of the page. */
export function statementsToRead(page: Page): PageStatement[] {
  const all = statementsOf(page)
  const latest = all.toSorted((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0))
  const chosen = new Set<PageStatement>()
  let characters = 0
  for (const statement of latest.slice(0, mostStatements)) {
    characters += statement.text.length
    if (characters > mostCharacters) break
    chosen.add(statement)
  }
  return all.filter((statement) => chosen.has(statement))
}

export function hashStatements(page: Page, hash: (text: string) => string): string {
  const parts = statementsOf(page).map(({ anchor, kind, text }) => [anchor, kind, text])
  return hash(JSON.stringify([page.title, ...parts]))
}
