/** Reads the pages that are not as the last build left them. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type {
  AnnouncedPage,
  AnnouncedPages,
  PageFile,
  StoredWiki,
  WikiFolder,
  WrittenBlock,
  WrittenPage,
} from '../../ports/wiki.ts'
import { parsePage } from '../format/parse-page.ts'
import type { PagePath, ParsedPage } from '../model.ts'

/** Only builds write it, a line at a time. */
export const logPath = 'log.md'
const mostBlocks = 5_000

export interface ReadPage {
  readonly text: string
  readonly hash: string
  readonly fingerprint: string
  /** Set if the page is unchanged since a build wrote it. */
  readonly asBuilt: WrittenPage | undefined
  readonly parsed: ParsedPage
}

export interface PageProblem {
  readonly path: PagePath
  readonly what: string
}

export interface ReadWiki {
  readonly built: BuiltPages
  readonly files: readonly PageFile[]
  /** Pages that were read; undefined for those of the last build that are gone. */
  readonly touched: Map<PagePath, ReadPage | undefined>
  readonly announced: readonly PagePath[]
  /** Pages that are too large or not regular files: they are left alone. */
  readonly problems: readonly PageProblem[]
}

export interface WikiReadParts {
  readonly folder: WikiFolder
  readonly hash: (text: string) => string
  /** Ignores white space. */
  readonly hashText: (text: string) => string
}

/** Open conflicts and refused items are decided again in every build. */
const isSettled = ({ conflicts, hasRefused }: WrittenPage) => conflicts.length === 0 && !hasRefused

/** @param whole reads every page */
export async function readPages(
  { state, announced }: Pick<StoredWiki, 'state' | 'announced'>,
  whole: boolean,
  parts: WikiReadParts,
): Promise<ReadWiki> {
  const files = (await parts.folder.list()).filter(({ path }) => path !== logPath)
  const pages = state?.pages ?? {}
  const touched = new Map<PagePath, ReadPage | undefined>()
  const problems: PageProblem[] = []
  for (const { path, fingerprint } of files) {
    const known = pages[path]
    const isPlain = known?.fingerprint === fingerprint && isSettled(known)
    if (isPlain && !whole && announced?.[path] === undefined) continue
    const read = await readPage(path, [known, ...versionsOf(announced?.[path])], parts)
    if (read === undefined) continue
    if ('what' in read) problems.push(read)
    else touched.set(path, read)
    await yieldToEventLoop()
  }
  const built = recoverBuilt(pages, announced, (path) => presentOf(touched.get(path), parts))
  const present = new Set(files.map(({ path }) => path))
  for (const path of built.keys()) if (!present.has(path)) touched.set(path, undefined)
  return { built, files, touched, announced: Object.keys(announced ?? {}), problems }
}

export async function readPage(
  path: PagePath,
  known: readonly (WrittenPage | undefined)[],
  { folder, hash }: WikiReadParts,
): Promise<ReadPage | PageProblem | undefined> {
  const content = await folder.read(path)
  if (content.kind === 'missing') return undefined
  if (content.kind === 'unreadable') {
    const what = content.why === 'too-large' ? 'it is larger than 1 MB' : 'it is not a regular file'
    return { path, what: `${what} and is not read` }
  }
  const versions = known.filter((page) => page !== undefined)
  const { text, fingerprint } = content
  const textHash = hash(text)
  const asBuilt = versions.find((page) => page.hash === textHash && page.hasOwn === false)
  let parsed: ParsedPage | undefined
  const page: ReadPage = {
    ...{ text, hash: textHash, fingerprint, asBuilt },
    get parsed() {
      const lines = versions.flatMap(({ generated }) => generated)
      parsed ??= parsePage(text, versions.length > 0 ? new Set(lines) : 'by-shape')
      return parsed
    },
  }
  if (!asBuilt && page.parsed.blocks.length > mostBlocks) {
    return { path, what: `it has more than ${mostBlocks} statements and is not read` }
  }
  return page
}

const versionsOf = (page: AnnouncedPage | undefined) => [
  page?.from ?? undefined,
  page?.next ?? undefined,
]

function presentOf(page: ReadPage | undefined, { hashText }: WikiReadParts) {
  if (!page) return undefined
  const { hash, parsed } = page
  const blocks = parsed.blocks.flatMap(({ anchor, isConflict, text }) =>
    anchor === undefined || isConflict ? [] : [[anchor, hashText(text)] as const],
  )
  return { hash, blocks: new Map(blocks) }
}

type BuiltPages = ReadonlyMap<PagePath, WrittenPage>

/** What is known of a page's present text. */
interface PresentPage {
  readonly hash: string
  readonly blocks: ReadonlyMap<string, string>
}

/**
 * The pages of the last build, also after one that was interrupted.
 * @param find undefined for a page that is gone
 */
function recoverBuilt(
  pages: Readonly<Record<PagePath, WrittenPage>>,
  announced: AnnouncedPages | undefined,
  find: (path: PagePath) => PresentPage | undefined,
): BuiltPages {
  const built = new Map<PagePath, WrittenPage>()
  for (const path of Object.keys(pages)) built.set(path, pages[path] as WrittenPage)
  for (const [path, page] of Object.entries(announced ?? {})) {
    const recovered = recoverPage(page, find(path))
    if (recovered) built.set(path, recovered)
    else built.delete(path)
  }
  return built
}

function recoverPage(
  { from, next }: AnnouncedPage,
  present: PresentPage | undefined,
): WrittenPage | undefined {
  if (!present) return (next && from) ?? undefined
  if (present.hash === next?.hash || !from) return next ?? undefined
  if (present.hash === from.hash || !next) return from
  // A person edited it before or after it was written; there is no telling which.
  const blocks = Object.fromEntries(mergeBlocks(from, next, present))
  const generated = [...new Set([...from.generated, ...next.generated])]
  return { ...from, compiled: '', generated, blocks }
}

/** A block that only one of the two versions has does not count as removed if it is missing. */
function* mergeBlocks(
  from: WrittenPage,
  next: WrittenPage,
  present: PresentPage,
): Generator<[string, WrittenBlock]> {
  for (const anchor of new Set([...Object.keys(from.blocks), ...Object.keys(next.blocks)])) {
    const [old, recent] = [from.blocks[anchor], next.blocks[anchor]]
    if (old && recent) yield [anchor, present.blocks.get(anchor) === recent.text ? recent : old]
    else yield [anchor, { ...((old ?? recent) as WrittenBlock), isDoubtful: true }]
  }
}
