/** Tells the agent what became of «remember …» in the prompt it is about to read. */
import { type Memory, shortId } from '../../model/memory.ts'
import type { History } from '../../ports/history.ts'
import type { MemoryReader } from '../../ports/memory-store.ts'
import { safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import { rememberedIn } from './remembered-in.ts'

export interface KeptPorts {
  readonly history: Pick<History, 'sessionId' | 'spokenTurns' | 'memoriesFrom'>
  readonly memories: Pick<MemoryReader, 'findMany' | 'sources'>
}

export interface KeptNotice {
  readonly text: string
  /** What it speaks of. */
  readonly memories: readonly Memory[]
}

/**
 * @param prompt as it was ingested: redacted
 * @returns undefined if the prompt asks for nothing, or is not ingested yet
 */
export async function keptNotice(
  hostSessionId: string,
  prompt: string,
  { history, memories }: KeptPorts,
): Promise<KeptNotice | undefined> {
  const sessionId = await history.sessionId(hostSessionId)
  if (sessionId === undefined) return undefined
  const turns = await history.spokenTurns(sessionId)
  const turn = turns.findLast((each) => each.prompt === prompt)
  if (!turn) return undefined
  const { withheld } = rememberedIn({ turnId: turn.id, text: prompt, origin: turn.origin }, turns)
  const found = await memories.findMany((await history.memoriesFrom(sessionId)).slice(0, mostRead))
  const kept: Memory[] = []
  for (const memory of found) {
    const sources = memory.source === 'manual' ? await memories.sources(memory.id) : []
    if (sources.some(({ type, ref }) => type === 'turn' && ref === turn.id)) kept.push(memory)
  }
  const notices = [
    ...(kept.length > 0 ? [confirm(kept)] : []),
    ...(withheld > 0 ? [secretNotice] : []),
  ]
  return notices.length > 0 ? { text: notices.join('\n'), memories: kept } : undefined
}

const mostRead = 30
const mostCharacters = 200

const secretNotice =
  'Not kept: what the user asked to remember holds a secret. Tell the user; do not store it.'

function confirm(kept: readonly Memory[]): string {
  const quotes = kept
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, content }) => `“${shorten(safeText(content), mostCharacters)}” (${shortId(id)})`)
  const them = kept.length === 1 ? 'it' : 'them'
  return `Kept: ${quotes.join(', ')}. Do not store ${them} again.`
}
