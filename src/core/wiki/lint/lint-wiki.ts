/** Looks over every page of a wiki and the memories behind it. */
import type { ReviewItem } from '../../review/review-item.ts'
import { readMemories } from '../sync/examine-wiki.ts'
import { readPages } from '../sync/read-pages.ts'
import type { WikiSyncParts } from '../sync/sync-wiki.ts'
import { inPageOrder, type WikiFinding } from './finding.ts'
import { createLinkFixer } from './fix-links.ts'
import { type LintedPage, lintPages } from './lint-pages.ts'
import { lintReviewed, lintSources, placesOf } from './lint-statements.ts'

export interface LintParts extends WikiSyncParts {
  readonly readReview: () => Promise<readonly ReviewItem[]>
}

export async function lintWiki(parts: LintParts): Promise<WikiFinding[]> {
  const { pages, problems } = await readAll(parts)
  const places = placesOf(pages)
  const unread = problems.map(({ path, what }): WikiFinding => {
    return { kind: 'unreadable', path, line: 1, what, canFix: false }
  })
  return inPageOrder([
    ...lintPages(pages),
    ...unread,
    ...pages.flatMap((page) => lintRefused(page, parts.edits)),
    ...lintReviewed(await parts.readReview(), places),
    ...(await lintSources(await readMemories(parts), places, parts.store.memories)),
  ])
}

/** A build left them on the page, because they cannot become memories. */
function lintRefused({ path, parsed }: LintedPage, edits: LintParts['edits']): WikiFinding[] {
  return parsed.blocks.flatMap(({ anchor, isConflict, text, line }): WikiFinding[] => {
    const what = anchor === undefined || isConflict ? edits.findFault(text) : undefined
    return what === undefined || text === ''
      ? []
      : [{ kind: 'refused', path, line, what, canFix: false }]
  })
}

/** @returns how many findings it repaired */
export async function fixWiki(parts: LintParts): Promise<number> {
  const { pages } = await readAll(parts)
  const fixable = lintPages(pages).filter(({ canFix }) => canFix)
  const fixLinks = createLinkFixer(pages)
  let fixed = 0
  for (const page of pages) {
    const here = fixable.filter(({ path }) => path === page.path)
    const text = fixLinks(page, new Set(here.map(({ line }) => line)))
    if (text === page.text) continue
    const isWritten = await parts.folder.write(page.path, text, page.text)
    if (isWritten !== undefined) fixed += here.length
  }
  await parts.folder.settle()
  return fixed
}

async function readAll(parts: LintParts) {
  const { touched, problems } = await readPages(await parts.states.read(parts.wiki), true, parts)
  const pages = [...touched].flatMap(([path, page]): LintedPage[] =>
    page ? [{ path, text: page.text, parsed: page.parsed }] : [],
  )
  return { pages, problems }
}
