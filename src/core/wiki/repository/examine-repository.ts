/** Reads the wiki of a repository and the memories, and compares them. Changes nothing. */

import type { OutputOf } from '../../../contract/operations/index.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { holdsRedaction } from '../../memory/new-memory.ts'
import type { Hash } from '../../model/content-key.ts'
import {
  isSameAddress,
  isValid,
  type Memory,
  type ScopeAddress,
  shortId,
} from '../../model/memory.ts'
import type { Runtime } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type {
  BuiltStatement,
  RepositoryWikiFolder,
  RepositoryWikiState,
  RepositoryWikiStates,
} from '../../ports/wiki.ts'
import { heldAnchors } from '../sync/examine-wiki.ts'
import { readChangesSince } from '../sync/follow-wiki-memories.ts'
import type { PageProblem } from '../sync/read-pages.ts'
import { compareWithPages, type OwnStatement } from './compare-with-pages.ts'
import { anchorOfText, copiesByAnchor, idOfAnchor, type PageCopy } from './page-statements.ts'
import { type RepositoryPages, readRepositoryPages } from './read-repository-pages.ts'

export interface ExamineRepositoryParts extends Pick<Runtime, 'redactor' | 'clock'> {
  /** By which its state is stored. */
  readonly wiki: string
  readonly address: ScopeAddress
  readonly folder: RepositoryWikiFolder
  readonly states: Pick<RepositoryWikiStates, 'read'>
  readonly store: Pick<Store, 'memories' | 'changes'>
  readonly sha256: Hash
  /** Ignores white space. */
  readonly hashText: (text: string) => string
}

export type ExaminedRepository = Exclude<Awaited<ReturnType<typeof examineRepository>>, string>

/** @returns why the wiki is left alone, as a sentence about its folder, or what was found */
export async function examineRepository(
  parts: ExamineRepositoryParts,
  { putsBack = false }: { readonly putsBack?: boolean } = {},
) {
  const fault = await parts.folder.fault()
  if (fault !== undefined) return fault
  const read = await readRepositoryPages(parts.folder)
  if (typeof read === 'string') return read
  const copies = copiesByAnchor(read.pages, parts.sha256)
  const stored = await parts.states.read(parts.wiki)
  // The state of another clone says nothing about these files.
  const before = stored?.location === parts.folder.location ? stored : undefined
  const since = await readChangesSince(before?.cursor, parts.store)
  const leaving = await readLeaving(parts)
  const others = await findOtherAnchors(copies.keys(), leaving.memories, parts)
  const held = heldAnchors(before, leaving.memories)
  const { built, unread } = baseOf(before, read)
  const findings = compareWithPages({
    ...{ copies, ...others, built, unread },
    own: new Map([...leaving.memories].map(([anchor, memory]) => [anchor, toOwn(memory)])),
    formerTexts: await readFormerTexts(copies, leaving.memories, parts),
    held,
    restored: putsBack ? new Set(leaving.memories.keys()) : since.restored,
    today: parts.clock.now().toISOString().slice(0, 10),
    hash: parts.hashText,
    anchorOf: (text) => anchorOfText(text, parts.sha256),
  })
  return { since, read, leaving, held, findings, unread }
}

function toOwn({ id, content, contentHash, kind, validFrom }: Memory): OwnStatement {
  return { id, content, contentHash, kind, since: validFrom.slice(0, 10) }
}

/** Without any page, as on an older branch, nothing is known about the last build. */
function baseOf(before: RepositoryWikiState | undefined, { pages, problems }: RepositoryPages) {
  const built = new Map<string, BuiltStatement>()
  const unread = new Map<string, BuiltStatement>()
  const unreadable = new Set(problems.map(({ path }) => path))
  for (const [anchor, statement] of Object.entries(before?.statements ?? {})) {
    if (pages.size === 0) break
    if (unreadable.has(statement.page)) unread.set(anchor, statement)
    else built.set(anchor, statement)
  }
  return { built, unread }
}

/** Pages on an older branch have older texts. */
async function readFormerTexts(
  copies: ReadonlyMap<string, readonly PageCopy[]>,
  memories: ReadonlyMap<string, Memory>,
  { store, hashText }: ExamineRepositoryParts,
): Promise<Map<string, Set<string>>> {
  const former = new Map<string, Set<string>>()
  for (const [anchor, found] of copies) {
    await yieldToEventLoop()
    const memory = memories.get(anchor)
    if (!memory || memory.version === 1) continue
    if (found.every(({ text }) => hashText(text) === memory.contentHash)) continue
    const revisions = await store.memories.revisions(memory.id)
    former.set(anchor, new Set(revisions.map((revision) => revision.memory.contentHash)))
  }
  return former
}

/** Anchors on the pages that belong to memories of other wikis, or to replaced ones of this wiki. */
async function findOtherAnchors(
  anchors: Iterable<string>,
  own: ReadonlyMap<string, Memory>,
  { store, address, sha256 }: ExamineRepositoryParts,
) {
  const [foreignAnchors, replaced] = [new Set<string>(), new Set<string>()]
  const others = new Set([...anchors].filter((anchor) => !own.has(anchor)))
  const ids = await findIds(others, store)
  for (const memory of await store.memories.findMany(ids)) {
    const anchor = shortId(memory.id)
    // It came from these pages, and waits for a decision or was accepted.
    if (memory.id === idOfAnchor(address.scopeId, anchor, sha256) && isValid(memory)) continue
    if (isSameAddress(memory, address) && !isValid(memory)) replaced.add(anchor)
    else foreignAnchors.add(anchor)
  }
  return { foreignAnchors, replaced }
}

const batch = 1_000

/** Reads all ids once, because no index finds one by its end. */
async function findIds(
  anchors: ReadonlySet<string>,
  { memories }: Pick<Store, 'memories'>,
): Promise<string[]> {
  const found: string[] = []
  if (anchors.size === 0) return found
  for (let last = ''; ; ) {
    const ids = await memories.idsAfter(last, batch)
    found.push(...ids.filter((id) => anchors.has(shortId(id))))
    last = ids.at(-1) ?? ''
    if (ids.length < batch) return found
    await yieldToEventLoop()
  }
}

/**
 * The memories, by anchor, that may be written into a repository, where everybody with access can
 * read them. Those that look like a secret are left out.
 */
async function readLeaving({ store, address, redactor }: ExamineRepositoryParts) {
  const filter = { addresses: [address], standing: 'memory' as const }
  const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const found = (await store.memories.list(filter, everything)).memories.filter(
    (memory) => isValid(memory) && memory.scope === 'project' && memory.trust !== 'tool',
  )
  const isClean = ({ content }: Memory) =>
    !holdsRedaction(content) && redactor.redact(content) === content
  return {
    memories: new Map(found.filter(isClean).map((memory) => [shortId(memory.id), memory])),
    leftOut: found
      .filter((memory) => !isClean(memory))
      .map(
        ({ id }): PageProblem => ({
          path: 'index.md',
          what: `memory ${shortId(id)} holds something secret or private and is left out`,
        }),
      ),
  }
}

/**
 * What a build of a repository's wiki would find, for `wiki diff` and `wiki status`. Changes nothing.
 * @returns with `waiting`, how many statements the pages lack or word differently
 */
export async function previewRepository(parts: ExamineRepositoryParts): Promise<{
  readonly edits: OutputOf<'diffWiki'>['edits']
  readonly waiting: number
  readonly problems: readonly PageProblem[]
}> {
  const examined = await examineRepository(parts)
  if (typeof examined === 'string') {
    const what = `${parts.folder.location} ${examined}`
    return { edits: [], waiting: 0, problems: [{ path: 'index.md', what }] }
  }
  const { findings, leaving, read, held } = examined
  const news = findings.found.filter(({ isKnown }) => !isKnown)
  const removed = [...findings.removed].filter((anchor) => !held.has(anchor))
  const copies = copiesByAnchor(read.pages, parts.sha256)
  return {
    edits: [
      ...news.map(({ copy: { page, anchor, text } }) => {
        return { what: 'create' as const, path: page, anchor, after: text }
      }),
      ...findings.changed.map(({ copy: { page, anchor, text }, own }) => {
        return { what: 'revise' as const, path: page, anchor, before: own.content, after: text }
      }),
      ...removed.map((anchor) => {
        const before = leaving.memories.get(anchor)?.content
        return { what: 'forget' as const, path: 'index.md', anchor, before }
      }),
    ],
    waiting: findings.shown.filter(
      ({ anchor, written }) => !copies.get(anchor)?.some((copy) => copy.written === written),
    ).length,
    problems: [...read.problems, ...leaving.leftOut, ...findings.problems],
  }
}
