/** Adds pointers to earlier work: when, what was asked, what came of it, and where to read it. */
import type { DigestStep } from '../../../contract/digest.ts'
import { safeText } from '../../text/safe-text.ts'
import { tokenise } from '../../text/tokenise.ts'
import type { Block, NewLine } from '../block/block.ts'
import { saySame } from '../block/say-same.ts'
import { evidenceNeeded } from '../evidence/evidence.ts'
import { type EvidenceSearch, type SharedEvidence, sumOf } from '../evidence/shared-evidence.ts'
import type { ContextPorts, Situation } from '../situation.ts'

const mostPointers = 2
const mostLookedAt = 12
const wordsOfRequest = 11
const wordsOfResult = 12
/** What follows a term says more than what leads up to it. */
const wordsAfter = 6

/** @param room how many lines may be added */
export async function addPointers(
  block: Block,
  evidence: EvidenceSearch,
  { request: { projectId }, sessionId, shown }: Situation,
  ports: Pick<ContextPorts, 'digests' | 'memories'>,
  room: number,
): Promise<void> {
  if (projectId === undefined) return
  const pointed = new Set([...shown.sessionIds, ...(sessionId === undefined ? [] : [sessionId])])
  const found = await evidence.find({ types: ['turn'], projectId })
  const isNew = ({ document, isKnown }: SharedEvidence) =>
    !isKnown && !pointed.has(document.sessionId ?? '')
  const shownMemories = await ports.memories.findMany([...shown.memoryIds])
  // Memories were often learned from the very turn.
  const isGiven = (request: string) =>
    block.saysAlready(request) || shownMemories.some(({ content }) => saySame(content, request))
  let added = 0
  for (const shared of found.filter(isNew).slice(0, mostLookedAt)) {
    if (added >= Math.min(room, mostPointers)) break
    const digest = await ports.digests.find('turn', shared.document.id)
    const [step] = digest?.steps ?? []
    const line = step && pointerTo(shared, step)
    if (!line || pointed.has(line.id) || isGiven(step.request ?? '') || !block.add(line)) continue
    pointed.add(line.id)
    added += 1
  }
}

/**
 * Undefined if nothing came of it that may be told, or if what was asked and what came of it do not
 * show what it has to do with the prompt: turns mention much in passing.
 */
function pointerTo({ document, shared }: SharedEvidence, step: DigestStep): NewLine | undefined {
  const { sessionId, at } = document
  const { turn, request, result, foreign } = step
  if (sessionId === undefined || request === undefined || result === undefined || foreign) {
    return undefined
  }
  const terms = new Set(shared.map(({ term }) => term))
  const asked = excerpt(request, terms, wordsOfRequest)
  const text = `${asked} → ${excerpt(result, terms, wordsOfResult)}`
  const told = new Set(tokenise(text))
  const visible = shared.filter(({ term }) => told.has(term))
  if (sumOf(visible) < evidenceNeeded) return undefined
  const reason = `about ${visible.map(({ term }) => term).join(', ')}`
  const trust = 'agent'
  return { section: 'earlier', id: sessionId, kind: 'pointer', turn, trust, at, text, reason }
}

/** Its first words, or those around the terms if they come later. */
function excerpt(text: string, terms: ReadonlySet<string>, most: number): string {
  const words = safeText(text).split(' ')
  const from = startOfExcerpt(words, terms, most)
  const isCut = from + most < words.length
  return `${from > 0 ? '…' : ''}${words.slice(from, from + most).join(' ')}${isCut ? '…' : ''}`
}

function startOfExcerpt(
  words: readonly string[],
  terms: ReadonlySet<string>,
  most: number,
): number {
  const counts = words.slice(0, Math.max(1, words.length - most + 1)).map((_, from) => {
    const shown = new Set(tokenise(words.slice(from, from + most).join(' ')))
    return [...terms].filter((term) => shown.has(term)).length
  })
  const highest = Math.max(...counts)
  const first = counts.indexOf(highest)
  if (first === 0) return 0
  const later = counts.slice(first, first + wordsAfter)
  return first + later.lastIndexOf(highest)
}
