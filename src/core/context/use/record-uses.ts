/**
 * Records, after a turn, what it had to do with memories: which of those shown to the session it used,
 * which it stored, and which candidates it applied.
 */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { isOwnTool, isOwnWrite } from '../../activity/to-action.ts'
import { isForeign } from '../../memory/merge.ts'
import { confirm } from '../../memory/standing.ts'
import type { Action } from '../../model/host-event.ts'
import { textsIn } from '../../model/json.ts'
import { isValid, type Memory, shortId } from '../../model/memory.ts'
import type { CapturedTurn, History, ToolUse } from '../../ports/history.ts'
import type { InjectionStore, MemoryUse, UseKind } from '../../ports/injection-store.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { SearchIndex, TermFrequencies } from '../../ports/search-index.ts'
import type { StoreTransaction, Transact } from '../../ports/store.ts'
import { isStopWord } from '../../text/common-words.ts'
import { tokenise } from '../../text/tokenise.ts'
import { areFollowed, factsOf, patternsOf } from '../guards/tool-patterns.ts'

export interface UsePorts {
  readonly transaction: Transact
  readonly search: Pick<SearchIndex, 'frequencies'>
  readonly history: Pick<History, 'sessionPlace' | 'turns' | 'turnsOf'>
  readonly injections: Pick<InjectionStore, 'unused' | 'markUsed'>
  readonly memories: Pick<MemoryStore, 'findMany'>
}

/** Idempotent. */
export async function recordUses(turnId: string, ports: UsePorts): Promise<void> {
  const [source] = await ports.history.turns([turnId])
  if (!source) return
  const { sessionId, number } = source
  const session = await ports.history.sessionPlace(sessionId)
  const [turn] = await ports.history.turnsOf(sessionId, { from: number, through: number })
  if (!session || turn?.endedAt === undefined) return
  await noteStored(turn, ports)
  await confirmApplied(turn, source.tools, ports)
  const shown = await ports.injections.unused(session, turn.endedAt)
  if (shown.length === 0) return
  const memories = await ports.memories.findMany(shown.map(({ memoryId }) => memoryId))
  const words = memories.flatMap(({ content }) => wordsOf(content))
  const frequencies = await ports.search.frequencies([...new Set(words)])
  const named = findUses(memories, textsOf(turn, source.tools), frequencies)
  const uses = [...named, ...findFollowed(memories, named, source.tools)]
  if (uses.length > 0) await ports.injections.markUsed(session, uses, turn.endedAt)
}

/** A memory that an agent stored or changed names the turn in which it did so. */
async function noteStored({ id, actions }: CapturedTurn, { transaction }: UsePorts): Promise<void> {
  const own = actions.filter(({ toolName, outcome }) => isOwnWrite(toolName) && outcome === 'ok')
  const ids = own.flatMap(({ output }) => storedId.exec(output)?.[1] ?? [])
  if (ids.length === 0) return
  await transaction(async ({ memories }) => {
    for (const memory of await memories.findMany(ids)) {
      await memories.addSources(memory.id, [{ type: 'turn', ref: id }])
    }
  })
}

/** Tools whose output does not come from our memories. */
const reading: readonly Action['kind'][] = ['read', 'search', 'web']

function textsOf(turn: CapturedTurn, tools: readonly ToolUse[]): TurnTexts {
  const read = turn.actions.filter(({ kind }) => reading.includes(kind))
  return {
    answer: turn.answer ?? '',
    asked: tools.flatMap(({ input }) => textsIn(input)).join('\n'),
    known: [turn.prompt ?? '', ...read.map(({ output }) => output)].join('\n'),
  }
}

export interface TurnTexts {
  readonly answer: string
  /** The input of tools: commands, edits, paths. */
  readonly asked: string
  /** Other sources of the same words: the prompt, files that were read. */
  readonly known: string
}

/** A word in no more documents, or no larger share of them, distinguishes a memory. */
const fewDocuments = 12
const smallShare = 0.01

const leastEchoed = 2
const leastShareEchoed = 0.5

/** A quoted id is proof. Repeated words may be chance: they must be rare, several, and from nowhere else. */
export function findUses(
  memories: readonly Memory[],
  texts: TurnTexts,
  frequencies: TermFrequencies,
): MemoryUse[] {
  const echoes = new Set(tokenise(`${texts.answer}\n${texts.asked}`))
  const known = new Set(tokenise(texts.known))
  const isTelling = (term: string) => !known.has(term) && isRare(term, frequencies)
  return memories.flatMap(({ id, content }) => {
    const use = isNamed(id, texts.answer)
      ? 'cited'
      : isNamed(id, texts.asked)
        ? 'fetched'
        : isEchoed(wordsOf(content).filter(isTelling), echoes) && 'echoed'
    return use ? [{ memoryId: id, use: use satisfies UseKind }] : []
  })
}

/** How to work; what other memories name is often done for another reason. */
const guidingKinds: readonly MemoryKind[] = [
  'rule',
  'correction',
  'preference',
  'decision',
  'procedure',
]

/** A rule that is obeyed is seldom quoted: what the session ran and edited, as its text says, shows it. */
function findFollowed(
  memories: readonly Memory[],
  named: readonly MemoryUse[],
  tools: readonly ToolUse[],
): MemoryUse[] {
  const known = new Set(named.map(({ memoryId }) => memoryId))
  const guiding = memories.filter(({ id, kind }) => guidingKinds.includes(kind) && !known.has(id))
  if (guiding.length === 0) return []
  const calls = tools.map((use) => factsOf(use, undefined, undefined))
  return guiding
    .filter(({ content }) => areFollowed(patternsOf({ content, files: [] }), calls))
    .map(({ id }) => ({ memoryId: id, use: 'followed' }))
}

/** One term per word: a path or identifier is one term. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).flatMap((word) => tokenise(word)[0] ?? [])
  return [...new Set(words)].filter((word) => word.length > 2 && !isStopWord(word))
}

function isNamed(id: string, text: string): boolean {
  return text.includes(shortId(id))
}

function isRare(term: string, { total, byTerm }: TermFrequencies): boolean {
  return (byTerm.get(term) ?? 0) <= Math.max(fewDocuments, total * smallShare)
}

function isEchoed(words: readonly string[], echoes: ReadonlySet<string>): boolean {
  const found = words.filter((word) => echoes.has(word)).length
  return found >= leastEchoed && found / words.length >= leastShareEchoed
}

/**
 * Makes a candidate a memory if an agent applied it: found it with one of our tools and then used its
 * words in a command or an edit. Repeating them in an answer is not enough. Idempotent.
 */
async function confirmApplied(
  turn: CapturedTurn,
  tools: readonly ToolUse[],
  { transaction, search }: UsePorts,
): Promise<void> {
  const ids = recalledIds(turn)
  if (ids.length === 0 || turn.endedAt === undefined) return
  const at = turn.endedAt
  await transaction(async (tx) => {
    const candidates = (await tx.memories.findMany(ids)).filter(mayBeApplied)
    if (candidates.length === 0) return
    const words = candidates.flatMap(({ content }) => wordsOf(content))
    const frequencies = await search.frequencies([...new Set(words)])
    const others = tools.filter(({ toolName }) => !isOwnTool(toolName))
    const uses = findUses(candidates, { ...textsOf(turn, others), answer: '' }, frequencies)
    for (const { memoryId, use } of uses) {
      const applied = candidates.find(({ id }) => id === memoryId)
      if (applied && use === 'echoed') await confirmOne(tx, applied, at)
    }
  })
}

async function confirmOne({ memories }: StoreTransaction, memory: Memory, at: string) {
  await memories.update(memory.id, confirm(memory, 'applied'), at)
  await memories.countUse([memory.id], at)
}

function mayBeApplied(memory: Memory): boolean {
  return memory.standing === 'candidate' && !isForeign(memory.trust) && isValid(memory)
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}'
const wholeId = new RegExp(`\\b${uuid}\\b`, 'g')
/** How our tools begin their answer. */
const storedId = new RegExp(`\\b(?:created|updated|merged|superseded|duplicate): (${uuid})\\b`)

function recalledIds({ actions }: CapturedTurn): string[] {
  const own = actions.filter(({ toolName }) => isOwnTool(toolName))
  return [...new Set(own.flatMap(({ output }) => output.match(wholeId) ?? []))]
}
