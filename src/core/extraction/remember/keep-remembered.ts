/**
 * Stores what a prompt asks outright to remember as the user's own memory, in the transaction that
 * ingests the prompt. So it is stored exactly once, even if the event is delivered several times. From
 * a chat in a repository's files it is the repository's candidate.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../../memory/new-memory.ts'
import { type WritePorts, writeDraft } from '../../memory/write-memory.ts'
import type { PromptOrigin } from '../../model/host-event.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { History } from '../../ports/history.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { StoreTransaction } from '../../ports/store.ts'
import { propose, proposeWidening } from '../../proposals/propose.ts'
import { safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import { mentionsRemembering, rememberedIn } from './find-remembered.ts'
import type { Remembered } from './tidy-statement.ts'

/** Its text is redacted. */
export interface IngestedPrompt {
  readonly sessionId: string
  readonly turnId: string
  readonly projectId: string | undefined
  readonly text: string
  readonly origin: PromptOrigin
  /** Of its session, if that is a repository's. */
  readonly trust?: 'repository' | undefined
}

export type KeepPorts = Pick<WritePorts, 'redactor' | 'hash' | 'clock' | 'ids'>

export async function keepRemembered(
  tx: StoreTransaction,
  prompt: IngestedPrompt,
  ports: KeepPorts,
): Promise<void> {
  if (!mentionsRemembering(prompt.text)) return
  const turns = await tx.history.spokenTurns(prompt.sessionId)
  const { kept } = rememberedIn(prompt, turns)
  for (const statement of kept) {
    const draft = draftRemembered(statement, prompt, ports)
    if (!draft) continue
    const { memory } = await writeDraft(tx, draft, ports)
    // A judge that reads the turn later does not learn it again.
    await tx.extractions.addItem(prompt.sessionId, draft.contentHash)
    if (!statement.isAboutEveryProject || prompt.trust !== undefined) continue
    const proposal = proposeWidening(memory, 'you said it about every project', ports.hash)
    await propose(tx, proposal, ports)
  }
}

/** Outside of projects, memories belong to the session. @returns undefined for what is too long */
function draftRemembered(
  { content, kind }: Remembered,
  { sessionId, turnId, projectId, trust }: IngestedPrompt,
  ports: KeepPorts,
): MemoryDraft | undefined {
  const address =
    projectId === undefined
      ? ({ scope: 'session', scopeId: sessionId } as const)
      : ({ scope: 'project', scopeId: projectId } as const)
  const sources = [{ type: 'turn', ref: turnId }] as const
  try {
    const given = {
      content,
      kind,
      ...address,
      source: trust === undefined ? 'manual' : 'heuristic',
      trust: trust ?? 'user',
      confirmation: 'stated',
      sources,
    } as const
    const draft = draftMemory(given, ports)
    return holdsRedaction(draft.content) ? undefined : draft
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return undefined
    throw error
  }
}

// Tells the agent what became of «remember …» in the prompt it is about to read.

interface KeptPorts {
  readonly history: Pick<History, 'sessionId' | 'spokenTurns' | 'memoriesFrom'>
  readonly memories: Pick<MemoryStore, 'findMany' | 'sources'>
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
