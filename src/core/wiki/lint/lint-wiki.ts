/** Checks every page of a wiki and the memories behind it, and repairs broken links. */

import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { ReviewItem } from '../../review/review-item.ts'
import {
  createLinkResolver,
  type LinkablePage,
  pageSlug,
  type ResolveLink,
  readLink,
  renderLink,
} from '../format/links.ts'
import { createCodeTracker } from '../format/sections.ts'
import type { PagePath } from '../model.ts'
import { firstWords } from '../pages/first-words.ts'
import { readMemories } from '../sync/examine-wiki.ts'
import { readPages } from '../sync/read-pages.ts'
import type { WikiSyncParts } from '../sync/sync-wiki.ts'
import { findRepeatedRules } from './find-repeated-rules.ts'
import {
  inPageOrder,
  type LintedPage,
  lintPages,
  toLinkable,
  type WikiFinding,
} from './findings.ts'

export interface LintParts extends WikiSyncParts {
  readonly readReview: () => Promise<readonly ReviewItem[]>
}

export async function lintWiki(parts: LintParts): Promise<WikiFinding[]> {
  const { pages, problems } = await readAll(parts)
  const places = placesOf(pages)
  const unread = problems.map(({ path, what }): WikiFinding => {
    return { kind: 'unreadable', path, line: 1, what, canFix: false }
  })
  const memories = await readMemories(parts)
  const reviewed = lintReviewed(await parts.readReview(), places)
  const repeated = await lintRules(memories, places)
  const isReviewed = ({ path, line }: WikiFinding) =>
    reviewed.some((each) => each.kind === 'duplicate' && each.path === path && each.line === line)
  return inPageOrder([
    ...lintPages(pages),
    ...unread,
    ...pages.flatMap((page) => lintRefused(page, parts.edits)),
    ...reviewed,
    ...repeated.filter((finding) => !isReviewed(finding)),
    ...(await lintSources(memories, places, parts.store.memories)),
  ])
}

/** List items that a build left on the page because they cannot become memories. */
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

const codeOrLink = /(`{1,3})[^`]*\1|\[\[([^[\]\s][^[\]]*)\]\]/g

/** A broken link then leads to the page that its name suggests, or becomes plain words. */
function createLinkFixer(pages: readonly LintedPage[]) {
  const linkable = pages.map(toLinkable)
  const resolve = createLinkResolver(linkable)
  const bySlug = slugsOf(linkable)
  return ({ path, text }: LintedPage, brokenLines: ReadonlySet<number>) => {
    const lines = text.split('\n')
    const isCode = createCodeTracker(lines)
    const fixed = lines.map((line, n) => {
      if (isCode(n) || !brokenLines.has(n + 1)) return line
      return line.replace(codeOrLink, (whole, _ticks, inner: string | undefined) =>
        inner === undefined ? whole : fixLink(whole, inner, path, resolve, bySlug),
      )
    })
    return fixed.join('\n')
  }
}

function fixLink(
  whole: string,
  inner: string,
  from: PagePath,
  resolve: ResolveLink,
  bySlug: ReadonlyMap<string, PagePath>,
): string {
  const { target, anchor, alias } = readLink(inner)
  const found = resolve(target, from)
  if (found !== undefined) return anchor === undefined ? whole : renderLink(found, alias ?? target)
  const meant = bySlug.get(pageSlug(target.replace(/^.*\//, '')))
  return meant === undefined ? (alias ?? target) : renderLink(meant, alias ?? target)
}

/** Only names that mean one page. */
function slugsOf(pages: readonly LinkablePage[]): Map<string, PagePath> {
  const named = pages.flatMap(({ path, title, aliases }) => {
    const names = [path.replace(/^.*\//, '').replace(/\.md$/, ''), title, ...aliases]
    return [...new Set(names.map((name) => pageSlug(name)))].map((slug) => ({ slug, path }))
  })
  const groups = Map.groupBy(named, ({ slug }) => slug)
  return new Map(
    [...groups].flatMap(([slug, [first, ...others]]) =>
      first && others.length === 0 ? [[slug, first.path] as const] : [],
    ),
  )
}

interface Place {
  readonly path: string
  readonly line: number
}

function placesOf(pages: readonly LintedPage[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const { path, parsed } of pages) {
    for (const { anchor, isConflict, line } of parsed.blocks) {
      if (anchor !== undefined && !isConflict) places.set(anchor, { path, line })
    }
  }
  return places
}

const kinds = {
  stale: 'stale',
  'near-duplicate': 'duplicate',
  contradiction: 'contradiction',
} as const

/** Open review items about statements of this wiki. */
function lintReviewed(
  items: readonly ReviewItem[],
  places: ReadonlyMap<string, Place>,
): WikiFinding[] {
  return items.flatMap(({ kind, memories, why }) => {
    const [one, other] = memories.map(({ id }) => places.get(shortId(id)))
    const known = kind in kinds ? kinds[kind as keyof typeof kinds] : undefined
    // Of two, the second is worth less.
    const place = other ?? one
    if (known === undefined || !one || !place || memories.length > 2) return []
    const where = other ? `; see ${one.path}:${one.line}` : ''
    const what = `${why.replace(/\.$/, '')}${where}; throughline review`
    return [{ kind: known, ...place, what, canFix: false }]
  })
}

async function lintRules(
  memories: ReadonlyMap<string, Memory>,
  places: ReadonlyMap<string, Place>,
): Promise<WikiFinding[]> {
  const found = await findRepeatedRules(memories.values())
  return found.flatMap(({ memory, earlier }): WikiFinding[] => {
    const [place, other] = [memory, earlier].map(({ id }) => places.get(shortId(id)))
    if (!place || !other) return []
    const [own, same] = [memory, earlier].map(({ content }) => firstWords(content))
    const what = `“${own}” may be the same rule as “${same}” (${other.path}:${other.line}); keep one`
    return [{ kind: 'duplicate', ...place, what, canFix: false }]
  })
}

async function lintSources(
  memories: ReadonlyMap<string, Memory>,
  places: ReadonlyMap<string, Place>,
  store: Pick<MemoryStore, 'sources'>,
): Promise<WikiFinding[]> {
  const findings: WikiFinding[] = []
  for (const [anchor, place] of places) {
    const memory = memories.get(anchor)
    if (!memory || (await store.sources(memory.id)).length > 0) continue
    const what = 'it has no known source'
    findings.push({ kind: 'missing-source', ...place, what, canFix: false })
    await yieldToEventLoop()
  }
  return findings
}
