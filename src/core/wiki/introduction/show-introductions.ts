/**
 * Puts stored introductions on compiled pages. An introduction stays while every statement it was
 * written from is unchanged on its page and its links lead somewhere; otherwise its text is erased at once.
 */
import type { StoredIntroduction, StoredIntroductions } from '../../ports/wiki.ts'
import { hashLine } from '../format/generated-lines.ts'
import { createLinkResolver, parseLinks, type ResolveLink } from '../format/links.ts'
import type { Page, PagePath, PageStatement } from '../model.ts'
import type { WikiMemory } from '../sync/decide-edits.ts'
import type { ReadWiki } from '../sync/read-pages.ts'

interface BuiltPages {
  readonly pages: readonly Page[]
  readonly memories: ReadonlyMap<string, WikiMemory>
  readonly read: Pick<ReadWiki, 'built' | 'touched'>
}

/**
 * @param isShown otherwise the pages stay as compiled
 * @returns the pages, and what is left of `stored`: the same object if nothing changed
 */
export function showIntroductions(
  stored: StoredIntroductions,
  built: BuiltPages,
  isShown: boolean,
): { readonly pages: readonly Page[]; readonly stored: StoredIntroductions } {
  const entries = Object.entries(stored)
  if (entries.length === 0) return { pages: built.pages, stored }
  const byPath = new Map(built.pages.map((page) => [page.path, page]))
  const resolve = createLinkResolver(built.pages)
  const kept: [PagePath, StoredIntroduction][] = []
  for (const [path, introduction] of entries) {
    const page = byPath.get(path)
    if (page) kept.push([path, settle(introduction, page, built, resolve)])
  }
  const isSame =
    kept.length === entries.length && kept.every(([path, each]) => stored[path] === each)
  const lines = new Map(kept.map(([path, { line }]) => [path, line]))
  const pages = isShown
    ? built.pages.map((page) => withLine(page, lines.get(page.path) ?? ''))
    : built.pages
  return { pages, stored: isSame ? stored : Object.fromEntries(kept) }
}

function settle(
  introduction: StoredIntroduction,
  page: Page,
  { memories, read }: BuiltPages,
  resolve: ResolveLink,
): StoredIntroduction {
  const { line, sources } = introduction
  if (line === '') return introduction
  const { path } = page
  if (isRemovedByHand(line, path, read)) return { ...introduction, ...noText }
  const here = new Set(statementsOf(page).map(({ anchor }) => anchor))
  const isFounded = Object.entries(sources).every(
    ([anchor, content]) => here.has(anchor) && memories.get(anchor)?.contentHash === content,
  )
  const hasLinks = parseLinks([line], 1).every(({ target }) => resolve(target, path) !== undefined)
  if (isFounded && hasLinks) return introduction
  return { ...introduction, ...noText, statements: '' }
}

const noText = { line: '', sources: {} }

/** A build wrote it, and a person has removed or changed it since. */
function isRemovedByHand(line: string, path: PagePath, { built, touched }: BuiltPages['read']) {
  const page = touched.get(path)
  if (!page || page.parsed.introduction === line) return false
  return built.get(path)?.generated.includes(hashLine(line)) ?? false
}

/** The same page and line give the same object: later builds recognise pages by identity. */
const introduced = new WeakMap<Page, Page>()

function withLine(page: Page, introduction: string): Page {
  if (introduction === '') return page
  const known = introduced.get(page)
  if (known?.introduction === introduction) return known
  const made = { ...page, introduction }
  introduced.set(page, made)
  return made
}

/** Fewer statements are read faster than an introduction to them. */
const fewest = 3
/** If there are more, the model reads the latest: about 2,500 tokens. */
const mostStatements = 40
const mostCharacters = 10_000

/** Pages of decisions, days and connections explain themselves. */
export function isIntroduced(page: Page): boolean {
  return page.type === 'concept' && statementsOf(page).length >= fewest
}

export function statementsOf({ sections }: Page): PageStatement[] {
  return sections.flatMap(({ items }) => items).filter((item) => item.type === 'statement')
}

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
