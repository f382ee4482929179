/**
 * Writes the pages of a repository's wiki. None is ever removed: if one branch removed a page and
 * another changed it, git would ask a person. A page without statements keeps its title.
 */

import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { defaultImportance, type Memory, type ScopeAddress } from '../../model/memory.ts'
import type { RepositoryWikiFolder } from '../../ports/wiki.ts'
import { ownFrontMatter, renderPage } from '../format/render-page.ts'
import type { Page, PagePath } from '../model.ts'
import { compilePages } from '../pages/compile-pages.ts'
import { fromOneLine } from './page-statements.ts'
import type { RepositoryPage, RepositoryPages } from './read-repository-pages.ts'

/** @returns with `isOvertaken`, whether somebody saved a page meanwhile: the next build reads it */
export async function writeRepositoryPages(
  compiled: readonly Page[],
  read: RepositoryPages,
  folder: RepositoryWikiFolder,
) {
  const written: PagePath[] = []
  let isOvertaken = false
  for (const { path, text } of planPages(compiled, read)) {
    await yieldToEventLoop()
    const known = read.pages.get(path)?.text
    if (text === known) continue
    if ((await folder.write(path, text, known)) === undefined) isOvertaken = true
    else written.push(path)
  }
  await folder.settle()
  return { written, isOvertaken }
}

function* planPages(
  compiled: readonly Page[],
  { pages, problems }: RepositoryPages,
): Generator<{ path: PagePath; text: string }> {
  const leftAlone = new Set(problems.map(({ path }) => path))
  const current = new Set(compiled.map(({ path }) => path))
  for (const page of compiled) {
    if (!leftAlone.has(page.path))
      yield { path: page.path, text: render(page, pages.get(page.path)) }
  }
  for (const [path, page] of pages) {
    if (!current.has(path) && wasCompiled(page))
      yield { path, text: render(empty(path, page), page) }
  }
}

function render(page: Page, present: RepositoryPage | undefined): string {
  if (!present) return renderPage(page)
  const { passages, frontMatter } = present.parsed
  return renderPage(page, { passages, frontMatter: ownFrontMatter(frontMatter) })
}

/** Earlier versions also wrote pages of connections. */
const compiledTypes: readonly unknown[] = ['concept', 'decision', 'connection']

/** Any other page was written by a person. */
function wasCompiled({ parsed: { frontMatter, blocks } }: RepositoryPage): boolean {
  return blocks.length > 0 || compiledTypes.includes(frontMatter?.type)
}

function empty(path: PagePath, { parsed: { title } }: RepositoryPage): Page {
  const type = path.startsWith('decisions/') ? 'decision' : 'concept'
  const name = path.replace(/^.*\//, '').replace(/\.md$/, '')
  return {
    ...{ path, type, title: title ?? name, summary: '', tags: [], aliases: [] },
    ...{ updated: undefined, sources: 0, sections: [] },
  }
}

export interface ShownStatement {
  readonly anchor: string
  /** In one line. */
  readonly written: string
  readonly kind: MemoryKind
  /** A day. */
  readonly since: string
}

/**
 * Compiles pages from the statements alone. Nothing that only one clone knows is used, such as files,
 * tags, use or sessions, so that every clone writes the same bytes.
 */
export function compileForRepository(
  statements: readonly ShownStatement[],
  { name, address }: { readonly name: string; readonly address: ScopeAddress },
): readonly Page[] {
  if (statements.length === 0) return []
  const written = new Map(statements.map((each) => [each.anchor, each.written]))
  const { pages } = compilePages({
    ...{ name, place: 'repository', replaced: [], links: [], sessions: [] },
    memories: statements.map((statement) => asMemory(statement, address)),
    dayOf: (time) => time.slice(0, 10),
  })
  return pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      items: section.items.map((item) =>
        item.type === 'generated' ? item : { ...item, text: written.get(item.anchor) ?? item.text },
      ),
    })),
  }))
}

/** Its anchor is its id, so that every clone sorts it alike. */
function asMemory({ anchor, written, kind, since }: ShownStatement, address: ScopeAddress): Memory {
  const at = `${since}T00:00:00.000Z`
  return {
    ...address,
    ...{ id: anchor, key: undefined, kind, content: fromOneLine(written), contentHash: '' },
    ...{ tags: [], keywords: [], importance: defaultImportance, source: 'wiki', trust: 'user' },
    author: undefined,
    ...{ standing: 'memory', confirmation: undefined, confirmedAt: undefined, host: undefined },
    ...{ pinned: false, validFrom: at, validTo: undefined, supersededBy: undefined, useCount: 0 },
    ...{ lastUsedAt: undefined, files: [], commit: undefined, version: 1 },
    ...{ createdAt: at, updatedAt: at },
  }
}
