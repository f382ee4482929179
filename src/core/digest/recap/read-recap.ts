/**
 * What a session itself was asked, told, decided and left open, read from its stored turns. Turns
 * that have no digest yet are summarised here, so it needs no job to have run.
 */
import type { Digest, DigestFile, OpenEnd } from '../../../contract/digest.ts'
import type { DigestStore, SpokenTurn, TurnReader } from '../../ports/history.ts'
import {
  type ProvenancePorts,
  readProvenance,
  type SessionProvenance,
} from '../../provenance/session-provenance.ts'
import { digestSession } from '../session-digest.ts'
import { digestTurn, markForeign } from '../turn-digest.ts'
import { readUserWords, type UserWords } from './own-words.ts'

export interface RecapPorts extends ProvenancePorts {
  readonly history: ProvenancePorts['history'] & Pick<TurnReader, 'turn' | 'turnsOf'>
  readonly digests: Pick<DigestStore, 'ofSession'>
}

export interface Recap extends UserWords {
  /** Answers the user picked, each with its question. */
  readonly picked: readonly string[]
  /** Causes and decisions the agent stated. */
  readonly found: readonly string[]
  /** The last changed last. */
  readonly filesChanged: readonly string[]
  readonly open: readonly OpenEnd[]
}

/** Unpacking the tool events of more turns takes too long; those before have digests. */
const mostTurnsDigested = 40

/** @param prompt the one being answered, which the agent has not lost @returns undefined before the first turn */
export async function readRecap(
  sessionId: string,
  ports: RecapPorts,
  prompt?: string,
): Promise<Recap | undefined> {
  const { history, digests } = ports
  const spoken = withoutPrompt(await history.spokenTurns(sessionId), prompt)
  if (spoken.length === 0) return undefined
  const provenance = await readProvenance(sessionId, ports)
  const { turns: kept } = await digests.ofSession(sessionId)
  const turns: Digest[] = []
  for (const [index, { id }] of spoken.entries()) {
    const isLate = index >= spoken.length - mostTurnsDigested
    const digest = kept.get(id) ?? (isLate ? await digestOf(id, history, provenance) : undefined)
    if (digest) turns.push(digest)
  }
  // A digest of an older version may pass on what is no longer.
  const session = await markForeign(digestSession(turns), provenance)
  const { decided, learned, filesChanged, open } = session
  const typed = new Set(spoken.map(({ id }) => id))
  return {
    ...(await readUserWords(spoken, provenance)),
    picked: decided.filter(({ cites }) => !cites.some((id) => typed.has(id))).map(textOf),
    found: learned.map(textOf),
    filesChanged: byLastChange(filesChanged),
    open: open.filter(({ foreign }) => !foreign),
  }
}

function withoutPrompt(turns: readonly SpokenTurn[], prompt: string | undefined) {
  const isAnswered = prompt !== undefined && turns.at(-1)?.prompt?.trim() === prompt.trim()
  return isAnswered ? turns.slice(0, -1) : turns
}

async function digestOf(
  turnId: string,
  history: RecapPorts['history'],
  provenance: SessionProvenance,
): Promise<Digest | undefined> {
  const place = await history.turn(turnId)
  if (!place) return undefined
  const { sessionId, number } = place
  const [turn] = await history.turnsOf(sessionId, { from: number, through: number })
  return turn && markForeign(digestTurn(turn, provenance.ownWordsIn(turnId)), provenance)
}

const textOf = ({ text }: { readonly text: string }) => text

/** Ids of tool events are in order of time. */
function byLastChange(files: readonly DigestFile[]): string[] {
  const lastOf = ({ cites }: DigestFile) => cites.at(-1) ?? ''
  return files
    .toSorted((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1))
    .map(({ path }) => path)
}
