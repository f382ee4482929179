/**
 * Which of the memories a session was shown were of use in a turn. An id that is named was read. Words
 * that come back may be chance, so they must be rare, several, and from nowhere else.
 */
import { type Memory, shortId } from '../model/memory.ts'
import type { MemoryUse, UseKind } from '../ports/injection-store.ts'
import type { TermFrequencies } from '../ports/search-index.ts'
import { isStopWord } from '../text/common-words.ts'
import { tokenise } from '../text/tokenise.ts'

export interface TurnTexts {
  readonly answer: string
  /** What tools were asked to do: commands, edits, paths. */
  readonly asked: string
  /** Where words may have come from as well: the prompt, files that were read. */
  readonly known: string
}

/** A word may be in so many documents, or in this share of them, and still tell a memory apart. */
const fewDocuments = 12
const smallShare = 0.01

const leastEchoed = 2
const leastShareEchoed = 0.5

export function findUses(
  memories: readonly Memory[],
  texts: TurnTexts,
  frequencies: TermFrequencies,
): MemoryUse[] {
  const echoes = new Set(tokenise(`${texts.answer}\n${texts.asked}`))
  const known = new Set(tokenise(texts.known))
  const isTelling = (term: string) => !known.has(term) && isRare(term, frequencies)
  return memories.flatMap(({ id, content }) => {
    const use = isNamed(id, texts.answer)
      ? 'cited'
      : isNamed(id, texts.asked)
        ? 'fetched'
        : isEchoed(wordsOf(content).filter(isTelling), echoes) && 'echoed'
    return use ? [{ memoryId: id, use: use satisfies UseKind }] : []
  })
}

/** One term for each word: a path or a name counts once, and only as a whole. */
export function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).flatMap((word) => tokenise(word)[0] ?? [])
  return [...new Set(words)].filter((word) => word.length > 2 && !isStopWord(word))
}

function isNamed(id: string, text: string): boolean {
  return text.includes(shortId(id))
}

function isRare(term: string, { total, byTerm }: TermFrequencies): boolean {
  return (byTerm.get(term) ?? 0) <= Math.max(fewDocuments, total * smallShare)
}

function isEchoed(words: readonly string[], echoes: ReadonlySet<string>): boolean {
  const found = words.filter((word) => echoes.has(word)).length
  return found >= leastEchoed && found / words.length >= leastShareEchoed
}
