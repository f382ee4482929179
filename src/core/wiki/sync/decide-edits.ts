/**
 * Works out from the last build, the pages and the memories who changed what. If in doubt, nothing is
 * forgotten and no text is lost: if both sides changed, both stay.
 */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { removalWins, whoWins } from '../../memory/who-wins.ts'
import type { WrittenBlock } from '../../ports/wiki.ts'
import type { PagePath, ParsedBlock, ParsedPage } from '../model.ts'
import type {
  StatementAddition,
  StatementRemoval,
  StatementRevision,
  WikiDecision,
  WikiEdit,
} from './edits.ts'

export interface EditQuestion {
  /** Blocks of the last build by page and anchor. */
  readonly built: ReadonlyMap<PagePath, Readonly<Record<string, WrittenBlock>>>
  /** Pages that are not as the last build left them; undefined for those that are gone. */
  readonly touched: ReadonlyMap<PagePath, ParsedPage | undefined>
  readonly memories: ReadonlyMap<string, WikiMemory>
  /** By anchor, hashes of a memory's earlier texts, each with the last version that had it. */
  readonly formerTexts: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly held: ReadonlySet<string>
  /** Anchors of memories that were forgotten and restored since the last build. */
  readonly restored: ReadonlySet<string>
  /** Ignores differences in white space only. */
  readonly hash: (text: string) => string
}

export interface WikiMemory {
  readonly contentHash: string
  readonly kind: MemoryKind
  readonly version: number
}

export function decideEdits(question: EditQuestion): WikiDecision {
  const placed = groupBlocks(question.touched)
  const conflicts = new Map<string, string>()
  const edits: WikiEdit[] = []
  for (const [anchor, { blocks, alternatives }] of placed.byAnchor) {
    const settled = chooseAlternative(anchor, blocks, alternatives, question)
    for (const [other, text] of settled.conflicts) conflicts.set(other, text)
    edits.push(...settled.edits)
    if (blocks.length > 0) edits.push(...compareCopies(anchor, blocks, question, conflicts))
  }
  edits.push(...placed.added.map(toAddition), ...findRemovals(placed.byAnchor, question))
  const returned = [...placed.byAnchor.keys()].filter((anchor) => question.held.has(anchor))
  return { edits, conflicts, returned: new Set(returned) }
}

interface PlacedBlock extends ParsedBlock {
  readonly page: PagePath
  /** The name of the page's concept, if it has one. */
  readonly topic: string | undefined
}

interface PlacedBlocks {
  readonly blocks: PlacedBlock[]
  /** The page's sides of a conflict. */
  readonly alternatives: PlacedBlock[]
}

function groupBlocks(touched: EditQuestion['touched']) {
  const byAnchor = new Map<string, PlacedBlocks>()
  const added: PlacedBlock[] = []
  for (const [page, parsed] of touched) {
    for (const block of parsed?.blocks ?? []) {
      const placed = { ...block, page, topic: topicOf(page, parsed) }
      if (block.anchor === undefined) {
        if (block.text !== '') added.push(placed)
        continue
      }
      const known = byAnchor.get(block.anchor) ?? { blocks: [], alternatives: [] }
      byAnchor.set(block.anchor, known)
      ;(block.isConflict ? known.alternatives : known.blocks).push(placed)
    }
  }
  return { byAnchor, added }
}

/** Pages without a concept do not name a topic. */
function topicOf(page: PagePath, parsed: ParsedPage | undefined): string | undefined {
  const isConcept = page.startsWith('concepts/') && !page.startsWith('concepts/other-')
  return isConcept ? parsed?.title : undefined
}

/** If one side of a conflict is gone by now, the person chose the other. */
function chooseAlternative(
  anchor: string,
  blocks: readonly PlacedBlock[],
  alternatives: readonly PlacedBlock[],
  question: EditQuestion,
): { edits: WikiEdit[]; conflicts: [string, string][] } {
  const memory = question.memories.get(anchor)
  const distinct = alternatives.filter(
    ({ text }, n) =>
      text !== '' &&
      question.hash(text) !== memory?.contentHash &&
      alternatives.findIndex((other) => question.hash(other.text) === question.hash(text)) === n,
  )
  const [first, ...others] = distinct
  if (!first) return { edits: [], conflicts: [] }
  if (!memory) return { edits: distinct.map(withoutAnchor), conflicts: [] }
  const rest = others.map(withoutAnchor)
  const isOpen = blocks.length > 0 || isOnUntouchedPage(anchor, question)
  if (isOpen) return { edits: rest, conflicts: [[anchor, first.text]] }
  const chosen: StatementRevision = { type: 'revise', anchor, page: first.page, text: first.text }
  return { edits: [chosen, ...rest], conflicts: [] }
}

/** One of the copies is taken for the memory's; others with another text are new statements. */
function compareCopies(
  anchor: string,
  blocks: readonly PlacedBlock[],
  question: EditQuestion,
  conflicts: Map<string, string>,
): WikiEdit[] {
  const speaker = chooseSpeaker(anchor, blocks, question)
  const own = compareBlock(anchor, speaker, question, conflicts)
  const seen = new Set([question.hash(speaker.text)])
  const copies = blocks.filter((block) => {
    const textHash = question.hash(block.text)
    if (block === speaker || block.text === '' || seen.has(textHash)) return false
    seen.add(textHash)
    return (
      !isWritten(anchor, block, question) && textHash !== question.memories.get(anchor)?.contentHash
    )
  })
  return [...own, ...copies.map(withoutAnchor)]
}

/** A copy that was changed where the build wrote it; otherwise an unchanged one; otherwise the first. */
function chooseSpeaker(
  anchor: string,
  blocks: readonly PlacedBlock[],
  question: EditQuestion,
): PlacedBlock {
  const atHome = blocks.filter(({ page }) => question.built.get(page)?.[anchor] !== undefined)
  const isChanged = (block: PlacedBlock) => !isWritten(anchor, block, question)
  const homePages = new Set(atHome.map(({ page }) => page))
  const changedAtHome = [...homePages].flatMap((page) => {
    const here = atHome.filter((block) => block.page === page)
    return here.every(isChanged) ? here.slice(0, 1) : []
  })
  const unchanged = blocks.find((block) => !isChanged(block))
  return changedAtHome[0] ?? unchanged ?? (blocks[0] as PlacedBlock)
}

function compareBlock(
  anchor: string,
  block: PlacedBlock,
  question: EditQuestion,
  conflicts: Map<string, string>,
): WikiEdit[] {
  const { page, text } = block
  const memory = question.memories.get(anchor)
  const written = findWritten(anchor, page, question)
  if (text === '') return []
  const textHash = question.hash(text)
  const isReworded = textHash !== written?.text
  if (!memory) {
    const isOurs = written !== undefined && !isReworded
    return isOurs ? [] : [written ? withoutAnchor(block) : toAddition(block)]
  }
  const kind =
    block.kind !== undefined && block.kind !== (written ?? memory).kind ? block.kind : undefined
  const topic = written && !question.built.get(page)?.[anchor] ? block.topic : undefined
  const revision: StatementRevision = { type: 'revise', anchor, page, kind, topic }
  const isChangedHere = written
    ? memory.contentHash !== written.content
    : !question.held.has(anchor)
  const former = question.formerTexts.get(anchor)?.get(textHash) ?? 0
  const winner = whoWins({
    isSame: textHash === memory.contentHash,
    isChangedHere,
    isChangedThere: isReworded,
    // A build took this text from the page, or wrote it there, and was interrupted.
    isOutdatedThere: (written !== undefined || isChangedHere) && former > (written?.version ?? 0),
  })
  if (winner === 'same' || !isReworded) return revisePlace(revision, memory)
  if (winner === 'there') return [{ ...revision, text }]
  if (winner === 'here') return []
  const other = conflicts.get(anchor)
  if (other !== undefined && question.hash(other) === textHash) return []
  // A page can show only one other version.
  if (conflicts.has(anchor)) return [withoutAnchor(block)]
  conflicts.set(anchor, text)
  return []
}

/** The same text under another heading or on another page. */
function revisePlace(edit: StatementRevision, memory: WikiMemory): StatementRevision[] {
  const isOtherKind = edit.kind !== undefined && edit.kind !== memory.kind
  return isOtherKind || edit.topic !== undefined ? [edit] : []
}

function findRemovals(
  present: ReadonlyMap<string, PlacedBlocks>,
  question: EditQuestion,
): StatementRemoval[] {
  const removals = new Map<string, StatementRemoval>()
  for (const [page, blocks] of question.built) {
    if (!question.touched.has(page)) continue
    for (const [anchor, { content, kind, isDoubtful }] of Object.entries(blocks)) {
      const memory = question.memories.get(anchor)
      if (!memory || present.has(anchor) || isOnUntouchedPage(anchor, question)) continue
      if (isDoubtful || question.restored.has(anchor)) continue
      const isEdited = memory.contentHash !== content || memory.kind !== kind
      if (!removalWins({ type: 'missing', isEdited })) continue
      removals.set(anchor, { type: 'forget', anchor, page })
    }
  }
  return [...removals.values()]
}

/** On this page, or on the page where the build put it. */
function findWritten(
  anchor: string,
  page: PagePath,
  { built }: EditQuestion,
): WrittenBlock | undefined {
  const here = built.get(page)?.[anchor]
  if (here) return here
  for (const blocks of built.values()) {
    const found = blocks[anchor]
    if (found) return found
  }
  return undefined
}

function isWritten(anchor: string, { page, text }: PlacedBlock, question: EditQuestion): boolean {
  return findWritten(anchor, page, question)?.text === question.hash(text)
}

function isOnUntouchedPage(anchor: string, { built, touched }: EditQuestion): boolean {
  for (const [page, blocks] of built) {
    if (blocks[anchor] && !touched.has(page)) return true
  }
  return false
}

function toAddition(block: PlacedBlock): StatementAddition {
  const { page, line, heading, text, kind, topic, anchor } = block
  return { type: 'create', page, line, heading, text, kind, topic, anchor }
}

function withoutAnchor(block: PlacedBlock): StatementAddition {
  return { ...toAddition(block), anchor: undefined }
}
