/**
 * Synchronises the wiki of a repository with the memories. Memories that may leave become pages;
 * statements of others stay there and wait in the review queue. Nothing on a page changes a memory
 * by itself.
 */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { forgetMemory } from '../../memory/forget-memory.ts'
import type { Memory } from '../../model/memory.ts'
import type { BuiltStatement, RepositoryWikiState, RepositoryWikiStates } from '../../ports/wiki.ts'
import { blockText } from '../format/block-text.ts'
import type { Page, PagePath } from '../model.ts'
import type { WikiChange } from '../sync/edits.ts'
import type { PageProblem } from '../sync/read-pages.ts'
import type { WikiSyncOptions } from '../sync/sync-wiki.ts'
import type { RepositoryFindings } from './compare-with-pages.ts'
import {
  type ExaminedRepository,
  type ExamineRepositoryParts,
  examineRepository,
} from './examine-repository.ts'
import type { PageCopy } from './page-statements.ts'
import {
  proposeChange,
  type Taken,
  type TakePorts,
  takeFound,
  withdraw,
} from './take-statements.ts'
import { compileForRepository, writeRepositoryPages } from './write-repository-pages.ts'

export interface RepositoryWikiParts extends ExamineRepositoryParts {
  readonly name: string
  readonly states: RepositoryWikiStates
  readonly writing: TakePorts
}

/** Candidates of one wiki that may wait at a time; nobody would review more. */
const mostWaiting = 500

export interface RepositorySyncResult {
  readonly changes: readonly WikiChange[]
  readonly written: readonly PagePath[]
  readonly problems: readonly PageProblem[]
  readonly pages: readonly Page[]
  readonly state: RepositoryWikiState
}

export async function syncRepositoryWiki(
  parts: RepositoryWikiParts,
  options: WikiSyncOptions = {},
): Promise<RepositorySyncResult> {
  const examined = await examineRepository(parts, { putsBack: options.held === 'put-back' })
  if (typeof examined === 'string') return leaveAlone(examined, parts)
  const { read, leaving, findings } = examined
  const taken = await take(findings, parts)
  const removals = await settleRemovals(examined, options, parts)
  const pages = compileForRepository(findings.shown, parts)
  const { written, isOvertaken } = await writeRepositoryPages(pages, read, parts.folder)
  const problems = [...read.problems, ...leaving.leftOut, ...findings.problems, ...taken.problems]
  const open = { taken: taken.open, held: removals.held, problems }
  const state = nextState(examined, pages, open, parts)
  if (!isOvertaken) await parts.states.write(parts.wiki, state)
  return { changes: [...taken.changes, ...removals.changes], written, problems, pages, state }
}

async function leaveAlone(what: string, parts: RepositoryWikiParts): Promise<RepositorySyncResult> {
  const before = await parts.states.read(parts.wiki)
  const problems = [{ path: 'index.md', what: `${parts.folder.location} ${what}` }]
  const state: RepositoryWikiState = {
    ...{ location: '', cursor: '', pages: 0, statements: {}, held: {} },
    ...before,
    ...{ builtAt: parts.clock.now().toISOString(), problems },
  }
  await parts.states.write(parts.wiki, state)
  return { changes: [], written: [], problems, pages: [], state }
}

/** @returns with `open`, the anchors that the next build tries again */
async function take({ found, changed, withdrawn }: RepositoryFindings, parts: RepositoryWikiParts) {
  const { address, writing } = parts
  const changes: WikiChange[] = []
  const problems: PageProblem[] = []
  const open = new Set<string>()
  const news = found.filter(({ isKnown }) => !isKnown)
  let waiting = news.length === 0 ? 0 : await countWaiting(parts)
  const note = ({ anchor, page, text }: PageCopy, taken: Taken) => {
    if (taken.what === 'to-review') {
      changes.push({ what: 'to-review', path: page, anchor, content: text })
    }
    if (taken.what !== 'refused') return
    open.add(anchor)
    problems.push({ path: page, what: `^${anchor} is left alone: ${taken.reason}` })
  }
  for (const each of changed) note(each.copy, await proposeChange(each, address, writing))
  let left = 0
  for (const each of news) {
    await yieldToEventLoop()
    if (waiting >= mostWaiting) {
      left += 1
      open.add(each.copy.anchor)
      continue
    }
    const taken = await takeFound(each, address, writing)
    if (taken.what === 'to-review') waiting += 1
    note(each.copy, taken)
  }
  if (left > 0) {
    const what = `${left} new statements are left until fewer than ${mostWaiting} wait for review`
    problems.push({ path: 'index.md', what })
  }
  for (const anchor of withdrawn) await withdraw(anchor, address, writing)
  return { changes, problems, open }
}

async function countWaiting({ address, store }: RepositoryWikiParts): Promise<number> {
  const filter = { addresses: [address], standing: 'candidate' as const }
  const { memories } = await store.memories.list(filter, { limit: 10_000, offset: 0 })
  return memories.filter(({ source }) => source === 'wiki').length
}

/** A removed block is a suggestion: its memory is forgotten if the user confirms. */
async function settleRemovals(
  { findings: { removed }, leaving: { memories }, held: before }: ExaminedRepository,
  { held: wanted = 'keep' }: WikiSyncOptions,
  { writing }: RepositoryWikiParts,
): Promise<{ held: ReadonlySet<string>; changes: WikiChange[] }> {
  const toChange = (what: WikiChange['what'], anchor: string): WikiChange => {
    return { what, path: '', anchor, content: memories.get(anchor)?.content ?? '' }
  }
  if (wanted !== 'forget') {
    const added = [...removed].filter((anchor) => !before.has(anchor))
    return { held: removed, changes: added.map((anchor) => toChange('held', anchor)) }
  }
  const at = writing.clock.now().toISOString()
  for (const anchor of removed) {
    const { id } = memories.get(anchor) as Memory
    await writing.transaction((tx) => forgetMemory(tx.memories, id, at, { now: false }))
  }
  return { held: new Set(), changes: [...removed].map((anchor) => toChange('forgotten', anchor)) }
}

function nextState(
  { since, leaving: { memories }, unread }: ExaminedRepository,
  pages: readonly Page[],
  open: {
    readonly taken: ReadonlySet<string>
    readonly held: ReadonlySet<string>
    readonly problems: readonly PageProblem[]
  },
  { folder, clock, hashText }: RepositoryWikiParts,
): RepositoryWikiState {
  const statements: Record<string, BuiltStatement> = Object.fromEntries(unread)
  for (const { path, sections } of pages) {
    for (const item of sections.flatMap(({ items }) => items)) {
      if (item.type === 'generated' || open.taken.has(item.anchor)) continue
      const own = memories.get(item.anchor)
      const { contentHash: content, kind } = own ?? { contentHash: '', kind: item.kind }
      statements[item.anchor] = { page: path, text: hashText(blockText(item.text)), content, kind }
    }
  }
  return {
    ...{ location: folder.location, cursor: since.cursor, builtAt: clock.now().toISOString() },
    ...{ pages: pages.length, statements, problems: open.problems },
    held: Object.fromEntries(
      [...open.held].map((anchor) => [anchor, memories.get(anchor)?.contentHash ?? '']),
    ),
  }
}
