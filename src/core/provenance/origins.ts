/**
 * Authority follows origin. What an agent can use (a host, a package, a command, a person) belongs to
 * the text in which it first appeared. A statement that asks for something from outside is foreign,
 * in whose words and however many sessions later it is made; any other statement is the word of who
 * makes it, even if its turn read foreign text.
 */
import { isOwnTool } from '../activity/own-tools.ts'
import { outputText } from '../activity/tool-output.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { textsIn } from '../model/json.ts'
import type { Change } from '../ports/change-feed.ts'
import type { History } from '../ports/history.ts'
import type { ElementOrigin, OriginReader, OriginStore } from '../ports/origin-store.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { approvedPlan } from './approved-plan.ts'
import { elementsIn } from './elements.ts'
import { promptParts, typedWords } from './prompt-parts.ts'
import { answersIn } from './said-in-tools.ts'

export interface OriginPorts {
  readonly origins: OriginReader
  readonly changes: Store['changes']
}

/**
 * @param hasReadForeign whether the session of the statement has: then a host or package that is
 * known from nowhere may be one of theirs in another spelling
 */
export async function asksForForeign(
  statement: string,
  hasReadForeign: boolean,
  { origins, changes }: OriginPorts,
): Promise<boolean> {
  const { named, actionable, outward } = elementsIn(statement)
  if (named.size === 0) return false
  const known = await origins.originsOf([...named])
  const isFrom = (key: string, ...wanted: readonly (ElementOrigin | undefined)[]) =>
    wanted.includes(known.get(key))
  if ([...actionable].some((key) => isFrom(key, 'foreign', 'ordered'))) return true
  if ([...named].some((key) => isFrom(key, 'ordered'))) return true
  if (!hasReadForeign) return false
  const doubted = (await isBehind(changes)) ? actionable : outward
  return [...doubted].some((key) => !key.startsWith('path ') && isFrom(key, undefined))
}

const consumer = 'origins'
const followed = { subjects: ['turn' as const, 'tool-event' as const, 'memory' as const] }
/** Outputs may be long. Keeps a transaction below 40 ms. */
const batchSize = 25

async function isBehind(changes: OriginPorts['changes']): Promise<boolean> {
  const next = await changes.after(await changes.cursor(consumer), 1, followed)
  return next.changes.length > 0
}

/** Notes the origin of everything that was said and read since the last time, in order. */
export async function followOrigins(
  ports: Pick<Store, 'transaction' | 'changes'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await isBehind(ports.changes))) {
    await ports.transaction(followBatch, { durable: false })
    await yieldToEventLoop()
  }
}

async function followBatch(tx: StoreTransaction): Promise<void> {
  const from = await tx.changes.cursor(consumer)
  const page = await tx.changes.after(from, batchSize, followed)
  let since: string | undefined
  for (const change of page.changes) {
    if (change.kind === 'removed') continue
    const isNews = await note(change, tx)
    if (isNews) since ??= change.at
  }
  if (since !== undefined) await demoteStored(since, tx)
  await tx.changes.advance(consumer, page.cursor)
}

type NotePorts = Pick<StoreTransaction, 'origins' | 'history' | 'memories'>

function note(change: Change, ports: NotePorts): Promise<boolean> {
  if (change.subject === 'memory') return noteMemory(change, ports)
  return change.subject === 'turn' ? noteTurn(change, ports) : noteToolEvent(change, ports)
}

/** Memories also come from imports, pages and peers; an agent can repeat what it recalls. */
async function noteMemory({ id }: Change, { origins, memories }: NotePorts): Promise<boolean> {
  const [memory] = await memories.findMany([id])
  if (!memory || memory.trust === 'agent') return false
  if (memory.trust !== 'user') return noteForeign(memory.content, origins)
  await origins.note([...elementsIn(memory.content).named], 'user')
  return false
}

/** @returns whether something foreign is new */
async function noteTurn({ id }: Change, { origins, history }: NotePorts): Promise<boolean> {
  const turn = await history.turn(id)
  if (!turn) return false
  const range = { from: turn.number - answersRead, through: turn.number }
  const spoken = await history.spokenTurns(turn.sessionId, range)
  const { prompt = '', origin } = spoken.find((each) => each.id === id) ?? {}
  if (prompt === '') return false
  if (await isOfRepository(turn.sessionId, history)) return noteForeign(prompt, origins)
  if (origin === 'notification') {
    // What a subagent in the background found comes back as a notice of the host.
    const isReport = await history.hasReadForeign(turn.sessionId)
    return isReport && noteForeign(prompt, origins)
  }
  // The agent wrote it; what is in it was noted where it came from.
  if (approvedPlan(prompt) !== undefined) return false
  const answers = spoken.flatMap((each) => (each.id === id ? [] : (each.answer ?? [])))
  const parts = promptParts(prompt, answers)
  await origins.note([...elementsIn(typedWords(parts)).named], 'user')
  let isNews = false
  for (const { speaker, text } of parts) {
    if (speaker === 'pasted') isNews = (await noteForeign(text, origins)) || isNews
  }
  return isNews
}

/** A user who quotes the agent quotes what it said last. */
const answersRead = 8

async function noteToolEvent({ id }: Change, { origins, history }: NotePorts): Promise<boolean> {
  const tool = await history.toolEvent(id)
  // What our own tools give back was noted where it came from.
  if (!tool || isOwnTool(tool.toolName)) return false
  const output = outputText(tool.output)
  const asked = textsIn(tool.input).join('\n')
  if (await isOfRepository(tool.sessionId, history))
    return noteForeign(`${asked}\n${output}`, origins)
  // An agent that has read foreign text may repeat it in another spelling.
  if (!(await history.hasReadForeign(tool.sessionId, id))) {
    await noteOwn(asked, origins)
  }
  if (tool.isForeign) return noteForeign(output, origins)
  const typed = answersIn({ ...tool, output }).filter(({ words }) => !asked.includes(words))
  for (const { words } of typed) await origins.note([...elementsIn(words).named], 'user')
  if (typed.length === 0) await noteOwn(output, origins)
  return false
}

/** A chat that somebody committed: nobody here typed or ran it. */
const isOfRepository = async (sessionId: string, history: History) =>
  (await history.sessionPlace(sessionId))?.trust !== undefined

/** A file's first pages say what it names; foreign text is read to its end. */
const mostOwnRead = 20_000

const noteOwn = (text: string, origins: OriginStore) =>
  origins.note([...elementsIn(text.slice(0, mostOwnRead)).named], 'project')

async function noteForeign(text: string, origins: OriginStore): Promise<boolean> {
  const { named, actionable } = elementsIn(text)
  const mentioned = await origins.note([...named], 'foreign')
  return (await origins.note([...actionable], 'ordered')) + mentioned > 0
}

/** An agent may store what it read before the hook of its reading is heard. */
const raceMs = 15 * 60_000
const mostRecent = 100

async function demoteStored(since: string, tx: StoreTransaction): Promise<void> {
  const from = new Date(Date.parse(since) - raceMs).toISOString()
  const { memories } = await tx.memories.list(
    { addresses: 'all' },
    { limit: mostRecent, offset: 0, order: 'changed' },
  )
  for (const memory of memories) {
    if (memory.trust !== 'agent' || memory.updatedAt < from) continue
    if (await asksForForeign(memory.content, false, tx)) {
      await tx.memories.update(memory.id, { trust: 'tool' }, memory.updatedAt)
    }
  }
}
