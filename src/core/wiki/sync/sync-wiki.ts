/**
 * Brings a wiki and its memories together: edits of the pages become memories, then the pages are
 * written from the memories. The state comes last, so that a kill leaves an older one and the next
 * build does the work again.
 */

import type { OutputOf } from '../../../contract/operations/index.ts'
import type { Memory } from '../../model/memory.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { StoredWiki, WikiIntroductions, WikiState, WikiStates } from '../../ports/wiki.ts'
import { showIntroductions } from '../introduction/show-introductions.ts'
import type { Page, PagePath } from '../model.ts'
import { cleanAnswers } from '../query/query-wiki.ts'
import { applyEdits } from './apply-edits.ts'
import { buildLog, cleanLog } from './build-log.ts'
import { type Compile, compileShown } from './compile-shown.ts'
import type { EditWriter } from './edit-writer.ts'
import type { WikiChange } from './edits.ts'
import { type ExamineParts, examineWiki, readMemories } from './examine-wiki.ts'
import { logPath, type PageProblem, type ReadWiki } from './read-pages.ts'
import { planPages, type WrittenWiki, writePages } from './write-pages.ts'

export interface WikiSyncParts extends ExamineParts {
  /** The name of its folder. */
  readonly folderName: string
  readonly states: WikiStates
  readonly edits: EditWriter
  readonly compile: Compile
  readonly introductions: {
    readonly store: WikiIntroductions
    /** Otherwise pages stay as compiled; outdated text is still erased. */
    readonly isShown: boolean
  }
  /** Whether builds are written down in `log.md`. */
  readonly keepsLog: boolean
  readonly clock: Clock
}

export interface WikiSyncOptions {
  /** Reads every page, also where nothing seems to have changed. */
  readonly whole?: boolean
  /** What becomes of removals that wait for a confirmation. */
  readonly held?: 'keep' | 'forget' | 'put-back'
  /** Something was erased for good: the log must not name pages that are gone with it. */
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

/** Somebody who saves a page in every round is left alone until the next build. */
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
  // Behind our own changes, which the next build need not look at.
  const cursor = applied.hasChanged ? await parts.store.changes.head() : since.cursor
  const memories = applied.hasChanged ? await readMemories(parts) : examined.memories
  const compiled = await compileShown(memories, applied, parts)
  const pages = await introduce({ pages: compiled, memories, read }, parts)
  const result = await writePages({ ...applied, pages, read, memories }, parts)
  const state = nextState(
    { cursor, pages: result.pages, held: applied.held, memories, read },
    parts,
  )
  if (!result.isOvertaken) await finish(parts, stored, state, { ...result, ...applied, ...options })
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

function nextState(
  { cursor, pages, held, memories, read }: BuiltWiki,
  { folderName, clock }: WikiSyncParts,
): WikiState {
  const hashes = [...held].flatMap((anchor) => {
    const memory = memories.get(anchor)
    return memory ? [[anchor, memory.contentHash] as const] : []
  })
  const unread = read.problems.flatMap(({ path }) => {
    const built = read.built.get(path)
    return built ? [[path, built] as const] : []
  })
  return {
    folder: folderName,
    cursor,
    builtAt: clock.now().toISOString(),
    pages: unread.length === 0 ? pages : { ...pages, ...Object.fromEntries(unread) },
    held: Object.fromEntries(hashes),
  }
}

interface BuiltWiki extends Pick<WrittenWiki, 'pages'>, Pick<WikiState, 'cursor'> {
  readonly held: ReadonlySet<string>
  readonly memories: ReadonlyMap<string, Memory>
  readonly read: ReadWiki
}

type FinishedBuild = Pick<WrittenWiki, 'written' | 'removed'> &
  Pick<WikiSyncOptions, 'erases'> & { readonly changes: readonly WikiChange[] }

async function finish(
  parts: WikiSyncParts,
  stored: StoredWiki,
  state: WikiState,
  { written, removed, changes, erases = false }: FinishedBuild,
): Promise<void> {
  const lines = buildLog(stored.state?.pages ?? {}, state, { written, removed, changes })
  if (parts.keepsLog && lines !== '') await parts.folder.append(logPath, lines)
  await parts.states.write(parts.wiki, state, { afresh: erases })
}

// What a build would do, without doing it.

type Preview = Pick<OutputOf<'diffWiki'>, 'edits' | 'pages'>

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
  // What a person edited is shown above; the page follows from it.
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
