/**
 * Memories that may have misled an agent: it was given one, and later in the session the user
 * corrected it about the same subject.
 */
import type { OutputOf } from '../../contract/operations/index.ts'
import { evidenceIn } from '../context/evidence/evidence.ts'
import { describeEvidence, sharedWith } from '../context/evidence/shared-evidence.ts'
import { evidenceNeeded } from '../context/plan-prompt.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { Objection, ProofResult } from '../ports/proof-store.ts'
import type { Store } from '../ports/store.ts'
import { ownWords } from '../provenance/prompt-parts.ts'
import { shorten } from '../text/shorten.ts'

export interface MeasuredSession extends ProofResult {
  readonly corrections: readonly Objection[]
}

type Harm = OutputOf<'getProof'>['harm']

const mostMemories = 20
const mostCorrections = 3
/** The newest: weighing one takes milliseconds. */
const mostWeighed = 300
const mostCharacters = 160

export async function findHarm(
  sessions: readonly MeasuredSession[],
  ports: Pick<Store, 'injections' | 'memories' | 'search'>,
): Promise<Harm> {
  const found = new Map<string, Harm[number]>()
  let weighed = 0
  for (const session of sessions.toReversed()) {
    if (session.corrections.length === 0 || weighed >= mostWeighed) continue
    const given = (await ports.injections.ofSession(session)).flatMap(({ at, lines }) =>
      lines.map(({ id }) => ({ id, at })),
    )
    for (const { number: turn, startedAt: at, prompt } of session.corrections) {
      const before = given.filter((line) => line.at < at).map(({ id }) => id)
      const memories = (await ports.memories.findMany([...new Set(before)])).filter(isValid)
      if (memories.length === 0) continue
      weighed += 1
      const said = shorten(ownWords(prompt).replace(/\s+/g, ' '), mostCharacters)
      for (const { memory, reason } of await findShared(prompt, memories, session, ports)) {
        const { id, content: text } = memory
        const harm = found.get(id) ?? { id, text, corrections: [] }
        const correction = { session: session.sessionId, turn, at, said, reason }
        found.set(id, { ...harm, corrections: [...harm.corrections, correction] })
      }
      await yieldToEventLoop()
    }
  }
  return [...found.values()]
    .sort((one, other) => other.corrections.length - one.corrections.length)
    .slice(0, mostMemories)
    .map((harm) => ({ ...harm, corrections: harm.corrections.slice(0, mostCorrections) }))
}

/** As much evidence as a prompt needs to be given a memory. */
async function findShared(
  prompt: string,
  memories: readonly Memory[],
  { projectId }: Pick<MeasuredSession, 'projectId'>,
  ports: Pick<Store, 'search'>,
): Promise<{ readonly memory: Memory; readonly reason: string }[]> {
  const ids = memories.map(({ id }) => id)
  const shared = await sharedWith(evidenceIn(prompt), ids, projectId, ports)
  return shared.flatMap((each) => {
    const memory = memories.find(({ id }) => id === each.document.id)
    return memory && each.amount >= evidenceNeeded
      ? [{ memory, reason: describeEvidence(each) }]
      : []
  })
}
