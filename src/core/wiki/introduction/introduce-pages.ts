/**
 * Has a model write the introductions that are due in one wiki. Its text is stored and put on the
 * page only if it obeys the rules; otherwise the page stays as compiled.
 */
import type { LanguageModel } from '../../ports/models.ts'
import type { StoredIntroduction, StoredIntroductions } from '../../ports/wiki.ts'
import { introductionLine } from '../format/generated-lines.ts'
import { createLinkResolver, parseLinks } from '../format/links.ts'
import { parsePage } from '../format/parse-page.ts'
import type { Page, PagePath, PageStatement } from '../model.ts'
import type { WikiSyncParts } from '../sync/sync-wiki.ts'
import { syncNow, syncOneWiki, wikiParts } from '../sync-one-wiki.ts'
import type { Wiki } from '../which-wiki.ts'
import type { WikiPorts } from '../wiki-ports.ts'
import type { WritingRules } from '../writing/check-sentences.ts'
import { introductionPrompt, introductionSystem } from '../writing/prompts.ts'
import {
  isExhausted,
  renderSentences,
  type Writing,
  writeSentences,
} from '../writing/write-sentences.ts'
import {
  hashStatements,
  isIntroduced,
  statementsOf,
  statementsToRead,
} from './show-introductions.ts'

/** Pages per run, so that learning, which uses the same model, gets its turn. */
const mostPages = 3
/** Until the budget is checked again. */
const exhaustedMs = 60 * 60_000
const mostLinks = 12

export interface IntroducedPages {
  readonly written: readonly PagePath[]
  readonly refused: readonly { readonly path: PagePath; readonly fault: string }[]
  /** When to run again, in milliseconds since 1970; undefined if nothing is due. */
  readonly nextAt: number | undefined
}

/**
 * @param models in the order of asking
 * @throws ThroughlineError if no model could be asked; what was written before is stored
 */
export async function introducePages(
  wiki: Wiki,
  models: readonly LanguageModel[],
  ports: WikiPorts,
  signal: AbortSignal,
): Promise<IntroducedPages> {
  const { pages } = await syncOneWiki(wiki, ports)
  const parts = wikiParts(wiki, ports)
  const readDue = async () => {
    const stored = await parts.introductions.store.read(parts.wiki)
    return withoutOwnProse(findDue(pages, stored, parts.hash), parts)
  }
  const now = ports.clock.now().getTime()
  const ready = (await readDue()).filter(({ dueAt }) => dueAt <= now)
  const written: PagePath[] = []
  const refused: { path: PagePath; fault: string }[] = []
  for (const { page } of ready.slice(0, mostPages)) {
    const given = statementsToRead(page)
    const writing = await write(page, given, pages, models, ports, signal)
    if (writing === 'exhausted') return { written, refused, nextAt: now + exhaustedMs }
    await ports.alone(() => store(writing, page, given, wiki, ports))
    if (writing.kind === 'written') written.push(page.path)
    if (writing.kind === 'refused') refused.push({ path: page.path, fault: writing.fault })
  }
  return { written, refused, nextAt: soonest(await readDue()) }
}

/** A person who wrote below the title has introduced the page. */
async function withoutOwnProse(
  due: readonly DuePage[],
  { folder }: WikiSyncParts,
): Promise<DuePage[]> {
  const open: DuePage[] = []
  for (const each of due) {
    const content = await folder.read(each.page.path)
    if (content.kind !== 'text') continue
    const { passages, introduction } = parsePage(content.text, 'by-shape')
    const hasOwn = passages.some(({ after }) => after === undefined)
    if (!hasOwn || introduction !== undefined) open.push(each)
  }
  return open
}

async function write(
  page: Page,
  given: readonly PageStatement[],
  pages: readonly Page[],
  models: readonly LanguageModel[],
  { redactor }: WikiPorts,
  signal: AbortSignal,
): Promise<Writing | 'exhausted'> {
  const linked = linkedPages(page, pages)
  const rules: WritingRules = {
    sources: new Map(given.map(({ anchor, text }) => [anchor, text])),
    subject: page.title,
    pages: linked,
    redactor,
  }
  const prompt = introductionPrompt(page.title, given, linked)
  const task = { purpose: 'introduce', system: introductionSystem, prompt, rules } as const
  try {
    return await writeSentences(task, models, signal)
  } catch (error) {
    if (isExhausted(error)) return 'exhausted'
    throw error
  }
}

function linkedPages(page: Page, pages: readonly Page[]): Page[] {
  const resolve = createLinkResolver(pages)
  const lines = page.sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.type === 'generated' ? [item.text] : [])),
  )
  const paths = new Set(parseLinks(lines, 1).map(({ target }) => resolve(target, page.path)))
  const isOffered = ({ path, type }: Page) =>
    path !== page.path && paths.has(path) && (type === 'concept' || type === 'decision')
  return pages.filter(isOffered).slice(0, mostLinks)
}

/** The build that follows drops what was written if a statement has changed meanwhile. */
async function store(
  writing: Writing,
  page: Page,
  given: readonly PageStatement[],
  wiki: Wiki,
  ports: WikiPorts,
): Promise<void> {
  const parts = wikiParts(wiki, ports)
  const { store: introductions } = parts.introductions
  const present = await introductions.read(parts.wiki)
  const made = toStored(writing, page, given, present[page.path], parts)
  await introductions.write(parts.wiki, { ...present, [page.path]: made })
  await syncNow(wiki, ports)
}

/** Without a new text, an earlier one that is still valid stays. */
function toStored(
  writing: Writing,
  page: Page,
  given: readonly PageStatement[],
  earlier: StoredIntroduction | undefined,
  { hash, hashText, clock }: WikiSyncParts,
): StoredIntroduction {
  const statements = hashStatements(page, hash)
  const { line = '', sources = {} } = earlier ?? {}
  const asked = { askedAt: clock.now().toISOString(), statements, line, sources, refusals: 0 }
  if (writing.kind === 'nothing') return asked
  if (writing.kind === 'refused') {
    const before = earlier?.statements === statements ? earlier.refusals : 0
    return { ...asked, refusals: before + 1 }
  }
  const text = renderSentences(writing.sentences, () => '')
  return {
    ...asked,
    line: introductionLine(text, writing.model),
    sources: Object.fromEntries(given.map(({ anchor, text }) => [anchor, hashText(text)])),
  }
}

interface DuePage {
  readonly page: Page
  /** Milliseconds since 1970; 0 if no model was asked before. */
  readonly dueAt: number
}

/** After this many refusals in a row, the page waits until its statements change. */
const mostRefusals = 3

/** Pages whose statements changed since the last time; the longest first, as they gain most. */
export function findDue(
  pages: readonly Page[],
  stored: StoredIntroductions,
  hash: (text: string) => string,
): DuePage[] {
  const found = pages.flatMap((page): DuePage[] => {
    if (!isIntroduced(page)) return []
    const known = stored[page.path]
    if (known && !isOutdated(known, hashStatements(page, hash))) return []
    return [{ page, dueAt: known ? nextTime(known) : 0 }]
  })
  const sizes = new Map(found.map(({ page }) => [page.path, statementsOf(page).length]))
  const sizeOf = ({ page: { path } }: DuePage) => sizes.get(path) ?? 0
  return found.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.page.path < b.page.path ? -1 : 1))
}

/** Undefined if nothing is due. */
export function soonest(due: readonly DuePage[]): number | undefined {
  return due.length === 0 ? undefined : Math.min(...due.map(({ dueAt }) => dueAt))
}

function isOutdated({ statements, refusals }: StoredIntroduction, now: string): boolean {
  return statements !== now || (refusals > 0 && refusals < mostRefusals)
}

/** Between two introductions of a page; each refusal doubles it. */
const waitMs = 60 * 60_000

function nextTime({ askedAt, refusals }: StoredIntroduction): number {
  return Date.parse(askedAt) + waitMs * 2 ** refusals
}
