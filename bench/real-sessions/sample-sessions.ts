/** Invented sessions for the tests of the benchmark. */

import type { Item, LabelledSession, RecordedTurn } from './data.ts'
import type { AskMade, LearnedMemory, Replay } from './results.ts'

export function item(given: Partial<Item> = {}): Item {
  return {
    n: 1,
    kind: 'fact',
    grade: 'must',
    turns: [1],
    text: 'The server listens on port 8080.',
    must: [/8080/],
    ...given,
  }
}

export function turn(prompt: string, given: Partial<RecordedTurn> = {}): RecordedTurn {
  return {
    prompt,
    said: [],
    actions: [],
    answer: 'Done.',
    compacted_after: false,
    auto: false,
    ...given,
  }
}

export function session(id: string, given: Partial<LabelledSession> = {}): LabelledSession {
  return { id, source: 'acme/shop', turns: [turn('Hello')], items: [], traps: [], ...given }
}

export function memory(content: string, given: Partial<LearnedMemory> = {}): LearnedMemory {
  return {
    content,
    kind: 'fact',
    scope: 'project',
    trust: 'user',
    standing: 'memory',
    isTold: true,
    from: [],
    ...given,
  }
}

export const candidate = (content: string) =>
  memory(content, { standing: 'candidate', isTold: false })

export function ask(sessionId: string, turnNumber: number): AskMade {
  return { session: sessionId, turn: turnNumber, moment: 'prompt' }
}

export function replay(
  sessions: readonly LabelledSession[],
  given: Partial<Omit<Replay, 'source'>> = {},
): Replay {
  const source = { name: 'acme/shop', sessions }
  return {
    source,
    memories: [],
    starts: [],
    asks: [],
    given: [],
    stored: new Map(),
    considered: [],
    ...given,
  }
}
