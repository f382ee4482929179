/**
 * Compares the pages of a repository's wiki with the memories and with the last build. Anybody may
 * have written a page: its statements stay there, and the user is asked about each once.
 */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { removalWins, whoWins } from '../../memory/who-wins.ts'
import { fallbackKind, shortId } from '../../model/memory.ts'
import type { BuiltStatement } from '../../ports/wiki.ts'
import type { PageProblem } from '../sync/read-pages.ts'
import { type PageCopy, toOneLine } from './page-statements.ts'
import type { ShownStatement } from './write-repository-pages.ts'

export interface OwnStatement {
  readonly id: string
  readonly content: string
  readonly contentHash: string
  readonly kind: MemoryKind
  /** The day it became true. */
  readonly since: string
}

export interface RepositoryQuestion {
  readonly copies: ReadonlyMap<string, readonly PageCopy[]>
  /** Statements of the last build by anchor, without those of pages that cannot be read now. */
  readonly built: ReadonlyMap<string, BuiltStatement>
  /** Memories that may be in the repository, by anchor. */
  readonly own: ReadonlyMap<string, OwnStatement>
  /** Anchors of memories that do not belong here: of other projects or scopes, or private ones. */
  readonly foreignAnchors: ReadonlySet<string>
  /** Anchors of memories of this wiki that were replaced. */
  readonly replaced: ReadonlySet<string>
  /** Statements of the last build on pages that cannot be read now. */
  readonly unread: ReadonlyMap<string, BuiltStatement>
  /** By anchor, hashes of a memory's earlier texts. */
  readonly formerTexts: ReadonlyMap<string, ReadonlySet<string>>
  /** Anchors of removed blocks that wait for a decision. */
  readonly held: ReadonlySet<string>
  readonly restored: ReadonlySet<string>
  /** The date of statements that have none on their page. */
  readonly today: string
  readonly hash: (text: string) => string
  readonly anchorOf: (text: string) => string
}

export interface RepositoryFindings {
  readonly shown: readonly ShownStatement[]
  /** Statements without a memory; the user is asked about new ones. */
  readonly found: readonly FoundStatement[]
  readonly changed: readonly ChangedStatement[]
  readonly removed: ReadonlySet<string>
  /** Anchors of statements without a memory that are gone. */
  readonly withdrawn: ReadonlySet<string>
  readonly problems: readonly PageProblem[]
}

export interface FoundStatement {
  readonly copy: PageCopy
  /** The last build had it with the same text. */
  readonly isKnown: boolean
  /** The last build had it with another text. */
  readonly isReworded: boolean
}

export interface ChangedStatement {
  readonly copy: PageCopy
  readonly own: OwnStatement
}

export function compareWithPages(question: RepositoryQuestion): RepositoryFindings {
  const { copies, own, built } = question
  const shown = new Map<string, ShownStatement>()
  const found: FoundStatement[] = []
  const changed: ChangedStatement[] = []
  const problems: PageProblem[] = []
  const ownTexts = new Set([...own.values()].map(({ contentHash }) => contentHash))

  function compareForeign(copy: PageCopy): void {
    const before = built.get(copy.anchor)
    const isAsBuilt = before !== undefined && isSame(copy, before, question)
    // It was a memory of ours that no longer belongs in the repository.
    if (isAsBuilt && before.content !== '') return
    // Somebody wrote by hand what a memory says.
    if (!before && ownTexts.has(question.hash(copy.text))) return
    shown.set(copy.anchor, asWritten(copy, question))
    if (question.replaced.has(copy.anchor)) return
    found.push({ copy, isKnown: isAsBuilt, isReworded: before !== undefined && !isAsBuilt })
  }

  for (const [anchor, all] of copies) {
    const memory = own.get(anchor)
    const { speaker, others } = chooseSpeaker(all, memory, question)
    if (memory) {
      const { statement, isEdit } = compareOwn(memory, speaker, question)
      shown.set(anchor, statement)
      if (isEdit) changed.push({ copy: speaker, own: memory })
    } else if (question.foreignAnchors.has(anchor)) {
      shown.set(anchor, asWritten(speaker, question))
      const what = `^${anchor} is the anchor of a memory that is not in this wiki; it is ignored`
      problems.push({ path: speaker.page, what })
    } else {
      compareForeign(speaker)
    }
    for (const copy of others) {
      compareForeign({ ...copy, anchor: question.anchorOf(copy.written) })
    }
  }
  const removed = new Set<string>()
  for (const [anchor, memory] of own) {
    if (copies.has(anchor)) continue
    if (isRemoved(anchor, memory, question)) removed.add(anchor)
    else shown.set(anchor, ownWords(memory))
  }
  const withdrawn = [...built.keys()].filter((anchor) => !copies.has(anchor) && !own.has(anchor))
  return {
    shown: [...shown.values()],
    ...{ found, changed, removed, withdrawn: new Set(withdrawn), problems },
  }
}

/** After a merge several texts may have one anchor. The text that is new decides. */
function chooseSpeaker(
  copies: readonly PageCopy[],
  own: OwnStatement | undefined,
  question: RepositoryQuestion,
): { speaker: PageCopy; others: readonly PageCopy[] } {
  const isKnown = (copy: PageCopy) => {
    const before = question.built.get(copy.anchor)
    if (own && (says(copy, own, question) || isFormer(copy, question))) return true
    return before !== undefined && isSame(copy, before, question)
  }
  const news = copies.filter((copy) => !isKnown(copy))
  const same = own && copies.find((copy) => says(copy, own, question))
  const speaker = news[0] ?? same ?? (copies[0] as PageCopy)
  return { speaker, others: news.filter((copy) => copy !== speaker) }
}

/** The page's text stays until the memory changes; a text that was never the memory's is an edit. */
function compareOwn(
  own: OwnStatement,
  copy: PageCopy,
  question: RepositoryQuestion,
): { statement: ShownStatement; isEdit: boolean } {
  const before = question.built.get(copy.anchor)
  const since = copy.since ?? own.since
  const isChangedHere = before !== undefined && isEdited(own, before)
  const winner = whoWins({
    isSame: says(copy, own, question),
    isChangedHere,
    isChangedThere: !before || !isSame(copy, before, question),
    // An older build wrote it.
    isOutdatedThere: isFormer(copy, question),
  })
  const isEdit = winner === 'there' || winner === 'both'
  const isMine = winner !== 'same' && (before ? isChangedHere : !isEdit)
  const shown = isMine
    ? ownWords(own)
    : { ...asWritten(copy, question), kind: copy.kind ?? own.kind }
  return { statement: { ...shown, since }, isEdit }
}

const isEdited = (own: OwnStatement, before: BuiltStatement) =>
  before.content !== own.contentHash || before.kind !== own.kind

/** A missing block is no reason to forget its memory, but none to write it again either. */
function isRemoved(anchor: string, own: OwnStatement, question: RepositoryQuestion): boolean {
  if (question.restored.has(anchor) || question.unread.has(anchor)) return false
  if (question.held.has(anchor)) return true
  const before = question.built.get(anchor)
  return removalWins({ type: 'missing', isEdited: !before || isEdited(own, before) })
}

function says(copy: PageCopy, own: OwnStatement, { hash }: RepositoryQuestion): boolean {
  return hash(copy.text) === own.contentHash && (copy.kind ?? own.kind) === own.kind
}

function isFormer(copy: PageCopy, { formerTexts, hash }: RepositoryQuestion): boolean {
  return formerTexts.get(copy.anchor)?.has(hash(copy.text)) === true
}

function isSame(copy: PageCopy, before: BuiltStatement, { hash }: RepositoryQuestion): boolean {
  return hash(copy.written) === before.text && (copy.kind ?? before.kind) === before.kind
}

function asWritten(
  { anchor, written, kind = fallbackKind, since }: PageCopy,
  { today }: RepositoryQuestion,
): ShownStatement {
  return { anchor, written, kind, since: since ?? today }
}

function ownWords({ id, content, kind, since }: OwnStatement): ShownStatement {
  return { anchor: shortId(id), written: toOneLine(content), kind, since }
}
