/** Context for a prompt: memories and earlier work that share evidence with it, once per session. */
import type { DigestStep } from '../../contract/digest.ts'
import type { Memory } from '../model/memory.ts'
import type { ShownCounts } from '../ports/injection-store.ts'
import { parseQuery } from '../recall/plan-query.ts'
import { isEverydayWord } from '../text/common-words.ts'
import { isGeneralWord } from '../text/general-words.ts'
import { safeText } from '../text/safe-text.ts'
import { tokenise } from '../text/tokenise.ts'
import { addOrExplain, type Block, lineFromMemory, type NewLine, saySame } from './block/block.ts'
import { joinDisputed } from './disputes.ts'
import { evidenceIn, evidenceNeeded } from './evidence/evidence.ts'
import {
  type EvidenceSearch,
  type SharedEvidence,
  searchByEvidence,
  sumOf,
} from './evidence/shared-evidence.ts'
import { type ContextPorts, isInjectable, type Situation } from './situation.ts'
import { neverUsed } from './start/rank-for-start.ts'

const mostLines = 3

export async function addPrompt(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const { prompt } = situation.request
  if (prompt === undefined || !saysEnough(prompt, situation.now)) return
  const evidence = await searchByEvidence(evidenceIn(prompt), situation, ports)
  if (!evidence) return
  const added = await addMemories(block, evidence, situation, ports)
  await addPointers(block, evidence, situation, ports, mostLines - added)
}

const mostMemories = 2
const mostRanked = 20
/** Less than needed: a rare word that the memory writes as a name gains weight later. */
const leastFound = 0.3
/** For a memory that was often shown and never used. */
const neededIfUnused = 2

interface AboutPrompt extends SharedEvidence {
  readonly memory: Memory
  readonly counts: ShownCounts | undefined
}

/** @returns how many were added */
async function addMemories(
  block: Block,
  evidence: EvidenceSearch,
  situation: Situation,
  ports: ContextPorts,
): Promise<number> {
  const { sessionId, shown } = situation
  const learnedHere = new Set(sessionId ? await ports.history.memoriesFrom(sessionId) : [])
  let added = 0
  for (const about of await rank(evidence, situation, ports)) {
    const { id } = about.memory
    const topics = about.shared.map(({ term }) => term).join(', ')
    const line = lineFromMemory(about.memory, 'recalled', `about ${topics}`)
    const obstacle =
      obstacleTo(about) ??
      (shown.memoryIds.has(id) || block.has(id) ? 'already shown in this session' : undefined) ??
      (learnedHere.has(id) ? 'learned in this session' : undefined) ??
      (block.saysAlready(line.text) ? 'another line says the same' : undefined) ??
      (added >= mostMemories ? `${added} memories share more` : undefined)
    if (addOrExplain(block, line, obstacle)) added += 1
  }
  return added
}

async function rank(
  evidence: EvidenceSearch,
  situation: Situation,
  ports: ContextPorts,
): Promise<AboutPrompt[]> {
  const matches = await evidence.find(
    {
      types: ['memory'],
      scopes: situation.addresses,
      validNow: situation.now.toISOString(),
      withoutCandidates: true,
    },
    leastFound,
  )
  const sharedOf = new Map(matches.slice(0, mostRanked).map((each) => [each.document.id, each]))
  const ids = [...sharedOf.keys()]
  const counts = await ports.injections.shownCounts(ids)
  const found = await ports.memories.findMany(ids)
  const injectable = found.filter(
    (memory) => !situation.promoted.has(memory.id) && isInjectable(memory, situation.now),
  )
  const memories = await joinDisputed(injectable, situation, ports)
  return memories
    .flatMap((memory) => {
      const shared = sharedOf.get(memory.id)
      return shared ? [{ ...withNames(shared, memory), memory, counts: counts.get(memory.id) }] : []
    })
    .sort((a, b) => b.amount - a.amount || (a.memory.id < b.memory.id ? -1 : 1))
}

function withNames(found: SharedEvidence, { content }: Memory): SharedEvidence {
  const names = properNamesIn(content)
  const shared = found.shared.map(({ term, weight }) => {
    return { term, weight: names.has(term) ? Math.max(weight, evidenceNeeded) : weight }
  })
  return { ...found, shared, amount: sumOf(shared) }
}

function obstacleTo({ shared, amount, isKnown, memory, counts }: AboutPrompt): string | undefined {
  if (amount < evidenceNeeded) return `shares only ${shared.map(({ term }) => term).join(', ')}`
  if (isKnown) return 'this session has already spoken of it'
  return amount < neededIfUnused ? neverUsed(memory, counts) : undefined
}

/** After a word or a comma, not at the start of a sentence. */
const insideSentence = /(?<=[\p{Ll}\p{N},;)] )\p{Lu}[\p{L}\p{N}]{2,}/gu
const inCapitals = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{2,}(?![\p{L}\p{N}])/gu

/**
 * Words written as names, as in the index: with a capital inside a sentence, or in capitals. Without
 * general words.
 */
export function properNamesIn(text: string): Set<string> {
  const found = [...text.matchAll(insideSentence), ...text.matchAll(inCapitals)]
  const terms = found.flatMap(([name]) => tokenise(name).slice(0, 1))
  return new Set(terms.filter((term) => !isGeneralWord(term)))
}

/** In UTF-8, so that two words of Chinese are enough. */
const leastBytes = 12

/** A slash command. The first segment of a path is followed by another slash instead. */
const command = /^\s*\/[\w:.-]+(?:\s|$)/
/** Hosts wrap their own messages in an element. */
const notification = /^\s*<[a-z][\w-]*>/

/** Whether a prompt says enough to recall anything for it. */
export function saysEnough(prompt: string, now: Date): boolean {
  if (command.test(prompt) || notification.test(prompt)) return false
  if (new TextEncoder().encode(prompt.trim()).length < leastBytes) return false
  return parseQuery(prompt, now).terms.some((term) => !isEverydayWord(term))
}

const mostPointers = 2
const mostSessionsChecked = 12
const wordsOfRequest = 11
const wordsOfResult = 12
/** The words after a term say more than those before it. */
const wordsAfter = 6

/**
 * Adds pointers to earlier work: when, what was asked, the result, and where to read it.
 * @param room how many lines may be added
 */
async function addPointers(
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
  // A memory was often learned from the same turn.
  const isGiven = (request: string) =>
    block.saysAlready(request) || shownMemories.some(({ content }) => saySame(content, request))
  let added = 0
  for (const shared of found.filter(isNew).slice(0, mostSessionsChecked)) {
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
 * Undefined if there is no result to give, or if request and result do not show the connection with
 * the prompt: turns mention much in passing.
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
  const written = new Set(tokenise(text))
  const visible = shared.filter(({ term }) => written.has(term))
  if (sumOf(visible) < evidenceNeeded) return undefined
  const reason = `about ${visible.map(({ term }) => term).join(', ')}`
  const trust = 'agent'
  return { section: 'earlier', id: sessionId, kind: 'pointer', turn, trust, at, text, reason }
}

/** The first words, or those around the terms if they come later. */
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
