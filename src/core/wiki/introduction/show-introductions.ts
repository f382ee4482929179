/**
 * Puts stored introductions on compiled pages. An introduction stays while every statement it was
 * written from is unchanged on its page and its links lead somewhere; otherwise its text is erased at once.
 */
import type { StoredIntroduction, StoredIntroductions } from '../../ports/wiki.ts'
import { hashLine } from '../format/generated-lines.ts'
import { createLinkResolver, parseLinks } from '../format/links.ts'
import type { Page, PagePath, PageStatement } from '../model.ts'
import type { WikiMemory } from '../sync/decide-edits.ts'
import type { ReadWiki } from '../sync/read-pages.ts'

interface Around {
  readonly pages: readonly Page[]
  readonly memories: ReadonlyMap<string, WikiMemory>
  readonly read: Pick<ReadWiki, 'built' | 'touched'>
}

export interface ShownIntroductions {
  readonly pages: readonly Page[]
  /** What is left of the stored ones; the same object if nothing changed. */
  readonly stored: StoredIntroductions
}

/** @param isShown otherwise the pages stay as compiled */
export function showIntroductions(
  stored: StoredIntroductions,
  around: Around,
  isShown: boolean,
): ShownIntroductions {
  const entries = Object.entries(stored)
  if (entries.length === 0) return { pages: around.pages, stored }
  const byPath = new Map(around.pages.map((page) => [page.path, page]))
  const exists = createLinkResolver(around.pages)
  const kept: [PagePath, StoredIntroduction][] = []
  for (const [path, introduction] of entries) {
    const page = byPath.get(path)
    if (page) kept.push([path, settle(introduction, page, around, exists)])
  }
  const isSame =
    kept.length === entries.length && kept.every(([path, each]) => stored[path] === each)
  const lines = new Map(kept.map(([path, { line }]) => [path, line]))
  const pages = isShown
    ? around.pages.map((page) => withLine(page, lines.get(page.path) ?? ''))
    : around.pages
  return { pages, stored: isSame ? stored : Object.fromEntries(kept) }
}

function settle(
  introduction: StoredIntroduction,
  page: Page,
  { memories, read }: Around,
  exists: (target: string, from: PagePath) => PagePath | undefined,
): StoredIntroduction {
  const { line, sources } = introduction
  if (line === '') return introduction
  const { path } = page
  if (isTakenBack(line, path, read)) return { ...introduction, ...noText }
  const here = new Set(statementsOf(page).map(({ anchor }) => anchor))
  const isFounded = Object.entries(sources).every(
    ([anchor, content]) => here.has(anchor) && memories.get(anchor)?.contentHash === content,
  )
  const hasLinks = parseLinks([line], 1).every(({ target }) => exists(target, path) !== undefined)
  if (isFounded && hasLinks) return introduction
  return { ...introduction, ...noText, statements: '' }
}

const noText = { line: '', sources: {} }

/** A build wrote it, and it is no longer as it was. */
function isTakenBack(line: string, path: PagePath, { built, touched }: Around['read']): boolean {
  const page = touched.get(path)
  if (!page || page.parsed.introduction === line) return false
  return built.get(path)?.generated.includes(hashLine(line)) ?? false
}

/** The same page and line give the same object, by which later builds recognise it. */
const introduced = new WeakMap<Page, Page>()

function withLine(page: Page, introduction: string): Page {
  if (introduction === '') return page
  const known = introduced.get(page)
  if (known?.introduction === introduction) return known
  const made = { ...page, introduction }
  introduced.set(page, made)
  return made
}

// What a page's introduction is written from.

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
