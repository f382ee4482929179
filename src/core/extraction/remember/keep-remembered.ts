/**
 * Stores what a prompt asks outright to remember as the user's own memory, in the transaction that
 * ingests the prompt. So it is stored exactly once, even if the event is delivered several times. From
 * a chat in a repository's files it is the repository's candidate.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../../memory/new-memory.ts'
import { type WritePorts, writeDraft } from '../../memory/write-memory.ts'
import type { PromptOrigin } from '../../model/host-event.ts'
import type { StoreTransaction } from '../../ports/store.ts'
import { propose, proposeWidening } from '../../proposals/propose.ts'
import { mentionsRemembering } from './find-remembered.ts'
import { rememberedIn } from './remembered-in.ts'
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
