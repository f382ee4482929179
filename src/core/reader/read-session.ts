/**
 * Reads a session with a model: the unread turns, in as few requests as possible. What a single
 * request finds becomes memories. With several requests, the findings of each part are candidates
 * until a last request says which of them are the final state. Each part is stored in one
 * transaction with the progress, so a crash neither loses nor repeats one.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import { sessionAddress } from '../extraction/store-items.ts'
import type { TranscriptPorts } from '../extraction/window/transcript-exchanges.ts'
import type { WriteResult } from '../memory/write-memory.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { SessionPlace } from '../ports/history.ts'
import type { LanguageModel, ModelReply, ModelRequest } from '../ports/models.ts'
import type { SearchReader } from '../ports/search-index.ts'
import { oneLineExcerpt } from '../text/shorten.ts'
import { type ConversationTurn, inParts, toConversation } from './conversation.ts'
import { findKnown } from './known-memories.ts'
import { type ParsedReply, parseReply, type ReadReply } from './reply.ts'
import { finalRequest, partRequest, repairRequest } from './request.ts'
import { type ReplyContext, type ReplyPorts, storeReply } from './store-reply.ts'

export interface ReaderPorts extends ReplyPorts, TranscriptPorts {
  readonly search: SearchReader
  /** The model that reads; undefined if none is configured. */
  readonly reader: () => Promise<LanguageModel | undefined>
}

export interface SessionReadingOptions {
  readonly signal: AbortSignal
  /** Also reads turns that were read before. */
  readonly again?: boolean | undefined
  /** Someone asked for it: a session without anything worth reading counts as read. */
  readonly byHand?: boolean | undefined
  /** The session continues: reads only complete turns, and only if there is much to read. */
  readonly isOngoing?: boolean | undefined
}

export interface Reading {
  readonly requests: number
  readonly results: readonly WriteResult[]
  /** The model that read; undefined if none did. */
  readonly readBy: string | undefined
}

const nothingRead: Reading = { requests: 0, results: [], readBy: undefined }

/** If the user said less, such as "list the files", and approved no plan, skip the session. */
export const fewestOwnCharacters = 40
/** While the session continues, less than this waits for its end. */
const fewestBeforeEnd = 10_000

/** @throws ThroughlineError of the model, and `model-rejected-input` for a useless reply */
export async function readSession(
  session: SessionPlace,
  ports: ReaderPorts,
  options: SessionReadingOptions,
): Promise<Reading> {
  const model = await ports.reader()
  if (!model) return nothingRead
  const turns = await toConversation(session, session.lastTurn - (options.isOngoing ? 1 : 0), ports)
  const state = await ports.extractions.state(session.sessionId)
  const { readThrough, settledThrough } = options.again
    ? { readThrough: 0, settledThrough: 0 }
    : state
  const unread = turns.filter(({ number }) => number > readThrough)
  if (options.isOngoing && lengthOf(unread, ({ text }) => text) < fewestBeforeEnd)
    return nothingRead
  const isWorth =
    unread.some(({ isPlan }) => isPlan) ||
    lengthOf(unread, ({ words }) => words.user) >= fewestOwnCharacters
  const parts = isWorth ? inParts(unread) : []
  const isBehind = readThrough === settledThrough && readThrough < session.lastTurn
  if (options.byHand && !isWorth && isBehind) {
    const through = { readThrough: session.lastTurn, settledThrough: session.lastTurn }
    await ports.extractions.advance(session.sessionId, through, ports.clock.now().toISOString())
  }
  const isOnly = parts.length === 1 && readThrough === settledThrough && !options.isOngoing
  const reading = { session, model, turns, settledThrough, isOnly }
  const results: WriteResult[] = []
  let number = readThrough === settledThrough ? 0 : 1
  for (const [at, part] of parts.entries()) {
    number += 1
    const place = { number, isLast: at === parts.length - 1 && !options.isOngoing }
    results.push(...(await readPart(part, place, reading, ports, options)))
  }
  const isOpen = parts.length > 0 || readThrough > settledThrough
  if (isOnly || options.isOngoing || !isOpen) {
    return { requests: parts.length, results, readBy: parts.length > 0 ? model.model : undefined }
  }
  results.push(...(await readFinally(reading, ports, options)))
  return { requests: parts.length + 1, results, readBy: model.model }
}

const lengthOf = (turns: readonly ConversationTurn[], textOf: (turn: ConversationTurn) => string) =>
  turns.reduce((sum, turn) => sum + textOf(turn).length, 0)

interface OpenReading {
  readonly session: SessionPlace
  readonly model: LanguageModel
  readonly turns: readonly ConversationTurn[]
  readonly settledThrough: number
  /** One request reads everything, so its items become memories. */
  readonly isOnly: boolean
}

async function readPart(
  part: readonly ConversationTurn[],
  place: { readonly number: number; readonly isLast: boolean },
  reading: OpenReading,
  ports: ReaderPorts,
  { signal }: SessionReadingOptions,
): Promise<WriteResult[]> {
  const { session, isOnly } = reading
  const context = await readContext(part, reading, ports)
  const request = partRequest({
    ...context,
    sessionId: session.sessionId,
    turns: part,
    part: place,
  })
  const reply = await ask(reading.model, request, signal)
  const through = part.at(-1)?.number ?? 0
  return storeReply(reply, { ...reading, ...context, through, isFinal: isOnly }, ports)
}

async function readFinally(
  reading: OpenReading,
  ports: ReaderPorts,
  { signal }: SessionReadingOptions,
): Promise<WriteResult[]> {
  const { session, model, turns } = reading
  const context = await readContext(turns, reading, ports)
  const through = turns.at(-1)?.number ?? 0
  const { sessionId } = session
  const reply =
    context.found.length === 0
      ? ({ items: [], summary: context.summary } as const)
      : await ask(model, finalRequest({ ...context, sessionId }), signal)
  return storeReply(reply, { ...reading, ...context, through, isFinal: true }, ports)
}

const mostHeard = 12

async function readContext(
  turns: readonly ConversationTurn[],
  { session, turns: all, settledThrough }: OpenReading,
  ports: ReaderPorts,
): Promise<ReplyContext> {
  const { memories, history, digests } = ports
  const learned = await memories.findMany(await history.memoriesFrom(session.sessionId))
  const open = learned.filter((memory) => memory.standing === 'candidate' && isValid(memory))
  const settled = new Set(all.filter(({ number }) => number <= settledThrough).map(({ id }) => id))
  const found: Memory[] = []
  for (const memory of open.filter(({ source }) => source === 'model').toReversed()) {
    const sources = await memories.sources(memory.id)
    if (sources.some(({ type, ref }) => type === 'turn' && !settled.has(ref))) found.push(memory)
  }
  const heard = learned.filter((memory) => memory.source === 'heuristic' && isValid(memory))
  const { session: digest } = await digests.ofSession(session.sessionId)
  return {
    known: named('m', await knownFor(turns, session, learned, ports)),
    found: named('f', found),
    heard: heard.slice(0, mostHeard),
    summary: Object.fromEntries(digest?.summary?.lines.map(({ part, text }) => [part, text]) ?? []),
  }
}

/** Earlier findings of this session, and memories on the same subjects. */
async function knownFor(
  turns: readonly ConversationTurn[],
  session: SessionPlace,
  learned: readonly Memory[],
  ports: ReaderPorts,
): Promise<Memory[]> {
  const own = learned.filter(
    (memory) =>
      memory.standing === 'memory' &&
      memory.source !== 'heuristic' &&
      memory.trust !== 'tool' &&
      isValid(memory),
  )
  const similar = await findKnown(turns, sessionAddress(session), ports)
  const all = new Map([...own, ...similar].map((memory) => [memory.id, memory]))
  return [...all.values()].slice(0, mostKnown)
}

const mostKnown = 24

const named = (letter: string, memories: readonly Memory[]) =>
  memories.map((memory, at) => ({ handle: `${letter}${at + 1}`, memory }))

/** Asks once more if the reply cannot be read. */
async function ask(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ReadReply> {
  const usable = { ...request, isUsable }
  const reply = await model.complete(usable, signal)
  const parsed = read(model, reply)
  if (parsed.kind === 'read') return parsed
  const repaired = read(
    model,
    await model.complete(repairRequest(usable, reply.text, parsed.fault), signal),
  )
  if (repaired.kind === 'read') return repaired
  throw new ThroughlineError(
    'model-rejected-input',
    `the reply of ${model.model} could not be used, twice: ${repaired.fault}`,
    { hint: 'another model may do better' },
  )
}

/** A refusal is a reply too: the model works. */
function isUsable({ text, isCut, isRefusal }: ModelReply): boolean {
  return isRefusal || (!isCut && parseReply(text).kind === 'read')
}

function read({ model }: LanguageModel, reply: ModelReply): ParsedReply {
  if (reply.isRefusal) {
    const reason = oneLineExcerpt(reply.text) || 'it gave no reason'
    throw new ThroughlineError('model-rejected-input', `${model} would not answer: ${reason}`)
  }
  const parsed = parseReply(reply.text)
  if (parsed.kind === 'read' || !reply.isCut) return parsed
  return { kind: 'faulty', fault: 'it was too long and was cut' }
}
