/**
 * The job `remember` stores what a prompt explicitly asks to remember as the user's own memory. The
 * transaction that ingests the prompt queues it, and it runs once even if the event is delivered
 * repeatedly. From a chat in a repository's files it stores a candidate of the repository.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { JobHandlers } from '../../jobs/runner.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../../memory/new-memory.ts'
import { type WritePorts, writeDraft } from '../../memory/write-memory.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { History, SessionPlace } from '../../ports/history.ts'
import type { Job } from '../../ports/job-queue.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { Store, StoreTransaction } from '../../ports/store.ts'
import { propose, proposeWidening } from '../../proposals/propose.ts'
import { safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import { rememberedIn } from './find-remembered.ts'
import type { Remembered } from './tidy-statement.ts'

export type KeepPorts = Pick<WritePorts, 'redactor' | 'hash' | 'clock' | 'ids'>

export function rememberJobs(store: Pick<Store, 'transaction'>, ports: KeepPorts) {
  return {
    remember: ({ subject }: Pick<Job, 'subject'>) =>
      store.transaction((tx) => keepRemembered(tx, subject, ports)),
  } satisfies JobHandlers
}

async function keepRemembered(
  tx: StoreTransaction,
  turnId: string,
  ports: KeepPorts,
): Promise<void> {
  const sessionId = (await tx.history.turn(turnId))?.sessionId ?? ''
  const session = await tx.history.sessionPlace(sessionId)
  const turns = await tx.history.spokenTurns(sessionId)
  const turn = turns.find(({ id }) => id === turnId)
  if (!session || turn?.prompt === undefined) return
  const { kept } = rememberedIn({ turnId, text: turn.prompt, origin: turn.origin }, turns)
  for (const statement of kept) {
    const draft = draftRemembered(statement, turnId, session, ports)
    if (!draft) continue
    const { memory } = await writeDraft(tx, draft, ports)
    // Keeps rules that read the turn later from learning it again.
    await tx.extractions.addItem(sessionId, draft.contentHash)
    if (!statement.isAboutEveryProject || session.trust !== undefined) continue
    const proposal = proposeWidening(memory, 'you said it about every project', ports.hash)
    await propose(tx, proposal, ports)
  }
}

/** Outside projects, memories belong to the session. @returns undefined if the text is too long */
function draftRemembered(
  { content, kind }: Remembered,
  turnId: string,
  { sessionId, projectId, trust }: SessionPlace,
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

interface KeptPorts {
  readonly history: Pick<History, 'sessionId' | 'spokenTurns' | 'memoriesFrom'>
  readonly memories: Pick<MemoryStore, 'findMany' | 'sources'>
}

export interface KeptNotice {
  readonly text: string
  /** The memories in question. */
  readonly memories: readonly Memory[]
}

/**
 * Tells the agent what became of "remember …" in the prompt it is about to read.
 * @param prompt as ingested: redacted
 * @returns undefined if the prompt asks for nothing, or its job has not run yet
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
