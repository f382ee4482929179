/**
 * Synchronises a wiki with its memories: edits on the pages become memories, then the pages are
 * written from the memories. The state is written last: after a kill the next build does the work
 * again.
 */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { WikiIntroductions, WikiState, WikiStates } from '../../ports/wiki.ts'
import type { Compile } from '../compile-wiki.ts'
import { showIntroductions } from '../introduction/show-introductions.ts'
import type { Page, PagePath } from '../model.ts'
import { cleanAnswers } from '../query/query-wiki.ts'
import { applyEdits } from './apply-edits.ts'
import { buildLog, cleanLog } from './build-log.ts'
import type { EditWriter } from './edit-writer.ts'
import type { WikiChange } from './edits.ts'
import { type ExamineParts, examineWiki, readMemories } from './examine-wiki.ts'
import { logPath, type PageProblem, type ReadWiki } from './read-pages.ts'
import { planPages, writePages } from './write-pages.ts'

export interface WikiSyncParts extends ExamineParts {
  readonly folderName: string
  readonly states: WikiStates
  readonly edits: EditWriter
  readonly compile: Compile
  readonly introductions: {
    readonly store: WikiIntroductions
    /** Otherwise pages stay as compiled; outdated text is still erased. */
    readonly isShown: boolean
  }
  readonly clock: Clock
}

export interface WikiSyncOptions {
  /** Reads every page, even if nothing seems to have changed. */
  readonly whole?: boolean
  /** What to do with removals that wait for confirmation. */
  readonly held?: 'keep' | 'forget' | 'put-back'
  /** Something was erased for good: the log must no longer name the pages that went with it. */
  readonly erases?: boolean
}

export interface WikiSyncResult {
  readonly changes: readonly WikiChange[]
  readonly written: readonly PagePath[]
  readonly removed: readonly PagePath[]
  readonly problems: readonly PageProblem[]
  readonly pages: readonly Page[]
  readonly state: WikiState
  readonly movedAside?: string
}

/** If a person saves a page in every round, the rest waits for the next build. */
const mostRounds = 3

export async function syncWiki(
  parts: WikiSyncParts,
  options: WikiSyncOptions = {},
): Promise<WikiSyncResult> {
  const changes: WikiChange[] = []
  for (let round = 1; ; round += 1) {
    const result = await syncOnce(parts, options)
    changes.push(...result.changes)
    if (!result.isOvertaken || round === mostRounds) return { ...result, changes }
  }
}

async function syncOnce(parts: WikiSyncParts, options: WikiSyncOptions) {
  if (options.erases) await cleanAnswers(parts)
  const examined = await examineWiki(parts, options)
  const { stored, since, read, decision, held } = examined
  const applied = await applyEdits(
    { decision, newPages: examined.newPages },
    {
      ...{ memories: examined.memories, held, wanted: options.held ?? 'keep' },
      ...{ isFirst: !stored.state, open: openBefore(read) },
    },
    parts.edits,
  )
  // After our own changes, which the next build need not read.
  const cursor = applied.hasChanged ? await parts.store.changes.head() : since.cursor
  const memories = applied.hasChanged ? await readMemories(parts) : examined.memories
  const compiled = await compileShown(memories, applied, parts)
  const pages = await introduce({ pages: compiled, memories, read }, parts)
  const result = await writePages({ ...applied, pages, read, memories }, parts)
  const state: WikiState = {
    folder: parts.folderName,
    cursor,
    builtAt: parts.clock.now().toISOString(),
    pages: { ...result.pages, ...unreadPages(read) },
    held: hashesOf(applied.held, memories),
  }
  if (!result.isOvertaken) {
    const lines = buildLog(stored.state?.pages ?? {}, state, { ...result, ...applied })
    if (lines !== '') await parts.folder.append(logPath, lines)
    await parts.states.write(parts.wiki, state, { afresh: options.erases ?? false })
  }
  if (options.erases) await cleanLog(parts.folder, new Set(Object.keys(state.pages)))
  return {
    ...{ changes: applied.changes, written: result.written, removed: result.removed },
    ...{ problems: read.problems, pages, state, isOvertaken: result.isOvertaken },
    ...(stored.movedAside !== undefined && { movedAside: stored.movedAside }),
  }
}

/** Outdated introductions are erased before the pages are written. */
async function introduce(
  built: Parameters<typeof showIntroductions>[1],
  { wiki, introductions: { store, isShown } }: WikiSyncParts,
): Promise<readonly Page[]> {
  const before = await store.read(wiki)
  const { pages, stored } = showIntroductions(before, built, isShown)
  if (stored !== before) await store.write(wiki, stored)
  return pages
}

function openBefore({ built }: ReadWiki) {
  const [conflicts, refused] = [new Set<string>(), new Set<PagePath>()]
  built.forEach((page, path) => {
    for (const anchor of page.conflicts) conflicts.add(anchor)
    if (page.hasRefused) refused.add(path)
  })
  return { conflicts, refused }
}

/** Pages of the last build that could not be read now. */
function unreadPages({ built, problems }: ReadWiki): WikiState['pages'] {
  return Object.fromEntries(
    problems.flatMap(({ path }) => {
      const page = built.get(path)
      return page ? [[path, page]] : []
    }),
  )
}

function hashesOf(
  held: ReadonlySet<string>,
  memories: ReadonlyMap<string, Memory>,
): WikiState['held'] {
  return Object.fromEntries(
    [...held].flatMap((anchor) => {
      const memory = memories.get(anchor)
      return memory ? [[anchor, memory.contentHash]] : []
    }),
  )
}

type Preview = Pick<OutputOf<'diffWiki'>, 'edits' | 'pages'>

/** What a build would do, without doing it. */
export async function previewWiki(parts: WikiSyncParts): Promise<Preview> {
  const { read, memories, decision, newPages, held } = await examineWiki(parts)
  const { conflicts } = decision
  const edits: Preview['edits'] = [...decision.edits, ...newPages].map((edit) => {
    const before = memories.get(edit.anchor ?? '')?.content
    const after = 'text' in edit ? edit.text : undefined
    const reason = after === undefined ? undefined : parts.edits.findFault(after)
    return {
      ...(reason === undefined ? { what: edit.type } : { what: 'refused', reason }),
      path: edit.page,
      ...(edit.anchor !== undefined && { anchor: edit.anchor }),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }
  })
  for (const [anchor, after] of conflicts) {
    const path = pageOf(anchor, read.built)
    edits.push({ what: 'conflict', path, anchor, before: memories.get(anchor)?.content, after })
  }
  const compiled = await compileShown(memories, { held, conflicts }, parts)
  const { store, isShown } = parts.introductions
  const stored = await store.read(parts.wiki)
  const { pages } = showIntroductions(stored, { pages: compiled, memories, read }, isShown)
  const nothing = { kept: new Map(), consumed: new Set<string>() }
  const { planned } = await planPages({ pages, read, memories, held, ...nothing }, parts)
  // A page that a person edited is shown by its edits.
  const others = planned.filter(({ path }) => !read.touched.has(path))
  return {
    edits,
    pages: others.map(({ path, text, known }) => ({
      path,
      ...(known && { before: known.text }),
      ...(text !== undefined && { after: text }),
    })),
  }
}

function pageOf(
  anchor: string,
  built: ReadonlyMap<string, { readonly blocks: Readonly<Record<string, unknown>> }>,
): string {
  for (const [path, { blocks }] of built) if (blocks[anchor]) return path
  return 'index.md'
}

/** The pages of all memories except those whose removal waits, with both sides of each conflict. */
async function compileShown(
  memories: ReadonlyMap<string, Memory>,
  open: { readonly held: ReadonlySet<string>; readonly conflicts: ReadonlyMap<string, string> },
  { compile }: WikiSyncParts,
): Promise<readonly Page[]> {
  const shown = [...memories.values()].filter(({ id }) => !open.held.has(shortId(id)))
  return withConflicts(await compile(shown), open.conflicts)
}

function withConflicts(
  pages: readonly Page[],
  conflicts: ReadonlyMap<string, string>,
): readonly Page[] {
  if (conflicts.size === 0) return pages
  return pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      items: section.items.map((item) => {
        const pageText = item.type === 'statement' ? conflicts.get(item.anchor) : undefined
        return pageText === undefined ? item : { ...item, pageText }
      }),
    })),
  }))
}
