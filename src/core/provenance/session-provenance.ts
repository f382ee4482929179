/** Decides a statement's trust, from who said it in a session and what it asks for. */
import type { TrustLevel } from '../../contract/vocabulary.ts'
import type { History, SpokenTurn } from '../ports/history.ts'
import { isCommonWord, isStopWord } from '../text/common-words.ts'
import { normaliseWord } from '../text/normalise-word.ts'
import { asksForForeign, type OriginPorts } from './origins.ts'
import { answersCompared, promptParts, typedWords } from './prompt-parts.ts'

export interface ProvenancePorts extends OriginPorts {
  readonly history: Pick<History, 'spokenTurns' | 'hasReadForeign'>
}

export interface SessionProvenance {
  /** What the user typed in a turn; '' for an unknown turn. */
  ownWordsIn(turnId: string): string
  /**
   * @param claimed who stated it, according to the rules or the reader
   * @param turnIds where it was stated; without turns, nothing supports the agent
   */
  trustOf(statement: string, claimed: TrustLevel, turnIds: readonly string[]): Promise<TrustLevel>
}

/** What the user said inside the tool calls of each turn. */
export type AsidesByTurn = ReadonlyMap<string, readonly string[]>

export async function readProvenance(
  sessionId: string,
  ports: ProvenancePorts,
  asides?: AsidesByTurn,
): Promise<SessionProvenance> {
  const turns = await ports.history.spokenTurns(sessionId)
  const hasReadForeign = await ports.history.hasReadForeign(sessionId)
  return createProvenance(
    turns,
    (statement) => asksForForeign(statement, hasReadForeign, ports),
    asides,
  )
}

export function createProvenance(
  turns: readonly SpokenTurn[],
  isForeign: (statement: string) => Promise<boolean>,
  asides: AsidesByTurn = new Map(),
): SessionProvenance {
  const own = readOwnWords(turns, asides)
  return {
    ownWordsIn: (turnId) => own.get(turnId) ?? '',
    async trustOf(statement, claimed, turnIds) {
      if (await isForeign(statement)) return 'tool'
      const typed = turnIds.map((id) => own.get(id) ?? '').join('\n')
      if (claimed === 'user' && isMadeOf(statement, typed)) return 'user'
      return claimed === 'tool' || turnIds.length === 0 ? 'tool' : 'agent'
    },
  }
}

/** What the user typed, by turn. */
export function readOwnWords(
  turns: readonly SpokenTurn[],
  asides: AsidesByTurn = new Map(),
): ReadonlyMap<string, string> {
  return new Map(
    turns.map(({ id, prompt = '', origin }, at) => {
      const answers = turns
        .slice(Math.max(0, at - answersCompared), at)
        .flatMap(({ answer }) => answer ?? [])
      const parts = origin === 'notification' ? [] : promptParts(prompt, answers)
      return [id, [typedWords(parts), ...(asides.get(id) ?? [])].join('\n\n').trim()]
    }),
  )
}

const enoughTyped = 0.5

/** Judges reword a statement, but its names and numbers must be the user's. */
export function isMadeOf(statement: string, typed: string): boolean {
  const known = rareWordsOf(typed)
  const words = [...rareWordsOf(statement)]
  if (words.length === 0) return typed !== ''
  return words.filter((word) => known.has(word)).length >= enoughTyped * words.length
}

/** Names, numbers and unusual words: the subject of a statement. */
export function rareWordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .replace(/[`*"'“”‘’]/g, '')
      .match(/[\p{L}\p{N}_]{3,}/gu) ?? []
  const rare = [...new Set(words)].filter((word) => {
    const stem = normaliseWord(word)
    return !isStopWord(stem) && !isCommonWord(stem)
  })
  return new Set(rare)
}
