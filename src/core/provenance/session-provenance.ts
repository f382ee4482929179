/** Decides whose word a statement is, from where its words come from in a session. */
import type { TrustLevel } from '../../contract/vocabulary.ts'
import type { ForeignOutput, SpokenTurn, TurnReader } from '../ports/history.ts'
import { createForeignText, rareWords } from './foreign-text.ts'
import { type PromptPart, promptParts, typedWords } from './prompt-parts.ts'

export type ProvenancePorts = Pick<TurnReader, 'spokenTurns' | 'foreignOutputs'>

export interface SessionProvenance {
  /** What the user typed in a turn; '' for a turn that is not there. */
  ownWordsIn(turnId: string): string
  /**
   * @param claimed who stated it, according to a judge
   * @param turnIds where it was stated; without any, nothing speaks for the agent
   */
  trustOf(statement: string, claimed: TrustLevel, turnIds: readonly string[]): TrustLevel
  /** Whether a statement repeats what came from outside. */
  isForeign(statement: string): boolean
}

/** What the user said inside the tool calls of a turn. */
export type AsidesByTurn = ReadonlyMap<string, readonly string[]>

type HeardTurn = SpokenTurn & { readonly asides?: readonly string[] }

export async function readProvenance(
  sessionId: string,
  history: ProvenancePorts,
  asides: AsidesByTurn = new Map(),
): Promise<SessionProvenance> {
  const spoken = await history.spokenTurns(sessionId)
  const turns = spoken.map((turn) => ({ ...turn, asides: asides.get(turn.id) ?? [] }))
  const outputs = await history.foreignOutputs([sessionId])
  return createProvenance(turns, outputs)
}

export function createProvenance(
  turns: readonly HeardTurn[],
  outputs: readonly ForeignOutput[],
): SessionProvenance {
  const parts = new Map(turns.map((turn, at) => [turn.id, partsOf(turn, turns.slice(0, at))]))
  const own = new Map(
    turns.map(({ id, asides = [] }) => [
      id,
      [typedWords(parts.get(id) ?? []), ...asides].join('\n\n').trim(),
    ]),
  )
  const pasted = [...parts.values()].flat().filter(({ speaker }) => speaker === 'pasted')
  const reports = reportsOfSubagents(turns, outputs)
  const foreignTurns = new Set([...outputs, ...reports].flatMap(({ turnId }) => turnId ?? []))
  const foreign = createForeignText(
    [...outputs, ...reports, ...pasted].map(({ text }) => text),
    [...own.values()],
  )
  return {
    isForeign: (statement) => foreign.isRepeatedBy(statement),
    ownWordsIn: (turnId) => own.get(turnId) ?? '',
    trustOf(statement, claimed, turnIds) {
      const typed = turnIds.map((id) => own.get(id) ?? '').join('\n')
      if (claimed === 'user' && isMadeOf(statement, typed)) return 'user'
      if (claimed === 'tool' || turnIds.length === 0) return 'tool'
      if (turnIds.some((id) => foreignTurns.has(id))) return 'tool'
      return foreign.isRepeatedBy(statement) ? 'tool' : 'agent'
    },
  }
}

/** A user who quotes the agent quotes what it said last. */
const answersKept = 8

function partsOf({ prompt = '', origin }: SpokenTurn, before: readonly SpokenTurn[]): PromptPart[] {
  if (origin === 'notification') return []
  const answers = before.slice(-answersKept).flatMap(({ answer }) => answer ?? [])
  return promptParts(prompt, answers)
}

/** What a subagent in the background found comes back as a notice of the host. */
function reportsOfSubagents(
  turns: readonly SpokenTurn[],
  outputs: readonly ForeignOutput[],
): ForeignOutput[] {
  if (!outputs.some(({ isOfSubagent }) => isOfSubagent)) return []
  return turns
    .filter(({ origin }) => origin === 'notification')
    .map(({ id, prompt = '' }) => ({ turnId: id, text: prompt, isOfSubagent: true }))
}

const enoughTyped = 0.5

/** Judges word a statement anew, but its names and numbers must be the user's. */
function isMadeOf(statement: string, typed: string): boolean {
  const known = new Set(rareWords(typed))
  const words = rareWords(statement)
  if (words.length === 0) return typed !== ''
  return words.filter((word) => known.has(word)).length >= enoughTyped * words.length
}
