/**
 * Writes the pages of a repository's wiki. None is ever removed: where one branch removes a page and
 * the other changes it, git asks a person. A page without statements keeps its title.
 */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { RepositoryWikiFolder } from '../../ports/wiki.ts'
import { ownFrontMatter } from '../format/page-front-matter.ts'
import { renderPage } from '../format/render-page.ts'
import type { Page, PagePath } from '../model.ts'
import type { RepositoryPage, RepositoryPages } from './read-repository-pages.ts'

export interface WrittenRepository {
  readonly written: readonly PagePath[]
  /** Somebody saved a page meanwhile: the next build takes it up. */
  readonly isOvertaken: boolean
}

export async function writeRepositoryPages(
  compiled: readonly Page[],
  read: RepositoryPages,
  folder: RepositoryWikiFolder,
): Promise<WrittenRepository> {
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

const compiledTypes = {
  'concepts/': 'concept',
  'decisions/': 'decision',
  'connections/': 'connection',
} as const

/** Anything else is a page of somebody's own. */
function wasCompiled({ parsed: { frontMatter, blocks } }: RepositoryPage): boolean {
  return blocks.length > 0 || Object.values<unknown>(compiledTypes).includes(frontMatter?.type)
}

function empty(path: PagePath, { parsed: { title } }: RepositoryPage): Page {
  const [, type = 'concept'] =
    Object.entries(compiledTypes).find(([folder]) => path.startsWith(folder)) ?? []
  const name = path.replace(/^.*\//, '').replace(/\.md$/, '')
  return {
    ...{ path, type, title: title ?? name, summary: '', tags: [], aliases: [] },
    ...{ updated: undefined, sources: 0, sections: [] },
  }
}
