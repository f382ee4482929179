/** What was said in the turns a candidate was learned from: the user's sentence and the agent's. */
import type { MemorySource } from '../model/memory.ts'
import type { History } from '../ports/history.ts'
import { readSentences } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import { tokenise } from '../text/tokenise.ts'

export interface SaidTurn {
  readonly id: string
  readonly session: string
  readonly host: string
  readonly at: string
  /** Set for a chat in a repository's files: then neither was said here. */
  readonly trust: 'repository' | undefined
  readonly user: string | undefined
  readonly agent: string | undefined
}

const mostTurns = 3
const mostCharacters = 300

/** Newest first. */
export async function findSaid(
  content: string,
  sources: readonly MemorySource[],
  history: Pick<History, 'turns'>,
): Promise<SaidTurn[]> {
  const ids = sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const turns = ids.length === 0 ? [] : await history.turns(ids)
  return turns
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
    .slice(0, mostTurns)
    .map(({ id, sessionId, host, startedAt, trust, prompt, answer }) => ({
      ...{ id, session: sessionId, host, at: startedAt, trust },
      user: nearestSentence(prompt, content),
      agent: nearestSentence(answer, content),
    }))
}

/** The sentence that shares most words with the statement; otherwise the first. */
function nearestSentence(text: string | undefined, statement: string): string | undefined {
  const wanted = new Set(tokenise(statement))
  const shared = (sentence: string) =>
    new Set(tokenise(sentence).filter((term) => wanted.has(term))).size
  const sentences = readSentences(text ?? '').map((sentence) => sentence.text)
  const [nearest] = sentences.toSorted((a, b) => shared(b) - shared(a))
  return nearest === undefined ? undefined : shorten(nearest, mostCharacters)
}
