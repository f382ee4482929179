/** Whether what an agent stores is its own word, or text from outside that it repeats. */
import type { TrustLevel } from '../../contract/vocabulary.ts'
import type { History } from '../ports/history.ts'
import { createProvenance, type ProvenancePorts } from '../provenance/session-provenance.ts'

export interface AgentWordsPorts {
  readonly history: Pick<History, 'sessions'> & ProvenancePorts
}

/** The agent that stores it is in one of the sessions that were active last. */
const sessionsChecked = 8

export async function trustOfWords(
  content: string | undefined,
  trust: TrustLevel,
  { history }: AgentWordsPorts,
): Promise<TrustLevel> {
  if (trust !== 'agent' || content === undefined) return trust
  const sessions = await history.sessions({ limit: sessionsChecked, offset: 0 })
  const ids = sessions.map(({ id }) => id)
  const outputs = await history.foreignOutputs(ids)
  if (outputs.length === 0) return trust
  const turns = (await Promise.all(ids.map((id) => history.spokenTurns(id)))).flat()
  return createProvenance(turns, outputs).isForeign(content) ? 'tool' : trust
}
