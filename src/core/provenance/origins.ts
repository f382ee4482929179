/**
 * Authority follows origin. What an agent can use (a host, a package, a command, a person) belongs to
 * the text in which it first appeared. A statement that asks for something from outside is foreign,
 * no matter who words it or how many sessions later. Any other statement belongs to its speaker, even
 * if its turn read foreign text.
 */
import { isOwnTool } from '../activity/to-action.ts'
import { outputText } from '../activity/tool-output.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { textsIn } from '../model/json.ts'
import type { Change } from '../ports/change-feed.ts'
import type { ElementOrigin, OriginStore } from '../ports/extraction-store.ts'
import type { History } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { elementsIn } from './elements.ts'
import { answersCompared, promptParts, typedWords } from './prompt-parts.ts'
import { answersIn, approvedPlan } from './said-in-tools.ts'

export interface OriginPorts {
  readonly origins: OriginStore
  readonly changes: Store['changes']
}

/**
 * @param hasReadForeign whether the statement's session has: then an unknown host or package may be a
 * foreign one in another spelling
 * @param madeBy the tool call that is the statement, if any; what is read after it does not matter
 */
export async function asksForForeign(
  statement: string,
  hasReadForeign: boolean,
  { origins, changes }: OriginPorts,
  madeBy?: string,
): Promise<boolean> {
  const { named, actionable, outward, asked } = elementsIn(statement)
  if (named.size === 0) return false
  const known = await origins.originsOf([...named])
  const isFrom = (key: string, ...wanted: readonly (ElementOrigin | undefined)[]) =>
    wanted.includes(known.get(key))
  if ([...actionable, ...asked].some((key) => isFrom(key, 'foreign', 'ordered'))) return true
  if ([...named].some((key) => isFrom(key, 'ordered'))) return true
  if (!hasReadForeign) return false
  const doubted = (await isBehind(changes, madeBy)) ? actionable : outward
  return [...doubted].some((key) => !key.startsWith('path ') && isFrom(key, undefined))
}

const consumer = 'origins'
const followed = { subjects: ['turn' as const, 'tool-event' as const, 'memory' as const] }
const batchSize = 25

/** Whether something said or read before the statement is not noted yet. */
async function isBehind(changes: OriginPorts['changes'], madeBy?: string): Promise<boolean> {
  const limit = madeBy === undefined ? 1 : mostUnread
  const unread = (await changes.after(await changes.cursor(consumer), limit, followed)).changes
  return unread.length === limit || unread.some(({ id }) => id === madeBy)
}

/** A turn has fewer calls. Among more of them, the search would take too long. */
const mostUnread = 500

interface ReadPorts {
  readonly history: Pick<
    History,
    'turn' | 'toolEvent' | 'spokenTurns' | 'sessionPlace' | 'hasReadForeign'
  >
  readonly memories: Pick<MemoryStore, 'findMany'>
}

interface FollowPorts extends ReadPorts, Pick<Store, 'transaction' | 'changes'> {}

/** Notes the origin of everything said and read since the last run, in order. */
export async function followOrigins(ports: FollowPorts, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const from = await ports.changes.cursor(consumer)
    const page = await ports.changes.after(from, batchSize, followed)
    if (page.changes.length === 0) return
    // Runs before the transaction, because reading long outputs takes time.
    const notes: Note[] = []
    for (const change of page.changes) notes.push(...(await notesOf(change, ports)))
    const write = async (tx: StoreTransaction) => {
      // Another process may have been faster.
      if ((await tx.changes.cursor(consumer)) !== from) return
      await apply(notes, tx)
      await tx.changes.advance(consumer, page.cursor)
    }
    await ports.transaction(write, { durable: false })
    await yieldToEventLoop()
  }
}

interface Note {
  readonly keys: ReadonlySet<string>
  readonly origin: ElementOrigin
  readonly at: string
}

async function apply(notes: readonly Note[], tx: StoreTransaction): Promise<void> {
  let since: string | undefined
  for (const { keys, origin, at } of notes) {
    const isNew = (await tx.origins.note([...keys], origin)) > 0
    if (isNew && (origin === 'foreign' || origin === 'ordered')) since ??= at
  }
  if (since !== undefined) await demoteStored(since, tx)
}

async function notesOf(change: Change, ports: ReadPorts): Promise<Note[]> {
  const notes: Note[] = []
  for (const { text, origin } of await textsOf(change, ports)) {
    const isOwn = origin === 'project'
    for (const part of partsOf(isOwn ? text.slice(0, mostOwnRead) : text)) {
      await yieldToEventLoop()
      const { named, actionable } = elementsIn(part)
      notes.push({ keys: named, origin, at: change.at })
      if (origin === 'foreign') notes.push({ keys: actionable, origin: 'ordered', at: change.at })
    }
  }
  return notes
}

/** The first pages of our own files are enough; foreign text is read to its end. */
const mostOwnRead = 20_000
/** Takes about 8 ms. */
const mostAtOnce = 20_000

/** Splits a long text at line breaks. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + mostAtOnce
    const line = end < text.length ? text.lastIndexOf('\n', end) : -1
    const through = line > from ? line + 1 : end
    yield text.slice(from, through)
    from = through
  }
}

/** What was said or read, with the origin of what it is first to name. */
interface Heard {
  readonly text: string
  readonly origin: Exclude<ElementOrigin, 'ordered'>
}

async function textsOf(change: Change, ports: ReadPorts): Promise<Heard[]> {
  if (change.kind === 'removed') return []
  if (change.subject === 'memory') return textOfMemory(change, ports)
  return change.subject === 'turn' ? textsOfTurn(change, ports) : textsOfTool(change, ports)
}

/** Memories also come from imports, pages and peers; an agent can repeat what it recalls. */
async function textOfMemory({ id }: Change, { memories }: ReadPorts): Promise<Heard[]> {
  const [memory] = await memories.findMany([id])
  if (!memory || memory.trust === 'agent') return []
  return [{ text: memory.content, origin: memory.trust === 'user' ? 'user' : 'foreign' }]
}

async function textsOfTurn({ id }: Change, { history }: ReadPorts): Promise<Heard[]> {
  const turn = await history.turn(id)
  if (!turn) return []
  const range = { from: turn.number - answersCompared, through: turn.number }
  const spoken = await history.spokenTurns(turn.sessionId, range)
  const { prompt = '', origin } = spoken.find((each) => each.id === id) ?? {}
  if (prompt === '') return []
  const foreign: Heard = { text: prompt, origin: 'foreign' }
  if (await isOfRepository(turn.sessionId, history)) return [foreign]
  // The result of a background subagent arrives as a notification of the host.
  if (origin === 'notification')
    return (await history.hasReadForeign(turn.sessionId)) ? [foreign] : []
  // The agent wrote it; its names were noted at their origin.
  if (approvedPlan(prompt) !== undefined) return []
  const answers = spoken.flatMap((each) => (each.id === id ? [] : (each.answer ?? [])))
  const parts = promptParts(prompt, answers)
  const pasted = parts.filter(({ speaker }) => speaker === 'pasted')
  return [
    { text: typedWords(parts), origin: 'user' },
    ...pasted.map(({ text }) => ({ text, origin: 'foreign' as const })),
  ]
}

async function textsOfTool({ id }: Change, { history }: ReadPorts): Promise<Heard[]> {
  const tool = await history.toolEvent(id)
  // What our own tools return was noted at its origin.
  if (!tool || isOwnTool(tool.toolName)) return []
  const output = outputText(tool.output)
  const asked = textsIn(tool.input).join('\n')
  if (await isOfRepository(tool.sessionId, history))
    return [{ text: `${asked}\n${output}`, origin: 'foreign' }]
  // An agent that has read foreign text may repeat it in another spelling.
  const mayRepeat = await history.hasReadForeign(tool.sessionId, id)
  const own: Heard[] = mayRepeat ? [] : [{ text: asked, origin: 'project' }]
  if (tool.isForeign) return [...own, { text: output, origin: 'foreign' }]
  const typed = answersIn({ ...tool, output }).filter(({ words }) => !asked.includes(words))
  if (typed.length === 0) return [...own, { text: output, origin: 'project' }]
  return [...own, ...typed.map(({ words }) => ({ text: words, origin: 'user' as const }))]
}

/** A chat that somebody committed: nobody on this machine typed or ran it. */
const isOfRepository = async (sessionId: string, history: ReadPorts['history']) =>
  (await history.sessionPlace(sessionId))?.trust !== undefined

/** An agent may store what it read before the hook of that read arrives. */
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
