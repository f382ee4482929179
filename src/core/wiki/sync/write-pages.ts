/** Writes the pages that changed, and removes those that have no content any more. */
import { isTurnOver, yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type {
  AnnouncedPage,
  AnnouncedPages,
  WikiStates,
  WrittenBlock,
  WrittenPage,
} from '../../ports/wiki.ts'
import { blockText } from '../format/block-text.ts'
import { generatedHashes } from '../format/generated-lines.ts'
import { parsePage } from '../format/parse-page.ts'
import { ownFrontMatter, renderPage } from '../format/render-page.ts'
import type { OwnContent, Page, PagePath, Passage } from '../model.ts'
import type { WikiMemory } from './decide-edits.ts'
import { describeFound, type FoundWiki } from './describe-found.ts'
import { type ReadPage, readPage, type WikiReadParts } from './read-pages.ts'

export interface WriteParts extends WikiReadParts {
  readonly wiki: string
  readonly states: Pick<WikiStates, 'announce'>
}

export interface PagesToWrite extends FoundWiki {
  readonly pages: readonly Page[]
  /** Refused items, which stay on their page. */
  readonly kept: ReadonlyMap<PagePath, readonly Passage[]>
  /** Pages whose own text became a memory. */
  readonly consumed: ReadonlySet<PagePath>
}

interface PlannedPage {
  readonly path: PagePath
  /** Undefined to remove it. Rendered each time: the texts of ten thousand memories take 10 MB. */
  readonly text: string | undefined
  readonly known: ReadPage | undefined
  readonly next: WrittenPage | null
}

/** @returns with `isOvertaken`, whether somebody saved a page meanwhile: it has to be read again */
export async function writePages(given: PagesToWrite, parts: WriteParts) {
  const { planned, settled } = await planPages(given, parts)
  if (planned.length > 0) {
    await parts.states.announce(parts.wiki, await announcementOf(planned, settled, given, parts))
  }
  const written: PagePath[] = []
  const removed: PagePath[] = []
  let isOvertaken = false

  async function carryOut({ path, text, known, next }: PlannedPage): Promise<void> {
    if (text === undefined || next === null) {
      if (!known || (await parts.folder.remove(path, known.text))) removed.push(path)
      else isOvertaken = true
      return
    }
    const fingerprint = await parts.folder.write(path, text, known?.text)
    if (fingerprint === undefined) {
      isOvertaken = true
      return
    }
    settled[path] = { ...next, fingerprint }
    written.push(path)
  }

  for (let at = 0; at < planned.length; at += writesAtOnce) {
    await allEnded(planned.slice(at, at + writesAtOnce).map(carryOut))
  }
  await parts.folder.settle()
  return { pages: settled, written: written.toSorted(), removed: removed.toSorted(), isOvertaken }
}

/** Most of the time goes into waiting for the disk. */
const writesAtOnce = 8

/** Waits for all writes even if one fails: none may go on while the next build runs. */
async function allEnded(writes: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(writes)
  await Promise.all(writes)
}

/** Includes pages that the state does not know yet: those that were edited or announced before. */
async function announcementOf(
  planned: readonly PlannedPage[],
  settled: Readonly<Record<PagePath, WrittenPage>>,
  given: PagesToWrite,
  parts: WikiReadParts,
): Promise<AnnouncedPages> {
  const announced: Record<PagePath, AnnouncedPage> = {}
  for (const path of [...given.read.announced, ...given.read.touched.keys()]) {
    const page = settled[path] ?? null
    announced[path] = { from: page, next: page }
  }
  for (const { path, known, next } of planned) {
    announced[path] = { from: known ? describeFound(path, known, given, parts) : null, next }
    await yieldToEventLoop()
  }
  return announced
}

/** By compiled page: pages that a change does not touch are the same objects as before. */
const hashes = new WeakMap<Page, string>()

function hashOf(page: Page, { hash }: WikiReadParts): string {
  const known = hashes.get(page)
  if (known !== undefined) return known
  const found = hash(JSON.stringify(page))
  hashes.set(page, found)
  return found
}

export async function planPages(given: PagesToWrite, parts: WikiReadParts) {
  const { read } = given
  const planned: PlannedPage[] = []
  const settled: Record<PagePath, WrittenPage> = {}
  const unreadable = new Set(read.problems.map(({ path }) => path))
  const compiled = new Set(given.pages.map(({ path }) => path))
  for (const page of given.pages) {
    const { path } = page
    if (isTurnOver()) await yieldToEventLoop()
    if (unreadable.has(path)) continue
    const built = read.built.get(path)
    const compiledHash = hashOf(page, parts)
    if (built?.compiled === compiledHash && !read.touched.has(path)) {
      settled[path] = built
      continue
    }
    if (isTurnOver()) await yieldToEventLoop()
    await plan(await presentPage(path, given, parts), page, compiledHash)
  }
  for (const [path, present] of read.touched) {
    if (!compiled.has(path) && present) await planOwn(path, present)
  }
  for (const [path, built] of read.built) {
    if (compiled.has(path) || read.touched.has(path) || unreadable.has(path)) continue
    // An unchanged page that a person made.
    if (built.compiled === '') settled[path] = built
    else await planOwn(path, await presentPage(path, given, parts))
  }
  return { planned, settled }

  async function plan(
    known: ReadPage | undefined,
    page: Page,
    compiledHash: string,
  ): Promise<void> {
    const own = known && ownContent(page.path, known, given)
    const text = renderPage(page, own)
    // The index alone takes 20 ms.
    if (isTurnOver()) await yieldToEventLoop()
    const blocks = own && !isEmpty(own) ? undefined : describeRendered(page, given, parts)
    const next: WrittenPage = {
      ...{ hash: parts.hash(text), fingerprint: '', compiled: compiledHash },
      generated: generatedHashes(page),
      ...(blocks ? { ...nothingOpen, blocks, hasOwn: false } : readBack(page, text, given, parts)),
    }
    if (known?.text === text) settled[page.path] = { ...next, fingerprint: known.fingerprint }
    else planned.push(toWrite(page, own, known, next))
  }

  /** A page that was never compiled, or is not any more. */
  async function planOwn(path: PagePath, known: ReadPage | undefined): Promise<void> {
    if (!known) return
    const own = ownContent(path, known, given)
    const hadOurs = read.built.get(path)?.compiled || known.parsed.blocks.length > 0
    if (!hadOurs && !given.consumed.has(path)) {
      const { hash, fingerprint } = known
      settled[path] = { ...ownPage, hash, fingerprint }
      return
    }
    if (isEmpty(own)) {
      planned.push({ path, text: undefined, known, next: null })
      return
    }
    await plan(known, bare(path, known), '')
  }
}

function toWrite(
  page: Page,
  own: OwnContent | undefined,
  known: ReadPage | undefined,
  next: WrittenPage,
): PlannedPage {
  return {
    ...{ path: page.path, known, next },
    get text() {
      return renderPage(page, own)
    },
  }
}

const nothingOpen = { conflicts: [], hasRefused: false }
const ownPage = { ...nothingOpen, compiled: '', generated: [], blocks: {}, hasOwn: true }

const isEmpty = ({ passages, frontMatter }: OwnContent) =>
  passages.length === 0 && Object.keys(frontMatter).length === 0

async function presentPage(
  path: PagePath,
  { read }: PagesToWrite,
  parts: WikiReadParts,
): Promise<ReadPage | undefined> {
  if (read.touched.has(path)) return read.touched.get(path)
  if (!read.built.has(path)) return undefined
  const found = await readPage(path, [read.built.get(path)], parts)
  return found && 'parsed' in found ? found : undefined
}

function ownContent(path: PagePath, page: ReadPage, { kept, consumed }: PagesToWrite): OwnContent {
  const added = kept.get(path) ?? []
  if (page.asBuilt) return { passages: added, frontMatter: {} }
  const passages = consumed.has(path) ? [] : page.parsed.passages
  return {
    passages: [...passages, ...added],
    frontMatter: ownFrontMatter(page.parsed.frontMatter),
  }
}

function bare(path: PagePath, { parsed }: ReadPage): Page {
  const name = path.replace(/^.*\//, '').replace(/\.md$/, '')
  return {
    path,
    type: path.startsWith('decisions/') ? 'decision' : 'concept',
    title: parsed.title ?? name,
    summary: '',
    ...{ tags: [], aliases: [], updated: undefined, sources: 0, sections: [] },
  }
}

/**
 * The blocks of a page with nothing that a person wrote: it reads as it was compiled.
 * @returns undefined for a page with a conflict
 */
function describeRendered(
  { sections }: Page,
  { memories }: PagesToWrite,
  { hashText }: WikiReadParts,
): WrittenPage['blocks'] | undefined {
  const blocks: Record<string, WrittenBlock> = {}
  for (const { items } of sections) {
    for (const item of items) {
      if (item.type === 'generated') continue
      if (item.pageText !== undefined) return undefined
      const memory = memories.get(item.anchor)
      if (memory) blocks[item.anchor] = writtenBlock(hashText(blockText(item.text)), memory)
    }
  }
  return blocks
}

/** Next to a person's text, a block may read differently from how it was compiled. */
function readBack(
  page: Page,
  text: string,
  { memories }: PagesToWrite,
  { hashText }: WikiReadParts,
): Pick<WrittenPage, 'blocks' | 'conflicts' | 'hasRefused' | 'hasOwn'> {
  const parsed = parsePage(text, new Set(generatedHashes(page)))
  const blocks: Record<string, WrittenBlock> = {}
  const conflicts: string[] = []
  for (const { anchor, isConflict, text } of parsed.blocks) {
    const memory = anchor === undefined ? undefined : memories.get(anchor)
    if (anchor !== undefined && isConflict) conflicts.push(anchor)
    else if (anchor !== undefined && memory) blocks[anchor] = writtenBlock(hashText(text), memory)
  }
  const hasRefused = parsed.blocks.some(({ anchor }) => anchor === undefined)
  return { blocks, conflicts, hasRefused, hasOwn: true }
}

function writtenBlock(text: string, { contentHash, kind, version }: WikiMemory): WrittenBlock {
  // Both are mostly the same, so they share one string.
  return { text: text === contentHash ? contentHash : text, content: contentHash, kind, version }
}
